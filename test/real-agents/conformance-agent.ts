// What the conformance suite has to know of an agent, and how it drives one: a home that `fullstop init` alone has made
// ready, a run to its end, and a session on a screen. What has to come of it stands in the cases.

import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import type { ModelRequest, Step, Turn } from '../model-server/script.ts'
import { startModelServer, type ModelServer, type ModelServerOptions } from '../model-server/server.ts'
import { isExhaustive } from '../rounds.ts'
import { submit } from './agent-run.ts'
import { binary } from './gate.ts'
import type { Proof } from './conformance.suite.ts'
import type { AgentPackage } from './install.ts'
import { runToEnd, type Finished } from './process.ts'
import { openRoom, processesIn, roomEnv, sendSignal, type Room } from './room.ts'
import { openScreen, type Screen } from './tmux.ts'

/** What it takes to have an agent in a home, and to have it work there. */
export interface HostedAgent {
  readonly id: string
  readonly title: string
  readonly package: AgentPackage
  /** The name by which a person starts it. */
  readonly program: string
  /** What a person who has used it before has in their home; nothing of ours. */
  readonly furnish: (room: Room) => void
  /** A turn that runs a command. */
  readonly shell: (command: string) => Turn
  /** It is slow to start: without `FULLSTOP_TEST_ROUNDS=100` only cases whose titles begin like this are played. */
  readonly quick?: readonly string[]
}

/** Why a case is left out this time. */
export function whyLeftOut({ quick }: HostedAgent, title: string): string | undefined {
  if (isExhaustive || quick === undefined || quick.some((start) => title.startsWith(start))) return undefined
  return 'left out, since the agent takes seconds to start; `FULLSTOP_TEST_ROUNDS=100 npm run test:agents` plays it'
}

export interface ConformingAgent extends HostedAgent {
  readonly headless: (start: Start) => Launch
  readonly tui: (start: Start) => Launch
  /** The screen may be typed into. */
  readonly isReady: (screen: string) => boolean
  /** What the screen says after Esc. */
  readonly interrupted: RegExp
  /** What it says before, where it wants Esc twice. */
  readonly interruptAgain?: RegExp
  /** The width of its screen, where a wide one has more than the conversation in a line. */
  readonly columns?: number
  /** Turns by which a subagent is started and waited for. */
  readonly delegate: readonly Step[]
  /** The keys that answer a form of ours on its screen. A text: why it shows none. */
  readonly form: FormKeys | string
  /** Why the model hears of an order to us. */
  readonly repeatsOrders?: string
  readonly compact: Compaction
  readonly planning: Planning
  /** Models that are offered their tools in different ways; the first is taken unless told. */
  readonly models: readonly string[]
  readonly breakages: readonly Breakage[]
  /** Files in which our parts may stand, from the home. */
  readonly settingsFiles: readonly string[]
  /** Other proofs of headless cases, by the beginnings of their titles. */
  readonly proofs?: Readonly<Record<string, Proof>>
  /** Why what a hook tells the person is not in the output of a headless run. */
  readonly untoldHeadless?: string
}

export interface Compaction {
  readonly order: string
  /** What the model answers to the request for it; undefined where that is a request beside those of the conversation. */
  readonly summary?: string
  readonly done: RegExp
  /** The agent itself keeps what was asked; with ours it then stands there twice. */
  readonly isWordsKept?: true
}

export interface FormKeys {
  /** From the first answer, which asks for changes, to the form for words. */
  readonly change: readonly string[]
  /** After the words are typed. */
  readonly send: readonly string[]
  readonly approve: readonly string[]
}

export interface Planning {
  /** On the screen, before the prompt: what is typed, or a key. Neither: it is an argument. */
  readonly order?: string
  readonly key?: string
  readonly ordered?: RegExp
  /** Why it cannot be had headless. */
  readonly notHeadless?: string
}

/** One thing that goes wrong in an installation, and the line of `fullstop doctor` that has to say so. */
export interface Breakage {
  readonly name: string
  readonly line: string
  /** Only the trial of the real agent can tell. */
  readonly needsTrial?: boolean
  readonly apply: (home: Home) => void
  /** It is the person's own setting, which no command of ours takes back: the doctor has to name it. */
  readonly takeBack?: { readonly setting: string; readonly apply: (home: Home) => void }
}

export interface Start {
  readonly home: Home
  readonly model: ModelServer
  readonly prompt?: string | undefined
  /** TUI: a session of this home to go on with. */
  readonly resume?: string | undefined
  readonly modelName?: string | undefined
  /** The agent's own permissions decide; else everything is allowed. */
  readonly isGuarded?: boolean | undefined
  readonly isPlanning?: boolean | undefined
  /** As a person starts it: where the agent has one process for all sessions, through that. */
  readonly isShared?: boolean | undefined
  /** Only what a script would read. */
  readonly isPlain?: boolean | undefined
}

export interface Launch {
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

export interface Home<Agent extends HostedAgent = ConformingAgent> {
  readonly agent: Agent
  readonly room: Room
  readonly agentBinary: string
  /** Runs the product as it is installed here. */
  readonly fullstop: (...args: string[]) => { status: number | null; stdout: string; stderr: string }
  /** The product itself, which may be taken away. */
  readonly program: string
  readonly env: Readonly<Record<string, string>>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

export interface RunOptions extends ModelServerOptions, Omit<Start, 'home' | 'model'> {
  readonly env?: Readonly<Record<string, string>> | undefined
}

export interface Run extends Finished {
  /** Of the session's own loop. */
  readonly requests: readonly ModelRequest[]
}

export interface Tui extends Screen {
  readonly model: ModelServer
  /** Types a line and sends it. */
  readonly submit: (text: string) => Promise<void>
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

export interface HomeOptions {
  readonly room?: Room | undefined
  readonly isInstalled?: boolean | undefined
}

/** A home in which the agent has been used, and then `fullstop init`. */
export async function openHome<Agent extends HostedAgent>(
  agent: Agent,
  agentBinary: string,
  options: HomeOptions = {},
): Promise<Home<Agent>> {
  const room = options.room ?? openRoom()
  const programs = join(room.root, 'programs')
  const program = join(programs, 'fullstop')
  mkdirSync(programs)
  linkOrCopy(binary, program)
  symlinkSync(agentBinary, join(programs, agent.program))
  agent.furnish(room)
  const env = { ...roomEnv(room), PATH: `${programs}:${roomEnv(room)['PATH']}` }
  const home: Home<Agent> = {
    agent,
    room,
    agentBinary,
    program,
    env,
    fullstop: (...args) => spawnSync(program, args, { env, cwd: room.cwd, encoding: 'utf8' }),
    [Symbol.asyncDispose]: room.close,
  }
  try {
    if (options.isInstalled !== false) install(home)
    return home
  } catch (error) {
    await room.close()
    throw error
  }
}

export function install({ agent, fullstop }: Home<HostedAgent>, ...more: readonly string[]): void {
  const { status, stdout, stderr } = fullstop('init', '--yes', '--agent', agent.id, ...more)
  if (status !== 0) throw new Error(`fullstop init failed: ${stdout}${stderr}`)
}

export async function runAgent(home: Home, options: RunOptions): Promise<Run> {
  const model = await startModelServer(options)
  try {
    const { args, cwd, env } = home.agent.headless({ ...options, home, model })
    const place = { cwd, env: { ...env, ...options.env } }
    const finished = await runToEnd(home.agentBinary, args, place)
    return { ...finished, requests: model.mainRequests() }
  } finally {
    await model.close()
  }
}

/** Resolves when the prompt stands on the screen. */
export async function openAgent(home: Home, options: RunOptions): Promise<Tui> {
  const model = await startModelServer(options)
  const { args, cwd, env } = home.agent.tui({ ...options, home, model })
  const screen = openScreen({
    argv: [home.agentBinary, ...args],
    cwd,
    env: { ...env, ...options.env },
    socketFolder: home.room.temp,
    rows: 70,
    columns: home.agent.columns,
  })
  const close = async () => {
    screen.close()
    await model.close()
  }
  await screen.waitFor(home.agent.isReady).catch(async (error: unknown) => {
    await close()
    throw error
  })
  return { ...screen, model, submit: (text) => submit(screen, text), [Symbol.asyncDispose]: close }
}

/** Ends the agent without a word, as a crash or a lost power supply would. Linux only, as `processesIn`. */
export function killAgent({ room, agentBinary }: Home): void {
  for (const pid of processesIn(room).filter((pid) => executableOf(pid) === agentBinary)) sendSignal(pid, 'SIGKILL')
}

/** Every file below a folder with its content; links as what they point to. */
export function treeOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = entries.map((entry) => [join(entry.parentPath, entry.name), entry] as const)
  return Object.fromEntries(
    paths
      .map(([path, entry]) => [path.slice(folder.length + 1), entry.isFile() ? readFileSync(path, 'latin1') : '/'])
      .toSorted(([one = ''], [other = '']) => one.localeCompare(other)),
  )
}

/** The line, without the breaks that a screen puts in, and the bars before its parts. */
export function flat(screen: string): string {
  return screen.replaceAll(/[\s┃]+/g, ' ')
}

/** The session that a headless run was, as the agent names it in its output. */
export function sessionIn({ stdout }: Run): string {
  const [, id] = /"(?:thread_id|session_id|sessionID)":"([^"]+)"/.exec(stdout) ?? []
  if (id === undefined) throw new Error(`No session is named: ${stdout}`)
  return id
}

/** A hard link is the file itself: to remove it takes the product away here and nowhere else. */
function linkOrCopy(from: string, to: string): void {
  rmSync(to, { force: true })
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to) // Another file system.
  }
}

function executableOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/exe`)
  } catch {
    return undefined // Gone meanwhile.
  }
}
