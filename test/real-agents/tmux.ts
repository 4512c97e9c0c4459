// One program on a screen of its own: a tmux server with one window, typed into and read by tests.

import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TEST_MS } from '../limits.ts'
import { until } from '../until.ts'

export interface Screen {
  /** Types text as it is, without Enter. */
  readonly type: (text: string) => void
  /** Presses a key by tmux's name for it: Enter, Escape, C-c, Up, BSpace … */
  readonly press: (key: string) => void
  readonly read: () => string
  /** The screen and everything that scrolled off it. A line that the terminal wrapped is one line again: it was too wide. */
  readonly readAll: () => string
  /** The screen that satisfied the predicate. Rejects with the last screen when it does not come in time. */
  readonly waitFor: (predicate: (screen: string) => boolean) => Promise<string>
  /** The exit code of the program, or undefined while it runs. */
  readonly exitCode: () => number | undefined
  /** Ends the program and the tmux server. Never throws. */
  readonly close: () => void
}

export interface ScreenOptions {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  /** Where tmux keeps its socket. */
  readonly socketFolder: string
  readonly columns?: number | undefined
  readonly rows?: number
}

/**
 * Runs a program, writes its exit code into the file `$0`, and stays. A pane whose program has ended is of no use: tmux
 * may miss the last output and the exit code, and scrolls the first row away.
 */
const STAY = `trap : INT QUIT; "$@"; echo $? > "$0"; cd /; exec env -i PATH="$PATH" sleep ${TEST_MS / 1000}`

export function openScreen(options: ScreenOptions): Screen {
  const name = `fullstop-${randomUUID().slice(0, 8)}`
  const server = ['-L', name, '-f', '/dev/null']
  const env = { ...options.env, TMUX_TMPDIR: options.socketFolder }
  const tmux = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('tmux', [...server, ...args], {
      env,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`tmux ${args[0]} failed: ${stderr}`)
    return stdout
  }
  const attempt = (...args: string[]): string | undefined => {
    try {
      return tmux(...args)
    } catch {
      return undefined // The server is gone, which the caller takes for an answer.
    }
  }

  const assignments = Object.entries(options.env).map(([name, value]) => `${name}=${value}`)
  const size = ['-x', String(options.columns ?? 140), '-y', String(options.rows ?? 50)]
  const code = join(options.socketFolder, `${name}.code`)
  const program = ['sh', '-c', STAY, code, 'env', '-i', ...assignments, ...options.argv]
  tmux('new-session', '-d', '-s', 'main', ...size, '-c', options.cwd, '--', ...program)
  // The server ends itself when the test that opened it is gone.
  tmux('run-shell', '-b', '-d', String(TEST_MS / 1000), '-C', 'kill-server')

  const close = () => {
    process.off('exit', close)
    attempt('kill-server')
  }
  process.once('exit', close)
  const capture = (...lines: string[]): string => attempt('capture-pane', '-p', ...lines, '-t', 'main') ?? ''
  const read = (): string => capture()
  return {
    type: (text) => void tmux('send-keys', '-t', 'main', '-l', '--', text),
    press: (key) => void tmux('send-keys', '-t', 'main', key),
    read,
    readAll: () => capture('-J', '-S', '-'),
    waitFor: async (predicate) => {
      let screen = ''
      await until(
        () => {
          screen = read()
          return predicate(screen)
        },
        () => `the screen is:\n${screen.trim()}`,
      )
      return screen
    },
    exitCode: () => {
      const text = existsSync(code) ? readFileSync(code, 'utf8') : ''
      return text === '' ? undefined : Number(text)
    },
    close,
  }
}
