// The word that was probably meant.
import { describe, expect, test } from 'bun:test'
import { nearest } from './nearest.ts'

const KEYS = ['mode', 'checks', 'maxContinuations', 'blockedPushes', 'review', 'tamper']

const rows: ReadonlyArray<readonly [word: string, expected: string | undefined]> = [
  ['mode', 'mode'],
  ['MODE', 'mode'],
  ['mod', 'mode'],
  ['moed', 'mode'],
  ['check', 'checks'],
  ['maxContinuation', 'maxContinuations'],
  ['max_continuations', 'maxContinuations'],
  ['reviews', 'review'],
  ['tampr', 'tamper'],
  ['zzzzzzzz', undefined],
  ['telemetry-endpoint', undefined],
  ['', undefined],
]

describe('nearest', () => {
  for (const [word, expected] of rows) test(`"${word}"`, () => expect(nearest(word, KEYS)).toBe(expected as never))
  test('of equally near words the first', () => expect(nearest('ax', ['ab', 'ac'])).toBe('ab'))
  test('neighbours that swapped places are one slip', () =>
    expect(nearest('stauts', ['stats', 'status'])).toBe('status'))
  test('a short word must be closer', () => expect(nearest('foo', ['hook', 'mcp'])).toBeUndefined())
  test('of a long word two thirds are right', () =>
    expect(nearest('not-proven', ['approved', 'no-progress'])).toBeUndefined())
  test('no candidates', () => expect(nearest('mode', [])).toBeUndefined())
})
