// `npm run bench:hook`: processor time of the built hook, interleaved in one run with the same binary printing `{}`, a
// binary that does nothing else, and a plain bash hook. Turns of 100 to 200,000 lines, repositories of 10 to 200,000 files.
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { arch, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { launcherText } from '../src/domain/edits/launcher.ts'
import {
  type AgentName,
  LAST_WORDS,
  moreLines,
  PROMPT,
  SHAPES,
  type Shape,
  TURN,
  writeTranscript,
} from './transcript.ts'

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 15)
const SIZES = [100, 10_000, 200_000]
const FILES = [10, 200_000]
const AGENTS: readonly AgentName[] = ['claude', 'codex']
const root = join(import.meta.dirname, '..')
const binary = join(root, 'dist', 'fullstop')
const temp = mkdtempSync(join(tmpdir(), 'fullstop-bench-'))
const home = join(temp, 'home')
const folder = join(temp, 'project')
const empty = join(temp, 'empty')

/** One measurement, or several that belong together, each under its name. */
type Case = (round: number) => Readonly<Record<string, number>>

interface Goal {
  readonly name: string
  readonly ratio: number
  readonly atMost: number
}

try {
  prepare()
  const cases: Case[] = [
    () => ({ 'our binary, printing {}': cpu(binary, ['hook', 'none'], '') }),
    () => ({ 'empty binary': cpu(empty, [], '') }),
    ...AGENTS.flatMap((agent) => SHAPES.flatMap((shape) => SIZES.map((size) => stops(agent, shape, size)))),
    ...SIZES.map(bash),
    ...FILES.map(prompts),
    byLauncher(),
  ]
  report(measure(cases))
} finally {
  rmSync(temp, { recursive: true, force: true })
}

function prepare(): void {
  mkdirSync(join(home, '.claude', 'projects'), { recursive: true })
  mkdirSync(join(home, '.codex', 'sessions'), { recursive: true })
  mkdirSync(folder, { recursive: true })
  must('npm', ['run', '--silent', 'build'])
  const flags = ['--compile', '--minify', '--bytecode', '--format=esm', '--compile-jit-policy=1000']
  must(process.execPath, ['build', ...flags, join(root, 'bench', 'empty.ts'), '--outfile', empty])
}

function pathOf(agent: AgentName, name: string): string {
  const where = agent === 'claude' ? ['.claude', 'projects'] : ['.codex', 'sessions']
  return join(home, ...where, `${name.replaceAll(/[^a-z0-9]+/g, '-')}.jsonl`)
}

/** The first stop of a turn whose prompt a hook heard, of one that only the stop tells of, and the stop after a refusal. */
function stops(agent: AgentName, shape: Shape, size: number): Case {
  const path = pathOf(agent, `${agent} ${shape} ${size}`)
  writeTranscript(path, agent, shape, size)
  const length = statSync(path).size
  const what = `${agent}, ${shape}, ${size} lines`
  return (round) => {
    const heard = `heard-${shape.replaceAll(' ', '-')}-${size}-${round}`
    hook(agent, event('UserPromptSubmit', heard, pathOf(agent, 'not there yet'), folder))
    const first = hook(agent, event('Stop', heard, path, folder))
    appendFileSync(path, moreLines(agent, round))
    const second = hook(agent, event('Stop', heard, path, folder))
    // What was added would make the next round another turn, whose work stands at its end.
    truncateSync(path, length)
    const alone = hook(agent, event('Stop', heard.replace('heard', 'alone'), path, folder))
    return { [`first stop, ${what}`]: first, [`second stop, ${what}`]: second, [`only Stop, ${what}`]: alone }
  }
}

function bash(size: number): Case {
  const path = pathOf('claude', `claude calls and text ${size}`)
  return () => ({
    [`bash + jq, ${size} lines`]: cpu(
      'bash',
      [join(root, 'bench', 'baseline-hook.sh')],
      event('Stop', 'bash', path, folder),
    ),
  })
}

/** The task's start is read in the background: a prompt must not wait for a large repository. */
function prompts(count: number): Case {
  const repository = join(temp, `repository-${count}`)
  for (let index = 0; index < count; index += 100) {
    const inner = join(repository, `folder-${index / 100}`)
    mkdirSync(inner, { recursive: true })
    for (let file = index; file < Math.min(index + 100, count); file++) {
      writeFileSync(join(inner, `file-${file}.txt`), `${file}\n`)
    }
  }
  const git = ['-C', repository, '-c', 'user.name=bench', '-c', 'user.email=bench@example.invalid']
  must('git', ['init', '--quiet', repository])
  must('git', [...git, 'add', '--all'])
  must('git', [...git, 'commit', '--quiet', '--message', 'start'])
  const path = pathOf('claude', 'prompt')
  return (round) => ({
    [`UserPromptSubmit, repository of ${count} files`]: hook(
      'claude',
      event('UserPromptSubmit', `prompt-${count}-${round}`, path, repository),
    ),
  })
}

/** Agents' settings name the launcher: a shell script that becomes the binary. */
function byLauncher(): Case {
  const launcher = join(temp, 'launcher')
  writeFileSync(launcher, launcherText({ binary, stateHome: home, platform: 'posix' }), { mode: 0o755 })
  const path = pathOf('claude', 'claude calls 100')
  return (round) => ({
    'only Stop, claude, calls, 100 lines, by the launcher': cpu(
      launcher,
      ['hook', 'claude', '--within', '60s'],
      event('Stop', `launched-${round}`, path, folder),
    ),
  })
}

function event(name: string, session: string, transcript: string, cwd: string): string {
  return JSON.stringify({
    session_id: session,
    transcript_path: transcript,
    cwd,
    prompt_id: TURN,
    turn_id: TURN,
    permission_mode: 'default',
    hook_event_name: name,
    ...(name === 'Stop'
      ? { stop_hook_active: false, last_assistant_message: LAST_WORDS, background_tasks: [], session_crons: [] }
      : { prompt: PROMPT }),
  })
}

function hook(agent: AgentName, input: string): number {
  return cpu(binary, ['hook', agent], input)
}

/** Of the process itself: whatever it leaves to run on is not waited for. */
function cpu(command: string, args: readonly string[], input: string): number {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    FULLSTOP_HOME: join(home, 'fullstop'),
    FULLSTOP_MODE: 'strict',
    FULLSTOP_MAX: '0',
    BASELINE_HOME: home,
  }
  const { exitCode, resourceUsage } = Bun.spawnSync([command, ...args], { stdin: Buffer.from(input), env })
  if (exitCode !== 0) throw new Error(`${command} ${args.join(' ')} ended with exit ${exitCode}`)
  return Number(resourceUsage?.cpuTime.total ?? 0) / 1000
}

/** One of each in turn, so that a busy moment of the machine falls on all alike. */
function measure(cases: readonly Case[]): Map<string, number> {
  const times = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round++) {
    for (const run of cases) {
      for (const [name, ms] of Object.entries(run(round))) times.set(name, [...(times.get(name) ?? []), ms])
    }
  }
  return new Map([...times].map(([name, list]) => [name, median(list)]))
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0
}

function goalsOf(medians: ReadonlyMap<string, number>): Goal[] {
  const of = (name: string): number => medians.get(name) ?? Number.NaN
  const goal = (name: string, ratio: number, atMost: number): Goal => ({ name, ratio, atMost })
  const flat = AGENTS.flatMap((agent) =>
    SHAPES.flatMap((shape) =>
      ['first stop', 'second stop', 'only Stop'].map((which) => {
        const at = (size: number): number => of(`${which}, ${agent}, ${shape}, ${size} lines`)
        return goal(`200000 lines / 100 lines: ${which}, ${agent}, ${shape}`, at(200_000) / at(100), 1.5)
      }),
    ),
  )
  const short = 'claude, calls and text, 100 lines'
  return [
    ...flat,
    ...AGENTS.map((agent) => {
      const first = of(`first stop, ${agent}, calls and text, 100 lines`)
      return goal(`first stop, ${agent}, 100 lines / empty binary`, first / of('empty binary'), 3)
    }),
    goal(
      'UserPromptSubmit, repository of 200000 files / 10 files',
      of('UserPromptSubmit, repository of 200000 files') / of('UserPromptSubmit, repository of 10 files'),
      1.3,
    ),
    goal(`only Stop, ${short} / bash + jq`, of(`only Stop, ${short}`) / of('bash + jq, 100 lines'), 0.5),
    goal(
      'by the launcher / by itself',
      of('only Stop, claude, calls, 100 lines, by the launcher') / of('only Stop, claude, calls, 100 lines'),
      1.2,
    ),
  ]
}

function report(medians: ReadonlyMap<string, number>): void {
  const goals = goalsOf(medians)
  const lines = [
    `processor time, median of ${ROUNDS} interleaved runs, ${arch()}, ${cpus().length} cores`,
    '',
    ...[...medians].map(([name, ms]) => `${ms.toFixed(1).padStart(8)} ms  ${name}`),
    '',
    ...goals.map(
      ({ name, ratio, atMost }) =>
        `${ratio.toFixed(2).padStart(8)}     ${name} (goal: at most ${atMost}${ratio > atMost ? ', MISSED' : ''})`,
    ),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
  mkdirSync(join(root, 'bench', 'results'), { recursive: true })
  const results = { rounds: ROUNDS, arch: arch(), medians: Object.fromEntries(medians), goals }
  writeFileSync(join(root, 'bench', 'results', 'hook.json'), `${JSON.stringify(results, null, 2)}\n`)
}

function must(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`)
}
