// Settings of one tool may stand in several files. What leaves one of them for another in the same change has only moved.
import type { FileChange } from '../../../../contract/change.ts'
import type { TamperFinding } from '../finding.ts'
import { watched } from './configs/watched.ts'
import type { ToolSetting } from './setting.ts'
import { kindOfConfig } from '../../yardstick/yardstick.ts'

/** A file, where in it the tool's settings begin, and the tool where several share the same settings. */
type Home = readonly [file: RegExp, prefix: readonly string[], tool?: string]

const PYPROJECT = /(?:^|\/)pyproject\.toml$/
const SETUP = /(?:^|\/)setup\.cfg$/
const TOX = /(?:^|\/)tox\.ini$/
const PACKAGE = /(?:^|\/)package\.json$/

const HOMES: readonly (readonly Home[])[] = [
  [
    [/(?:^|\/)\.?ruff\.toml$/, []],
    [PYPROJECT, ['tool', 'ruff']],
  ],
  [
    [/(?:^|\/)\.?mypy\.ini$/, ['mypy']],
    [PYPROJECT, ['tool', 'mypy']],
    [SETUP, ['mypy']],
    // Read where `--config-file` names it.
    [TOX, ['mypy']],
  ],
  [
    [/(?:^|\/)\.?pytest\.ini$/, ['pytest']],
    [PYPROJECT, ['tool', 'pytest', 'ini_options']],
    [SETUP, ['tool:pytest']],
    [TOX, ['pytest']],
  ],
  [
    [/(?:^|\/)\.flake8$/, ['flake8']],
    [SETUP, ['flake8']],
    [TOX, ['flake8']],
  ],
  [
    [/(?:^|\/)\.coveragerc$/, ['run']],
    [PYPROJECT, ['tool', 'coverage', 'run']],
    [SETUP, ['coverage:run']],
    [TOX, ['coverage:run']],
  ],
  [
    [/(?:^|\/)\.coveragerc$/, ['report']],
    [PYPROJECT, ['tool', 'coverage', 'report']],
    [SETUP, ['coverage:report']],
    [TOX, ['coverage:report']],
  ],
  [
    [/(?:^|\/)pyrightconfig\.json$/, []],
    [PYPROJECT, ['tool', 'pyright']],
  ],
  [
    [/(?:^|\/)jest\.config\.[a-z]+$/, []],
    [PACKAGE, ['jest']],
  ],
  [
    [/(?:^|\/)\.mocharc(?:\.[a-z]+)?$/, []],
    [PACKAGE, ['mocha']],
  ],
  [
    [/(?:^|\/)\.eslintrc(?:\.[a-z]+)?$/, []],
    [PACKAGE, ['eslintConfig']],
  ],
  [
    [/(?:^|\/)\.nycrc(?:\.json)?$/, [], 'nyc'],
    [PACKAGE, ['nyc'], 'nyc'],
    [/(?:^|\/)\.c8rc(?:\.json)?$/, [], 'c8'],
    [PACKAGE, ['c8'], 'c8'],
  ],
]

/** Lines of the other file are told apart by this, until the findings are made. */
const OTHER_FILE = 10_000_000

export interface MovedSettings {
  readonly settings: readonly ToolSetting[]
  /** Gives the findings about settings of another file that file's name. */
  readonly inTheirFile: (one: TamperFinding) => TamperFinding
}

/** What a file's settings are now, with those that other files of the change have taken over. */
export function withMoved(
  file: string,
  { old, now }: { readonly old: readonly ToolSetting[]; readonly now: readonly ToolSetting[] },
  changes: readonly FileChange[],
): MovedSettings {
  const others: string[] = []
  const added = HOMES.flatMap((homes) => {
    const own = homes.find(([pattern, prefix]) => pattern.test(file) && old.some(isBelow(prefix)))
    if (!own || now.some(isBelow(own[1]))) return []
    const other = changes.flatMap((change) => homesIn(change, { file, own, homes }, changes))[0]
    if (!other) return []
    others.push(other.path)
    return other.settings.map((setting) => ({
      ...setting,
      path: [...own[1], ...setting.path.slice(other.prefix.length)],
      line: setting.line + others.length * OTHER_FILE,
    }))
  })
  return {
    settings: [...now, ...added],
    inTheirFile: (one) => {
      const other = others[Math.floor(one.line / OTHER_FILE) - 1]
      return other === undefined ? one : { ...one, file: other, line: one.line % OTHER_FILE }
    },
  }
}

interface Left {
  readonly file: string
  readonly own: Home
  readonly homes: readonly Home[]
}

interface OtherHome {
  readonly path: string
  readonly prefix: readonly string[]
  readonly settings: readonly ToolSetting[]
}

/** What the same tool reads in this file now, or the one that took its place. */
function homesIn({ path, after }: FileChange, { file, own, homes }: Left, changes: readonly FileChange[]): OtherHome[] {
  if (after === undefined) return []
  return homes.flatMap((home) => {
    const [pattern, prefix, tool] = home
    if (!pattern.test(path) || (path === file && home === own)) return []
    if (tool !== own[2] && !isReplacedBy(own[2] ?? '', tool ?? '', changes)) return []
    const settings = watched(path, after).filter(isBelow(prefix))
    return settings.length > 0 ? [{ path, prefix, settings }] : []
  })
}

/** Commands called the one tool, and call the other one as often, and no longer the first. */
function isReplacedBy(tool: string, by: string, changes: readonly FileChange[]): boolean {
  const known = changes.filter(({ path }) => kindOfConfig(path) !== undefined)
  const calls = (name: string, side: 'before' | 'after'): number => {
    const called = new RegExp(`(?<![\\w./-])${name} (?=\\S)`, 'g')
    return known.reduce((sum, change) => sum + (change[side]?.match(called)?.length ?? 0), 0)
  }
  const was = calls(tool, 'before')
  return was > 0 && calls(tool, 'after') === 0 && calls(by, 'after') >= was
}

function isBelow(prefix: readonly string[]): (setting: ToolSetting) => boolean {
  return ({ path }) => path.length > prefix.length && prefix.every((part, index) => path[index] === part)
}
