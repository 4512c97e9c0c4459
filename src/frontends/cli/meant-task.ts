// The task that a command means: the named one, else the newest of this folder or its repository.
import { FullstopError } from '../../contract/error.ts'
import type { TaskState } from '../../contract/state.ts'
import { oneLine } from '../../domain/text/printable.ts'
import { findTask } from '../../flows/home/tasks/find-task.ts'
import { newestHere } from '../../flows/home/tasks/here.ts'
import type { World } from '../../flows/world.ts'
import type { Context } from './command.ts'

/** Never a task of another folder, but the error names the newest of them. */
export async function meantTask(world: World, context: Context, named = context.args[0]): Promise<TaskState> {
  if (named !== undefined) return findTask(world, named)
  const here = await newestHere(world, context.cwd)
  if (here) return here
  const { id, cwd } = await findTask(world, undefined)
  const where = cwd === undefined ? '' : ` in ${oneLine(cwd, 200)}`
  throw new FullstopError(
    'unknown-task',
    'no task was opened in this folder',
    `name a task: the newest is ${id}${where}; \`fullstop tasks\` lists them all`,
  )
}
