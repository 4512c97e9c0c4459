// `fullstop forget TASK`: erases a task with all that was recorded of it.
import { FullstopError } from '../../../contract/error.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import type { RunTask } from '../../../contract/state.ts'
import type { World } from '../../../flows/world.ts'
import { type Command, jsonOption } from '../command.ts'
import { forgetFiles } from '../../../flows/verify/forget-files.ts'
import { findTask } from '../../../flows/home/find-task.ts'
import { requirePerson } from '../person.ts'

export const command: Command = {
  name: 'forget',
  group: 'Configure',
  summary: 'Erase a task and everything recorded of it',
  args: ['TASK'],
  options: jsonOption,
  examples: [
    { line: 'fullstop forget task_7k3f', does: 'prompts, claims and decisions of that task are gone for good' },
  ],
  run: async (context) => {
    requirePerson(context, 'forget')
    const world = context.openWorld()
    const task = await findTask(world, context.args[0])
    if (task.run) await refuseAtWork(world, { ...task, run: task.run })
    await forgetFiles(world, task)
    await world.store.forget(task.id)
    world.store.close()
    context.print(
      context.options['json'] === true ? `${JSON.stringify({ forgotten: task.id })}\n` : `Forgot ${task.id}.\n`,
    )
    return exitCode.yes
  },
}

async function refuseAtWork(world: World, task: RunTask): Promise<void> {
  const { isUnderWay } = await import('../../../flows/run/run-folder.ts')
  if (!(await isUnderWay(world, task))) return
  throw new FullstopError(
    'run-busy',
    `${task.id} is being run`,
    task.status === 'ended' ? 'try again in a moment' : `end it first: fullstop cancel ${task.id}`,
  )
}
