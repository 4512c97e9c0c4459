// What an agent should read of a failing check's output.
import { describe, expect, test } from 'bun:test'
import { expectLinear } from '../../../../test/cost.ts'
import { amount } from '../../../../test/rounds.ts'
import * as fc from 'fast-check'
import { failingTail } from './tail.ts'

const numbered = (word: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${word} ${from + index}`)

const passes = (count: number, line: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => line(index))

const room = { lines: 6, characters: 1000 }

const rows: ReadonlyArray<readonly [name: string, output: string, expected: string]> = [
  ['nothing', '', ''],
  ['blank lines only', '\n\n \n', ''],
  ['all of a short output', 'a\nb\n', 'a\nb'],
  ['colours are gone', '\u001b[31mred\u001b[0m and \u001b]0;title\u0007plain', 'red and plain'],
  ['only the last drawing of a progress bar', '10%\r50%\r100%\ndone', '100%\ndone'],
  ['windows line ends', 'a\r\nb\r\n', 'a\nb'],
  ['control characters are gone', 'a\0\b\u0007b\tc', 'ab\tc'],
  ['blank runs are one blank line', '\n\na\n\n\n\nb\n\n', 'a\n\nb'],
  ['the last lines', numbered('line', 1, 20).join('\n'), `[… 15 lines before]\n${numbered('line', 16, 20).join('\n')}`],
  [
    'a failure in the tail does not hide an earlier one',
    [...numbered('line', 1, 9), 'FAIL early', ...numbered('line', 10, 20), 'FAIL late', 'bye'].join('\n'),
    '[… 9 lines before]\nFAIL early\nline 10\n[… 10 lines left out]\nFAIL late\nbye',
  ],
  [
    'a failure before the tail is kept',
    [...numbered('line', 1, 9), 'FAIL a', 'because', ...numbered('cover', 1, 20)].join('\n'),
    '[… 9 lines before]\nFAIL a\nbecause\n[… 18 lines left out]\ncover 19\ncover 20',
  ],
  [
    'a failure at the very start',
    ['FAIL a', 'because', ...numbered('cover', 1, 20)].join('\n'),
    'FAIL a\nbecause\ncover 1\n[… 17 lines left out]\ncover 19\ncover 20',
  ],
  [
    'one note for the lines that passed and those before the tail',
    [...passes(30, (index) => `ok ${index} - works`), ...numbered('line', 1, 20)].join('\n'),
    `[… 46 lines left out]\n${numbered('line', 17, 20).join('\n')}`,
  ],
  [
    'a newer version of npm, or of pip, is no part of the failure',
    [
      'FAIL a',
      'npm notice',
      'npm notice New minor version of npm available! 11.19.1 -> 11.21.2',
      'npm notice',
      '[notice] A new release of pip is available: 23.2.1 -> 26.1',
      '[notice] To update, run: pip install --upgrade pip',
    ].join('\n'),
    'FAIL a',
  ],
  [
    'a notice of the tests themselves stays',
    'npm noticed\n[notice] 2 rows differ\nexpected "npm notice"',
    'npm noticed\n[notice] 2 rows differ\nexpected "npm notice"',
  ],
  [
    'npm noise does not hide the failure',
    ['FAIL a', 'x', ...numbered('npm ERR! line', 1, 20)].join('\n'),
    'FAIL a\nx\nnpm ERR! line 1\n[… 17 lines left out]\nnpm ERR! line 19\nnpm ERR! line 20',
  ],
]

const noise = (count: number): string => `[… ${count} lines without a failure]`

/** Failures first, then what passed, then a summary. */
const drowned: ReadonlyArray<readonly [name: string, failure: string[], passed: string[], summary: string[]]> = [
  [
    'node --test',
    [
      'not ok 1 - adds',
      "  location: 'a.test.js:3:1'",
      '  error: |-',
      '    Expected values to be strictly equal:',
      '',
      '    -1 !== 3',
    ],
    passes(
      60,
      (index) => `# Subtest: passes ${index}\nok ${index} - passes ${index}\n  ---\n  duration_ms: 0.1\n  ...`,
    ),
    ['# tests 61', '# pass 60', '# fail 1'],
  ],
  [
    'bun test',
    ['error: expect(received).toBe(expected)', '', 'Expected: 3', 'Received: -1', '(fail) adds [0.51ms]'],
    passes(60, (index) => `(pass) passes ${index} [0.10ms]`),
    ['60 pass', '1 fail'],
  ],
  [
    'jest',
    ['FAIL src/a.test.ts', '  ● adds', '    Expected: 3'],
    passes(60, (index) => `PASS src/${index}.test.ts`),
    ['Tests: 1 failed'],
  ],
  [
    'vitest',
    [' FAIL  src/a.test.ts > adds', 'AssertionError: expected -1 to be 3'].map((line) => line.trim()),
    passes(60, (index) => ` ✓ src/p${index}.test.ts (1 test) 2ms`),
    [' Test Files  1 failed | 60 passed (61)'],
  ],
  [
    'go test -v',
    ['    a_test.go:9: total = -1, want 3', '--- FAIL: TestA (0.00s)'],
    passes(
      60,
      (index) => `=== RUN   TestP${index}\n--- PASS: TestP${index} (0.00s)\nok  \texample.com/p${index}\t0.01s`,
    ),
    ['FAIL', 'FAIL\texample.com/x\t0.01s'],
  ],
  [
    'cargo',
    ['test a ... FAILED'],
    passes(60, (index) => `test p${index} ... ok`),
    ['test result: FAILED. 60 passed; 1 failed'],
  ],
  [
    'unittest',
    ['FAIL: test_a (t.A)'],
    passes(60, (index) => `test_${index} (t.A.test_${index}) ... ok`),
    ['FAILED (failures=1)'],
  ],
  ['pytest -v', ['t.py::a FAILED  [ 1%]'], passes(60, (index) => `t.py::p${index} PASSED  [ 9%]`), ['= 1 failed =']],
  [
    'pytest with files',
    ['FAILED t.py::a - assert 1'],
    passes(60, () => 'tests/test_a.py ....s..   [ 50%]'),
    ['= 1 failed ='],
  ],
  [
    'googletest',
    ['[  FAILED  ] A.b (0 ms)'],
    passes(60, (index) => `[ RUN      ] A.c${index}\n[       OK ] A.c${index} (0 ms)`),
    ['1 FAILED TEST'],
  ],
  ['Windows marks', ['  × adds'], passes(60, (index) => `  √ passes ${index}`), ['1 failing']],
  ['Gradle', ['A > adds() FAILED'], passes(60, (index) => `A > p${index}() PASSED`), ['61 tests completed, 1 failed']],
]

describe('failingTail', () => {
  for (const [name, failure, passed, summary] of drowned) {
    test(`${name}: what failed is read, what passed is not`, () => {
      const tail = failingTail([...failure, ...passed, ...summary].join('\n'))
      expect(tail).toBe([noise(passed.join('\n').split('\n').length), ...failure, ...summary].join('\n'))
    })
  }

  test('of many failures the first lines of the first ones, and the end', () => {
    const failures = Array.from({ length: 9 }, (_, index) => [
      `not ok ${index + 1} - t${index}`,
      ...numbered('  detail', 1, 9),
    ])
    expect(failingTail([...failures.flat(), '# fail 9'].join('\n'), { lines: 20, characters: 2000 })).toBe(
      [
        'not ok 1 - t0',
        ...numbered('  detail', 1, 3),
        '[… 6 lines left out]',
        'not ok 2 - t1',
        ...numbered('  detail', 1, 3),
        '[… 67 lines left out]',
        ...numbered('  detail', 1, 9),
        '# fail 9',
      ].join('\n'),
    )
  })

  test('a single short line is not left out', () => {
    const lines = [
      'FAIL a',
      ...numbered('detail', 1, 4),
      'FAIL b',
      ...numbered('detail', 1, 4),
      ...numbered('log', 1, 90),
    ]
    const tail = failingTail(lines.join('\n'), { lines: 22, characters: 2000 })
    expect(tail.split('\n').slice(0, 6)).toEqual(lines.slice(0, 6))
  })

  test('a summary at the end does not stand for the failures before it', () => {
    const summary = ['FAIL', 'FAIL\texample.com/x\t0.01s', 'Tests: 1 failed', 'error: script "test" exited with code 1']
    const tail = failingTail(
      ['--- FAIL: TestA', '    a_test.go:9: total = -1', ...numbered('log', 1, 90), ...summary].join('\n'),
    )
    expect(tail.split('\n').slice(0, 2)).toEqual(['--- FAIL: TestA', '    a_test.go:9: total = -1'])
    expect(tail.split('\n').slice(-4)).toEqual(summary)
  })

  test('where all passed the end stays', () => {
    expect(failingTail(numbered('ok', 1, 20).join('\n'), room)).toBe(
      `[… 15 lines before]\n${numbered('ok', 16, 20).join('\n')}`,
    )
  })

  for (const [name, output, expected] of rows) test(name, () => expect(failingTail(output, room)).toBe(expected))

  test('a very long line is cut in the middle', () => {
    expect(failingTail(`start${'x'.repeat(5000)}end`)).toMatch(/^startx+ \[…\] x+end$/)
    expect(failingTail(`start${'x'.repeat(5000)}end`).length).toBe(400)
  })

  test('lines are cut at their ends where characters are few', () => {
    expect(failingTail(numbered('some words', 1, 9).join('\n'), { lines: 40, characters: 80 })).toBe(
      '[… 6 lines before]\nsome words 7\nsome words 8\nsome words 9',
    )
  })

  test('it keeps to its room', () => {
    const line = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.constantFrom('FAIL a', 'Error: b', '', 'x'.repeat(900), 'ok 1 - a', '(fail) c', '✓ d'),
    )
    const rooms = fc.record({ lines: fc.integer({ min: 4, max: 40 }), characters: fc.integer({ min: 200, max: 2500 }) })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 80 }), rooms, (lines, most) => {
        const tail = failingTail(lines.join('\n'), most)
        expect(tail.length).toBeLessThanOrEqual(most.characters)
        expect(tail.split('\n').length).toBeLessThanOrEqual(most.lines)
        expect(tail).not.toMatch(/\n\n\n/)
      }),
    )
  })

  test('megabytes take no long time', () => {
    for (const unit of ['x', '\u001b]', '\u001b[3', '\r', 'a\n', 'FAIL a\n', ' ', '\n', 'ok 1\n---\n', '. '])
      expectLinear(amount(500_000), (size) => expect(failingTail(unit.repeat(size)).length).toBeLessThanOrEqual(2500))
  })
})
