// Long lists of changes: still matched up line by line, in about linear time.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { expectLinear } from '../../../test/cost.ts'
import { rounds } from '../../../test/rounds.ts'
import { type Change, findChanges } from './line-changes.ts'

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

/** The second list, made from the first and the changes. */
function apply(before: readonly number[], after: readonly number[], changes: readonly Change[]): number[] {
  const out: number[] = []
  let at = 0
  for (const change of changes) {
    out.push(...before.slice(at, change.before[0]), ...after.slice(...change.after))
    at = change.before[1]
  }
  return [...out, ...before.slice(at)]
}

describe('more changes than are compared at once', () => {
  test('every seventh line of 14,000 is changed, and only those', () => {
    const before = numbers(14_000)
    const after = before.map((key) => (key % 7 === 3 ? key + 100_000 : key))
    const changes = findChanges(before, after)
    expect(changes).toHaveLength(2000)
    expect(changes[1]).toEqual({ before: [10, 11], after: [10, 11] })
    expect(changes.every(({ before: [from, to] }) => to - from === 1)).toBe(true)
  })

  test('a block that moved is added in one place and removed in another', () => {
    const before = numbers(4000)
    const after = [...before.slice(1500, 4000), ...before.slice(0, 1500)]
    expect(findChanges(before, after)).toEqual([
      { before: [0, 1500], after: [0, 0] },
      { before: [4000, 4000], after: [2500, 4000] },
    ])
  })

  test('nothing in common is replaced as a whole', () => {
    const [before, after] = [numbers(5000), numbers(5000).map((key) => key + 5000)]
    expect(findChanges(before, after)).toEqual([{ before: [0, 5000], after: [0, 5000] }])
  })

  test('applying the changes gives the second list, for any two', () => {
    const keys = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 900, maxLength: 1500 })
    fc.assert(
      fc.property(keys, keys, (before, after) => {
        expect(apply(before, after, findChanges(before, after))).toEqual(after)
      }),
      { numRuns: rounds(30) },
    )
  })
})

describe('about linear time', () => {
  const lists: ReadonlyArray<readonly [string, (size: number) => readonly [number[], number[]]]> = [
    [
      'every third line is changed',
      (size) => [numbers(size), numbers(size).map((key) => (key % 3 === 0 ? -key : key))],
    ],
    [
      'no line stands once',
      (size) => [numbers(size).map((key) => key % 50), numbers(size).map((key) => (key * 7) % 50)],
    ],
    ['all lines in reverse', (size) => [numbers(size), numbers(size).reverse()]],
  ]
  test.each(lists)('%s', (_, lists) => {
    expectLinear(60_000, (size) => findChanges(...lists(size)))
  })
})
