// Each refusal adds to the counts of its request.
import { expect, test } from 'bun:test'
import type { Continue, Count } from '../../contract/decision.ts'
import type { RequestState } from '../../contract/state.ts'
import { counted } from './count.ts'
import { AT } from './events.fixture.ts'
import { emptyWork } from './request/work.ts'

const GIVEN = { fingerprint: 'old', progress: 0 }
const REQUEST: RequestState = {
  id: 'req_1',
  openedAt: AT,
  promptIds: [],
  prompts: [],
  isQuestion: false,
  closed: false,
  work: emptyWork(true),
  moves: 0,
  continuations: 10,
  refusals: [GIVEN],
  waits: 20,
  blockedPushes: 30,
  questionsPushed: 40,
}
const refusal = (...counts: Count[]): Continue => ({
  kind: 'continue',
  rule: 11,
  because: [],
  say: 'FULLSTOP',
  fingerprint: 'f',
  counts,
})
const REFUSED = { continuations: 11, refusals: [GIVEN, { fingerprint: 'f', progress: 7 }] }

const rows: readonly (readonly [string, readonly Count[], Partial<RequestState>])[] = [
  ['nothing', [], {}],
  ['a refusal', ['refusal'], REFUSED],
  ['a wait', ['wait'], { waits: 21 }],
  ['a push of a blocked agent', ['refusal', 'blocked-push'], { ...REFUSED, blockedPushes: 31 }],
  ['a push of an agent that asks', ['refusal', 'question-push'], { ...REFUSED, questionsPushed: 41 }],
]

test.each(rows)('%s', (_name, counts, expected) => {
  expect(counted(REQUEST, refusal(...counts), 7)).toStrictEqual({ ...REQUEST, ...expected })
})

test('only the newest twenty refusals are kept', () => {
  const refusals = Array.from({ length: 20 }, (_, progress) => ({ fingerprint: 'old', progress }))
  const after = counted({ ...REQUEST, refusals }, refusal('refusal'), 99)
  expect(after.refusals).toStrictEqual([...refusals.slice(1), { fingerprint: 'f', progress: 99 }])
})
