// Two versions of a config: which settings check less now. What a key means stands in `strictness.ts`.
import type { FileChange } from '../../../../contract/change.ts'
import { compareLists } from './compare-lists.ts'
import { uncountedLines } from './tools/uncounted-lines.ts'
import { isPutOnOldTests } from './tools/marked-tests.ts'
import type { Grouped, Groups } from './grouped.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { moduleOf } from './tools/module-overrides.ts'
import { newAndGone } from './new-and-gone.ts'
import type { ToolSetting } from './setting.ts'
import { keysOf } from './setting.ts'
import { readSettings } from './formats/read-settings.ts'
import {
  CEILING,
  FLOOR,
  LAYOUT_RULE,
  MODES,
  RETIRED_CLIPPY,
  severityRank,
  STRICT_WHEN_FALSE,
  STRICT_WHEN_TRUE,
} from './strictness.ts'
import { isWeaker } from '../commands/weaker-command.ts'
import { kindOfConfig } from '../../yardstick/yardstick.ts'

export interface Sides {
  readonly file: string
  readonly old: readonly ToolSetting[]
  readonly now: readonly ToolSetting[]
  readonly changes: readonly FileChange[]
}

export function compareSettings({ file, old, now, changes }: Sides): TamperFinding[] {
  const sides: Grouped = {
    file,
    old: grouped(old),
    now: grouped(now),
    isBaseAdded: hasBase(now) && !hasBase(old),
    isPresetAdded: presetsOf(now).some((preset) => !presetsOf(old).includes(preset)),
    ...newAndGone(changes),
  }
  return [
    ...comparedRules(sides),
    ...comparedFlags(sides, changes),
    ...comparedNumbers(sides, changes),
    ...comparedModes(sides),
    ...compareLists(sides),
    ...comparedOptions(sides, changes),
    ...uncountedLines(sides),
  ]
}

function grouped(settings: readonly ToolSetting[]): Groups {
  const groups = new Map<string, ToolSetting[]>()
  for (const setting of settings) {
    const keys = keysOf(setting)
    const list = groups.get(keys)
    if (list) list.push(setting)
    else groups.set(keys, [setting])
  }
  return groups
}

/** What a config builds on. */
function presetsOf(settings: readonly ToolSetting[]): string[] {
  return settings.filter((setting) => /(?:^|\.)(?:extends|plugins)$/.test(keysOf(setting))).map(({ value }) => value)
}

function hasBase(settings: readonly ToolSetting[]): boolean {
  return settings.some(
    (setting) => keysOf(setting) === 'extends' || (keysOf(setting) === 'lints.workspace' && setting.value === 'true'),
  )
}

const RULE =
  /(?:^|\.)(?:rules|lints|categories)\.(?!.*\.(?:options|files|includes)\b)[^.]+(?:\.[^.]+){0,3}$|(?:^|\.)report[A-Z]\w*$/

/** A rule's name as its users know it. */
function ruleName(keys: string): string {
  return keys.replace(/^.*?\b(?:rules|lints|categories)\./, '').replace(/\.(?:level|severity)$/, '')
}

/** The severity is the value, the first of a list, or the value of `level`. */
function severityOf(settings: readonly ToolSetting[]): { rank: number; setting: ToolSetting } | undefined {
  const found = settings.flatMap((setting) => {
    const place = setting.path.at(-1)
    const rank = typeof place === 'number' && place !== 0 ? undefined : severityRank(setting.value)
    return rank === undefined ? [] : [{ rank, setting }]
  })
  return found.sort((a, b) => a.rank - b.rank)[0]
}

function comparedRules({ file, old, now, isPresetAdded, isBaseAdded }: Grouped): TamperFinding[] {
  const names = [...new Set([...old.keys(), ...now.keys()])].filter(
    (keys) => RULE.test(keys) && !isOption(now.get(keys) ?? old.get(keys)),
  )
  // A change that switches many rules on also names those that stay off.
  const came = names.filter((keys) => !old.has(keys)).map((keys) => severityOf(now.get(keys) ?? [])?.rank ?? 0)
  const isReworked = came.filter((rank) => rank > 0).length > came.filter((rank) => rank === 0).length
  const isRenamed = renamedRules(names, old, now)
  const isGroupAdded = came.length > 0 && names.some((keys) => isNewGroup(keys, old, now))
  return names.flatMap((keys) => {
    const was = severityOf(old.get(keys) ?? [])
    const is = severityOf(now.get(keys) ?? [])
    if (was?.setting.value === is?.setting.value && (was === undefined) === (is === undefined)) return []
    const name = quote(ruleName(keys))
    if (was && !is)
      return was.rank > 0 &&
        !(LAYOUT_RULE.test(ruleName(keys)) && !hasName(keys, now)) &&
        !RETIRED_CLIPPY.test(keys) &&
        !now.has(keys) &&
        !(keys.startsWith('lints.') && isBaseAdded) &&
        !isElsewhere(keys, now) &&
        !isUnderOtherPlugin(keys, was.rank, now) &&
        !isRenamed(keys)
        ? [finding('config', file, was.setting.line, `rule ${name} removed`)]
        : []
    if (!is || (is.rank === 0 && (hasStricterTwin(keys, now) || LAYOUT_RULE.test(ruleName(keys))))) return []
    if (!was)
      return is.rank === 0 &&
        !isElsewhere(keys, old) &&
        !isPresetAdded &&
        !isReworked &&
        !isOnSomewhere(keys, now) &&
        !(CLIPPY.test(keys) && isGroupAdded)
        ? [finding('config', file, is.setting.line, `rule ${name} turned off`)]
        : []
    if (is.rank >= was.rank) return []
    return [
      finding(
        'config',
        file,
        is.setting.line,
        `rule ${name} lowered from ${quote(was.setting.value)} to ${quote(is.setting.value)}`,
      ),
    ]
  })
}

const CLIPPY = /^(?:workspace\.)?lints\.clippy\./
const CLIPPY_GROUP = /\.(?:pedantic|restriction|nursery|cargo|all)(?:\.level)?$/

/** A whole group of Clippy is switched on; the lints of it that do not fit are let go one by one. */
function isNewGroup(keys: string, old: Groups, now: Groups): boolean {
  if (!CLIPPY.test(keys) || !CLIPPY_GROUP.test(keys)) return false
  const rank = (groups: Groups): number => severityOf(groups.get(keys) ?? [])?.rank ?? 0
  return rank(now) > 0 && rank(old) === 0
}

/** A rule of nearly the same name came with the same value: `empty_enum` is `empty_enums` now. */
function renamedRules(names: readonly string[], old: Groups, now: Groups): (keys: string) => boolean {
  const came = names.filter((keys) => !old.has(keys))
  return (keys) =>
    came.some((other) => {
      const [was, is] = [bareName(keys), bareName(other)]
      const isNear = was.startsWith(is) || is.startsWith(was)
      return isNear && Math.abs(was.length - is.length) < 4 && now.get(other)?.[0]?.value === old.get(keys)?.[0]?.value
    })
}

/** `["error", { "args": "none" }]`: the options of a rule are no rules. */
function isOption(settings: readonly ToolSetting[] | undefined): boolean {
  const path = settings?.[0]?.path ?? []
  return path.some(
    (part, index) =>
      typeof part === 'number' && typeof path[index + 1] === 'string' && path.lastIndexOf('rules', index) >= 0,
  )
}

/** A plugin has a better rule of the same name: `@typescript-eslint/no-unused-vars`. */
function hasStricterTwin(keys: string, now: Groups): boolean {
  const name = ruleName(keys)
  return [...now].some(
    ([other, settings]) =>
      RULE.test(other) && ruleName(other).endsWith(`/${name}`) && (severityOf(settings)?.rank ?? 0) > 0,
  )
}

/** The plugin was replaced by a fork: `import/no-cycle` is `import-x/no-cycle` now. */
function isUnderOtherPlugin(keys: string, rank: number, now: Groups): boolean {
  const name = bareName(keys)
  return [...now].some(
    ([other, settings]) => RULE.test(other) && bareName(other) === name && (severityOf(settings)?.rank ?? 0) >= rank,
  )
}

function hasName(keys: string, now: Groups): boolean {
  const name = bareName(keys)
  return [...now.keys()].some((other) => RULE.test(other) && bareName(other) === name)
}

function bareName(keys: string): string {
  return ruleName(keys).replace(/^.*\//, '')
}

/** The same rule in another form: `"x": ["error", …]`, `"x": { "level": "error" }`. */
function isElsewhere(keys: string, groups: Groups): boolean {
  const name = ruleName(keys)
  return [...groups.keys()].some(
    (other) =>
      other !== keys &&
      RULE.test(other) &&
      (ruleName(other) === name || other.startsWith(`${keys}.`) || keys.startsWith(`${other}.`)),
  )
}

/** It came with this change, and it is off only for some files. */
function isOnSomewhere(keys: string, now: Groups): boolean {
  const name = ruleName(keys)
  return [...now].some(
    ([other, settings]) =>
      RULE.test(other) && ruleName(other) === name && settings.some(({ value }) => (severityRank(value) ?? 0) > 0),
  )
}

const STRICT_FAMILY =
  /^(?:strict[A-Z]\w*|noImplicitAny|noImplicitThis|alwaysStrict|useUnknownInCatchVariables|disallow_\w+|warn_\w+|check_untyped_defs|no_implicit_\w+|strict_(?:equality|concatenate|optional|bytes)|extra_checks)$/

/** RuboCop: how code is laid out. */
const LAYOUT_COP = /(?:^|\.)Layout\/\w+\.\w+$/

/** mypy: an exception for the modules of tests alone. */
function isOfTests(setting: ToolSetting): boolean {
  return /^(?:\*\.)?tests?(?:\.|_|$)/.test(moduleOf(setting) ?? '')
}

const STRICT_EXCEPTION = /^(?:implicit_\w+|allow_\w+)$/
/** TypeScript 6 is strict by itself. */
const STRICT_TYPESCRIPT = /"typescript"\s{0,9}:\s{0,9}"(?:npm:[\w@/-]+@)?[\^~>= ]{0,3}(?:[6-9]|\d\d)\b/

/** A newer version of the tool does so without being told. */
function isDefaultNow(key: string, changes: readonly FileChange[]): boolean {
  if (key === 'no_implicit_optional' || key === 'forceConsistentCasingInFileNames') return true
  return (
    /^(?:strict|noUncheckedSideEffectImports)$/.test(key) &&
    changes.some(({ path, after }) => path.endsWith('package.json') && STRICT_TYPESCRIPT.test(after ?? ''))
  )
}

function comparedFlags({ file, old, now, isBaseAdded }: Grouped, changes: readonly FileChange[]): TamperFinding[] {
  const isStrictNow = hasStrict(now)
  const wasStrict = hasStrict(old)
  // Without `strict` or a base most of them are off anyway.
  const isBased = [...old.keys(), ...now.keys()].some((keys) => /(?:^|\.)extends$/.test(keys))
  const isStrict = isStrictNow || wasStrict || [...now.keys()].some((keys) => /(?:^|\.)extends$/.test(keys))
  const isReworked = moreCopsOnThanOff(old, now)
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((keys) => {
    const key = keys.split('.').at(-1) ?? ''
    const isPositive = STRICT_WHEN_TRUE.test(key)
    if (
      (!isPositive && !STRICT_WHEN_FALSE.test(key)) ||
      (RULE.test(keys) && key !== 'enabled' && key !== 'recommended' && key !== 'all')
    )
      return []
    const was = flagOf(old.get(keys)?.filter((setting) => !isOfTests(setting)))
    const is = flagOf(now.get(keys)?.filter((setting) => !isOfTests(setting)))
    const isDefault =
      isPositive && !was && !isStrict && !/^(?:enabled|recommended|all|forceConsistent\w+|warn_\w+)$/i.test(key)
    if (key === 'Enabled' && ((!was && isReworked) || LAYOUT_COP.test(keys))) return []
    // `strict` came, and what of it does not fit yet is named.
    if (isStrictNow && !hasStrict(old) && !was && !isPositive && STRICT_EXCEPTION.test(key)) return []
    const isLeftOff = !was && is?.isOn === false && ONLY_WITH_STRICT.test(key) && !isOnIn(old, key)
    if (isLeftOff && !wasStrict && !isBased && !wasToldStrict(file, changes)) return []
    if (is === undefined && isDefaultNow(key, changes)) return []
    if (is && is.isOn !== isPositive && was?.isOn !== is.isOn && !isDefault)
      return [finding('config', file, is.setting.line, `${flagName(keys)} set to ${is.setting.value}`)]
    const isMissed =
      was?.isOn === true && isPositive && !is && !isBaseAdded && !/^(?:enabled|Enabled|branch|all)$/.test(key)
    if (!isMissed || (isStrictNow && STRICT_FAMILY.test(key))) return []
    return [finding('config', file, was.setting.line, `${flagName(keys)} removed`)]
  })
}

/** mypy and TypeScript: off unless a config says otherwise, of all or with `strict`. */
const ONLY_WITH_STRICT =
  /^(?:disallow_\w+|check_untyped_defs|strict_(?:equality|bytes|concatenate)|extra_checks|warn_(?:return_any|unused_ignores|redundant_casts|unreachable)|noImplicit(?:Any|This)|strict(?:NullChecks|FunctionTypes|BindCallApply|PropertyInitialization|BuiltinIteratorReturn)|useUnknownInCatchVariables)$/

/** For whatever modules. */
function isOnIn(groups: Groups, key: string): boolean {
  return [...groups].some(([keys, list]) => (keys === key || keys.endsWith(`.${key}`)) && flagOf(list)?.isOn === true)
}

const TOLD_STRICT = /\b(?:mypy|tsc)\b[^\n]{0,200}?--strict\b(?!-)|\bid: mypy\b[^]{0,400}?--strict\b(?!-)/

/** The strictness stood on a command line before. */
function wasToldStrict(file: string, changes: readonly FileChange[]): boolean {
  return changes.some(
    ({ path, before }) => path !== file && kindOfConfig(path) !== undefined && TOLD_STRICT.test(before ?? ''),
  )
}

/** A change that names many new cops of RuboCop switches most of them on. */
function moreCopsOnThanOff(old: Groups, now: Groups): boolean {
  const came = [...now].filter(([keys]) => keys.endsWith('.Enabled') && !old.has(keys)).map(([, list]) => flagOf(list))
  const on = came.filter((one) => one?.isOn === true).length
  return on > came.filter((one) => one?.isOn === false).length
}

function hasStrict(groups: Groups): boolean {
  return [...groups].some(([keys, list]) => /(?:^|\.)strict$/.test(keys) && list.some(({ value }) => isTrue(value)))
}

/** `Enabled` alone says nothing: the key above it is the rule. */
function flagName(keys: string): string {
  const parts = keys.split('.')
  const last = parts.at(-1) ?? ''
  return /^(?:enabled|recommended|all)$/i.test(last) && parts.length > 1 ? parts.slice(-2).join('.') : last
}

function isTrue(value: string): boolean {
  return /^(?:true|yes|on|1)$/i.test(value)
}

function flagOf(settings: readonly ToolSetting[] | undefined): { isOn: boolean; setting: ToolSetting } | undefined {
  const setting = settings?.find(({ value }) => /^(?:true|yes|on|1|false|no|off|0)$/i.test(value))
  return setting && { isOn: isTrue(setting.value), setting }
}

function comparedNumbers({ file, old, now }: Grouped, changes: readonly FileChange[]): TamperFinding[] {
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((keys) => {
    const key = keys.split('.').at(-1) ?? ''
    const isFloor = FLOOR.test(key) && isAboutChecks(keys)
    const isCeiling = CEILING.test(key)
    const was = numberIn(old.get(keys))
    const is = numberIn(now.get(keys))
    if ((!isFloor && !isCeiling) || was?.number === is?.number || LAYOUT_COP.test(keys)) return []
    if (was && is) {
      if (isFloor ? is.number > was.number : is.number < was.number) return []
      const what = `${keys} ${isFloor ? 'lowered' : 'raised'} from ${was.setting.value} to ${is.setting.value}`
      return [
        {
          ...finding('config', file, is.setting.line, what),
          ...(OF_SIZE.test(keys) && { isOfOneRule: true as const }),
        },
      ]
    }
    if (was && isFloor && !now.has(keys) && !isFloorOfNewRunner(key, was.number, changes))
      return [finding('config', file, was.setting.line, `${keys} removed (${was.setting.value})`)]
    if (is && is.number > 0 && /^(?:retries|retry|reruns)$/.test(key))
      return [finding('config', file, is.setting.line, `${keys} set to ${is.setting.value}`)]
    return []
  })
}

const RUNNER_CONFIG = /(?:^|\/)(?:vite|vitest|jest)\.config\.[cm]?[jt]s$/

/** The config of a runner that came asks for as much: `thresholds: { 100: true }`, `thresholds: { lines: 90 }`. */
function isFloorOfNewRunner(key: string, number: number, changes: readonly FileChange[]): boolean {
  return changes.some(({ path, how, after = '' }) => {
    if (how !== 'added' || !RUNNER_CONFIG.test(path)) return false
    const floors = readSettings(path, after).filter((one) => /\bcoverage.*\.?thresholds?\./i.test(keysOf(one)))
    return floors.some(({ path: keys, value }) => {
      const last = String(keys.at(-1))
      return last === '100' ? isTrue(value) : last === key && Number(value) >= number
    })
  })
}

/** How long or branched code may be. */
const OF_SIZE =
  /(?:^|\.)(?:Metrics|Layout|RSpec)\/\w+\.Max$|(?:^|\.)max[-_]?(?:complexity|args|locals|branches|statements|returns|public-methods)$/i

/** `lines` or `target` mean a threshold only in the right place. */
function isAboutChecks(keys: string): boolean {
  return /thresh|cover|nyc|c8|fail_under|fail-under|minimum|level$|status/i.test(keys) || !keys.includes('.')
}

function numberIn(settings: readonly ToolSetting[] | undefined): { number: number; setting: ToolSetting } | undefined {
  for (const setting of settings ?? []) {
    const number =
      setting.value === 'max'
        ? Number.MAX_SAFE_INTEGER
        : /^-?\d+(?:\.\d+)?%?$/.test(setting.value)
          ? Number.parseFloat(setting.value)
          : undefined
    if (number !== undefined) return { number, setting }
  }
  return undefined
}

function comparedModes({ file, old, now }: Grouped): TamperFinding[] {
  // golangci-lint fails at every finding, however severe its linter calls it.
  if (/(?:^|\/)\.golangci\.\w+$/.test(file)) return []
  return [...old].flatMap(([keys, [was]]) => {
    const scale = MODES[keys.split('.').at(-1) ?? '']
    const is = now.get(keys)?.[0]
    if (!scale || !was || scale.indexOf(is?.value ?? '') >= scale.indexOf(was.value)) return []
    const to = is ? `lowered from ${quote(was.value)} to ${quote(is.value)}` : 'removed'
    return [finding('config', file, (is ?? was).line, `${keys} ${to}`)]
  })
}

/** `-m 'not slow'` with a marker that comes in the same change, with its tests, leaves nothing out that ran before. */
function isNewMarker(
  text: string,
  { old, now }: Pick<Grouped, 'old' | 'now'>,
  changes: readonly FileChange[],
): boolean {
  const marker = /-m[ =]?["']?not (\w+)["']?$/.exec(text.trim())?.[1]
  const has = (groups: Groups): boolean =>
    [...groups].some(
      ([keys, list]) => keys.endsWith('markers') && list.some(({ value }) => value.startsWith(`${marker}`)),
    )
  return marker !== undefined && has(now) && !has(old) && !isPutOnOldTests(marker, changes)
}

function optionsOf(settings: readonly ToolSetting[] | undefined): string {
  return (settings ?? []).map(({ value }) => value).join(' ')
}

/** Whose options a file of options holds. */
export function optionsTool(file: string): string {
  return file.endsWith('.rspec') ? 'rspec' : file.endsWith('mocha.opts') ? 'mocha' : 'pytest'
}

/** Options of pytest and the like are half a command line. */
function comparedOptions({ file, old, now }: Grouped, changes: readonly FileChange[]): TamperFinding[] {
  const keys = [...new Set([...old.keys(), ...now.keys()])].filter((one) => /(?:^|\.)(?:addopts|opts)$/.test(one))
  return keys.flatMap((key) => {
    const [was, is] = [optionsOf(old.get(key)), optionsOf(now.get(key))]
    const tool = optionsTool(file)
    const [before, after] = [was, is].map((options) => `${tool} ${options.replaceAll("'", '"')}`)
    if (before === after || !isWeaker(before ?? '', after ?? '') || isNewMarker(is, { old, now }, changes)) return []
    const known = new Set(old.get(key)?.map(({ value }) => value))
    const came = now.get(key)?.find(({ value }) => !known.has(value))
    const line = (came ?? now.get(key)?.[0] ?? old.get(key)?.[0])?.line ?? 1
    const name = key.split('.').at(-1) ?? ''
    const what = was === '' ? `${name} set to ${quote(is)}` : `${name} changed from ${quote(was)} to ${quote(is)}`
    return [finding('config', file, line, what)]
  })
}
