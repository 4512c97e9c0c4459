// What coverage is counted over. Where no share is asked for, nothing fails by it, and what is left out is no loss.
import type { TamperFinding } from '../finding.ts'
import { keysOf, type ToolSetting } from './setting.ts'

const FILES = /(?:^|\/)(?:\.nycrc|\.c8rc|\.coveragerc|codecov|\.codecov|\.simplecov)(?:\.\w+)?$/
const SECTION = /^(?:nyc|c8|tool\.coverage|coverage)\b|(?:^|\.)coverage(?:\.|$|PathIgnore)/
const THRESHOLD =
  /thresh|fail[_-]under|check-?coverage|minimum_coverage|(?:^|\.)(?:lines|branches|functions|statements|target|perFile|100)$/i

interface Sides {
  readonly file: string
  readonly old: readonly ToolSetting[]
  readonly now: readonly ToolSetting[]
}

const SCOPE =
  /added to (?:exclude\w*|omit|coveragePathIgnorePatterns|ignore)$|^ignore_errors set to |removed from include$/

/** A note where the setting is one of coverage and no threshold stands beside it, neither before nor now. */
export function ofCoverage(found: TamperFinding, { file, old, now }: Sides): TamperFinding {
  if (found.file !== file || !SCOPE.test(found.what)) return found
  const isOf = (setting: ToolSetting): boolean => FILES.test(file) || SECTION.test(keysOf(setting))
  const places = [...old, ...now].filter(({ line }) => line === found.line)
  if (places.length === 0 || !places.every(isOf)) return found
  // Tests are not what coverage is about.
  if (/^"(?:\*\*\/)?(?:tests?|specs?|__tests__|e2e)(?:\/[*/]*(?:\.\w+)?)?" added to /.test(found.what))
    return { ...found, isNote: true }
  const isAsked = [...old, ...now].some((setting) => isOf(setting) && THRESHOLD.test(keysOf(setting)))
  return isAsked ? found : { ...found, isNote: true }
}
