// Plain statements of success, and words that own up to a failure.
import { expect, test } from 'bun:test'
import { ownsUpToFailure, statedSuccess } from './plain-success.ts'

test.each([
  ['I fixed the parser. All tests pass.', true],
  ['The port is finished. Everything works.', true],
  ['All checks pass.', true],
  ['Implementation complete.', false],
  ['The task is complete.', false],
  ['All done!', false],
])('states success: %p', (text, isOfChecks) => expect(statedSuccess(text)?.isOfChecks).toBe(isOfChecks))

test.each([
  'Once you have installed the database, all tests pass.',
  'Do all tests pass?',
  'Not all tests pass.',
  'I will run them until all tests pass.',
  'All tests pass except for two.',
  'All tests pass. Hold on, the type checker reports 3 errors.',
  'The log says "all tests pass".',
  '```\nall tests pass\n```',
  'I moved the endpoints.',
  '',
])('states none: %p', (text) => expect(statedSuccess(text)).toBeUndefined())

test.each([
  'One test still fails.',
  'The two failing tests are pre-existing.',
  'I could not run the tests here.',
  'The build is broken on main.',
])('owns up: %p', (text) => expect(ownsUpToFailure(text)).toBe(true))

test.each([
  'All tests pass, no failures.',
  '12 passed, 0 failed.',
  'I fixed the failing test. All tests pass.',
  'Done.',
])('does not: %p', (text) => expect(ownsUpToFailure(text)).toBe(false))
