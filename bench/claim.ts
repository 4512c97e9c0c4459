// `npm run bench:claim`: a whole claim, from the stop hook to its answer with the check `true` run in between, against
// `git status --porcelain`, interleaved in one run. 50,000 tracked files and 10,000 untracked ones.
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, ftruncateSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { arch, cpus } from 'node:os'
import { join } from 'node:path'
import { type ClaudeSession, claudeSession } from '../test/fake-agents/claude-session.ts'
import { newRoom, type Room } from '../test/e2e/room.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 15)
const FOLDERS = 500
const TRACKED = 100
const UNTRACKED = 20
const GOAL = 4
const LARGE_BYTES = 1024 ** 3
const MOST_KEEPING_MS = 10_000
const root = join(import.meta.dirname, '..')

interface Measured {
  readonly name: string
  readonly atMost: number | undefined
  /** Medians in milliseconds. */
  readonly claim: number
  readonly status: number
  readonly ratio: number
}

must('npm', ['run', '--silent', 'build'], root)
using room = newRoom()
prepare(room)
const cases: Measured[] = [
  await measure('the first claim, one check', { checks: 1, rounds: 1, atMost: undefined }),
  await measure('later claims, one check', { checks: 1, rounds: ROUNDS, atMost: GOAL }),
  await measure('later claims, three checks', { checks: 3, rounds: ROUNDS, atMost: undefined }),
  await withLargeFile(() =>
    measure('later claims, one check, a file of 1 GiB untracked', { checks: 1, rounds: 5, atMost: undefined }),
  ),
]
report(cases)

function prepare({ cwd, state }: Room): void {
  for (let folder = 0; folder < FOLDERS; folder++) {
    mkdirSync(join(cwd, `folder-${folder}`, 'new'), { recursive: true })
    for (let file = 0; file < TRACKED; file++) writeFileSync(pathOf(folder, file), `${folder} ${file}\n`.repeat(40))
  }
  git('init', '--quiet')
  git('add', '-A')
  git('-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', 'commit', '--quiet', '-m', 'all')
  for (let folder = 0; folder < FOLDERS; folder++)
    for (let file = 0; file < UNTRACKED; file++)
      writeFileSync(join(cwd, `folder-${folder}`, 'new', `${file}.txt`), `new ${folder} ${file}\n`.repeat(40))
  // Files as young as the index are compared by content at every reading; that is not what is measured.
  spawnSync('sleep', ['2.5'])
  git('update-index', '--really-refresh', '--force-write-index')
  mkdirSync(state, { recursive: true })
}

function pathOf(folder: number, file: number): string {
  return join(room.cwd, `folder-${folder}`, `file-${file}.txt`)
}

function git(...args: readonly string[]): void {
  must('git', args, room.cwd)
}

function must(program: string, args: readonly string[], cwd: string): void {
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: '0' }
  const { status, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`)
}

interface Asked {
  readonly checks: number
  readonly rounds: number
  readonly atMost: number | undefined
}

/** One of each in turn, so that a busy moment of the machine falls on both alike. */
async function measure(name: string, { checks, rounds, atMost }: Asked): Promise<Measured> {
  const commands = Array.from({ length: checks }, (_, index) => ({ name: `check-${index}`, run: 'true' }))
  writeFileSync(join(room.state, 'config.json'), JSON.stringify({ checks: commands }))
  const session = claudeSession(room, { env: { FULLSTOP_MODE: 'strict' } })
  const claims: number[] = []
  const statuses: number[] = []
  for (let round = 0; round < rounds; round++) {
    statuses.push(time(() => git('status', '--porcelain')))
    claims.push(await claim(session, `${name}, round ${round}`))
  }
  const [ours, baseline] = [median(claims), median(statuses)]
  return { name, atMost, claim: ours, status: baseline, ratio: ours / baseline }
}

/** The tree is another one each time, so that no earlier result holds. */
async function claim(session: ClaudeSession, text: string): Promise<number> {
  await session.type(`Write down: ${text}`)
  await startKept()
  writeFileSync(pathOf(0, 0), `${text}\n`)
  session.edit()
  const began = performance.now()
  const { stdout } = await session.sayAndStop(`Done.\n\n${session.token}`)
  const ms = performance.now() - began
  if (!stdout.includes('Fullstop: completed')) throw new Error(`the claim was not proven: ${stdout}`)
  return ms
}

/**
 * Half a second of what a prompt begins in the background comes after its start is known: what tests and checks were like is
 * kept. No agent claims so soon, so it is not to be measured with the claim.
 */
async function startKept(): Promise<void> {
  const deadline = performance.now() + MOST_KEEPING_MS
  const names = (...parts: string[]): number => {
    const folder = join(room.state, ...parts)
    return existsSync(folder) ? readdirSync(folder).length : 0
  }
  while (names('kept', 'lists') < names('starts') && performance.now() < deadline) await Bun.sleep(5)
}

/** Sparse: it takes no room, but to hash it takes as long as any other. */
async function withLargeFile(work: () => Promise<Measured>): Promise<Measured> {
  const path = join(room.cwd, 'large.bin')
  const file = openSync(path, 'w')
  ftruncateSync(file, LARGE_BYTES)
  closeSync(file)
  spawnSync('sleep', ['2.5'])
  // Hashed once, and known from then on.
  await claim(claudeSession(room, { env: { FULLSTOP_MODE: 'strict' } }), 'a large file')
  try {
    return await work()
  } finally {
    rmSync(path)
  }
}

function time(work: () => void): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

function median(list: readonly number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
}

function report(measured: readonly Measured[]): void {
  const lines = measured.flatMap(({ name, claim: ours, status, ratio, atMost }) => {
    const goal = atMost === undefined ? 'no goal' : `goal: at most ${atMost}${ratio > atMost ? ', MISSED' : ''}`
    return [
      name,
      `${status.toFixed(1).padStart(8)} ms  git status --porcelain`,
      `${ours.toFixed(1).padStart(8)} ms  the claim`,
      `${ratio.toFixed(2).padStart(8)}     claim / git status (${goal})`,
      '',
    ]
  })
  const files = `${FOLDERS * TRACKED} files, ${FOLDERS * UNTRACKED} untracked`
  const title = `${files}, median of ${ROUNDS} interleaved runs, ${arch()}, ${cpus().length} cores`
  process.stdout.write(`${[title, '', ...lines].join('\n')}\n`)
  const folder = join(root, 'bench', 'results')
  mkdirSync(folder, { recursive: true })
  const result = {
    tracked: FOLDERS * TRACKED,
    untracked: FOLDERS * UNTRACKED,
    rounds: ROUNDS,
    arch: arch(),
    cases: measured,
  }
  writeFileSync(join(folder, 'claim.json'), `${JSON.stringify(result, null, 2)}\n`)
  if (measured.some(({ ratio, atMost }) => atMost !== undefined && ratio > atMost)) process.exitCode = 1
}
