// Test runners, one row each: how a run begins, what it prints for each test, and the summary that closes it.
// Shapes are taken from recorded output (`fixtures/`); a summary counts only as a whole.
import { countsIn, dotsIn, oneIf, sumOf, wordSet } from './count.ts'
import {
  bunEnd,
  jestEnd,
  mochaEnd,
  nodeEnd,
  phpunitEnd,
  planEnd,
  playwrightEnd,
  pytestEnd,
  toEnd,
  unittestEnd,
  vitestEnd,
} from './ends.ts'
import type { Runner } from './runner.ts'

const PEST = wordSet('passed failed skipped todo todos incomplete risky warnings deprecated')

export const runners: readonly Runner[] = [
  {
    name: 'node:test',
    hints: ['ℹ tests', 'ms)'],
    commands: ['node --test'],
    marks: oneIf(/^\s*[✔✖﹣] .*\(\d+(?:\.\d+)?ms\)/),
    isTelling: /^\s*[✔✖] .* \(\d+\.\d{4,}ms\)$/,
    endAt: nodeEnd('ℹ'),
  },
  {
    name: 'TAP',
    hints: ['TAP version', '# tests'],
    commands: [],
    begins: /^TAP version 1[34]$/,
    marks: oneIf(/^\s*(?:not )?ok \d+/),
    endAt: (lines, at) => nodeEnd('#')(lines, at) ?? planEnd(lines, at),
  },
  {
    name: 'vitest',
    hints: ['Test Files ', ' RUN ', 'No test files found'],
    commands: ['vitest run', 'vitest --run'],
    begins: /^\s*RUN\s+v\d+\.\d+/,
    marks: (line) => {
      const file = /^\s*[✓✗×❯↓] .*\((\d{1,6}) tests?\b/.exec(line)
      return file ? Number(file[1]) : oneIf(/^\s*[✓✗×↓] .* > /)(line)
    },
    endAt: vitestEnd,
  },
  {
    name: 'jest',
    hints: ['Test Suites:', 'No tests found', 'PASS '],
    commands: ['jest', 'react-scripts test'],
    marks: oneIf(/^ ?(?:PASS|FAIL) \S/),
    isTelling: /^ ?(?:PASS|FAIL) \S+\.[cm]?[jt]sx?(?: \([\d.]+ m?s\))?$/,
    endAt: jestEnd,
  },
  {
    name: 'mocha',
    hints: [' passing ('],
    commands: ['mocha'],
    marks: (line) => oneIf(/^\s+(?:[✔✓] |\d+\) \S)/)(line) || dotsIn(line, /^ {2}([.!․]+)$/),
    endAt: mochaEnd,
  },
  {
    name: 'bun test',
    hints: ['bun test v'],
    commands: ['bun test'],
    begins: /^bun test v\d/,
    marks: oneIf(/^\((?:pass|fail|skip|todo)\) /),
    endAt: bunEnd,
  },
  {
    name: 'playwright',
    hints: [' using '],
    commands: ['playwright test'],
    begins: /^Running \d+ tests? using \d+ workers?/,
    marks: (line) => oneIf(/^\s+[✓✘-] +\d+ |^\[\d+\/\d+\] /)(line) || dotsIn(line, /^([·°F×T±]+)$/),
    endAt: playwrightEnd,
  },
  {
    name: 'pytest',
    hints: ['test session starts', ' in ', 'Results ('],
    commands: ['pytest', 'py.test'],
    begins: /^=+ test session starts =+$/,
    marks: (line) =>
      oneIf(/ (?:PASSED|FAILED|SKIPPED|XFAIL|XPASS|ERROR)\b.*\[\s*\d+%\]|^\[gw\d+\].* (?:PASSED|FAILED|SKIPPED) /)(
        line,
      ) || dotsIn(line, /^(?:\S+ )?([.FEsxXR]+)(?: +\[ *\d+%\])?$/),
    endAt: pytestEnd,
  },
  {
    name: 'unittest',
    hints: ['Ran ', ' ... ok'],
    commands: ['unittest', 'manage.py test'],
    marks: (line) =>
      oneIf(/ \.\.\. (?:ok|FAIL|ERROR|skipped\b.*|expected failure|unexpected success)$/)(line) ||
      dotsIn(line, /^([.FEsxu]+)$/),
    isTelling: /^test\w* \([\w.]+\) \.\.\. /,
    endAt: unittestEnd,
  },
  {
    name: 'cargo test',
    hints: ['test result:', 'running '],
    commands: ['cargo test', 'cargo t'],
    begins: /^running \d+ tests?$/,
    isMany: true,
    endAt: (lines, at) => {
      const found =
        /^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored; \d+ measured; \d+ filtered out/.exec(
          lines[at] ?? '',
        )
      return found ? toEnd(at, { passed: found[1], failed: found[2], skipped: found[3] }) : undefined
    },
  },
  {
    name: 'cargo nextest',
    hints: ['Summary [', 'Starting '],
    commands: ['cargo nextest run', 'cargo nextest r'],
    begins: /^\s*Starting \d+ tests? across \d+ binar/,
    marks: oneIf(/^\s+(?:PASS|FAIL|SKIP|SLOW|LEAK) \[/),
    endAt: (lines, at) => {
      const found = /^\s*Summary \[ *[\d.]+s\] (?:\d+\/)?(\d+) tests? run: (\d+) passed.*?, (\d+) skipped/.exec(
        lines[at] ?? '',
      )
      if (!found) return undefined
      return toEnd(at, { passed: found[2], failed: Number(found[1]) - Number(found[2]), skipped: found[3] })
    },
  },
  {
    name: 'maven',
    hints: ['Tests run:', 'T E S T S', 'No tests to run', 'Tests are skipped'],
    commands: [],
    begins: /^(?:\[INFO\] )?\s*T E S T S$/,
    isMany: true,
    endAt: (lines, at) => {
      const line = lines[at] ?? ''
      if (/^\[INFO\] (?:No tests to run|Tests are skipped)\.$/.test(line)) return toEnd(at, {})
      const found = /^(?:\[\w+\] )?Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)$/.exec(line)
      if (!found) return undefined
      const failed = Number(found[2]) + Number(found[3])
      return toEnd(at, { passed: Number(found[1]) - failed - Number(found[4]), failed, skipped: found[4] })
    },
  },
  {
    name: 'dotnet test',
    hints: ['! ', 'Test summary:', 'No test '],
    commands: [],
    isMany: true,
    endAt: (lines, at) => {
      const line = lines[at] ?? ''
      if (/^No test (?:is available in|matches the given testcase filter)/.test(line)) return toEnd(at, {})
      const found =
        /^(?:Passed|Failed|Skipped)! +- Failed: +(\d+), Passed: +(\d+), Skipped: +(\d+), Total: +\d+/.exec(line) ??
        /^Test summary: total: \d+, failed: (\d+), succeeded: (\d+), skipped: (\d+), duration: /.exec(line)
      return found ? toEnd(at, { passed: found[2], failed: found[1], skipped: found[3] }) : undefined
    },
  },
  {
    name: 'rspec',
    hints: ['example'],
    commands: ['rspec'],
    marks: (line) => dotsIn(line, /^([.F*]+)$/),
    endAt: (lines, at) => {
      const found =
        /^(\d+) examples?, (\d+) failures?(?:, (\d+) pending)?(?:, \d+ errors? occurred outside of examples)?$/.exec(
          lines[at] ?? '',
        )
      if (!found || !/^Finished in .+ \(files took /.test(lines[at - 1] ?? '')) return undefined
      const [failed, skipped] = [Number(found[2]), Number(found[3] ?? 0)]
      return toEnd(at, { passed: Number(found[1]) - failed - skipped, failed, skipped })
    },
  },
  {
    name: 'minitest',
    hints: [' assertions, ', '# Running:'],
    commands: [],
    begins: /^# Running:$/,
    marks: (line) => dotsIn(line, /^([.FES]+)$/),
    endAt: (lines, at) => {
      const found =
        /^(\d+) (?:runs|tests), \d+ assertions, (\d+) failures, (\d+) errors, (\d+) (?:skips|pendings, \d+ omissions)/.exec(
          lines[at] ?? '',
        )
      if (!found) return undefined
      const failed = Number(found[2]) + Number(found[3])
      return toEnd(at, { passed: Number(found[1]) - failed - Number(found[4]), failed, skipped: found[4] })
    },
  },
  {
    name: 'phpunit',
    hints: ['PHPUnit '],
    commands: ['phpunit'],
    begins: /^PHPUnit \d+\.\d+/,
    marks: (line) => dotsIn(line, /^([.FESIRWDN]+)(?: +\d+ \/ \d+ \( *\d+%\))?$/),
    endAt: phpunitEnd,
  },
  {
    name: 'pest',
    hints: [' assertion'],
    commands: ['pest'],
    marks: oneIf(/^ {2}[✓⨯-] /),
    endAt: (lines, at) => {
      const found = /^ {2}Tests: {4}(.+) \(\d+ assertions?\)$/.exec(lines[at] ?? '')
      const counts = found && countsIn(found[1] ?? '', PEST)
      if (!counts || !/^ {2}Duration: /.test(lines[at + 1] ?? '')) return undefined
      return toEnd(at + 1, {
        passed: sumOf(counts, 'passed', 'risky', 'warnings', 'deprecated'),
        failed: sumOf(counts, 'failed'),
        skipped: sumOf(counts, 'skipped', 'todo', 'todos', 'incomplete'),
      })
    },
  },
]
