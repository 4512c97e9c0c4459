// Runs the real Codex, headless or on a screen, against a scripted model, with a hook under test.
// Each run has its own room; nothing reads the developer's settings or the network.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelServer } from '../model-server/server.ts'
import { type HeadlessRun, type JsonLine, openTui, parseLines, runAgent, type Tui } from './agent-run.ts'
import { codexHome, commonArgs, prepare, type CodexOptions } from './codex-settings.ts'
import { codexPackage, installAgent } from './install.ts'
import { processesIn, type Room } from './room.ts'

export async function runHeadless(options: CodexOptions): Promise<HeadlessRun> {
  const resumed = options.resume === undefined ? [] : ['resume']
  const session = options.resume === undefined ? [] : [options.resume]
  const args = (room: Room, model: ModelServer) => {
    const flags = ['--json', '--skip-git-repo-check', ...commonArgs(room, options, model)]
    return ['exec', ...resumed, ...flags, ...session, options.prompt ?? 'Do the work.']
  }
  return runAgent({ ...(await codexRun(options)), args }, 'thread_id')
}

/** Resolves when the prompt stands on the screen. */
export async function startTui(options: CodexOptions): Promise<Tui> {
  const session = options.resume === undefined ? [] : ['resume', options.resume]
  const words = options.prompt === undefined ? [] : [options.prompt]
  const args = (room: Room, model: ModelServer) => [...session, ...commonArgs(room, options, model), ...words]
  return openTui({ ...(await codexRun(options)), args }, options.isReady ?? isPromptShown)
}

async function codexRun(options: CodexOptions) {
  return {
    binary: await codexBinary(),
    options,
    prepare: (room: Room) => prepare(room, options),
    readTranscript,
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
