// What became of a config that is gone: another one took its place, its settings moved, or nothing asks for them now.
import type { FileChange } from '../../../../../contract/change.ts'
import { compareSettings } from '../compare-settings.ts'
import { ofCoverage } from '../coverage-scope.ts'
import { withMoved } from '../moved-settings.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding } from '../../finding.ts'
import type { ToolSetting } from '../setting.ts'
import { watched } from './watched.ts'
import { kindOfConfig } from '../../../yardstick/yardstick.ts'

/** Tools that may take each other's place. */
const FAMILIES: readonly (readonly [string, RegExp])[] = [
  ['lint config', /eslint|biome|oxlint|tslint|(?:^|\/)xo\.|standard/],
  ['style lint config', /stylelint/],
  ['lint config', /ruff|flake8|pylint|pyproject\.toml$|setup\.cfg$|tox\.ini$/],
  ['type config', /mypy|pyright|pyproject\.toml$|setup\.cfg$/],
  ['type config', /(?:ts|js)config/],
  ['test config', /jest|vitest|vite\.config|mocha|karma|jasmine|ava\.|bunfig|playwright|cypress/],
  ['test config', /pytest|conftest|coveragerc|pyproject\.toml$|setup\.cfg$|tox\.ini$|nyc|c8|codecov/],
  ['lint config', /golangci/],
  ['lint config', /clippy|Cargo\.toml$/],
  ['lint config', /rubocop/],
  ['type config', /phpstan|psalm/],
  ['test config', /phpunit/],
]

const NAMES: Readonly<Record<string, string>> = { lint: 'lint config', types: 'type config', runner: 'test config' }

/** A config that is gone, unless another one of its family came or was filled in the same change. */
export function deletedConfig(change: FileChange, changes: readonly FileChange[]): TamperFinding[] {
  const { path } = change
  const families = FAMILIES.filter(([, pattern]) => pattern.test(path)).map(([, pattern]) => pattern)
  const isReplaced = changes.some(
    (other) =>
      other.how !== 'deleted' &&
      !isUnimportant(other.path) &&
      kindOfConfig(other.path) !== undefined &&
      families.some((pattern) => pattern.test(other.path)) &&
      isGrown(other),
  )
  // Its own settings stand in that one: then it is known what became of them.
  const taken = isUnimportant(path) ? undefined : takenOver(change, changes)
  if (taken) return taken
  if (isReplaced && kindOfConfig(path) === 'runner') return writtenAnew(change, changes)
  if (isReplaced || isUnimportant(path) || isNoLoss(change, changes) || hasOtherLinter(path, changes)) return []
  if (isNamedAsProjects(change, changes)) return []
  const found = finding('deleted', path, 1, `${NAMES[kindOfConfig(path) ?? ''] ?? 'config'} deleted`)
  return [isOfDroppedRunner(path, changes) ? { ...found, isNote: true } : found]
}

/** Of a file with many purposes: what became of the settings that stand in another one now. */
export function movedConfig(change: FileChange, changes: readonly FileChange[]): TamperFinding[] {
  return takenOver(change, changes) ?? []
}

const COMMENT = /\/\*[\s\S]{0,2000}?\*\/|^[ \t]*\/\/.*$/gm
const COMPUTED = /\.{3}|\brequire\(|\bimport\b|\bprocess\.|=>|\bfunction\b/

/** Configs in code that stand for one another: a new ending, or the config of the bundler. */
const SAME_RUNNER: readonly RegExp[] = [
  /^(?:vitest|vite)\.config\.[cm]?[jt]s$/,
  /^jest\.config\.(?:[cm]?[jt]s|json)$/,
  /^playwright\.config\.[cm]?[jt]s$/,
  /^cypress\.config\.[cm]?[jt]s$/,
  /^ava\.config\.[cm]?js$/,
  /^\.mocharc\.(?:[cm]?js|jsonc?|ya?ml)$/,
]
/** What it says besides, nobody knows here. */
const BUILT = /\.{3}|\brequire\(|\bmergeConfig\b|\bprocess\.|=>|\bfunction\b|\bextends\b|\bpreset\b/

/** The same runner reads another file of the folder now: which of its settings check less there. */
function writtenAnew({ path, before = '' }: FileChange, changes: readonly FileChange[]): TamperFinding[] {
  const at = path.lastIndexOf('/') + 1
  const names = SAME_RUNNER.find((pattern) => pattern.test(path.slice(at)))
  const homes = changes.filter(
    ({ path: other, how, after }) =>
      how === 'added' &&
      after !== undefined &&
      other.startsWith(path.slice(0, at)) &&
      names?.test(other.slice(at)) === true,
  )
  const [home] = homes
  const texts = [before, home?.after ?? ''].map((text) => text.replaceAll(COMMENT, ''))
  if (!home || homes.length > 1 || texts.some((text) => BUILT.test(text))) return []
  const [old, now] = [watched(path, before), watched(home.path, home.after ?? '')]
  // A bundler has settings of its own.
  const isOfTests = ({ path: keys }: ToolSetting): boolean => !path.slice(at).startsWith('vi') || keys[0] === 'test'
  // What went has no line in the new file; lists of tests are held against the files themselves.
  const isKept = ({ path: keys }: ToolSetting): boolean => !keys.includes('include') && !keys.includes('testMatch')
  const sides = [old, now].map((settings) => settings.filter((one) => isOfTests(one) && isKept(one)))
  return compareSettings({ file: home.path, old: sides[0] ?? [], now: sides[1] ?? [], changes })
}

/** Its settings stand in a file beside it now: what became of each; undefined where they do not, or cannot be read. */
function takenOver({ path, before = '' }: FileChange, changes: readonly FileChange[]): TamperFinding[] | undefined {
  if (/\.[cm]?[jt]s$/.test(path) && COMPUTED.test(before.replaceAll(COMMENT, ''))) return undefined
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const beside = changes.filter((other) => other.path.slice(0, other.path.lastIndexOf('/') + 1) === folder)
  const old = watched(path, before)
  const { settings, inTheirFile } = withMoved(path, { old, now: [] }, beside)
  return settings.length === 0
    ? undefined
    : compareSettings({ file: path, old, now: settings, changes })
        .map((one) => ofCoverage(one, { file: path, old, now: settings }))
        .map(inTheirFile)
}

const OF_RUNNERS: readonly (readonly [RegExp, string])[] = [
  [/(?:^|\/)\.taprc$/, 'tap'],
  [/(?:^|\/)(?:\.mocharc(?:\.\w+)?|mocha\.opts)$/, 'mocha'],
  [/(?:^|\/)jest\.config\.\w+$/, 'jest'],
  [/(?:^|\/)karma\.conf\.\w+$/, 'karma'],
  [/(?:^|\/)ava\.config\.\w+$/, 'ava'],
  [/(?:^|\/)jasmine\.json$/, 'jasmine'],
]

/** The project has that runner no longer; by what its tests are run now is looked at where they are. */
function isOfDroppedRunner(path: string, changes: readonly FileChange[]): boolean {
  const runner = OF_RUNNERS.find(([pattern]) => pattern.test(path))?.[1]
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const manifest = changes.find((change) => change.path === 'package.json' || change.path === `${folder}package.json`)
  if (runner === undefined || manifest?.before === undefined || manifest.after === undefined) return false
  const listed = new RegExp(`"${runner}"\\s{0,9}:`)
  return listed.test(manifest.before) && !new RegExp(`\\b${runner}\\b`).test(manifest.after)
}

const WORKSPACE = /(?:^|\/)vitest\.(?:workspace|projects)\.\w+$/
const PROJECTS = /\bprojects\s?:\s?\[([^[\]]{1,2000})\]/

/** Vitest: the folders that a workspace file listed are listed in the config since then. */
function isNamedAsProjects({ path, before = '' }: FileChange, changes: readonly FileChange[]): boolean {
  if (!WORKSPACE.test(path) || /[{(]/.test(before.replaceAll(/defineWorkspace\(/g, ''))) return false
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const old = globsIn(before.replaceAll(/\bfrom\s?["'][^"'\n]{1,80}["']/g, ''))
  return changes.some((other) => {
    const isBeside = other.path.startsWith(folder) && !other.path.slice(folder.length).includes('/')
    if (!isBeside || !/\b(?:vitest|vite)\.config\.\w+$/.test(other.path)) return false
    const now = globsIn(PROJECTS.exec(other.after ?? '')?.[1] ?? '')
    return (
      old.length > 0 &&
      old.every((glob) => now.includes(glob)) &&
      now.every((glob) => !glob.startsWith('!') || old.includes(glob))
    )
  })
}

function globsIn(text: string): string[] {
  return Array.from(text.matchAll(/["']([^"'\n]{1,200})["']/g), ([, glob = '']) => glob.replace(/^(!?)\.\//, '$1'))
}

const LINTERS = /"(standard|xo|neostandard|semistandard|ts-standard|oxlint|biome|@biomejs\/biome)"\s{0,9}:/g

/** Another linter came among the dependencies, and a script calls it. */
function hasOtherLinter(path: string, changes: readonly FileChange[]): boolean {
  if (!/eslint|tslint/.test(path)) return false
  return changes.some(({ path: other, before = '', after = '' }) => {
    if (other !== 'package.json') return false
    const came = Array.from(after.matchAll(LINTERS), ([, name = '']) => name).filter(
      (name) => !before.includes(`"${name}"`),
    )
    return came.some((name) =>
      new RegExp(`:\\s{0,9}"(?:[^"\\n]{0,200}[\\s&;])?${name.replace(/^@.*\//, '')}(?:[\\s&;"])`).test(after),
    )
  })
}

function isGrown({ how, before = '', after = '' }: FileChange): boolean {
  return how === 'added' || after.length > before.length
}

/** Lists of exceptions are no loss, and a file that sets up fixtures is no config. */
function isUnimportant(path: string): boolean {
  return /ignore$|tsconfig\.eslint\.json$|_todo\.ya?ml$|baseline|conftest\.py$/.test(path)
}

/** Options such as a reporter; or the whole package is gone. */
function isNoLoss({ path, before = '' }: FileChange, changes: readonly FileChange[]): boolean {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const isPackageGone = changes.some((other) => other.how === 'deleted' && other.path === `${folder}package.json`)
  const isList = /(?:mocha\.opts|\.rspec)$/.test(path)
  const isVersion = path.endsWith('clippy.toml') && /^\s*msrv\s*=\s*["'][\d.]+["']\s*$/.test(before)
  return isVersion || (isPackageGone && folder !== '') || (isList && !/--(?:forbid|fail|check|strict)/.test(before))
}
