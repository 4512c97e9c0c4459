// The task that a command means: the named one, else the newest of this folder or its repository, else the newest of all.
import type { TaskState } from '../../contract/state.ts'
import { oneLine } from '../../domain/text/printable.ts'
import { findTask } from '../../flows/home/tasks/find-task.ts'
import { newestHere } from '../../flows/home/tasks/here.ts'
import type { World } from '../../flows/world.ts'
import type { Context } from './command.ts'

/** Says so where the task is of another folder. */
export async function meantTask(world: World, context: Context, named = context.args[0]): Promise<TaskState> {
  if (named !== undefined) return findTask(world, named)
  const here = await newestHere(world, context.cwd)
  if (here) return here
  const task = await findTask(world, undefined)
  const where = task.cwd === undefined ? '' : ` in ${oneLine(task.cwd, 200)}`
  context.complain(`fullstop: no task was opened in this folder; the newest is ${task.id}${where}\n`)
  return task
}
