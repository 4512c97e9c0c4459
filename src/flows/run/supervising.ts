// What a supervisor is given, and how it loads the task that it supervises.
import { FullstopError } from '../../contract/error.ts'
import type { RunTask, TaskState } from '../../contract/state.ts'
import { followTask } from '../home/follow.ts'
import type { World } from '../world.ts'
import type { StintReading } from '../../domain/tasks/run/stint.ts'
import type { Interruption } from './interruption.ts'

export interface Supervising {
  readonly world: World
  readonly task: string
  readonly interruption: Interruption
  /** Called at every look, with what the running stint has told so far. */
  readonly onLook: (look: RunLook) => Promise<void>
  /** Asks the person at the terminal until the signal says that no answer is needed; absent where there is none. */
  readonly ask?: (question: string, signal: AbortSignal) => Promise<string | undefined>
  /** Shows a review to the person at the terminal, who answers it or leaves it; absent where nobody is there. */
  readonly review?: (task: string, signal: AbortSignal) => Promise<void>
  /** Called before the time of the task is judged; absent where nobody supervises. */
  readonly noteTime?: () => Promise<void>
  readonly jitter: () => number
  readonly firstPauseMs: number
}

export interface RunLook {
  readonly task: RunTask
  readonly reading?: StintReading | undefined
  readonly isVerifying?: boolean
}

export async function loadRun({ world, task }: Pick<Supervising, 'world' | 'task'>): Promise<RunTask> {
  return toRun(task, (await world.store.loadTask(task)).state)
}

/** Each call gives the task as it stands. */
export function followRun({ world, task }: Pick<Supervising, 'world' | 'task'>): () => Promise<RunTask> {
  const next = followTask(world, task)
  return async () => toRun(task, await next())
}

function toRun(id: string, state: TaskState | undefined): RunTask {
  if (state?.run) return { ...state, run: state.run }
  throw new FullstopError('not-resumable', `${id} was not opened by \`fullstop run\``, 'name another')
}
