// The review of a task as a state machine: it opens when the task begins to wait for a person, and its first answer ends it.
// Whether the task waits is decided elsewhere; this follows.
import type { Reason } from '../../contract/decision.ts'
import type { Event, EventOf } from '../../contract/event.ts'
import { given } from '../../contract/given.ts'
import type { ReviewComment, ReviewEnd, ReviewKind } from '../../contract/view/review.ts'
import type { ReviewLook, ReviewState, TaskState } from '../../contract/state.ts'

/** What kind of review the task waits for, if any. */
export function waitsFor({ status, outcome }: Pick<TaskState, 'status' | 'outcome'>): ReviewKind | undefined {
  if (status === 'awaiting-review') return 'claim'
  return status === 'ended' && outcome === 'needs-input' ? 'question' : undefined
}

/** The review that waits for an answer. A task of a store that knew no reviews waits too. */
export function openReview(task: TaskState): ReviewState | undefined {
  const kind = waitsFor(task)
  if (kind === undefined || task.erasedAt !== undefined) return undefined
  if (task.review) return task.review.end ? undefined : task.review
  const because: Reason[] = task.lastReason === undefined ? [] : [{ code: 'review-needed', text: task.lastReason }]
  return opened(undefined, { id: task.id, at: task.updatedAt, kind, because })
}

/** What a person approved while the agent was still at work: for the stop that follows, if its claim is the same. */
export function approvedFor(task: TaskState | undefined, claim: string | undefined): readonly Reason[] | undefined {
  const { review } = task ?? {}
  if (claim === undefined || review?.claim !== claim || review.end?.kind !== 'approve') return undefined
  return review.because
}

/** After the task itself has taken the event: its review opens, continues, or ends with it. */
export function withReview(before: TaskState, task: TaskState, event: Event): TaskState {
  const review = stepReview(openReview(before) ?? before.review, event)
  const [waited, waits] = [waitsFor(before), waitsFor(task)]
  if (waits !== undefined && (!review || (waited !== waits && isPast(review, waits)))) {
    const { id, at } = event
    return {
      ...task,
      review: opened(review, { id, at, kind: waits, because: becauseOf(event), claim: claimOf(event) }),
    }
  }
  if (!review) return task
  // A paused task still waits once it continues.
  const isLeft = waited !== undefined && waits === undefined && task.status !== 'paused'
  return { ...task, review: isLeft && !review.end ? { ...review, end: endedBy(event) } : review }
}

/** It was about something else, or is answered. */
function isPast({ kind, end }: ReviewState, waits: ReviewKind): boolean {
  return end !== undefined || kind !== waits
}

interface ReviewOpening {
  readonly id: string
  readonly at: string
  readonly kind: ReviewKind
  readonly because: readonly Reason[]
  readonly claim?: string | undefined
}

/** A review is named after the event that opened it. */
export function reviewName(event: string): string {
  return `rev_${event.replace(/^[a-z]+_/, '')}`
}

function opened(before: ReviewState | undefined, { id, at, kind, because, claim }: ReviewOpening): ReviewState {
  return {
    id: reviewName(id),
    kind,
    openedAt: at,
    because,
    ...given({ claim }),
    comments: before?.comments ?? [],
    batches: before?.batches ?? 0,
    ...given({
      lookBefore: before?.look ?? before?.lookBefore,
      feedback: before?.feedback,
      standing: before?.standing,
      viewedFiles: before?.viewedFiles,
    }),
  }
}

function becauseOf(event: Event): readonly Reason[] {
  if (event.kind === 'stop.decided' || event.kind === 'claim.decided') return event.decision.because
  return event.kind === 'task.ended' ? event.because : []
}

function claimOf(event: Event): string | undefined {
  return event.kind === 'claim.decided' ? event.claim : undefined
}

function endedBy({ kind, at }: Event): ReviewEnd {
  if (kind === 'request.opened' || kind === 'prompt.joined') return { kind: 'prompt', at }
  return { kind: kind === 'task.cancelled' || kind === 'task.withdrawn' ? 'cancelled' : 'resumed', at }
}

type Answer = EventOf<'review.approved' | 'review.changes-requested' | 'review.rejected' | 'review.answered'>

export function stepReview(review: ReviewState | undefined, event: Event): ReviewState | undefined {
  if (!review) return undefined
  switch (event.kind) {
    case 'review.viewed':
      return event.review === review.id ? seen(review, event) : review
    case 'file.viewed':
      return event.review === review.id ? read(review, event) : review
    case 'comment.drafted':
      return drafted(review, event)
    case 'comment.removed':
      return { ...review, comments: review.comments.filter((one) => one.id !== event.comment || one.state !== 'draft') }
    case 'review.approved':
      return answered(review, event, { kind: 'approve' })
    case 'review.rejected':
      return answered(review, event, { kind: 'reject' })
    case 'review.changes-requested':
      return answered(review, event, { kind: event.stands === undefined ? 'request-changes' : 'stands' })
    case 'review.answered':
      return answered(review, event, { kind: 'answer' })
    case 'comment.addressed':
      return { ...review, comments: review.comments.map((one) => addressed(one, event)) }
    case 'feedback.told':
    case 'stint.started':
    case 'stint.told':
      return withoutFeedback(review)
    case 'stop.decided':
    case 'claim.decided':
      return event.decision.kind === 'continue' && event.decision.because.some(isFeedback)
        ? withoutFeedback(review)
        : review
    default:
      return review
  }
}

function isFeedback({ code }: Reason): boolean {
  return code === 'changes-requested'
}

function seen(review: ReviewState, event: EventOf<'review.viewed'> | Answer): ReviewState {
  const { tree, look: name } = event.kind === 'review.answered' ? {} : event
  const look: ReviewLook = { at: event.at, by: event.by, ...given({ tree, name }) }
  return event.kind === 'review.answered' ? review : { ...review, look }
}

/** Bounded: it is a part of the task's state. */
const MOST_READ = 3000

function read(review: ReviewState, { path, mark }: EventOf<'file.viewed'>): ReviewState {
  const others = Object.entries(review.viewedFiles ?? {}).filter(([name]) => name !== path)
  const files = mark === undefined ? others : [...others, [path, mark] as const]
  return { ...review, viewedFiles: Object.fromEntries(files.slice(-MOST_READ)) }
}

function drafted(review: ReviewState, { at, by, comment }: EventOf<'comment.drafted'>): ReviewState {
  if (review.comments.some(({ id, state }) => id === comment.id && state !== 'draft')) return review
  const draft: ReviewComment = { ...comment, at, by, state: 'draft' }
  // A draft that is written again takes the place of the first.
  const others = review.comments.filter((one) => one.id !== comment.id)
  return { ...review, comments: [...others, draft] }
}

/** The first answer wins: whatever comes later changes nothing. */
function answered(review: ReviewState, event: Answer, { kind }: Pick<ReviewEnd, 'kind'>): ReviewState {
  if (review.end || event.review !== review.id) return review
  const { at, by, words } = event
  const over: ReviewState = { ...seen(review, event), end: { kind, at, by, ...given({ words }) } }
  if (event.kind === 'review.answered') return { ...over, feedback: { kind: 'answer', words: event.words } }
  if (event.kind !== 'review.changes-requested') return over
  const { batch, stands = [] } = event
  const standing = [...new Set([...(over.standing ?? []), ...stands])]
  const comments = over.comments.map((one) => (one.state === 'draft' ? { ...one, state: 'sent' as const, batch } : one))
  return {
    ...over,
    ...(standing.length === 0 ? {} : { standing }),
    comments,
    batches: batch,
    feedback: { kind: 'changes', batch, ...given({ words }) },
  }
}

function addressed(comment: ReviewComment, event: EventOf<'comment.addressed'>): ReviewComment {
  if (comment.id !== event.comment || comment.state === 'draft') return comment
  return { ...comment, state: 'addressed', reply: { at: event.at, what: event.what } }
}

function withoutFeedback(review: ReviewState): ReviewState {
  const { feedback: _told, ...rest } = review
  return rest
}

/** An answer that waited for the store: somebody else's may have come first, and then nothing that came with it counts. */
export function isLateAnswer(task: TaskState | undefined, events: readonly Event[]): boolean {
  return events.some((event) => isAnswer(event) && task !== undefined && openReview(task)?.id !== event.review)
}

function isAnswer(event: Event): event is Answer {
  return ['review.approved', 'review.changes-requested', 'review.rejected', 'review.answered'].includes(event.kind)
}
