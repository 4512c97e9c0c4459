// What `fullstop stats` counts, from events and tasks to values.
import { describe, expect, test } from 'bun:test'
import type { Decision, ReasonCode } from '../../../contract/decision.ts'
import type { Event } from '../../../contract/event.ts'
import type { TaskState } from '../../../contract/state.ts'
import { claimMade, POLICY, stopDecided } from '../../tasks/events.fixture.ts'
import { emptyWork } from '../../tasks/request/work.ts'
import { openedRun } from '../../tasks/run/run.ts'
import { claimRows, claimsIn } from './claims.ts'
import { refusalsIn, yieldOf } from './refusals.ts'
import { viewStats } from './stats.ts'

const NOW = new Date('2026-11-16T12:00:00.000Z')

const task = (changes: Partial<TaskState> = {}): TaskState => ({
  id: 'task_1',
  status: 'ended',
  outcome: 'completed',
  agent: 'claude',
  session: 'ses_1',
  policy: POLICY,
  openedAt: '2026-11-15T10:00:00.000Z',
  updatedAt: '2026-11-15T10:06:00.000Z',
  endedAt: '2026-11-15T10:06:00.000Z',
  prompts: 1,
  stops: 2,
  refusals: 1,
  claims: 1,
  ...changes,
})

const refuse = (code: ReasonCode = 'no-claim'): Decision => ({
  kind: 'continue',
  rule: 11,
  because: [{ code, text: 'why' }],
  say: 'FULLSTOP (1/5)',
  fingerprint: 'f',
  counts: ['refusal'],
})
const watched = (code: ReasonCode): Decision => ({
  kind: 'allow',
  rule: 11,
  because: [
    { code, text: 'why' },
    { code: 'watching', text: 'would have refused' },
  ],
})
const allow = (outcome: TaskState['outcome'], code: ReasonCode = 'checks-passed'): Decision => ({
  kind: 'allow',
  rule: 4,
  because: [{ code, text: 'why' }],
  ...(outcome ? { outcome } : {}),
})
const ASKED: Decision = { kind: 'ask-human', rule: 7, because: [{ code: 'review-needed', text: 'why' }] }
const answered = (kind: 'review.approved' | 'review.rejected' | 'review.changes-requested'): Event => {
  const head = { id: 'evt_1', at: NOW.toISOString(), task: 'task_1', review: 'rev_1', by: { by: 'terminal' } } as const
  return kind === 'review.changes-requested' ? { ...head, kind, batch: 1 } : { ...head, kind }
}
const stop = (decision: Decision, progress: number, more: object = {}): Event =>
  stopDecided(decision, { work: { ...emptyWork(true), progress }, ...more })

describe('what came of a refusal', () => {
  const rows: readonly (readonly [string, TaskState, readonly Event[], string[]])[] = [
    ['files moved before the next stop', task(), [stop(refuse(), 1), stop(allow('completed'), 2)], ['worth-it']],
    ['nothing moved', task(), [stop(refuse(), 1), stop(allow('stuck'), 1)], ['nothing']],
    [
      'each is judged by what followed it',
      task(),
      [stop(refuse(), 1), stop(refuse(), 1), stop(allow('completed'), 3)],
      ['nothing', 'worth-it'],
    ],
    [
      'a check has another result',
      task(),
      [
        stop(refuse('check-failed'), 1, { observed: { checks: 'red' } }),
        stop(allow('completed'), 1, { observed: { checks: 'green' } }),
      ],
      ['worth-it'],
    ],
    [
      'a check that was only run now is no move',
      task(),
      [stop(refuse(), 1), stop(allow('completed'), 1, { observed: { checks: 'green' } })],
      ['nothing'],
    ],
    ['the task ended without another decision', task(), [stop(refuse(), 1)], ['nothing']],
    ['the task is open: not known yet', task({ status: 'open' }), [stop(refuse(), 1)], ['open']],
    [
      'work of the next request counts from its start',
      task(),
      [stop(refuse(), 5), stop(allow('completed'), 2, { request: 'req_2' })],
      ['worth-it'],
    ],
    [
      'an agent that was sent to wait was not refused',
      task(),
      [stop({ ...refuse('checks-running'), counts: ['wait'] } as Decision, 1), stop(allow('completed'), 2)],
      [],
    ],
    [
      'the end of a wait for subtasks is none',
      task(),
      [stop(refuse('subtask-ended'), 1), stop(refuse(), 2)],
      ['nothing'],
    ],
    [
      'a turn that was cut off is none, and is no answer to the refusal before it',
      task(),
      [stop(refuse(), 1), stop(refuse('not-the-agents-choice'), 1), stop(allow('completed'), 2)],
      ['worth-it'],
    ],
    ['nor is it one in watch mode', task(), [stop(watched('subtask-ended'), 1)], []],
  ]
  for (const [name, of, events, came] of rows) {
    test(name, () => expect(refusalsIn(of, events).map((one) => one.came)).toEqual(came as never))
  }

  test('in watch mode the stop passed, and what followed tells', () => {
    const events = [stop(watched('check-failed'), 1), stop(allow('completed'), 2, { request: 'req_2' })]
    expect(refusalsIn(task(), events)).toEqual([
      { task: 'task_1', at: expect.any(String), code: 'check-failed', isWatched: true, came: 'worth-it' },
    ])
  })

  test('summed by reason in plain words, the most frequent first', () => {
    const events = [stop(refuse(), 1), stop(refuse('check-failed'), 1), stop(refuse(), 2), stop(allow('completed'), 3)]
    expect(yieldOf(refusalsIn(task(), events))).toEqual({
      count: 3,
      worthIt: 2,
      open: 0,
      tokens: 0,
      rows: [
        { code: 'no-claim', reason: 'stopped without saying it was done', count: 2, worthIt: 1, open: 0, tokens: 0 },
        { code: 'check-failed', reason: 'claimed done, but a check failed', count: 1, worthIt: 1, open: 0, tokens: 0 },
      ],
    })
  })
})

describe('which claims of success held', () => {
  const rows: readonly (readonly [string, readonly Event[], string[]])[] = [
    ['held', [claimMade(), stop(allow('completed'), 1)], ['held']],
    ['a check failed', [claimMade(), stop(refuse('check-failed'), 1)], ['did-not-hold']],
    ['no check exists', [claimMade(), stop(allow('unverified', 'no-check-exists'), 1)], ['not-shown']],
    ['a person has not answered yet', [claimMade(), stop(ASKED, 1)], ['not-shown']],
    ['a person approved', [claimMade(), stop(ASKED, 1), answered('review.approved')], ['held']],
    ['a person rejected', [claimMade(), stop(ASKED, 1), answered('review.rejected')], ['did-not-hold']],
    [
      'a person asked for changes, then approved',
      [
        claimMade(),
        stop(ASKED, 1),
        answered('review.changes-requested'),
        claimMade({ claim: { id: 'clm_2', status: 'success', channel: 'tool', text: '' } }),
        stop(ASKED, 2),
        answered('review.approved'),
      ],
      ['did-not-hold', 'held'],
    ],
    [
      'the stop that repeats a refusal counts it once',
      [claimMade(), stop(refuse('check-failed'), 1), stop(refuse('claim-refused-before'), 1)],
      ['did-not-hold'],
    ],
    ['watch mode let a false claim pass', [claimMade(), stop(watched('check-failed'), 1)], ['did-not-hold']],
    ['checks still run', [claimMade(), stop(allow(undefined, 'checks-running'), 1)], []],
    [
      'a partial claim says nothing of success',
      [claimMade({ claim: { id: 'clm_1', status: 'partial', channel: 'tool', text: '' } }), stop(refuse('partial'), 1)],
      [],
    ],
  ]
  for (const [name, events, came] of rows) {
    test(name, () => expect(claimsIn(task(), events).map((one) => one.came)).toEqual(came as never))
  }
})

test('claims are counted by program where a person named one by its command line', () => {
  const by = (...command: string[]): TaskState =>
    task({ agent: 'command', run: openedRun({ cwd: '/a', permissions: 'edits', args: [], command }, '2026-11-15') })
  const events = [claimMade(), stop(allow('completed', 'checks-passed'), 1)]
  const claims = [by('sh', 'b.sh'), by('./a.sh'), by('/bin/a.sh'), task()].flatMap((one) => claimsIn(one, events))
  const row = { model: '', didNotHold: 0, notShown: 0 }
  expect(claimRows(claims)).toEqual([
    { ...row, agent: 'claude', held: 1 },
    { ...row, agent: 'command', program: 'a.sh', held: 2 },
    { ...row, agent: 'command', program: 'b.sh', held: 1 },
  ])
})

describe('viewStats', () => {
  const old = task({
    id: 'task_old',
    openedAt: '2026-11-01T10:00:00.000Z',
    endedAt: '2026-11-01T10:02:00.000Z',
    refusals: 4,
    erasedAt: '2026-11-10T00:00:00.000Z',
    outcome: 'stuck',
  })

  test('tasks outside the days do not count; an erased one counts as far as its row tells', () => {
    const events = [stop(refuse(), 1), stop(allow('completed'), 2)]
    const week = viewStats({ tasks: [task(), old], events, days: 7, now: NOW })
    expect([week.tasks, week.erased, week.refusalsErased]).toEqual([1, 0, 0])
    const month = viewStats({ tasks: [task(), old], events, days: 30, now: NOW })
    expect([month.tasks, month.erased, month.refusalsErased]).toEqual([2, 1, 4])
    expect(month.perTask).toEqual({ none: 0, average: 2.5, most: 4 })
    expect(month.done).toEqual({ count: 1, ms: 360_000 })
  })

  test('ends by day up to two weeks, else by week, from Monday on', () => {
    const week = viewStats({ tasks: [task()], events: [], days: 3, now: NOW })
    expect(week.periods.map(({ from, completed }) => [from, completed])).toEqual([
      ['2026-11-14', 0],
      ['2026-11-15', 1],
      ['2026-11-16', 0],
    ])
    const month = viewStats({ tasks: [task(), old], events: [], days: 30, now: NOW })
    expect(month.isByWeek).toBe(true)
    expect(month.periods.map(({ from, outcomes }) => [from, outcomes])).toEqual([
      ['2026-10-12', {}],
      ['2026-10-19', {}],
      ['2026-10-26', { stuck: 1 }],
      ['2026-11-02', {}],
      ['2026-11-09', { completed: 1 }],
      ['2026-11-16', {}],
    ])
    // On each day of a week the last one is the same.
    for (const nth of [0, 1, 2, 3, 4, 5, 6]) {
      const now = new Date(NOW.getTime() + nth * 24 * 3_600_000)
      expect(viewStats({ tasks: [], events: [], days: 30, now }).periods.at(-1)?.from).toBe('2026-11-16')
    }
  })

  test('what never happened in 30 days is named in plain words, whatever the days asked for', () => {
    const { quiet } = viewStats({ tasks: [task()], events: [stop(refuse(), 1)], days: 1, now: NOW })
    expect(quiet).toContain('claimed done, but a check failed')
    expect(quiet).not.toContain('stopped without saying it was done')
    // The end of a wait for subtasks refuses nothing: it is not missed either.
    expect(quiet.filter((rule) => rule.includes('waited'))).toEqual([])
    expect(viewStats({ tasks: [], events: [], days: 30, now: NOW }).quiet).toEqual([])
  })

  test('whatever sent a task to review, a person had to look', () => {
    const asked: Decision = { kind: 'ask-human', rule: 6, because: [{ code: 'no-check-exists', text: 'why' }] }
    const view = viewStats({ tasks: [task()], events: [stop(asked, 1)], days: 1, now: NOW })
    expect(view.quiet).not.toContain('a person had to look')
  })
})
