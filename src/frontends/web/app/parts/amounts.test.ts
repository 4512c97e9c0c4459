// Numbers as short text.
import { expect, test } from 'bun:test'
import { percent, shortCount, shortTime } from './amounts.ts'

test.each([
  [850, '850 ms'],
  [12_000, '12 s'],
  [185_000, '3 min 5 s'],
  [872_000, '14 min'],
  [3_840_000, '1 h 4 min'],
  [Number.NaN, '?'],
])('%d ms are %s', (ms, text) => {
  expect(shortTime(ms)).toBe(text)
})

test.each([
  [940, '940'],
  [9400, '9.4k'],
  [310_000, '310k'],
  [1_840_000, '1.8M'],
])('%d is %s', (count, text) => {
  expect(shortCount(count)).toBe(text)
})

test('a share of nothing is nothing', () => {
  expect([percent(0, 0), percent(31, 39)]).toEqual(['0 %', '79 %'])
})
