// The summaries that close a run, as each test runner prints them: those that need more than one pattern to read.
import { countsIn, sumOf, wordSet } from './count.ts'
import type { RunEnd, Runner } from './runner.ts'

/** `ℹ tests 3`, `ℹ pass 3`, … of node:test, with `#` where it writes TAP; tape prints fewer of them. */
export function nodeEnd(sign: 'ℹ' | '#'): Runner['endAt'] {
  const pattern = new RegExp(String.raw`^${sign} ([a-z_]+) +(\d+(?:\.\d+)?)$`)
  return (lines, at) => {
    if (!lines[at]?.startsWith(`${sign} tests `)) return undefined
    const counts = new Map<string, number>()
    let last = at
    for (; last < at + 9; last++) {
      const found = pattern.exec(lines[last] ?? '')
      if (!found || counts.has(found[1] ?? '')) break
      counts.set(found[1] ?? '', Number(found[2]))
    }
    if (!counts.has('pass') || (sign === 'ℹ' && !counts.has('duration_ms'))) return undefined
    const failed = sumOf(counts, 'fail', 'cancelled')
    return {
      tests: Math.max(sumOf(counts, 'pass') + failed - filesAsTests(lines, at, sign), 0),
      failed,
      skipped: sumOf(counts, 'skipped', 'todo'),
      units: sumOf(counts, 'tests'),
      last: last - 1,
    }
  }
}

/** TAP of other tools: a plan behind so many results, or before them, is all the end that there is. */
export function planEnd(lines: readonly string[], at: number): RunEnd | undefined {
  const plan = /^1\.\.(\d{1,6})/.exec(lines[at] ?? '')
  if (!plan || lines[at + 1]?.startsWith('# tests ')) return undefined
  const isFirst = lines[at - 1]?.startsWith('TAP version') === true
  const count = { ok: 0, failed: 0, skipped: 0 }
  let last = at
  for (let next = isFirst ? at + 1 : at - 1; next >= 0 && next < lines.length; next += isFirst ? 1 : -1) {
    const line = lines[next] ?? ''
    if (/^(?:1\.\.\d|TAP version|# tests )/.test(line)) break
    const result = /^(not ok|ok) \d+(.*? # (?:skip|todo)\b)?/i.exec(line)
    if (!result) continue
    count[result[2] === undefined ? (result[1] === 'ok' ? 'ok' : 'failed') : 'skipped'] += 1
    last = Math.max(last, next)
  }
  if (count.ok + count.failed + count.skipped < Number(plan[1])) return undefined
  const end = toEnd(last, { passed: count.ok, failed: count.failed, skipped: count.skipped })
  // Results behind the plan are part of this end, and no marks before it.
  return isFirst ? { ...end, units: 0 } : end
}

/**
 * A file without tests, one that did not load, or one that left before its tests had ended, is reported as a test by the
 * name of the file.
 */
const FILE = { ℹ: /^[✔✖] \S+\.[cm]?[jt]sx? \([\d.]+ms\)$/, '#': /^(?:not )?ok \d+ - \S+\.[cm]?[jt]sx?$/ }

export function namesFileAsTest(line: string): boolean {
  return FILE.ℹ.test(line) || FILE['#'].test(line)
}

function filesAsTests(lines: readonly string[], end: number, sign: 'ℹ' | '#'): number {
  let files = 0
  for (let at = end - 1; at >= 0; at--) {
    const line = lines[at] ?? ''
    if (line.startsWith(`${sign} tests `)) break
    if (FILE[sign].test(line)) files += 1
  }
  return files
}

const VITEST = wordSet('passed failed skipped todo')
const JEST = wordSet('passed failed skipped todo pending')
const PLAYWRIGHT = /^ {2}(\d+) (failed|flaky|interrupted|skipped|did not run|passed|error was not a part of any test)\b/
const PYTEST = new Set(
  'passed,failed,skipped,deselected,xfailed,xpassed,warning,warnings,error,errors,rerun,reruns,subtests passed,subtests failed,subtests skipped'.split(
    ',',
  ),
)

type Numbers = Readonly<Record<'passed' | 'failed' | 'skipped', string | number | undefined>>

export function toEnd(last: number, { passed = 0, failed = 0, skipped = 0 }: Partial<Numbers>): RunEnd {
  const tests = Math.max(Number(passed) + Number(failed), 0)
  return { tests, failed: Number(failed), skipped: Number(skipped), units: tests + Number(skipped), last }
}

export function vitestEnd(lines: readonly string[], at: number): RunEnd | undefined {
  const line = lines[at] ?? ''
  if (/^No test files found, exiting with code 0$/.test(line)) return toEnd(at, {})
  if (!/^\s*Test Files {2}\S/.test(line)) return undefined
  const tests = /^\s*Tests {2}(?:no tests|(.+) \(\d+\))$/.exec(lines[at + 1] ?? '')
  const counts = tests && (tests[1] === undefined ? new Map() : countsIn(tests[1], VITEST))
  const last = lines.slice(at + 2, at + 8).findIndex((next) => /^\s*Duration {2}[\d.]+/.test(next))
  if (!counts || last < 0) return undefined
  return toEnd(at + 2 + last, {
    passed: sumOf(counts, 'passed'),
    failed: sumOf(counts, 'failed'),
    skipped: sumOf(counts, 'skipped', 'todo'),
  })
}

export function jestEnd(lines: readonly string[], at: number): RunEnd | undefined {
  const line = lines[at] ?? ''
  if (line === 'No tests found, exiting with code 0') return toEnd(at, {})
  const suites = /^Test Suites: (.+?), (?:(\d+) of )?(\d+) total$/.exec(line)
  const tests = suites && /^Tests: {7}(?:(.+), )?\d+ total$/.exec(lines[at + 1] ?? '')
  const counts = tests && (tests[1] === undefined ? new Map() : countsIn(tests[1], JEST))
  if (!counts || !lines[at + 2]?.startsWith('Snapshots: ') || !/^Time: {8}/.test(lines[at + 3] ?? '')) return undefined
  const end = toEnd(at + 3, {
    passed: sumOf(counts, 'passed'),
    failed: sumOf(counts, 'failed'),
    skipped: sumOf(counts, 'skipped', 'todo', 'pending'),
  })
  return { ...end, units: Number(suites?.[2] ?? suites?.[3]) }
}

export function mochaEnd(lines: readonly string[], at: number): RunEnd | undefined {
  const passed = /^ {2}(\d+) passing \(\d+(?:\.\d+)?(?:ms|s|m|h)\)$/.exec(lines[at] ?? '')
  if (!passed) return undefined
  const pending = /^ {2}(\d+) pending$/.exec(lines[at + 1] ?? '')
  const next = pending ? at + 2 : at + 1
  const failed = /^ {2}(\d+) failing$/.exec(lines[next] ?? '')
  const end = toEnd(failed ? next : next - 1, { passed: passed[1], failed: failed?.[1], skipped: pending?.[1] })
  return { ...end, units: end.tests }
}

/** The numbers stand above its last line. */
export function bunEnd(lines: readonly string[], at: number): RunEnd | undefined {
  if (!/^Ran \d+ tests? across \d+ files?\. /.test(lines[at] ?? '')) return undefined
  const counts = new Map<string, number>()
  for (let above = at - 1; above > at - 9; above--) {
    const found = /^ +(\d+) (pass|fail|skip|todo|filtered out|errors?|snapshots?|expect\(\) calls)\b/.exec(
      lines[above] ?? '',
    )
    if (!found) break
    counts.set(found[2] ?? '', Number(found[1]))
  }
  if (!counts.has('pass') && !counts.has('fail')) return undefined
  return toEnd(at, { passed: counts.get('pass'), failed: counts.get('fail'), skipped: sumOf(counts, 'skip', 'todo') })
}

/** A number for each kind of end, with the names of those tests below it. */
export function playwrightEnd(lines: readonly string[], at: number): RunEnd | undefined {
  if (!PLAYWRIGHT.test(lines[at] ?? '')) return undefined
  const counts = new Map<string, number>()
  let last = at
  for (let next = at; next < lines.length; next++) {
    const found = PLAYWRIGHT.exec(lines[next] ?? '')
    if (found) counts.set(found[2] ?? '', Number(found[1]))
    else if (!/^ {4}\S/.test(lines[next] ?? '')) break
    last = next
  }
  return toEnd(last, {
    passed: sumOf(counts, 'passed', 'flaky'),
    failed: sumOf(counts, 'failed', 'interrupted'),
    skipped: sumOf(counts, 'skipped'),
  })
}

export function pytestEnd(lines: readonly string[], at: number): RunEnd | undefined {
  if (/^Results \([\d.]+s.{0,20}\):$/.test(lines[at] ?? '')) return sugarEnd(lines, at)
  const found = /^(?:=+ )?(no tests ran|\d.*?) in [\d.]+s(?: \([\d:, day]+\))?(?: =+)?$/.exec(lines[at] ?? '')
  const counts = found && (found[1] === 'no tests ran' ? new Map() : countsIn(found[1] ?? '', PYTEST))
  if (!counts) return undefined
  return toEnd(at, {
    passed: sumOf(counts, 'passed', 'xfailed', 'xpassed'),
    failed: sumOf(counts, 'failed'),
    skipped: sumOf(counts, 'skipped'),
  })
}

/** pytest-sugar and pytest-pretty put each number on a line of its own. */
function sugarEnd(lines: readonly string[], at: number): RunEnd | undefined {
  const counts = new Map<string, number>()
  let last = at
  for (let next = at + 1; next < at + 12; next++) {
    const found = /^\s+(\d+) (?:- )?([a-z]+)$/.exec(lines[next] ?? '')
    if (found && PYTEST.has(found[2] ?? '')) {
      counts.set(found[2] ?? '', Number(found[1]))
      last = next
    }
  }
  if (counts.size === 0) return undefined
  return toEnd(last, {
    passed: sumOf(counts, 'passed', 'xfailed', 'xpassed'),
    failed: sumOf(counts, 'failed'),
    skipped: sumOf(counts, 'skipped'),
  })
}

export function unittestEnd(lines: readonly string[], at: number): RunEnd | undefined {
  const ran = /^Ran (\d+) tests? in [\d.]+s$/.exec(lines[at] ?? '')
  const end = /^(?:OK|FAILED|NO TESTS RAN)(?: \(([a-z0-9=, ]+)\))?$/.exec(lines[at + 1] ?? '')
  if (!ran || !end || !/^-{70}$/.test(lines[at - 1] ?? '')) return undefined
  const named = [...(end[1] ?? '').matchAll(/([a-z ]+)=(\d+)/g)].map(
    ([, name = '', count]) => [name.trim(), Number(count)] as const,
  )
  const counts = new Map(named)
  const failed = sumOf(counts, 'failures', 'errors', 'unexpected successes')
  const skipped = sumOf(counts, 'skipped')
  return { ...toEnd(at + 1, { passed: Number(ran[1]) - failed - skipped, failed, skipped }), units: Number(ran[1]) }
}

export function phpunitEnd(lines: readonly string[], at: number): RunEnd | undefined {
  const line = lines[at] ?? ''
  if (line === 'No tests executed!') return toEnd(at, {})
  const good = /^OK \((\d+) tests?, \d+ assertions?\)$/.exec(line)
  if (good) return toEnd(at, { passed: good[1] })
  const found = /^Tests: (\d+), Assertions: \d+((?:, [\w ]+: \d+)*)\.$/.exec(line)
  if (!found) return undefined
  const named = [...(found[2] ?? '').matchAll(/, ([\w ]+): (\d+)/g)].map(
    ([, name = '', count]) => [name, Number(count)] as const,
  )
  const counts = new Map(named)
  const failed = sumOf(counts, 'Failures', 'Errors')
  const skipped = sumOf(counts, 'Skipped', 'Incomplete')
  // A class without tests is reported as a test with a warning.
  const empty = lines
    .slice(Math.max(at - 200, 0), at)
    .filter((above) => above.startsWith('No tests found in class ')).length
  return toEnd(at, { passed: Number(found[1]) - failed - skipped - empty, failed, skipped })
}
