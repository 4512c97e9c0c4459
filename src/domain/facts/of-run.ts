// The facts of a stop under `fullstop run`. The supervisor knows how the agent's process ended and what it has used.
import type { AgentEnd } from '../../contract/agent/agent-end.ts'
import type { Facts, WaitingFor, WaysToClaim } from '../../contract/facts.ts'
import type { RunSetup } from '../../contract/agent/run-setup.ts'
import type { RequestState, RunState, TaskState, Untold } from '../../contract/state.ts'
import { untoldOf } from '../subtasks/news.ts'
import { usedBy } from '../tasks/run/run.ts'
import { type CalledFound, requestFor } from './called.ts'
import type { ClaimRead } from './claim-read.ts'
import { asksBack } from './of-stop.ts'
import { type StopPlace, promptsAt } from './place.ts'
import { requestFacts } from './request-facts.ts'
import { isUnseen, type RequestRead } from './request-read.ts'
import { given } from '../../contract/given.ts'

export interface RunSources {
  readonly task: TaskState
  readonly run: RunState
  readonly end: AgentEnd
  /** How a question may be answered from here. */
  readonly answer: RunSetup['answer'] | undefined
  readonly request: RequestRead
  readonly place: StopPlace
  readonly read: ClaimRead
  readonly found: CalledFound
  readonly untold: Untold | undefined
  /** The agent is there to be asked for a claim. */
  readonly isThere: boolean
  readonly elapsedMs: number
  readonly spentMs: number
  readonly ways: WaysToClaim
  /** Subtasks that concern the task. */
  readonly concerns: readonly TaskState[]
}

export function factsOfRun(sources: RunSources): Facts {
  const { task, run, end, answer, place, read, found, concerns } = sources
  const { window } = sources.request
  const shared = requestFacts({
    policy: task.policy,
    window,
    read,
    request: requestFor(place.request, found),
    said: window.lastSaid,
    prompts: promptsAt(place, window),
    untold: sources.untold,
    called: found.kind === 'ours' ? found.called : undefined,
    concerns,
    isSupervised: true,
  })
  const { tokens, cost } = usedBy(run)
  const waitingFor = toWaitingFor(end, window.lastSaid)
  return {
    ...shared,
    user: place.user,
    taskOpen: place.opens || place.isOpen,
    ...toInvoluntary(end, read),
    ...(isUntold(end, run) ? { isUntold: true } : {}),
    subagent: false,
    planMode: window.planMode,
    vendorGoal: false,
    attended: false,
    supervised: true,
    canProbe: task.policy.strategies.includes('probe') && !run.isProbed && sources.isThere,
    ...(hasWaited(run) && isSentOn(shared, concerns) ? { areSubtasksOver: true } : {}),
    ...(run.isAddedTo ? { isUnheard: true } : {}),
    ...(shared.refusedClaim === undefined ? {} : refusedFor(found, place.request)),
    isReviewAwaited: task.status === 'awaiting-review',
    ...given({ waitingFor, answer }),
    conversation: false,
    isWorkUnseen: isUnseen(sources.request),
    blockCap: 0,
    elapsedMs: sources.elapsedMs,
    spentMs: sources.spentMs,
    waitedMs: run.waitedMs ?? 0,
    tokens,
    ...given({ cost }),
    ways: sources.ways,
  }
}

/** Nothing happened since the agent ended its turn to wait for its subtasks. */
function hasWaited({ lastDecision, undecided }: RunState): boolean {
  return lastDecision?.kind === 'allow' && lastDecision.then === 'subtasks' && undecided.length === 0
}

/** While a person has to look at a subtask, only news of another sends the agent on. */
function isSentOn({ awaitedSubtasks, heldSubtasks }: Partial<Facts>, concerns: readonly TaskState[]): boolean {
  return awaitedSubtasks === undefined && (heldSubtasks === undefined || untoldOf(concerns).length > 0)
}

/** A claim in words that the agent was asked for. */
export function asProbed(read: ClaimRead): ClaimRead {
  return read.claim && !read.called ? { ...read, claim: { ...read.claim, channel: 'probe' } } : read
}

/** The session may be another by now, so a check that failed is shown with its last words once more. */
function refusedFor(found: CalledFound, request: RequestState | undefined): Pick<Facts, 'refusedFor'> {
  const byCall = found.kind === 'ours' ? found.called.decision : undefined
  const refused = byCall?.kind === 'continue' ? byCall : request?.lastDecision?.decision
  return refused?.kind === 'continue' ? { refusedFor: refused.because } : {}
}

/** A claim that was answered before the provider failed is still the agent's word; so is one before any exit code. */
function toInvoluntary(end: AgentEnd, read: ClaimRead): Pick<Facts, 'involuntary' | 'endDetail'> {
  const answer = read.called?.decision?.kind
  const isAnswered = answer === 'allow' || answer === 'ask-human'
  const isSaid = read.claim !== undefined && end.kind === 'crashed' && end.exitCode !== undefined
  const isClaimed = isSaid || (isAnswered && ['api-error', 'usage-limit', 'crashed'].includes(end.kind))
  if (end.kind === 'stopped' || isClaimed) return {}
  return { involuntary: end.kind, ...given({ endDetail: end.detail }) }
}

/** A fresh session that goes missing is a fault of its own. */
function isUntold({ kind }: AgentEnd, { stint }: RunState): boolean {
  return kind === 'session-missing' && (stint?.how === 'same' || stint?.how === 'again')
}

function toWaitingFor({ denied = [] }: AgentEnd, said: string | undefined): WaitingFor | undefined {
  if (denied.length > 0) return { kind: 'permission', what: denied.join(', ').slice(0, 200) }
  return asksBack(said)
}
