// `npm run bench:scan`: `fullstop scan` over 1 GB of transcripts against `wc -l` over the same files. Processor time of
// whole processes, medians of interleaved runs; and the peak of its memory for 100 MB and for 1 GB.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { arch, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { writePastSessions } from './past-sessions.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5)
const TARGET = 8
const MB = 1024 * 1024
const SIZES = { small: 100 * MB, large: 1024 * MB } as const
const root = join(import.meta.dirname, '..')
const temp = mkdtempSync(join(tmpdir(), 'fullstop-bench-scan-'))

try {
  const { status, stderr } = spawnSync('npm', ['run', '--silent', 'build'], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the build failed: ${stderr}`)
  for (const [name, bytes] of Object.entries(SIZES)) writePastSessions(join(temp, name), bytes)
  const scan: number[] = []
  const wc: number[] = []
  const peaks: Record<string, number[]> = { small: [], large: [] }
  for (let round = 0; round < ROUNDS; round++) {
    wc.push(cpuOf(['wc', '-l', ...filesIn(join(temp, 'large'))]).ms)
    const large = cpuOf(scanOf('large'))
    scan.push(large.ms)
    peaks['large']?.push(large.peakMb)
    peaks['small']?.push(cpuOf(scanOf('small')).peakMb)
  }
  report(median(wc), median(scan), median(peaks['small'] ?? []), median(peaks['large'] ?? []))
} finally {
  rmSync(temp, { recursive: true, force: true })
}

function scanOf(name: string): string[] {
  return [join(root, 'dist', 'fullstop'), 'scan', '--path', join(temp, name)]
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => join(folder, name))
}

function cpuOf(argv: readonly string[]): { readonly ms: number; readonly peakMb: number } {
  const home = join(temp, 'home')
  mkdirSync(home, { recursive: true })
  const env = { PATH: process.env['PATH'] ?? '', HOME: home }
  const { resourceUsage, exitCode } = Bun.spawnSync([...argv], { env, stdout: 'ignore', stderr: 'ignore' })
  if (exitCode !== 0) throw new Error(`${argv[0]} ended with ${exitCode}`)
  return { ms: Number(resourceUsage.cpuTime.total) / 1000, peakMb: resourceUsage.maxRSS / MB }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

function report(wc: number, scan: number, small: number, large: number): void {
  const ratio = scan / wc
  const round = (value: number, digits = 0): number => Number(value.toFixed(digits))
  const results = {
    machine: `${cpus()[0]?.model ?? 'unknown'}, ${arch()}, Bun ${Bun.version}`,
    rounds: ROUNDS,
    wcMs: round(wc),
    scanMs: round(scan),
    ratio: round(ratio, 2),
    peakMb: { '100 MB': round(small), '1 GB': round(large) },
  }
  console.log(JSON.stringify(results, null, 2))
  writeFileSync(join(import.meta.dirname, 'results', 'scan.json'), `${JSON.stringify(results, null, 2)}\n`)
  if (ratio > TARGET) {
    console.error(`scan takes ${ratio.toFixed(1)} times wc -l: the target is ${TARGET}`)
    process.exitCode = 1
  }
}
