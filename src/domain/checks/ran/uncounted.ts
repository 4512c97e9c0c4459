// Runners that close with no summary of all tests: their lines are counted, where they print any.
import type { RunnerRead } from './runner.ts'

export interface LineRunner {
  readonly name: string
  readonly hints: readonly string[]
  /** `isCut`: lines of the middle are missing, so that nothing can be counted. */
  readonly read: (lines: readonly string[], isCut: boolean) => RunnerRead | undefined
}

/** `go test` tells of each package; of each test only with -v or -json. */
function readGo(lines: readonly string[], isCut: boolean): RunnerRead | undefined {
  const count = { passed: 0, failed: 0, skipped: 0, packages: 0, empty: 0, began: 0 }
  let first = -1
  let last = -1
  let open = 0
  for (const [at, line] of lines.entries()) {
    const what = line.startsWith('{') ? goEvent(line) : goLine(line)
    if (what === undefined) continue
    if (first < 0) first = at
    if (what === 'began') {
      count.began += 1
      open += 1
    } else if (what === 'package' || what === 'empty') {
      count.packages += 1
      count.empty += what === 'empty' ? 1 : 0
      open = 0
      last = at
    } else count[what] += 1
  }
  if (count.packages === 0) return open > 0 ? { runs: [], unfinished: count.passed + count.failed } : undefined
  const tests = count.passed + count.failed
  const isUncounted = isCut || (count.began === 0 && count.empty < count.packages)
  const unfinished = open > 0 ? { unfinished: tests } : {}
  if (isUncounted) return { runs: [], isUncounted, ...unfinished }
  const run = { tests, failed: count.failed, skipped: count.skipped, units: tests, marks: tests, start: first, last }
  return { runs: [run], ...unfinished }
}

type GoLine = 'began' | 'passed' | 'failed' | 'skipped' | 'package' | 'empty' | undefined

function goLine(line: string): GoLine {
  if (line.startsWith('=== RUN ')) return 'began'
  const test = /^\s*--- (PASS|FAIL|SKIP): \S/.exec(line)?.[1]
  if (test !== undefined) return test === 'PASS' ? 'passed' : test === 'FAIL' ? 'failed' : 'skipped'
  if (/^\?\s+\S+\s+\[no test files\]$|^ok\s+\S+\s+\S+(?:\s.*)?\s\[no tests to run\]$/.test(line)) return 'empty'
  // Since Go 1.22 a package without tests is listed with its coverage.
  if (/^\s+\S+\s+coverage: 0\.0% of statements$/.test(line)) return 'empty'
  return /^(?:ok|FAIL)\s+\S+\s+(?:\(cached\)|\d+\.\d+s|\[(?:build|setup) failed\])/.test(line) ? 'package' : undefined
}

const GO_EVENTS: Readonly<Record<string, GoLine>> = { run: 'began', pass: 'passed', fail: 'failed', skip: 'skipped' }

function goEvent(line: string): GoLine {
  const action = /"Action":"(run|pass|fail|skip)"/.exec(line)?.[1]
  if (action === undefined || !/^\{(?:"Time":"[^"]*",)?"Action":/.test(line)) return undefined
  if (line.includes('"Test":"')) return GO_EVENTS[action]
  return action === 'skip' ? 'empty' : action === 'run' ? undefined : 'package'
}

/** Gradle counts on failure only; a build may list each test, and says which test tasks had nothing to run. */
function readGradle(lines: readonly string[], isCut: boolean): RunnerRead | undefined {
  const count = { PASSED: 0, FAILED: 0, SKIPPED: 0 }
  const tasks = { ran: 0, empty: 0, known: 0 }
  let total: RegExpExecArray | null = null
  let last = -1
  for (const [at, line] of lines.entries()) {
    const task = /^> Task :(?:\S+:)?\w*[tT]est(?: (NO-SOURCE|UP-TO-DATE|FROM-CACHE|SKIPPED|FAILED))?$/.exec(line)
    if (task) tasks[task[1] === 'NO-SOURCE' ? 'empty' : /^(?:UP|FROM)/.test(task[1] ?? '') ? 'known' : 'ran'] += 1
    const test = /^\S.{0,300} > .{1,300} (PASSED|FAILED|SKIPPED)$/.exec(line)?.[1]
    if (test === 'PASSED' || test === 'FAILED' || test === 'SKIPPED') count[test] += 1
    total = /^(\d+) tests? completed(?:, (\d+) failed)?(?:, (\d+) skipped)?$/.exec(line) ?? total
    if (/^BUILD (?:SUCCESSFUL|FAILED) in /.test(line)) last = at
  }
  if (last < 0 || tasks.ran + tasks.empty + tasks.known === 0) return undefined
  const run = (tests: number, failed: number, skipped: number): RunnerRead => ({
    runs: [{ tests, failed, skipped, units: tests, marks: tests, start: 0, last }],
  })
  if (tasks.ran === 1 && tasks.known === 0 && total)
    return run(Number(total[1]) - Number(total[3] ?? 0), Number(total[2] ?? 0), Number(total[3] ?? 0))
  if (tasks.ran + tasks.known === 0) return run(0, 0, 0)
  // What is not run again is not listed again.
  if (isCut || tasks.known > 0 || count.PASSED === 0) return { runs: [], isUncounted: true }
  return run(count.PASSED + count.FAILED, count.FAILED, count.SKIPPED)
}

/** The dots of node:test: one for each test, and an X for one that failed. */
export function readNodeDots(lines: readonly string[]): RunnerRead {
  const dots = lines.filter((line) => /^[.X]+$/.test(line)).join('')
  const failed = dots.replaceAll('.', '').length
  const size = { tests: dots.length, units: dots.length, marks: dots.length }
  return { runs: [{ ...size, failed, skipped: 0, start: 0, last: lines.length }] }
}

export const lineRunners: readonly LineRunner[] = [
  { name: 'go test', hints: ['ok  \t', '?   \t', 'FAIL\t', '=== RUN ', '"Action":', '[no test files]'], read: readGo },
  { name: 'gradle', hints: ['> Task :'], read: readGradle },
]
