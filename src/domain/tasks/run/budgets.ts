// How much of its budgets a task has used, over all its sessions and the running stint.
import type { EventOf } from '../../../contract/event.ts'
import type { RunState, RunTask } from '../../../contract/state.ts'
import type { Meter } from '../../../contract/view/run-view.ts'
import { given } from '../../../contract/given.ts'
import { usedBy } from './run.ts'
import { type StintReading, usageOf } from './stint.ts'

const WARN_AT = 0.8

export interface Budgets {
  readonly time: Meter
  readonly tokens: Meter
  /** Absent where the agent reports none. */
  readonly cost?: Meter
}

type Budget = EventOf<'budget.warned'>['budget']

export function budgetsOf(task: RunTask, reading: StintReading | undefined, now: Date): Budgets {
  const { run, policy } = task
  const isCounting = task.status !== 'ended'
  const running = isCounting ? Math.max(0, now.getTime() - Date.parse(run.tick)) : 0
  const used = usedBy(reading && run.phase === 'running' ? withReading(run, reading) : run)
  return {
    time: toMeter(run.spentMs + running, policy.budget.timeMs),
    tokens: toMeter(used.tokens, policy.budget.tokens),
    ...given({ cost: used.cost }, (cost) => toMeter(cost, policy.budget.cost)),
  }
}

function withReading(run: RunState, reading: StintReading): RunState {
  const id = run.stint?.agentSessionId ?? reading.agentSessionId ?? run.stint?.id ?? ''
  const before = run.usage.find((one) => one.agentSessionId === id)
  const usage = usageOf(reading, before)
  if (!usage) return run
  return { ...run, usage: [...run.usage.filter((one) => one !== before), { agentSessionId: id, ...usage }] }
}

function toMeter(used: number, limit: number | undefined): Meter {
  return limit === undefined ? { used } : { used, limit }
}

const WORDS: Readonly<Record<Budget, string>> = { time: 'time', tokens: 'token', cost: 'cost' }

/** `token budget`. */
export function budgetName(budget: Budget): string {
  return `${WORDS[budget]} budget`
}

export function usedUpText(budget: Budget): string {
  return `the ${budgetName(budget)} is used up`
}

/** The first budget that is used up. */
export function usedUp(budgets: Budgets): Budget | undefined {
  return entries(budgets).find(([, { used, limit }]) => limit !== undefined && used >= limit)?.[0]
}

/** Budgets of which 80 % are used, without a warning so far. */
export function toWarnOf(
  budgets: Budgets,
  warned: readonly string[],
): readonly { readonly budget: Budget; readonly used: number; readonly limit: number }[] {
  return entries(budgets).flatMap(([budget, { used, limit }]) =>
    limit !== undefined && used >= limit * WARN_AT && !warned.includes(budget) ? [{ budget, used, limit }] : [],
  )
}

function entries({ time, tokens, cost }: Budgets): [Budget, Meter][] {
  return [['time', time], ['tokens', tokens], ...(cost ? [['cost', cost] as [Budget, Meter]] : [])]
}

/** Twice what is used up: `--max-tokens 10000`. */
export function raiseOption(budgets: Budgets, over: keyof Budgets): string {
  return `--max-${over} ${twice(budgets, over)}`
}

function twice(budgets: Budgets, over: keyof Budgets): string {
  const { used = 0, limit = 0 } = budgets[over] ?? {}
  const more = Math.max(used, limit) * 2
  if (over === 'cost') return `${Math.ceil(more * 100) / 100}`
  return over === 'tokens' ? `${Math.ceil(more)}` : `${Math.max(1, Math.ceil(more / 60_000))}m`
}
