// `fullstop forget TASK`: erases a task with all that was recorded of it.
import { FullstopError } from '../../../contract/error.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import type { RunTask, TaskState } from '../../../contract/state.ts'
import { viewTaskRow } from '../../../domain/view/task/task.ts'
import type { World } from '../../../flows/world.ts'
import { type Command, type Context, jsonOption } from '../command.ts'
import { forgetFiles } from '../../../flows/verify/forget-files.ts'
import { findTask } from '../../../flows/home/tasks/find-task.ts'
import { isAgreed, requirePerson } from '../person.ts'
import { paperFor, pathOn } from '../screen/paper.ts'
import { fitLines } from '../screen/wrap.ts'

export const command: Command = {
  name: 'forget',
  group: 'Configure',
  summary: 'Erase a task and everything recorded of it',
  args: ['TASK'],
  options: { yes: { type: 'boolean', summary: 'do not ask; needed without a terminal' }, ...jsonOption },
  examples: [
    { line: 'fullstop forget task_7k3f', does: 'asks, then erases its prompts, claims, checks and decisions for good' },
    { line: 'fullstop forget task_7k3f --yes', does: 'the same without a question, for a script' },
  ],
  run: async (context) => {
    requirePerson(context, 'forget')
    const world = context.openWorld()
    const task = await findTask(world, context.args[0])
    if (task.run) await refuseAtWork(world, { ...task, run: task.run })
    if (!isAgreed(context, question(task, context, world.now()))) {
      world.store.close()
      context.complain('Nothing was erased.\n')
      return exitCode.no
    }
    await forgetFiles(world, task)
    await world.store.forget(task.id)
    world.store.close()
    context.print(
      context.options['json'] === true ? `${JSON.stringify({ forgotten: task.id })}\n` : `Forgot ${task.id}.\n`,
    )
    return exitCode.yes
  },
}

function question(task: TaskState, context: Context, now: Date): string {
  const { id, state, agent, age, folder, request } = viewTaskRow(task, now)
  const paper = paperFor(context)
  const about = [
    `${id}  ${state}, ${agent}, opened ${age} ago in ${pathOn(paper, folder)}`,
    `${' '.repeat(id.length)}  ${request}`,
  ]
  return `${fitLines(about, paper.columns).join('\n')}\nErase this task and everything recorded of it, for good? [y/N] `
}

async function refuseAtWork(world: World, task: RunTask): Promise<void> {
  const { isUnderWay } = await import('../../../flows/run/opening/run-folder.ts')
  if (!(await isUnderWay(world, task))) return
  throw new FullstopError(
    'run-busy',
    `${task.id} is being run`,
    task.status === 'ended' ? 'try again in a moment' : `end it first: fullstop cancel ${task.id}`,
  )
}
