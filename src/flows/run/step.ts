// What a supervisor does next: decided only from how far the task has come, so that a supervisor that takes it up after
// a crash gets the same answer.
import type { Decision, Reason } from '../../contract/decision.ts'
import type { Involuntary } from '../../contract/agent/entry.ts'
import type { StintHow } from '../../contract/event.ts'
import type { Outcome } from '../../contract/outcome.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { RunState, TaskState } from '../../contract/state.ts'
import { goOnText } from '../../domain/gate/words/message.ts'
import { withConsequences } from '../../domain/gate/consequences.ts'
import { patience } from '../../domain/gate/wait-for-provider.ts'

export type Effect =
  /** It has ended, was paused, or waits for a person's review: its own, or that of a subtask. */
  | { readonly kind: 'over' }
  /** The person at the terminal is shown the review. */
  | { readonly kind: 'review' }
  /** A process of the agent begins. Without `say` it is told what the stint before it was told. */
  | { readonly kind: 'start'; readonly how: StintHow; readonly say?: string }
  /** The program waits at its prompt: it is told there. */
  | { readonly kind: 'tell'; readonly how: StintHow; readonly say: string }
  /** The checks are run before the agent begins, so that old failures are known as such. */
  | { readonly kind: 'baseline' }
  | { readonly kind: 'watch' }
  | { readonly kind: 'decide' }
  | { readonly kind: 'wait'; readonly until: string; readonly why: string; readonly isNew: boolean }
  /** A subtask is taken to its end before the agent continues. */
  | { readonly kind: 'subtask'; readonly subtask: string }
  | { readonly kind: 'ask'; readonly question: string }
  | { readonly kind: 'end'; readonly outcome: Outcome; readonly because: readonly Reason[] }

export interface Circumstances {
  readonly now: Date
  /** From 0 to 1. */
  readonly jitter: number
  readonly firstPauseMs: number
  /** The agent can take a session of its own up again. */
  readonly canResume: boolean
  /** A person sits at our terminal. */
  readonly canAsk: boolean
  /** … and can be shown a review. */
  readonly canReview: boolean
  /** The subtask that is to be taken on next. */
  readonly subtask?: string | undefined
  /** Nothing is left to wait for but subtasks that a person has to look at. */
  readonly isHeld?: boolean
  /** One of them whose review nobody has left for later. */
  readonly held?: string | undefined
}

/** From here on a session is left for a fresh one: what comes next would not fit. */
const CONTEXT_FULL = 0.8

export function step(task: TaskState, around: Circumstances): Effect {
  const { run } = task
  if (run && task.status === 'awaiting-review' && around.canReview) return { kind: 'review' }
  if (!run || ['ended', 'paused', 'awaiting-review'].includes(task.status)) return { kind: 'over' }
  switch (run.phase) {
    case 'running':
      return { kind: 'watch' }
    case 'stopped':
      return { kind: 'decide' }
    case 'waiting':
      return run.wait ? { kind: 'wait', until: run.wait.until, why: run.wait.why, isNew: false } : { kind: 'decide' }
    case 'ready':
      return whenReady(task, run, around)
  }
}

function whenReady(task: TaskState, run: RunState, around: Circumstances): Effect {
  const decision = run.lastDecision && withConsequences(run.lastDecision)
  if (run.stints === 0) return isBaselineDue(task, run) ? { kind: 'baseline' } : { kind: 'start', how: 'first' }
  if (decision?.kind === 'continue') return goOn(run, task.policy, around, decision.say, decision.then === 'hand-over')
  if (decision?.kind === 'allow' && decision.then === 'subtasks') return afterSubtasks(task, run, around)
  // What nobody has heard yet is said from the beginning.
  if (run.isTakenUp && !run.isBegun) return { kind: 'start', how: 'first' }
  if (run.isTakenUp) return goOn(run, task.policy, around, TAKEN_UP, false)
  if (decision?.kind !== 'allow') return stuckHere(decision)
  if (decision.then === 'recover' && run.lastEnd) return afterFault(task, run, around)
  if (decision.then === 'answer') return asked(run, decision, around)
  return stuckHere(decision)
}

function isBaselineDue({ policy }: TaskState, { hasBaseline }: RunState): boolean {
  return policy.baseline !== 'off' && policy.checks.length > 0 && policy.root !== undefined && !hasBaseline
}

/** What has ended meanwhile is told by the decision that follows. */
function afterSubtasks(
  { policy }: TaskState,
  { isTakenUp, isReattached }: RunState,
  { subtask, isHeld, held, canReview }: Circumstances,
): Effect {
  if (subtask !== undefined) return { kind: 'subtask', subtask }
  if (isHeld) return canReview && held !== undefined ? { kind: 'subtask', subtask: held } : { kind: 'over' }
  const isWaiting = policy.subtasks?.onChildEnd === 'wait' && !isTakenUp && !isReattached
  return { kind: isWaiting ? 'over' : 'decide' }
}

const TAKEN_UP = 'FULLSTOP: the user asks you to continue with the request.'

/** The same session first; a fresh one where the same has run its course. */
function goOn(run: RunState, policy: Policy, around: Circumstances, say: string, isHandedOver: boolean): Effect {
  const wanted = policy.supervision?.continue ?? 'auto'
  // A program that nobody understands is told more for as long as it waits.
  if (run.stint?.isAlive && !around.canResume && wanted !== 'fresh') return { kind: 'tell', how: 'same', say }
  const isGone = !around.canResume || run.stint?.agentSessionId === undefined || !run.stint.isBegun || isLost(run)
  const isWornOut = isHandedOver || run.isCompacted === true || (run.contextUse ?? 0) >= CONTEXT_FULL
  const isFresh = isGone || wanted === 'fresh' || (wanted === 'auto' && isWornOut)
  if (run.stint?.isAlive && !isFresh) return { kind: 'tell', how: 'same', say }
  return { kind: 'start', how: isFresh ? 'fresh' : 'same', say }
}

function isLost({ lastEnd }: RunState): boolean {
  return ['context-limit', 'compaction', 'session-missing', 'not-started'].includes(lastEnd?.kind ?? '')
}

/** A limit or a fault: it is waited for once, then what it broke off continues. */
function afterFault(task: TaskState, run: RunState, around: Circumstances): Effect {
  const end = run.lastEnd
  if (!end || end.kind === 'stopped') return stuckHere(run.lastDecision)
  if (!run.hasWaited) {
    const { now, jitter, firstPauseMs } = around
    const { faults, spentMs } = run
    const asked = { end, faults, policy: task.policy, now, spentMs, jitter, firstMs: firstPauseMs }
    const patient = patience(asked)
    return patient.kind === 'wait' ? { ...patient, isNew: true } : { ...patient }
  }
  return again(run, around, end.kind)
}

/** What had not even begun is begun again; what was at work continues, in its session where that can be. */
function again(run: RunState, { canResume }: Circumstances, end: Involuntary): Effect {
  if (canResume && !run.stint?.isBegun) return { kind: 'start', how: 'again' }
  const isResumed = canResume && run.stint?.agentSessionId !== undefined
  return { kind: 'start', how: isResumed ? 'again' : 'fresh', say: goOnText(end) }
}

function asked(run: RunState, decision: Decision, { canAsk }: Circumstances): Effect {
  if (run.setup.answer?.kind === 'ask' && canAsk) return { kind: 'ask', question: decision.because[0]?.text ?? '' }
  return { kind: 'end', outcome: 'needs-input', because: decision.because }
}

/** The stop was allowed, and nothing says how the task ends: a person has to look. */
function stuckHere(decision: Decision | undefined): Effect {
  const isInterrupted = decision?.because.some(({ code }) => code === 'interrupted')
  if (isInterrupted) return { kind: 'end', outcome: 'interrupted', because: decision?.because ?? [] }
  return { kind: 'end', outcome: 'needs-input', because: decision?.because ?? [] }
}
