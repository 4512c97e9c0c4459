// Lines for an agent: each is numbered once, and none is sent twice.
import { describe, expect, test } from 'bun:test'
import type { Spoken } from '../../../contract/agent/conversation.ts'
import {
  type Conversing,
  linesToSend,
  type Numbered,
  openConversing,
  stepConversing,
  withAllSent,
} from './conversation.ts'

const spoken = (more: Partial<Spoken> = {}): Spoken => ({ state: 1, signals: [], send: [], ...more })
const OPEN: Conversing = { state: 1, sent: 2, unsent: ['c', 'd'] }

describe('what is to be sent', () => {
  const rows: ReadonlyArray<readonly [name: string, conversing: Conversing, expected: Conversing]> = [
    ['at the beginning', openConversing(spoken({ send: ['a'] })), { state: 1, sent: 0, unsent: ['a'] }],
    ['nothing', openConversing(spoken()), { state: 1, sent: 0, unsent: [] }],
    ['more', stepConversing(OPEN, spoken({ state: 2, send: ['e'] })), { state: 2, sent: 2, unsent: ['c', 'd', 'e'] }],
    ['no more', stepConversing(OPEN, spoken({ state: 2 })), { state: 2, sent: 2, unsent: ['c', 'd'] }],
    [
      'a last line',
      stepConversing(OPEN, spoken({ send: ['e'], closes: true })),
      { state: 1, sent: 2, unsent: ['c', 'd', 'e', null], isClosed: true },
    ],
    [
      'only the end',
      stepConversing(OPEN, spoken({ closes: true })),
      { state: 1, sent: 2, unsent: ['c', 'd', null], isClosed: true },
    ],
    ['after sending all', withAllSent(OPEN), { state: 1, sent: 4, unsent: [] }],
  ]
  for (const [name, conversing, expected] of rows) test(name, () => expect(conversing).toEqual(expected))
})

describe('linesToSend', () => {
  const c: Numbered = { id: 3, text: 'c' }
  const d: Numbered = { id: 4, text: 'd' }
  const rows: ReadonlyArray<readonly [name: string, given: number, expected: readonly Numbered[]]> = [
    ['nobody has sent any', 0, [c, d]],
    ['the lines before them were sent', 2, [c, d]],
    ['the first of them was sent', 3, [d]],
    ['all were sent', 4, []],
    ['more were sent than are known yet', 9, []],
  ]
  for (const [name, given, expected] of rows) {
    test(name, () => expect(linesToSend(OPEN, given)).toEqual(expected))
  }
})
