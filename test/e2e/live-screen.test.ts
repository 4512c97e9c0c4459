// The live screen on a real terminal: whatever its size becomes, there is one block, and what was printed stays above it.
import { expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TEST_MS } from '../limits.ts'
import { until } from '../until.ts'
import type { RunView } from '../../src/contract/view/run-view.ts'
import { renderLive } from '../../src/frontends/cli/screen/run/live.ts'
import { frameOf, viewWith } from '../../src/frontends/cli/screen/run/view.fixture.ts'

const script = join(import.meta.dirname, 'fixtures', 'live-screen.ts')
const hasTmux = spawnSync('tmux', ['-V']).status === 0

interface Pane extends Disposable {
  readonly press: (keys: string) => void
  readonly resize: (columns: number, rows: number) => void
  /** Once it is what it should be, or when time is up: all that was ever written, wrapped lines joined. */
  readonly history: (expected: readonly string[]) => Promise<string[]>
  /** The same of what is in sight, row by row. */
  readonly sight: (expected: readonly string[]) => Promise<string[]>
  readonly hasCursor: () => boolean
}

function openPane(view: Partial<RunView>, columns: number, rows: number): Pane {
  const folder = mkdtempSync(join(tmpdir(), 'fullstop-screen-'))
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, TMUX_TMPDIR: folder, LANG: 'C.UTF-8' }
  const server = ['-u', '-L', `fullstop-${randomUUID().slice(0, 8)}`, '-f', '/dev/null']
  const tmux = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('tmux', [...server, ...args], { env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`tmux ${args[0]} failed: ${stderr}`)
    return stdout
  }
  const program = [process.execPath, script, JSON.stringify(view)]
  tmux('new-session', '-d', '-s', 'main', '-x', `${columns}`, '-y', `${rows}`, '-c', folder, '--', ...program)
  tmux('run-shell', '-b', '-d', `${TEST_MS / 1000}`, '-C', 'kill-server')
  const readOnce = async (read: () => string[], expected: readonly string[]): Promise<string[]> => {
    // What it is instead is for the test to compare and show.
    await until(() => JSON.stringify(read()) === JSON.stringify(expected)).catch(() => undefined)
    return read()
  }
  const capture = (...options: string[]) => toLines(tmux('capture-pane', '-p', ...options, '-t', 'main'))
  return {
    press: (keys) => void tmux('send-keys', '-t', 'main', '-l', '--', keys),
    resize: (columns, rows) => void tmux('resize-window', '-t', 'main', '-x', `${columns}`, '-y', `${rows}`),
    history: (expected) => readOnce(() => capture('-J', '-S', '-'), expected),
    sight: (expected) => readOnce(() => capture(), expected),
    hasCursor: () => tmux('display-message', '-p', '-t', 'main', '#{cursor_flag}').trim() === '1',
    [Symbol.dispose]: () => {
      tmux('kill-server')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Without what is blank at the end. */
function toLines(screen: string): string[] {
  const lines = screen.split('\n').map((line) => line.trimEnd())
  return lines.slice(0, lines.findLastIndex((line) => line !== '') + 1)
}

function printed(count: number): string[] {
  return Array.from({ length: count }, (_, index) => [
    `line ${index + 1}`,
    `line ${index + 1} is long: ${'0123456789'.repeat(8)}.`,
  ]).flat()
}

const views: ReadonlyArray<readonly [name: string, view: Partial<RunView>]> = [
  ['a run in mid-work', {}],
  [
    'wide letters and marks',
    {
      request: '世界'.repeat(40),
      said: `x${'한국어'.repeat(30)}`,
      doing: 'e\u0301'.repeat(200),
      todos: ['漢字かな交じり文'.repeat(9), 'שלום עולם '.repeat(12)].map((text) => ({
        id: text,
        text,
        status: 'open',
      })),
    },
  ],
  ['words that would steer the terminal', { said: '\u001b[2J\u001b[H\u001b]0;x\u0007', doing: 'a\r\n\n\nb\u001b[9A' }],
]

for (const [name, view] of views) {
  test.skipIf(!hasTmux)(`[run-screen] ${name}: one block at any size, and all that was printed above it`, async () => {
    using pane = openPane(view, 100, 40)
    let before: readonly [number, number] = [100, 40]
    let keys = 0
    let lines = 0
    const expectBlock = async (columns: number, rows: number): Promise<void> => {
      const block = renderLive(viewWith(view), frameOf(columns, rows, { spin: keys }))
      const expected = [...printed(lines), ...block]
      expect(await pane.history(expected)).toEqual(expected)
    }
    const press = (text: string): void => {
      pane.press(text)
      keys += text.length
      lines += text.replaceAll(/[^p]/g, '').length
    }
    await expectBlock(100, 40)
    for (const [columns, rows] of [
      [70, 40],
      [69, 40],
      [45, 38],
      [120, 36],
      [200, 36],
      [90, 45],
      [50, 45],
      [60, 50],
    ] as const) {
      // What tmux wraps at a resize pushes rows out at the top, where nobody can take them back: none of the block's.
      press('pppppppp')
      await expectBlock(...before)
      pane.resize(columns, rows)
      await expectBlock(columns, rows)
      press('..')
      await expectBlock(columns, rows)
      before = [columns, rows]
    }
  })
}

test.skipIf(!hasTmux)('[run-screen] a terminal that became tiny shows the block and nothing else', async () => {
  using pane = openPane({}, 100, 30)
  for (const [columns, rows] of [
    [30, 10],
    [20, 7],
    [10, 3],
  ] as const) {
    pane.resize(columns, rows)
    const block = renderLive(viewWith(), frameOf(columns, rows, { spin: 0 }))
    expect(await pane.sight(block)).toEqual(block)
  }
})

test.skipIf(!hasTmux)('[run-screen] when it is taken away, what was printed is all that is left', async () => {
  using pane = openPane({}, 100, 40)
  const block = (spin: number): string[] => renderLive(viewWith(), frameOf(100, 40, { spin }))
  pane.press('pp')
  expect(await pane.history([...printed(2), ...block(2)])).toEqual([...printed(2), ...block(2)])
  expect(pane.hasCursor()).toBe(false)
  pane.press('c')
  expect(await pane.history([...printed(2), 'bye'])).toEqual([...printed(2), 'bye'])
  expect(pane.hasCursor()).toBe(true)
  pane.press('p')
  const after = [...printed(2), 'bye', ...printed(3).slice(4), ...block(4)]
  expect(await pane.history(after)).toEqual(after)
})
