// The facts that every way to ask takes from the request: its claim, its work and what the guards have counted.
import type { Claim } from '../../contract/claim.ts'
import type { Reason } from '../../contract/decision.ts'
import type { Facts, Verification } from '../../contract/facts.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { CalledClaim, RequestState, TaskState, Untold } from '../../contract/state.ts'
import { refusesClaim, SUBSTANTIAL_WORK_CALLS } from '../gate/consequences.ts'
import { type SubtaskFacts, subtaskFacts } from '../subtasks/heed.ts'
import { ownRemainder as remainderIn } from '../last-words/last-words.ts'
import { asksToSeeFailure } from '../last-words/question.ts'
import type { Window } from '../tasks/request/request.ts'
import type { ClaimRead } from './claim-read.ts'
import { given } from '../../contract/given.ts'

export interface RequestSources {
  readonly policy: Policy
  readonly window: Window
  readonly read: ClaimRead
  /** The request that continues; absent if the window opened a new one. */
  readonly request: RequestState | undefined
  /** The agent's last words. */
  readonly said: string | undefined
  /** The person's prompts, where the flow knows them. */
  readonly prompts?: readonly string[]
  /** A late decision that the agent has not been told. */
  readonly untold?: Untold | undefined
  /** The newest claim by a call: it may have been refused there. */
  readonly called?: CalledClaim | undefined
  /** Subtasks that concern the task. */
  readonly concerns: readonly TaskState[]
  /** A supervisor decides at the next stop. */
  readonly isSupervised: boolean
  /** What the stop waits for decides it, whatever else its words say. */
  readonly isWaiting?: boolean
}

type RequestFacts = Pick<
  Facts,
  | 'claim'
  | 'staleClaim'
  | 'refusedClaim'
  | 'isRefusedForCheck'
  | 'verification'
  | 'warnings'
  | 'tampering'
  | 'openTodos'
  | 'workCalls'
  | 'lastTool'
  | 'hasWritten'
  | 'isFailureAsked'
  | 'ownRemainder'
  | 'recentErrors'
  | 'continuations'
  | 'refusals'
  | 'waits'
  | 'progress'
  | 'newestClaim'
  | 'blockedPushes'
  | 'questionsPushed'
> &
  SubtaskFacts

export function requestFacts(sources: RequestSources): RequestFacts {
  const { policy, window, read, request, said, concerns, isSupervised } = sources
  const { work } = window
  const openTodos = window.todos
    .filter((todo) => todo.status === 'open' && !isExplained(todo.text, said, request))
    .map((todo) => todo.text.slice(0, 120))
  const newestClaim = request?.newestClaim
  const claim = claimOf(read, request)
  return {
    ...given({ claim }),
    ...staleness(read, request),
    ...repeatedRefusal(sources, openTodos.length),
    verification: dueChecks(policy),
    warnings: toWarnings(window, said),
    tampering: [],
    openTodos,
    ...subtaskFacts({ concerns, claim, said, isSupervised }),
    workCalls: work.workCalls,
    ...given({ lastTool: work.lastTool }),
    ...leftOver(sources),
    recentErrors: work.recentErrors,
    continuations: request?.continuations ?? 0,
    refusals: request?.refusals ?? [],
    waits: request?.waits ?? 0,
    progress: work.progress + (request?.moves ?? 0),
    ...given({ newestClaim }),
    blockedPushes: request?.blockedPushes ?? 0,
    questionsPushed: request?.questionsPushed ?? 0,
  }
}

/** Signs that the work is not done, where something was written at all. Reading words for them takes milliseconds. */
function leftOver({
  policy,
  window,
  said,
  prompts = [],
  isWaiting = false,
}: RequestSources): Pick<Facts, 'hasWritten' | 'isFailureAsked' | 'ownRemainder'> {
  const { writes = 0, workCalls, lastTool } = window.work
  if (writes === 0) return {}
  const mayDecide = !isWaiting && policy.mode === 'balanced' && workCalls < SUBSTANTIAL_WORK_CALLS
  const ownRemainder = mayDecide && said !== undefined ? (remainderIn(said, prompts) ?? undefined) : undefined
  const isAsked = lastTool?.failed === true && prompts.some(asksToSeeFailure)
  return { hasWritten: true, ...(isAsked ? { isFailureAsked: true } : {}), ...given({ ownRemainder }) }
}

/** The newest claim; else the one whose checks had not ended at the last stop, if nothing came after it. */
function claimOf(read: ClaimRead, request: RequestState | undefined): Claim | undefined {
  return read.claim ?? (read.stale === undefined ? request?.verifying?.claim : undefined)
}

function staleness({ stale }: ClaimRead, request: RequestState | undefined): { staleClaim?: string } {
  if (stale !== undefined) return { staleClaim: stale }
  const status = request?.lapsed
  return status === undefined ? {} : { staleClaim: `you claimed ${status}, but the user spoke after it: claim again` }
}

/** A claim refused in this request is spent; the next stop without a better one hears the same reason. */
function repeatedRefusal({ request, untold, called }: RequestSources, openTodos: number): RefusedBefore {
  if (called?.decision?.kind === 'continue') return whyRefused(called.decision.because, openTodos)
  // The checks may have failed after the stop in which it was claimed.
  const late = untold?.decision
  if (late?.kind === 'continue') {
    return { refusedClaim: `the last claim did not hold: ${firstLines(late.because)}`, ...forCheck(late.because) }
  }
  const last = request?.lastDecision?.decision
  // The agent hears it until it claims better, or the guards let go.
  const [again] = last?.kind === 'continue' ? last.because : []
  if (again?.code === 'claim-refused-before') return { refusedClaim: again.text, ...forCheckBefore(request) }
  if (!refusesClaim(last) || request?.newestClaim === undefined) return {}
  return whyRefused(last.because, openTodos)
}

type RefusedBefore = Pick<Facts, 'refusedClaim' | 'isRefusedForCheck'>

/** The agent may find the check itself wrong: it hears of the honest way as often as it hears the reason. */
function forCheck(because: readonly Reason[]): Pick<Facts, 'isRefusedForCheck'> {
  return because.some(({ code }) => code === 'check-failed') ? { isRefusedForCheck: true } : {}
}

/** A repeated refusal names the reason in words alone; the one that it repeats has its code. */
function forCheckBefore(request: RequestState | undefined): Pick<Facts, 'isRefusedForCheck'> {
  const first = request?.refusals.findLast(({ fingerprint }) => !fingerprint.includes(':claim-refused-before='))
  return /[:|]check-failed=/.test(first?.fingerprint ?? '') ? { isRefusedForCheck: true } : {}
}

function whyRefused(because: readonly Reason[], openTodos: number): RefusedBefore {
  if (because.every((reason) => reason.code === 'todo-open') && openTodos === 0) {
    return { refusedClaim: 'the todos that your claim was refused for are closed now: claim again' }
  }
  return { refusedClaim: `the last claim was refused: ${firstLines(because)}`, ...forCheck(because) }
}

/** The output of a check follows its first line, and was shown before. */
function firstLines(because: readonly Reason[]): string {
  return because.map((reason) => reason.text.split('\n')[0]).join('; ')
}

/** An agent that has lost its todo tool cannot close an item: once refused for it, it may say what became of it. */
function isExplained(todo: string, said: string | undefined, request: RequestState | undefined): boolean {
  const wasRefused = request?.refusals.some(({ fingerprint }) => fingerprint.startsWith('5:todo-open')) === true
  const text = todo.trim().toLowerCase()
  return wasRefused && text !== '' && said?.toLowerCase().includes(text) === true
}

/** Whether checks exist is known here; their results are found out only if the decision asks for them. */
export function dueChecks(policy: Policy): Verification {
  const named = [...policy.checks.map((check) => check.name), ...policy.untrustedChecks]
  if (named.length > 0) return { kind: 'due', checks: named }
  return policy.strategies.includes('file-change') && policy.root !== undefined
    ? { kind: 'due', checks: [] }
    : { kind: 'none' }
}

/** Reasons for a person to look before a claim counts. */
function toWarnings({ work, todos }: Window, said = ''): string[] {
  const unsaid = (work.dropped ?? []).filter((text) => {
    const isBack = todos.some((todo) => todo.text === text && todo.status !== 'cancelled')
    return !isBack && !said.toLowerCase().includes(text.trim().toLowerCase())
  })
  return [
    ...(work.lastTool?.failed && !isOurWait(work.lastTool)
      ? [`the last tool call failed: ${work.lastTool.name}${toolDetail(work.lastTool)}`]
      : []),
    ...unsaid.map((text) => `a todo was cancelled without a word: ${text.slice(0, 120)}`),
  ]
}

/** Its exit code only repeats the results of the checks. */
function isOurWait({ detail = '' }: { readonly detail?: string | undefined }): boolean {
  return /^(?:cd\s+\S+\s*&&\s*)?(?:timeout\s+\S+\s+)?(?:\S*\/)?fullstop\s+wait(?:\s+[\w-]+)*$/.test(detail.trim())
}

function toolDetail({ detail }: { readonly detail?: string | undefined }): string {
  return detail ? ` (${detail.replaceAll(/\s+/g, ' ').slice(0, 80)})` : ''
}
