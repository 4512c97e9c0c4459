// `fullstop log TASK`: prints the events of a task as they were recorded; `--follow` waits for more.
import type { Event } from '../../../contract/event.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import { followEvents, followTask } from '../../../flows/home/follow.ts'
import { type Command, type Context, jsonOption } from '../command.ts'
import { describe } from '../screen/describe.ts'
import { toldOrder } from '../../../domain/view/told-order.ts'
import { erasedLine } from '../../../domain/view/task/task.ts'
import { meantTask } from '../meant-task.ts'
import { type Paper, paperFor, pathsOn } from '../screen/paper.ts'
import { localTime } from '../screen/style.ts'
import { hangBehind } from '../screen/wrap.ts'

const LOOK_MS = 300

export const command: Command = {
  name: 'log',
  group: 'Look',
  summary: 'Print the events of a task',
  args: ['[TASK]'],
  options: {
    follow: { type: 'boolean', summary: 'wait for more until the task ends' },
    utc: { type: 'boolean', summary: 'times in UTC, as JSON has them, instead of your own zone' },
    ...jsonOption,
  },
  examples: [
    { line: 'fullstop log -f', does: 'watch the newest task of this folder' },
    { line: 'fullstop log task_7k3f --json', does: 'one JSON event per line' },
  ],
  run: async (context) => {
    const world = context.openWorld()
    const task = await meantTask(world, context)
    const { id } = task
    if (task.erasedAt !== undefined) context.complain(`fullstop: ${id}: ${erasedLine(task, task.erasedAt)}\n`)
    const isJson = context.options['json'] === true
    const nextEvents = followEvents(world, id)
    const nextTask = followTask(world, id)
    for (;;) {
      // Asked before the events are read: the end of the task is one of them.
      const isOver = context.options['follow'] !== true || (await nextTask())?.status === 'ended'
      for (let events = await nextEvents(); events.length > 0; events = await nextEvents()) {
        for (const event of isJson ? events : toldOrder(events))
          context.print(`${renderLine(event, context, paperFor(context))}\n`)
      }
      if (isOver) break
      await world.sleep(LOOK_MS)
    }
    world.store.close()
    return exitCode.yes
  },
}

function renderLine(event: Event, context: Context, paper: Paper): string {
  if (context.options['json'] === true) return JSON.stringify(event)
  const { style, columns } = paper
  const { label, text, details } = describe(event, style)
  const at = context.options['utc'] === true ? event.at : localTime(event.at)
  const indent = at.length + 10
  return [
    ...hangBehind(`${style.dim(at)} ${label.padEnd(8)} `, pathsOn(paper, text), { indent, columns }),
    ...details.flatMap((detail) => hangBehind(' '.repeat(indent), pathsOn(paper, detail), { indent, columns })),
  ].join('\n')
}
