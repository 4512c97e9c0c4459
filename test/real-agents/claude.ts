// Runs the real Claude Code, headless or on a screen, against a scripted model, with a hook under test.
// Each run has its own room; nothing reads the developer's settings or the network.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelRequest } from '../model-server/script.ts'
import { startModelServer, type ModelServer } from '../model-server/server.ts'
import { commonArgs, prepare, type ClaudeOptions } from './claude-settings.ts'
import { readHookCalls, waitForHook, type HookCall } from './hook-log.ts'
import { claudePackage, installAgent } from './install.ts'
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

export async function runHeadless(options: ClaudeOptions): Promise<HeadlessRun> {
  const binary = await claudeBinary()
  const room = options.room ?? openRoom({ files: options.files })
  const model = await startModelServer(options)
  const stream = ['--output-format', 'stream-json', '--verbose']
  const args = ['-p', options.prompt ?? 'Do the work.', ...stream, ...commonArgs(options)]
  const started = Date.now()
  try {
    const place = prepare(room, options, model)
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
      sessionId: events.map((event) => event['session_id']).find((id) => typeof id === 'string'),
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
export async function startTui(options: ClaudeOptions): Promise<Tui> {
  const binary = await claudeBinary()
  const room = options.room ?? openRoom({ files: options.files })
  const model = await startModelServer(options)
  const limitMs = options.timeoutMs ?? 120_000
  const argv = [binary, ...commonArgs(options), ...(options.prompt === undefined ? [] : [options.prompt])]
  const screen = openScreen({ argv, ...prepare(room, options, model), socketFolder: room.temp, limitMs })
  const close = async () => {
    clearTimeout(lifetime)
    screen.close()
    await model.close()
    await room.close()
  }
  const lifetime = setTimeout(() => void close(), limitMs)
  await screen.waitFor(isPromptShown, 30_000).catch(async (error: unknown) => {
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

/** The input line stands under a rule; the choices of a dialog are numbered. */
function isPromptShown(screen: string): boolean {
  return /─{20}\n❯(?! ?\d\.)/.test(screen)
}

async function claudeBinary(): Promise<string> {
  const installed = await installAgent(claudePackage)
  if (installed.kind === 'unavailable') throw new Error(`Claude Code is not available: ${installed.reason}`)
  return installed.binary
}

/** Text and Enter in one burst would count as a paste with a line break: Enter waits until the text is drawn. */
async function submit(screen: Screen, text: string): Promise<void> {
  screen.type(text)
  const shown = text.replaceAll(/\s/g, '').slice(0, 30)
  await screen.waitFor((drawn) => drawn.replaceAll(/\s/g, '').includes(shown), 10_000)
  await new Promise((resolve) => setTimeout(resolve, 150))
  screen.press('Enter')
}

/** Lines of the main transcripts in the room, none before the agent has written any. Each line names its session. */
function readTranscript(room: Room): JsonLine[] {
  const projects = join(room.home, '.claude', 'projects')
  if (!existsSync(projects)) return []
  const files = readdirSync(projects, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name.endsWith('.jsonl') && !entry.parentPath.endsWith('subagents'),
  )
  const texts = files.map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
  return texts.flatMap((text) => parseLines(text))
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
