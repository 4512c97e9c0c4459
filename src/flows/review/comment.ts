// Comments of a person on lines of the change: drafts until they are sent together with an answer.
import type { Answerer, Comment } from '../../contract/view/comment.ts'
import type { Event } from '../../contract/event.ts'
import { given } from '../../contract/given.ts'
import type { DiffFile } from '../../contract/view/review.ts'
import type { ReviewState } from '../../contract/state.ts'
import { openReview } from '../../domain/review/fold.ts'
import { printable } from '../../domain/text/printable.ts'
import { untilRecorded } from '../home/until-recorded.ts'
import { maskFor } from '../project/mask.ts'
import { stamp, type World } from '../world.ts'
import { loadMaterial } from './material.ts'

const MOST_COMMENTS = 500
const MOST_LINE = 300

export interface Commenting {
  readonly path: string
  readonly line: number
  readonly lastLine?: number | undefined
  readonly side: Comment['side']
  readonly words: string
  readonly by: Answerer
  /** A draft that is written again keeps its id. */
  readonly id?: string | undefined
  /** The line as the person saw it, made printable. */
  readonly lineText?: string | undefined
}

export type Commented =
  | { readonly kind: 'kept'; readonly event: Event; readonly comment: string }
  | { readonly kind: 'refused'; readonly why: string }

export async function draftComment(world: World, task: string, commenting: Commenting): Promise<Commented> {
  return (await untilRecorded(() => tryDraft(world, task, commenting))) ?? refused(BUSY)
}

const BUSY = 'other processes kept changing this task: try again'

async function tryDraft(world: World, task: string, commenting: Commenting): Promise<Commented | 'conflict'> {
  const { state, version } = await world.store.loadTask(task)
  const review = state && openReview(state)
  if (!state || !review) return refused('nothing waits for a person there')
  if (review.comments.length >= MOST_COMMENTS) return refused(`more than ${MOST_COMMENTS} comments are not kept`)
  const { path, line, lastLine, side, words, by } = commenting
  if (words.trim() === '') return refused('a comment needs words')
  const material = await loadMaterial(world, state)
  const files = material?.diff.kind === 'known' ? material.diff.files : []
  const file = files.find((one) => one.path === path || (side === 'old' && one.oldPath === path))
  if (!file) return refused(`${path} has not changed in this task`)
  const lineText = textAt(file, side, line)
  if (lineText === undefined) return refused(`${path} has no line ${line}`)
  if (!isAsSeen(lineText, commenting))
    return refused(`line ${line} has changed since you saw it: read the review again`)
  if (lastLine !== undefined && lastLine < line) return refused(`lines ${line}-${lastLine} run backwards`)
  if (lastLine !== undefined && textAt(file, side, lastLine) === undefined) {
    return refused(`${path} has no line ${lastLine}`)
  }
  const mask = maskFor(world, [state.policy.root, state.cwd])
  const comment: Comment = {
    id: draftOf(review, commenting) ?? world.newId('cmt'),
    path,
    line,
    ...given({ lastLine }),
    side,
    lineText: mask(lineText).slice(0, MOST_LINE),
    words: mask(words),
  }
  const event: Event = { ...stamp(world), kind: 'comment.drafted', task, review: review.id, by, comment }
  // An answer that comes first sends the drafts that were there: this one would not be among them.
  const appended = await world.store.append([event], [{ kind: 'task', id: task, version }])
  return appended === 'conflict' ? 'conflict' : { kind: 'kept', event, comment: comment.id }
}

/** What was sent meanwhile stays as it was sent: the words are a comment of their own then. */
function draftOf({ comments }: ReviewState, { id }: Commenting): string | undefined {
  return comments.some((comment) => comment.id === id && comment.state === 'draft') ? id : undefined
}

function isAsSeen(lineText: string, { lineText: seen }: Commenting): boolean {
  return seen === undefined || printable(lineText.replace(/\r$/, '')).trimEnd() === seen.trimEnd()
}

/** Only a draft can be taken back: what was sent, the agent has read. */
export async function removeComment(
  world: World,
  task: string,
  { comment, by }: { readonly comment: string; readonly by: Answerer },
): Promise<Commented> {
  const { state } = await world.store.loadTask(task)
  const review = state && openReview(state)
  const found = review?.comments.find(({ id }) => id === comment)
  if (!review || !found) return refused(`there is no comment ${comment}`)
  if (found.state !== 'draft') return refused(`${comment} was sent already`)
  const event: Event = { ...stamp(world), kind: 'comment.removed', task, review: review.id, by, comment }
  await world.store.append([event])
  return { kind: 'kept', event, comment }
}

function textAt({ before, after }: DiffFile, side: Comment['side'], line: number): string | undefined {
  return (side === 'old' ? before : after)?.split('\n')[line - 1]
}

function refused(why: string): Commented {
  return { kind: 'refused', why }
}
