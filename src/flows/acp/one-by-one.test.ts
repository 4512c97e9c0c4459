// Batches are taken apart only where one of their messages does not pass.
import { expect, test } from 'bun:test'
import type { Passed } from './gate-state.ts'
import { oneByOne } from './one-by-one.ts'

function judge(text: string): Passed {
  if (text.startsWith('"hold')) return 'held'
  return text === '"swap"' ? { instead: 'swapped' } : 'as-it-came'
}

test.each<[line: string, passed: Passed]>([
  ['{"a":1}', 'as-it-came'],
  ['"hold"', 'held'],
  ['[]', 'as-it-came'],
  ['[{"a":1}, {"b":2}]', 'as-it-came'],
  ['[{"a":1}, "hold", null, "swap"]  ', { instead: '{"a":1}\nnull\nswapped' }],
  ['["hold"]', 'held'],
  ['["hold", "hold, \\"too]"]', 'held'],
  ['["\\\\", {"a":["]", ","]} , "hold"]', { instead: '"\\\\"\n{"a":["]", ","]}' }],
  ['["hold"', 'as-it-came'],
])('%s', (line, passed) => {
  expect(oneByOne(line, judge)).toEqual(passed)
})

test('a batch that is nested deep, or very long, is judged as well', () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  expect(oneByOne(`[${deep},"hold"]`, judge)).toEqual({ instead: deep })
  const long = JSON.stringify('\\"x'.repeat(3_000_000))
  expect(oneByOne(`[${long},"hold"]`, judge)).toEqual({ instead: long })
})
