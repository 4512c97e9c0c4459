// What running a real agent has in common: a room, a scripted model, the agent headless or on a screen, and what came of it.
import type { ModelRequest } from '../model-server/script.ts'
import { startModelServer, type ModelServer, type ModelServerOptions } from '../model-server/server.ts'
import { readHookCalls, waitForHook, type HookCall } from './hook-log.ts'
import { runToEnd } from './process.ts'
import { openRoom, type Room } from './room.ts'
import { openScreen, type Screen } from './tmux.ts'

export type JsonLine = Readonly<Record<string, unknown>>

export interface HeadlessRun {
  /** Null when the time limit ended it. */
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
  readonly events: readonly JsonLine[]
  readonly requests: readonly ModelRequest[]
  readonly exhausted: number
  readonly hookCalls: readonly HookCall[]
  readonly home: string
  readonly room: Room
  readonly sessionId: string | undefined
  readonly transcript: () => JsonLine[]
  readonly close: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

export interface Tui {
  readonly model: ModelServer
  readonly room: Room
  readonly home: string
  readonly type: (text: string) => void
  readonly press: (key: string) => void
  /** Types a line and sends it. */
  readonly submit: (text: string) => Promise<void>
  readonly screen: () => string
  readonly waitForScreen: Screen['waitFor']
  readonly hookCalls: () => HookCall[]
  /** Resolves with the nth call (from 1) of an event, once it has been answered. */
  readonly waitForHook: (event: string, nth: number) => Promise<HookCall>
  readonly transcript: () => JsonLine[]
  readonly exitCode: () => number | undefined
  readonly close: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

/** What an agent's own file says of a run. */
export interface AgentRun {
  readonly binary: string
  readonly options: ModelServerOptions & {
    readonly files?: Readonly<Record<string, string>> | undefined
    readonly room?: Room | undefined
  }
  readonly args: (room: Room, model: ModelServer) => readonly string[]
  /** Writes the settings of this run and says where and with what environment to start. */
  readonly prepare: (room: Room, model: ModelServer) => { cwd: string; env: Readonly<Record<string, string>> }
  readonly readTranscript: (room: Room) => JsonLine[]
}

/** `sessionKey`: where the agent's stream names its session. */
export async function runAgent(run: AgentRun, sessionKey: string): Promise<HeadlessRun> {
  const { binary, options, args, prepare, readTranscript } = run
  const room = options.room ?? openRoom({ files: options.files })
  const model = await startModelServer(options)
  try {
    const place = prepare(room, model)
    const outcome = await runToEnd(binary, args(room, model), place)
    const events = parseLines(outcome.stdout)
    return {
      ...outcome,
      events,
      requests: model.requests,
      exhausted: model.exhausted(),
      hookCalls: readHookCalls(room),
      home: room.home,
      room,
      sessionId: events.map((event) => event[sessionKey]).find((id) => typeof id === 'string'),
      transcript: () => readTranscript(room),
      close: room.close,
      [Symbol.asyncDispose]: room.close,
    }
  } catch (error) {
    await room.close()
    throw error
  } finally {
    await model.close()
  }
}

/** Resolves when the screen is ready for a person. */
export async function openTui(run: AgentRun, isReady: (screen: string) => boolean): Promise<Tui> {
  const { binary, options, args, prepare, readTranscript } = run
  const room = options.room ?? openRoom({ files: options.files })
  const model = await startModelServer(options)
  const argv = [binary, ...args(room, model)]
  const screen = openScreen({ argv, ...prepare(room, model), socketFolder: room.temp })
  const close = async () => {
    screen.close()
    await model.close()
    await room.close()
  }
  await screen.waitFor(isReady).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    model,
    room,
    home: room.home,
    type: screen.type,
    press: screen.press,
    submit: (text) => submit(screen, text),
    screen: screen.read,
    waitForScreen: screen.waitFor,
    hookCalls: () => readHookCalls(room),
    waitForHook: (event, nth) => waitForHook(room, { event, nth }),
    transcript: () => readTranscript(room),
    exitCode: screen.exitCode,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Text and Enter in one burst would count as a paste with a line break: Enter waits until the text is drawn. */
export async function submit(screen: Screen, text: string): Promise<void> {
  screen.type(text)
  const shown = text.replaceAll(/\s/g, '').slice(0, 30)
  await screen.waitFor((drawn) => drawn.replaceAll(/\s/g, '').includes(shown))
  await new Promise((resolve) => setTimeout(resolve, 150))
  screen.press('Enter')
}

export function parseLines(text: string): JsonLine[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as JsonLine]
    } catch {
      return [] // An empty line, or one the time limit cut off.
    }
  })
}
