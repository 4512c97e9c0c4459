// `npm run bench:hook`: the built hook against the same binary printing `{}` and a plain bash hook, interleaved in one run.
import { spawnSync } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { arch, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { launcherText } from '../src/install/launcher.ts'
import { LAST_WORDS, moreLines, writeTranscript } from './transcript.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 40)
const SIZES = [100, 10_000, 200_000]
const root = join(import.meta.dirname, '..')
const temp = mkdtempSync(join(tmpdir(), 'fullstop-bench-'))
const home = join(temp, 'home')
const folder = join(temp, 'project')
const empty = join(temp, 'empty')

interface Case {
  readonly name: string
  readonly run: (round: number) => number
}

try {
  prepare()
  const cases = [
    ...SIZES.flatMap((size) => casesFor(size)),
    ...repositoryCase(),
    ...launcherCase(),
    { name: 'our binary, printing {}', run: () => time(join(root, 'dist', 'fullstop'), ['hook', 'none'], '') },
    { name: 'bare runtime, printing {}', run: () => time(empty, [], '') },
  ]
  const medians = measure(cases)
  report(medians)
} finally {
  rmSync(temp, { recursive: true, force: true })
}

function prepare(): void {
  mkdirSync(join(home, '.claude', 'projects'), { recursive: true })
  mkdirSync(folder, { recursive: true })
  must('npm', ['run', '--silent', 'build'])
  const flags = ['--compile', '--minify', '--bytecode', '--format=esm', '--compile-jit-policy=1000']
  must(process.execPath, ['build', ...flags, join(root, 'bench', 'empty.ts'), '--outfile', empty])
}

/**
 * A new session is the hook's worst case: nothing is known, the request must be found in the file. In a known one it
 * reads what came since the last stop.
 */
function casesFor(size: number): Case[] {
  const path = join(home, '.claude', 'projects', `${size}.jsonl`)
  const growing = join(home, '.claude', 'projects', `${size}-growing.jsonl`)
  writeTranscript(path, size, `bench-${size}`)
  copyFileSync(path, growing)
  const known = (): number => {
    appendFileSync(growing, moreLines())
    return hook(payload(`bench-${size}-known`, growing, folder))
  }
  known()
  return [
    { name: `hook, new session, ${size} lines`, run: (round) => hook(payload(`bench-${size}-${round}`, path, folder)) },
    { name: `hook, known session, ${size} lines`, run: known },
    {
      name: `bash + jq, ${size} lines`,
      run: () => time('bash', [join(root, 'bench', 'baseline-hook.sh')], payload(`bench-${size}`, path, folder)),
    },
  ]
}

function hook(input: string): number {
  return time(join(root, 'dist', 'fullstop'), ['hook', 'claude'], input)
}

/** An unclaimed stop runs no git, so the size of the repository must not show. */
function repositoryCase(): Case[] {
  const repository = join(temp, 'repository')
  for (let folderIndex = 0; folderIndex < 500; folderIndex++) {
    const inner = join(repository, `folder-${folderIndex}`)
    mkdirSync(inner, { recursive: true })
    for (let index = 0; index < 100; index++) writeFileSync(join(inner, `file-${index}.txt`), `${index}\n`)
  }
  must('git', ['init', '--quiet', repository])
  const path = join(home, '.claude', 'projects', '100.jsonl')
  const run = (round: number): number => hook(payload(`repo-${round}`, path, repository))
  return [{ name: 'hook, new session, 100 lines, repository of 50000 files', run }]
}

/** What agents' settings name is the launcher: a shell script that hands over to the binary. */
function launcherCase(): Case[] {
  const launcher = join(temp, 'launcher')
  const text = launcherText({ binary: join(root, 'dist', 'fullstop'), stateHome: home, platform: 'posix' })
  writeFileSync(launcher, text, { mode: 0o755 })
  const path = join(home, '.claude', 'projects', '100.jsonl')
  const run = (round: number): number =>
    time(launcher, ['hook', 'claude', '--within', '60s'], payload(`launched-${round}`, path, folder))
  return [{ name: 'hook, new session, 100 lines, by the launcher', run }]
}

function payload(session: string, transcript: string, cwd: string): string {
  return JSON.stringify({
    session_id: session,
    transcript_path: transcript,
    cwd,
    prompt_id: 'prompt',
    permission_mode: 'default',
    hook_event_name: 'Stop',
    stop_hook_active: false,
    last_assistant_message: LAST_WORDS,
    background_tasks: [],
    session_crons: [],
  })
}

function time(command: string, args: readonly string[], input: string): number {
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    FULLSTOP_HOME: join(home, 'fullstop'),
    FULLSTOP_MODE: 'strict',
    FULLSTOP_MAX: '0',
    BASELINE_HOME: home,
  }
  const began = process.hrtime.bigint()
  const { status } = spawnSync(command, args, { input, env, stdio: ['pipe', 'pipe', 'inherit'] })
  const ms = Number(process.hrtime.bigint() - began) / 1e6
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with exit ${status}`)
  return ms
}

/** One of each in turn, so that a busy moment of the machine falls on all alike. */
function measure(cases: readonly Case[]): Map<string, number> {
  const times = new Map(cases.map(({ name }) => [name, [] as number[]]))
  for (let round = 0; round < ROUNDS; round++) for (const { name, run } of cases) times.get(name)?.push(run(round))
  return new Map([...times].map(([name, list]) => [name, median(list)]))
}

function median(list: readonly number[]): number {
  return [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
}

interface Goal {
  readonly name: string
  readonly ratio: number
  readonly atMost: number
}

function report(medians: ReadonlyMap<string, number>): void {
  const of = (name: string): number => medians.get(name) ?? Number.NaN
  const hook = (size: number): number => of(`hook, new session, ${size} lines`)
  const goals: Goal[] = [
    ...SIZES.map((size) => ({
      name: `hook / our binary printing {}, ${size} lines`,
      ratio: hook(size) / of('our binary, printing {}'),
      atMost: 2.5,
    })),
    ...SIZES.map((size) => ({
      name: `hook / bash + jq, ${size} lines`,
      ratio: hook(size) / of(`bash + jq, ${size} lines`),
      atMost: 0.5,
    })),
    { name: 'hook at 200000 lines / at 100 lines', ratio: hook(200_000) / hook(100), atMost: 1.3 },
    {
      name: 'hook in a repository of 50000 files / in an empty folder',
      ratio: of('hook, new session, 100 lines, repository of 50000 files') / hook(100),
      atMost: 1.3,
    },
  ]
  goals.push({
    name: 'hook by the launcher / by itself',
    ratio: of('hook, new session, 100 lines, by the launcher') / hook(100),
    atMost: 1.2,
  })
  const lines = [
    `median of ${ROUNDS} interleaved runs, ${arch()}, ${cpus().length} cores`,
    '',
    ...[...medians].map(([name, ms]) => `${ms.toFixed(1).padStart(8)} ms  ${name}`),
    '',
    ...goals.map(
      ({ name, ratio, atMost }) =>
        `${ratio.toFixed(2).padStart(8)}     ${name} (goal: at most ${atMost}${ratio > atMost ? ', MISSED' : ''})`,
    ),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  const file = join(root, 'bench', 'results', 'hook.json')
  mkdirSync(join(root, 'bench', 'results'), { recursive: true })
  writeFileSync(
    file,
    `${JSON.stringify({ rounds: ROUNDS, arch: arch(), medians: Object.fromEntries(medians), goals }, null, 2)}\n`,
  )
}

function must(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`)
}
