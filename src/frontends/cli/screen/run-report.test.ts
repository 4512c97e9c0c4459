// The end of a run as a person reads it: each outcome with what to do next, what it rests on, what it cost.
import { describe, expect, test } from 'bun:test'
import type { Reason } from '../../../contract/decision.ts'
import type { Event, StintHow } from '../../../contract/event.ts'
import type { CheckResult, Evidence } from '../../../contract/evidence.ts'
import type { Outcome } from '../../../contract/outcome.ts'
import type { RunState, RunTask } from '../../../contract/state.ts'
import { policy } from '../../../domain/gate/facts.fixture.ts'
import { openedRun } from '../../../domain/tasks/run.ts'
import { runReport } from './run-report.ts'
import { styleFor } from './style.ts'

const AT = '2026-11-15T10:00:00.000Z'
const PLAIN = styleFor({ terminal: { input: false, output: false }, env: {} })
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
const ended = (outcome: Outcome, because: readonly Reason[]): Event => ({
  id: 'e',
  at: AT,
  kind: 'task.ended',
  task: 'task_1',
  outcome,
  because: [...because],
})
const why = (text: string): Reason => ({ code: 'no-claim', text })
const report = (outcome: Outcome | undefined, events: readonly Event[] = [], run: Partial<RunState> = {}): string[] =>
  runReport(outcome === undefined ? task({ status: 'awaiting-review' }, run) : task({ outcome }, run), events, PLAIN)

const outcomes: ReadonlyArray<readonly [outcome: Outcome, next: readonly string[]]> = [
  ['completed', ['next  what it rests on: fullstop evidence task_1']],
  ['unverified', ['next  give the folder a check (fullstop checks find --write), then fullstop resume task_1']],
  ['partial', ['next  what is left: fullstop brief task_1', '      go on: fullstop resume task_1']],
  ['blocked', ['next  say how it can be done: fullstop resume task_1 "…"']],
  [
    'needs-input',
    ['next  answer it: fullstop resume task_1 "your answer"', '      or later:  fullstop review task_1 answer "…"'],
  ],
  ['rejected', ['next  what happened: fullstop show task_1']],
  ['capped', ['next  allow more: fullstop resume task_1 --max-continuations 10']],
  ['stuck', ['next  what happened: fullstop show task_1', '      say what helps: fullstop resume task_1 "…"']],
  ['over-budget', ['next  allow more: fullstop resume task_1 with --max-time, --max-tokens or --max-cost raised']],
  ['agent-failed', ['next  what happened: fullstop show task_1', '      try again: fullstop resume task_1']],
  ['usage-limited', ['next  when the limit is over: fullstop resume task_1']],
  ['interrupted', ['next  go on: fullstop resume task_1']],
  ['cancelled', ['next  what happened: fullstop show task_1']],
]

describe('each outcome', () => {
  for (const [outcome, next] of outcomes) {
    test(outcome, () =>
      expect(report(outcome, [ended(outcome, [why('because of this')])])).toEqual([
        '',
        `${outcome}  task_1  Add rate limiting to the API`,
        '  because of this',
        '',
        '  used     1m05s',
        '',
        ...next,
      ]),
    )
  }
  test('none: a person must look', () =>
    expect(
      report(undefined, [], { lastDecision: { kind: 'ask-human', rule: 7, because: [why('a.test.ts:3 emptied')] } }),
    ).toEqual([
      '',
      'awaiting-review  task_1  Add rate limiting to the API',
      '  a.test.ts:3 emptied',
      '',
      '  used     1m05s',
      '',
      'next  look at it: fullstop review task_1',
      '      answer it:  fullstop review task_1 approve | request-changes "…" | reject "…"',
    ]))
  test('none: it was paused', () =>
    expect(runReport(task({ status: 'paused' }), [], PLAIN)).toEqual([
      '',
      'paused  task_1  Add rate limiting to the API',
      '',
      '  used     1m05s',
      '',
      'next  go on: fullstop resume task_1',
    ]))
  test('only completed is green', () => {
    const coloured = styleFor({ terminal: { input: true, output: true }, env: {} })
    const green = outcomes.filter(([outcome]) =>
      runReport(task({ outcome }), [], coloured)[1]?.startsWith('\u001b[32m'),
    )
    expect(green.map(([outcome]) => outcome)).toEqual(['completed'])
  })
})

describe('why', () => {
  test('the first lines of at most five reasons', () => {
    const many = ['one\ntail', 'two', 'three', 'four', 'five', 'six'].map(why)
    expect(report('capped', [ended('capped', many)]).slice(2, 8)).toEqual([
      '  one',
      '  two',
      '  three',
      '  four',
      '  five',
      '',
    ])
  })
  test('the last end counts', () =>
    expect(report('capped', [ended('stuck', [why('before')]), ended('capped', [why('now')])])[2]).toBe('  now'))
  test('nothing steers the terminal', () =>
    expect(report('capped', [ended('capped', [why('\u001b[31mred\u0007')])])[2]).not.toMatch(/[\u0007\u001b]/))
})

const check = (name: string, result: CheckResult, durationMs: number): Evidence['checks'][number] => ({
  name,
  key: 'k',
  result,
  why: 'exit code 0',
  run: 'run_1',
  startedAt: AT,
  durationMs,
  tail: 'much output',
  failures: [],
  reused: false,
})
const verified = (evidence: Partial<Evidence>): Event => ({
  id: 'e',
  at: AT,
  kind: 'claim.verified',
  session: 'ses_1',
  task: 'task_1',
  request: 'req_1',
  claim: 'clm_1',
  evidence: { checks: [], skipped: [], notes: [], warnings: [], tampering: [], ...evidence },
})

test('what it rests on', () =>
  expect(
    report('completed', [
      verified({ checks: [check('old', 'failed', 5)] }),
      verified({
        checks: [check('typecheck', 'passed', 1234), check('test', 'failed', 61_000)],
        tree: 'abcdef',
        changed: [{ path: 'src/a.ts', how: 'modified' }],
        changedCount: 1,
        notes: ['uncommitted changes'],
        warnings: ['the last tool call failed'],
      }),
      ended('completed', [why('passed: typecheck')]),
    ]).slice(2),
  ).toEqual([
    '  passed: typecheck',
    '',
    '  check    typecheck passed in 1.2s',
    '  check    test failed in 1m01s',
    '  tree     abcdef',
    '  changed  1 file',
    '           M src/a.ts',
    '  note     uncommitted changes',
    '  warning  the last tool call failed',
    '',
    '  used     1m05s',
    '',
    'next  what it rests on: fullstop evidence task_1',
  ]))

describe('what it cost', () => {
  const bill = (how: StintHow, tokens: number, cost?: number): RunState['bill'][number] => ({
    stint: 's',
    how,
    ms: 12_000,
    tokens,
    ...(cost === undefined ? {} : { cost }),
  })
  const used = (run: Partial<RunState>): string[] => {
    const lines = report('completed', [], run)
    return lines.slice(3, lines.lastIndexOf(''))
  }

  test('nothing told but time', () => expect(used({})).toEqual(['  used     1m05s']))
  test('tokens', () =>
    expect(used({ usage: [{ agentSessionId: 'a', tokens: 123_456 }] })).toEqual(['  used     1m05s, 123k tokens']))
  test('tokens and cost, over all sessions', () =>
    expect(
      used({
        usage: [
          { agentSessionId: 'a', tokens: 1000, cost: 0.5 },
          { agentSessionId: 'b', tokens: 500, cost: 0.25 },
        ],
      }),
    ).toEqual(['  used     1m05s, 1.5k tokens, $0.75']))
  test('one stint needs no table', () => expect(used({ bill: [bill('first', 10, 1)] })).toEqual(['  used     1m05s']))
  test('by continuation', () =>
    expect(
      used({
        bill: [
          bill('first', 1000, 0.5),
          bill('same', 0),
          bill('fresh', 20_000, 1),
          bill('again', 1),
          bill('probe', 2, 0),
        ],
      }),
    ).toEqual([
      '  used     1m05s',
      '           1.  first prompt                     12.0s  1k tokens   $0.50',
      '           2.  continuation                     12.0s',
      '           3.  continuation in a fresh session  12.0s  20k tokens  $1.00',
      '           4.  after an interruption            12.0s  1 tokens',
      '           5.  asked for its claim              12.0s  2 tokens    $0.00',
    ]))
  test('the last twelve, with their numbers', () => {
    const lines = used({ bill: Array.from({ length: 30 }, () => bill('same', 1)) })
    expect([lines.length, lines[1]?.trim().slice(0, 3), lines.at(-1)?.trim().slice(0, 3)]).toEqual([13, '19.', '30.'])
  })
})
