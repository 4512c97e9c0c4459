// What the agent said, told where it changed nothing.
import { expect, test } from 'bun:test'
import type { Event } from '../../../contract/event.ts'
import { LAST_WORDS_KEPT } from '../../text/printable.ts'
import { wordsInstead } from './last-words.ts'
import { claimVerified } from './verified.fixture.ts'

const AT = '2026-11-15T10:00:00.000Z'
const stop = (lastWords: string): Event => ({
  id: 'e',
  at: AT,
  kind: 'stop.decided',
  session: 'ses_1',
  decision: { kind: 'allow', rule: 4, because: [], outcome: 'completed' },
  continuations: 0,
  lastWords,
  nearMisses: [],
})
const verified = (changedCount?: number): Event =>
  claimVerified(changedCount === undefined ? {} : { changed: [], changedCount })
const MANY = Array.from({ length: 30 }, (_, index) => `${index}`)

test.each([
  ['nothing is known', [stop('A review.')], []],
  ['changes are not known', [verified(), stop('A review.')], []],
  ['something changed', [verified(2), stop('A review.')], []],
  ['nothing was said', [verified(0)], []],
  [
    'its lines, without the claim and blank ones',
    [
      verified(0),
      stop('Two findings:\n\n  1. a\u001b[31m\n\nFULLSTOP_DONE::task_1\n**<promise>COMPLETE</promise>**\n'),
    ],
    ['Two findings:', '  1. a\u{fffd}[31m'],
  ],
  ['the claim at the end of a line', [verified(0), stop('Fine. <promise>COMPLETE</promise>')], ['Fine.']],
  [
    'what it said before a claim alone',
    [stop('First.'), stop('A review.'), verified(0), stop('<promise>COMPLETE</promise>')],
    ['A review.'],
  ],
  ['of many lines the last', [verified(0), stop(MANY.join('\n'))], ['…', ...MANY.slice(-20)]],
  ['of a long text the end', [verified(0), stop('a'.repeat(LAST_WORDS_KEPT))], ['…', 'a'.repeat(LAST_WORDS_KEPT)]],
] as const)('%s', (_, events, expected) => expect(wordsInstead(events)).toEqual([...expected]))
