// Everything that a review shows, gathered from the events of the task and the files as they are now.
import type { Event, EventOf } from '../../contract/event.ts'
import type { Evidence } from '../../contract/evidence.ts'
import { given } from '../../contract/given.ts'
import type {
  ReviewCheck,
  ReviewClaim,
  ReviewDiff,
  ReviewMaterial,
  ReviewRefusal,
  ReviewSubtask,
  ReviewTree,
  SinceLook,
} from '../../contract/view/review.ts'
import type { ReviewState, TaskState } from '../../contract/state.ts'
import { isRefusal } from '../../domain/gate/consequences.ts'
import { openReview, reviewName } from '../../domain/review/fold.ts'
import { MOST_SUBTASKS } from '../../domain/subtasks/plan.ts'
import { eventsOf } from '../home/tasks/task-events.ts'
import { promptsIn } from '../memory/brief.ts'
import { reviewedName } from '../verify/start/load-start.ts'
import type { LookedAt } from '../verify/tree-now.ts'
import type { World } from '../world.ts'
import { changedSince, diffOf } from './changes.ts'
import { toWaitingReview } from './list.ts'
import { lookNow } from './look.ts'

/** Undefined: the task never waited for a person. */
export async function loadMaterial(world: World, task: TaskState): Promise<ReviewMaterial | undefined> {
  const review = openReview(task) ?? task.review
  if (!review) return undefined
  const events = await eventsOf(world, task.id, 'last')
  const claim = reviewedClaim(events, task, review)
  const evidence = claim && evidenceOf(events, claim.claim.id)
  const now = await lookNow(world, task)
  const diff = now ? await diffOf(world, task, now.reading) : NO_FILES
  return {
    ...toWaitingReview(task, review),
    ...given({ end: review.end }),
    prompts: promptsIn(events),
    ...given({ claim, criteria: task.criteria, question: review.kind === 'question' ? lastWords(events) : undefined }),
    ...given({ subtasks: await subtasksOf(world, task) }),
    suspicions: evidence?.tampering ?? [],
    ...given({ extra: evidence?.extra, yardstickNotes: evidence?.yardstickNotes }),
    yardstick: diff.kind === 'known' ? diff.files.filter((file) => file.isYardstick).map(({ path }) => path) : [],
    checks: evidence?.checks.map((check) => toCheck(check, now)) ?? [],
    skipped: evidence?.skipped ?? [],
    refusals: refusalsIn(events),
    notes: [...(evidence?.notes ?? []), ...(claim && claimsAfter(events, claim.claim.id) > 0 ? [CLAIMED_AGAIN] : [])],
    warnings: evidence?.warnings ?? [],
    tree: await treeOf(world, review, evidence, now),
    diff,
    comments: review.comments,
    ...given({ sinceLook: await sinceLook(world, review, now) }),
  }
}

/** As they stand now: one that ended after its parent claimed is told here. */
async function subtasksOf(world: World, { id }: TaskState): Promise<readonly ReviewSubtask[] | undefined> {
  const subtasks = await world.store.listSubtasks(id, MOST_SUBTASKS)
  return subtasks.length === 0 ? undefined : subtasks.map(toSubtask)
}

export function toSubtask({ id, title, agent, status, outcome, lastReason, report }: TaskState): ReviewSubtask {
  const why = status === 'open' || outcome === 'completed' ? undefined : lastReason?.split('\n')[0]
  return { id, agent, status, ...given({ title, outcome, why }), ...report }
}

export const NO_FILES: ReviewDiff = { kind: 'unknown', why: 'there is no repository and no fullstop.json' }

const CLAIMED_AGAIN = 'the agent has claimed again since: that claim was not verified'

/** A claim that the agent adds while the review waits is not verified, so it must not take the place of the one that was. */
export function reviewedClaim(events: readonly Event[], task: TaskState, review: ReviewState): ReviewClaim | undefined {
  const opening = events.findIndex(({ id }) => reviewName(id) === review.id)
  const known = opening < 0 ? events : events.slice(0, opening + 1)
  const made = claimsIn(known)
  const about = made.find(({ claim }) => claim.id === review.claim) ?? made.at(-1)
  if (!about) return undefined
  const said = about.claim.summary === undefined ? lastWords(known) : undefined
  const number = Math.max(task.claims - claimsAfter(events, about.claim.id), 1)
  return { claim: about.claim, at: about.at, number, ...given({ said }) }
}

function claimsAfter(events: readonly Event[], claim: string): number {
  const ids = claimsIn(events).map((event) => event.claim.id)
  return ids.length - 1 - ids.lastIndexOf(claim)
}

function claimsIn(events: readonly Event[]): readonly EventOf<'claim.made'>[] {
  const voided = new Set(events.flatMap((event) => (event.kind === 'claim.voided' ? [event.claim] : [])))
  return events.filter(
    (event): event is EventOf<'claim.made'> =>
      event.kind === 'claim.made' && !event.call?.isStanding && !voided.has(event.claim.id),
  )
}

/** What the claim was found to rest on, last. */
export function evidenceOf(events: readonly Event[], claim: string): Evidence | undefined {
  const verified = events.filter((event) => event.kind === 'claim.verified' && event.claim === claim)
  const last = verified.at(-1)
  return last?.kind === 'claim.verified' ? last.evidence : undefined
}

function lastWords(events: readonly Event[]): string | undefined {
  const stops = events.filter((event): event is EventOf<'stop.decided'> => event.kind === 'stop.decided')
  return stops.findLast(({ lastWords: words }) => words !== undefined)?.lastWords
}

function toCheck(check: Evidence['checks'][number], now: LookedAt | undefined): ReviewCheck {
  return check.tree === undefined || !now ? check : { ...check, isOnThisTree: check.tree === now.hash }
}

function refusalsIn(events: readonly Event[]): readonly ReviewRefusal[] {
  return events.flatMap((event) => {
    if (event.kind !== 'stop.decided' && event.kind !== 'claim.decided') return []
    return isRefusal(event.decision) ? [{ at: event.at, because: event.decision.because }] : []
  })
}

async function treeOf(
  world: World,
  review: ReviewState,
  evidence: Evidence | undefined,
  now: LookedAt | undefined,
): Promise<ReviewTree> {
  const tree = evidence?.tree
  if (tree === undefined)
    return { kind: 'none', why: 'the claim was not verified on any tree', ...given({ now: now?.hash }) }
  if (!now) return { kind: 'none', why: 'the files cannot be read' }
  if (now.hash === tree) return { kind: 'same', tree }
  const seen = review.look?.tree === tree ? review.look.name : reviewedName(review.id)
  const files = await changedSince(world, seen, now.reading)
  return { kind: 'changed', tree, now: now.hash, ...given({ files }) }
}

async function sinceLook(
  world: World,
  { lookBefore }: ReviewState,
  now: LookedAt | undefined,
): Promise<SinceLook | undefined> {
  if (!lookBefore) return undefined
  const files = now && (await changedSince(world, lookBefore.name, now.reading))
  return { at: lookBefore.at, by: lookBefore.by, ...given({ files }) }
}
