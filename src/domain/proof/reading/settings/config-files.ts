// Lint, type and test-runner configs: which part of a file counts, and what became of a file that is gone.
import type { FileChange } from '../../../../contract/change.ts'
import { addedRunner } from './added-runner.ts'
import { grownBaseline, isBaseline } from './baselines.ts'
import { bluntConfig, emptied } from './blunt-configs.ts'
import { compareSettings } from './compare-settings.ts'
import { ofCoverage } from './coverage-scope.ts'
import { lostDefaults } from './tools/default-linters.ts'
import { ofGoneTools, withItsGem } from './tools/gone-tools.ts'
import { withMoved } from './moved-settings.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { isFormerMaximum, isToolRaised } from './tools/raised-tools.ts'
import type { ToolSetting } from './setting.ts'
import { keysOf } from './setting.ts'
import { readSettings } from './formats/read-settings.ts'
import { lineAt, lineStarts, plainLines } from '../../source/source.ts'
import { kindOfConfig } from '../../yardstick/yardstick.ts'

/** In files with many purposes only these sections are ours to watch. */
const SECTIONS: readonly (readonly [RegExp, RegExp])[] = [
  [/pyproject\.toml$/, /^tool\.(?:ruff|mypy|pytest|coverage|pylint|flake8|pyright|basedpyright|pytest-\w+|ty)\b/],
  [/(?:setup\.cfg|tox\.ini)$/, /^(?:tool:pytest|pytest|flake8|mypy|coverage|pylint|pycodestyle|isort)/],
  [/Cargo\.toml$/, /^(?:workspace\.)?lints\b/],
  [/package\.json$/, /^(?:jest|vitest|eslintConfig|mocha|ava|nyc|c8|xo|stylelint|standard|tap|tsd)\b/],
  [/deno\.jsonc?$/, /^(?:test|lint|compilerOptions)\b/],
  [/vite\.config\.\w+$/, /(?:^|\.)test\b/],
  [/conftest\.py$/, /^collect_ignore/],
  [/bunfig\.toml$/, /^test\b/],
]

const RUFF_LINT =
  /^(?:(?:extend-)?(?:select|ignore|fixable|unfixable|per-file-ignores)|mccabe|pylint|isort|pydocstyle|flake8-[\w-]+|pep8-naming|pycodestyle|dummy-variable-rgx|preview)$/

export function compareConfig(change: FileChange, changes: readonly FileChange[]): TamperFinding[] {
  const { path, how, before, after } = change
  if (isBaseline(path)) return grownBaseline(change, changes)
  if (how === 'added' && after !== undefined && !isIgnoreFile(path)) return added(path, after, changes)
  const text = how === 'added' && isIgnoreFile(path) ? '' : before
  if (text === undefined || after === undefined) return []
  const [old, now] = [watched(path, text), watched(path, after)]
  const known = now.filter((setting) => !isOfNewTool(path, setting, old))
  const moved = withMoved(path, { old, now: known }, changes)
  const found = [
    ...compareSettings({ file: path, old, now: moved.settings, changes }).map(moved.inTheirFile),
    ...lostPresets(path, text, after, changes),
    ...lostDefaults(path, old, now),
    ...emptied(path, after, text),
    ...bluntConfig(
      path,
      '',
      now.filter((setting) => isOfNewTool(path, setting, old)),
    ),
  ]
  const judged = ofGoneTools(found, { file: path, old, now }, changes)
    .filter((one) => !hasMovedTo(one, path, changes) && !isFormerMaximum(one, changes))
    .map((one) => withItsGem(ofCoverage(one, { file: path, old, now }), changes))
  return isToolRaised(changes) ? judged.map(asNote) : judged
}

const TSCONFIG = /(?:^|\/)tsconfig[\w.-]*\.json$/

/** A flag that left one config of TypeScript for another, which did not have it before. */
function hasMovedTo({ what }: TamperFinding, file: string, changes: readonly FileChange[]): boolean {
  const flag = /^(\w+) removed$/.exec(what)?.[1]
  if (flag === undefined || !TSCONFIG.test(file)) return false
  const isOn = new RegExp(`"${flag}"\\s{0,9}:\\s{0,9}true\\b`)
  return changes.some(
    ({ path, before = '', after = '' }) =>
      path !== file && TSCONFIG.test(path) && isOn.test(after) && !isOn.test(before),
  )
}

/** A linter or type checker that the file did not set up before: as if its config were a new file. */
function isOfNewTool(file: string, setting: ToolSetting, old: readonly ToolSetting[]): boolean {
  if (kindOfConfig(file) !== 'mixed' && !file.endsWith('tox.ini')) return false
  const tool = toolOf(setting)
  return !/pytest/.test(tool) && !old.some((one) => toolOf(one) === tool)
}

function toolOf({ path }: ToolSetting): string {
  return String(path[path[0] === 'tool' ? 1 : 0])
    .replace(/^mypy-.*/, 'mypy')
    .replace(/^coverage:.*/, 'coverage')
}

/** Nobody knows here which config it takes the place of, unless that one changed too. */
function added(path: string, text: string, changes: readonly FileChange[]): TamperFinding[] {
  const kind = kindOfConfig(path)
  if (kind === 'runner') return addedRunner(path, watched(path, text), changes)
  if (kind !== 'lint' && kind !== 'types') return []
  const former = changes.filter((one) => one.how === 'deleted' && kindOfConfig(one.path) === kind)
  const settings = watched(path, text)
  const blunt = bluntConfig(path, text, settings).filter(({ what }) => !wasLeftOut(what, former))
  return [...blunt, ...turnedOff(path, settings, former)]
}

const TESTS =
  /(?:^|[/*._{,-])(?:tests?|specs?|__tests__|e2e|stories|fixtures|scripts?|examples?|config)(?:$|[/*._},-])/i

/** A rule that the config of before demanded, off in the last block that names it and looks at more than tests. */
function turnedOff(file: string, now: readonly ToolSetting[], former: readonly FileChange[]): TamperFinding[] {
  if (!/\.[cm]?[jt]s$/.test(file)) return []
  const demanded = new Set(
    former.flatMap(({ path, before = '' }) =>
      watched(path, before)
        .filter(({ path: keys, value }) => keys[0] === 'rules' && keys.length < 4 && /^(?:error|2)$/.test(value))
        .map(({ path: keys }) => String(keys[1])),
    ),
  )
  const narrow = now.filter(
    ({ path, value }) => path.includes('files') && (TESTS.test(value) || /^[\w./-]+$/.test(value)),
  )
  const isOfSome = ({ line }: ToolSetting): boolean => narrow.some((one) => Math.abs(one.line - line) <= LONGEST_BLOCK)
  const last = new Map(
    now.flatMap((one) => {
      const at = one.path.lastIndexOf('rules')
      const isSeverity = at >= 0 && (one.path.length === at + 2 || one.path.at(-1) === 0)
      return isSeverity ? [[String(one.path[at + 1]), one] as const] : []
    }),
  )
  return [...last].flatMap(([name, setting]) =>
    demanded.has(name) && /^(?:off|0)$/.test(setting.value) && !isOfSome(setting)
      ? [finding('config', file, setting.line, `rule ${quote(name)} turned off`)]
      : [],
  )
}

/** Its files stand so near to its rules. */
const LONGEST_BLOCK = 8

/** The config in whose place it came left the same out. */
function wasLeftOut(what: string, former: readonly FileChange[]): boolean {
  const pattern = /^"(.{1,200})" added to (?:ignores|ignorePatterns|exclude)$/.exec(what)?.[1]
  return (
    pattern !== undefined &&
    former.some(({ path, before = '' }) =>
      watched(path, before).some(
        ({ value, path: keys }) => value === pattern && /^(?:ignore|exclude)/.test(String(keys[0])),
      ),
    )
  )
}

/** A newer version of a tool brings new rules; leaving single ones out goes with it. */
function asNote(one: TamperFinding): TamperFinding {
  const isSingle = SINGLE_RULE.test(one.what) || (GOLANGCI.test(one.file) && SINGLE_LINTER.test(one.what))
  return isSingle ? { ...one, isNote: true } : one
}

const SINGLE_RULE =
  /^"[\w@/.-]{2,60}" added to (?:ignore|extend-ignore|disable|ignores|per-file-ignores)$|^rule \S+ (?:turned off|removed)$|^[A-Z]\w{1,40}\/\w{1,60}\.Enabled set to false$|^"[^"]{1,80}\.configs\b[^"]{1,80}" removed$/
const GOLANGCI = /(?:^|\/)\.golangci\.\w+$/
const SINGLE_LINTER = /^".{1,80}" (?:added to (?:exclusions|exclude-rules|excludes?)|removed from enable)$/

function isIgnoreFile(path: string): boolean {
  return path.endsWith('ignore') && kindOfConfig(path) === 'lint'
}

function watched(path: string, text: string): ToolSetting[] {
  const section = SECTIONS.find(([file]) => file.test(path))?.[1]
  const written = readSettings(path, text)
  const read = LINT_CODE.test(path) ? written.map((one) => ({ ...one, value: notSpread(one.value) })) : written
  const settings = read.flatMap((setting) => (isOfWatcher(setting) ? [] : spelledOut(inItsPlace(path, setting))))
  return section ? settings.filter((setting) => section.test(keysOf(setting))) : settings
}

/** What makes a watcher run again; a check does not watch. */
function isOfWatcher({ path }: ToolSetting): boolean {
  return path.some((part) => /^watch(?!$)|^ignoredByWatcher$/i.test(String(part)))
}

const LINT_CODE = /(?:^|\/)(?:\.eslintrc\.[cm]?js|(?:eslint|oxlint|stylelint|xo)\.config\.[cm]?[jt]s)$/

/** A list of presets holds the same rules whether it is spread or named. */
function notSpread(value: string): string {
  return value.replace(/^\.{3}/, '')
}

/** Where the same setting stood in older versions of its tool, and where it belongs. */
const MOVED: readonly (readonly [RegExp, RegExp, readonly string[], readonly string[]])[] = [
  [/pyproject\.toml$/, RUFF_LINT, ['tool', 'ruff'], ['tool', 'ruff', 'lint']],
  [/ruff\.toml$/, RUFF_LINT, [], ['lint']],
  // Since pytest 9 its settings may stand in a table of their own.
  [/pyproject\.toml$/, /^(?!ini_options$)/, ['tool', 'pytest'], ['tool', 'pytest', 'ini_options']],
]

function inItsPlace(file: string, setting: ToolSetting): ToolSetting {
  const { path } = setting
  // Extensions of RuboCop were required before they became plugins.
  if (/(?:^|\/)\.rubocop[\w.-]*\.ya?ml$/.test(file) && path[0] === 'require')
    return { ...setting, path: ['plugins', ...path.slice(1)] }
  const row = MOVED.find(
    ([files, key, from]) =>
      files.test(file) && key.test(String(path[from.length])) && from.every((part, index) => path[index] === part),
  )
  return row ? { ...setting, path: [...row[3], ...path.slice(row[2].length)] } : setting
}

/** What pytest's `strict` stands for. */
function spelledOut(setting: ToolSetting): ToolSetting[] {
  const { path, value, line } = setting
  const home = path.slice(0, -1)
  if (path.at(-1) !== 'strict' || value !== 'true' || !home.join('.').includes('pytest')) return [setting]
  const addopts = { path: [...home, 'addopts', MOST_OPTIONS], value: '--strict-markers --strict-config', line }
  return [setting, { path: [...home, 'xfail_strict'], value, isText: false, line }, { ...addopts, isText: true }]
}

/** A place behind all others of the list. */
const MOST_OPTIONS = 1000

const PRESET = /(?<![\w.])[\w.]{1,80}?\.configs(?:\.[\w-]+|\[["'][\w/-]+["']\])+/g

/** Presets in config code, such as `tseslint.configs.strict`. */
function lostPresets(file: string, before: string, after: string, changes: readonly FileChange[]): TamperFinding[] {
  if (!/\.[cm]?[jt]s$/.test(file)) return []
  const text = plainLines(before)
  const starts = lineStarts(text)
  const old = Array.from(text.matchAll(PRESET), ({ 0: name, index }) => ({
    name: notSpread(name),
    line: lineAt({ starts }, index),
  }))
  const now = new Set((after.match(PRESET) ?? []).map(notSpread))
  const lost = old.filter(({ name }) => !now.has(name))
  const added = [...now].filter((name) => !old.some((one) => one.name === name)).length
  if (lost.length <= added + ownPresets(file, before, after, changes)) return []
  return lost.map(({ name, line }) => finding('config', file, line, `${quote(name)} removed`))
}

const OWN_FILE = /(?:\brequire\(\s{0,9}|\bfrom\s{1,9}|\bimport\(\s{0,9})["'](\.{1,2}\/[\w./-]{1,100})["']/g
const RULE_ON = /["'][\w@/-]{1,80}["']\s{0,9}:\s{0,9}(?:\[\s{0,9})?(?:["'](?:error|warn)["']|[12]\b)/

/** Files with rules that came with this change, and that the config loads now. */
function ownPresets(file: string, before: string, after: string, changes: readonly FileChange[]): number {
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  const loaded = Array.from(after.matchAll(OWN_FILE), ([, name = '']) => name).filter((name) => !before.includes(name))
  return loaded.filter((name) =>
    changes.some(
      ({ path, how, after: text = '' }) =>
        how === 'added' &&
        path.replace(/\.[cm]?[jt]s$/, '') === `${folder}${name.replace(/^\.\//, '').replace(/\.[cm]?[jt]s$/, '')}` &&
        RULE_ON.test(text),
    ),
  ).length
}

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
  if (isReplaced || isUnimportant(path) || isNoLoss(change, changes) || hasOtherLinter(path, changes)) return []
  if (isNamedAsProjects(change, changes)) return []
  const taken = takenOver(change, changes)
  if (taken) return taken
  const found = finding('deleted', path, 1, `${NAMES[kindOfConfig(path) ?? ''] ?? 'config'} deleted`)
  return [isOfDroppedRunner(path, changes) ? { ...found, isNote: true } : found]
}

/** Of a file with many purposes: what became of the settings that stand in another one now. */
export function movedConfig(change: FileChange, changes: readonly FileChange[]): TamperFinding[] {
  return takenOver(change, changes) ?? []
}

const COMMENT = /\/\*[\s\S]{0,2000}?\*\/|^[ \t]*\/\/.*$/gm
const COMPUTED = /\.{3}|\brequire\(|\bimport\b|\bprocess\.|=>|\bfunction\b/

/** Its settings stand in a file beside it now: what became of each; undefined where they do not, or cannot be read. */
function takenOver({ path, before = '' }: FileChange, changes: readonly FileChange[]): TamperFinding[] | undefined {
  if (/\.[cm]?[jt]s$/.test(path) && COMPUTED.test(before.replaceAll(COMMENT, ''))) return undefined
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const beside = changes.filter((other) => other.path.slice(0, other.path.lastIndexOf('/') + 1) === folder)
  const old = watched(path, before)
  const { settings, inTheirFile } = withMoved(path, { old, now: [] }, beside)
  return settings.length === 0
    ? undefined
    : compareSettings({ file: path, old, now: settings, changes }).map(inTheirFile)
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
