// Runs the real Claude Code, headless or on a screen, against a scripted model, with a hook under test.
// Each run has its own room; nothing reads the developer's settings or the network.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type HeadlessRun, type JsonLine, openTui, parseLines, runAgent, type Tui } from './agent-run.ts'
import { commonArgs, prepare, type ClaudeOptions } from './claude-settings.ts'
import { claudePackage, installAgent } from './install.ts'
import type { ModelServer } from '../model-server/server.ts'
import type { Room } from './room.ts'

export async function runHeadless(options: ClaudeOptions): Promise<HeadlessRun> {
  const stream = ['--output-format', 'stream-json', '--verbose']
  const args = () => ['-p', options.prompt ?? 'Do the work.', ...stream, ...commonArgs(options)]
  return runAgent({ ...(await claudeRun(options)), args }, 'session_id')
}

/** Resolves when the prompt stands on the screen. */
export async function startTui(options: ClaudeOptions): Promise<Tui> {
  const args = () => [...commonArgs(options), ...(options.prompt === undefined ? [] : [options.prompt])]
  return openTui({ ...(await claudeRun(options)), args }, isPromptShown)
}

async function claudeRun(options: ClaudeOptions) {
  return {
    binary: await claudeBinary(),
    options,
    prepare: (room: Room, model: ModelServer) => prepare(room, options, model),
    readTranscript,
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
