// The end of a run as a value: its ending and reasons, what it rests on, what it used, and what to do next.
import { describe, expect, test } from 'bun:test'
import type { Reason } from '../../contract/decision.ts'
import type { Event } from '../../contract/event.ts'
import type { CheckResult, Evidence } from '../../contract/evidence.ts'
import type { RunState, RunTask } from '../../contract/state.ts'
import { policy } from '../gate/facts.fixture.ts'
import { openedRun } from '../tasks/run.ts'
import { type ReportView, viewReport } from './report.ts'

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
const verified = (...checks: Evidence['checks']): Event => ({
  id: 'e',
  at: AT,
  kind: 'claim.verified',
  session: 'ses_1',
  task: 'task_1',
  request: 'req_1',
  claim: 'clm_1',
  evidence: { tree: 'abc', checks, skipped: [], yardstickNotes: [], notes: ['a note'], warnings: [], tampering: [] },
})
const bill = { stint: 's', ms: 12_000, tokens: 0 } as const
const lastDecision: RunState['lastDecision'] = { kind: 'ask-human', rule: 7, because: [why('look at this')] }

const COMPLETED: ReportView = {
  task: 'task_1',
  title: 'Add rate limiting to the API',
  ending: { text: 'completed', tone: 'good' },
  because: [],
  used: ['1m05s'],
  stints: [],
  next: ['what it rests on: fullstop evidence task_1'],
}

const rows: ReadonlyArray<
  readonly [name: string, task: RunTask, events: readonly Event[], expected: Partial<ReportView>]
> = [
  ['completed', task({ outcome: 'completed' }), [], {}],
  [
    'any other outcome',
    task({ outcome: 'cancelled' }),
    [],
    { ending: { text: 'cancelled', tone: 'warn' }, next: ['what happened: fullstop show task_1'] },
  ],
  [
    'paused',
    task({ status: 'paused' }),
    [],
    { ending: { text: 'paused', tone: 'warn' }, next: ['go on: fullstop resume task_1'] },
  ],
  [
    'no outcome yet: the reasons of the last decision, not of an end before',
    task({ status: 'awaiting-review' }, { lastDecision }),
    [ended('before')],
    {
      ending: { text: 'awaiting-review', tone: 'warn' },
      because: ['look at this'],
      next: [
        'look at it: fullstop review task_1',
        'answer it:  fullstop review task_1 approve | request-changes "…" | reject "…"',
      ],
    },
  ],
  [
    'the first lines of five reasons of the last end',
    task({ outcome: 'completed' }, { lastDecision }),
    [ended('before'), ended('one\ntail', 'two', 'three', 'four', 'five', 'six')],
    { because: ['one', 'two', 'three', 'four', 'five'] },
  ],
  [
    'the last evidence',
    task({ outcome: 'completed' }),
    [verified(check('old', 'failed')), verified(check('lint', 'passed'), check('test', 'could-not-run'))],
    {
      proof: {
        checks: [
          { name: 'lint', result: 'passed', tone: 'good', took: '1.2s' },
          { name: 'test', result: 'could-not-run', tone: 'bad', took: '1.2s' },
        ],
        evidence: { tree: 'abc', skipped: [], yardstickNotes: [], notes: ['a note'], warnings: [], tampering: [] },
      },
    },
  ],
  [
    'tokens and cost',
    task({ outcome: 'completed' }, { usage: [{ agentSessionId: 'a', tokens: 1500, cost: 0.5 }] }),
    [],
    { used: ['1m05s', '1.5k tokens', '$0.50'] },
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
        { number: 1, how: 'first prompt', took: '12.0s', tokens: '', cost: '' },
        { number: 2, how: 'continuation in a fresh session', took: '12.0s', tokens: '2k tokens', cost: '$1.00' },
      ],
    },
  ],
  [
    'a permission is missing',
    task(
      { outcome: 'needs-input' },
      { lastDecision: { kind: 'allow', rule: 10, because: [{ code: 'permission', text: 'may it write?' }] } },
    ),
    [],
    {
      ending: { text: 'needs-input', tone: 'warn' },
      because: ['may it write?'],
      next: ["allow it in the agent's own settings, or all of it: fullstop resume task_1 --permissions all"],
    },
  ],
  [
    'the budget that is used up',
    task({ outcome: 'over-budget', policy: policy({ budget: { timeMs: 60_000 } }) }),
    [],
    { ending: { text: 'over-budget', tone: 'warn' }, next: ['allow more: fullstop resume task_1 --max-time …'] },
  ],
]

describe('viewReport', () => {
  for (const [name, given, events, expected] of rows) {
    test(name, () => expect(viewReport(given, events)).toEqual({ ...COMPLETED, ...expected }))
  }

  test('of many stints the last twelve, with their numbers', () => {
    const many = Array.from({ length: 30 }, () => ({ ...bill, how: 'same' as const }))
    const { stints } = viewReport(task({ outcome: 'completed' }, { bill: many }), [])
    expect([stints.length, stints[0]?.number, stints.at(-1)?.number]).toEqual([12, 19, 30])
  })
})
