// What a person sees in a window of a given size: a command of ours in a real terminal, its whole screen as lines.
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { TEST_MS } from '../limits.ts'
import { until } from '../until.ts'
import { binary } from './binary.ts'
import { type Env, maskIds, type Room } from './room.ts'

export const hasTmux: boolean = spawnSync('tmux', ['-V']).status === 0

export interface PaneOptions {
  readonly columns: number
  readonly rows?: number
  readonly env?: Env
  readonly cwd?: string
}

const ENDED = '[exit '

/** The screen once the command has ended. Ids are made equal. Rejects if a line is wider than the window. */
export async function screenOf(room: Room, args: readonly string[], options: PaneOptions): Promise<string[]> {
  const { columns, rows = 40, env = {}, cwd = room.cwd } = options
  const server = ['-u', '-L', `fullstop-${randomUUID().slice(0, 8)}`, '-f', '/dev/null']
  const tmux = (...words: string[]): string => {
    const { status, stdout, stderr } = spawnSync('tmux', [...server, ...words], {
      env: { ...room.env, TMUX_TMPDIR: room.root, NO_COLOR: '1', ...env },
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`tmux ${words[0]} failed: ${stderr}`)
    return stdout
  }
  const line = `"$0" "$@"; printf '${ENDED}%s]' $?; exec cat`
  const program = ['sh', '-c', line, binary, ...args]
  tmux('new-session', '-d', '-s', 'main', '-x', `${columns}`, '-y', `${rows}`, '-c', cwd, '--', ...program)
  tmux('run-shell', '-b', '-d', `${TEST_MS / 1000}`, '-C', 'kill-server')
  try {
    // Lines that the window broke are joined again, so that one that is too wide shows.
    const capture = (): string => tmux('capture-pane', '-p', '-J', '-S', '-', '-t', 'main')
    await until(() => capture().includes(ENDED))
    const lines = capture()
      .split('\n')
      .map((each) => each.trimEnd())
    return lines
      .slice(
        0,
        lines.findIndex((each) => each.startsWith(ENDED)),
      )
      .map((each) => maskIds(each))
  } finally {
    tmux('kill-server')
  }
}
