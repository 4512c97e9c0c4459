// The one line of a failing check's output that says most: the message of a failure, not its stack.
import { isFailureLine } from './failure-lines.ts'
import { toLines } from './output-lines.ts'

const LONGEST_READ = 2000

/** Messages of exceptions and assertions, then of compilers; the first that any line matches is taken. */
const IS_MESSAGE: readonly RegExp[] = [
  /^\s*(?:Uncaught |Unhandled )?(?:[A-Za-z_$][\w$]{0,60}[.:]{1,2}){0,4}[A-Za-z_$]{0,60}(?:Error|Exception|Failure)(?: \[\w+\])?: +\S/,
  /^E {2,}\S/,
  /(?:^|[\s:])(?:fatal )?error(?:\[\w+\]|\s+[A-Z]{1,5}\d{2,5})?\s*: +\S/i,
  /\bexpected\b.{1,200}\b(?:got|received|but|actual|to be|to equal)\b/i,
]

/** Frames of a stack, carets below source code, the version of a runtime: they never say what went wrong. */
const IS_NOISE: readonly RegExp[] = [
  /^\s*(?:at |File "|from |\^|~+|-{3,}|={3,}|\|)/,
  /^Node\.js v\d|^npm (?:ERR!|error|warn)|^error Command failed|^\s*(?:exit code|code) \d/i,
  /^[\s\W]*$/,
]

/** Undefined where nothing was printed. */
export function failingLine(output: string): string | undefined {
  const lines = lastOfChains(unfolded(uncommented(toLines(output).map((line) => line.slice(0, LONGEST_READ)))))
  const telling = lines.filter((line) => !IS_NOISE.some((pattern) => pattern.test(line)))
  const at =
    [...IS_MESSAGE.map((pattern) => (line: string) => pattern.test(line)), isFailureLine]
      .map((isTelling) => telling.findIndex(isTelling))
      .find((index) => index >= 0) ?? -1
  const line = telling.at(at)?.trim()
  if (line === undefined) return undefined
  const next = line.endsWith(':') && at >= 0 ? telling[at + 1]?.trim() : undefined
  return withoutKind(next === undefined ? line : `${line} ${next}`)
}

const IS_TAP = /^TAP version \d|^\s*(?:not )?ok \d+\b/
const TAP_COMMENT = /^(\s*)# (?=\s*\S)/

/** What a test file printed itself is a comment of TAP. */
function uncommented(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => IS_TAP.test(line))) return lines
  return lines.map((line) => line.replace(TAP_COMMENT, '$1'))
}

/** TAP tells of a failure in YAML, where a message of several lines stands below its key. */
function unfolded(lines: readonly string[]): readonly string[] {
  const isKey = (line: string | undefined): boolean => /^\s+error: [|>][-+]?\s*$/.test(line ?? '')
  return lines.flatMap((line, index) => {
    if (isKey(line)) return []
    return isKey(lines[index - 1]) ? [`Error: ${line.trim()}`] : [line]
  })
}

const CHAINS =
  /^(?:During handling of the above exception, another exception occurred|The above exception was the direct cause of the following exception):$/
const BEGINS_FAILURE = /^(?:Traceback \(most recent call last\):$|_{3,} .* _{3,}$|={3,})/

/** Python prints the exceptions that led to a failure before the one that failed the test: those are left out. */
function lastOfChains(lines: readonly string[]): readonly string[] {
  const kept: string[] = []
  let start = 0
  for (const line of lines) {
    if (CHAINS.test(line)) kept.length = start
    else if (BEGINS_FAILURE.test(line)) start = kept.length
    if (!CHAINS.test(line)) kept.push(line)
  }
  return kept
}

/** `Error: expected 1` says no more than `expected 1`. */
function withoutKind(line: string): string {
  const bare = line.replace(/^E {2,}/, '').replace(/^(?:Uncaught )?(?:Assertion)?Error(?: \[\w+\])?: +/, '')
  return bare === '' ? line : bare
}
