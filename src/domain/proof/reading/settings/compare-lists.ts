// Lists in two versions of a config: more left out, less looked at, an entry that finds a part of what another found.
import { GOLANGCI_DEFAULTS } from './tools/default-linters.ts'
import { isNarrow, isRunnerList } from './added-runner.ts'
import type { Grouped } from './grouped.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import type { ToolSetting } from './setting.ts'
import { isApart, isNarrowed, isWider, isWithin } from './narrowed-lists.ts'
import {
  BESIDE,
  FILTER,
  GENERATED,
  LAYOUT_CODE,
  LEFT_OUT,
  LOOKED_AT,
  NEEDED,
  RETIRED,
  severityRank,
} from './strictness.ts'
import { kindOfConfig } from '../../yardstick/yardstick.ts'

export function compareLists(sides: Grouped): TamperFinding[] {
  return [...grownLists(sides), ...shrunkLists(sides), ...newLists(sides)]
}

function grownLists(sides: Grouped): TamperFinding[] {
  const { file, old, now, isNew } = sides
  return [...now].flatMap(([keys, settings]) => {
    const list = keys.split('.').findLast((part) => LEFT_OUT.test(part))
    const isFilter = FILTER.test(keys.split('.').at(-1) ?? '')
    if (list === undefined && !isFilter) return []
    const known = new Set((old.get(keys) ?? []).map(({ value }) => value))
    return settings
      .filter(
        ({ value, path }) =>
          !known.has(value) &&
          value !== '' &&
          // It takes something out of the list again.
          !value.startsWith('!') &&
          isItem(value, path.at(-1)) &&
          !GENERATED.test(value) &&
          !DEFAULTS.test(value) &&
          !isBeside(file, keys, value) &&
          !RETIRED.test(value) &&
          !LAYOUT_CODE.test(value) &&
          !isOfTests(keys, value) &&
          !(SAME_MESSAGE[value]?.some((key) => old.has(key) && !now.has(key)) ?? false) &&
          !isNew(value) &&
          !isNew(`${file.slice(0, file.lastIndexOf('/') + 1)}${value.replace(/^\.\//, '')}`) &&
          !isNeverSelected(keys, value, old) &&
          !(RUFF.test(keys) && OF_FORMATTER.test(value)) &&
          !isOfRenamedPath(keys, value, sides) &&
          !isOfSubset(keys, sides) &&
          !isMoved(value, old.get(keys) ?? [], settings) &&
          !(old.get(keys) ?? []).some((one) => isWithin(value, one.value)) &&
          !isNeverIncluded(keys, value, sides) &&
          !isOfNewEntry(path, sides) &&
          !isOfNewLinter(path, sides) &&
          !(GOLANGCI.test(file) && list !== 'disable' && hasMoreLinters(sides)) &&
          !((value.length > 7 || (GOLANGCI.test(file) && list === 'disable')) && sides.wasSaid(value)),
      )
      .map(({ value, line }) => ({
        ...finding('config', file, line, `${quote(value)} added to ${list ?? keys}`),
        ...(isOfPaths(file, list ?? '', value) && { leftOut: value }),
        ...(OF_ONE_COP.test(keys) && { isOfOneRule: true as const }),
      }))
  })
}

/** Lists that hold patterns of paths and nothing else. */
const PATHS =
  /^(?:ignores|ignorePatterns|excludePaths|exclude-dirs|exclude-files|extend-exclude|omit|testPathIgnorePatterns|modulePathIgnorePatterns|coveragePathIgnorePatterns)$/
const EXCLUDES = /(?:^|\/)(?:(?:ts|js)config[\w.-]*\.json|(?:vitest|vite)[\w.-]*\.config\.\w+|\.?ruff\.toml)$/

/** Names of rules and texts of messages may stand under the same word. */
function isOfPaths(file: string, list: string, value: string): boolean {
  if (PATHS.test(list) || (list === 'ignore' && file.endsWith('ignore'))) return true
  return list === 'exclude' && (EXCLUDES.test(file) || (file.endsWith('pyproject.toml') && value.includes('/')))
}

/** RuboCop: where a single cop does not look; `AllCops` is about all of them. */
const OF_ONE_COP = /(?:^|\.)[A-Z]\w{1,40}\/\w{1,60}\.(?:Exclude|AllowedMethods|AllowedPatterns|IgnoredMethods)$/

/** Documents and examples, the presets that golangci-lint itself offers, tests in a config that is for building. */
function isBeside(file: string, keys: string, value: string): boolean {
  if (keys.endsWith('exclusions.presets') || /phpunit\.(?:source|filter|coverage|logging)\./.test(keys)) return true
  if (/tsconfig[.-](?!test|spec|base)[\w.-]+\.json$/.test(file)) return true
  return BESIDE.test(value)
}

/** Assertions, magic values and names that tests are full of; in tests these rules find nothing. */
const OF_TESTS = /^(?:S|S1\d\d|S10[1-8]|ANN\d*|D\d*|INP001|PLR2004|SLF001|ARG\d*|PT\d*|E501|N80\d)$/
const TEST_PATH = /per-file-ignores\.["']?(?:\*\*\/)?(?:tests?|conftest|test_\*|\*_test)\b[^,]*$/

function isOfTests(keys: string, code: string): boolean {
  return OF_TESTS.test(code) && TEST_PATH.test(keys)
}

/** PHPStan gave these switches up for identifiers of messages. */
const SAME_MESSAGE: Readonly<Record<string, readonly string[]>> = {
  'missingType.iterableValue': ['parameters.checkMissingIterableValueType'],
  'missingType.generics': ['parameters.checkGenericClassInNonGenericObjectType'],
}

/** What the runner leaves out by itself. */
const DEFAULTS = /^\.\.\.configDefaults\.\w+$/
/** Selected where a config selects nothing. */
const RUFF_DEFAULTS = ['E4', 'E7', 'E9', 'F']
const RUFF = /^(?:tool\.ruff\.)?lint\./

/** Rules that get in the way of ruff's own formatter: its documentation says to leave them out. */
const OF_FORMATTER = /^(?:W191|E111|E114|E117|D206|D300|Q00[0-4]|COM812|COM819|ISC001|ISC002)$/

/** `per-file-ignores` of a path that has another name now: the rules stood below a key that is gone. */
function isOfRenamedPath(keys: string, value: string, { old, now }: Grouped): boolean {
  const at = keys.lastIndexOf('per-file-ignores.')
  if (at < 0 || old.has(keys)) return false
  const list = keys.slice(0, at + 'per-file-ignores.'.length)
  return [...old].some(
    ([other, settings]) => other.startsWith(list) && !now.has(other) && settings.some((one) => one.value === value),
  )
}

/** A code that none of the selected groups held before: to ignore it takes nothing away. */
function isNeverSelected(keys: string, code: string, old: Grouped['old']): boolean {
  const [section] = RUFF.exec(keys) ?? []
  if (section === undefined) return false
  const selected = ['select', 'extend-select'].flatMap((key) => old.get(`${section}${key}`) ?? [])
  const codes = old.has(`${section}select`) ? selected.map(({ value }) => value) : RUFF_DEFAULTS
  return codes.length > 0 && !codes.some((one) => one === 'ALL' || one.startsWith(code) || code.startsWith(one))
}

/** Only some rules were looked at, now all but these. */
function isOfSubset(keys: string, { old, now }: Grouped): boolean {
  const subset = keys.replace(/\bexcludes$/, 'includes')
  return subset !== keys && old.has(subset) && !now.has(subset)
}

/** The same entry for a path that lies elsewhere now: `cart.py:E402` became `src/cart.py:E402`. */
function isMoved(value: string, old: readonly ToolSetting[], now: readonly ToolSetting[]): boolean {
  const kept = new Set(now.map((one) => one.value))
  return old.some((one) => one.value.length > 3 && !kept.has(one.value) && value.endsWith(`/${one.value}`))
}

/** ESLint: an entry of the config with rules of its own, none of which was there before. */
function isOfNewEntry(path: readonly (string | number)[], { file, old, now }: Grouped): boolean {
  const at = path.findLastIndex((part, index) => typeof part === 'number' && path[index + 1] === 'ignores')
  if (at < 0 || !ESLINT.test(file)) return false
  const entry = `${JSON.stringify([...path.slice(0, at + 1), 'rules']).slice(0, -1)},`
  const rules = [...now].filter(([, settings]) => settings.some((one) => JSON.stringify(one.path).startsWith(entry)))
  return rules.length > 0 && rules.every(([keys]) => !old.has(keys))
}

/** TypeScript: to leave out what no entry of `include` finds takes nothing away. */
function isNeverIncluded(keys: string, value: string, { file, old, now }: Grouped): boolean {
  if (keys !== 'exclude' || !TSCONFIG.test(file)) return false
  const [was, is] = [old, now].map((groups) => (groups.get('include') ?? []).filter((one) => one.value !== ''))
  const included = [...(was ?? []), ...(is ?? [])]
  return was !== undefined && was.length > 0 && included.every((one) => isApart(one.value, value))
}

/** Where nothing is selected, flake8 takes its own, and what is added to them. */
function isFlake8Default(keys: string, code: string, now: Grouped['now']): boolean {
  if (keys !== 'flake8.select' || now.has(keys)) return false
  const added = (now.get('flake8.extend-select') ?? []).flatMap(({ value }) => value.split(/[,\s]+/))
  return code.split(/[,\s]+/).every((one) => /^(?:E|F|W|C90)$/.test(one) || added.includes(one))
}

/** A pattern as far as it is spelled out. */
function asGlob(list: string, value: string): string {
  return list === 'testRegex' ? value.replace(/[.[(\\+?|$^].*$/s, '*') : value
}

/** TypeScript: the projects that it refers to look at the rest. */
function hasProjects(now: Grouped['now']): boolean {
  return [...now.keys()].some((keys) => keys.startsWith('references'))
}

/** The config of another tool is neither product nor test. */
const TOOL_CONFIG = /^(?:\.\/)?(?:\.?[\w-]+\.config\.[cm]?[jt]s|\.\w+rc\.[cm]?[jt]s)$/
const TSCONFIG = /(?:^|\/)tsconfig[\w.-]*\.json$/
const GOLANGCI = /(?:^|\/)\.golangci\.\w+$/

/** An exception for linters that came with this change: what ran before runs as before. */
function isOfNewLinter(path: readonly (string | number)[], { old, now }: Grouped): boolean {
  const at = path.findIndex((part) => typeof part === 'number')
  if (at < 1 || !/^(?:exclude-)?rules$/.test(String(path[at - 1]))) return false
  const entry = JSON.stringify(path.slice(0, at + 1)).slice(0, -1)
  const keys = [...path.slice(0, at), 'linters'].join('.')
  const linters = (now.get(keys) ?? [])
    .filter((setting) => setting.value !== '' && JSON.stringify(setting.path).startsWith(`${entry},`))
    .map(({ value }) => value)
  const enabled = (groups: Grouped['old']): string[] => (groups.get('linters.enable') ?? []).map(({ value }) => value)
  const [known, is] = [[...enabled(old), ...GOLANGCI_DEFAULTS], enabled(now)]
  return linters.length > 0 && linters.every((linter) => is.includes(linter) && !known.includes(linter))
}

/** Several linters came and none went: what they are not to look at comes with them. */
function hasMoreLinters({ old, now }: Grouped): boolean {
  const enabled = (groups: Grouped['old']): string[] =>
    (groups.get('linters.enable') ?? []).map(({ value }) => value).filter((value) => value !== '')
  const [was, is] = [enabled(old), enabled(now)]
  return was.every((name) => is.includes(name)) && is.filter((name) => !was.includes(name)).length > 2
}

function isAllSelected(keys: string, now: Grouped['now']): boolean {
  const [section] = RUFF.exec(keys) ?? []
  if (section === undefined || !keys.endsWith('select')) return false
  return ['select', 'extend-select'].some((key) => now.get(`${section}${key}`)?.some(({ value }) => value === 'ALL'))
}

/** `ALL` and shorter codes hold the longer ones. */
function isHeld(keys: string, code: string, values: ReadonlySet<string>): boolean {
  if (!RUFF.test(keys) || !keys.endsWith('select')) return false
  return values.has('ALL') || [...values].some((value) => value !== '' && code.startsWith(value))
}

function isItem(value: string, place: string | number | undefined): boolean {
  if (/^(?:true|false|null|undefined)$/i.test(value)) return false
  return typeof place === 'number' || !/^\d+$/.test(value)
}

function shrunkLists({ file, old, now, isGone, isSaidNow }: Grouped): TamperFinding[] {
  const elsewhere = new Set(
    [...now].flatMap(([keys, list]) => (LOOKED_AT.test(lastOf(keys)) ? list.map(({ value }) => value) : [])),
  )
  return [...old].flatMap(([keys, settings]) => {
    const list = keys.split('.').at(-1) ?? ''
    // How code is laid out is no check of it.
    if (!LOOKED_AT.test(list) || keys.startsWith('formatters.')) return []
    if (ESLINT.test(file) && (list === 'plugins' || (list === 'files' && !losesRules(old, now)))) return []
    const values = new Set((now.get(keys) ?? []).map(({ value }) => value))
    const isEmptied = !now.has(keys)
    if (
      isEmptied &&
      keys === 'include' &&
      TSCONFIG.test(file) &&
      now.has('files') &&
      !old.has('files') &&
      !hasProjects(now)
    )
      return settings
        .slice(0, 1)
        .map(({ line }) => finding('config', file, line, 'single files in the place of include'))
    if (isEmptied && !NEEDED.test(list)) return []
    const lost = settings.filter(
      ({ value }) =>
        value !== '' &&
        !values.has(value) &&
        !elsewhere.has(value) &&
        !RETIRED.test(value) &&
        !isGone(value) &&
        !(list === 'extends' && value.length > 5 && isSaidNow(value)) &&
        !(TSCONFIG.test(file) && TOOL_CONFIG.test(value)) &&
        !(list === 'filterwarnings' && !value.startsWith('error')) &&
        !isHeld(keys, value, values) &&
        !(RUFF.test(keys) && list.endsWith('select') && LAYOUT_CODE.test(value)) &&
        !isFlake8Default(keys, value, now) &&
        ![...values].some((other) => isWider(other, value)) &&
        !isAllSelected(keys, now),
    )
    const known = new Set(settings.map(({ value }) => value))
    const added = [...values].filter((value) => value !== '' && !known.has(value))
    const isDeaf = list === 'filterwarnings' && !added.some((value) => value.startsWith('error'))
    // Folders come and go; a part of one in its place is less.
    if (
      list === 'paths' &&
      !isNarrowed(
        lost.map(({ value }) => value),
        added,
      )
    )
      return []
    const isReplaced = lost.length <= added.length && !isDeaf
    const isOther =
      /^python_(?:files|functions|classes)$/.test(list) &&
      values.size > 0 &&
      !added.some((value) => value.startsWith('*'))
    if (
      isReplaced &&
      !isOther &&
      (NAMES.test(list) ||
        !isNarrowed(
          lost.map(({ value }) => asGlob(list, value)),
          added.map((value) => asGlob(list, value)),
        ))
    )
      return []
    return lost.map(({ value, line }) => {
      const found = finding('config', file, line, `${quote(value)} removed from ${list}`)
      return list === 'extends' && isStrictItself(file, value, { old, now })
        ? { ...found, isNote: true as const }
        : found
    })
  })
}

/** TypeScript: the base of somebody else is gone, and the file itself says now what strict means. */
function isStrictItself(file: string, base: string, { old, now }: Pick<Grouped, 'old' | 'now'>): boolean {
  const isStrict = (groups: Grouped['old']): boolean =>
    groups.get('compilerOptions.strict')?.some(({ value }) => value === 'true') === true
  return TSCONFIG.test(file) && !base.startsWith('.') && isStrict(now) && !isStrict(old)
}

/** They hold names of packages and rules, no patterns of paths. */
const NAMES = /^(?:extends|plugins|(?:extend-|extend_)?select|enable|linters)$/
const ESLINT = /(?:^|\/)(?:\.eslintrc(?:\.\w+)?|eslint\.config\.[cm]?[jt]s)$/

/** A plugin brings rules and switches none on; files of an override matter only with the rules that it switched on. */
function losesRules(old: Grouped['old'], now: Grouped['now']): boolean {
  const isOn = ({ value }: ToolSetting): boolean => (severityRank(value) ?? 0) > 0
  const hasRules = [...old.keys()].some((keys) => keys.includes('rules.'))
  return !hasRules || [...old].some(([keys, list]) => keys.includes('rules.') && list.some(isOn) && !now.has(keys))
}

function lastOf(keys: string): string {
  return keys.split('.').at(-1) ?? ''
}

/** A list of single files where all files were looked at. */
function newLists({ file, old, now }: Grouped): TamperFinding[] {
  if (!/^(?:runner|package|mixed)$/.test(kindOfConfig(file) ?? '')) return []
  return [...now].flatMap(([keys, all]) => {
    const settings = all.filter(({ value }) => value !== '')
    const [first] = settings
    const isList = first !== undefined && !old.has(keys) && isRunnerList(first)
    if (!isList || !settings.every(isNarrow)) return []
    return settings.map(({ value, line }) =>
      finding('config', file, line, `${keys.split('.').at(-1)} narrowed to ${quote(value)}`),
    )
  })
}
