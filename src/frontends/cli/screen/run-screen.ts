// What a person or a machine sees of a run: a live screen at a terminal, a line for each event in a pipe, the events
// themselves for machines, or nothing but the end.
import { findAgent } from '../../../agents/index.ts'
import type { Event } from '../../../contract/event.ts'
import type { CheckView } from '../../../contract/run-view.ts'
import type { World } from '../../../flows/world.ts'
import { stringWidth, windowSize } from '../../../adapters/platform/window.ts'
import type { Interruption } from '../../../flows/run/interruption.ts'
import type { Look } from '../../../flows/run/supervising.ts'
import { printable } from '../../../domain/text/printable.ts'
import { toRunView, withChecks, withUnrun } from '../../../domain/view/run-progress.ts'
import { renderLive } from './live.ts'
import { openScreen } from './screen.ts'
import type { Context } from '../command.ts'
import { describe } from './describe.ts'
import { styleFor, timeOfDay } from './style.ts'

const DRAW_MS = 100
const READ_MS = 400
const FRAMES = 10
const TAIL_LINES = 6

export interface RunScreen {
  readonly look: (look: Look) => Promise<void>
  /** Nothing more is drawn; whatever stands there stays above. */
  readonly close: () => Promise<void>
  /** For as long as the person is asked something. */
  readonly pause: () => Promise<void>
}

/** Those that `fullstop log` tells and that nobody watching a run misses. */
const UNTOLD: readonly Event['kind'][] = [
  'session.seen',
  'session.ended',
  'request.opened',
  'tool.used',
  'claim.bound',
  'claim.verifying',
  'check.started',
  'checks.started',
  'subagent.stopped',
  'brief.given',
  'stint.settled',
]

/** What a check that failed printed last: the agent reads it too. */
function tailOf(event: Event): readonly string[] {
  if (event.kind !== 'check.finished' || event.check.result === 'passed') return []
  const lines = event.check.tail.split('\n').filter((line) => line.trim() !== '')
  return lines.slice(-TAIL_LINES).map((line) => `│ ${printable(line)}`)
}

export interface Watched {
  readonly task: string
  /** What was recorded up to there has been told before. */
  readonly after: number
  readonly interruption: Interruption
}

export function openRunScreen(world: World, { task, after: told, interruption }: Watched, context: Context): RunScreen {
  const isJson = context.options['json'] === true
  const isQuiet = context.options['quiet'] === true
  const isLive = context.terminal.output && context.env['TERM'] !== 'dumb' && !isJson && !isQuiet
  const style = styleFor(context)
  const screen = isLive ? openScreen({ write: context.print, size: windowSize, widthOf: stringWidth }) : undefined
  let after = told
  let readAt = 0
  let drawnAt = 0
  let spin = 0
  let checks: readonly CheckView[] = []
  let isPaused = false
  let agentSession = ''

  const tell = (event: Event): void => {
    checks = withChecks(checks, event)
    const isSaid = event.kind === 'stint.known' && event.agentSessionId === agentSession
    if (event.kind === 'stint.known') agentSession = event.agentSessionId
    if (isJson) context.print(`${JSON.stringify(event)}\n`)
    if (isJson || isQuiet || isSaid || UNTOLD.includes(event.kind)) return
    if (event.kind === 'checks.finished' && event.notes.length === 0) return
    const { label, text, details } = describe(event, style)
    const lines = [
      `${style.dim(timeOfDay(event.at))} ${label.padEnd(8)} ${text}`,
      ...[...details, ...tailOf(event)].map((detail) => `                  ${detail}`),
    ]
    if (screen) screen.print(lines)
    else context.print(`${lines.join('\n')}\n`)
  }

  const read = async (): Promise<void> => {
    for (;;) {
      const events = await world.store.changes(after, task)
      if (events.length === 0) return
      for (const { seq, event } of events) {
        tell(event)
        after = seq
      }
    }
  }

  const draw = async (look: Look, now: number): Promise<void> => {
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
