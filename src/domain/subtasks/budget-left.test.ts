// What a subtask may use of the budget of its parent.
import { describe, expect, test } from 'bun:test'
import type { Policy } from '../../contract/config/policy.ts'
import type { RunState } from '../../contract/state.ts'
import { openedRun } from '../tasks/run/run.ts'
import { budgetLeft } from './budget-left.ts'

const AT = '2026-01-01T00:00:00.000Z'
const NOW = new Date('2026-01-01T00:00:10.000Z')
const RUN = openedRun({ cwd: '/x', permissions: 'ask', args: [] } as never, AT)
const use = (tokens: number, cost?: number): RunState['usage'][number] => ({
  agentSessionId: `s${tokens}`,
  tokens,
  ...(cost === undefined ? {} : { cost }),
})

describe('a subtask may use what its parent has left', () => {
  const rows: readonly (readonly [string, Policy['budget'], Partial<RunState>, Policy['budget']])[] = [
    ['no budget', {}, { usage: [use(5)] }, {}],
    ['time since the last event counts', { timeMs: 60_000 }, { spentMs: 20_000 }, { timeMs: 30_000 }],
    [
      'a clock that was set back gives no time',
      { timeMs: 60_000 },
      { tick: '2026-01-01T01:00:00.000Z' },
      { timeMs: 60_000 },
    ],
    ['tokens of all sessions', { tokens: 100 }, { usage: [use(30), use(20)] }, { tokens: 50 }],
    ['cost', { cost: 2 }, { usage: [use(1, 0.5), use(2, 0.25)] }, { cost: 1.25 }],
    ['cost of an agent that names none', { cost: 2 }, { usage: [use(9)] }, { cost: 2 }],
    [
      'nothing is left, and never less',
      { timeMs: 1000, tokens: 10, cost: 1 },
      { usage: [use(20, 3)] },
      { timeMs: 0, tokens: 0, cost: 0 },
    ],
  ]
  test.each(rows)('%s', (_name, budget, run, left) => {
    expect(budgetLeft(budget, { ...RUN, ...run }, NOW)).toEqual(left)
  })
})
