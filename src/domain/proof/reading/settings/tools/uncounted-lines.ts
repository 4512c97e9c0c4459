// Coverage: patterns of lines that are not counted. Some lines can hardly be tested; product code with a name can.
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import type { Grouped } from '../grouped.ts'
import type { ToolSetting } from '../setting.ts'

/** coverage.py. */
const PATTERNS = /(?:^|\.)(?:exclude_(?:lines|also)|partial_(?:branches|also))$/
const FLOOR = /(?:^|\.)fail_under$/

export function uncountedLines({ file, old, now }: Pick<Grouped, 'file' | 'old' | 'now'>): TamperFinding[] {
  const isAsked = [...old.keys(), ...now.keys()].some((keys) => FLOOR.test(keys))
  if (!isAsked) return []
  const known = new Set(patternsIn(old).map(({ value }) => value))
  return patternsIn(now)
    .filter(({ value }) => !known.has(value) && isOfProduct(value))
    .map(({ value, line }) => finding('config', file, line, `lines like ${quote(value)} no longer count for coverage`))
}

function patternsIn(groups: Grouped['old']): ToolSetting[] {
  return [...groups].flatMap(([keys, list]) => (PATTERNS.test(keys) ? list.filter(({ value }) => value !== '') : []))
}

/** For subclasses, for people who debug, for other versions, or never to be reached. */
const HARDLY_TESTED =
  /__\w+__|NotImplemented|AssertionError|assert_never|unreachable|abstract|overload|Protocol|\bdebug|pragma|TYPE_CHECKING|ImportError|ModuleNotFound|KeyboardInterrupt|SystemExit|_?repr\b|\bmain\b|\bpprint|_never\b|\bplatform\b|version_info|\.{3}$/i
const STATEMENT =
  /^\W{0,9}(?:(?:async\s{0,9}|async\\s[*+]?)?def|class|raise|return|except|else|elif|if|for|while|with|yield|try|throw|catch|function|void|static|switch|case)\b/
const OF_A_NAME = /^\W{0,9}(?:(?:async\s{0,9}|async\\s[*+]?)?def|class|raise|throw|function)\b/

const ANY_LINE = /^\(?(?:\.|\\[wS])[*+]?\)?\$?$/
/** A word, and nothing behind it but what fits any line. */
const NOTHING_ELSE = /^\W{0,9}\w+(?:\\[wWsSbB]|[\s.*+?:^$()])*$/

/** Any line; functions, classes and errors by their names; or every statement of a kind. */
function isOfProduct(written: string): boolean {
  const pattern = written.replaceAll('\\\\', '\\').replace(/^\^?(?:\\s[*+])?/, '')
  if (HARDLY_TESTED.test(pattern)) return false
  if (ANY_LINE.test(pattern) || OF_A_NAME.test(pattern)) return true
  return STATEMENT.test(pattern) && NOTHING_ELSE.test(pattern)
}
