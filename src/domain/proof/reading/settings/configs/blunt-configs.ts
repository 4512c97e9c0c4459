// A config that came may take the place of one that stays where it is: does it by itself switch its tool off?
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import { moduleOf } from '../tools/module-overrides.ts'
import type { ToolSetting } from '../setting.ts'
import { keysOf, lastKey } from '../setting.ts'
import { severityRank } from '../strictness.ts'

/** Whatever there is to look at. */
const EVERYTHING =
  /^(?:\.\/)?(?:\*{1,2}(?:\/\*{1,2})?(?:\.\w+)?|\.|\.\*|\/|(?:src|lib|app|source|packages)(?:\/\*{0,2}(?:\/\*)?)?)$/
/** A message that every message fits. */
const ANY_MESSAGE = /^[#/~]\^?\.[*+]?\$?[#/~]$/

interface Blunt {
  readonly setting: ToolSetting
  readonly what: string
}

/** Only settings that leave nothing of the tool; the usual ones of a new config are none of our business. */
export function bluntConfig(file: string, text: string, settings: readonly ToolSetting[]): TamperFinding[] {
  const found = [...settings.flatMap((setting) => bluntSetting(setting) ?? []), ...bluntFamilies(settings)]
  return [
    ...found.map(({ setting, what }) => finding('config', file, setting.line, what)),
    ...emptied(file, text),
    ...(isIdleRoot(file, settings)
      ? [finding('config', file, 1, 'a config without rules comes before the others')]
      : []),
  ]
}

function bluntSetting(setting: ToolSetting): Blunt | undefined {
  const { value } = setting
  const key = lastKey(setting)
  if (/^(?:extend-|extend_)?exclude[sd]?$|^ignorePatterns$|^ignores$|^Exclude$/.test(key) && EVERYTHING.test(value))
    return { setting, what: `${quote(value)} added to ${key}` }
  if (/^(?:extend-)?ignore$/.test(key) && value === 'ALL') return { setting, what: `${quote(value)} added to ${key}` }
  if (key === 'ignoreErrors' && ANY_MESSAGE.test(value)) return { setting, what: `${quote(value)} added to ${key}` }
  const isOfAll = /^\*?$/.test(moduleOf(setting) ?? '')
  if (/^(?:ignore_errors|noCheck|disableAllChecks)$/.test(key) && /^true$/i.test(value) && isOfAll)
    return { setting, what: `${key} set to ${value}` }
  if (keysOf(setting) === 'linter.enabled' && value === 'false')
    return { setting, what: `linter.enabled set to ${value}` }
  return undefined
}

/** `ignore = E,F,W` leaves nothing. */
function bluntFamilies(settings: readonly ToolSetting[]): Blunt[] {
  const ignored = settings.filter((setting) => lastKey(setting) === 'ignore')
  const whole = ignored.filter(({ value }) => /^[EFW]$/.test(value))
  return whole.length > 1 ? whole.map((setting) => ({ setting, what: `${quote(setting.value)} added to ignore` })) : []
}

const EMPTY: readonly (readonly [RegExp, RegExp, string])[] = [
  [/ruff\.toml$/, /^[ \t]{0,20}select[ \t]{0,9}=[ \t]{0,9}\[\s{0,99}\]/m, 'select is empty'],
  [/(?:ts|js)config[\w.-]*\.json$/, /"files"\s{0,9}:\s{0,9}\[\s{0,99}\]/, 'files is empty'],
]

/** A list of what to look at with nothing in it; in TypeScript the projects it refers to may be the rest. */
export function emptied(file: string, text: string, before = ''): TamperFinding[] {
  return EMPTY.flatMap(([files, pattern, what]) => {
    const hit = files.test(file) && !pattern.test(before) ? pattern.exec(text) : null
    if (!hit || /"(?:references|include)"/.test(text)) return []
    return [finding('config', file, text.slice(0, hit.index).split('\n').length, what)]
  })
}

/** ESLint looks no further up than to a config that says `root`. */
function isIdleRoot(file: string, settings: readonly ToolSetting[]): boolean {
  if (!/\/\.eslintrc(?:\.[a-z]+)?$/.test(file)) return false
  const isRoot = settings.some((setting) => keysOf(setting) === 'root' && setting.value === 'true')
  const hasRules = settings.some(
    (setting) =>
      /^(?:extends|plugins|overrides)/.test(keysOf(setting)) ||
      (keysOf(setting).startsWith('rules.') && (severityRank(setting.value) ?? 0) > 0),
  )
  return isRoot && !hasRules
}
