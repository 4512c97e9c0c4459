// What the suite of `fullstop run` has to know of an agent, and how it drives the product: a home, a scripted model, and
// the supervisor as a process that can be asked, interrupted and killed. What has to come of it stands in the cases.

import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { PROGRAM_MS } from '../limits.ts'
import { commandOf } from '../processes.ts'
import type { ModelRequest, Turn } from '../model-server/script.ts'
import { startModelServer, type ModelServer, type ModelServerOptions } from '../model-server/server.ts'
import { until } from '../until.ts'
import { openHome, type Home, type HomeOptions, type HostedAgent } from './conformance-agent.ts'
import { eventsIn } from './gate.ts'
import type { Finished } from './process.ts'
import { sendSignal, waitForQuiet, type Room } from './room.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface RunnableAgent extends HostedAgent {
  /** How it reaches the scripted model: its environment, and options for behind `--`. Its own retries are few. */
  readonly reach: (room: Room, model: ModelServer) => { readonly env: Environment; readonly args: readonly string[] }
  /** What makes it one of a person with a subscription, whose limits name their end. */
  readonly subscribed: Environment
  /** What takes the account away, and what it then says. A text: why there is nothing to see. */
  readonly loggedOut: { readonly env: Environment; readonly says: string } | string
  /** Longer than it says nothing at its start, on a busy machine; default: 8s. */
  readonly idleTimeout?: string
  /** How often it asks in all before it gives up: a provider that fails, and one that has no room. */
  readonly asks: { readonly failing: number; readonly overloaded: number }
  /** What it says of a key that is not valid. */
  readonly saysOfKey: string
  /** What it says of a model that is not there. */
  readonly saysOfModel: string
  /** Why there is no cost in the report. */
  readonly noCost?: string
  /** A turn that leaves a command running and continues. */
  readonly background: (command: string, description: string) => Turn
  /** Why nothing that was left running is waited for. */
  readonly noBackground?: string
  /** What it does not try again by itself. */
  readonly givesUp?: string
  /** A call that needs a permission which nobody gives, under `--permissions settings`. A text: why there is none. */
  readonly forbidden: Turn | string
  /** Models that are offered their tools in different ways. */
  readonly models: readonly string[]
  /** Its own todo list: what switches it on, a turn that opens an item and one that closes it. */
  readonly todos: Todos
  /** Has the person tell the agent something in every session. */
  readonly instruct: (room: Room, text: string) => void
  /** Registers a stop hook of the person. */
  readonly addStopHook: (room: Room, command: string) => void
  /** Gives our name to an MCP server of the person, in the settings. */
  readonly addRival: (room: Room, command: readonly [string, ...string[]]) => void
  /** Where it keeps its sessions, from the home. */
  readonly sessions: string
  /** The settings of the person, by file; without what the agent itself keeps there. */
  readonly settings: (room: Room) => Readonly<Record<string, string>>
}

export interface Todos {
  readonly env?: Environment
  readonly enable?: (room: Room) => void
  readonly open: (text: string) => Turn
  readonly close: (text: string) => Turn
}

export interface BenchOptions extends ModelServerOptions, HomeOptions {
  readonly env?: Environment | undefined
  /** Another agent that reaches the same model by its environment. */
  readonly beside?: RunnableAgent | undefined
}

export interface Bench {
  readonly home: Home<RunnableAgent>
  readonly room: Room
  readonly model: ModelServer
  /** Of everything that is started here: the agent reaches the model by it. */
  readonly env: Readonly<Record<string, string>>
  /** `fullstop run` with the agent, to its end. */
  readonly run: (prompt: string, ...options: string[]) => Promise<Finished>
  readonly start: (prompt: string, ...options: string[]) => Supervisor
  /** `fullstop resume`. */
  readonly resume: (...args: string[]) => Supervisor
  readonly close: () => Promise<void>
}

export interface Supervisor {
  readonly kill: () => void
  /** As a terminal does it: every process in its group is told. */
  readonly pressCtrlC: () => void
  /** Resolves when what it has printed so far satisfies; also when it has ended before that. */
  readonly printed: (isEnough: (text: string) => boolean) => Promise<void>
  readonly ended: Promise<Finished>
}

/** Longer than an argument may be: it goes by standard input. */
const LONGEST_ARGUMENT = 100_000

export async function openBench(agent: RunnableAgent, agentBinary: string, options: BenchOptions): Promise<Bench> {
  const { isInstalled = false, room } = options
  const home = await openHome(agent, agentBinary, { room, isInstalled })
  const model = await startModelServer(options)
  const reach = agent.reach(home.room, model)
  const beside = options.beside?.reach(home.room, model).env ?? {}
  const all: Environment = { ...beside, ...reach.env, ...home.env, FULLSTOP_FIRST_PAUSE_MS: '20', ...options.env }
  const env = Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  const supervise = (args: readonly string[], input = '') =>
    startProgram(home.program, args, { cwd: home.room.cwd, env, input })
  const start = (prompt: string, ...more: string[]) => {
    const isLong = prompt.length > LONGEST_ARGUMENT
    const allowed = more.includes('--permissions') ? [] : ['--permissions', 'all']
    const asked = ['--agent', agent.id, ...allowed, ...more, isLong ? '-' : prompt, '--', ...reach.args]
    return supervise(['run', ...asked], isLong ? prompt : '')
  }
  return {
    home,
    room: home.room,
    model,
    env,
    run: (prompt, ...more) => start(prompt, ...more).ended,
    start,
    resume: (...args) => supervise(['resume', ...args]),
    close: async () => {
      await model.close()
      await home.room.close()
    },
  }
}

interface Place {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly input: string
}

/** Nothing but the program itself is ended, whatever it leaves behind: that is what the suite looks for. */
function startProgram(program: string, args: readonly string[], { cwd, env, input }: Place): Supervisor {
  const child = spawn(program, args, { cwd, env: { ...env }, stdio: 'pipe', detached: true })
  const pid = child.pid ?? Number.NaN
  const kill = () => sendSignal(pid, 'SIGKILL')
  const timer = setTimeout(kill, PROGRAM_MS)
  const ended = Promise.withResolvers<Finished>()
  let stdout = ''
  let stderr = ''
  const printed = new Set<() => void>()
  const tell = () => printed.forEach((look) => look())
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  child.stdout.on('data', tell)
  child.stderr.on('data', tell)
  child.on('error', ended.reject)
  child.on('close', (exitCode) => {
    clearTimeout(timer)
    ended.resolve({ exitCode, stdout, stderr })
  })
  return {
    kill,
    pressCtrlC: () => sendSignal(-pid, 'SIGINT'),
    printed: async (isEnough) => {
      const enough = Promise.withResolvers<void>()
      const look = () => isEnough(stdout + stderr) && enough.resolve()
      printed.add(look)
      look()
      await Promise.race([enough.promise, ended.promise])
      printed.delete(look)
    },
    ended: ended.promise,
  }
}

/** Resolves when no process of a run is left: known by the mark and the store in its environment, or by its folder. */
export async function waitForNothing(room: Room): Promise<void> {
  await waitForQuiet(room)
  // A process that is ending gives up its environment, by which it is known above, before it leaves its folder.
  const left = (): number[] => processesUnder(room.root)
  await until(
    () => left().length === 0,
    () => `still at work in the folder of the test: ${left().map(commandOf).join(' | ')}`,
  )
}

/** Linux only; elsewhere none is found. */
function processesUnder(root: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => folderOf(pid).startsWith(`${root}/`))
    .map(Number)
}

function folderOf(pid: string): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return '' // Gone meanwhile, or somebody else's.
  }
}

/** How each process of the agent was begun and how it ended, in order. */
export function stintsIn(room: Room): string[] {
  const events = eventsIn(room)
  return events.flatMap((event) => {
    if (event.kind !== 'stint.started') return []
    const ended = events.find((other) => other.kind === 'stint.ended' && other.stint === event.stint)
    return [`${event.how} ${ended?.kind === 'stint.ended' ? ended.end.kind : 'open'}`]
  })
}

/** The agent's own session of each of them. */
export function agentSessionsIn(room: Room): string[] {
  const events = eventsIn(room)
  return events.flatMap((event) => {
    if (event.kind !== 'stint.started') return []
    const known = events.find((other) => other.kind === 'stint.known' && other.stint === event.stint)
    return [known?.kind === 'stint.known' ? known.agentSessionId : (event.agentSessionId ?? '')]
  })
}

/** The host of the stint that runs, and its agent. */
export function processesOf(room: Room): { readonly host: number; readonly agent: number } {
  const started = eventsIn(room).findLast((event) => event.kind === 'stint.started')
  const file = join(room.fullstopHome, 'stints', started?.kind === 'stint.started' ? started.stint : '', 'pid')
  const { host, agent } = JSON.parse(readFileSync(file, 'utf8')) as { host: string; agent: string }
  return { host: Number.parseInt(host, 10), agent: Number.parseInt(agent, 10) }
}

/** Resolves when the agent has told of the command that makes the file, and has made it: it may tell of it later. */
export async function waitForFile(room: Room, name: string): Promise<void> {
  await until(
    () => existsSync(join(room.cwd, name)) && outputsIn(room).some((output) => output.includes(name)),
    () => name,
  )
}

/** What the agents of the room have printed, stint by stint. */
function outputsIn(room: Room): string[] {
  const folder = join(room.fullstopHome, 'stints')
  const files = readdirSync(folder).map((stint) => join(folder, stint, 'out'))
  return files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8'))
}

/** How often a text stands in what was sent to the model. */
export function countIn(request: ModelRequest | undefined, text: string): number {
  const escaped = JSON.stringify(text).slice(1, -1)
  return JSON.stringify(request?.sent ?? '').split(escaped).length - 1
}
