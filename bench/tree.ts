// `npm run bench:tree`: reading and hashing the tree of 50,000 files against `git status --porcelain`, interleaved in one run.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { arch, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram } from '../src/adapters/platform/processes/process.ts'
import { hashTree } from '../src/adapters/workspace/tree/hash-tree.ts'
import { readTree } from '../src/adapters/workspace/tree/read-tree.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 15)
const FOLDERS = 500
const FILES = 100
const GOAL = 1.6
const BASELINE = 'git status --porcelain'
const OURS = 'readTree + hashTree'

const temp = mkdtempSync(join(tmpdir(), 'fullstop-bench-'))
const repository = join(temp, 'repository')
const env = { PATH: process.env['PATH'], HOME: temp, GIT_CONFIG_NOSYSTEM: '1' }

try {
  prepare()
  change(5)
  for (let file = 0; file < 5; file++) writeFileSync(join(repository, `folder-${file}`, 'new.txt'), 'new\n')
  const little = await measure('5 files changed, 5 untracked')
  change(2000)
  const much = await measure('2000 files changed, 5 untracked')
  report([
    { ...little, atMost: GOAL },
    { ...much, atMost: undefined },
  ])
} finally {
  rmSync(temp, { recursive: true, force: true })
}

function prepare(): void {
  for (let folder = 0; folder < FOLDERS; folder++) {
    mkdirSync(join(repository, `folder-${folder}`), { recursive: true })
    for (let file = 0; file < FILES; file++) writeFileSync(pathOf(folder, file), `${folder} ${file}\n`.repeat(40))
  }
  git('init', '--quiet')
  git('add', '-A')
  git('-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', 'commit', '--quiet', '-m', 'all')
  untilCalm()
}

/** Files as young as the index are compared by content at every reading; that is not what is measured. */
function untilCalm(): void {
  spawnSync('sleep', ['1.1'])
  git('update-index', '--really-refresh', '--force-write-index')
}

function change(count: number): void {
  for (let index = 0; index < count; index++)
    writeFileSync(pathOf(index % FOLDERS, Math.floor(index / FOLDERS)), `changed ${index}\n`.repeat(40))
}

function pathOf(folder: number, file: number): string {
  return join(repository, `folder-${folder}`, `file-${file}.txt`)
}

function git(...args: readonly string[]): void {
  const { status, stderr } = spawnSync('git', args, { cwd: repository, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr}`)
}

interface Measured {
  readonly name: string
  readonly medians: Readonly<Record<string, number>>
  readonly ratio: number
}

/** One of each in turn, so that a busy moment of the machine falls on both alike. The baseline must not refresh the index for us. */
async function measure(name: string): Promise<Measured> {
  const baseline: number[] = []
  const ours: number[] = []
  for (let round = -2; round < ROUNDS; round++) {
    const began = process.hrtime.bigint()
    const ran = spawnSync('git', ['status', '--porcelain'], {
      cwd: repository,
      env: { ...env, GIT_OPTIONAL_LOCKS: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const between = process.hrtime.bigint()
    const read = await readTree({ runProgram, env }, repository)
    if (ran.status !== 0 || !read.ok) throw new Error(read.ok ? BASELINE : read.why)
    hashTree(read.tree)
    const ended = process.hrtime.bigint()
    // The first two rounds warm the file cache and the compiler.
    if (round >= 0) baseline.push(Number(between - began) / 1e6)
    if (round >= 0) ours.push(Number(ended - between) / 1e6)
  }
  const medians = { [BASELINE]: median(baseline), [OURS]: median(ours) }
  return { name, medians, ratio: median(ours) / median(baseline) }
}

function median(list: readonly number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
}

function report(cases: ReadonlyArray<Measured & { readonly atMost: number | undefined }>): void {
  const lines = cases.flatMap(({ name, medians, ratio, atMost }) => {
    const goal = atMost === undefined ? 'no goal' : `goal: at most ${atMost}${ratio > atMost ? ', MISSED' : ''}`
    return [
      name,
      ...Object.entries(medians).map(([what, ms]) => `${ms.toFixed(1).padStart(8)} ms  ${what}`),
      `${ratio.toFixed(2).padStart(8)}     ${OURS} / ${BASELINE} (${goal})`,
      '',
    ]
  })
  const title = `${FOLDERS * FILES} files, median of ${ROUNDS} interleaved runs, ${arch()}, ${cpus().length} cores`
  process.stdout.write(`${[title, '', ...lines].join('\n')}\n`)
  const folder = join(import.meta.dirname, 'results')
  mkdirSync(folder, { recursive: true })
  const result = { files: FOLDERS * FILES, rounds: ROUNDS, arch: arch(), cases }
  writeFileSync(join(folder, 'tree.json'), `${JSON.stringify(result, null, 2)}\n`)
  if (cases.some(({ ratio, atMost }) => atMost !== undefined && ratio > atMost)) process.exitCode = 1
}
