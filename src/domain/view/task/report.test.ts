// The end of a run as a value: its ending and reasons, what it rests on, what it used, and what to do next.
import { describe, expect, test } from 'bun:test'
import type { Reason } from '../../../contract/decision.ts'
import type { Event } from '../../../contract/event.ts'
import type { CheckResult, Evidence } from '../../../contract/evidence.ts'
import type { RunState, RunTask } from '../../../contract/state.ts'
import { policy } from '../../gate/facts.fixture.ts'
import { claimMade } from '../../tasks/events.fixture.ts'
import { openedRun } from '../../tasks/run/run.ts'
import { type ReportPlace, type ReportView, viewReport } from './report.ts'
import { claimVerified } from './verified.fixture.ts'

const AT = '2026-11-15T10:00:00.000Z'
const RUN: RunState = { ...openedRun({ cwd: '/repo', permissions: 'edits', args: [] }, AT), spentMs: 65_000 }
const task = (changes: Partial<RunTask> = {}, run: Partial<RunState> = {}): RunTask => ({
  id: 'task_1',
  status: 'ended',
  agent: 'claude',
  session: 'ses_1',
  title: 'Add rate limiting\nto the API',
  policy: policy(),
  openedAt: AT,
  updatedAt: AT,
  prompts: 1,
  stops: 1,
  refusals: 0,
  claims: 0,
  run: { ...RUN, ...run },
  ...changes,
})
const PLACE: ReportPlace = {
  agent: 'Claude Code',
  findable: 'checks',
  permitting: (denied) => ['--allow', ...denied],
}
const why = (text: string): Reason => ({ code: 'no-claim', text })
const ended = (...texts: readonly string[]): Event => ({
  id: 'e',
  at: AT,
  kind: 'task.ended',
  task: 'task_1',
  outcome: 'stuck',
  because: texts.map(why),
})
const check = (name: string, result: CheckResult): Evidence['checks'][number] => ({
  name,
  key: 'k',
  result,
  why: 'exit code 0',
  run: 'run_1',
  startedAt: AT,
  durationMs: 1234,
  tail: '',
  failures: [],
  reused: false,
})
const verified = (...checks: Evidence['checks']): Event =>
  claimVerified({ tree: 'abc', checks, yardstickNotes: [], notes: ['a note'] })
const bill = { stint: 's', ms: 12_000, tokens: 0 } as const
const lastDecision: RunState['lastDecision'] = { kind: 'ask-human', rule: 7, because: [why('look at this')] }

const NEXT = { command: 'fullstop evidence task_1', does: 'what proves it' }
const COMPLETED: ReportView = {
  task: 'task_1',
  title: 'Add rate limiting to the API',
  ending: { text: 'completed', tone: 'good' },
  because: [],
  criteria: [],
  used: ['1 min 5 s'],
  said: [],
  look: [],
  denied: [],
  stints: [],
  next: [NEXT],
}
const passed = (...codes: Reason['code'][]): Event => ({
  ...(ended() as Extract<Event, { kind: 'task.ended' }>),
  because: codes.map((code) => ({ code, text: `claimed, but ${code}` })),
})
const resume = (does: string, more = '') => ({ command: `fullstop resume task_1${more}`, does })

const rows: ReadonlyArray<
  readonly [name: string, task: RunTask, events: readonly Event[], expected: Partial<ReportView>]
> = [
  ['completed', task({ outcome: 'completed' }), [], {}],
  [
    'any other outcome',
    task({ outcome: 'cancelled' }),
    [],
    { ending: { text: 'cancelled', tone: 'warn' }, next: [resume('continue after all')] },
  ],
  ['paused', task({ status: 'paused' }), [], { ending: { text: 'paused', tone: 'warn' }, next: [resume('continue')] }],
  [
    'no outcome yet: the reasons of the last decision, not of an end before',
    task({ status: 'awaiting-review' }, { lastDecision }),
    [ended('before')],
    {
      ending: { text: 'awaiting-review', tone: 'warn' },
      because: ['look at this'],
      next: [{ command: 'fullstop review task_1', does: 'look at it, and decide' }],
    },
  ],
  [
    'what a reason names already is not looked at twice',
    task(
      { status: 'awaiting-review' },
      { lastDecision: { kind: 'ask-human', rule: 7, because: [why('weakened: a.test.ts:3 is skipped now')] } },
    ),
    [
      claimVerified({
        checks: [],
        tampering: [
          { file: 'a.test.ts', line: 3, what: 'is skipped now', meant: false },
          { file: 'b.test.ts', line: 4, what: 'is skipped now', meant: false },
        ],
      }),
    ],
    {
      ending: { text: 'awaiting-review', tone: 'warn' },
      because: ['weakened: a.test.ts:3 is skipped now'],
      look: ['b.test.ts:4 is skipped now'],
      next: [{ command: 'fullstop review task_1', does: 'look at it, and decide' }],
    },
  ],
  [
    'the first lines of five reasons of the last end',
    task({ outcome: 'completed' }, { lastDecision }),
    [ended('before'), ended('one\ntail', 'two', 'three', 'four', 'five', 'six')],
    { because: ['one', 'two', 'three', 'four', 'five'] },
  ],
  [
    'a plain program that never says that it is done: how it would',
    task({ outcome: 'completed' }, { setup: { ...RUN.setup, command: ['lazy.sh'] } }),
    [ended('nothing says that the task is done')],
    {
      because: [
        'nothing says that the task is done',
        'a program says so by a line of its own, <promise>COMPLETE</promise> (docs/run.md, "Run any other program")',
      ],
    },
  ],
  [
    'the checks of the last evidence that passed, each with its time',
    task({ outcome: 'completed' }),
    [
      verified(check('old', 'failed')),
      verified(check('lint', 'passed'), check('test', 'passed')),
      passed('checks-passed'),
    ],
    { because: ['lint passed in 1.2 s', 'test passed in 1.2 s'] },
  ],
  [
    'U15: a pass that was reused says so, with its age',
    task({ outcome: 'completed' }),
    [
      verified({ ...check('test', 'passed'), reused: true, startedAt: '2026-11-15T09:30:00.000Z' }),
      passed('checks-passed'),
    ],
    { because: ['test passed 30 minutes ago on the same files'] },
  ],
  [
    'U2: one reason for all checks that are not trusted, and the way to trust them',
    task({ outcome: 'unverified', policy: policy({ untrustedChecks: ['a', 'b', 'c', 'd', 'e'] }) }),
    [
      verified(...['a', 'b', 'c', 'd', 'e'].map((name) => ({ ...check(name, 'could-not-run'), why: 'not trusted' }))),
      passed('check-could-not-run', 'check-could-not-run'),
    ],
    {
      ending: { text: 'unverified', tone: 'warn' },
      because: ['a, b, c and 2 more could not run: not trusted'],
      next: [{ command: 'fullstop trust', does: 'let the checks run' }, resume('prove it')],
    },
  ],
  [
    'U15: no code of ours in what went wrong',
    task({ outcome: 'agent-failed' }, { lastEnd: { kind: 'auth', detail: 'Please run /login' } }),
    [passed('not-the-agents-choice')],
    {
      ending: { text: 'agent-failed', tone: 'warn' },
      because: ['Claude Code is not logged in: Please run /login'],
      next: [resume('once you are logged in to Claude Code')],
    },
  ],
  [
    'tokens and cost',
    task({ outcome: 'completed' }, { turns: 2, usage: [{ agentSessionId: 'a', tokens: 1500, cost: 0.5 }] }),
    [],
    { used: ['1 min 5 s', '2 turns', '1.5k tokens', '$0.50'] },
  ],
  ['one stint needs no row', task({ outcome: 'completed' }, { bill: [{ ...bill, how: 'first' }] }), [], {}],
  [
    'two stints',
    task(
      { outcome: 'completed' },
      {
        bill: [
          { ...bill, how: 'first' },
          { ...bill, how: 'fresh', tokens: 2000, cost: 1 },
        ],
      },
    ),
    [],
    {
      stints: [
        { number: 1, how: 'first prompt', took: '12 s', tokens: '', cost: '' },
        { number: 2, how: 'continuation in a fresh session', took: '12 s', tokens: '2k tokens', cost: '$1.00' },
      ],
    },
  ],
  [
    'U4: what was denied, and the option of the agent that permits it',
    task(
      { outcome: 'needs-input' },
      { lastDecision: { kind: 'allow', rule: 10, because: [{ code: 'permission', text: 'may it write?' }] } },
    ),
    [
      {
        id: 'e',
        at: AT,
        kind: 'stint.ended',
        session: 'ses_1',
        task: 'task_1',
        stint: 's',
        end: { kind: 'stopped', denied: ['Bash (npm ci)', 'Bash (npm ci)'] },
        endedAt: AT,
        notes: [],
      },
    ],
    {
      ending: { text: 'needs-input', tone: 'warn' },
      because: ['nobody was there to permit what it needs'],
      denied: ['Bash (npm ci)'],
      next: [resume('permit what was denied', " -- --allow 'Bash (npm ci)'")],
    },
  ],
  [
    'partial: with what is left',
    task({ outcome: 'partial' }),
    [
      claimMade({ claim: { id: 'clm_1', status: 'partial', channel: 'tool', text: 'x', remainingWork: 'the docs' } }),
      {
        ...ended(),
        because: [{ code: 'partial', text: 'claimed partial twice with no progress in between' }],
      } as Event,
    ],
    {
      ending: { text: 'partial', tone: 'warn' },
      because: ['claimed partial twice with no progress in between', 'remaining: the docs'],
      next: expect.any(Array) as never,
    },
  ],
  [
    'partial: what is left is named once',
    task({ outcome: 'partial' }),
    [
      claimMade({ claim: { id: 'clm_1', status: 'partial', channel: 'tool', text: 'x', remainingWork: 'the docs' } }),
      {
        ...ended(),
        because: [
          { code: 'cap-reached', text: '5 of 5 refusals used up' },
          { code: 'partial', text: 'remaining work: the docs' },
        ],
      } as Event,
    ],
    {
      ending: { text: 'partial', tone: 'warn' },
      because: ['gave up after 5 refusals, the limit', 'remaining: the docs'],
      next: expect.any(Array) as never,
    },
  ],
  [
    'a budget that ended the agent is named once',
    task(
      { outcome: 'over-budget', policy: policy({ budget: { timeMs: 60_000 } }) },
      { lastEnd: { kind: 'agent-cap', detail: 'the time budget is used up' } },
    ),
    [
      {
        ...ended(),
        because: [
          { code: 'over-budget', text: 'the time budget is used up' },
          { code: 'not-the-agents-choice', text: "the stop is not the agent's choice: agent-cap" },
        ],
      } as Event,
    ],
    {
      ending: { text: 'over-budget', tone: 'warn' },
      because: ['the time budget is used up'],
      next: [resume('allow more', ' --max-time 3m')],
    },
  ],
  [
    'the budget that is used up, doubled',
    task({ outcome: 'over-budget', policy: policy({ budget: { timeMs: 60_000 } }) }),
    [],
    { ending: { text: 'over-budget', tone: 'warn' }, next: [resume('allow more', ' --max-time 3m')] },
  ],
]

describe('viewReport', () => {
  for (const [name, given, events, expected] of rows) {
    test(name, () => expect(viewReport(given, events, PLACE)).toEqual({ ...COMPLETED, ...expected }))
  }

  test('issue 17: changed files where no check ran, and where there is no repository', () => {
    const changedOf = (changed: ReportPlace['changed'], events: readonly Event[] = []): string | undefined =>
      viewReport(task({ outcome: 'unverified' }), events, { ...PLACE, changed }).changed
    expect(
      changedOf([
        { path: 'b.log', how: 'added' },
        { path: 'a.ts', how: 'modified' },
      ]),
    ).toBe('a.ts, b.log (new)')
    expect(changedOf([])).toBe('nothing')
    expect(changedOf('no repository')).toBe('not known: there is no repository')
    expect(changedOf(undefined)).toBeUndefined()
    const seen = claimVerified({ tree: 'abc', checks: [], changed: [{ path: 'c.ts', how: 'added' }], changedCount: 1 })
    expect(changedOf([{ path: 'a.ts', how: 'modified' }], [seen])).toBe('c.ts (new)')
  })

  test('issue 17: what the agent needs, in its own words', () => {
    const because: Reason[] = [{ code: 'needs-input', text: 'the agent needs credentials' }]
    const claim = { id: 'clm_1', status: 'blocked', channel: 'tool', text: '', needs: 'credentials' } as const
    const said = { summary: 'The staging key is missing.', remainingWork: 'the\ndeployment' }
    const made = (more: object): Event => claimMade({ claim: { ...claim, ...more } })
    const needs = (event: Event): readonly string[] =>
      viewReport(
        task({ outcome: 'needs-input' }, { lastDecision: { kind: 'allow', rule: 9, because } }),
        [event],
        PLACE,
      ).because
    expect(needs(made(said))).toEqual([
      'the agent needs credentials: The staging key is missing.',
      'remaining: the deployment',
    ])
    expect(needs(made({}))).toEqual(['the agent needs credentials'])
  })

  test('changed files: the first few by name, the rest counted', () => {
    const event = verified() as Extract<Event, { kind: 'claim.verified' }>
    const changed = ['a', 'b', 'c', 'd'].map((path, index) => ({
      path,
      how: (['added', 'modified', 'deleted', 'added'] as const)[index] ?? 'added',
    }))
    const evidence = { ...event.evidence, changed, changedCount: 9 }
    const view = viewReport(task({ outcome: 'completed' }), [{ ...event, evidence }], PLACE)
    expect(view.changed).toBe('a (new), b, c (deleted), 6 more')
  })

  test('U10: where our name cannot be typed, the commands say what can be', () =>
    expect(viewReport(task({ outcome: 'completed' }), [], { ...PLACE, called: '/tmp/try/fullstop' }).next).toEqual([
      { ...NEXT, command: '/tmp/try/fullstop evidence task_1' },
    ]))

  test('of many stints the last twelve, with their numbers', () => {
    const many = Array.from({ length: 30 }, () => ({ ...bill, how: 'same' as const }))
    const { stints } = viewReport(task({ outcome: 'completed' }, { bill: many }), [], PLACE)
    expect([stints.length, stints[0]?.number, stints.at(-1)?.number]).toEqual([12, 19, 30])
  })
})
