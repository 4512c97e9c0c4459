// Numbers, times and bars in tables.
import { describe, expect, test } from 'bun:test'
import { bar, dollars, lasted, shareOf, shortCount, shortTime, timeLeft, timeOfDay, toneOf } from './bars.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

function table(name: string, format: (value: number) => string, rows: ReadonlyArray<readonly [number, string]>): void {
  describe(name, () => {
    for (const [value, expected] of rows) test(`${value} is ${expected}`, () => expect(format(value)).toBe(expected))
  })
}

table('shortCount', shortCount, [
  [0, '0'],
  [7, '7'],
  [999, '999'],
  [1000, '1k'],
  [1049, '1k'],
  [1250, '1.2k'],
  [9999, '9.9k'],
  [10_000, '10k'],
  [123_456, '123k'],
  [999_999, '999k'],
  [1_000_000, '1M'],
  [1_250_000, '1.2M'],
  [99_900_000, '99M'],
  [1_500_000_000, '1.5B'],
  [2.9, '2'],
  [-4, '0'],
  [Number.NaN, '?'],
  [Number.POSITIVE_INFINITY, '?'],
])

table('shortTime', shortTime, [
  [0, '0s'],
  [999, '0s'],
  [12 * SECOND, '12s'],
  [59_999, '59s'],
  [MINUTE, '1m00s'],
  [3 * MINUTE + 12 * SECOND, '3m12s'],
  [HOUR - 1, '59m59s'],
  [HOUR + 4 * MINUTE + 59 * SECOND, '1h04m'],
  [DAY - 1, '23h59m'],
  [2 * DAY + 3 * HOUR, '2d03h'],
  [-5 * SECOND, '0s'],
  [Number.NaN, '?'],
])

table('lasted', lasted, [
  [0, '0.0s'],
  [810, '0.8s'],
  [9999, '9.9s'],
  [10_000, '10s'],
  [64_000, '1m04s'],
])

table('timeLeft', timeLeft, [
  [0, '0s'],
  [1, '1s'],
  [12.5 * MINUTE, '12m30s'],
  [12.5 * MINUTE - 1, '12m30s'],
  [-1, '0s'],
])

table('dollars', dollars, [
  [0, '$0.00'],
  [0.42, '$0.42'],
  [0.005, '$0.01'],
  [12.5, '$12.50'],
  [1234, '$1.2k'],
  [-1, '$0.00'],
  [Number.NaN, '?'],
])

describe('timeOfDay', () => {
  const now = new Date(2026, 6, 30, 15, 5).getTime()
  const rows: ReadonlyArray<readonly [string, number, string]> = [
    ['today', new Date(2026, 6, 30, 15, 40).getTime(), '15:40'],
    ['early', new Date(2026, 6, 30, 3, 7).getTime(), '03:07'],
    ['tomorrow', new Date(2026, 6, 31, 0, 10).getTime(), 'Fri 00:10'],
    ['never', Number.NaN, '?'],
  ]
  for (const [name, at, expected] of rows) test(name, () => expect(timeOfDay(at, now)).toBe(expected))
})

describe('how much is used, and its tone', () => {
  const rows: ReadonlyArray<
    readonly [used: number, limit: number | undefined, share: number, tone: string | undefined]
  > = [
    [0, 10, 0, undefined],
    [7.9, 10, 0.79, undefined],
    [8, 10, 0.8, 'warn'],
    [9.99, 10, 0.999, 'warn'],
    [10, 10, 1, 'bad'],
    [25, 10, 1, 'bad'],
    [0, 0, 1, 'bad'],
    [-3, 10, 0, undefined],
    [Number.NaN, 10, 0, undefined],
    [100, undefined, 0, undefined],
  ]
  for (const [used, limit, share, tone] of rows)
    test(`${used} of ${limit}`, () => {
      const meter = { used, ...(limit === undefined ? {} : { limit }) }
      expect(shareOf(meter)).toBeCloseTo(share)
      expect(toneOf(meter)).toBe(tone as never)
    })
})

describe('bar', () => {
  const rows: ReadonlyArray<readonly [share: number, cells: number, rich: string, plain: string]> = [
    [0, 4, '▕░░░░▏', '[....]'],
    [0.5, 4, '▕██░░▏', '[##..]'],
    [0.99, 4, '▕███░▏', '[###.]'],
    [1, 4, '▕████▏', '[####]'],
    [1, 0, '▕▏', '[]'],
  ]
  for (const [share, cells, rich, plain] of rows)
    test(`${share} of ${cells} cells`, () => {
      expect(bar(share, cells, { isPlain: false })).toBe(rich)
      expect(bar(share, cells, { isPlain: true })).toBe(plain)
    })
})
