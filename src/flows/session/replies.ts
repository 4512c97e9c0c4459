// The agent replies to a person's comments in words too: the lines of its message that name an open comment.
import type { Event } from '../../contract/event.ts'
import type { TaskState } from '../../contract/state.ts'
import type { Mask } from '../../domain/tasks/masked.ts'
import { stamp, type World } from '../world.ts'

/** Masked first, cut then: a secret that a cut goes through would be left in part. */
const MOST_READ = 64 * 1024
const MOST_KEPT = 8000

interface SaidIn {
  readonly session: string
  readonly task: TaskState | undefined
  readonly said: string | undefined
  readonly mask: Mask
}

export async function repliesInWords(world: World, { session, task, said, mask }: SaidIn): Promise<readonly Event[]> {
  const sent = task?.review?.comments.filter(({ state }) => state !== 'draft') ?? []
  // Most messages name none: nothing more is loaded then.
  if (!task || said === undefined || !sent.some(({ id, state }) => state === 'sent' && said.includes(id))) return []
  const { repliesIn } = await import('../../domain/review/replies.ts')
  const { ownLines } = await import('../../domain/strategies/grammar/markdown.ts')
  return repliesIn(ownLines(mask(said.slice(-MOST_READ))), sent).map(({ comment, what }) => ({
    ...stamp(world),
    kind: 'comment.addressed',
    session,
    task: task.id,
    comment,
    what: what.slice(0, MOST_KEPT),
  }))
}
