// `fullstop log TASK`: the events of a task as they were recorded; `--follow` waits for more.
import type { Event } from '../../../contract/event.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import { type Command, type Context, jsonOption } from '../command.ts'
import { describe } from '../screen/describe.ts'
import { erasedLine } from '../erased.ts'
import { findTask } from '../find-task.ts'
import { styleFor } from '../screen/style.ts'

const LOOK_MS = 300

export const command: Command = {
  name: 'log',
  summary: 'Print the events of a task',
  args: ['[TASK]'],
  options: { follow: { type: 'boolean', summary: 'wait for more until the task ends' }, ...jsonOption },
  examples: [
    { line: 'fullstop log --follow', does: 'watch the newest task' },
    { line: 'fullstop log task_7k3f --json', does: 'one JSON event a line' },
  ],
  run: async (context) => {
    const world = context.openWorld()
    const task = await findTask(world, context.args[0])
    const { id } = task
    if (task.erasedAt !== undefined) context.complain(`fullstop: ${id}: ${erasedLine(task, task.erasedAt)}\n`)
    let after = 0
    for (;;) {
      const events = await world.store.changes(after, id)
      for (const { seq, event } of events) {
        context.print(`${renderLine(event, context)}\n`)
        after = seq
      }
      if (events.length > 0) continue
      if (context.options['follow'] !== true || (await world.store.loadTask(id)).state?.status === 'ended') break
      await world.sleep(LOOK_MS)
    }
    world.store.close()
    return exitCode.yes
  },
}

function renderLine(event: Event, context: Context): string {
  if (context.options['json'] === true) return JSON.stringify(event)
  const style = styleFor(context)
  const { label, text, details } = describe(event, style)
  return [`${style.dim(event.at)} ${label.padEnd(8)} ${text}`, ...details.map((detail) => `    ${detail}`)].join('\n')
}
