// `npm run bench:supervise`: many agents at once, each supervised by `fullstop run`, each printing events at a steady rate.
// Counted: events that were lost, memory over time, and processor time per event against a bare JSON.parse loop over the
// same bytes in the same run.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { arch, cpus, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'

const AGENTS = Number(process.env['BENCH_AGENTS'] ?? 20)
const RATE = Number(process.env['STREAM_RATE'] ?? 500)
const SECONDS = Number(process.env['STREAM_SECONDS'] ?? 20)
const LOOK_MS = 200

/**
 * Large events tell what their bytes cost; small ones what a look and an event cost by themselves, most of it the start of
 * the program and waking up.
 */
const SIZES = {
  large: { goal: 4, about: 'events of 4 kB' },
  small: { goal: 40, about: 'events of 150 bytes' },
} as const
type Size = keyof typeof SIZES

const root = join(import.meta.dirname, '..')
const sizes = Object.keys(SIZES).filter((size): size is Size => [undefined, size].includes(process.env['STREAM_SIZE']))
const events = RATE * SECONDS

interface Sample {
  readonly atMs: number
  readonly cpuMs: number
  readonly rssKiB: number
}

interface Supervised {
  readonly home: string
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  /** By process: the supervisor, and the host of its agent. */
  readonly samples: Map<number, Sample[]>
}

const built = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, encoding: 'utf8' })
if (built.status !== 0) throw new Error(built.stderr)
const results: Result[] = []
for (const size of sizes) results.push(await measure(size))
mkdirSync(join(import.meta.dirname, 'results'), { recursive: true })
writeFileSync(join(import.meta.dirname, 'results', 'supervise.json'), `${JSON.stringify(results, null, 2)}\n`)
process.exitCode = results.every(({ lost, ratio, goal }) => lost === 0 && ratio <= goal) ? 0 : 1

async function measure(size: Size): Promise<Result> {
  const temp = mkdtempSync(join(tmpdir(), 'fullstop-bench-'))
  try {
    prepare(join(temp, 'programs'))
    process.stdout.write(
      `${AGENTS} agents, ${RATE} ${SIZES[size].about} a second each, for ${SECONDS} s (${arch()}, ${cpus().length} cores)\n`,
    )
    const runs = Array.from({ length: AGENTS }, (_, nth) => start(temp, size, nth))
    const looking = setInterval(() => runs.forEach(look), LOOK_MS)
    const codes = await Promise.all(runs.map((run) => run.ended))
    clearInterval(looking)
    return report(size, runs, codes)
  } finally {
    rmSync(temp, { recursive: true, force: true })
  }
}

function prepare(programs: string): void {
  mkdirSync(programs, { recursive: true })
  const stream = join(import.meta.dirname, 'scripted-stream.ts')
  writeFileSync(join(programs, 'claude'), `#!/bin/sh\nexec '${process.execPath}' '${stream}' "$@"\n`)
  chmodSync(join(programs, 'claude'), 0o755)
}

function start(temp: string, size: Size, nth: number): Supervised {
  const home = join(temp, `home-${nth}`)
  const folder = join(temp, `project-${nth}`)
  for (const path of [home, folder]) mkdirSync(path, { recursive: true })
  const env = {
    PATH: `${join(temp, 'programs')}${delimiter}${process.env['PATH'] ?? ''}`,
    HOME: home,
    FULLSTOP_HOME: home,
    STREAM_RATE: `${RATE}`,
    STREAM_SECONDS: `${SECONDS}`,
    STREAM_SIZE: size,
  }
  const args = ['run', '--agent', 'claude', '--quiet', 'Print events.']
  const child = spawn(join(root, 'dist', 'fullstop'), args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  return { home, child, ended, samples: new Map() }
}

/** From the first event on: how a process starts is measured elsewhere. */
function look({ home, child, samples }: Supervised): void {
  const stints = join(home, 'stints')
  const [stint] = existsSync(stints) ? readdirSync(stints) : []
  if (stint === undefined || !existsSync(join(stints, stint, 'out'))) return
  const told = readText(join(stints, stint, 'pid'))
  const host = told === '' ? undefined : Number.parseInt((JSON.parse(told) as { host: string }).host, 10)
  for (const pid of [child.pid, host]) {
    const sample = pid === undefined ? undefined : sampleOf(pid)
    if (pid !== undefined && sample) samples.set(pid, [...(samples.get(pid) ?? []), sample])
  }
}

function sampleOf(pid: number): Sample | undefined {
  const stat = readText(`/proc/${pid}/stat`)
  const rss = /VmRSS:\s+(\d+)/.exec(readText(`/proc/${pid}/status`))?.[1]
  if (stat === '' || rss === undefined) return undefined
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { atMs: performance.now(), cpuMs: (Number(fields[11]) + Number(fields[12])) * 10, rssKiB: Number(rss) }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // Not there yet, or not any more.
    return ''
  }
}

interface Result {
  readonly size: Size
  readonly agents: number
  readonly events: number
  readonly lost: number
  readonly perEventUs: number
  readonly bareUs: number
  readonly ratio: number
  readonly goal: number
}

function report(size: Size, runs: readonly Supervised[], codes: readonly (number | null)[]): Result {
  const { goal } = SIZES[size]
  const counted = runs.map(({ home }) => countedIn(home))
  // A third of the events tells of one token each.
  const told = Math.ceil(events / 3)
  const lost = counted.reduce((sum, tokens) => sum + Math.abs(told - tokens), 0)
  const series = runs.flatMap(({ samples }) => [...samples.values()]).filter((one) => one.length > 4)
  const cpuMs = series.reduce((sum, one) => sum + (one.at(-1)?.cpuMs ?? 0) - (one[0]?.cpuMs ?? 0), 0)
  const perEvent = (cpuMs * 1000) / (events * runs.length)
  const bare = bareLoop(size)
  const ratio = perEvent / bare.perEvent
  const growth = runs.map(({ samples, child }) => grownIn(samples.get(child.pid ?? 0) ?? []))
  const lines = [
    `events lost             ${lost} of ${told * runs.length} that can be counted one by one`,
    `runs that ended well    ${codes.filter((code) => code === 3).length} of ${runs.length} (claimed, and no check there: exit 3)`,
    `memory of a supervisor  ${Math.round(median(growth.map(({ early }) => early)) / 1024)} MiB after a quarter, ${Math.round(median(growth.map(({ late }) => late)) / 1024)} MiB at the end (median)`,
    `processor time          ${perEvent.toFixed(2)} µs per event, supervisor and host together`,
    `bare JSON.parse loop    ${bare.perEvent.toFixed(2)} µs per event, over the same ${Math.round(bare.bytes / 1e6)} MB`,
    `ratio                   ${ratio.toFixed(2)} (goal: at most ${goal})`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  return { size, agents: runs.length, events, lost, perEventUs: perEvent, bareUs: bare.perEvent, ratio, goal }
}

/** What the supervisor counted, as it was recorded. */
function countedIn(home: string): number {
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, FULLSTOP_HOME: home }
  const { stdout } = spawnSync(join(root, 'dist', 'fullstop'), ['log', '--json'], {
    env,
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  const all = stdout
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { kind: string; usage?: { tokens: number } })
  return all.findLast((event) => event.kind === 'stint.ended')?.usage?.tokens ?? 0
}

function grownIn(samples: readonly Sample[]): { early: number; late: number } {
  const at = (share: number): number => samples[Math.floor((samples.length - 1) * share)]?.rssKiB ?? 0
  return { early: at(0.25), late: at(1) }
}

function bareLoop(size: Size): { perEvent: number; bytes: number } {
  const stream = join(import.meta.dirname, 'scripted-stream.ts')
  const env = { ...process.env, STREAM_RATE: `${RATE}`, STREAM_SECONDS: `${SECONDS}`, STREAM_SIZE: size }
  const { stdout } = spawnSync(process.execPath, [stream, '--bytes'], { env, maxBuffer: 1e9 })
  const before = process.cpuUsage()
  let parsed = 0
  for (let nth = 0; nth < AGENTS; nth++) {
    for (const line of stdout.toString('utf8').split('\n')) {
      if (line === '') continue
      JSON.parse(line)
      parsed += 1
    }
  }
  const { user, system } = process.cpuUsage(before)
  return { perEvent: (user + system) / parsed, bytes: stdout.length * AGENTS }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
