// What is new in a list, each as often as it came.
import { expect, test } from 'bun:test'
import { moreOften } from './more-often.ts'

test('what stands there as often as before is not new, and the first ones are the old ones', () => {
  const now = ['a1', 'b1', 'a2', 'a3', 'c1']
  expect(moreOften(now, ['a', 'c', 'd'], (one) => one.charAt(0))).toEqual(['b1', 'a2', 'a3'])
  expect(moreOften(now, [], (one) => one)).toEqual(now)
  expect(moreOften([], now, (one) => one)).toEqual([])
})
