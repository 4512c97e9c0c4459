// What a supervisor works with, and the task as it stands.
import { FullstopError } from '../../contract/error.ts'
import type { RunTask } from '../../contract/state.ts'
import type { World } from '../world.ts'
import type { StintReading } from '../../domain/tasks/stint.ts'
import type { Interruption } from './interruption.ts'

export interface Supervising {
  readonly world: World
  readonly task: string
  readonly interruption: Interruption
  /** Called at every look, with what the running stint has told so far. */
  readonly onLook: (look: Look) => Promise<void>
  /** Asks the person at the terminal until the signal says that no answer is needed; absent where there is none. */
  readonly ask?: (question: string, signal: AbortSignal) => Promise<string | undefined>
  /** Called before the time of the task is judged; absent where nobody supervises. */
  readonly noteTime?: () => Promise<void>
  readonly jitter: () => number
  readonly firstPauseMs: number
}

export interface Look {
  readonly task: RunTask
  readonly reading?: StintReading | undefined
  readonly isVerifying?: boolean
}

export async function loadRun(supervising: Pick<Supervising, 'world' | 'task'>): Promise<RunTask> {
  return (await loadVersioned(supervising)).task
}

/** The task as it stands at each call. It is loaded again only after an event of it was recorded. */
export function followRun(supervising: Pick<Supervising, 'world' | 'task'>): () => Promise<RunTask> {
  const { store } = supervising.world
  let known: { readonly task: RunTask; readonly version: number } | undefined
  let after = 0
  return async () => {
    const changes = known ? await store.changes(after, supervising.task) : []
    if (!known || changes.length > 0) known = await loadVersioned(supervising)
    after = Math.max(after, known.version, changes.at(-1)?.seq ?? 0)
    return known.task
  }
}

async function loadVersioned({
  world,
  task,
}: Pick<Supervising, 'world' | 'task'>): Promise<{ readonly task: RunTask; readonly version: number }> {
  const { state, version } = await world.store.loadTask(task)
  if (!state?.run)
    throw new FullstopError('not-resumable', `${task} was not opened by \`fullstop run\``, 'name another')
  return { task: { ...state, run: state.run }, version }
}
