// `fullstop show TASK`: what was asked, and for each stop what was decided, by which rule, from which text.
import type { Decision } from '../../contract/decision.ts'
import type { Event, EventOf } from '../../contract/event.ts'
import { exitCode } from '../../contract/exit-code.ts'
import type { TaskState } from '../../contract/state.ts'
import { oneLine, printable } from '../../text/printable.ts'
import { type Command, jsonOption } from '../command.ts'
import { findTask } from '../find-task.ts'
import { age, type Style, styleFor, timeOfDay } from '../style.ts'

const MOST_EVENTS = 10_000

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
    const events = (await world.store.readEvents({ task: task.id, most: MOST_EVENTS })).map(({ event }) => event)
    const now = world.now()
    world.store.close()
    if (options['json'] === true) print(`${JSON.stringify({ task, events }, null, 2)}\n`)
    else print(`${render(task, events, now, styleFor({ terminal, env })).join('\n')}\n`)
    return exitCode.yes
  },
}

function render(task: TaskState, events: readonly Event[], now: Date, style: Style): string[] {
  const state = task.outcome ? `ended: ${task.outcome}` : task.status
  const paint = task.outcome === 'completed' ? style.good : task.outcome ? style.warn : style.bold
  return [
    `${style.bold(task.id)}  ${paint(state)}  ${task.agent}, mode ${task.policy.mode}, opened ${age(task.openedAt, now)} ago`,
    ...(task.cwd ? [style.dim(printable(task.cwd))] : []),
    ...events.flatMap((event) => renderEvent(event, style)),
  ]
}

function renderEvent(event: Event, style: Style): string[] {
  const at = style.dim(timeOfDay(event.at))
  switch (event.kind) {
    case 'request.opened':
      return ['', `${at} request  ${oneLine(event.prompt ?? '(prompt not known)', 400)}`]
    case 'prompt.joined':
      return [`${at} joined   ${oneLine(event.prompt, 400)}`]
    case 'claim.made':
      return [`${at} claim    ${event.claim.status} by ${event.claim.channel}, from: ${oneLine(event.claim.text, 200)}`]
    case 'stop.decided':
      return renderStop(at, event, style)
    case 'task.ended':
      return [`${at} ended    ${event.outcome}: ${oneLine(event.because.map((reason) => reason.text).join('; '), 300)}`]
    case 'task.paused':
    case 'task.unpaused':
    case 'task.cancelled':
      return [`${at} ${event.kind.slice(5).padEnd(8)} by the person (${event.actor})`]
    case 'stop.failed':
      return [`${at} failed   ${event.cause}: ${oneLine(event.detail, 200)}`]
    default:
      return []
  }
}

function renderStop(at: string, event: EventOf<'stop.decided'>, style: Style): string[] {
  const { decision } = event
  const why = decision.because.map((reason) => reason.text).join('; ')
  const lines = [`${at} stop     ${verdict(decision, style)} by rule ${decision.rule}: ${oneLine(why, 300)}`]
  if (event.lastWords) lines.push(`           last words: ${oneLine(event.lastWords, 200)}`)
  for (const miss of event.nearMisses) lines.push(`           no claim: ${oneLine(miss, 200)}`)
  return lines
}

function verdict(decision: Decision, style: Style): string {
  if (decision.kind === 'continue') return style.bad('refused')
  if (decision.kind === 'ask-human') return style.warn('needs a person,')
  return decision.outcome && decision.outcome !== 'completed' ? style.warn('allowed') : style.good('allowed')
}
