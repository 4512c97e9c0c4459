// The task a person means: its id, the beginning of it, or nothing for the newest.
import { FullstopError } from '../../../contract/error.ts'
import type { TaskState } from '../../../contract/state.ts'
import type { World } from '../../world.ts'
import { oneLine } from '../../../domain/text/printable.ts'
import { newestWhole } from './here.ts'

const MOST_NAMED = 5
const MOST_FOUND = 100

export async function findTask(world: World, wanted: string | undefined): Promise<TaskState> {
  if (wanted === undefined) return newest(world)
  const id = wanted.startsWith('task_') ? wanted : `task_${wanted}`
  // A host may have named its task in its own way.
  for (const exact of [id, wanted]) {
    const { state } = await world.store.loadTask(exact)
    if (state) return state
  }
  const found = await world.store.findTasks(id, MOST_FOUND)
  const [only, other] = found
  if (other !== undefined) {
    const many = found.length === MOST_FOUND ? `${MOST_FOUND} or more` : `${found.length}`
    throw new FullstopError(
      'ambiguous-task',
      `${many} tasks begin with "${oneLine(wanted, 40)}"`,
      `name one: ${found.slice(0, MOST_NAMED).join(', ')}`,
    )
  }
  const { state } = only === undefined ? { state: undefined } : await world.store.loadTask(only)
  if (state) return state
  throw new FullstopError(
    'unknown-task',
    `there is no task "${oneLine(wanted, 40)}"`,
    'run `fullstop tasks` for the list',
  )
}

async function newest(world: World): Promise<TaskState> {
  const task = newestWhole(await world.store.listTasks(MOST_FOUND))
  if (task) return task
  throw new FullstopError(
    'unknown-task',
    'there are no tasks yet',
    'one opens with `fullstop run`, and with a prompt in your agent once `fullstop init` has set it up',
  )
}
