// The agent says what it did about a comment of a person: only about comments of its own task.
import type { Event } from '../../contract/event.ts'
import { maskFor } from '../project/mask.ts'
import { type Caller, identify } from '../session/identify.ts'
import { stamp, type World } from '../world.ts'

export type Addressed =
  /** `open`: comments that the agent has not said anything about yet. */
  | { readonly kind: 'addressed'; readonly task: string; readonly open: readonly string[] }
  | { readonly kind: 'refused'; readonly why: string; readonly next: string }

export async function addressComment(
  world: World,
  caller: Caller,
  { id, what }: { readonly id: string; readonly what: string },
): Promise<Addressed> {
  const identified = await identify(world, caller)
  if (identified.kind === 'refused') return identified
  const { known } = identified.identity
  const task = known.task.state
  const sent = task?.review?.comments.filter(({ state }) => state !== 'draft') ?? []
  if (!task || !sent.some((comment) => comment.id === id)) {
    const ids = sent.map((comment) => comment.id).join(', ')
    const next = ids === '' ? 'continue; nobody has commented on your work' : `name one of these: ${ids}`
    return { kind: 'refused', why: `there is no comment "${id.slice(0, 60)}" on the work of this session`, next }
  }
  const event: Event = {
    ...stamp(world),
    kind: 'comment.addressed',
    session: known.sessionId,
    task: task.id,
    comment: id,
    what: maskFor(world, [task.policy.root, caller.cwd])(what),
  }
  await world.store.append([event])
  const open = sent.filter((comment) => comment.state === 'sent' && comment.id !== id).map((comment) => comment.id)
  return { kind: 'addressed', task: task.id, open }
}
