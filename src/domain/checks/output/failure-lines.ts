// Which lines of a failing check's output name failures, and which of them a second run has more of.
// Words of many runners are known here; a runner we do not know gives few lines, never wrong ones by design.
import { moreOften } from '../more-often.ts'
import { toNormal } from './normal-line.ts'
import { toLines } from './output-lines.ts'

const MOST_LINES = 200
/** Longer lines are minified code or data; their start says what they are. */
const LONGEST_READ = 2000

/** Lines that tell of success, or that only count, or that a wrapper adds to every failure. */
const SAYS_NOTHING: readonly RegExp[] = [
  /^\s*(?:[✓✔√]|ok\b|PASS\b|--- PASS|\(pass\)|\[\s+OK\s+\])/i,
  /(?:\bPASSED|\.\.\. ok|\.\.\. ignored)\s*(?:\(|\[|$)/,
  /^[\s=✖✗×❌-]*\d+\s+(?:tests?|specs?|suites?|examples?|problems?|errors?|failed|failures?|failing|passed|warnings?)\b/i,
  /^\s*(?:Test (?:Suites|Files)|Tests|Snapshots|Suites|Totals?|Results?|Errors|Failures|Failed Tests|Failed Suites)\b\s*[:\d(]/i,
  /^\s*(?:Found|Ran|Executed|Checked|Finished|Linted)\b.*\d/i,
  /^[\s⎯=*-]*(?:Failed (?:Tests|Suites)|FAILURES|ERRORS|Failures|Unhandled Errors|short test summary info)\b[\s\d:!]*[\s⎯=*-]*$/i,
  /^\s*(?:FAIL|FAILED|FAILURE|ERROR|ERRORS|Error|Failed)[:!.]?\s*$/,
  /^\s*FAILED \((?:failures|errors|skipped)=/,
  /^\s*test result:|^\s*error: test failed|^\s*error(?:\[\w+\])?: (?:could not compile|aborting due to|\d+ targets? failed)/,
  /^\s*(?:npm (?:ERR!|error|warn)|yarn error|lerna ERR!|ERR_PNPM|\s*ELIFECYCLE)|^\s*ELIFECYCLE|^error Command failed/i,
  /^error: (?:script|Recipe)\b.*(?:exited|failed)|^g?make(?:\[\d+\])?: |^ninja: build stopped|^Error: Process completed/,
  /^(?:FAILURE: Build failed|BUILD FAILED|> There were failing tests|Execution failed for task)/,
  /^\[ERROR\]\s*(?:$|Failed to execute goal|-> \[Help|To see the full|Re-run Maven|For more information|After correcting|\[Help|Failures:|Errors:|There are test failures|See |Please refer)/,
  /^\[ERROR\]\s+Tests run:(?!.*<<<)/,
  /^\s*(?:#|ℹ)\s*(?:fail|pass|tests|suites|cancelled|skipped|todo|duration_ms)\b/,
  /^\s*\[\s+FAILED\s+\]\s+\d+ tests?/,
  /^\s*(?:Total|Passed!|Failed!)\s+(?:-|tests)/,
  /^\s*✖ failing tests/,
  /^\s*error: (?:[|>][-+]?|'\d+ subtests? failed')$/,
  /\b(?:0|no) (?:errors?|failures?|problems?)\b/i,
  /^[^a-z]*warning\b|:\s*warning\b|\d:\d+\s+warning\s/i,
]

const NAMES_FAILURE: readonly RegExp[] = [
  /^\s*[✗✘✕✖×❌●⨯]\s+\S/,
  /^\s*x [\w@/-]+\([\w@/-]+\): /,
  /^\s*\(fail\)\s/,
  /^\s*not ok\b/,
  /^\s*--- FAIL:/,
  /^\s*(?:FAIL|FAILED|ERROR|XPASS)(?::|\s|\t)\s*\S/,
  /(?:\bFAILED|\.\.\. FAILED|\bFAIL\]|\(Failed\)|\*\*\*(?:Failed|Exception|Timeout)|<<< (?:FAILURE|ERROR)!)/,
  /^\s*\[\s*(?:FAILED|FAIL|ERROR|error)\s*\]/,
  /^\s*Failed\s+\S+.*\[/,
  /^E {2,}\S/,
  /^\s*\d+\) \S/,
  /^rspec \.?\/?\S+/,
  /(?:^|[\s:])(?:fatal )?error(?:\[\w+\]|\s+[A-Z]{1,5}\d{2,5})?\s*:/i,
  /^\s*\d+:\d+\s+error\s/,
  /^\s*(?:Uncaught |Unhandled |Caused by: )?(?:[A-Za-z_$][\w$]*[.:]{1,2})*[A-Za-z_$]*(?:Error|Exception|Failure)\b(?:\s*[:([]|\s*$)/,
  /^\s*(?:Assert\.\w+\(\)|Failure\/Error:)/,
  /^(?:panic|fatal|fatal error): |\bpanicked at\b/,
  /^\s*(?:\.{0,2}\/)?[\w@%+,./\\-]*[\w-]\.[A-Za-z]{1,5}(?::\d+(?::\d+)?:|\(\d+,\d+\):)\s+\S/,
  /^\[warn\] \S+\.\w+$/,
  /^\s*[A-Z]{1,5}\d{3,4} (?:\[\*\] )?\S/,
]

/** Lines that name the file to which the indented lines below them belong. */
const FILE_HEADING = /^(?:\/|\.{0,2}\/|[A-Za-z]:\\)?[\w@%+,()./\\[\]-]*[\w\])]\.[A-Za-z]{1,5}$/
const PLACE_BELOW = /^\s*(?:-->|╭─\[|,-\[|┌─)\s*([^\s\]]+)/
const NEEDS_FILE = /^\s*\d+:\d+\s+error\s/

/**
 * In the order of the output, as often as they stand there, at most 200. `root` is the folder in which the check ran:
 * paths below it become relative.
 */
export function failureLines(output: string, root?: string): string[] {
  const found: string[] = []
  let file = ''
  const lines = toLines(output)
  for (const [index, full] of lines.entries()) {
    const line = full.slice(0, LONGEST_READ)
    if (FILE_HEADING.test(line)) file = line
    if (!isFailureLine(line)) continue
    const place = placeOf(line, lines, index)
    const normal = toNormal(NEEDS_FILE.test(line) ? `${file} ${line}` : `${line}${place}`, root)
    if (/[\p{L}]/u.test(normal)) found.push(normal)
    if (found.length >= MOST_LINES) break
  }
  return found
}

const MOST_QUOTED = 160

/** The first of them as it was printed, to be quoted. */
export function firstFailureLine(output: string): string | undefined {
  const line = toLines(output).find(
    (full) => isFailureLine(full) && /\p{L}/u.test(toNormal(full.slice(0, LONGEST_READ), undefined)),
  )
  return line?.trim().slice(0, MOST_QUOTED).trimEnd()
}

export function isFailureLine(line: string): boolean {
  const start = line.slice(0, LONGEST_READ)
  return NAMES_FAILURE.some((pattern) => pattern.test(start)) && !SAYS_NOTHING.some((pattern) => pattern.test(start))
}

/** Can it tell what got worse? Not if nothing was recognised, nor if lines were left out: it may be among them. */
export function isComparable(lines: readonly string[]): boolean {
  return lines.length > 0 && lines.length < MOST_LINES
}

/** Each line as often as it stands more often than before: a second error with the same words is new. */
export function newFailures(before: readonly string[], now: readonly string[]): string[] {
  return moreOften(now, before, (line) => line)
}

/** Compilers in the manner of rustc name the file in the line below the error. */
function placeOf(line: string, lines: readonly string[], index: number): string {
  if (!/^(?:error|\s*[×x] |\s*[A-Z]{1,5}\d{3,4} )/.test(line)) return ''
  const below = PLACE_BELOW.exec((lines[index + 1] ?? '').slice(0, LONGEST_READ))
  return below?.[1] === undefined ? '' : ` ${below[1]}`
}
