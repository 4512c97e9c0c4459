// Which claims need more of a transcript than was read.
import { expect, test } from 'bun:test'
import type { Facts } from '../../contract/facts.ts'
import type { ReadNeeds, SessionRead } from '../../contract/agent/session-read.ts'
import { claim, facts } from '../gate/facts.fixture.ts'
import type { CalledFound } from './called.ts'
import { stillNeeded } from './needs.ts'
import { calledClaim, MISSING, transcript } from './sources.fixture.ts'

const NONE: CalledFound = { kind: 'none' }
const found = (by: 'hint' | 'bound'): CalledFound => ({ kind: 'ours', called: calledClaim(), by, workedAfter: false })
const SUCCESS = facts({ claim: claim('success') })
const SPARSE = transcript({ isSparse: true })
const EVERYTHING = { everything: true, todos: true }
const MORE = { todos: true, running: true }

const rows: readonly (readonly [string, SessionRead, Facts, CalledFound, ReadNeeds | undefined])[] = [
  ['nothing without a transcript', MISSING, SUCCESS, found('hint'), undefined],
  ['nothing after a whole reading', transcript(), SUCCESS, found('hint'), undefined],
  ['todos and background work for success, if lines were skipped', SPARSE, SUCCESS, NONE, MORE],
  ['todos and background work, if changes of todos were skipped', transcript({ todosFrom: 0 }), SUCCESS, NONE, MORE],
  ['every line for a call that only names the session', SPARSE, SUCCESS, found('hint'), EVERYTHING],
  ['the same without a claim that counts', SPARSE, facts(), found('hint'), EVERYTHING],
  ['not every line for a call that is bound', SPARSE, SUCCESS, found('bound'), MORE],
  ["not every line for another's call", SPARSE, SUCCESS, { kind: 'not-ours', called: calledClaim() }, MORE],
  ['not every line if only todos were skipped', transcript({ todosFrom: 7 }), SUCCESS, found('hint'), MORE],
  ['nothing for a partial claim', SPARSE, facts({ claim: claim('partial') }), NONE, undefined],
  ['nothing without a claim', SPARSE, facts(), NONE, undefined],
]

test.each(rows)('%s', (_name, transcript, known, called, expected) => {
  expect(stillNeeded(transcript, known, called)).toStrictEqual(expected as ReadNeeds)
})
