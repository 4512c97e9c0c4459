// The bar and the time of day in tables.
import { describe, expect, test } from 'bun:test'
import { bar, timeOfDay } from './bars.ts'

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
