// `fullstop show TASK`: what was asked, and for each stop what was decided, by which rule, from which text.
import type { Event } from '../../../contract/event.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import type { TaskState } from '../../../contract/state.ts'
import { inLine, oneLine } from '../../../domain/text/printable.ts'
import { eventsOf } from '../../../flows/home/task-events.ts'
import { erasedLine } from '../../../flows/memory/erased.ts'
import { type Command, jsonOption } from '../command.ts'
import { describe } from '../screen/describe.ts'
import { findTask } from '../../../flows/home/find-task.ts'
import { age } from '../../../domain/view/amount.ts'
import { type Style, styleFor, timeOfDay } from '../screen/style.ts'

export const command: Command = {
  name: 'show',
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
    const agentSession = (await world.store.loadSession(task.session)).state?.agentSessionId ?? 'not known'
    const now = world.now()
    world.store.close()
    if (options['json'] === true) print(`${JSON.stringify({ task, events }, null, 2)}\n`)
    else print(`${render({ task, agentSession, events, now }, styleFor({ terminal, env })).join('\n')}\n`)
    return exitCode.yes
  },
}

interface Shown {
  readonly task: TaskState
  readonly agentSession: string
  readonly events: readonly Event[]
  readonly now: Date
}

function render({ task, agentSession, events, now }: Shown, style: Style): string[] {
  const state = task.outcome ? `ended: ${task.outcome}` : task.status
  const paint = task.outcome === 'completed' ? style.good : task.outcome ? style.warn : style.bold
  return [
    `${style.bold(task.id)}  ${paint(state)}  ${task.agent}, mode ${task.policy.mode}, opened ${age(task.openedAt, now)} ago`,
    ...(task.erasedAt === undefined || task.title === undefined ? [] : [`request  ${oneLine(task.title, 200)}`]),
    style.dim(`session ${agentSession}${task.cwd ? ` in ${inLine(task.cwd)}` : ''}`),
    ...(task.erasedAt === undefined ? [] : [erasedLine(task, task.erasedAt)]),
    ...events.filter((event) => event.kind !== 'task.opened').flatMap((event) => renderEvent(event, style)),
  ]
}

function renderEvent(event: Event, style: Style): string[] {
  const { label, text, details } = describe(event, style)
  const head = `${style.dim(timeOfDay(event.at))} ${label.padEnd(8)} ${text}`
  return [...(event.kind === 'request.opened' ? [''] : []), head, ...details.map((detail) => `           ${detail}`)]
}
