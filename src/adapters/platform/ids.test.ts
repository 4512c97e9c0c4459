// Ids and hashes.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { hashOf, newId } from './ids.ts'

test('an id has its prefix and letters that nobody misreads', () => {
  expect(newId('task')).toMatch(/^task_[0-9a-hjkmnp-tv-z]{8}$/)
  expect(newId('evt')).toMatch(/^evt_[0-9a-hjkmnp-tv-z]{16}$/)
})

test('ten thousand ids are ten thousand', () => {
  expect(new Set(Array.from({ length: 10_000 }, () => newId('evt'))).size).toBe(10_000)
})

test('a hash is the same for the same parts, and tells where one part ends', () => {
  expect(hashOf('a', 'bc')).toBe(hashOf('a', 'bc'))
  expect(hashOf('a', 'bc')).not.toBe(hashOf('ab', 'c'))
  expect(hashOf('a', '')).not.toBe(hashOf('a'))
})

test('different parts have different hashes', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.array(fc.string()), (one, two) => {
      fc.pre(JSON.stringify(one) !== JSON.stringify(two))
      return hashOf(...one) !== hashOf(...two)
    }),
  )
})
