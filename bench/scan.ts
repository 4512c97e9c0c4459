// `npm run bench:scan`: `fullstop scan` over 1 GB of transcripts against `wc -l` over the same files, in medians of
// interleaved runs. Elapsed time is what a person waits for, and what the target is about; processor time is the sum over
// all threads. One single file of the same size is the worst case, which threads cannot share: it is measured, not judged.
// And the peak of its memory for 100 MB and for 1 GB.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeOneSession, writePastSessions } from './past-sessions.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const TARGET = 8
const MB = 1024 * 1024
const GB = 1024 * MB
const root = join(import.meta.dirname, '..')
const temp = mkdtempSync(join(tmpdir(), 'fullstop-bench-scan-'))
const archives = ['small', 'many files', 'one file'] as const
type Archive = (typeof archives)[number]

interface Run {
  readonly elapsedMs: number
  readonly processorMs: number
  readonly peakMb: number
}

try {
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the build failed: ${stderr}`)
  mkdirSync(join(temp, 'home'))
  writePastSessions(join(temp, 'small'), 100 * MB)
  writePastSessions(join(temp, 'many files'), GB)
  writeOneSession(join(temp, 'one file'), GB)
  const load = loadavg()[0] ?? 0
  const runs = archives.map((archive) => ({ archive, wc: [] as Run[], scan: [] as Run[] }))
  for (let round = 0; round < ROUNDS; round++) {
    for (const { archive, wc, scan } of runs) {
      wc.push(run(['wc', '-l', ...filesIn(archive)]))
      scan.push(run([join(root, 'dist', 'fullstop'), 'scan', '--path', join(temp, archive)]))
    }
  }
  report(new Map(runs.map(({ archive, wc, scan }) => [archive, { wc: middle(wc), scan: middle(scan) }])), load)
} finally {
  rmSync(temp, { recursive: true, force: true })
}

function filesIn(archive: Archive): string[] {
  return readdirSync(join(temp, archive), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(temp, archive, name))
}

function run(argv: readonly string[]): Run {
  const env = { PATH: process.env['PATH'] ?? '', HOME: join(temp, 'home') }
  const begun = performance.now()
  const { resourceUsage, exitCode } = Bun.spawnSync([...argv], { env, stdout: 'ignore', stderr: 'ignore' })
  const elapsedMs = performance.now() - begun
  if (exitCode !== 0) throw new Error(`${argv[0]} ended with ${exitCode}`)
  return { elapsedMs, processorMs: Number(resourceUsage.cpuTime.total) / 1000, peakMb: resourceUsage.maxRSS / MB }
}

function middle(runs: readonly Run[]): Run {
  const of = (key: keyof Run): number =>
    runs.map((one) => one[key]).toSorted((one, other) => one - other)[Math.floor(runs.length / 2)] ?? 0
  return { elapsedMs: of('elapsedMs'), processorMs: of('processorMs'), peakMb: of('peakMb') }
}

function report(measured: ReadonlyMap<Archive, { readonly wc: Run; readonly scan: Run }>, load: number): void {
  const round = (value = 0, digits = 0): number => Number(value.toFixed(digits))
  const compared = (archive: Archive): object => {
    const { wc, scan } = measured.get(archive) ?? {}
    return {
      wc: { elapsedMs: round(wc?.elapsedMs), processorMs: round(wc?.processorMs) },
      scan: { elapsedMs: round(scan?.elapsedMs), processorMs: round(scan?.processorMs) },
      elapsedRatio: round((scan?.elapsedMs ?? 0) / (wc?.elapsedMs ?? 1), 2),
      processorRatio: round((scan?.processorMs ?? 0) / (wc?.processorMs ?? 1), 2),
    }
  }
  const peak = (archive: Archive): number => round(measured.get(archive)?.scan.peakMb)
  const results = {
    machine: `${cpus()[0]?.model ?? 'unknown'}, ${arch()}, ${availableParallelism()} processors, Bun ${Bun.version}`,
    loadBefore: round(load, 1),
    rounds: ROUNDS,
    '1 GB, many files (judged: elapsed)': compared('many files'),
    '1 GB, one file (not judged: one thread reads it)': compared('one file'),
    peakMb: { '100 MB': peak('small'), '1 GB': peak('many files'), '1 GB, one file': peak('one file') },
  }
  console.log(JSON.stringify(results, null, 2))
  writeFileSync(join(import.meta.dirname, 'results', 'scan.json'), `${JSON.stringify(results, null, 2)}\n`)
  const { wc, scan } = measured.get('many files') ?? {}
  const ratio = (scan?.elapsedMs ?? 0) / (wc?.elapsedMs ?? 1)
  if (ratio <= TARGET) return
  console.error(`scan takes ${ratio.toFixed(1)} times as long as wc -l: the target is ${TARGET}`)
  process.exitCode = 1
}
