// The end of a run, in a few lines: how it ended, what that rests on, what it cost, what to do next.
import type { Event, EventOf } from '../../../contract/event.ts'
import type { Outcome } from '../../../contract/outcome.ts'
import type { RunTask, StintBill } from '../../../contract/state.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import { budgetsOf, usedUp } from '../../../domain/tasks/budgets.ts'
import { usedBy } from '../../../domain/tasks/run.ts'
import { dollars, shortCount } from './bars.ts'
import { showRest } from './show-evidence.ts'
import { duration, type Style, table } from './style.ts'

const MOST_BILLS = 12

export function runReport(task: RunTask, events: readonly Event[], style: Style): string[] {
  const verified = events.findLast((event) => event.kind === 'claim.verified')
  return [
    '',
    `${paintOutcome(task, style)}  ${style.bold(task.id)}  ${oneLine(task.title ?? '', 100)}`,
    ...whyOf(task, events).map((why) => `  ${oneLine(why, 300)}`),
    ...evidenceOf(verified, style),
    ...billOf(task, style),
    '',
    ...nextOf(task).map((line, index) => `${index === 0 ? 'next  ' : '      '}${line}`),
  ]
}

function paintOutcome({ outcome, status }: RunTask, style: Style): string {
  if (outcome === 'completed') return style.good('completed')
  return outcome === undefined ? style.warn(status) : style.warn(outcome)
}

function whyOf({ outcome, run }: RunTask, events: readonly Event[]): readonly string[] {
  const ended = events.findLast((event) => event.kind === 'task.ended')
  const because = outcome !== undefined && ended ? ended.because : (run.lastDecision?.because ?? [])
  return because.slice(0, 5).map(({ text }) => text.split('\n')[0] ?? '')
}

function evidenceOf(verified: EventOf<'claim.verified'> | undefined, style: Style): string[] {
  if (!verified) return []
  const checks = verified.evidence.checks.map(({ name, result, durationMs }) => {
    const word = result === 'passed' ? style.good(result) : style.bad(result)
    return `check    ${oneLine(name, 60)} ${word} in ${duration(durationMs)}`
  })
  return ['', ...checks, ...showRest(verified.evidence, style)].map((line) => (line === '' ? '' : `  ${line}`))
}

function billOf({ run }: RunTask, style: Style): string[] {
  const { tokens, cost } = usedBy(run)
  const total = [duration(run.spentMs), ...(tokens > 0 ? [`${shortCount(tokens)} tokens`] : [])]
  const sum = cost === undefined ? total : [...total, dollars(cost)]
  const rows = run.bill
    .slice(-MOST_BILLS)
    .map((bill, index) => toRow(bill, run.bill.length - Math.min(run.bill.length, MOST_BILLS) + index))
  return [
    '',
    `  used     ${sum.join(', ')}`,
    ...(rows.length > 1 ? table(rows).map((row) => style.dim(`           ${row}`)) : []),
  ]
}

const HOW: Readonly<Record<StintBill['how'], string>> = {
  first: 'first prompt',
  same: 'continuation',
  fresh: 'continuation in a fresh session',
  again: 'after an interruption',
  probe: 'asked for its claim',
}

function toRow({ how, ms, tokens, cost }: StintBill, index: number): string[] {
  return [
    `${index + 1}.`,
    HOW[how],
    duration(ms),
    tokens > 0 ? `${shortCount(tokens)} tokens` : '',
    cost === undefined ? '' : dollars(cost),
  ]
}

function nextOf(task: RunTask): readonly string[] {
  const { id, outcome, status, run } = task
  if (status === 'paused') return [`go on: ${resume(id)}`]
  if (outcome === undefined) {
    return [
      `a person must look at it: fullstop show ${id}`,
      `go on:  fullstop resume ${id} "what is to be changed"`,
      `end it: fullstop cancel ${id}`,
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
  'needs-input': (id) => [`answer it: ${resume(id)} "your answer"`],
  rejected: (id) => [`what happened: fullstop show ${id}`],
  capped: (id) => [`allow more: ${resume(id)} --max-continuations 10`],
  stuck: (id) => [`what happened: fullstop show ${id}`, `say what helps: ${resume(id)} "…"`],
  'over-budget': (id) => [`allow more: ${resume(id)} with --max-time, --max-tokens or --max-cost raised`],
  'agent-failed': (id) => [`what happened: fullstop show ${id}`, `try again: ${resume(id)}`],
  'usage-limited': (id) => [`when the limit is over: ${resume(id)}`],
  interrupted: (id) => [`go on: ${resume(id)}`],
  cancelled: (id) => [`what happened: fullstop show ${id}`],
}
