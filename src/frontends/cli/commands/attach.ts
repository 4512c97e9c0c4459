// `fullstop attach TASK`: what the agent of a run says and does, as it says it. Ctrl-C leaves the run alone.
import { stringWidth } from '../../../adapters/platform/terminal/window.ts'
import { FullstopError } from '../../../contract/error.ts'
import { exitCode } from '../../../contract/exit-code.ts'
import type { RunTask, TaskState } from '../../../contract/state.ts'
import { aboutRun, openStory, tell } from '../../../domain/view/run/story.ts'
import { eventsOf } from '../../../flows/home/tasks/task-events.ts'
import { runsIn } from '../../../flows/run/opening/find-runs.ts'
import { followAgent, type Heard } from '../../../flows/run/follow-agent.ts'
import { isUnderWay } from '../../../flows/run/opening/run-folder.ts'
import type { World } from '../../../flows/world.ts'
import type { Command, Context } from '../command.ts'
import { meantTask } from '../meant-task.ts'
import { paperFor } from '../screen/paper.ts'
import { drawHeard } from '../screen/run/heard.ts'
import { titleOf } from '../screen/run/run-screen.ts'
import { drawStory } from '../screen/run/story.ts'

export const command: Command = {
  name: 'attach',
  group: 'Work',
  summary: 'Follow the agent of a run; Ctrl-C leaves the run alone',
  args: ['[TASK]'],
  completes: { TASK: 'running' },
  options: {
    json: { type: 'boolean', summary: 'one JSON object per line: what it says, what it does, and the events' },
  },
  examples: [
    { line: 'fullstop attach', does: 'the run that is under way in this folder, from another terminal' },
    { line: 'fullstop attach task_7k3f', does: 'a run by its task' },
  ],
  run: async (context) => {
    const world = context.openWorld()
    try {
      return await attach(world, context)
    } finally {
      world.store.close()
    }
  },
}

async function attach(world: World, context: Context): Promise<number> {
  const task = await runMeant(world, context)
  const { version } = await world.store.loadTask(task.id)
  const left = new AbortController()
  context.onInterrupt(() => left.abort())
  const isJson = context.options['json'] === true
  const show = isJson ? undefined : await teller(world, context, task)
  if (!isJson) context.complain(`fullstop: following ${task.id}; Ctrl-C leaves the run alone\n`)
  const state = await followAgent(world, task, {
    after: version,
    left: left.signal,
    onHeard: (heard) => (show ? show(heard) : context.print(`${JSON.stringify(heard)}\n`)),
  })
  if (!isJson) context.complain(`fullstop: ${closing(state, left.signal.aborted)}\n`)
  return exitCode.yes
}

/** The named one, else the one that is under way in this folder. */
async function runMeant(world: World, context: Context): Promise<RunTask> {
  const [named] = context.args
  if (named === undefined) {
    for (const run of await runsIn(world, context.cwd)) if (await isUnderWay(world, run)) return run
  }
  const task = await meantTask(world, context)
  if (!task.run) {
    throw new FullstopError(
      'not-resumable',
      `${task.id} was not opened by \`fullstop run\``,
      `follow its events: fullstop log ${task.id} --follow`,
    )
  }
  const run = { ...task, run: task.run }
  if (await isUnderWay(world, run)) return run
  throw new FullstopError(
    'unknown-task',
    `${task.id} is not being run`,
    `see what became of it: fullstop show ${task.id}`,
  )
}

/** Words as they are, what the agent does in one dimmed line, and between them the story of the run. */
async function teller(world: World, context: Context, task: RunTask): Promise<(heard: Heard) => void> {
  const { env, print } = context
  const isPlain = !/utf-?8/i.test(env['LC_ALL'] || env['LC_CTYPE'] || env['LANG'] || 'UTF-8')
  let story = openStory(aboutRun(task, titleOf(task)))
  for (const event of await eventsOf(world, task.id, 'last')) story = tell(story, event).story
  return (heard) => {
    const paper = paperFor(context)
    if (heard.kind !== 'event') return print(`${drawHeard(heard, paper, isPlain).join('\n')}\n`)
    const { columns, style } = paper
    const told = tell(story, heard.event)
    story = told.story
    const frame = { columns, isPlain, nowMs: world.now().getTime(), paint: style, widthOf: stringWidth }
    const lines = told.lines.flatMap((line) => drawStory(line, frame))
    if (lines.length > 0) print(`${lines.join('\n')}\n`)
  }
}

function closing({ id, status, outcome }: TaskState, isLeft: boolean): string {
  if (isLeft) return `left ${id}: the run continues`
  return `${id} ${outcome === undefined ? `is ${status}` : `ended: ${outcome}`}; more: fullstop show ${id}`
}
