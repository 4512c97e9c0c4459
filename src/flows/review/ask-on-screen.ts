// Asks the person in the agent's own screen about a claim that waits for them, while the agent's call waits for its answer.
import type { Decision } from '../../contract/decision.ts'
import type { Event } from '../../contract/event.ts'
import { given } from '../../contract/given.ts'
import type { ReviewAnswerKind } from '../../contract/review.ts'
import type { TaskState, Versioned } from '../../contract/state.ts'
import { factsOfReview } from '../../domain/facts/of-review.ts'
import { asDecision } from '../../domain/gate/consequences.ts'
import { decide } from '../../domain/gate/decide.ts'
import { openReview } from '../../domain/review/fold.ts'
import { questionText } from '../../domain/review/question.ts'
import { isGated } from '../../domain/tasks/known.ts'
import type { ClaimAnswered } from '../claim/claim-asked.ts'
import { answerBy } from '../home/answer-by.ts'
import { eventsOf } from '../home/task-events.ts'
import { untilRecorded } from '../home/until-recorded.ts'
import { readFeedback, removeFeedback } from '../session/feedback.ts'
import { loadSession } from '../session/load-known.ts'
import { isPersonBeside } from '../session/person-beside.ts'
import { stamp, type World } from '../world.ts'
import type { ReviewAnswered } from './answer.ts'
import { lookNow } from './look.ts'
import { loadMaterial } from './material.ts'
import { onAnswer } from './on-review.ts'

export interface ScreenAnswer {
  readonly kind: Exclude<ReviewAnswerKind, 'answer'>
  readonly words?: string
}

/** Undefined: declined, cancelled, or not answered within the time. Never rejects. */
export type AskPerson = (question: string, withinMs: number) => Promise<ScreenAnswer | undefined>

export interface AskTerms {
  readonly ask: AskPerson
  /** The limit of the whole call. */
  readonly withinMs: number
}

/** Nobody reads a question in less. */
const LEAST_MS = 5000

type Decided = Extract<ClaimAnswered, { kind: 'decided' }>

/**
 * Answers the claim as the person did; without an answer, as before: the review goes on waiting. Where a stop follows,
 * no review is open at the call, and nobody is asked.
 */
export async function askOnScreen(world: World, claimed: ClaimAnswered, asking: AskTerms): Promise<ClaimAnswered> {
  if (claimed.kind !== 'decided' || claimed.decision.kind !== 'ask-human') return claimed
  const { state: task } = await world.store.loadTask(claimed.task)
  const review = task && openReview(task)
  if (!task || review?.kind !== 'claim' || !(await mayAsk(world, task, claimed))) return claimed
  // Read before the rest: whatever changes from here on was not shown.
  const tree = (await lookNow(world, task))?.hash
  const material = await loadMaterial(world, task)
  const leftMs = answerBy(world, asking) - world.now().getTime()
  if (!material || leftMs < LEAST_MS) return claimed
  const answer = await asking.ask(questionText(material), leftMs)
  const answered =
    answer &&
    (await onAnswer(world, task.id, {
      ...answer,
      by: { name: world.account(), by: 'agent-screen' },
      review: review.id,
      tree,
    }))
  return (await untilRecorded(() => asItStands(world, claimed, review.id, answered))) ?? overtaken(claimed)
}

async function mayAsk(world: World, task: TaskState, { claim }: Decided): Promise<boolean> {
  if (claim.status !== 'success' || task.run || isGated(await loadSession(world, task.session))) return false
  return isPersonBeside(world, task.agent)
}

/** Somebody may have answered elsewhere meanwhile: the first answer counts for the agent too. */
async function asItStands(
  world: World,
  claimed: Decided,
  review: string,
  answered: ReviewAnswered | undefined,
): Promise<ClaimAnswered | 'conflict'> {
  const known = await world.store.loadTask(claimed.task)
  const { state: task } = known
  if (task?.review?.id !== review) return overtaken(claimed)
  switch (task.review.end?.kind) {
    case undefined:
      return { ...claimed, ...given({ note: whyNot(answered) }) }
    case 'approve':
    case 'reject':
      return { ...claimed, decision: await endOf(world, claimed) }
    case 'request-changes':
      return tellFeedback(world, claimed, known)
    default:
      return overtaken(claimed)
  }
}

function overtaken({ claim, task }: Decided): ClaimAnswered {
  return { kind: 'overtaken', claim, task }
}

function whyNot(answered: ReviewAnswered | undefined): string | undefined {
  if (answered?.kind === 'unfit' || answered?.kind === 'wordless')
    return `The user's answer does not count: ${answered.why}.`
  return answered?.kind === 'changed' ? 'Not approved: the files have changed since they were verified.' : undefined
}

async function endOf(world: World, { task, decision }: Decided): Promise<Decision> {
  const ended = (await eventsOf(world, task, 'last')).findLast((event) => event.kind === 'task.ended')
  if (ended?.kind !== 'task.ended') return decision
  return { kind: 'allow', rule: 4, because: ended.because, outcome: ended.outcome }
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
