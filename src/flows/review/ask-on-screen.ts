// Asks the person in the agent's own screen about a claim that waits for them, while the agent's call waits for its answer.
import type { Decision } from '../../contract/decision.ts'
import type { Event, EventOf } from '../../contract/event.ts'
import { given } from '../../contract/given.ts'
import type { ReviewAnswerKind } from '../../contract/view/review.ts'
import type { ReviewState, TaskState, Versioned } from '../../contract/state.ts'
import { findAgent } from '../../agents/index.ts'
import { factsOfReview } from '../../domain/facts/of-review.ts'
import { asDecision, endedByPerson } from '../../domain/gate/consequences.ts'
import { decide } from '../../domain/gate/decide.ts'
import { endText } from '../../domain/review/end-text.ts'
import { openReview } from '../../domain/review/fold.ts'
import { questionText } from '../../domain/review/question.ts'
import { inLine } from '../../domain/text/printable.ts'
import { stepTask } from '../../domain/tasks/fold-task.ts'
import { isGated, type Known } from '../../domain/tasks/known.ts'
import type { ClaimAnswered } from '../claim/claim-asked.ts'
import { answerBy } from '../home/answer-by.ts'
import { eventsOf } from '../home/tasks/task-events.ts'
import { untilRecorded } from '../home/until-recorded.ts'
import { readFeedback, removeFeedback } from '../session/feedback.ts'
import { loadSession } from '../session/load-known.ts'
import { isPersonBeside } from '../session/person-beside.ts'
import { readCall } from '../transcript/read-call.ts'
import { stamp, type World } from '../world.ts'
import type { ReviewAnswered } from './answer.ts'
import { formFiller } from './form-filler.ts'
import { lookNow } from './look.ts'
import { loadMaterial } from './material.ts'
import { onAnswer } from './on-review.ts'

export interface ScreenAnswer {
  readonly kind: Exclude<ReviewAnswerKind, 'answer'>
  readonly words?: string
}

export interface ScreenQuestion {
  readonly task: string
  readonly text: string
  /** The agent disputes a check: the person may say that it stands. */
  readonly isDisputed: boolean
  readonly withinMs: number
}

/** `no-answer`: declined, cancelled, or nothing that fits. `out-of-time`: the question was taken back. Never rejects. */
export type AskPerson = (question: ScreenQuestion) => Promise<ScreenAnswer | 'no-answer' | 'out-of-time'>

export interface AskTerms {
  readonly ask: AskPerson
  /** The limit of the whole call. */
  readonly withinMs: number
}

/** A transcript is written a moment after what it tells of. */
const FLUSH = { longestMs: 2000, lookMs: 100 }
/** Nobody reads a question in less. */
const LEAST_MS = 5000

const TOO_LATE = 'The user did not answer the form in time. It was taken back: an answer there does not count any more.'

type Decided = Extract<ClaimAnswered, { kind: 'decided' }>

/**
 * Answers the claim as the person did; without an answer, as before: the review keeps waiting. Where a stop follows, the
 * review opens with the answer, and what they approved is kept for the stop.
 */
export async function askOnScreen(world: World, claimed: ClaimAnswered, asking: AskTerms): Promise<ClaimAnswered> {
  if (claimed.kind !== 'decided' || claimed.decision.kind !== 'ask-human') return claimed
  const asked = await toAsk(world, claimed)
  if (!asked) return claimed
  const { task, review, opens } = asked
  const filler = await formFiller(world, task)
  if (filler !== undefined) return { ...claimed, note: fillerText(filler, task) }
  // Read before the rest: whatever changes from here on was not shown.
  const tree = (await lookNow(world, task))?.hash
  const material = await loadMaterial(world, task)
  const withinMs = answerBy(world, asking) - world.now().getTime()
  if (!material || withinMs < LEAST_MS) return claimed
  const isDisputed = (claimed.claim.disputedChecks ?? []).length > 0
  const question = questionText(material, { isAtStop: opens !== undefined })
  const answer = await asking.ask({ task: task.id, text: question, isDisputed, withinMs })
  if (typeof answer === 'string') {
    const waits = answer === 'out-of-time' ? { ...claimed, note: TOO_LATE } : claimed
    return opens ? waits : standing(world, waits, review.id)
  }
  // Hooks are read anew while a form is open, and may replace what the person answered.
  const late = await formFiller(world, task)
  if (late !== undefined) return { ...claimed, note: fillerText(late, task) }
  const by = { name: world.account(), by: 'agent-screen' } as const
  const answered = await onAnswer(world, task.id, { ...answer, by, review: review.id, tree, opens })
  if (isUncounted(answered)) return { ...claimed, note: whyNot(answered) }
  const stands = await standing(world, claimed, review.id)
  return answered.kind === 'late' && stands.kind === 'decided'
    ? { ...stands, note: `Tell the user that their answer came too late: ${endText(answered.end, world.now())}.` }
    : stands
}

function fillerText(file: string, { id }: TaskState): string {
  return `No answer counts in this screen: a hook in ${inLine(file)} may fill in the form. The user answers with: fullstop review ${id}`
}

async function standing(world: World, claimed: Decided, review: string): Promise<ClaimAnswered> {
  return (await untilRecorded(() => asItStands(world, claimed, review))) ?? overtaken(claimed)
}

interface Asked {
  /** As it is once its review is open. */
  readonly task: TaskState
  readonly review: ReviewState
  /** The event that opens the review, where the agent is still at work. */
  readonly opens?: EventOf<'claim.decided'>
}

/** Undefined: nothing waits for an answer here, or nobody is there to give it. */
async function toAsk(world: World, { claim, task: id, decision }: Decided): Promise<Asked | undefined> {
  const { state } = await world.store.loadTask(id)
  if (!state || state.run || claim.status !== 'success') return undefined
  const known = await loadSession(world, state.session)
  const session = known.session.state
  const opens = isGated(known) ? openingOf(world, known, { claim: claim.id, task: id, decision }) : undefined
  if (isGated(known) && (!opens || session?.mode === 'off')) return undefined
  const task = (opens && stepTask(state, opens)) ?? state
  const review = openReview(task)
  if (review?.kind !== 'claim' || (await isOfSubagent(world, known))) return undefined
  return (await isPersonBeside(world, state.agent, session)) ? { task, review, ...given({ opens }) } : undefined
}

/**
 * A subagent's claim does not count, so nobody is asked about it. Where the host does not tell it with the call, the main
 * transcript does: it holds the main agent's call by now, and never a subagent's.
 */
async function isOfSubagent(world: World, known: Known): Promise<boolean> {
  const toolUseId = known.session.state?.request?.called?.toolUseId
  if (toolUseId === undefined || findAgent(known.session.state?.agent ?? '')?.callsInTranscript !== true) return false
  for (let waited = 0; waited <= FLUSH.longestMs; waited += FLUSH.lookMs) {
    const { transcript, window } = await readCall(world, known)
    if (transcript.kind !== 'entries' || window.claimCalls.some(({ id }) => id === toolUseId)) return false
    await world.sleep(FLUSH.lookMs)
  }
  return true
}

/** Undefined: the session has gone on, or its review is open already. */
function openingOf(
  world: World,
  { session: { state }, sessionId, openTask }: Known,
  { claim, task, decision }: { readonly claim: string; readonly task: string; readonly decision: Decision },
): EventOf<'claim.decided'> | undefined {
  const { request } = state ?? {}
  if (request?.called?.claim.id !== claim || openTask?.id !== task || openTask.status !== 'open') return undefined
  return { ...stamp(world), kind: 'claim.decided', session: sessionId, task, request: request.id, claim, decision }
}

/** Somebody may have answered elsewhere meanwhile: the first answer counts for the agent too. */
async function asItStands(world: World, waits: Decided, review: string): Promise<ClaimAnswered | 'conflict'> {
  const { note: _waits, ...claimed } = waits
  const known = await world.store.loadTask(claimed.task)
  const { state: task } = known
  if (task?.review?.id !== review) return overtaken(claimed)
  switch (task.review.end?.kind) {
    case undefined:
      return waits
    case 'approve':
    case 'reject':
      return { ...claimed, decision: await endOf(world, claimed) }
    case 'request-changes':
    case 'stands':
      return tellFeedback(world, claimed, known)
    default:
      return overtaken(claimed)
  }
}

function overtaken({ claim, task }: Decided): ClaimAnswered {
  return { kind: 'overtaken', claim, task }
}

type Uncounted = Extract<ReviewAnswered, { kind: 'unfit' | 'wordless' | 'changed' }>

function isUncounted(answered: ReviewAnswered): answered is Uncounted {
  return answered.kind === 'unfit' || answered.kind === 'wordless' || answered.kind === 'changed'
}

function whyNot(answered: Uncounted): string {
  if (answered.kind !== 'changed') return `The user's answer does not count: ${answered.why}.`
  return 'Not approved: the files have changed since they were verified.'
}

async function endOf(world: World, { claim, task, decision }: Decided): Promise<Decision> {
  const last = (await eventsOf(world, task, 'last')).findLast(
    (event) => event.kind === 'task.ended' || (event.kind === 'claim.decided' && event.claim === claim.id),
  )
  if (last?.kind === 'claim.decided') return last.decision
  if (last?.kind !== 'task.ended') return decision
  return endedByPerson(last)
}

async function tellFeedback(
  world: World,
  claimed: Decided,
  { version, state: task }: Versioned<TaskState>,
): Promise<ClaimAnswered | 'conflict'> {
  const feedback = task && readFeedback(world, task)
  if (!task || feedback === undefined) return overtaken(claimed)
  const answer = { answer: 'request-changes' as const, feedback }
  const facts = factsOfReview({ claim: claimed.claim, verification: { kind: 'none' }, answer })
  const decision = asDecision(decide(facts, { ...task.policy, mode: 'strict' }))
  const told: Event = { ...stamp(world), kind: 'feedback.told', session: task.session, task: task.id }
  if ((await world.store.append([told], [{ kind: 'task', id: task.id, version }])) === 'conflict') return 'conflict'
  await removeFeedback(world, task)
  return { ...claimed, decision }
}
