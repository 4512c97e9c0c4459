// What is stored of a task, handed out: as data, or as the brief.
import type { SessionContext } from '../../contract/context.ts'
import type { TaskState } from '../../contract/state.ts'
import { briefOf, promptsIn } from './brief.ts'
import { type Caller, identify, mayRead } from '../session/identify.ts'
import { eventsOf } from '../home/tasks/task-events.ts'
import type { World } from '../world.ts'

export type FoundContext =
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly why: string; readonly next: string }
  | { readonly kind: 'raw'; readonly context: SessionContext }
  | { readonly kind: 'prompt'; readonly text: string }

export async function getContext(world: World, caller: Caller, format: 'raw' | 'prompt'): Promise<FoundContext> {
  const task = await taskOf(world, caller)
  if (!task) return { kind: 'none' }
  if (caller.taskId !== undefined && !(await mayRead(world, caller, task))) {
    const why = `${task.id} belongs to another session, which is at work`
    return { kind: 'refused', why, next: 'leave the task id out: your own task is known' }
  }
  const context = await contextOf(world, task)
  if (!context) return { kind: 'none' }
  return format === 'raw' ? { kind: 'raw', context } : { kind: 'prompt', text: await briefOf(world, task.id) }
}

/** The task that was named, the client's own, or the one that its session was told of when it began. */
async function taskOf(world: World, caller: Caller): Promise<TaskState | undefined> {
  if (caller.taskId !== undefined) return (await world.store.loadTask(caller.taskId)).state
  const identified = await identify(world, caller)
  if (identified.kind === 'refused') return undefined
  const { task, session } = identified.identity.known
  const own = task.state
  const { state: saved } = own ? await world.store.loadContext(own.id) : { state: undefined }
  const briefed = session.state?.briefed
  if (saved || briefed === undefined) return own
  return (await world.store.loadTask(briefed)).state ?? own
}

/** The person's own words win over the agent's paraphrase. */
export async function contextOf(world: World, task: TaskState): Promise<SessionContext | undefined> {
  const { state } = await world.store.loadContext(task.id)
  if (!state) return undefined
  const events = await eventsOf(world, task.id)
  const [first] = promptsIn(events)
  return first ? { ...state.context, originalRequest: first.text } : state.context
}
