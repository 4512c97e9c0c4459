// `fullstop show TASK`: the task as a story of five lines; with `--all` every event that was recorded of it.
import type { Event } from '../../../contract/event.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import type { TaskState } from '../../../contract/state.ts'
import { MOST_SUBTASKS } from '../../../domain/subtasks/plan.ts'
import { inLine, oneLine } from '../../../domain/text/printable.ts'
import { toldOrder } from '../../../domain/view/told-order.ts'
import { viewTaskStory } from '../../../domain/view/task/story.ts'
import { type TaskHead, viewTaskHead } from '../../../domain/view/task/task.ts'
import { eventsOf } from '../../../flows/home/tasks/task-events.ts'
import { calledAs } from '../called.ts'
import { type Command, jsonOption } from '../command.ts'
import { meantTask } from '../meant-task.ts'
import { describe, drawParts } from '../screen/describe.ts'
import { type Paper, paperFor, pathOn, pathsOn } from '../screen/paper.ts'
import { timeOfDay } from '../screen/style.ts'
import { hangBehind } from '../screen/wrap.ts'

export const command: Command = {
  name: 'show',
  group: 'Look',
  summary: 'Tell the story of a task: asked, did, claimed, checked, ended',
  args: ['[TASK]'],
  options: { all: { type: 'boolean', summary: 'every event: prompts, claims, checks, decisions' }, ...jsonOption },
  examples: [
    { line: 'fullstop show', does: 'the newest task of this folder' },
    { line: 'fullstop show task_7k3f', does: 'a task by its id, or the beginning of it' },
    { line: 'fullstop show --all', does: 'for each stop what was decided, and from which words' },
  ],
  run: async (context) => {
    const world = context.openWorld()
    const task = await meantTask(world, context)
    const events = await eventsOf(world, task.id)
    const subtasks = await world.store.listSubtasks(task.id, MOST_SUBTASKS)
    const session = (await world.store.loadSession(task.session)).state
    const paper = paperFor(context)
    const shown = task.cwd === undefined ? task : { ...task, cwd: pathOn(paper, task.cwd) }
    const head = viewTaskHead(shown, session?.agentSessionId, world.now())
    world.store.close()
    if (context.options['json'] === true) context.print(`${JSON.stringify({ task, subtasks, events }, null, 2)}\n`)
    else {
      const relatives = relativesOf(task, subtasks, paper)
      const lines =
        context.options['all'] === true
          ? allOf(head, events, paper)
          : storyOf(head, { task: shown, events, relatives, called: calledAs(context.env) ?? 'fullstop' }, paper)
      context.print(`${lines.join('\n')}\n`)
    }
    return exitCode.yes
  },
}

interface Shown {
  readonly task: TaskState
  readonly events: readonly Event[]
  readonly relatives: readonly string[]
  readonly called: string
}

/** The task above it, and its subtasks, a line each. */
function relativesOf({ parent }: TaskState, subtasks: readonly TaskState[], { style, columns }: Paper): string[] {
  const line = (label: string, text: string): string[] =>
    hangBehind(style.bold(label.padEnd(9)), text, { indent: 9, columns })
  return [
    ...(parent === undefined ? [] : line('part of', parent)),
    ...subtasks.flatMap(({ id, outcome, status, title = '' }) =>
      line('subtask', `${id}  ${outcome ?? status}  ${oneLine(title, 200)}`),
    ),
  ]
}

function storyOf(head: TaskHead, { task, events, relatives, called }: Shown, paper: Paper): string[] {
  const { style } = paper
  const { lines, reason } = viewTaskStory(task, events)
  const folder = task.cwd === undefined ? undefined : inLine(task.cwd)
  const next = [
    ...(reason === undefined ? [] : [`what that means: ${called} explain ${reason}`]),
    `everything:      ${called} show ${head.id} --all`,
  ]
  return [
    ...headOf({ ...head, session: folder === undefined ? '' : `in ${folder}` }, paper),
    '',
    ...lines.flatMap(({ label, parts }) =>
      hangBehind(`${style.bold(label.padEnd(9))}`, pathsOn(paper, drawParts(parts, style)), {
        indent: 9,
        columns: paper.columns,
      }),
    ),
    ...relatives,
    '',
    ...next.map((line) => style.dim(line)),
  ]
}

function headOf({ id, state, tone, about, session, erased }: Omit<TaskHead, 'request'>, paper: Paper): string[] {
  const { style, columns } = paper
  return [
    ...hangBehind(`${style.bold(id)}  `, `${style[tone ?? 'bold'](state)}  ${about}`, {
      indent: id.length + 2,
      columns,
    }),
    ...(session === '' ? [] : hangBehind('', session, { indent: 0, columns }).map((line) => style.dim(line))),
    ...(erased === undefined ? [] : hangBehind('', erased, { indent: 0, columns })),
  ]
}

function allOf(head: TaskHead, events: readonly Event[], paper: Paper): string[] {
  return [
    ...headOf(head, paper),
    ...(head.request === undefined ? [] : [`request  ${head.request}`]),
    ...toldOrder(events)
      .filter((event) => event.kind !== 'task.opened')
      .flatMap((event) => drawEvent(event, paper)),
  ]
}

const INDENT = 18

function drawEvent(event: Event, paper: Paper): string[] {
  const { style, columns } = paper
  const { label, text, details } = describe(event, style)
  const lead = `${style.dim(timeOfDay(event.at))} ${label.padEnd(8)} `
  return [
    ...(event.kind === 'request.opened' ? [''] : []),
    ...hangBehind(lead, pathsOn(paper, text), { indent: INDENT, columns }),
    ...details.flatMap((detail) => hangBehind(' '.repeat(INDENT), pathsOn(paper, detail), { indent: INDENT, columns })),
  ]
}
