// The facts of a stop under `fullstop run`.
import { describe, expect, test } from 'bun:test'
import type { AgentEnd } from '../../contract/agent/agent-end.ts'
import type { Decision } from '../../contract/decision.ts'
import type { Facts } from '../../contract/facts.ts'
import { claim, facts, policy } from '../gate/facts.fixture.ts'
import { subtask } from '../subtasks/subtask.fixture.ts'
import { allowedBy, asked, AT, refusedBy } from '../tasks/events.fixture.ts'
import type { CalledFound } from './called.ts'
import type { ClaimRead } from './claim-read.ts'
import { asProbed, factsOfRun, type RunSources } from './of-run.ts'
import {
  calledClaim,
  MISSING,
  place,
  requestRead,
  requestState,
  runSources,
  runState,
  taskState,
  work,
} from './sources.fixture.ts'

const BASE = facts({
  attended: false,
  supervised: true,
  canProbe: false,
  spentMs: 0,
  waitedMs: 0,
  tokens: 0,
})
const AWAITED = subtask({ run: runState() })
const HELD = subtask({ run: runState(), status: 'awaiting-review' })
const FOR_SUBTASKS: Decision = allowedBy(4, { then: 'subtasks' })
const PROBES = taskState({ policy: policy({ strategies: ['probe'] }) })

type Row = readonly [name: string, changes: Partial<RunSources>, expected: Partial<Facts>]
const rows: readonly Row[] = [
  ['nothing special', {}, {}],
  ["the person's word", { place: place({ user: 'cancelled' }) }, { user: 'cancelled' }],
  ['nothing is open', { place: place({ isOpen: false }) }, { taskOpen: false }],
  ['the stop opens a task', { place: place({ isOpen: false, opens: true }) }, { taskOpen: true }],
  [
    'plan mode counts; a goal and an error of the stream do not',
    { request: requestRead({ planMode: true, vendorGoal: true, involuntary: 'api-error' }) },
    { planMode: true },
  ],
  [
    'the work could not be read',
    { request: requestRead({ work: work({ whole: false }) }, MISSING) },
    { isWorkUnseen: true },
  ],
  ['the agent may be asked for a claim', { task: PROBES }, { canProbe: true }],
  ['it was asked already', { task: PROBES, run: runState({ isProbed: true }) }, {}],
  ['nobody is there to be asked', { task: PROBES, isThere: false }, {}],
  ['the person added to the request', { run: runState({ isAddedTo: true }) }, { isUnheard: true }],
  ['a review is awaited', { task: taskState({ status: 'awaiting-review' }) }, { isReviewAwaited: true }],
  [
    'a subtask is awaited',
    { concerns: [AWAITED], run: runState({ lastDecision: FOR_SUBTASKS }) },
    { openSubtasks: [expect.stringContaining('task_a1')], awaitedSubtasks: ['task_a1'] },
  ],
  ['its subtasks are over', { run: runState({ lastDecision: FOR_SUBTASKS }) }, { areSubtasksOver: true }],
  [
    'a person has to look at a subtask',
    { concerns: [HELD], run: runState({ lastDecision: FOR_SUBTASKS }) },
    { openSubtasks: [expect.stringContaining('task_a1')], heldSubtasks: [expect.stringContaining('task_a1')] },
  ],
  [
    'a person has to look at a subtask, and there is news of another',
    {
      concerns: [HELD, subtask({ id: 'task_b2', status: 'ended', outcome: 'completed' })],
      run: runState({ lastDecision: FOR_SUBTASKS }),
    },
    {
      openSubtasks: [expect.stringContaining('task_a1')],
      heldSubtasks: [expect.stringContaining('task_a1')],
      areSubtasksOver: true,
    },
  ],
  [
    'its subtasks are over, and it has spoken since',
    { run: runState({ lastDecision: FOR_SUBTASKS, undecided: ['stint_2'] }) },
    {},
  ],
  ['how questions are answered', { answer: { kind: 'ask' } }, { answer: { kind: 'ask' } }],
  [
    'time and what was used',
    {
      elapsedMs: 1,
      spentMs: 2,
      run: runState({ waitedMs: 3, usage: [{ agentSessionId: 'abc', tokens: 4, cost: 0.5 }] }),
    },
    { elapsedMs: 1, spentMs: 2, waitedMs: 3, tokens: 4, cost: 0.5 },
  ],
  ['the counts of the guards', { place: place({ request: requestState({ continuations: 2 }) }) }, { continuations: 2 }],
  [
    'a cancelled todo',
    { request: requestRead({ work: work({ dropped: ['docs'] }) }) },
    { warnings: ['a todo was cancelled without a word: docs'] },
  ],
  [
    'a cancelled todo that the last words name',
    { request: requestRead({ work: work({ dropped: ['docs'] }), lastSaid: 'I left out the docs.' }) },
    {},
  ],
  ['a claim', { read: { claim: claim('partial'), nearMisses: [] } }, { claim: claim('partial') }],
  [
    'the claim that is decided now is not the one before it',
    {
      place: place({
        request: requestState({ called: calledClaim(), newestClaim: { status: 'success', progress: 0 } }),
      }),
      found: { kind: 'ours', called: calledClaim(), by: 'bound', workedAfter: false },
    },
    {},
  ],
]

const ask = requestRead({ lastSaid: 'Which one do you want?' })
const waits: readonly Row[] = [
  [
    'permissions',
    { end: { kind: 'stopped', denied: ['Bash(rm)', 'WebFetch'] }, request: ask },
    { waitingFor: { kind: 'permission', what: 'Bash(rm), WebFetch' } },
  ],
  [
    'a long list of permissions',
    { end: { kind: 'stopped', denied: ['x'.repeat(230)] } },
    { waitingFor: { kind: 'permission', what: 'x'.repeat(200) } },
  ],
  ['an answer', { request: ask }, { waitingFor: { kind: 'question', what: 'Which one do you want?' } }],
  [
    'an answer, and nothing was denied',
    { end: { kind: 'stopped', denied: [] }, request: ask },
    {
      waitingFor: { kind: 'question', what: 'Which one do you want?' },
    },
  ],
  ['nothing', { request: requestRead({ lastSaid: 'Done.' }) }, {}],
]

const ended = (end: AgentEnd, read: Partial<ClaimRead> = {}) => ({ end, read: { nearMisses: [], ...read } })
const CLAIM = claim('success')
const STINT = { id: 'stint_1', startedAt: AT, offset: 0 }
const answered = { claim: CLAIM, called: calledClaim({ decision: allowedBy(4) }) }
const ends: readonly Row[] = [
  ['an error', ended({ kind: 'api-error' }), { involuntary: 'api-error' }],
  ...(['same', 'again'] as const).map((how): Row => [
    `a session that cannot be taken up again (${how})`,
    { ...ended({ kind: 'session-missing' }), run: runState({ stint: { ...STINT, how } }) },
    { involuntary: 'session-missing', isUntold: true },
  ]),
  [
    'a fresh session that is gone',
    { ...ended({ kind: 'session-missing' }), run: runState({ stint: { ...STINT, how: 'fresh' } }) },
    { involuntary: 'session-missing' },
  ],
  ['an error in words', ended({ kind: 'auth', detail: 'log in' }), { involuntary: 'auth', endDetail: 'log in' }],
  ['by itself, with words', ended({ kind: 'stopped', detail: 'end_turn' }), {}],
  ['a crash without a claim', ended({ kind: 'crashed', exitCode: 1 }), { involuntary: 'crashed' }],
  ['a claim before an exit code', ended({ kind: 'crashed', exitCode: 1 }, { claim: CLAIM }), { claim: CLAIM }],
  ['a claim before a signal', ended({ kind: 'crashed' }, { claim: CLAIM }), { claim: CLAIM, involuntary: 'crashed' }],
  [
    'a claim before the provider failed',
    ended({ kind: 'api-error', exitCode: 1 }, { claim: CLAIM }),
    { claim: CLAIM, involuntary: 'api-error' },
  ],
  ['an answered claim before the provider failed', ended({ kind: 'api-error' }, answered), { claim: CLAIM }],
  [
    'a claim that waits for a person before the provider failed',
    ended({ kind: 'api-error' }, { claim: CLAIM, called: calledClaim({ decision: asked }) }),
    { claim: CLAIM },
  ],
  ['an answered claim before a usage limit', ended({ kind: 'usage-limit' }, answered), { claim: CLAIM }],
  ['an answered claim before a signal', ended({ kind: 'crashed' }, answered), { claim: CLAIM }],
  ['an answered claim before a hang', ended({ kind: 'hung' }, answered), { claim: CLAIM, involuntary: 'hung' }],
  [
    'a claim without an answer before the provider failed',
    ended({ kind: 'api-error' }, { claim: CLAIM, called: calledClaim() }),
    { claim: CLAIM, involuntary: 'api-error' },
  ],
]

const newestClaim = { status: 'success', progress: 0 } as const
const FAILED = { ...refusedBy(5), because: [{ code: 'check-failed' as const, text: 'check "test" failed\n1 of 2' }] }
const after = (decision: ReturnType<typeof refusedBy>) => ({
  place: place({ request: requestState({ newestClaim, lastDecision: { key: 'k', at: AT, decision } }) }),
})
const byCall = (decision: ReturnType<typeof refusedBy>): { found: CalledFound } => ({
  found: { kind: 'ours', called: calledClaim({ decision }), by: 'bound', workedAfter: false },
})
const refusals: readonly Row[] = [
  [
    'the last claim was refused',
    after(FAILED),
    {
      newestClaim,
      refusedClaim: 'the last claim was refused: check "test" failed',
      isRefusedForCheck: true,
      refusedFor: FAILED.because,
    },
  ],
  ['the last stop was refused without a claim', after(refusedBy(11)), { newestClaim }],
  [
    'its call was refused after the last stop',
    { ...after(refusedBy(5)), ...byCall(FAILED) },
    {
      newestClaim,
      refusedClaim: 'the last claim was refused: check "test" failed',
      isRefusedForCheck: true,
      refusedFor: FAILED.because,
    },
  ],
  [
    'its call was allowed after the last stop was refused',
    { ...after(FAILED), ...byCall(allowedBy(4)) },
    {
      newestClaim,
      refusedClaim: 'the last claim was refused: check "test" failed',
      isRefusedForCheck: true,
      refusedFor: FAILED.because,
    },
  ],
  [
    "another's call was refused",
    { ...after(FAILED), found: { kind: 'not-ours', called: calledClaim({ decision: refusedBy(9) }) } },
    {
      newestClaim,
      refusedClaim: 'the last claim was refused: check "test" failed',
      isRefusedForCheck: true,
      refusedFor: FAILED.because,
    },
  ],
  [
    'a late result, and no stop was refused',
    { untold: { task: 'task_1', decision: FAILED } },
    { refusedClaim: 'the last claim did not hold: check "test" failed', isRefusedForCheck: true },
  ],
]

describe.each([
  ['a stop', rows],
  ['waits for', waits],
  ['ended by', ends],
  ['refused before', refusals],
] as const)('%s', (_part, rows) => {
  test.each(rows)('%s', (_name, changes, expected) => {
    expect(factsOfRun(runSources(changes))).toStrictEqual({ ...BASE, ...expected })
  })
})

describe('asProbed', () => {
  const rows: readonly (readonly [string, ClaimRead, ClaimRead])[] = [
    ['no claim', { nearMisses: [] }, { nearMisses: [] }],
    ['a claim in words', { claim: CLAIM, nearMisses: [] }, { claim: { ...CLAIM, channel: 'probe' }, nearMisses: [] }],
    ['a claim by a call', { ...answered, nearMisses: [] }, { ...answered, nearMisses: [] }],
  ]
  test.each(rows)('%s', (_name, read, expected) => {
    expect(asProbed(read)).toStrictEqual(expected)
  })
})
