// Runs the real Codex, headless or on a screen, against a scripted model, with a hook under test.
// Each run has its own room; nothing reads the developer's settings or the network.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelRequest } from '../model-server/script.ts'
import { startModelServer, type ModelServer } from '../model-server/server.ts'
import { codexHome, commonArgs, prepare, type CodexOptions } from './codex-settings.ts'
import { readHookCalls, waitForHook, type HookCall } from './hook-log.ts'
import { codexPackage, installAgent } from './install.ts'
import { runToEnd } from './process.ts'
import { openRoom, processesIn, type Room } from './room.ts'
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
  readonly durationMs: number
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
  readonly waitForHook: (event: string, nth: number, timeoutMs?: number) => Promise<HookCall>
  readonly transcript: () => JsonLine[]
  readonly exitCode: () => number | undefined
  readonly close: () => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

export async function runHeadless(options: CodexOptions): Promise<HeadlessRun> {
  const binary = await codexBinary()
  const room = options.room ?? openRoom({ files: options.files })
  const model = await startModelServer(options)
  const resumed = options.resume === undefined ? [] : ['resume']
  const session = options.resume === undefined ? [] : [options.resume]
  const flags = ['--json', '--skip-git-repo-check', ...commonArgs(room, options, model)]
  const args = ['exec', ...resumed, ...flags, ...session, options.prompt ?? 'Do the work.']
  const started = Date.now()
  try {
    const place = prepare(room, options)
    const outcome = await runToEnd(binary, args, { ...place, timeoutMs: options.timeoutMs ?? 60_000 })
    const events = parseLines(outcome.stdout)
    return {
      ...outcome,
      events,
      requests: model.requests,
      exhausted: model.exhausted(),
      hookCalls: readHookCalls(room),
      home: room.home,
      room,
      sessionId: events.map((event) => event['thread_id']).find((id) => typeof id === 'string'),
      durationMs: Date.now() - started,
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

/** Resolves when the prompt stands on the screen. */
export async function startTui(options: CodexOptions): Promise<Tui> {
  const binary = await codexBinary()
  const room = options.room ?? openRoom({ files: options.files })
  const model = await startModelServer(options)
  const limitMs = options.timeoutMs ?? 120_000
  const session = options.resume === undefined ? [] : ['resume', options.resume]
  const words = options.prompt === undefined ? [] : [options.prompt]
  const argv = [binary, ...session, ...commonArgs(room, options, model), ...words]
  const screen = openScreen({ argv, ...prepare(room, options), socketFolder: room.temp, limitMs })
  const close = async () => {
    clearTimeout(lifetime)
    screen.close()
    await model.close()
    await room.close()
  }
  const lifetime = setTimeout(() => void close(), limitMs)
  await screen.waitFor(options.isReady ?? isPromptShown, 30_000).catch(async (error: unknown) => {
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
    waitForHook: (event, nth, timeoutMs) => waitForHook(room, { event, nth, timeoutMs: timeoutMs ?? 20_000 }),
    transcript: () => readTranscript(room),
    exitCode: screen.exitCode,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** The input line stands above one that names model and folder once all is ready; a dialog's choices are numbered. */
function isPromptShown(screen: string): boolean {
  return /^› (?!\d\.).*\n(?:.*\n)? {2}\S.* · [/~]/m.test(screen)
}

export async function codexBinary(): Promise<string> {
  const installed = await installAgent(codexPackage)
  if (installed.kind === 'unavailable') throw new Error(`Codex is not available: ${installed.reason}`)
  return installed.binary
}

/** The processes of the agent in a room, such as to end them without a word. */
export function codexProcesses(room: Room): number[] {
  return processesIn(room).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'codex'
    } catch {
      return false // Gone meanwhile.
    }
  })
}

/** Text and Enter in one burst would count as a paste with a line break: Enter waits until the text is drawn. */
async function submit(screen: Screen, text: string): Promise<void> {
  screen.type(text)
  const shown = text.replaceAll(/\s/g, '').slice(0, 30)
  await screen.waitFor((drawn) => drawn.replaceAll(/\s/g, '').includes(shown), 10_000)
  await new Promise((resolve) => setTimeout(resolve, 150))
  screen.press('Enter')
}

/** Lines of the main rollouts in the room, none before the agent has written any. The first names its session. */
function readTranscript(room: Room): JsonLine[] {
  return rollouts(room)
    .filter((lines) => !isSubagent(lines))
    .flat()
}

/** Each rollout in the room, oldest first, those of subagents among them. */
export function rollouts(room: Room): JsonLine[][] {
  const sessions = join(codexHome(room), 'sessions')
  if (!existsSync(sessions)) return []
  const files = readdirSync(sessions, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.jsonl'))
    .map((entry) => join(entry.parentPath, entry.name))
  return files.toSorted().map((file) => parseLines(readFileSync(file, 'utf8')))
}

function isSubagent([first]: readonly JsonLine[]): boolean {
  const { source } = (first?.['payload'] ?? {}) as { source?: unknown }
  return typeof source === 'object'
}

function parseLines(text: string): JsonLine[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as JsonLine]
    } catch {
      return [] // An empty line, or one the time limit cut off.
    }
  })
}
