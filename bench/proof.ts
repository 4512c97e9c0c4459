// `npm run bench:proof`: a check in a sealed copy of the workspace against the same check as it is, interleaved in one run.
// Once in a small workspace, once in one of 50,000 files with a folder of packages, where the check reads every file. The
// processor time is judged. The clock is shown beside it: it also tells how busy the machine was with other things.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { arch, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { openCopies } from '../src/adapters/copy/copies.ts'
import type { CopyMeans } from '../src/adapters/copy/copy-run.ts'
import { elapsed } from '../src/adapters/platform/clock.ts'
import { newId } from '../src/adapters/platform/ids.ts'
import { processes } from '../src/adapters/platform/processes/processes.ts'
import { workshop } from '../src/adapters/platform/workshop.ts'
import { newRoom, type Room } from '../test/e2e/room.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 7)
/** A sealed run takes at most this many times the check, and a second. */
const GOAL = { times: 1.3, plusMs: 1000 }
const SOURCES = 500
const PACKAGES = 495
const FILES_EACH = 100
const PUT = Array.from({ length: 20 }, (_, index) => ({
  path: `test/put-${index}.test.js`,
  bytes: Buffer.from('// as it was\n'.repeat(100)),
}))

interface ProofCase {
  readonly name: string
  readonly plain: Taken
  readonly sealed: Taken
  readonly most: Taken
  readonly means: CopyMeans
}

/** Milliseconds; of a case, the medians. */
interface Taken {
  readonly cpu: number
  readonly clock: number
}

using small = newRoom()
using large = newRoom()
fill(small, 0)
fill(large, PACKAGES)
const cases = [
  await measure('500 files, a check that takes no time', small, ['true']),
  await measure('500 files, a check that reads them all', small, readAll()),
  await measure('50,000 files, a check that takes no time', large, ['true']),
  await measure('50,000 files, a check that reads them all', large, readAll()),
  await measure('50,000 files, a check that opens 3,000 of them for writing', large, openMany()),
]
report(cases)

function readAll(): string[] {
  return ['sh', '-c', 'find . -type f -print0 | xargs -0 cat | wc -c']
}

/** Each of them is copied whole when it is opened; the workspace stays as it was. */
function openMany(): string[] {
  return ['sh', '-c', 'for f in node_modules/package-[0-9]/* node_modules/package-[12][0-9]/*; do : >> "$f"; done']
}

function fill({ cwd }: Room, packages: number): void {
  const write = (folder: string, files: number): void => {
    mkdirSync(folder, { recursive: true })
    for (let file = 0; file < files; file++) writeFileSync(join(folder, `file-${file}.js`), `// ${file}\n`.repeat(100))
  }
  write(join(cwd, 'src'), SOURCES)
  for (let one = 0; one < packages; one++) write(join(cwd, 'node_modules', `package-${one}`), FILES_EACH)
  writeFileSync(join(cwd, '.gitignore'), 'node_modules\n')
  for (const args of [
    ['init', '--quiet'],
    ['add', '-A'],
  ]) {
    const { status, stderr } = spawnSync('git', args, { cwd, encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${args.join(' ')} failed: ${stderr}`)
  }
}

/** One of each in turn, so that a busy moment of the machine falls on both alike. */
async function measure(name: string, { cwd, env, state }: Room, argv: readonly string[]): Promise<ProofCase> {
  const root = realpathSync(cwd)
  const copies = openCopies({ shop: workshop, stateHome: state, processes, newId, elapsed })
  const run = {
    argv,
    cwd: root,
    env,
    timeoutMs: 600_000,
    mark: { name: 'FULLSTOP_BENCH', value: newId('bench') },
    spared: new Set<number>(),
    signal: new AbortController().signal,
  }
  const plain: Taken[] = []
  const sealed: Taken[] = []
  let means: CopyMeans | undefined
  for (let round = 0; round <= ROUNDS; round++) {
    const first = await taken(() => workshop.runCommand(run))
    const order = { ...run, root, put: PUT, remove: ['src/file-1.js'], needsIsolation: true }
    const second = await taken(() => copies.runInCopy(order))
    const end = second.result
    if (end.kind === 'not-run') throw new Error(`the check was not run: ${end.why}`)
    const { how, head } = end.end
    if (how.kind !== 'exited' || how.code !== 0)
      throw new Error(`the check failed in round ${round} of "${name}": ${JSON.stringify(how)} ${head.toString()}`)
    means = end.means
    // The first round fills the caches of the disk.
    if (round === 0) continue
    plain.push(first)
    sealed.push(second)
  }
  if (means === undefined) throw new Error('nothing was measured')
  const least = medians(plain)
  const most = { cpu: atMost(least.cpu), clock: atMost(least.clock) }
  return { name, plain: least, sealed: medians(sealed), most, means }
}

function atMost(ms: number): number {
  return GOAL.times * ms + GOAL.plusMs
}

async function taken<T>(act: () => Promise<T>): Promise<Taken & { readonly result: T }> {
  const [cpu, clock] = [usedCpu(), elapsed()]
  const result = await act()
  return { cpu: usedCpu() - cpu, clock: elapsed() - clock, result }
}

/** Ours and that of all children which have ended, to 10 ms each. */
function usedCpu(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // utime, stime, cutime and cstime of proc_pid_stat(5), in hundredths of a second.
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field) * 10, 0)
}

function medians(list: readonly Taken[]): Taken {
  const median = (values: readonly number[]): number =>
    [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  return { cpu: median(list.map(({ cpu }) => cpu)), clock: median(list.map(({ clock }) => clock)) }
}

function report(all: readonly ProofCase[]): void {
  const [load = 0] = loadavg()
  const lines = [
    `milliseconds, medians of ${ROUNDS} interleaved runs, ${arch()}, ${cpus().length} cores, load ${load.toFixed(1)}`,
    `goal: ${GOAL.times} times the check and ${GOAL.plusMs} ms`,
    '',
    '   processor time                |  by the clock',
    '  check  sealed  at most  ratio  |  check  sealed  at most  ratio',
    ...all.map(
      (one) =>
        `${columns(one, 'cpu')}  |${columns(one, 'clock')}   ${one.name} (${one.means}${isMissed(one) ? ', MISSED' : ''})`,
    ),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  const folder = join(import.meta.dirname, 'results')
  mkdirSync(folder, { recursive: true })
  const result = { rounds: ROUNDS, arch: arch(), load, goal: GOAL, cases: all }
  writeFileSync(join(folder, 'proof.json'), `${JSON.stringify(result, null, 2)}\n`)
  if (all.some(isMissed)) process.exitCode = 1
}

function columns({ plain, sealed, most }: ProofCase, by: keyof Taken): string {
  const ms = (value: number): string => `${Math.round(value)}`.padStart(7)
  // Of a check that takes no time there is no ratio.
  const ratio = plain[by] < 20 ? '-' : (sealed[by] / plain[by]).toFixed(2)
  return `${ms(plain[by])} ${ms(sealed[by])}  ${ms(most[by])} ${ratio.padStart(6)}`
}

function isMissed({ sealed, most }: ProofCase): boolean {
  return sealed.cpu > most.cpu
}
