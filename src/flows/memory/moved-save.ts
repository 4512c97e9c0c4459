// A save that was attributed to the wrong session: recorded again where it belongs, and withdrawn from the other.
import type { Receipt } from '../../contract/agent/entry.ts'
import type { Event, EventOf } from '../../contract/event.ts'
import type { Known } from '../../domain/tasks/known.ts'
import { UNKNOWN_AGENT } from '../../domain/facts/called.ts'
import { eventsOf } from '../home/tasks/task-events.ts'
import { stamp, type World } from '../world.ts'

export async function saveMovedHere(
  world: World,
  receipt: Receipt & { readonly call?: string | undefined },
  { known, task }: { readonly known: Known; readonly task: string },
): Promise<Event[]> {
  if (receipt.task === task) return []
  const saved = await savedIn(world, receipt.task, receipt.id)
  if (!saved) return []
  const { state: there } = await world.store.loadTask(saved.task)
  // Any tool may return a receipt: what belongs to a session is taken from it only by the call that made it.
  const isNobodys = there?.agent === UNKNOWN_AGENT
  // Saved for a subtask that the session does itself.
  if (there?.parent !== undefined) return []
  if (!isNobodys && (saved.toolUseId === undefined || saved.toolUseId !== receipt.call)) return []
  const agentSessionId = known.session.state?.agentSessionId ?? saved.agentSessionId
  return [
    { ...stamp(world), kind: 'context.withdrawn', task: saved.task, save: saved.save, why: 'another-session' },
    // A task that was opened for the call alone is nothing without it.
    ...(isNobodys && there.claims === 0
      ? [{ ...stamp(world), kind: 'task.withdrawn' as const, task: saved.task }]
      : []),
    { ...saved, ...stamp(world), session: known.sessionId, task, agentSessionId },
  ]
}

export async function savedIn(world: World, task: string, save: string): Promise<EventOf<'context.saved'> | undefined> {
  const events = await eventsOf(world, task, 'last')
  if (events.some((event) => event.kind === 'context.withdrawn' && event.save === save)) return undefined
  const found = events.findLast((event) => event.kind === 'context.saved' && event.save === save)
  return found?.kind === 'context.saved' ? found : undefined
}
