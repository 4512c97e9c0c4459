// Numbers as short text.
import { expect, test } from 'bun:test'
import { duration } from '../../../../domain/view/amount.ts'
import { percent, shortCount, shortTime } from './amounts.ts'

test.each([0, 850, 1234, 9960, 12_000, 59_600, 185_000, 3_840_000, 93_780_000, Number.NaN])(
  '%d ms are written as on the command line',
  (ms) => {
    expect(shortTime(ms)).toBe(duration(ms))
  },
)

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
