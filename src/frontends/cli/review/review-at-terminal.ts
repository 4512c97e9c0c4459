// A review on the whole terminal: what its keys ask for, carried out by the flows.
import type { ReviewMaterial } from '../../../contract/view/review.ts'
import { shownTree } from '../../../domain/review/shown-tree.ts'
import type { ReviewAnswered } from '../../../flows/review/answer.ts'
import { onAnswer, onComment, onOpen, onRemoveComment } from '../../../flows/review/on-review.ts'
import { whyRefused } from '../../../flows/review/say-answer.ts'
import type { World } from '../../../flows/world.ts'
import { answererOf } from './answerer.ts'
import type { Context } from '../command.ts'
import { openReview, type ReviewActions, type ReviewOpening } from './open-review.ts'

/** Of a longer log the end is shown. */
const MOST_LOG = 4 * 1024 * 1024

export interface OpenedReview extends Pick<ReviewOpening, 'isUnasked'> {
  readonly material: ReviewMaterial
  /** Nobody needs the answer any more. */
  readonly signal?: AbortSignal
}

/** Whether there is a terminal that can show it. */
export function hasScreen({ terminal, env, options }: Context): boolean {
  return terminal.input && terminal.output && env['TERM'] !== 'dumb' && options['json'] !== true
}

/** The answer that counts; nothing if the person left the review waiting. */
export async function reviewOnScreen(
  world: World,
  context: Context,
  { material, signal, isUnasked }: OpenedReview,
): Promise<ReviewAnswered | undefined> {
  const { task } = material
  const by = answererOf(context)
  let given: ReviewAnswered | undefined
  const actions: ReviewActions = {
    answer: async ({ kind, words }, seen) => {
      const answered = await onAnswer(world, task, { kind, words, by, review: seen.review, tree: shownTree(seen.tree) })
      if (answered.kind !== 'given') return { kind: 'refused', why: whyRefused(answered, world.now()) }
      given = answered
      return { kind: 'done' }
    },
    comment: async ({ draft, lineText, ...place }, words) => {
      // A draft holds its line cut and masked.
      const seen = draft === undefined ? lineText : undefined
      const commented = await onComment(world, task, { ...place, words, by, id: draft, lineText: seen })
      if (commented.kind === 'refused') throw new Error(commented.why)
    },
    removeComment: async (id) => {
      const removed = await onRemoveComment(world, task, { comment: id, by })
      if (removed.kind === 'refused') throw new Error(removed.why)
    },
    reload: async () => {
      const { state } = await world.store.loadTask(task)
      const loaded = state && (await onOpen(world, state, by))
      if (!loaded) throw new Error('the task is no longer there')
      return loaded
    },
    readLog: (path) => {
      const read = world.files.readPart(path, { from: 0, most: MOST_LOG }, [world.stateHome])
      return read.kind === 'part' ? endOf(read) : undefined
    },
    now: world.now,
  }
  await openReview(context, material, { actions, ...(signal ? { signal } : {}), isUnasked: isUnasked === true })
  return given
}

/** Whole lines, with a word on how much stands before them. */
function endOf({ text, start }: { readonly text: string; readonly start: number }): string {
  if (start === 0) return text
  return `[… ${Math.ceil(start / 2 ** 20)} MB before this are not shown]\n${text.slice(text.indexOf('\n') + 1)}`
}
