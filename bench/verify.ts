// `npm run bench:verify`: what reading a change costs a claim. The stop hook with the check `true`, 12 changed files of which
// nothing is suspicious, against the same with one changed note. Processor time of the hook and its git, interleaved.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus } from 'node:os'
import { join } from 'node:path'
import { claudeSession } from '../test/fake-agents/claude-session.ts'
import { newRoom, type Room } from '../test/e2e/room.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 30)
const GOAL = 1.5
const root = join(import.meta.dirname, '..')
/** Another build, to compare two of them. */
const binary = process.env['BENCH_BINARY'] ?? join(root, 'dist', 'fullstop')
/** Ten of product code and two of tests, as a dozen files of a real change are. */
const NAMES =
  'tree/tree start tree/known-ids git tree/repository tree/convert texts tree/collapse tree/late tree/walk tree/encode-tree.test texts-then.test'
const FILES = NAMES.split(' ').map((name) => join('src', 'adapters', 'workspace', `${name}.ts`))

must('npm', ['run', '--silent', 'build'], root)
using none = newRoom()
using dozen = newRoom()
const measured = [prepare(none, []), prepare(dozen, FILES)]
for (let round = 0; round < ROUNDS; round++) for (const { claim } of measured) await claim(round)
report()

interface Measuring {
  readonly claim: (round: number) => Promise<void>
  /** Milliseconds. */
  readonly times: number[]
}

function prepare(room: Room, files: readonly string[]): Measuring {
  cpSync(join(root, 'src'), join(room.cwd, 'src'), { recursive: true })
  mkdirSync(room.state, { recursive: true })
  writeFileSync(join(room.state, 'config.json'), JSON.stringify({ checks: [{ name: 'unit', run: 'true' }] }))
  must('git', ['init', '--quiet'], room.cwd)
  must('git', ['add', '-A'], room.cwd)
  must('git', ['-c', 'user.name=B', '-c', 'user.email=b@example.com', 'commit', '--quiet', '-m', 'all'], room.cwd)
  let last = 0
  const run: Room['run'] = async (args, { input = '', env = {} } = {}) => {
    const all = { cwd: room.cwd, env: { ...room.env, ...env }, stdin: Buffer.from(input) }
    const child = Bun.spawn([binary, ...args], { ...all, stdout: 'pipe', stderr: 'pipe' })
    const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited])
    last = Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1000
    return { code, stdout, stderr }
  }
  const session = claudeSession({ ...room, run }, { env: { FULLSTOP_MODE: 'strict' } })
  const texts = new Map(files.map((file) => [file, readFileSync(join(room.cwd, file), 'utf8')]))
  const times: number[] = []
  const claim = async (round: number): Promise<void> => {
    for (const [file, text] of texts) writeFileSync(join(room.cwd, file), text)
    await session.type(`Write down ${round}`)
    writeFileSync(join(room.cwd, 'note.txt'), `${round}\n`)
    for (const [file, text] of texts) writeFileSync(join(room.cwd, file), `${text}${addition(file, round)}`)
    session.edit()
    const { stdout } = await session.sayAndStop(`Done.\n\n${session.token}`)
    if (!stdout.includes('Fullstop: completed')) throw new Error(`the claim was not proven: ${stdout}`)
    times.push(last)
  }
  return { claim, times }
}

function addition(file: string, round: number): string {
  if (file.includes('.test.')) return `\ntest('adds ${round}', () => {\n  expect(${round} + 1).toBe(${round + 1})\n})\n`
  return `\n/** Adds ${round}. */\nexport function plus${round}(value: number): number {\n  return value + ${round}\n}\n`
}

function must(program: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`)
}

function median(list: readonly number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
}

function report(): void {
  const [without = 0, withDozen = 0] = measured.map(({ times }) => median(times))
  const ratio = withDozen / without
  const lines = [
    `processor time of the hook, median of ${ROUNDS} interleaved runs, ${arch()}, ${cpus().length} cores`,
    '',
    `${without.toFixed(1).padStart(8)} ms  a claim with one changed note`,
    `${withDozen.toFixed(1).padStart(8)} ms  the same with 12 changed source files`,
    `${ratio.toFixed(2).padStart(8)}     12 files / a note (goal: at most ${GOAL}${ratio > GOAL ? ', MISSED' : ''})`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  const folder = join(root, 'bench', 'results')
  mkdirSync(folder, { recursive: true })
  const result = { rounds: ROUNDS, arch: arch(), note: without, dozen: withDozen, ratio, goal: GOAL }
  writeFileSync(join(folder, 'verify.json'), `${JSON.stringify(result, null, 2)}\n`)
  if (ratio > GOAL) process.exitCode = 1
}
