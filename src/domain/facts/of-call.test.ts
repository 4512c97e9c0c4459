// The facts of a claim by tool or command.
import { expect, test } from 'bun:test'
import type { Facts } from '../../contract/facts.ts'
import { claim, couldNotRun, done, facts, policy, refusals } from '../gate/facts.fixture.ts'
import { subtask } from '../subtasks/subtask.fixture.ts'
import { factsOfCall, type CallSources } from './of-call.ts'
import { calledClaim, callSources, check, requestState, runState, taskState, window, work } from './sources.fixture.ts'

const BASE = facts({ claim: calledClaim().claim, call: { mayRun: true, stopFollows: 'hook' } })
const NOT_HERE = "checks do not run from an agent's own shell; claim with the tool complete_task, or with the stop hook"
const CHECKED = policy({ checks: [check('test')], untrustedChecks: ['lint'] })
const DUE = { verification: { kind: 'due', checks: ['test', 'lint'] } } as const
const UNHEARD = { mayRun: false, isGated: false }

const rows: readonly (readonly [string, Partial<CallSources>, Partial<Facts>])[] = [
  ['nothing special', {}, {}],
  [
    'A5: nothing of a stop counts, whatever the transcript shows',
    {
      window: window({
        work: work({ whole: false, calls: 3 }),
        involuntary: 'api-error',
        planMode: true,
        vendorGoal: true,
        interrupted: true,
        lastSaid: 'Which one do you want?',
      }),
    },
    {},
  ],
  [
    'a cap of the host, the time, the work',
    {
      blockCap: 8,
      elapsedMs: 9,
      window: window({ work: work({ workCalls: 3, progress: 2 }) }),
    },
    { blockCap: 8, elapsedMs: 9, workCalls: 3 },
  ],
  ['checks may run', { policy: CHECKED }, DUE],
  [
    'checks may not run, and a hook will be heard',
    { policy: CHECKED, mayRun: false },
    {
      ...DUE,
      call: { mayRun: false, stopFollows: 'hook' },
    },
  ],
  [
    'checks may not run, and a supervisor follows',
    {
      policy: CHECKED,
      ...UNHEARD,
      task: taskState({ run: runState() }),
    },
    { ...DUE, call: { mayRun: false, stopFollows: 'supervisor' } },
  ],
  [
    'checks may not run, and nobody follows',
    { policy: CHECKED, ...UNHEARD },
    {
      verification: done(couldNotRun('test', NOT_HERE), couldNotRun('lint', NOT_HERE)),
      call: { mayRun: false, stopFollows: 'none' },
    },
  ],
  [
    'no checks, and nobody follows',
    { policy: policy({ strategies: ['file-change'], root: '/repo' }), ...UNHEARD },
    {
      verification: { kind: 'none' },
      call: { mayRun: false, stopFollows: 'none' },
    },
  ],
  [
    'checks may run, and nobody follows',
    { policy: CHECKED, isGated: false },
    {
      ...DUE,
      call: { mayRun: true, stopFollows: 'none' },
    },
  ],
  [
    'a supervisor follows rather than a hook',
    { task: taskState({ run: runState() }) },
    {
      call: { mayRun: true, stopFollows: 'supervisor' },
    },
  ],
  [
    'a supervisor follows, and takes its subtask on',
    { task: taskState({ run: runState() }), concerns: [subtask({ run: runState() })] },
    {
      call: { mayRun: true, stopFollows: 'supervisor' },
      openSubtasks: [expect.stringContaining('task_a1')],
      awaitedSubtasks: ['task_a1'],
    },
  ],
  [
    'a hook follows, which takes no subtask on',
    { concerns: [subtask({ run: runState() })] },
    { openSubtasks: [expect.stringContaining('task_a1')] },
  ],
  ['a paused task', { task: taskState({ status: 'paused' }) }, { user: 'paused' }],
  ['a review is awaited', { task: taskState({ status: 'awaiting-review' }) }, { isReviewAwaited: true }],
  [
    'the claim that is decided now is not the one before it',
    {
      request: requestState({ newestClaim: { status: 'success', progress: 0 } }),
    },
    {},
  ],
  [
    'the claim before it',
    {
      called: calledClaim({ before: { ...calledClaim().before, newestClaim: { status: 'partial', progress: 1 } } }),
      request: requestState({ newestClaim: { status: 'success', progress: 2 } }),
    },
    { newestClaim: { status: 'partial', progress: 1 } },
  ],
  [
    'its summary and its remaining work are its last words',
    {
      called: calledClaim({
        claim: claim('success', { summary: 'The docs are elsewhere.', remainingWork: 'Left: lint' }),
      }),
      request: requestState({ refusals: refusals(['5:todo-open', 0]) }),
      window: window({
        todos: [
          { id: '1', text: 'docs', status: 'open' },
          { id: '2', text: 'elsewhere.\nleft', status: 'open' },
          { id: '3', text: 'tests', status: 'open' },
        ],
      }),
    },
    {
      claim: claim('success', { summary: 'The docs are elsewhere.', remainingWork: 'Left: lint' }),
      refusals: refusals(['5:todo-open', 0]),
      openTodos: ['tests'],
    },
  ],
]

test.each(rows)('%s', (_name, changes, expected) => {
  expect(factsOfCall(callSources(changes))).toStrictEqual({ ...BASE, ...expected })
})
