// The review on a real terminal: whole screens, at any size, with hostile content; and the terminal as it was afterwards.
import { describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReviewMaterial } from '../../src/contract/view/review.ts'
import { checkWith, fileWith, materialWith } from '../../src/domain/view/review/review.fixture.ts'
import { opened, press, screenOf } from '../../src/frontends/cli/review/pressing.fixture.ts'
import { step } from '../../src/frontends/cli/review/step.ts'
import { TEST_MS } from '../limits.ts'
import { until } from '../until.ts'
import { isVariant, quarterOf } from '../rounds.ts'

const script = join(import.meta.dirname, 'fixtures', 'review-screen.ts')
const hasTmux = spawnSync('tmux', ['-V']).status === 0

interface Pane extends Disposable {
  readonly folder: string
  /** As a terminal sends them. */
  readonly press: (keys: string) => void
  readonly resize: (columns: number, rows: number) => void
  /** Once it is what it should be, or when time is up. */
  readonly sight: (expected: readonly string[]) => Promise<string[]>
  readonly shows: (text: string) => Promise<string[]>
  readonly read: (format: string) => string
  readonly pid: () => number
  /** What the actions were asked for. */
  readonly journal: () => unknown[]
}

interface PaneOptions {
  readonly material?: Partial<ReviewMaterial>
  readonly size?: readonly [columns: number, rows: number]
  readonly env?: Readonly<Record<string, string>>
}

/** A shell that opens the review, then says how the terminal was left. */
function openPane({ material = {}, size: [columns, rows] = [80, 24], env = {} }: PaneOptions = {}): Pane {
  const folder = mkdtempSync(join(tmpdir(), 'fullstop-review-'))
  const [source, journal, program] = [join(folder, 'review.json'), join(folder, 'journal'), join(folder, 'program')]
  writeFileSync(source, JSON.stringify(materialWith(material)))
  writeFileSync(journal, '')
  writeFileSync(
    program,
    `stty -a > ${folder}/before
"$@"
echo "left with $?"
stty -a > ${folder}/after
sleep ${TEST_MS / 1000}
`,
  )
  const all = { PATH: process.env['PATH'] ?? '', HOME: folder, TMUX_TMPDIR: folder, LANG: 'C.UTF-8', ...env }
  const server = ['-u', '-L', `fullstop-${randomUUID().slice(0, 8)}`, '-f', '/dev/null']
  const tmux = (...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync('tmux', [...server, ...args], { env: all, encoding: 'utf8' })
    if (status !== 0) throw new Error(`tmux ${args[0]} failed: ${stderr}`)
    return stdout
  }
  const shell = ['sh', program, process.execPath, script, source, journal]
  tmux('new-session', '-d', '-s', 'main', '-x', `${columns}`, '-y', `${rows}`, '-c', folder, '--', ...shell)
  tmux('run-shell', '-b', '-d', `${TEST_MS / 1000}`, '-C', 'kill-server')
  const capture = (): string[] =>
    tmux('capture-pane', '-p', '-t', 'main')
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => line.trimEnd())
  return {
    folder,
    press: (keys) => void tmux('send-keys', '-t', 'main', '-l', '--', keys),
    resize: (columns, rows) => void tmux('resize-window', '-t', 'main', '-x', `${columns}`, '-y', `${rows}`),
    sight: async (expected) => {
      // What it is instead is for the test to compare and show.
      await until(() => JSON.stringify(capture()) === JSON.stringify(expected)).catch(() => undefined)
      return capture()
    },
    shows: async (text) => {
      await until(
        () => capture().some((line) => line.includes(text)),
        () => `the screen is:\n${capture().join('\n')}`,
      )
      return capture()
    },
    read: (format) => tmux('display-message', '-p', '-t', 'main', format).trim(),
    pid: () => Number(readFileSync(`${journal}.pid`, 'utf8')),
    journal: () =>
      readFileSync(journal, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as unknown),
    [Symbol.dispose]: () => {
      tmux('kill-server')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The terminal is as it was: its modes, the main screen, the cursor, wrapping. */
async function expectRestored(pane: Pane, code: number): Promise<void> {
  await pane.shows(`left with ${code}`)
  await until(() => readFileSync(join(pane.folder, 'after'), 'utf8').trim() !== '')
  expect(readFileSync(join(pane.folder, 'after'), 'utf8')).toBe(readFileSync(join(pane.folder, 'before'), 'utf8'))
  expect(pane.read('#{alternate_on} #{cursor_flag} #{wrap_flag}')).toBe('0 1 1')
}

describe.skipIf(!hasTmux)('what is seen is what is drawn', () => {
  const sizes = [
    [80, 24],
    [120, 40],
  ] as const
  for (const [columns, rows] of quarterOf(sizes, 0)) {
    test(`[review-screen] a story at ${columns}x${rows}`, async () => {
      using pane = openPane({ size: [columns, rows] })
      let state = opened({}, { columns, rows })
      for (const keys of [
        '',
        'jj',
        ' ',
        'n',
        'nn',
        ']]',
        '\r',
        'NN',
        '?',
        'q',
        'G',
        'ggn',
        'c',
        'Why ',
        'skip?',
        '\u001b',
        'a',
        'n',
        'llll',
        'h',
      ]) {
        if (keys !== '') pane.press(keys)
        state = press(state, keys).state
        const expected = screenOf(state)
        expect(await pane.sight(expected)).toEqual(expected)
      }
    })
  }

  test('[review-screen] at whatever size the terminal becomes', async () => {
    using pane = openPane()
    await pane.shows('Why it waits')
    pane.press('nn')
    let { state } = press(opened(), 'nn')
    for (const [columns, rows] of [
      [80, 24],
      [120, 40],
      [60, 15],
      [30, 8],
      [12, 4],
      [200, 50],
      [80, 24],
    ] as const) {
      pane.resize(columns, rows)
      state = step(state, { kind: 'resized', size: { columns, rows } }).state
      const expected = screenOf(state)
      expect(await pane.sight(expected)).toEqual(expected)
    }
  })

  test('[review-screen] nothing of a repository steers the terminal', async () => {
    const evil = '\u001b[2J\u001b[H\u001b]0;owned\u0007\u001b[?1049l\u009b31m\r\n\u202e'
    const long = `const x = "${'世界 '.repeat(40_000)}"\n`
    const material: Partial<ReviewMaterial> = {
      title: evil,
      why: [{ code: 'review-needed', text: evil }],
      checks: [checkWith({ name: evil, why: evil, tail: `${evil}\n`.repeat(3), result: 'failed' })],
      comments: [],
      suspicions: [],
      diff: {
        kind: 'known',
        from: 'start',
        left: 0,
        files: [
          fileWith({ path: `a${evil}.ts`, before: `${evil}\n`, after: `${evil}${evil}\n\tx\n` }),
          fileWith({ path: 'long.ts', before: long, after: long.replace('x', 'y') }),
        ],
      },
    }
    using pane = openPane({ material })
    let state = opened(material)
    for (const keys of ['', ' ', ']', 'n', ']', 'n', 'llllllll']) {
      if (keys !== '') pane.press(keys)
      state = press(state, keys).state
      const expected = screenOf(state)
      expect(await pane.sight(expected)).toEqual(expected)
    }
    expect(pane.read('#{alternate_on} #{pane_title}')).not.toContain('owned')
  })

  test('[review-screen] without UTF-8, ASCII alone', async () => {
    using pane = openPane({ env: { LANG: 'C' } })
    const expected = screenOf(opened(), { isPlain: true })
    expect(await pane.sight(expected)).toEqual(expected)
    expect(expected.join('')).toMatch(/^[ -~]*$/)
  })
})

describe.skipIf(!hasTmux)('what is done', () => {
  test('[review-screen] a comment is kept, changed and deleted', async () => {
    using pane = openPane()
    await pane.shows('Why it waits')
    pane.press('nnjcShorter.\r')
    await pane.shows('draft Shorter.')
    pane.press('jc Much.\r')
    await pane.shows('draft Shorter. Much.')
    pane.press('d')
    await pane.shows('the draft is deleted')
    const place = { path: 'src/upload.ts', line: 3, side: 'new' }
    expect(pane.journal()).toEqual([
      ['comment', { ...place, lineText: '/** Sends a file, up to three times. */' }, 'Shorter.'],
      [
        'comment',
        { ...place, lineText: '/** Sends a file, up to three times. */', draft: 'cmt_new_2' },
        'Shorter. Much.',
      ],
      ['remove', 'cmt_new_2'],
    ])
  })

  test.skipIf(isVariant)('[review-screen] an editor is given what was typed', async () => {
    const editor = `sh -c 'sed -i s/mroe/more/ "$0" && printf "and docs\\n" >> "$0"'`
    using pane = openPane({ env: { EDITOR: editor } })
    await pane.shows('Why it waits')
    pane.press('rmroe tests\u0007')
    await pane.shows('more tests⏎⏎and docs')
    pane.press('\r')
    await expectRestored(pane, 0)
    expect(pane.journal()).toEqual([['answer', { kind: 'request-changes', words: 'more tests\n\nand docs' }]])
  })

  test.skipIf(isVariant)('[review-screen] an answer that is refused is told, and the review stays', async () => {
    using pane = openPane()
    await pane.shows('Why it waits')
    pane.press('rlate\r')
    await pane.shows('! bo approved it 2 minutes ago')
    pane.press('q')
    await expectRestored(pane, 0)
  })
})

describe.skipIf(!hasTmux)('the terminal is as it was', () => {
  const leavings = [
    ['quit', 'q'],
    ['Ctrl-C', '\u0003'],
    ['Ctrl-C while typing', 'rabc\u0003'],
    ['an approval', 'ay'],
  ] as const
  for (const [name, keys] of quarterOf(leavings, 2)) {
    test(`[review-screen] after ${name}`, async () => {
      using pane = openPane()
      await pane.shows('Why it waits')
      expect(pane.read('#{alternate_on} #{cursor_flag}')).toBe('1 0')
      pane.press(keys)
      await expectRestored(pane, 0)
    })
  }

  for (const signal of quarterOf(['SIGTERM', 'SIGHUP', 'SIGINT'] as const, 1)) {
    test(`[review-screen] after ${signal}`, async () => {
      using pane = openPane()
      await pane.shows('Why it waits')
      process.kill(pane.pid(), signal)
      await expectRestored(pane, 0)
    })
  }
})
