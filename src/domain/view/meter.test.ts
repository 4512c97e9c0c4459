// How much of a limit is used, with its tone.
import { describe, expect, test } from 'bun:test'
import { shareOf, toneOf } from './meter.ts'

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
