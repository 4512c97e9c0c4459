// How much one side may ask for.
import { expect, test } from 'bun:test'
import { newBucket } from './limits.ts'

test('a bucket empties, fills with time, and each name has its own', () => {
  let now = 0
  const { take } = newBucket({ most: 2, perSecond: 1 }, () => now)
  expect([take('a'), take('a'), take('a'), take('b')]).toEqual([true, true, false, true])
  now = 900
  expect(take('a')).toBe(false)
  now = 1900
  expect([take('a'), take('a')]).toEqual([true, false])
  now = 1_000_000
  expect([take('a'), take('a'), take('a')]).toEqual([true, true, false])
})
