// Counts, durations and money as short text.
import { describe, expect, test } from 'bun:test'
import { age, dollars, lasted, shortCount, shortTime, timeLeft, tookText } from './amount.ts'

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

const NOW = new Date('2026-11-15T10:00:00.000Z')
table('age', (ms) => age(new Date(NOW.getTime() - ms).toISOString(), NOW), [
  [-5 * SECOND, '0s'],
  [59 * SECOND, '59s'],
  [MINUTE, '1m'],
  [HOUR - SECOND, '59m'],
  [HOUR, '1h'],
  [DAY - SECOND, '23h'],
  [2 * DAY, '2d'],
])

table('tookText', tookText, [
  [0, '0 ms'],
  [50, '50 ms'],
  [999, '999 ms'],
  [1200, '1.2 s'],
  [9000, '9 s'],
  [9960, '10 s'],
  [59_400, '59 s'],
  [65_000, '1 min 5 s'],
  [2 * MINUTE, '2 min'],
  [HOUR - SECOND, '59 min 59 s'],
  [2 * HOUR + 3 * MINUTE, '2 h 3 min'],
  [26 * HOUR, '26 h'],
])
