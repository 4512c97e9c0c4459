// The facts of a stop that a hook reports.
import { describe, expect, test } from 'bun:test'
import type { Facts, WaitingFor } from '../../contract/facts.ts'
import { claim, facts, policy } from '../gate/facts.fixture.ts'
import { refusedBy } from '../tasks/events.fixture.ts'
import { subtask } from '../subtasks/subtask.fixture.ts'
import { asksBack, factsOfStop } from './of-stop.ts'
import {
  calledClaim,
  MISSING,
  place,
  prompt,
  requestRead,
  requestState,
  runState,
  stop,
  stopSources,
  taskState,
  transcript,
  work,
} from './sources.fixture.ts'
import type { StopSources } from './of-stop.ts'

/** The stop of an attended agent that has done something, in a request that continues. */
const BASE = facts({ workCalls: 1, progress: 1 })

type Row = readonly [name: string, changes: Partial<StopSources>, expected: Partial<Facts>]
const at = (changes: Parameters<typeof requestRead>[0]) => ({ request: requestRead({ work: work(DID), ...changes }) })
const DID = { calls: 2, workCalls: 1, progress: 1 } as const

const rows: readonly Row[] = [
  ['nothing special', {}, {}],
  ["the person's word", { place: place({ user: 'paused' }) }, { user: 'paused' }],
  ['nothing is open', { place: place({ isOpen: false }) }, { taskOpen: false }],
  ['the stop opens a task', { place: place({ isOpen: false, opens: true }) }, { taskOpen: true }],
  ['an unattended host with a cap', { host: { attended: false, blockCap: 8 } }, { attended: false, blockCap: 8 }],
  ['plan mode by the hook', { stop: stop({ planMode: true }) }, { planMode: true }],
  ['plan mode by the transcript', at({ planMode: true }), { planMode: true }],
  ["the host's own goal", at({ vendorGoal: true }), { vendorGoal: true }],
  ['the time, and the ways to claim', { elapsedMs: 9, ways: facts().ways }, { elapsedMs: 9 }],
  ['the counts of the guards', { place: place({ request: requestState({ continuations: 2 }) }) }, { continuations: 2 }],
  [
    'a cancelled todo',
    at({ work: work({ ...DID, dropped: ['docs'] }) }),
    { warnings: ['a todo was cancelled without a word: docs'] },
  ],
  [
    'a cancelled todo that the last words name',
    { ...at({ work: work({ ...DID, dropped: ['docs'] }) }), stop: stop({ lastMessage: 'I left out the docs.' }) },
    {},
  ],
  ['an open subtask', { concerns: [subtask()] }, { openSubtasks: [expect.stringContaining('task_a1')] }],
  [
    'a subtask with a run of its own: no supervisor of this session waits for it',
    { concerns: [subtask({ run: runState() })] },
    { openSubtasks: [expect.stringContaining('task_a1')] },
  ],
  [
    'a failed subtask that the last words name',
    {
      concerns: [subtask({ status: 'ended', outcome: 'blocked' })],
      stop: stop({ lastMessage: 'I left out task_a1.' }),
    },
    {},
  ],
  ['a claim', { read: { claim: claim('partial'), nearMisses: [] } }, { claim: claim('partial') }],
  [
    'a late result that the agent has not been told',
    { untold: { task: 'task_1', decision: refusedBy(5) } },
    { refusedClaim: 'the last claim did not hold: why' },
  ],
  [
    'a call that was refused',
    {
      found: { kind: 'ours', called: calledClaim({ decision: refusedBy(5) }), by: 'bound', workedAfter: false },
    },
    { refusedClaim: 'the last claim was refused: why' },
  ],
  [
    "another's call that was refused",
    { found: { kind: 'not-ours', called: calledClaim({ decision: refusedBy(5) }) } },
    {},
  ],
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
  [
    'a review is awaited',
    { place: place({ task: taskState({ status: 'awaiting-review' }) }) },
    { isReviewAwaited: true },
  ],
  [
    'a review is awaited, but the stop opens a request',
    { place: place({ task: taskState({ status: 'awaiting-review' }), opens: true }) },
    {},
  ],
  [
    'the work could not be read',
    { request: requestRead({ work: work({ ...DID, whole: false }) }, MISSING) },
    { isWorkUnseen: true },
  ],
  ['an error ended the turn', at({ involuntary: 'api-error', texts: ['I look.'] }), { involuntary: 'api-error' }],
  [
    'an error ended the turn before any words',
    { ...at({ involuntary: 'api-error' }), stop: stop({ lastMessage: 'API Error' }) },
    { involuntary: 'api-error' },
  ],
  [
    'an error, and the agent spoke',
    { ...at({ involuntary: 'api-error', texts: ['I look.'] }), stop: stop({ lastMessage: 'Done.' }) },
    {},
  ],
]

const dev = { running: true, label: 'the dev server', command: 'npm run dev' }
const build = { running: true, label: 'a build', command: 'npm run build' }
const waiting = (what: string): { waitingFor: WaitingFor } => ({ waitingFor: { kind: 'background-work', what } })
const background = (...tasks: NonNullable<ReturnType<typeof work>['background']>) =>
  at({ work: work({ ...DID, background: tasks }) })

const LEFT = 'I still have to write the tests.'
const left = (lastMessage: string): Partial<StopSources> => ({
  stop: stop({ lastMessage }),
  policy: policy({ mode: 'balanced' }),
  request: requestRead({ work: work({ ...DID, writes: 1 }) }),
})

const waits: readonly Row[] = [
  ['background work by the hook', { stop: stop({ background: [build], wakeUps: ['x'] }) }, waiting('a build')],
  ['background work that has ended', { stop: stop({ background: [{ ...build, running: false }] }) }, {}],
  ['a dev server', { stop: stop({ background: [dev] }) }, {}],
  [
    'a dev server that the policy does not ignore',
    { stop: stop({ background: [dev] }), policy: policy({ waitingIgnore: [] }) },
    waiting('the dev server'),
  ],
  [
    'background work by the transcript',
    background({ id: 'b1', label: 'a build', command: 'npm run build' }),
    waiting('a build'),
  ],
  ['a dev server by the transcript', background({ id: 'b1', label: 'a server', command: 'npm run dev' }), {}],
  ['a subagent by the transcript', background({ id: 'b1', label: 'dev' }), waiting('dev')],
  ['a long name is cut', background({ id: 'b1', label: 'x'.repeat(130) }), waiting('x'.repeat(120))],
  [
    'a wake-up',
    { stop: stop({ wakeUps: ['Look again.'], lastMessage: 'Which one?' }) },
    { waitingFor: { kind: 'wake-up' } },
  ],
  [
    'a question',
    { stop: stop({ lastMessage: 'I looked. Which one do you want?' }) },
    { waitingFor: { kind: 'question', what: 'Which one do you want?' } },
  ],
  ['words that name what is left', left(LEFT), { hasWritten: true, ownRemainder: LEFT }],
  [
    'a question behind such words, which decides by itself',
    left(`${LEFT} Which one do you want?`),
    { hasWritten: true, waitingFor: { kind: 'question', what: 'Which one do you want?' } },
  ],
]

const { request: _none, ...OPENING } = place({ opens: true })
const asks = place({ request: requestState({ isQuestion: true }) })
const talk = (changes: Parameters<typeof work>[0], at = place()) => ({
  place: at,
  request: requestRead({ work: work(changes) }),
})
const TODO = { id: '1', text: 'docs', status: 'open' } as const
const idle = { workCalls: 0, progress: 0 }

const conversations: readonly Row[] = [
  ['nothing was called', talk({}), { ...idle, conversation: true }],
  ['something was read', talk({ calls: 2 }), idle],
  ['something was read for a question', talk({ calls: 2 }, asks), { ...idle, conversation: true }],
  ['something was changed for a question', talk({ calls: 2, workCalls: 1 }, asks), { workCalls: 1, progress: 0 }],
  [
    'something was read for a question that opens a request',
    talk({ calls: 2 }, { ...OPENING, prompt: prompt('Why is that?') }),
    { ...idle, conversation: true },
  ],
  ['a request that was not read whole', { request: requestRead({ work: work({ whole: false }) }, transcript()) }, idle],
  [
    'todos were opened in it',
    { request: requestRead({ work: work({ progress: 1 }), todos: [TODO] }) },
    { workCalls: 0, openTodos: ['docs'] },
  ],
  [
    'todos were open before it',
    { request: requestRead({ todos: [TODO] }) },
    { ...idle, openTodos: ['docs'], conversation: true },
  ],
  [
    'todos were closed in it',
    { request: requestRead({ work: work({ progress: 1 }) }) },
    { workCalls: 0, conversation: true },
  ],
]

describe.each([
  ['a stop', rows],
  ['waits for', waits],
  ['a conversation', conversations],
] as const)('%s', (_part, rows) => {
  test.each(rows)('%s', (_name, changes, expected) => {
    expect(factsOfStop(stopSources(changes))).toStrictEqual({ ...BASE, ...expected })
  })
})

describe('asksBack', () => {
  const rows: readonly (readonly [string, string | undefined, WaitingFor | undefined])[] = [
    ['no words', undefined, undefined],
    ['a statement', 'All tests pass.', undefined],
    ['a question', 'Which one do you want?', { kind: 'question', what: 'Which one do you want?' }],
  ]
  test.each(rows)('%s', (_name, said, expected) => {
    expect(asksBack(said)).toStrictEqual(expected as never)
  })
})
