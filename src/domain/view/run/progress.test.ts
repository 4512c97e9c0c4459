// A run while it is under way, as the value that a screen draws.
import { describe, expect, test } from 'bun:test'
import type { Event } from '../../../contract/event.ts'
import type { CheckResult } from '../../../contract/evidence.ts'
import type { CheckView, RunView } from '../../../contract/view/run-view.ts'
import type { RunState, RunTask, SessionState, TaskState } from '../../../contract/state.ts'
import { policy } from '../../gate/facts.fixture.ts'
import { emptyWork } from '../../tasks/request/work.ts'
import { openedRun } from '../../tasks/run/run.ts'
import { openReading, type StintReading } from '../../tasks/run/stint.ts'
import { type RunFacts, toRunView, withChecks, withUnrun } from './progress.ts'
import { claimVerified } from '../task/verified.fixture.ts'

const AT = '2026-11-15T10:00:00.000Z'
const RUN: RunState = openedRun({ cwd: '/repo', permissions: 'edits', args: [] }, AT)
const task = (run: Partial<RunState> = {}, changes: Partial<TaskState> = {}): RunTask => ({
  id: 'task_1',
  status: 'open',
  agent: 'claude',
  session: 'ses_1',
  title: 'Add rate limiting',
  policy: policy(),
  openedAt: AT,
  updatedAt: AT,
  prompts: 1,
  stops: 0,
  refusals: 0,
  claims: 0,
  ...changes,
  run: { ...RUN, ...run },
})
const OPEN: StintReading = openReading({
  work: emptyWork(true),
  todos: [],
  knownPromptIds: [],
  knownPrompts: [],
  vendorGoal: false,
  closed: false,
})
const TODOS = [{ id: '1', text: 'A', status: 'open' }] as const
const session = (continuations: number): SessionState =>
  ({ todos: TODOS, request: { continuations } }) as unknown as SessionState
const FACTS: RunFacts = {
  task: task(),
  agentTitle: 'Claude Code',
  session: undefined,
  checks: [],
  isStopping: false,
  isAsking: false,
  now: new Date('2026-11-15T10:00:30.000Z'),
}
const VIEW: RunView = {
  task: 'task_1',
  request: 'Add rate limiting',
  agent: 'Claude Code',
  folder: '/repo',
  phase: 'starting',
  todos: [],
  checks: [],
  continuations: { used: 0, limit: 5 },
  tokens: { used: 0 },
  time: { used: 30_000 },
  isStopping: false,
}
const STINT = { id: 's', how: 'first', startedAt: AT, offset: 0, model: 'of the stint' } as const
const withSetup = (setup: Partial<RunState['setup']>): Partial<RunState> => ({ setup: { ...RUN.setup, ...setup } })

const rows: ReadonlyArray<readonly [name: string, facts: Partial<RunFacts>, expected: Partial<RunView>]> = [
  ['nothing has begun', {}, {}],
  ['it works', { task: task({ phase: 'running' }) }, { phase: 'working' }],
  ['it has stopped', { task: task({ phase: 'stopped' }) }, { phase: 'judging' }],
  ['U15: it is about to be sent back', { task: task({ phase: 'ready', stints: 1 }) }, { phase: 'returning' }],
  ['its checks run', { task: task({ phase: 'stopped' }), isVerifying: true }, { phase: 'verifying' }],
  [
    'the time of a check that runs moves on',
    {
      checks: [
        { name: 'lint', state: 'passed', ms: 5 },
        { name: 'test', state: 'running', since: AT },
      ],
    },
    {
      checks: [
        { name: 'lint', state: 'passed', ms: 5 },
        { name: 'test', state: 'running', ms: 30_000 },
      ],
    },
  ],
  ['a person is asked', { task: task({ phase: 'ready' }), isAsking: true }, { phase: 'asking' }],
  [
    'it is waited for',
    {
      task: task({ phase: 'waiting', wait: { since: AT, until: '2026-11-15T11:00:00.000Z', why: 'usage limit' } }),
    },
    {
      phase: 'waiting',
      wait: { why: 'usage limit', fromMs: Date.parse(AT), untilMs: Date.parse('2026-11-15T11:00:00.000Z') },
    },
  ],
  [
    'it is over',
    { task: task({ spentMs: 7 }, { status: 'ended', outcome: 'stuck' }) },
    { phase: 'over', outcome: 'stuck', time: { used: 7 } },
  ],
  ['it is to end after this turn', { isStopping: true }, { isStopping: true }],
  ['the model that was asked for', { task: task(withSetup({ model: 'wanted' })) }, { model: 'wanted' }],
  [
    'the model that was told before',
    { task: task({ ...withSetup({ model: 'wanted' }), stint: STINT }) },
    { model: 'of the stint' },
  ],
  ['the model that is told', { task: task({ stint: STINT }), reading: { ...OPEN, model: 'told' } }, { model: 'told' }],
  [
    'a program that nobody knows',
    { task: task(withSetup({ command: ['aider', '-x'] }), { agent: 'command' }), agentTitle: undefined },

    { agent: 'aider' },
  ],
  ['neither a title nor a program', { agentTitle: undefined }, { agent: 'claude' }],
  ['no request that could be read', { task: { ...task(), title: undefined } as never }, { request: '' }],
  ['what it does', { reading: { ...OPEN, doing: { id: '1', text: 'Bash npm test' } } }, { doing: 'Bash npm test' }],
  [
    'it waits for the provider',
    { reading: { ...OPEN, doing: { id: '1', text: 'x' }, retries: 'overloaded' } },
    { doing: 'overloaded' },
  ],
  [
    'the last line of a plain program',
    { reading: { ...OPEN, window: { ...OPEN.window, lastSaid: 'Before.' }, printed: 'step 2 of 3' } },
    { said: 'step 2 of 3' },
  ],
  [
    'what a plain program printed last, once it has ended',
    {
      task: task(withSetup({ command: ['./x.sh'] })),
      reading: { ...OPEN, window: { ...OPEN.window, lastSaid: 'step 1\nstep 2\n' } },
    },
    { said: 'step 2' },
  ],
  [
    'the words of an agent that speaks ACP',
    {
      task: task(withSetup({ command: ['./x.sh'], acp: true })),
      reading: { ...OPEN, window: { ...OPEN.window, lastSaid: 'One.\nTwo.' } },
    },
    { said: 'One.\nTwo.' },
  ],
  ['what it said', { reading: { ...OPEN, window: { ...OPEN.window, lastSaid: 'I begin.' } } }, { said: 'I begin.' }],
  ['todos of the session', { session: session(2) }, { todos: TODOS, continuations: { used: 2, limit: 5 } }],
  ['todos that the stint told', { session: session(0), reading: OPEN }, { todos: [] }],
  [
    'no cap',
    { task: task({}, { policy: policy({ maxContinuations: 0 }) }), session: session(7) },
    { todos: TODOS, continuations: { used: 7 } },
  ],
  [
    'budgets',
    {
      task: task(
        { usage: [{ agentSessionId: 'a', tokens: 5, cost: 1 }] },
        { policy: policy({ budget: { timeMs: 60_000, tokens: 9, cost: 2 } }) },
      ),
    },
    { time: { used: 30_000, limit: 60_000 }, tokens: { used: 5, limit: 9 }, cost: { used: 1, limit: 2 } },
  ],
]

describe('toRunView', () => {
  for (const [name, facts, expected] of rows) {
    test(name, () => expect(toRunView({ ...FACTS, ...facts })).toEqual({ ...VIEW, ...expected }))
  }
})

describe('withChecks', () => {
  const run = { name: 'test', key: 'k', why: '', run: 'r', startedAt: AT, tail: '', failures: [] } as const
  const finished = (name: string, result: CheckResult, durationMs: number): Event => ({
    id: 'e',
    at: AT,
    kind: 'check.finished',
    workspace: 'wsp_1',
    run: 'r',
    cause: 'claim',
    check: { ...run, failures: [], name, result, durationMs },
  })
  const started = (name: string): Event => ({
    id: 'e',
    at: AT,
    kind: 'check.started',
    workspace: 'wsp_1',
    run: 'r',
    name,
  })
  const verified = (...results: readonly (readonly [name: string, result: CheckResult])[]): Event =>
    claimVerified({
      checks: results.map(([name, result]) => ({ ...run, failures: [], name, result, durationMs: 9, reused: true })),
    })
  const proof = { id: 'e', at: AT, workspace: 'wsp_1', run: 'r' } as const
  const proving: Event = {
    ...proof,
    kind: 'proof.started',
    extra: [
      { check: 'test', kind: 'canary' },
      { check: 'test', kind: 'canary' },
      { check: 'test', kind: 'sealed' },
    ],
  }
  const proved: Event = { ...proof, kind: 'proof.finished', yardstick: 'y', extra: [], settled: [] }
  const over: Event = {
    ...proof,
    kind: 'checks.finished',
    cause: 'claim',
    valid: [],
    artefacts: [],
    notes: [],
  }
  const EXTRA: CheckView = {
    name: 'canary run of test, sealed run of test',
    state: 'running',
    since: AT,
    isExtra: true,
  }
  const KNOWN: readonly CheckView[] = [
    { name: 'lint', state: 'not-run' },
    { name: 'test', state: 'not-run' },
  ]
  const table: ReadonlyArray<readonly [name: string, events: readonly Event[], expected: readonly CheckView[]]> = [
    ['nothing', [], KNOWN],
    [
      'one runs',
      [started('test')],
      [
        { name: 'lint', state: 'not-run' },
        { name: 'test', state: 'running', since: AT },
      ],
    ],
    ['extra runs begin', [proving], [...KNOWN, EXTRA]],
    ['they have ended', [proving, proved], KNOWN],
    ['their round was cut off', [proving, over], KNOWN],
    [
      'one has ended',
      [started('lint'), finished('lint', 'failed', 5)],
      [
        { name: 'lint', state: 'failed', ms: 5 },
        { name: 'test', state: 'not-run' },
      ],
    ],
    ['one that was not known', [started('build')], [...KNOWN, { name: 'build', state: 'running', since: AT }]],
    [
      'results that were known',
      [verified(['lint', 'passed'], ['test', 'timed-out'])],
      [
        { name: 'lint', state: 'passed', ms: 9 },
        { name: 'test', state: 'timed-out', ms: 9 },
      ],
    ],
    [
      'it runs again',
      [finished('lint', 'failed', 5), started('lint')],
      [
        { name: 'lint', state: 'running', since: AT },
        { name: 'test', state: 'not-run' },
      ],
    ],
    ['another event', [{ id: 'e', at: AT, kind: 'wait.ended', session: 'ses_1', task: 'task_1' }], KNOWN],
  ]
  for (const [name, events, expected] of table) {
    test(name, () => expect(events.reduce(withChecks, KNOWN)).toEqual(expected as CheckView[]))
  }
})

describe('withUnrun', () => {
  const RUNNING: CheckView = { name: 'test', state: 'running', since: AT }
  const table: ReadonlyArray<readonly [name: string, checks: readonly CheckView[], expected: readonly CheckView[]]> = [
    [
      'none has run',
      [],
      [
        { name: 'lint', state: 'not-run' },
        { name: 'test', state: 'not-run' },
      ],
    ],
    ['one has', [RUNNING], [{ name: 'lint', state: 'not-run' }, RUNNING]],
    [
      'one that the policy does not name',
      [{ name: 'build', state: 'passed', ms: 1 }],
      [
        { name: 'lint', state: 'not-run' },
        { name: 'test', state: 'not-run' },
        { name: 'build', state: 'passed', ms: 1 },
      ],
    ],
  ]
  for (const [name, checks, expected] of table) {
    test(name, () => expect(withUnrun(checks, ['lint', 'test'])).toEqual(expected as CheckView[]))
  }
})
