// Settings of one tool may stand in several files. What leaves one of them for another in the same change has only moved.
import type { FileChange } from '../../../../contract/change.ts'
import type { TamperFinding } from '../finding.ts'
import { readSettings } from './formats/read-settings.ts'
import type { ToolSetting } from './setting.ts'

/** A file, and where in it the tool's settings begin. */
type Home = readonly [file: RegExp, prefix: readonly string[]]

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
  ],
  [
    [/(?:^|\/)\.coveragerc$/, ['report']],
    [PYPROJECT, ['tool', 'coverage', 'report']],
    [SETUP, ['coverage:report']],
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
    [/(?:^|\/)\.nycrc(?:\.json)?$/, []],
    [PACKAGE, ['nyc']],
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
    const own = homes.find(([pattern]) => pattern.test(file))
    if (!own || !old.some(isBelow(own[1])) || now.some(isBelow(own[1]))) return []
    const change = changes.find(({ path, after }) => path !== file && after !== undefined && homeOf(path, homes))
    const home = change && homeOf(change.path, homes)
    if (!change || !home) return []
    others.push(change.path)
    return readSettings(change.path, change.after ?? '')
      .filter(isBelow(home[1]))
      .map((setting) => ({
        ...setting,
        path: [...own[1], ...setting.path.slice(home[1].length)],
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

function homeOf(path: string, homes: readonly Home[]): Home | undefined {
  return homes.find(([pattern]) => pattern.test(path))
}

function isBelow(prefix: readonly string[]): (setting: ToolSetting) => boolean {
  return ({ path }) => path.length > prefix.length && prefix.every((part, index) => path[index] === part)
}
