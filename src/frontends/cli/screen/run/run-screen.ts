// A run as it is shown while it is under way: its story above a live screen at a terminal, its story alone in a pipe,
// every event with --verbose, the events themselves for programs, or nothing.
import { findAgent } from '../../../../agents/index.ts'
import type { Event } from '../../../../contract/event.ts'
import type { RunSetup } from '../../../../contract/agent/run-setup.ts'
import { given } from '../../../../contract/given.ts'
import type { RunTask } from '../../../../contract/state.ts'
import type { CheckView, RunView } from '../../../../contract/view/run-view.ts'
import { followEvents } from '../../../../flows/home/follow.ts'
import { type AgentEar, openEar } from '../../../../flows/run/follow-agent.ts'
import { hasAgent } from '../../../../flows/run/opening/find-runs.ts'
import type { World } from '../../../../flows/world.ts'
import { muteEcho } from '../../../../adapters/platform/terminal/echo.ts'
import { stringWidth, windowSize } from '../../../../adapters/platform/terminal/window.ts'
import type { Interruption } from '../../../../flows/run/interruption.ts'
import type { RunLook } from '../../../../flows/run/supervising.ts'
import { programTitle } from '../../../../domain/shell/program-title.ts'
import type { RunLine } from '../../../../domain/view/run/log.ts'
import { nothingTold, tellAhead } from '../../../../domain/view/run/told-ahead.ts'
import { aboutRun, openStory, tell } from '../../../../domain/view/run/story.ts'
import { toRunView, withChecks, withUnrun } from '../../../../domain/view/run/progress.ts'
import type { Frame } from '../frame.ts'
import { renderLive } from './live.ts'
import { openScreen } from '../screen.ts'
import { drawStory } from './story.ts'
import type { Context } from '../../command.ts'
import { drawParts } from '../describe.ts'
import { type Paper, paperFor, pathOn, pathsOn } from '../paper.ts'
import { styleFor, timeOfDay } from '../style.ts'
import { hangBehind, wrapText } from '../wrap.ts'
import { drawHeard } from './heard.ts'

const DRAW_MS = 100
const READ_MS = 400
const FRAMES = 10

export interface RunScreen {
  readonly look: (look: RunLook) => Promise<void>
  /** Draws nothing more; the lines above stay. */
  readonly close: () => Promise<void>
  /** While the person is asked something. */
  readonly pause: () => Promise<void>
}

export interface WatchedRun {
  readonly task: string
  /** The number of the last event that was told before. */
  readonly after: number
  readonly interruption: Interruption
  /** What stands above the run: at most this many lines of the window. */
  readonly above?: (frame: Frame) => readonly string[]
}

export function openRunScreen(world: World, watched: WatchedRun, context: Context): RunScreen {
  const { task, after, interruption } = watched
  const isJson = context.options['json'] === true
  const isQuiet = context.options['quiet'] === true
  const isVerbose = context.options['verbose'] === true
  const isLive = context.terminal.output && context.env['TERM'] !== 'dumb' && !isJson && !isQuiet
  const style = styleFor(context)
  const screen = isLive
    ? openScreen({ write: context.print, size: windowSize, widthOf: stringWidth, muteKeys: muteEcho })
    : undefined
  const nextEvents = followEvents(world, task, after)
  let readAt = 0
  let drawnAt = 0
  let spin = 0
  let checks: readonly CheckView[] = []
  let pauses = 0
  let ear: AgentEar | undefined
  let log = nothingTold
  let story = openStory({ agent: 'the agent' })
  const isPlain = !/utf-?8/i.test(context.env['LC_ALL'] || context.env['LC_CTYPE'] || context.env['LANG'] || 'UTF-8')

  const tellEvent = (event: Event): void => {
    checks = withChecks(checks, event)
    const told = tell(story, event)
    story = told.story
    const listed = tellAhead(log, event)
    log = listed.told
    if (isJson) context.print(`${JSON.stringify(event)}\n`)
    if (isJson || isQuiet) return
    const columns = context.terminal.output ? windowSize().columns : Number.POSITIVE_INFINITY
    const frame = { columns, isPlain, nowMs: world.now().getTime(), paint: style, widthOf: stringWidth }
    show(
      isVerbose
        ? listed.lines.flatMap((line) => drawLine(line, { style, columns }))
        : told.lines.flatMap((line) => drawStory(line, frame)),
    )
  }

  const show = (lines: readonly string[]): void => {
    if (lines.length === 0) return
    if (screen) screen.print(lines)
    else context.print(`${lines.join('\n')}\n`)
  }

  /** With --verbose, what the agent said and did stands before what came of it. */
  const read = async (): Promise<void> => {
    for (let events = await nextEvents(); events.length > 0; events = await nextEvents()) {
      for (const event of events) {
        ear?.listen()
        tellEvent(event)
        if (event.kind === 'stint.started') ear?.listen(event.stint)
      }
    }
    ear?.listen()
  }

  /** An agent that was at work before is heard from its beginning. */
  const listen = async (task: RunTask): Promise<void> => {
    if (!isVerbose || isJson || isQuiet || ear) return
    ear = await openEar(world, task, (heard) => show(drawHeard(heard, paperFor(context), isPlain)))
    if (await hasAgent(world, task)) ear.listen(task.run.stint?.id)
  }

  /** `before`: how often it was paused when the look began. A look that a pause overtook would leave its lines behind. */
  const draw = async (look: RunLook, now: number, before: number): Promise<void> => {
    if (!screen || now - drawnAt < DRAW_MS) return
    drawnAt = now
    spin = (spin + 1) % FRAMES
    const { state: session } = await world.store.loadSession(look.task.session)
    const named = look.task.policy.checks.map(({ name }) => name)
    const view = toRunView({
      ...look,
      agentTitle: titleOf(look.task),
      session,
      checks: withUnrun(checks, named),
      isStopping: interruption.asked.aborted,
      isAsking: false,
      now: new Date(now),
    })
    if (before !== pauses) return
    const { columns, rows } = windowSize()
    const frame = { columns, rows, nowMs: now, spin, isPlain, paint: style, widthOf: stringWidth }
    const above = watched.above?.(frame) ?? []
    screen.draw([...above, ...renderLive(shortened(view), { ...frame, rows: rows - above.length })])
  }

  const shortened = (view: RunView): RunView => {
    const paper = paperFor(context)
    const doing = view.doing === undefined ? undefined : pathsOn(paper, view.doing)
    return { ...view, folder: pathOn(paper, view.folder), ...given({ doing }) }
  }

  return {
    look: async (look) => {
      const before = pauses
      story = { ...story, ...aboutRun(look.task, titleOf(look.task)) }
      const now = world.now().getTime()
      // Once the task has ended, what its agent printed is removed next.
      if (now - readAt >= READ_MS || look.task.status === 'ended') {
        readAt = now
        await listen(look.task)
        await read()
      }
      await draw(look, now, before)
    },
    pause: async () => {
      pauses += 1
      await read()
      screen?.clear()
    },
    close: async () => {
      pauses += 1
      // A short run may be over before its first look.
      const { state } = await world.store.loadTask(task)
      if (state?.run) await listen({ ...state, run: state.run })
      await read()
      ear?.close()
      screen?.clear()
    },
  }
}

export function titleOf({ agent, run }: { agent: string; run: { setup: RunSetup } }): string {
  const { command } = run.setup
  return command === undefined ? (findAgent(agent)?.title ?? agent) : programTitle(command)
}

const INDENT = 18

function drawLine(
  { at, subject, parts, details, output }: RunLine,
  { style, columns }: Pick<Paper, 'style' | 'columns'>,
): string[] {
  const blank = ' '.repeat(INDENT)
  const lead = `${style.dim(timeOfDay(at))} ${subject.padEnd(8)} `
  return [
    ...hangBehind(lead, drawParts(parts, style), { indent: INDENT, columns }),
    ...details.flatMap((detail) => hangBehind(blank, detail, { indent: INDENT, columns })),
    ...output.flatMap((line) => wrapText(line, Math.max(20, columns - INDENT - 2)).map((one) => `${blank}│ ${one}`)),
  ]
}
