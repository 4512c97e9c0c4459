// What is known at a stop: the session and its task from the store, the request window from the transcript, and what
// both make of the facts. Reads only; decides nothing, writes nothing.
import type { Agent } from '../../agents/agent.ts'
import type { Claim } from '../../contract/claim.ts'
import type { Reason } from '../../contract/decision.ts'
import type { Entry } from '../../contract/entry.ts'
import type { Facts, Verification, WaitingFor, WaysToClaim } from '../../contract/facts.ts'
import type { HookOrigin, Host, StopRequested } from '../../contract/hook-event.ts'
import type { Policy } from '../../contract/policy.ts'
import type { Work } from '../../contract/work.ts'
import type { CalledClaim, RequestState, SessionState, TaskState, Untold } from '../../contract/state.ts'
import type { Versioned } from '../../adapters/store/store.ts'
import { orderIn } from '../../domain/tasks/order.ts'
import { refusesClaim } from '../../domain/gate/consequences.ts'
import { closingQuestion } from '../../domain/tasks/question.ts'
import { emptyWork, readWindow, type Window } from '../../domain/tasks/request.ts'
import { awaited } from '../../domain/tasks/waiting.ts'
import { type Mask, maskedTodos, maskedWork, maskFor } from '../project/mask.ts'
import type { ClaimRead } from './read-claim.ts'
import { readSession } from './read-session.ts'
import type { Needs, TranscriptRead } from './read-transcript.ts'
import type { World } from '../world.ts'

export type Stop = HookOrigin & StopRequested

export interface Known {
  readonly sessionId: string
  readonly session: Versioned<SessionState>
  /** The session's newest task, and the same while it has not ended. */
  readonly task: Versioned<TaskState>
  readonly openTask?: TaskState
}

export async function loadKnown(world: World, agent: Agent, agentSessionId: string): Promise<Known> {
  return loadSession(world, `ses_${world.hashOf(agent.id, agentSessionId)}`)
}

export async function loadSession(world: World, sessionId: string): Promise<Known> {
  const session = await world.store.loadSession(sessionId)
  const taskId = session.state?.task
  const task = taskId === undefined ? { version: 0, state: undefined } : await world.store.loadTask(taskId)
  const isOpen = task.state !== undefined && task.state.status !== 'ended'
  return { sessionId, session, task, ...(isOpen ? { openTask: task.state } : {}) }
}

/** Some hook of the session was heard: its stops decide how its tasks end. */
export function isGated({ session }: Pick<Known, 'session'>): boolean {
  return session.state?.gated !== false
}

/** What only calls were known of was ended or put on by the answer to one: a stop that comes after all decides anew. */
export function reopened(known: Known): Known {
  const task = known.task.state
  const isAsked = !isGated(known) && task?.status === 'awaiting-review'
  const isEnded = task?.endedByCall === true && task.outcome !== 'cancelled'
  if (!task || (!isAsked && !isEnded)) return known
  const { outcome: _answered, ...rest } = task
  const open: TaskState = { ...rest, status: 'open' }
  return { ...known, openTask: open, task: { ...known.task, state: open } }
}

export interface Reading {
  readonly window: Window
  /** The last order to us among the prompts that only the transcript tells of. */
  readonly order?: string
  readonly transcript: TranscriptRead
  /** For whatever else of this moment is kept. */
  readonly mask: Mask
}

/** The request window as far as the transcript tells it; `needs`: what must not be missed in a long one. */
export function readRequest(
  world: World,
  agent: Pick<Agent, 'transcript'>,
  origin: HookOrigin,
  known: Known,
  needs: Needs,
): Reading {
  const { state } = known.session
  const request = state?.request
  const transcript = readSession(world, agent, origin, { state, needs })
  const whole = request?.work.whole === true && transcript.kind === 'entries' && transcript.whole
  const mask = maskFor(world, [state?.cwd, origin.cwd])
  const entries = transcript.kind === 'entries' ? transcript.entries.map((entry) => masked(entry, mask)) : []
  const order = orderAmong(entries)
  const window = readWindow(
    {
      work: { ...(request?.work ?? emptyWork(false)), whole },
      todos: state?.todos ?? [],
      knownPromptIds: request?.promptIds ?? [],
      // Without the prompt hook the transcript alone tells of prompts, and tells of each once.
      knownPrompts: state?.promptsHeard ? (request?.prompts ?? []) : [],
      closed: request?.closed ?? true,
      vendorGoal: state?.vendorGoal ?? false,
      planMode: state?.planMode ?? false,
    },
    entries.filter((entry) => !isOrder(entry)),
  )
  const read = {
    ...window,
    work: maskedWork(asSparse(window.work, transcript, request), mask),
    todos: maskedTodos(window.todos, mask),
  }
  return { window: read, transcript, mask, ...(order === undefined ? {} : { order }) }
}

/**
 * Where not every line was read, movements cannot be counted. The place of the newest one does instead: it is the same
 * for every reading from the same beginning, and grows with each.
 */
function asSparse(work: Work, transcript: TranscriptRead, request: RequestState | undefined): Work {
  if (transcript.kind !== 'entries' || !transcript.isSparse) return work
  return { ...work, progress: (request?.work.progress ?? 0) + (transcript.movedAt ?? 0), whole: false }
}

/** The last one counts. A task that the person goes on with after cancelling or pausing it is another matter. */
function orderAmong(entries: readonly Entry[]): string | undefined {
  const at = entries.findLastIndex(isOrder)
  const entry = entries[at]
  const order = entry?.kind === 'prompt' ? orderIn(entry.text) : undefined
  const isOver = entries.slice(at + 1).some((later) => later.kind === 'prompt' && later.by === 'person')
  return isOver && (order === 'cancel' || order === 'pause') ? undefined : order
}

/** Such a prompt is answered by the prompt hook and never gets here, unless that hook is not registered. */
function isOrder(entry: Entry): boolean {
  return entry.kind === 'prompt' && entry.by === 'person' && orderIn(entry.text) !== undefined
}

/** A prompt is known again by what was kept of it. */
function masked(entry: Entry, mask: Mask): Entry {
  return entry.kind === 'prompt' ? { ...entry, text: mask(entry.text) } : entry
}

export interface FactSources {
  readonly stop: Stop
  readonly host: Host
  readonly policy: Policy
  readonly window: Window
  readonly read: ClaimRead
  readonly user: Facts['user']
  readonly taskOpen: boolean
  /** The request that goes on; absent where the window opened a new one. */
  readonly request: RequestState | undefined
  readonly isQuestion: boolean
  /** Not all of the request could be read, or nothing of it. */
  readonly isWorkUnseen: boolean
  readonly isReviewAwaited: boolean
  readonly untold: Untold | undefined
  readonly elapsedMs: number
  readonly ways: WaysToClaim
  /** The newest claim by a call, if it was refused there. */
  readonly refusedCall?: CalledClaim | undefined
}

export function toFacts(sources: FactSources): Facts {
  const { stop, host, policy, window, read, request } = sources
  const { work } = window
  const openTodos = window.todos
    .filter((todo) => todo.status === 'open' && !isExplained(todo.text, stop, request))
    .map((todo) => todo.text.slice(0, 120))
  const waitingFor = toWaitingFor(stop, policy, work)
  const newestClaim = request?.newestClaim
  return {
    user: sources.user,
    taskOpen: sources.taskOpen,
    ...(isInvoluntary(stop, window) ? { involuntary: window.involuntary } : {}),
    subagent: false,
    planMode: stop.planMode || window.planMode,
    vendorGoal: window.vendorGoal,
    attended: host.attended,
    supervised: false,
    ...toClaim(read, request),
    ...staleness(read, request),
    ...repeatedRefusal(sources, openTodos.length),
    verification: toVerification(policy),
    warnings: toWarnings(window, stop),
    tampering: [],
    openTodos,
    isReviewAwaited: sources.isReviewAwaited,
    openSubtasks: [],
    ...(waitingFor ? { waitingFor } : {}),
    conversation: isConversation(window, sources.isQuestion, openTodos.length),
    workCalls: work.workCalls,
    isWorkUnseen: sources.isWorkUnseen,
    ...(work.lastTool ? { lastTool: work.lastTool } : {}),
    recentErrors: work.recentErrors,
    continuations: request?.continuations ?? 0,
    refusals: request?.refusals ?? [],
    waits: request?.waits ?? 0,
    progress: work.progress + (request?.moves ?? 0),
    ...(newestClaim ? { newestClaim } : {}),
    blockedPushes: request?.blockedPushes ?? 0,
    questionsPushed: request?.questionsPushed ?? 0,
    blockCap: host.blockCap,
    elapsedMs: sources.elapsedMs,
    ways: sources.ways,
  }
}

function staleness({ stale }: ClaimRead, request: RequestState | undefined): { staleClaim?: string } {
  if (stale !== undefined) return { staleClaim: stale }
  const status = request?.lapsed
  return status === undefined ? {} : { staleClaim: `you claimed ${status}, but the user spoke after it: claim again` }
}

function isInvoluntary(
  stop: Stop,
  window: Window,
): window is Window & { involuntary: NonNullable<Window['involuntary']> } {
  return window.involuntary !== undefined && (stop.lastMessage === undefined || window.texts.length === 0)
}

/** An agent that has lost its todo tool cannot close an item: once refused for it, it may say what became of it. */
function isExplained(todo: string, stop: Stop, request: RequestState | undefined): boolean {
  const wasRefused = request?.refusals.some(({ fingerprint }) => fingerprint.startsWith('5:todo-open')) === true
  const text = todo.trim().toLowerCase()
  return wasRefused && text !== '' && stop.lastMessage?.toLowerCase().includes(text) === true
}

/** A claim refused in this request is spent; the next stop without a better one hears the same reason. */
function repeatedRefusal({ request, untold, refusedCall }: FactSources, openTodos: number): { refusedClaim?: string } {
  if (refusedCall?.decision?.kind === 'continue') return whyRefused(refusedCall.decision.because, openTodos)
  // The checks may have failed after the stop in which it was claimed.
  const late = untold?.decision
  if (late?.kind === 'continue') return { refusedClaim: `the last claim did not hold: ${firstLines(late.because)}` }
  const last = request?.lastDecision?.decision
  // Held to it until a better one comes, or the guards let go.
  const [again] = last?.kind === 'continue' ? last.because : []
  if (again?.code === 'claim-refused-before') return { refusedClaim: again.text }
  if (!refusesClaim(last) || request?.newestClaim === undefined) return {}
  return whyRefused(last.because, openTodos)
}

function whyRefused(because: readonly Reason[], openTodos: number): { refusedClaim: string } {
  if (because.every((reason) => reason.code === 'todo-open') && openTodos === 0) {
    return { refusedClaim: 'the todos that your claim was refused for are closed now: claim again' }
  }
  return { refusedClaim: `the last claim was refused: ${firstLines(because)}` }
}

/** What a check printed stands below the first line, and was read before. */
function firstLines(because: readonly Reason[]): string {
  return because.map((reason) => reason.text.split('\n')[0]).join('; ')
}

/** The newest claim; else the one whose checks had not ended at the last stop, if nothing came after it. */
function toClaim(read: ClaimRead, request: RequestState | undefined): { claim?: Claim } {
  if (read.claim) return { claim: read.claim }
  const pending = read.stale === undefined ? request?.verifying?.claim : undefined
  return pending ? { claim: pending } : {}
}

/** Whether checks exist is known here; what they say is found out only where the decision asks for it. */
function toVerification(policy: Policy): Verification {
  const named = [...policy.checks.map((check) => check.name), ...policy.untrustedChecks]
  if (named.length > 0) return { kind: 'due', checks: named }
  return policy.strategies.includes('file-change') && policy.root !== undefined
    ? { kind: 'due', checks: [] }
    : { kind: 'none' }
}

/** What makes a person look before a claim counts. */
function toWarnings({ work, todos }: Window, { lastMessage = '' }: Stop): string[] {
  const said = lastMessage.toLowerCase()
  const unsaid = (work.dropped ?? []).filter((text) => {
    const isBack = todos.some((todo) => todo.text === text && todo.status !== 'cancelled')
    return !isBack && !said.includes(text.trim().toLowerCase())
  })
  return [
    ...(work.lastTool?.failed && !isOurWait(work.lastTool)
      ? [`the last tool call failed: ${work.lastTool.name}${toolDetail(work.lastTool)}`]
      : []),
    ...unsaid.map((text) => `a todo was cancelled without a word: ${text.slice(0, 120)}`),
  ]
}

/** Its exit code says how the checks stand, which the evidence says better. */
function isOurWait({ detail = '' }: { readonly detail?: string | undefined }): boolean {
  return /^(?:cd\s+\S+\s*&&\s*)?(?:timeout\s+\S+\s+)?(?:\S*\/)?fullstop\s+wait(?:\s+[\w-]+)*$/.test(detail.trim())
}

function toolDetail({ detail }: { readonly detail?: string | undefined }): string {
  return detail ? ` (${detail.replaceAll(/\s+/g, ' ').slice(0, 80)})` : ''
}

function toWaitingFor(stop: Stop, policy: Policy, { background = [] }: Work): WaitingFor | undefined {
  const running = background.map(({ label, command }) => ({
    running: true,
    label,
    ...(command === undefined ? {} : { command }),
  }))
  const task = awaited([...stop.background, ...running], policy.waitingIgnore)
  if (task) return { kind: 'background-work', what: task.label.slice(0, 120) }
  if (stop.wakeUps.length > 0) return { kind: 'wake-up' }
  const question = stop.lastMessage === undefined ? null : closingQuestion(stop.lastMessage)
  return question === null ? undefined : { kind: 'question', what: question }
}

/** Nothing is concluded from what could not be read: then it is no conversation. Nor is it one if todos were opened in it. */
function isConversation({ work }: Window, isQuestion: boolean, openTodos: number): boolean {
  if (!work.whole || (openTodos > 0 && work.progress > 0)) return false
  return work.calls === 0 || (work.workCalls === 0 && isQuestion)
}
