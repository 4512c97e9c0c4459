// Whether more words of the agent could change what is decided about a stop.
import { expect, test } from 'bun:test'
import type { Facts } from '../../contract/facts.ts'
import { awaitsWords } from './awaits-words.ts'
import { claim, facts, policy } from './facts.fixture.ts'

const rows: ReadonlyArray<readonly [string, Partial<Facts>, boolean]> = [
  ['nothing was claimed yet', {}, true],
  ['a claim that may pass', { claim: claim('success') }, false],
  ['no task is open, which a prompt further on would change', { taskOpen: false }, true],
  ['the user cancelled', { user: 'cancelled' }, false],
  ['the user cancelled after a claim', { user: 'cancelled', claim: claim('success') }, false],
]
test.each(rows)('%s: %p', (_name, some, expected) => {
  expect(awaitsWords(facts(some), policy())).toBe(expected)
})
