// What refusals were worth: after each one, did the files, a check or a todo move before the next decision?
import type { Decision, Reason, ReasonCode } from '../../../contract/decision.ts'
import type { Event, EventOf } from '../../../contract/event.ts'
import type { Observed, TaskState } from '../../../contract/state.ts'
import { isRefusal, isRefusedNothing, isWatched, withConsequences } from '../../gate/consequences.ts'
import { movesAfter } from '../../tasks/progress.ts'
import { isCutOff } from '../agent-end.ts'

/** What a person calls each refusal; only these can refuse. */
export const REFUSED_FOR: Partial<Record<ReasonCode, string>> = {
  'check-failed': 'claimed done, but a check failed',
  'todo-open': 'claimed done, but todos were open',
  'subtask-open': 'claimed done, but a subtask was open',
  'subtask-failed': 'claimed done, but said nothing of a failed subtask',
  tampered: 'claimed done, but tests were weakened',
  'no-claim': 'stopped without saying it was done',
  'claim-stale': 'stopped after its claim was out of date',
  'claim-refused-before': 'stopped after a refused claim',
  partial: 'said that work was left',
  blocked: 'gave up as blocked',
  question: 'asked while nobody was there',
  permission: 'lacked a permission, nobody there',
  'changes-requested': 'you asked for changes',
}

export interface CountedRefusal {
  readonly task: string
  readonly at: string
  readonly code: ReasonCode
  /** In watch mode: the stop or claim was let through. */
  readonly isWatched: boolean
  /** `open`: nothing was decided since, and the task has not ended. */
  readonly came: 'worth-it' | 'nothing' | 'open'
  /** Of the continuation that it caused, where the agent reports them. */
  readonly tokens?: number
}

interface Pending {
  readonly refusal: Omit<CountedRefusal, 'came' | 'tokens'>
  readonly request: string | undefined
  readonly progress: number
  readonly stint?: string
}

/** How far a request had come; equal numbers mean no progress between. */
interface RequestProgress {
  readonly request: string | undefined
  readonly work: number
  readonly moves: number
  readonly observed?: Observed
}

/** The events of one task, oldest first. */
export function refusalsIn(task: TaskState, events: readonly Event[]): CountedRefusal[] {
  const found: CountedRefusal[] = []
  let pending: Pending | undefined
  let now: RequestProgress = { request: undefined, work: 0, moves: 0 }
  const close = (came: CountedRefusal['came']): void => {
    if (pending) found.push({ ...pending.refusal, came, ...tokensOf(task, pending.stint) })
    pending = undefined
  }
  for (const event of events) {
    if (event.kind === 'stint.started' && pending && pending.stint === undefined && event.how !== 'probe') {
      pending = { ...pending, stint: event.stint }
    }
    if (event.kind !== 'stop.decided' && event.kind !== 'claim.decided') continue
    now = progressed(now, event)
    // The agent has not answered yet.
    if (isCutOff(event.decision)) continue
    const progress = now.work + now.moves
    // A new request counts its work from 0.
    if (pending) close(progress > (pending.request === now.request ? pending.progress : 0) ? 'worth-it' : 'nothing')
    const reason = refusedFor(event.decision)
    if (!reason) continue
    const refusal = { task: task.id, at: event.at, code: reason.code, isWatched: isWatched(event.decision) }
    pending = { refusal, request: now.request, progress }
  }
  close(task.status === 'ended' ? 'nothing' : 'open')
  return found
}

function progressed(before: RequestProgress, event: EventOf<'stop.decided' | 'claim.decided'>): RequestProgress {
  const isSame = before.request === event.request
  const from = isSame ? before : { request: event.request, work: 0, moves: 0 }
  const moves = movesAfter(from, event.observed)
  const observed = { ...from.observed, ...event.observed }
  if (event.kind === 'stop.decided') {
    return { request: event.request, work: event.work?.progress ?? from.work, moves, observed }
  }
  // A call tells its progress with the moves in it.
  const work = event.progress === undefined ? from.work : Math.max(from.work, event.progress - moves)
  return { request: event.request, work, moves, observed }
}

/** Why a decision refused, or would have if it did not only watch. */
function refusedFor(decision: Decision): Reason | undefined {
  if (isRefusedNothing(decision)) return undefined
  return isWatched(decision) || isRefusal(withConsequences(decision)) ? decision.because[0] : undefined
}

function tokensOf({ run }: TaskState, stint: string | undefined): { tokens?: number } {
  const tokens = run?.bill.find((bill) => bill.stint === stint)?.tokens ?? 0
  return tokens > 0 ? { tokens } : {}
}

export interface RefusalRow {
  readonly code: ReasonCode
  /** In plain words. */
  readonly reason: string
  readonly count: number
  readonly worthIt: number
  readonly open: number
  /** 0 where no agent reported any. */
  readonly tokens: number
}

export interface RefusalYield extends Pick<RefusalRow, 'count' | 'worthIt' | 'open' | 'tokens'> {
  /** The most frequent first. */
  readonly rows: readonly RefusalRow[]
}

export function yieldOf(refusals: readonly CountedRefusal[]): RefusalYield {
  const codes = [...new Set(refusals.map(({ code }) => code))]
  const rows = codes.map((code): RefusalRow => {
    const ours = refusals.filter((one) => one.code === code)
    return { code, reason: REFUSED_FOR[code] ?? code.replaceAll('-', ' '), ...summed(ours) }
  })
  rows.sort((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1))
  return { ...summed(refusals), rows }
}

function summed(refusals: readonly CountedRefusal[]): Pick<RefusalRow, 'count' | 'worthIt' | 'open' | 'tokens'> {
  return {
    count: refusals.length,
    worthIt: refusals.filter(({ came }) => came === 'worth-it').length,
    open: refusals.filter(({ came }) => came === 'open').length,
    tokens: refusals.reduce((sum, { tokens = 0 }) => sum + tokens, 0),
  }
}
