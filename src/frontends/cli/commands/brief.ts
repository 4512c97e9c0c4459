// `fullstop brief TASK`: the hand-off text with which a fresh session takes the task up.
import { exitCode } from '../../../contract/exit-code.ts'
import { briefOf } from '../../../flows/memory/brief.ts'
import { printable } from '../../../domain/text/printable.ts'
import { type Command, jsonOption } from '../command.ts'
import { meantTask } from '../meant-task.ts'
import { paperFor } from '../screen/paper.ts'
import { fitLines } from '../screen/wrap.ts'

export const command: Command = {
  name: 'brief',
  group: 'For agents and scripts',
  summary: 'Print the hand-off brief of a task',
  args: ['[TASK]'],
  options: jsonOption,
  examples: [
    { line: 'fullstop brief task_7k3f', does: 'what a fresh session would be told' },
    { line: 'claude "$(fullstop brief task_7k3f)"', does: 'continues it by hand in a new session' },
  ],
  run: async (context) => {
    const { openWorld, options, print } = context
    const world = openWorld()
    const task = await meantTask(world, context)
    const text = await briefOf(world, task.id)
    world.store.close()
    if (options['json'] === true) print(`${JSON.stringify({ task: task.id, brief: text })}\n`)
    else print(`${fitLines(printable(text).split('\n'), paperFor(context).columns).join('\n')}\n`)
    return exitCode.yes
  },
}
