// The gate as the real agents meet it: the built hook, and what it recorded in a room.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Event, EventOf } from '../../src/contract/event.ts'
import type { CheckRun } from '../../src/contract/evidence.ts'
import { callTool, lastMatch, type ModelRequest, type Turn } from '../model-server/script.ts'
import { eventBodies } from '../e2e/valid-events.ts'
import { until } from '../until.ts'
import { claudeHookEvents, type ClaudeOptions } from './claude-settings.ts'
import { readHookCalls, type HookCall } from './hook-log.ts'
import { roomEnv, sendSignal, type Room } from './room.ts'

export const binary = join(import.meta.dirname, '..', '..', 'dist', 'fullstop')

export const hookCommand = `'${binary}' hook claude`

/** The same hook, told its time limit. */
export function hookWithin(limit: string): string {
  return `${hookCommand} --within ${limit}`
}

const ourTools = 'mcp__.*fullstop__.*'

/** Hook and server, as the README has them installed. */
export const hookAndServer = {
  hookCommand,
  hookEvents: [...claudeHookEvents, 'PostToolUseFailure'],
  hookMatchers: { PostToolUse: ourTools, PostToolUseFailure: ourTools },
  mcpServers: { fullstop: { type: 'stdio', command: binary, args: ['mcp'] } },
} satisfies Partial<ClaudeOptions>

/** The same server, started by another program that stays, as npx does. */
export const launchedServer = {
  fullstop: { type: 'stdio', command: 'sh', args: ['-c', `'${binary}' mcp; exit $?`] },
}

/** A call of one of our tools, as the agent names them. */
export function ourTool(name: string, input: object): Turn {
  return callTool(`mcp__fullstop__${name}`, input)
}

export function completeTask(more: object = {}): Turn {
  const said = { original_request_summary: 'What was asked.', summary: 'All parts are done.' }
  return ourTool('complete_task', { status: 'success', ...said, ...more })
}

/** Resolves when our server runs in the room, with its process. What is still being written has another name. */
export async function waitForServer(room: Room): Promise<string> {
  const folder = join(room.fullstopHome, 'servers')
  const written = (): string => {
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => /^\d+(?!.*\.tmp$)/.test(name)) : []
    return names.map((name) => readFileSync(join(folder, name), 'utf8'))[0] ?? ''
  }
  await until(() => written() !== '')
  return written()
}

/** Ends the newest agent of the room without a word, as a crash or a lost power supply would. */
export function killAgent(room: Room): void {
  const pid = Number(readHookCalls(room).at(-1)?.env['CLAUDE_PID'])
  if (!(pid > 1)) throw new Error('No hook has named the process of the agent')
  sendSignal(pid, 'SIGKILL')
}

/** A model that does as it was told: it copies the done token from the last text that named one. */
export function claim(request: ModelRequest): string {
  return `All parts are done.\n\n${lastMatch(request, /FULLSTOP_DONE::[\w-]+/) ?? 'no token was named'}`
}

export function refusalsIn(calls: readonly HookCall[]): string[] {
  return calls
    .filter((call) => call.event === 'Stop')
    .map((call) => call.answer?.stdout ?? '')
    .filter((stdout) => stdout.includes('"decision":"block"'))
}

export function fullstop(room: Room, ...args: string[]): string {
  return spawnSync(binary, args, { env: roomEnv(room), cwd: room.cwd, encoding: 'utf8' }).stdout
}

/** A PATH on which `fullstop` is the built binary, as it is where the product is installed. */
export function pathWithFullstop(room: Room): string {
  const folder = join(room.root, 'bin')
  mkdirSync(folder, { recursive: true })
  symlinkSync(binary, join(folder, 'fullstop'))
  return `${folder}:${roomEnv(room)['PATH']}`
}

/** Events of every task in the room, oldest task first. */
export function eventsIn(room: Room): Event[] {
  const tasks = JSON.parse(fullstop(room, 'tasks', '--json')) as { id: string }[]
  return tasks
    .reverse()
    .flatMap(({ id }) => (JSON.parse(fullstop(room, 'show', id, '--json')) as { events: Event[] }).events)
}

/** Resolves when the room has so many events of a kind. Rejects when they do not come in time. */
export async function waitForEvent(room: Room, kind: Event['kind'], nth = 1): Promise<void> {
  const kinds = (): string[] => eventsIn(room).map((event) => event.kind)
  const isEnough = (seen: readonly string[]): boolean => seen.filter((one) => one === kind).length >= nth
  // The product is asked only once the event is there: each question starts it twice, while the agent needs the processor.
  const written = (): string[] => eventBodies(room.fullstopHome).map((body) => (JSON.parse(body) as Event).kind)
  await until(
    () => isEnough(written()) && isEnough(kinds()),
    () => `${kind} ${nth}; seen: ${kinds()}`,
  )
}

/** The newest session that a hook has told of, as the agent names it. */
export function newestSession(room: Room): string {
  const events = eventBodies(room.fullstopHome).map((body) => JSON.parse(body) as Event)
  return events.findLast((event) => event.kind === 'session.seen')?.agentSessionId ?? ''
}

/** Each decision as `kind rule reason`, in order. */
export function decisionsIn(room: Room): string[] {
  return eventsIn(room)
    .filter((event): event is EventOf<'stop.decided'> => event.kind === 'stop.decided')
    .map(({ decision }) => `${decision.kind} ${decision.rule} ${decision.because[0]?.code}`)
}

export function outcomesIn(room: Room): string[] {
  return (JSON.parse(fullstop(room, 'tasks', '--json')) as { status: string; outcome?: string }[])
    .reverse()
    .map((task) => task.outcome ?? task.status)
}

/** What `fullstop evidence --json` tells of the newest task. */
export interface ToldEvidence {
  readonly runs: readonly { readonly run: string; readonly ended: boolean; readonly checks: readonly CheckRun[] }[]
  readonly claims: readonly EventOf<'claim.verified'>[]
}

export function evidenceIn(room: Room): ToldEvidence {
  return JSON.parse(fullstop(room, 'evidence', '--json')) as ToldEvidence
}

/** The results that each verified claim of the newest task rests on, as `name=result`, in order of the claims. */
export function resultsIn(room: Room): string[] {
  return evidenceIn(room).claims.map(({ evidence }) =>
    evidence.checks.map(({ name, result }) => `${name}=${result}`).join(', '),
  )
}
