// A whole run on a real terminal of two sizes: what is said before it, its story, and the card at its end.
import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { openScreen, type Screen } from '../real-agents/tmux.ts'
import type { Turn } from '../fake-agents/script.ts'
import { isVariant, pairsOf } from '../rounds.ts'
import { until } from '../until.ts'
import { binary } from './binary.ts'
import { writeConfig } from './repository.ts'
import { maskIds, newRoom } from './room.ts'
import { ANSWER, finishes, maskTimes, type Running, running, saysDone, stops, writes } from './running.ts'

const hasTmux = spawnSync('tmux', ['-V']).status === 0
const SIZES = [
  [80, 24],
  [120, 40],
] as const
const PROMPT = 'Write the answer. It is 42.'

interface Scene {
  readonly name: string
  readonly turns: readonly Turn[]
  readonly checks?: readonly (typeof ANSWER)[]
  readonly args?: readonly string[]
  readonly prepare?: (at: Running) => void
  /** What the person does while it runs. */
  readonly act?: (at: Running, screen: Screen) => Promise<void>
  readonly exit: number
  /** Its parts are told by the others. */
  readonly isAgain?: true
}

const wrong: Turn = [writes('41\n'), saysDone]
const isDenied: Turn = [...stops, { do: 'stop', denied: [{ tool: 'Bash', command: 'npm install left-pad' }] }]

const scenes: readonly Scene[] = [
  {
    name: 'completed, after a refused stop and a failing check',
    turns: [[{ do: 'say', text: 'Good progress, I will stop here.' }], wrong, finishes],
    exit: 0,
  },
  { name: 'unverified without checks', turns: [finishes], checks: [], exit: 3, isAgain: true },
  {
    name: 'checks were found: written down, trusted, and proven',
    turns: [finishes],
    checks: [],
    prepare: (at) => {
      at.repository.write('package.json', '{"scripts":{"test":"sh check.sh"}}')
      at.repository.commit()
    },
    act: async (_, screen) => {
      await answer(screen, '[y/n/e/a/q]', 'y')
      await answer(screen, '[y/N]', 'y')
    },
    exit: 0,
  },
  {
    name: 'an untrusted check',
    turns: [finishes],
    checks: [],
    prepare: (at) => {
      writeConfig(at.room, { checks: [ANSWER, { name: 'lint', run: 'true' }] })
      at.repository.commit()
    },
    act: (_, screen) => answer(screen, '[y/N]', 'n'),
    exit: 3,
  },
  {
    name: 'refused stops to the cap',
    turns: Array.from({ length: 3 }, () => stops),
    args: ['--max-continuations', '2'],
    exit: 7,
    isAgain: true,
  },
  {
    name: 'a failing check that stays red',
    turns: [wrong, wrong],
    args: ['--max-continuations', '1'],
    exit: 7,
  },
  { name: 'a denied tool', turns: [isDenied, isDenied], exit: 12 },
  {
    name: 'keys that are pressed while it works leave no line behind',
    turns: [[{ do: 'shell', line: 'until rm go 2>/dev/null; do sleep 0.2; done' }, writes(), saysDone]],
    act: async (at, screen) => {
      let before = await screen.waitFor((text) => text.includes('Ctrl-C: end after this turn'))
      for (const keys of ['', 'abc', '']) {
        screen.type(keys)
        screen.press('Enter')
        // Drawn anew twice: the second time over what the first one left.
        for (let drawn = 0; drawn < 2; drawn += 1) before = await screen.waitFor((text) => text !== before)
      }
      writeFileSync(at.file('go'), '')
    },
    exit: 0,
  },
  {
    name: 'cancelled from another terminal',
    turns: [[{ do: 'say', text: 'I begin.' }, { do: 'hang' }]],
    act: async (at, screen) => {
      await screen.waitFor((text) => /working/.test(text) && /task_/.test(text) && /tokens\s+10\b/.test(text))
      const [task] = await at.room.tasks()
      await at.room.runAtTerminal(['cancel', task?.id ?? ''])
    },
    exit: 130,
  },
]

async function answer(screen: Screen, question: string, key: string): Promise<void> {
  await screen.waitFor((text) => text.includes(question))
  screen.type(key)
  screen.press('Enter')
}

/** Rows as they stand on the screen, without what is blank at the end. */
function rowsOf(screen: string): string[] {
  return screen
    .trimEnd()
    .split('\n')
    .map((row) => row.trimEnd())
}

test.skipIf(!hasTmux)('[run-story] a line that the terminal wraps is seen as too wide', async () => {
  using room = newRoom()
  const argv = ['sh', '-c', 'printf "%081d\\n" 1']
  const screen = openScreen({ argv, env: room.env, cwd: room.cwd, socketFolder: room.root, columns: 80, rows: 24 })
  try {
    await until(() => screen.exitCode() !== undefined)
    expect(rowsOf(screen.readAll()).map((row) => row.length)).toEqual([81])
  } finally {
    screen.close()
  }
})

for (const [scene, [columns, rows]] of pairsOf(scenes, SIZES)) {
  const { name, turns, checks = [ANSWER], args = [], prepare, act, exit, isAgain = false } = scene
  test.skipIf(!hasTmux || (isVariant && isAgain))(`[run-story run-plan] ${name}, at ${columns}x${rows}`, async () => {
    using at = await running(checks)
    prepare?.(at)
    at.script(turns, [{ do: 'hang' }])
    const screen = openScreen({
      argv: [binary, 'run', '--agent', 'claude', ...args, PROMPT],
      env: { ...at.room.env, ...at.env, TERM: 'screen-256color' },
      cwd: at.room.cwd,
      socketFolder: at.room.root,
      columns,
      rows,
    })
    try {
      await act?.(at, screen)
      await until(() => screen.exitCode() !== undefined)
      // How tall the block below the story was meanwhile decides how much of it is still in sight.
      const shown = rowsOf(screen.readAll())
      expect(screen.exitCode()).toBe(exit)
      expect(shown.filter((row) => Bun.stringWidth(row) > columns)).toEqual([])
      const told = shown.map((row) =>
        maskTimes(maskIds(row))
          .replaceAll(at.room.root, 'ROOM')
          .replace(/\S+ \(uid \d+\)/, 'you (uid 0)'),
      )
      expect(told).toMatchSnapshot()
      // U15: no codes, no rule numbers, and nothing that did not happen.
      expect(told.join('\n')).not.toMatch(/mcp__|rate_limit|by rule|could not be started|starting/)
    } finally {
      screen.close()
    }
  })
}
