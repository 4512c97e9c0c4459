// A room with scripted agents on the PATH: `fullstop run` takes a task to its end in it, and what happened is told in short.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CheckConfig, Config } from '../../src/contract/config/config.ts'
import type { Decision } from '../../src/contract/decision.ts'
import type { Event } from '../../src/contract/event.ts'
import type { Call, Script, Turn } from '../fake-agents/script.ts'
import { eventsIn } from './crashing.ts'
import { makeRepository, type Repository, trustChecks } from './repository.ts'
import { type Env, newRoom, type Output, type Room } from './room.ts'

export const REQUEST = 'Write the answer.\nIt is 42.'

export interface Ran extends Output {
  readonly events: readonly Event[]
  /** The decisive events, each in a few words. */
  readonly story: readonly string[]
  /** Each start of the agent. */
  readonly calls: readonly Call[]
}

export interface RunOptions {
  /** `claude` unless said otherwise; undefined: none is named. */
  readonly agent?: string
  readonly prompt?: string
  readonly env?: Env
  readonly input?: string
}

export interface Running extends Disposable {
  readonly room: Room
  readonly repository: Repository
  /** What the room's programs are found with. */
  readonly env: Env
  readonly script: (turns: readonly Turn[], rest?: Turn) => void
  readonly run: (args?: readonly string[], options?: RunOptions) => Promise<Ran>
  /** The same for `fullstop resume` and everything else that continues a task. */
  readonly goOn: (args: readonly string[], options?: RunOptions) => Promise<Ran>
  readonly calls: () => Call[]
  readonly file: (name: string) => string
  /** When the limit resets that the agent told of last, in seconds since 1970. */
  readonly resetsAt: () => number
}

/** Passes once the file `answer` says 42, and tells what is wrong with it. */
export const ANSWER: CheckConfig = { name: 'answer', run: 'sh check.sh' }
const CHECK = 'test "$(cat answer)" = 42 || { echo "the answer is wrong"; exit 3; }\n'

/** A repository with a check that the user trusts; without one: `checks: []`. */
export async function running(checks: readonly CheckConfig[] = [ANSWER], config: Config = {}): Promise<Running> {
  const room = newRoom()
  const repository = makeRepository(room, { 'check.sh': CHECK })
  if (checks.length > 0 || Object.keys(config).length > 0) await trustChecks(room, repository, checks, config)
  return runningIn(room, repository)
}

export function runningIn(room: Room, repository: Repository): Running {
  const bin = join(room.root, 'bin')
  const home = join(room.root, 'agent')
  mkdirSync(bin)
  mkdirSync(home)
  for (const name of ['claude', 'codex']) {
    const program = join(import.meta.dirname, '..', 'fake-agents', `${name}-program.ts`)
    writeFileSync(join(bin, name), `#!/bin/sh\nFAKE_AGENT='${home}' exec '${process.execPath}' '${program}' "$@"\n`)
    chmodSync(join(bin, name), 0o755)
  }
  const env = { PATH: `${bin}:${room.env['PATH']}` }
  const calls = (): Call[] => {
    const folder = join(home, 'calls')
    if (!existsSync(folder)) return []
    const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
    return names.map((_, index) => JSON.parse(readFileSync(join(folder, `${index + 1}.json`), 'utf8')) as Call)
  }
  const goOn: Running['goOn'] = async (args, { env: more = {}, input } = {}) => {
    const options = { env: { ...env, ...more }, ...(input === undefined ? {} : { input }) }
    const output = await room.run(args, options)
    const events = eventsOf(room)
    return { ...output, events, story: story(events), calls: calls() }
  }
  return {
    room,
    repository,
    env,
    script: (turns, rest) =>
      writeFileSync(join(home, 'script.json'), JSON.stringify({ turns, ...(rest ? { rest } : {}) } satisfies Script)),
    run: (args = [], options = {}) =>
      goOn(['run', '--agent', options.agent ?? 'claude', ...args, options.prompt ?? REQUEST], options),
    goOn,
    calls,
    file: (name) => join(room.cwd, name),
    resetsAt: () => Number(readFileSync(join(home, 'resets-at'), 'utf8')),
    [Symbol.dispose]: () => room[Symbol.dispose](),
  }
}

/** Of the newest task that was run; none where nothing was. */
function eventsOf(room: Room): Event[] {
  const events = eventsIn(room)
  const opened = events.findLast((event) => event.kind === 'task.opened' && event.run !== undefined)
  return events.filter(({ task }) => task !== undefined && task === opened?.task)
}

/** What a test reads to see whether it went as it should. */
export function story(events: readonly Event[]): string[] {
  return events.flatMap((event): string[] => {
    switch (event.kind) {
      case 'stint.started':
        return [`starts: ${event.how}`]
      case 'stint.ended':
        return [`ends: ${event.end.kind}`]
      case 'claim.made':
        return [`claims ${event.claim.status} by ${event.claim.channel}`]
      case 'claim.voided':
        return [`no claim: ${event.why}`]
      case 'claim.decided':
        return event.byCall ? [`answered: ${verdict(event.decision)}`] : [verdict(event.decision)]
      case 'stop.decided':
        return [verdict(event.decision)]
      case 'wait.started':
        return ['waits']
      case 'wait.ended':
        return ['has waited']
      case 'budget.warned':
        return [`warned of ${event.budget}`]
      case 'task.resumed':
        return ['taken up']
      case 'task.ended':
        return [`ended: ${event.outcome}`]
      default:
        return []
    }
  })
}

function verdict(decision: Decision): string {
  const codes = [...new Set(decision.because.map(({ code }) => code))].join(' ')
  const what = decision.kind === 'allow' ? (decision.outcome ?? decision.status ?? 'allow') : decision.kind
  return `${what} by ${decision.rule}: ${codes}`
}

/** The texts that the agent was refused with, oldest first. */
export function refusals(events: readonly Event[]): string[] {
  return events.flatMap((event) =>
    event.kind === 'stop.decided' && event.decision.kind === 'continue' ? [event.decision.say] : [],
  )
}

/** The whole refusal, as the session of a call reads it that has the tool and its token. */
export function refusalOf(
  count: string,
  call: Pick<Call, 'session'> | undefined,
  missing: string,
  tail?: string,
): string {
  return [
    `FULLSTOP (${count}) ${missing}`,
    'Done: re-read the request, check each part, then call complete_task, or end with the line',
    `FULLSTOP_DONE::${call?.session}`,
    'Not done: keep working.',
    ...(missing.includes('check "') ? ['Check wrong? Dispute it (disputed_checks); never work around it.'] : []),
    'Stuck: call complete_task with status blocked.',
    ...(tail === undefined ? [] : tail.split('\n').map((line) => `| ${line}`.trimEnd())),
  ].join('\n')
}

export const NO_CLAIM = 'Stop refused: nothing says that the task is done.'

/** Durations in the words of the story and of the report. */
export function maskTimes(text: string): string {
  return text.replaceAll(/\b(?:\d+(?:\.\d+)? (?:ms|s|min)(?: \d+ s)?)\b/g, 'TIME')
}

/** Acts that many scripts are made of. */
export const stops: Turn = [{ do: 'say', text: 'I looked around.' }]
export const writes = (text = '42\n'): Turn[number] => ({ do: 'write', file: 'answer', text })
export const saysDone: Turn[number] = { do: 'say', text: 'Done.\n\n{token}' }
export const finishes: Turn = [writes(), saysDone]

export function claims(status: string, more: object = {}): Turn[number] {
  const about = { original_request_summary: 'Write the answer.', summary: 'What there is.' }
  return { do: 'call', tool: 'complete_task', args: { status, ...about, ...more } }
}
