// What an agent should read of a failing check's output.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { failingTail } from './tail.ts'

const numbered = (word: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${word} ${from + index}`)

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
    'a failure in the tail needs no more',
    [...numbered('line', 1, 9), 'FAIL early', ...numbered('line', 10, 20), 'FAIL late', 'bye'].join('\n'),
    '[… 18 lines before]\nline 18\nline 19\nline 20\nFAIL late\nbye',
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
    'npm noise does not hide the failure',
    ['FAIL a', 'x', ...numbered('npm ERR! line', 1, 20)].join('\n'),
    'FAIL a\nx\nnpm ERR! line 1\n[… 17 lines left out]\nnpm ERR! line 19\nnpm ERR! line 20',
  ],
]

describe('failingTail', () => {
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
    const line = fc.oneof(fc.string({ maxLength: 60 }), fc.constantFrom('FAIL a', 'Error: b', '', 'x'.repeat(900)))
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
    const start = performance.now()
    for (const unit of ['x', '\u001b]', '\u001b[3', '\r', 'a\n', 'FAIL a\n', ' ', '\n'])
      expect(failingTail(unit.repeat(1_000_000)).length).toBeLessThanOrEqual(2500)
    expect(performance.now() - start).toBeLessThan(8000)
  })
})
