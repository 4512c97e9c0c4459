// A run as it is shown while it is under way: a live screen at a terminal, a line for each event in a pipe, the events
// themselves for programs, or nothing.
import { findAgent } from '../../../agents/index.ts'
import type { Event } from '../../../contract/event.ts'
import type { CheckView } from '../../../contract/run-view.ts'
import { followEvents } from '../../../flows/home/follow.ts'
import type { World } from '../../../flows/world.ts'
import { stringWidth, windowSize } from '../../../adapters/platform/window.ts'
import type { Interruption } from '../../../flows/run/interruption.ts'
import type { RunLook } from '../../../flows/run/supervising.ts'
import { type RunLine, viewRunEvent } from '../../../domain/view/run-log.ts'
import { toRunView, withChecks, withUnrun } from '../../../domain/view/run-progress.ts'
import { renderLive } from './live.ts'
import { openScreen } from './screen.ts'
import type { Context } from '../command.ts'
import { drawParts } from './describe.ts'
import { type Style, styleFor, timeOfDay } from './style.ts'

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
}

export function openRunScreen(world: World, { task, after, interruption }: WatchedRun, context: Context): RunScreen {
  const isJson = context.options['json'] === true
  const isQuiet = context.options['quiet'] === true
  const isLive = context.terminal.output && context.env['TERM'] !== 'dumb' && !isJson && !isQuiet
  const style = styleFor(context)
  const screen = isLive ? openScreen({ write: context.print, size: windowSize, widthOf: stringWidth }) : undefined
  const nextEvents = followEvents(world, task, after)
  let readAt = 0
  let drawnAt = 0
  let spin = 0
  let checks: readonly CheckView[] = []
  let isPaused = false
  let agentSession: string | undefined

  const tell = (event: Event): void => {
    checks = withChecks(checks, event)
    const line = viewRunEvent(event, agentSession)
    if (event.kind === 'stint.known') agentSession = event.agentSessionId
    if (isJson) context.print(`${JSON.stringify(event)}\n`)
    if (!line || isJson || isQuiet) return
    const lines = drawLine(line, style)
    if (screen) screen.print(lines)
    else context.print(`${lines.join('\n')}\n`)
  }

  const read = async (): Promise<void> => {
    for (let events = await nextEvents(); events.length > 0; events = await nextEvents()) events.forEach(tell)
  }

  const draw = async (look: RunLook, now: number): Promise<void> => {
    if (!screen || isPaused || now - drawnAt < DRAW_MS) return
    drawnAt = now
    spin = (spin + 1) % FRAMES
    const { state: session } = await world.store.loadSession(look.task.session)
    const named = look.task.policy.checks.map(({ name }) => name)
    const view = toRunView({
      ...look,
      agentTitle: findAgent(look.task.agent)?.title,
      session,
      checks: withUnrun(checks, named),
      isStopping: interruption.asked.aborted,
      isAsking: false,
      now: new Date(now),
    })
    const { columns, rows } = windowSize()
    const isPlain = !/utf-?8/i.test(context.env['LC_ALL'] || context.env['LC_CTYPE'] || context.env['LANG'] || 'UTF-8')
    screen.draw(renderLive(view, { columns, rows, nowMs: now, spin, isPlain, paint: style, widthOf: stringWidth }))
  }

  return {
    look: async (look) => {
      const now = world.now().getTime()
      if (now - readAt >= READ_MS) {
        readAt = now
        await read()
      }
      isPaused = false
      await draw(look, now)
    },
    pause: async () => {
      isPaused = true
      await read()
      screen?.clear()
    },
    close: async () => {
      await read()
      screen?.clear()
    },
  }
}

function drawLine({ at, subject, parts, details, output }: RunLine, style: Style): string[] {
  return [
    `${style.dim(timeOfDay(at))} ${subject.padEnd(8)} ${drawParts(parts, style)}`,
    ...[...details, ...output.map((line) => `│ ${line}`)].map((detail) => `                  ${detail}`),
  ]
}
