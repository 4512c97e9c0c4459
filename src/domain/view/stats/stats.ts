// Looking back over some days, as values to draw: what refusals were worth, which claims held, what it took to get done,
// and how tasks ended. `fullstop stats` draws it.
import { given } from '../../../contract/given.ts'
import type { Decision, ReasonCode } from '../../../contract/decision.ts'
import type { Event } from '../../../contract/event.ts'
import type { Outcome } from '../../../contract/outcome.ts'
import type { TaskState } from '../../../contract/state.ts'
import { usedBy } from '../../tasks/run/run.ts'
import { type ClaimRow, claimRows, claimsIn } from './claims.ts'
import { REFUSED_FOR, refusalsIn, type RefusalYield, yieldOf } from './refusals.ts'

const A_DAY_MS = 24 * 3_600_000
/** A rule that did nothing for this long is named. */
export const QUIET_DAYS = 30
/** Up to so many days are shown one by one, more of them by week. */
const MOST_SINGLE_DAYS = 14

/** The kinds of events from which all of this is counted. */
export const STATS_EVENTS = [
  'stop.decided',
  'claim.made',
  'claim.voided',
  'claim.decided',
  'review.approved',
  'review.changes-requested',
  'review.rejected',
  'stint.started',
  'stint.known',
] as const satisfies readonly Event['kind'][]

/** They depend on what a person or a provider does, or nothing sets them off yet: that they are quiet says nothing. */
const NEVER_NAMED: readonly ReasonCode[] = ['permission', 'changes-requested']

/** Ends of a loop and questions to a person, beside what can refuse. */
const OTHER_RULES: Partial<Record<ReasonCode, string>> = {
  'same-refusal': 'let go after the same refusal three times',
  'no-progress': 'let go after refusals without progress',
  'cap-reached': 'let go at the limit of refusals',
  'check-disputed': 'the agent disputed a check',
  'review-needed': 'a person had to look',
}

export interface StatsView {
  readonly days: number
  readonly tasks: number
  /** Of which no more than one row is kept: how they ended, not why they were refused. */
  readonly erased: number
  readonly refusals: RefusalYield
  /** Refusals of erased tasks, whose reasons are not known any more. */
  readonly refusalsErased: number
  /** What watch mode let through. */
  readonly watched: RefusalYield
  readonly claims: readonly ClaimRow[]
  readonly perTask: { readonly none: number; readonly average: number; readonly most: number }
  /** Medians over completed tasks; absent where none was completed, or none reported it. */
  readonly done: { readonly count: number; readonly ms?: number; readonly tokens?: number; readonly cost?: number }
  /** Oldest first; days or weeks without an end are there too. */
  readonly periods: readonly StatsPeriod[]
  readonly isByWeek: boolean
  /** What no rule had to do in the last 30 days, in plain words. */
  readonly quiet: readonly string[]
}

export interface StatsPeriod {
  /** Its first day, `2026-11-16`. */
  readonly from: string
  readonly completed: number
  readonly unverified: number
  readonly others: number
  readonly outcomes: Partial<Record<Outcome, number>>
}

export interface StatsQuery {
  /** Opened within these days, or within the last 30 if those are more. */
  readonly tasks: readonly TaskState[]
  /** Of these tasks, oldest first. */
  readonly events: readonly Event[]
  readonly days: number
  readonly now: Date
}

export function viewStats({ tasks, events, days, now }: StatsQuery): StatsView {
  const byTask = Map.groupBy(events, ({ task }) => task ?? '')
  const since = (back: number): string => new Date(now.getTime() - back * A_DAY_MS).toISOString()
  const ours = tasks.filter(({ openedAt }) => openedAt >= since(days))
  const refusals = ours.flatMap((task) => refusalsIn(task, byTask.get(task.id) ?? []))
  const erased = ours.filter(({ erasedAt }) => erasedAt !== undefined)
  const isByWeek = days > MOST_SINGLE_DAYS
  return {
    days,
    tasks: ours.length,
    erased: erased.length,
    refusals: yieldOf(refusals.filter(({ isWatched }) => !isWatched)),
    refusalsErased: erased.reduce((sum, task) => sum + task.refusals, 0),
    watched: yieldOf(refusals.filter(({ isWatched }) => isWatched)),
    claims: claimRows(ours.flatMap((task) => claimsIn(task, byTask.get(task.id) ?? []))),
    perTask: perTask(ours),
    done: doneIn(ours),
    periods: periodsOf(ours, { days, now, step: isByWeek ? 7 : 1 }),
    isByWeek,
    quiet: quietRules(tasks, byTask, since(QUIET_DAYS)),
  }
}

function perTask(tasks: readonly TaskState[]): StatsView['perTask'] {
  const refused = tasks.map(({ refusals }) => refusals)
  const all = refused.reduce((sum, count) => sum + count, 0)
  return {
    none: refused.filter((count) => count === 0).length,
    average: tasks.length === 0 ? 0 : Math.round((all * 10) / tasks.length) / 10,
    most: Math.max(0, ...refused),
  }
}

function doneIn(tasks: readonly TaskState[]): StatsView['done'] {
  const done = tasks.filter(({ outcome }) => outcome === 'completed')
  const used = done.flatMap(({ run }) => (run ? [usedBy(run)] : []))
  const ms = median(done.map(tookMs))
  const tokens = median(used.flatMap((one) => (one.tokens > 0 ? [one.tokens] : [])))
  const cost = median(used.flatMap((one) => one.cost ?? []))
  return {
    count: done.length,
    ...given({ ms, tokens, cost }),
  }
}

/** In a session the time on the clock, since nobody counts the work there. */
function tookMs({ run, openedAt, endedAt = openedAt }: TaskState): number {
  return run?.spentMs ?? Date.parse(endedAt) - Date.parse(openedAt)
}

function median(numbers: readonly number[]): number | undefined {
  const sorted = numbers.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const [low, high] = [sorted[middle - 1], sorted[middle]]
  return sorted.length % 2 === 1 || low === undefined || high === undefined ? high : (low + high) / 2
}

function periodsOf(
  tasks: readonly TaskState[],
  { days, now, step }: { readonly days: number; readonly now: Date; readonly step: number },
): StatsPeriod[] {
  const ended = tasks.flatMap(({ outcome, endedAt }) => (outcome && endedAt ? [{ outcome, day: dayOf(endedAt) }] : []))
  const begin = new Date(now.getTime() - (days - 1) * A_DAY_MS)
  const first = step === 7 ? mondayOf(begin) : begin
  const periods: StatsPeriod[] = []
  for (let at = first; at <= now; at = new Date(at.getTime() + step * A_DAY_MS)) {
    const [from, to] = [dayOf(at.toISOString()), dayOf(new Date(at.getTime() + step * A_DAY_MS).toISOString())]
    const outcomes: Partial<Record<Outcome, number>> = {}
    for (const { outcome, day } of ended) if (day >= from && day < to) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    const { completed = 0, unverified = 0 } = outcomes
    const all = Object.values(outcomes).reduce((sum, count) => sum + count, 0)
    periods.push({ from, completed, unverified, others: all - completed - unverified, outcomes })
  }
  return periods
}

/** The day, at the same time, on which its week begins. */
function mondayOf(day: Date): Date {
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * A_DAY_MS)
}

function dayOf(at: string): string {
  return at.slice(0, 10)
}

function quietRules(
  tasks: readonly TaskState[],
  byTask: ReadonlyMap<string, readonly Event[]>,
  since: string,
): string[] {
  const recent = tasks.filter(({ openedAt }) => openedAt >= since)
  if (recent.length === 0) return []
  const events = recent.flatMap(({ id }) => byTask.get(id) ?? [])
  const fired = new Set(
    events.flatMap((event) =>
      event.kind === 'stop.decided' || event.kind === 'claim.decided' ? codesOf(event.decision) : [],
    ),
  )
  const rules: Partial<Record<ReasonCode, string>> = { ...REFUSED_FOR, ...OTHER_RULES }
  for (const code of [...fired, ...NEVER_NAMED]) delete rules[code]
  return Object.values(rules)
}

/** A person had to look whatever the doubt was that sent it to them. */
function codesOf({ kind, because }: Decision): ReasonCode[] {
  return [...because.map(({ code }) => code), ...(kind === 'ask-human' ? (['review-needed'] as const) : [])]
}
