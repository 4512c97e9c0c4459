// The first five minutes with the installed program, in fresh homes and real windows: what the person sees at each step.
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { claudeSession } from '../fake-agents/claude-session.ts'
import { asClaude } from '../fake-agents/past-session.ts'
import type { Script, Turn } from '../fake-agents/script.ts'
import { makeRepository } from '../e2e/repository.ts'
import { maskIds, newRoom, type Output, type Room, runProgram } from '../e2e/room.ts'
import { finishes, maskTimes, stops } from '../e2e/running.ts'
import { openScreen, type Screen } from '../real-agents/tmux.ts'
import { until } from '../until.ts'

export const hasTmux: boolean = spawnSync('tmux', ['-V']).status === 0

const AGENTS = ['claude', 'codex', 'opencode', 'copilot', 'gemini', 'qwen']

/** Words on the screen, and what is then typed. */
export type Typed = readonly (readonly [after: string, keys: string])[]

export interface Window {
  readonly columns: number
  readonly rows: number
}

export interface FirstUse extends Disposable {
  readonly room: Room
  /** All that the command showed, and its exit code last. Throws where a line is wider than the window. */
  readonly show: (args: readonly string[], typed?: Typed) => Promise<string[]>
  /** What the installed hook answers when an agent stops after much work, saying these words. */
  readonly stop: (words: string) => Promise<Output>
  readonly script: (turns: readonly Turn[], rest: Turn) => void
}

/** What the person has: Claude Code and a repository with one test, unless said otherwise. */
export interface Belongings {
  readonly agents?: readonly ('claude' | 'codex')[]
  readonly hasGit?: boolean
  readonly files?: Readonly<Record<string, string>>
}

const ONE_TEST = {
  'package.json': '{ "scripts": { "test": "sh check.sh" } }\n',
  'check.sh': 'test "$(cat answer)" = 42 || { echo "the answer is wrong"; exit 3; }\n',
}

/** An hour of work is behind them. */
export function firstUse(
  command: string,
  { columns, rows }: Window,
  { agents = ['claude'], hasGit = true, files = ONE_TEST }: Belongings = {},
): FirstUse {
  const plain = newRoom()
  const state = join(plain.home, '.local', 'state', 'fullstop')
  const bin = join(plain.root, 'bin')
  const agentHome = join(plain.root, 'agent')
  const { FULLSTOP_HOME: _moved, ...others } = plain.env
  // No agent of the machine: only those that are said to be there.
  const has = (folder: string, names: readonly string[]): boolean =>
    names.some((name) => existsSync(join(folder, name)))
  const around = (plain.env['PATH'] ?? '').split(':').filter((folder) => !has(folder, AGENTS) || has(folder, ['npm']))
  const env = { ...others, PATH: [bin, dirname(command), ...around].join(':') }
  const launcher = join(state, 'bin', 'fullstop')
  const room: Room = {
    ...plain,
    state,
    env,
    // What an agent calls is what `init` entered.
    run: (args, options = {}) =>
      runProgram(launcher, args, { cwd: plain.cwd, ...options, env: { ...env, ...options.env } }),
  }
  mkdirSync(bin)
  mkdirSync(agentHome)
  for (const name of agents) {
    const program = join(import.meta.dirname, '..', 'fake-agents', `${name}-program.ts`)
    writeFileSync(
      join(bin, name),
      `#!/bin/sh\nFAKE_AGENT='${agentHome}' exec '${process.execPath}' '${program}' "$@"\n`,
    )
    chmodSync(join(bin, name), 0o755)
  }
  if (hasGit) makeRepository(room, files)
  else for (const [name, text] of Object.entries(files)) writeFileSync(join(room.cwd, name), text)
  if (agents.includes('claude')) writePast(room)
  return {
    room,
    show: async (args, typed = []) => {
      const argv = ['fullstop', ...args]
      const options = { argv, env: { ...env, NO_COLOR: '1', TERM: 'xterm' }, cwd: room.cwd, socketFolder: room.root }
      const screen = openScreen({ ...options, columns, rows })
      try {
        for (const [after, keys] of typed) await answer(screen, after, keys)
        await until(() => screen.exitCode() !== undefined)
        const shown = rowsOf(screen.readAll())
        const wide = shown.filter((row) => Bun.stringWidth(row) > columns)
        if (wide.length > 0) throw new Error(`wider than ${columns}: ${wide.join('\n')}`)
        return [
          ...shown.map((row) =>
            maskTimes(maskIds(row))
              .replaceAll(room.root, 'ROOM')
              .replace(/\S+ \(uid \d+\)/, 'you (uid N)'),
          ),
          `exit ${screen.exitCode()}`,
        ]
      } finally {
        screen.close()
      }
    },
    stop: async (words) => {
      const session = claudeSession(room)
      await session.type('Write the answer.')
      session.edit(9)
      return session.sayAndStop(words)
    },
    script: (turns, rest) =>
      writeFileSync(join(agentHome, 'script.json'), JSON.stringify({ turns, rest } satisfies Script)),
    [Symbol.dispose]: () => plain[Symbol.dispose](),
  }
}

export const early: readonly Turn[] = [stops, stops]
export { finishes }

/** Yesterday's session, as Claude Code keeps it: it said that all tests pass, and they did not. */
function writePast({ home, cwd }: Room): void {
  const id = '0b1c2d3e-4f5a-4b6c-8d7e-000000000001'
  const lie = { asked: 'Fix the parser.', calls: ['edit src/parse.ts', 'npm test!'], said: 'Fixed. All tests pass.' }
  const folder = join(home, '.claude', 'projects', '-project')
  mkdirSync(folder, { recursive: true })
  const at = new Date(Date.now() - 26 * 60 * 60 * 1000)
  writeFileSync(join(folder, `${id}.jsonl`), asClaude({ id, cwd, at, requests: [lie] }))
}

async function answer(screen: Screen, after: string, keys: string): Promise<void> {
  await screen.waitFor((text) => text.replaceAll(/\s+/g, ' ').includes(after))
  screen.type(keys)
  screen.press('Enter')
}

/** Without what is blank at the end. */
function rowsOf(screen: string): string[] {
  const rows = screen.split('\n').map((row) => row.trimEnd())
  return rows.slice(0, rows.findLastIndex((row) => row !== '') + 1)
}
