// A person's answer to a review: the first one counts, and a later one is told who gave it.
import type { Expected } from '../../adapters/store/store.ts'
import type { Answerer } from '../../contract/view/comment.ts'
import type { Decision } from '../../contract/decision.ts'
import { FullstopError } from '../../contract/error.ts'
import type { Event, EventOf } from '../../contract/event.ts'
import { given } from '../../contract/given.ts'
import type { ReviewAnswerKind, ReviewEnd, ReviewMaterial } from '../../contract/view/review.ts'
import type { ReviewState, TaskState, Versioned } from '../../contract/state.ts'
import { factsOfReview } from '../../domain/facts/of-review.ts'
import { asDecision } from '../../domain/gate/consequences.ts'
import { decide } from '../../domain/gate/decide.ts'
import { feedbackText } from '../../domain/review/feedback.ts'
import { openReview, stepReview } from '../../domain/review/fold.ts'
import { isOpen } from '../../domain/subtasks/heed.ts'
import { stepTask } from '../../domain/tasks/fold-task.ts'
import { eventsOf } from '../home/tasks/task-events.ts'
import { untilRecorded } from '../home/until-recorded.ts'
import { maskFor } from '../project/mask.ts'
import { writeFeedback } from '../session/feedback.ts'
import { promptJoined } from '../session/open-request.ts'
import { criteriaOf } from '../verify/criteria.ts'
import { keepLook } from '../verify/start/keep-start.ts'
import { reviewedName } from '../verify/start/load-start.ts'
import { toVerification } from '../verify/to-evidence.ts'
import type { LookedAt } from '../verify/tree-now.ts'
import { stamp, type World } from '../world.ts'
import { changedSince } from './changes.ts'
import { isLeftBehind } from './list.ts'
import { lookNow } from './look.ts'
import { evidenceOf, loadMaterial, reviewedClaim } from './material.ts'

export interface Answering {
  readonly kind: ReviewAnswerKind
  readonly words?: string | undefined
  readonly by: Answerer
  /** The review that the person looked at; absent: whichever waits. */
  readonly review?: string | undefined
  /** The files that they were asked about; absent: those of their last look. */
  readonly tree?: string | undefined
  /** The agent is still at work on what they answer about: its review opens with the answer, and the stop ends the task. */
  readonly opens?: EventOf<'claim.decided'> | undefined
}

export type ReviewAnswered =
  /** It counts. `task` is how the task stands after it. */
  | { readonly kind: 'given'; readonly task: TaskState; readonly events: readonly Event[] }
  /** Somebody else came first, or the task continued. */
  | { readonly kind: 'late'; readonly end: ReviewEnd }
  | { readonly kind: 'nothing-waits'; readonly why: string }
  /** The files are no longer those that were verified, or else seen: nobody knows what would be approved. */
  | { readonly kind: 'changed'; readonly material: ReviewMaterial; readonly since: 'checks' | 'look' | 'claim' }
  /** The answer does not fit what is asked, or lacks the words that it needs. */
  | { readonly kind: 'unfit' | 'wordless'; readonly why: string }

export async function answerReview(world: World, id: string, answering: Answering): Promise<ReviewAnswered> {
  const answered = await untilRecorded(() => tryAnswer(world, id, answering))
  if (answered) return answered
  throw new FullstopError('store-unwritable', 'other processes kept changing this task', 'try again')
}

async function tryAnswer(world: World, id: string, answering: Answering): Promise<ReviewAnswered | 'conflict'> {
  const known = await loadAnswered(world, id, answering)
  const task = known.state
  const review = task && openReview(task)
  if (!task || !review || (answering.review ?? review.id) !== review.id) return overtaken(task?.review)
  if (await isLeftBehind(world, task)) {
    return { kind: 'nothing-waits', why: 'its session has gone on with another task' }
  }
  const events = await eventsOf(world, id, 'last')
  const claim = reviewedClaim(events, task, review)
  const disputed = (claim?.claim.disputedChecks ?? []).map(({ check }) => check)
  const unfit = whyUnfit(answering, review, disputed)
  if (unfit) return unfit
  const now = await lookNow(world, task)
  const evidence = claim && evidenceOf(events, claim.claim.id)
  if (answering.kind === 'approve') {
    const unended = (await world.store.listConcerns(id)).find(isOpen)
    if (unended) return { kind: 'unfit', why: subtaskText(unended) }
    // Where no check ran on a tree, it is the one that the person saw.
    const seen = evidence?.tree ?? answering.tree ?? review.look?.tree
    if (seen !== undefined && !now) return { kind: 'unfit', why: 'not approved: the files cannot be read' }
    if (now && seen !== now.hash) {
      const moved = await changed(world, task, { review, seen, now })
      if (moved) return moved
    }
  }
  const criteria = claim && task.criteria ? await criteriaOf(world, task, claim.claim) : undefined
  const decision = decideAnswer(answering, { task, claim: claim?.claim, evidence, criteria, now: world.now() })
  const look =
    now && (answering.kind === 'request-changes' || answering.kind === 'stands')
      ? await keptLook(world, review, now)
      : undefined
  const given = await toEvents(world, { task, review, answering, decision, tree: now?.hash, look, disputed })
  return record(world, known, [...(answering.opens ? [answering.opens] : []), ...given], answering)
}

function subtaskText({ id, status }: TaskState): string {
  const next =
    status === 'awaiting-review' ? `answer it first: fullstop review ${id}` : `end it first: fullstop cancel ${id}`
  return `not approved: its subtask ${id} is ${status}. Wait for its end, or ${next}`
}

interface Answered extends Versioned<TaskState> {
  readonly expected: readonly Expected[]
}

/** The task as it is answered about, and what must not have moved until the answer is recorded. */
async function loadAnswered(world: World, id: string, { opens }: Answering): Promise<Answered> {
  const { version, state } = await world.store.loadTask(id)
  const task: Expected = { kind: 'task', id, version }
  if (!opens) return { version, state, expected: [task] }
  const session = await world.store.loadSession(opens.session)
  const isNewest = session.state?.request?.called?.claim.id === opens.claim && state?.status === 'open'
  return {
    version,
    state: isNewest ? stepTask(state, opens) : state,
    expected: [task, { kind: 'session', id: opens.session, version: session.version }],
  }
}

/** What they ask to be changed is what they saw; mostly they looked at it before. */
async function keptLook(world: World, { look }: ReviewState, { hash, reading }: LookedAt): Promise<string | undefined> {
  return look?.name !== undefined && look.tree === hash ? look.name : keepLook(world, reading)
}

function overtaken(review: ReviewState | undefined): ReviewAnswered {
  if (review?.end) return { kind: 'late', end: review.end }
  return { kind: 'nothing-waits', why: 'nothing waits for a person there' }
}

function whyUnfit(
  { kind, words = '' }: Answering,
  review: ReviewState,
  disputed: readonly string[],
): ReviewAnswered | undefined {
  const unfit = (why: string): ReviewAnswered => ({ kind: 'unfit', why })
  const isQuestion = review.kind === 'question'
  if (isQuestion && kind !== 'answer' && kind !== 'reject') {
    return unfit('the agent asked a question: answer it, or reject')
  }
  if (kind === 'stands' && disputed.length === 0) return unfit('the agent disputes no check here')
  if (!isQuestion && kind === 'answer') return unfit('this is no question: approve, request-changes or reject')
  if (words.trim() !== '') return undefined
  if (kind === 'answer') return { kind: 'wordless', why: 'an answer needs words' }
  const hasDrafts = review.comments.some(({ state }) => state === 'draft')
  if (kind !== 'request-changes' || hasDrafts) return undefined
  return { kind: 'wordless', why: 'say what is to be changed, or comment on lines first' }
}

interface Moved {
  readonly review: ReviewState
  /** Absent: nobody has looked, and no check ran. Then it is the files as the agent left them. */
  readonly seen: string | undefined
  readonly now: LookedAt
}

/** Undefined: nothing has changed, as far as anybody can tell. */
async function changed(
  world: World,
  task: TaskState,
  { review, seen, now }: Moved,
): Promise<ReviewAnswered | undefined> {
  const kept = seen === undefined ? reviewedName(review.id) : review.look?.name
  const files = await changedSince(world, kept, now.reading)
  if (seen === undefined && (files ?? []).length === 0) return undefined
  const material = await loadMaterial(world, task)
  if (!material) return { kind: 'nothing-waits', why: 'nothing waits for a person there' }
  if (material.tree.kind === 'changed') return { kind: 'changed', material, since: 'checks' }
  const tree = { kind: 'changed' as const, ...given({ tree: seen, files }), now: now.hash }
  return { kind: 'changed', material: { ...material, tree }, since: seen === undefined ? 'claim' : 'look' }
}

interface Weighed {
  readonly task: TaskState
  readonly claim: Parameters<typeof factsOfReview>[0]['claim'] | undefined
  readonly evidence: ReturnType<typeof evidenceOf>
  readonly criteria: Parameters<typeof factsOfReview>[0]['criteria']
  readonly now: Date
}

/** What follows for the task is decided where everything is decided. A question has no claim to decide about. */
function decideAnswer({ kind, words }: Answering, weighed: Weighed): Decision | undefined {
  const { task, claim, evidence, criteria, now } = weighed
  if ((kind !== 'approve' && kind !== 'reject') || task.status === 'ended') return undefined
  const facts = factsOfReview({
    claim: claim?.status === 'success' ? claim : { id: '', status: 'success', channel: 'cli', text: '' },
    verification: evidence ? toVerification(evidence, now) : { kind: 'none' },
    proof: evidence,
    criteria,
    answer: kind === 'approve' ? { answer: 'approve' } : { answer: 'reject', ...given({ feedback: words }) },
  })
  return asDecision(decide(facts, { ...task.policy, mode: 'strict' }))
}

interface Counted {
  readonly task: TaskState
  readonly review: ReviewState
  readonly answering: Answering
  readonly decision: Decision | undefined
  readonly tree: string | undefined
  readonly look: string | undefined
  readonly disputed: readonly string[]
}

async function toEvents(world: World, counted: Counted): Promise<readonly Event[]> {
  const { task, review, answering, decision, tree, look, disputed } = counted
  const mask = maskFor(world, [task.policy.root, task.cwd])
  const words = answering.words === undefined || answering.words.trim() === '' ? undefined : mask(answering.words)
  const head = { ...stamp(world), task: task.id, review: review.id, by: answering.by }
  const seen = given({ tree, words, look })
  switch (answering.kind) {
    case 'approve':
      return [{ ...head, kind: 'review.approved', ...seen }, ...afterApproval(world, counted)]
    case 'reject':
      return [{ ...head, kind: 'review.rejected', ...seen }, ...endOf(world, task, decision)]
    case 'request-changes':
    case 'stands': {
      const stands = answering.kind === 'stands' ? { words: standsText(disputed, words), stands: [...disputed] } : {}
      const asked: Event = { ...head, kind: 'review.changes-requested', ...seen, batch: review.batches + 1, ...stands }
      return [asked, await asPrompt(world, task, stepReview(review, asked))]
    }
    case 'answer': {
      const said: Event = { ...head, kind: 'review.answered', words: words ?? '' }
      return [said, await asPrompt(world, task, stepReview(review, said))]
    }
  }
}

function standsText(disputed: readonly string[], words: string | undefined): string {
  const named = disputed.map((check) => `"${check}"`).join(', ')
  const stand = disputed.length === 1 ? `The check ${named} stands` : `The checks ${named} stand`
  return `${stand}: make the work pass, do not change the check.${words === undefined ? '' : ` ${words}`}`
}

/** In mid-work the agent is told what its stop will find; only the stop knows the files that it leaves. */
function afterApproval(world: World, { task, answering, decision }: Counted): readonly Event[] {
  const { opens } = answering
  if (!opens) return endOf(world, task, decision)
  return decision ? [{ ...opens, ...stamp(world), decision, inMidWork: true }] : []
}

function endOf(world: World, task: TaskState, decision: Decision | undefined): readonly Event[] {
  if (decision?.kind !== 'allow' || decision.outcome === undefined) return []
  const { outcome, because } = decision
  return [{ ...stamp(world), kind: 'task.ended', session: task.session, task: task.id, outcome, because }]
}

/** What a person wants of the agent is their prompt: it is kept with the others, and the guards count afresh. */
async function asPrompt(world: World, task: TaskState, review: ReviewState | undefined): Promise<Event> {
  const { state } = await world.store.loadSession(task.session)
  const joins = { session: task.session, task: task.id, request: state?.request?.id ?? '' }
  return { ...promptJoined(world, joins, { text: feedbackText(review) ?? '' }, false), isFeedback: true }
}

async function record(
  world: World,
  { state, expected }: Answered,
  events: readonly Event[],
  { words, kind }: Answering,
): Promise<ReviewAnswered | 'conflict'> {
  const id = state?.id ?? ''
  const appended = await world.store.append(events, expected)
  if (appended === 'conflict') return 'conflict'
  // What had to wait for the store is taken in by the next look at it, unless another answer came first.
  const recorded = appended === 'appended' || (await isRecorded(world, id, events))
  const { state: task } = await world.store.loadTask(id)
  if (!task) return { kind: 'nothing-waits', why: 'the task was erased' }
  if (!recorded) return overtaken(task.review)
  if (kind === 'answer' || kind === 'request-changes') await keepWhole(world, task, words)
  return { kind: 'given', task, events }
}

async function isRecorded(world: World, task: string, [first]: readonly Event[]): Promise<boolean> {
  return (await eventsOf(world, task, 'last')).some(({ id }) => id === first?.id)
}

/** As the person wrote it: the store has masked what looks like a secret. */
async function keepWhole(world: World, task: TaskState, words: string | undefined): Promise<void> {
  const { review } = task
  if (!review?.feedback || words === undefined || review.feedback.words === words) return
  const whole = feedbackText({ ...review, feedback: { ...review.feedback, words } })
  if (whole !== undefined) await writeFeedback(world, task, whole)
}
