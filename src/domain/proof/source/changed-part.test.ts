// What two texts share, whole lines of it.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { changedPart, sameBeginning, sameEnd, sameLinesTo } from './changed-part.ts'

const text = fc.array(fc.constantFrom('a', 'b', '\n', ' ')).map((parts) => parts.join(''))

test('counts what is the same up to the first difference', () => {
  expect(sameBeginning('', 'a')).toBe(0)
  expect(sameBeginning('abc', 'abd')).toBe(2)
  expect(sameEnd('abc', 'xbc')).toBe(2)
  expect(sameLinesTo('a\nb\n', 'a\nbc\n')).toBe(2)
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [begin, end] = [sameBeginning(one, other), sameEnd(one, other)]
      expect(one.slice(0, begin)).toBe(other.slice(0, begin))
      expect(one.slice(one.length - end)).toBe(other.slice(other.length - end))
      if (begin < Math.min(one.length, other.length)) expect(one[begin]).not.toBe(other[begin])
    }),
  )
})

test('the changed part leaves out the same lines of both', () => {
  expect(changedPart('a\nb\nc\n', 'a\nx\nc\n')).toEqual(['b', 'x'])
  fc.assert(
    fc.property(text, text, text, text, (first, one, other, last) => {
      const [before, after] = [`${first}\n${one}\n${last}`, `${first}\n${other}\n${last}`]
      const [old, now] = changedPart(before, after)
      expect(surplus(now, old)).toEqual(surplus(after, before))
      expect(surplus(old, now)).toEqual(surplus(before, after))
    }),
  )
})

/** Lines that the one has more often than the other. An empty text has an empty line too. */
function surplus(one: string, other: string): string[] {
  const left = other.split('\n')
  const more = one.split('\n').filter((line) => {
    const at = left.indexOf(line)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  return more.filter((line) => line !== '').toSorted()
}
