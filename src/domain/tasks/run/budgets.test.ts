// How much of its budgets a task has used, over all its sessions and the running stint.
import { describe, expect, test } from 'bun:test'
import type { Signal } from '../../../contract/agent/signal.ts'
import type { RunState, RunTask, TaskState } from '../../../contract/state.ts'
import { policy } from '../../gate/facts.fixture.ts'
import { emptyWork } from '../request/work.ts'
import { openedRun } from './run.ts'
import { openReading, stepReading, type StintReading } from './stint.ts'
import { type Budgets, budgetsOf, toWarnOf, usedUp } from './budgets.ts'

const AT = '2026-11-15T10:00:00.000Z'
const NOW = new Date('2026-11-15T10:01:00.000Z')
const STINT = { id: 's1', how: 'first', startedAt: AT, offset: 0, agentSessionId: 'a' } as const
const RUN: RunState = {
  ...openedRun({ cwd: '/repo', permissions: 'edits', args: [] }, AT),
  phase: 'running',
  spentMs: 5000,
  stint: STINT,
}
const task = (run: Partial<RunState> = {}, changes: Partial<TaskState> = {}): RunTask => ({
  id: 'task_1',
  status: 'open',
  agent: 'claude',
  session: 'ses_1',
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
const reading = (...signals: readonly Signal[]): StintReading =>
  signals.reduce(
    stepReading,
    openReading({
      work: emptyWork(true),
      todos: [],
      knownPromptIds: [],
      knownPrompts: [],
      vendorGoal: false,
      closed: false,
    }),
  )
const BEFORE = [
  { agentSessionId: 'a', tokens: 10, cost: 1 },
  { agentSessionId: 'b', tokens: 5 },
]
const TIME = { used: 65_000 }

describe('budgetsOf', () => {
  const rows: ReadonlyArray<
    readonly [name: string, task: RunTask, reading: StintReading | undefined, expected: Budgets]
  > = [
    ['nothing told', task(), undefined, { time: TIME, tokens: { used: 0 } }],
    [
      'limits',
      task({}, { policy: policy({ budget: { timeMs: 90_000, tokens: 7, cost: 2 } }) }),
      reading({ kind: 'used', tokens: 1, cost: 0.5 }),
      { time: { used: 65_000, limit: 90_000 }, tokens: { used: 1, limit: 7 }, cost: { used: 0.5, limit: 2 } },
    ],
    [
      'a limit of cost where none is reported',
      task({}, { policy: policy({ budget: { cost: 2 } }) }),
      undefined,
      { time: TIME, tokens: { used: 0 } },
    ],
    [
      'sessions that are over',
      task({ usage: BEFORE, phase: 'ready' }),
      undefined,
      { time: TIME, tokens: { used: 15 }, cost: { used: 1 } },
    ],
    [
      'the sum of the stint that runs holds its session',
      task({ usage: BEFORE }),
      reading({ kind: 'used', tokens: 25, cost: 3 }),
      { time: TIME, tokens: { used: 30 }, cost: { used: 3 } },
    ],
    [
      'answers of the stint that runs come on top',
      task({ usage: BEFORE }),
      reading({ kind: 'spent', id: 'm', tokens: 4 }),
      { time: TIME, tokens: { used: 19 }, cost: { used: 1 } },
    ],
    [
      'a stint that has ended is counted already',
      task({ usage: BEFORE, phase: 'stopped' }),
      reading({ kind: 'spent', id: 'm', tokens: 4 }),
      { time: TIME, tokens: { used: 15 }, cost: { used: 1 } },
    ],
    [
      'a session that only the stream tells',
      task({ usage: BEFORE, stint: { ...STINT, agentSessionId: undefined } as never }),
      reading({ kind: 'session', id: 'b' }, { kind: 'used', tokens: 6 }),
      { time: TIME, tokens: { used: 16 }, cost: { used: 1 } },
    ],
    [
      'a program without a session',
      task({ usage: BEFORE, stint: { ...STINT, agentSessionId: undefined } as never }),
      reading({ kind: 'used', tokens: 6 }),
      { time: TIME, tokens: { used: 21 }, cost: { used: 1 } },
    ],
    [
      'after the end no time passes',
      task({ phase: 'ready' }, { status: 'ended' }),
      undefined,
      { time: { used: 5000 }, tokens: { used: 0 } },
    ],
    [
      'a clock that was set back',
      task({ tick: '2026-11-15T11:00:00.000Z' }),
      undefined,
      { time: { used: 5000 }, tokens: { used: 0 } },
    ],
  ]
  for (const [name, given, told, expected] of rows) {
    test(name, () => expect(budgetsOf(given, told, NOW)).toEqual(expected))
  }
})

describe('usedUp', () => {
  const rows: ReadonlyArray<readonly [name: string, budgets: Budgets, expected: string | undefined]> = [
    ['no limits', { time: { used: 1e12 }, tokens: { used: 1e12 }, cost: { used: 1e12 } }, undefined],
    [
      'just before',
      { time: { used: 99, limit: 100 }, tokens: { used: 99, limit: 100 }, cost: { used: 0.99, limit: 1 } },
      undefined,
    ],
    ['time', { time: { used: 100, limit: 100 }, tokens: { used: 0 } }, 'time'],
    ['tokens', { time: { used: 0, limit: 100 }, tokens: { used: 101, limit: 100 } }, 'tokens'],
    ['cost', { time: { used: 0 }, tokens: { used: 0 }, cost: { used: 2, limit: 2 } }, 'cost'],
    ['the first of several', { time: { used: 9, limit: 1 }, tokens: { used: 9, limit: 1 } }, 'time'],
  ]
  for (const [name, budgets, expected] of rows) test(name, () => expect(usedUp(budgets)).toBe(expected as never))
})

describe('toWarnOf', () => {
  const BUDGETS: Budgets = {
    time: { used: 80, limit: 100 },
    tokens: { used: 79, limit: 100 },
    cost: { used: 5, limit: 4 },
  }
  test('four fifths', () =>
    expect(toWarnOf(BUDGETS, [])).toEqual([
      { budget: 'time', used: 80, limit: 100 },
      { budget: 'cost', used: 5, limit: 4 },
    ]))
  test('once', () => expect(toWarnOf(BUDGETS, ['time', 'cost'])).toEqual([]))
  test('never without a limit', () => expect(toWarnOf({ time: { used: 9 }, tokens: { used: 9 } }, [])).toEqual([]))
})
