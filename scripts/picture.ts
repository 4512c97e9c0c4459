// `npm run picture`: records `npm run try` in a real terminal and writes the moving picture of the README, dark and light.
// `npm test` compares its last screen with what the program shows today.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DARK, type Frame, LIGHT, standalone, toSvg } from './svg-screen.ts'

const root = join(import.meta.dirname, '..')
export const PICTURES = { dark: 'docs/pictures/run-dark.svg', light: 'docs/pictures/run-light.svg' } as const
export const COLUMNS = 96
/** All that it prints, so that nothing scrolls away. */
const ROWS = 31
const LOOK_MS = 200
/** Clocks and spinners move all the time: a frame that differs in nothing else is not worth its size. */
const SAME_MS = 1200
const LONGEST_MS = 120_000
const ENDED = 'recorded to the end'

if (import.meta.main) {
  const frames = await record()
  mkdirSync(join(root, 'docs/pictures'), { recursive: true })
  writeFileSync(join(root, PICTURES.dark), toSvg(frames, { columns: COLUMNS, theme: DARK }))
  writeFileSync(join(root, PICTURES.light), toSvg(frames, { columns: COLUMNS, theme: LIGHT }))
  process.stdout.write(`${frames.length} frames, ${PICTURES.dark}, ${PICTURES.light}\n`)
}

/** The screens of one run, from its command line to its end. */
export async function record(): Promise<Frame[]> {
  const server = ['-u', '-L', `fullstop-picture-${process.pid}`, '-f', '/dev/null']
  const tmux = (...words: string[]): string => {
    const { status, stdout, stderr } = spawnSync('tmux', [...server, ...words], { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(`tmux ${words[0]}: ${stderr}`)
    return stdout
  }
  // Not as tmux was built: the colours of the program, whoever records it.
  const line = `export TERM=screen-256color; printf '$ npm run try\\n'; '${process.execPath}' examples/try.ts; printf '${ENDED}'; exec cat`
  tmux('new-session', '-d', '-s', 'main', '-x', `${COLUMNS}`, '-y', `${ROWS}`, 'sh', '-c', line)
  try {
    const frames: Frame[] = []
    for (let atMs = 0; atMs < LONGEST_MS; atMs += LOOK_MS) {
      const screen = standalone(tmux('capture-pane', '-e', '-p', '-t', 'main').replace(/\n+$/, '').split('\n'))
      const isOver = screen.some((each) => each.includes(ENDED))
      keep(frames, { atMs, lines: screen.filter((each) => !each.includes(ENDED)) }, isOver)
      if (isOver) {
        removeStore(screen)
        return frames
      }
      await Bun.sleep(LOOK_MS)
    }
    throw new Error('the run did not end')
  } finally {
    tmux('kill-server')
  }
}

/** What the run keeps for people to look at; nobody looks at this one. */
function removeStore(screen: readonly string[]): void {
  const folder = /\/\S*\/fullstop-try-\w+/.exec(screen.join('\n'))?.[0]
  if (folder?.startsWith(join(tmpdir(), 'fullstop-try-'))) rmSync(folder, { recursive: true, force: true })
}

function keep(frames: Frame[], next: Frame, isOver: boolean): void {
  const last = frames.at(-1)
  if (next.lines.join('').trim() === '') return
  const isSame = last !== undefined && steady(last) === steady(next)
  if (isSame && (!isOver || last.lines.join('\n') === next.lines.join('\n')) && next.atMs - last.atMs < SAME_MS) return
  frames.push(next)
}

/** Without spinner, numbers and ids. */
function steady({ lines }: Frame): string {
  return lines.join('\n').replaceAll(/[\u2800-\u28ff]|\d+(?:\.\d+)?/g, '')
}

/** Equal for two recordings of the same program: times, ids, counts and temporary folders made equal. */
export function normal(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replaceAll(/task_[0-9a-z]{8}/g, 'task_ID')
    .replaceAll(/(?:\/[\w.-]+)*\/fullstop-try[\w.-]*/g, '/TRY')
    .replaceAll(/\$?\d+(?:\.\d+)?\s?(?:ms|s|m|h|k|tokens)?\b/g, 'N')
    .replaceAll(/(?:N )+/g, 'N ')
}
