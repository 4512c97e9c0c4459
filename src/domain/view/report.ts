// The end of a run as a value to draw: how it ended and why, what that rests on, what it used, and what to do next.
import type { Event } from '../../contract/event.ts'
import type { CheckResult } from '../../contract/evidence.ts'
import type { Outcome } from '../../contract/outcome.ts'
import type { RunTask, StintBill } from '../../contract/state.ts'
import { budgetsOf, usedUp } from '../tasks/budgets.ts'
import { usedBy } from '../tasks/run.ts'
import { oneLine } from '../text/printable.ts'
import { dollars, duration, shortCount } from './amount.ts'
import { type EvidenceView, viewEvidence } from './evidence.ts'
import type { Tone } from './part.ts'
import { given } from '../../contract/given.ts'

const MOST_BILLS = 12
const MOST_REASONS = 5

export interface ReportView {
  readonly task: string
  readonly title: string
  /** The outcome, or the status of a task that has none yet. */
  readonly ending: { readonly text: string; readonly tone: Tone }
  readonly because: readonly string[]
  /** Absent where no claim was verified. */
  readonly proof?: ProofView
  /** Time, tokens and cost in all. */
  readonly used: readonly string[]
  /** The stints, if there was more than one; the oldest are left out. */
  readonly stints: readonly StintRow[]
  /** Commands for the person. */
  readonly next: readonly string[]
}

export interface ProofView {
  readonly checks: readonly ProofCheck[]
  readonly evidence: EvidenceView
}

export interface ProofCheck {
  readonly name: string
  readonly result: CheckResult
  readonly tone: Tone
  readonly took: string
}

export interface StintRow {
  readonly number: number
  readonly how: string
  readonly took: string
  /** Empty where the agent reports none. */
  readonly tokens: string
  readonly cost: string
}

export function viewReport(task: RunTask, events: readonly Event[]): ReportView {
  const proof = proofIn(events)
  return {
    task: task.id,
    title: oneLine(task.title ?? '', 100),
    ending: { text: task.outcome ?? task.status, tone: task.outcome === 'completed' ? 'good' : 'warn' },
    because: reasonsOf(task, events),
    ...given({ proof }),
    used: usedIn(task),
    stints: stintsOf(task),
    next: nextOf(task),
  }
}

function reasonsOf({ outcome, run }: RunTask, events: readonly Event[]): readonly string[] {
  const ended = events.findLast((event) => event.kind === 'task.ended')
  const because = outcome !== undefined && ended ? ended.because : (run.lastDecision?.because ?? [])
  return because.slice(0, MOST_REASONS).map(({ text }) => oneLine(text.split('\n')[0] ?? '', 300))
}

function proofIn(events: readonly Event[]): ProofView | undefined {
  const verified = events.findLast((event) => event.kind === 'claim.verified')
  if (!verified) return undefined
  const checks = verified.evidence.checks.map(({ name, result, durationMs }): ProofCheck => ({
    name: oneLine(name, 60),
    result,
    tone: result === 'passed' ? 'good' : 'bad',
    took: duration(durationMs),
  }))
  return { checks, evidence: viewEvidence(verified.evidence) }
}

function usedIn({ run }: RunTask): readonly string[] {
  const { tokens, cost } = usedBy(run)
  return [
    duration(run.spentMs),
    ...(tokens > 0 ? [`${shortCount(tokens)} tokens`] : []),
    ...(cost === undefined ? [] : [dollars(cost)]),
  ]
}

const HOW: Readonly<Record<StintBill['how'], string>> = {
  first: 'first prompt',
  same: 'continuation',
  fresh: 'continuation in a fresh session',
  again: 'after an interruption',
  probe: 'asked for its claim',
}

function stintsOf({ run: { bill } }: RunTask): readonly StintRow[] {
  if (bill.length < 2) return []
  const rows = bill.map(({ how, ms, tokens, cost }, index) => ({
    number: index + 1,
    how: HOW[how],
    took: duration(ms),
    tokens: tokens > 0 ? `${shortCount(tokens)} tokens` : '',
    cost: cost === undefined ? '' : dollars(cost),
  }))
  return rows.slice(-MOST_BILLS)
}

function nextOf(task: RunTask): readonly string[] {
  const { id, outcome, status, run } = task
  if (status === 'paused') return [`go on: ${resume(id)}`]
  if (outcome === undefined) {
    return [
      `look at it: fullstop review ${id}`,
      `answer it:  fullstop review ${id} approve | request-changes "…" | reject "…"`,
    ]
  }
  const isForbidden = outcome === 'needs-input' && run.lastDecision?.because.some(({ code }) => code === 'permission')
  if (isForbidden) return [`allow it in the agent's own settings, or all of it: ${resume(id)} --permissions all`]
  const over = outcome === 'over-budget' ? usedUp(budgetsOf(task, undefined, new Date(run.tick))) : undefined
  if (over !== undefined) return [`allow more: ${resume(id)} --max-${over} …`]
  return NEXT[outcome](id)
}

const resume = (id: string): string => `fullstop resume ${id}`

const NEXT: Readonly<Record<Outcome, (id: string) => readonly string[]>> = {
  completed: (id) => [`what it rests on: fullstop evidence ${id}`],
  unverified: (id) => [`give the folder a check (fullstop checks find --write), then ${resume(id)}`],
  partial: (id) => [`what is left: fullstop brief ${id}`, `go on: ${resume(id)}`],
  blocked: (id) => [`say how it can be done: ${resume(id)} "…"`],
  'needs-input': (id) => [`answer it: ${resume(id)} "your answer"`, `or later:  fullstop review ${id} answer "…"`],
  rejected: (id) => [`what happened: fullstop show ${id}`],
  capped: (id) => [`allow more: ${resume(id)} --max-continuations 10`],
  stuck: (id) => [`what happened: fullstop show ${id}`, `say what helps: ${resume(id)} "…"`],
  'over-budget': (id) => [`allow more: ${resume(id)} with --max-time, --max-tokens or --max-cost raised`],
  'agent-failed': (id) => [`what happened: fullstop show ${id}`, `try again: ${resume(id)}`],
  'usage-limited': (id) => [`when the limit is over: ${resume(id)}`],
  interrupted: (id) => [`go on: ${resume(id)}`],
  cancelled: (id) => [`what happened: fullstop show ${id}`],
}
