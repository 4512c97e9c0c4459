// Moments as agents tell them: seconds, or nothing.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { toTime } from './time.ts'

const rows: ReadonlyArray<readonly [name: string, seconds: unknown, expected: string | undefined]> = [
  ['seconds', 1_794_757_924, '2026-11-15T15:52:04.000Z'],
  ['a part of a second', 1_794_757_924.5, '2026-11-15T15:52:04.500Z'],
  ['milliseconds are not meant', 1_794_757_924_000, undefined],
  ['the last moment there is', 8.64e12, undefined],
  ['no moment', 1e300, undefined],
  ['never', Number.POSITIVE_INFINITY, undefined],
  ['no number', Number.NaN, undefined],
  ['nothing', 0, undefined],
  ['before all', -1, undefined],
  ['words', '1794757924', undefined],
  ['none', undefined, undefined],
]

describe('toTime', () => {
  for (const [name, seconds, expected] of rows) test(name, () => expect(toTime(seconds)).toBe(expected as never))
  test('never throws, and gives what can be read again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.jsonValue()), (seconds) => {
        const time = toTime(seconds)
        expect(time === undefined || Number.isFinite(Date.parse(time))).toBe(true)
      }),
    )
  })
})
