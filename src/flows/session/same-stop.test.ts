// How long a stop waits for a transcript that is not written yet.
import { expect, test } from 'bun:test'
import { longestFlushMs, stopKey } from './same-stop.ts'

const withOne = stopKey('words', 100)
const without = stopKey('words', undefined)

test.each([
  ['the first stop of a session, whose file the host is about to make', false, undefined],
  ['a file that was there at the stop before', false, withOne],
  ['a file that is there', true, undefined],
  ['a file that has come since', true, without],
])('waits long for %s', (_name, hasTranscript, before) => {
  expect(longestFlushMs(hasTranscript, before)).toBe(longestFlushMs(true, withOne))
})

test('does not wait long again for a file that was not there at the stop before either', () => {
  expect(longestFlushMs(false, without)).toBeLessThan(longestFlushMs(true, withOne) / 2)
})
