// The task a person means: its id, the beginning of it, or nothing for the newest.
import { FullstopError } from '../contract/error.ts'
import type { TaskState } from '../contract/state.ts'
import type { World } from '../flows/world.ts'
import { oneLine } from '../text/printable.ts'

const MOST_TASKS = 10_000

export async function findTask(world: World, wanted: string | undefined): Promise<TaskState> {
  const tasks = await world.store.listTasks(MOST_TASKS)
  if (wanted === undefined) return newest(tasks)
  const id = wanted.startsWith('task_') ? wanted : `task_${wanted}`
  // A host may have named its task in its own way.
  const found = tasks.filter((task) => task.id === id || task.id === wanted)
  const matches = found.length > 0 ? found : tasks.filter((task) => task.id.startsWith(id))
  const [task, other] = matches
  if (task && !other) return task
  if (other) {
    const names = matches.slice(0, 5).map((match) => match.id)
    throw new FullstopError(
      'ambiguous-task',
      `${matches.length} tasks begin with "${oneLine(wanted, 40)}"`,
      `name one: ${names.join(', ')}`,
    )
  }
  throw new FullstopError(
    'unknown-task',
    `there is no task "${oneLine(wanted, 40)}"`,
    'run `fullstop tasks` for the list',
  )
}

function newest(tasks: readonly TaskState[]): TaskState {
  const task = tasks.find((one) => !one.isWithdrawn)
  if (task) return task
  throw new FullstopError(
    'unknown-task',
    'there are no tasks yet',
    'a task opens with your first prompt in a gated session',
  )
}
