// `fullstop show TASK`: what was asked, and for each stop what was decided, by which rule, from which text.
import type { Event } from '../../../contract/event.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import { type TaskHead, viewTaskHead } from '../../../domain/view/task.ts'
import { eventsOf } from '../../../flows/home/task-events.ts'
import { type Command, jsonOption } from '../command.ts'
import { describe } from '../screen/describe.ts'
import { findTask } from '../../../flows/home/find-task.ts'
import { type Style, styleFor, timeOfDay } from '../screen/style.ts'

export const command: Command = {
  name: 'show',
  group: 'Look',
  summary: 'Show a task: requests, claims, and why each stop was allowed or refused',
  args: ['[TASK]'],
  options: jsonOption,
  examples: [
    { line: 'fullstop show', does: 'the newest task' },
    { line: 'fullstop show task_7k3f', does: 'a task by its id, or the beginning of it' },
  ],
  run: async ({ openWorld, args, options, print, terminal, env }) => {
    const world = openWorld()
    const task = await findTask(world, args[0])
    const events = await eventsOf(world, task.id)
    const session = (await world.store.loadSession(task.session)).state
    const head = viewTaskHead(task, session?.agentSessionId, world.now())
    world.store.close()
    if (options['json'] === true) print(`${JSON.stringify({ task, events }, null, 2)}\n`)
    else print(`${render(head, events, styleFor({ terminal, env })).join('\n')}\n`)
    return exitCode.yes
  },
}

function render(head: TaskHead, events: readonly Event[], style: Style): string[] {
  const { id, state, tone, about, session, request, erased } = head
  return [
    `${style.bold(id)}  ${style[tone ?? 'bold'](state)}  ${about}`,
    ...(request === undefined ? [] : [`request  ${request}`]),
    style.dim(session),
    ...(erased === undefined ? [] : [erased]),
    ...events.filter((event) => event.kind !== 'task.opened').flatMap((event) => renderEvent(event, style)),
  ]
}

function renderEvent(event: Event, style: Style): string[] {
  const { label, text, details } = describe(event, style)
  const head = `${style.dim(timeOfDay(event.at))} ${label.padEnd(8)} ${text}`
  return [...(event.kind === 'request.opened' ? [''] : []), head, ...details.map((detail) => `           ${detail}`)]
}
