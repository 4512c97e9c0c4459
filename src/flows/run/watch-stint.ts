// Follows a stint to its end, or to where its program waits for more: reads what it prints, sees to its budgets, and ends it
// where nobody wants it any more.
import type { Driver } from '../../agents/agent.ts'
import type { AgentEnd } from '../../contract/agent/agent-end.ts'
import type { RunTask } from '../../contract/state.ts'
import type { StintEnd } from '../../contract/agent/stint.ts'
import { exitOf } from '../../agents/formats/exit.ts'
import { readLines, withOpening } from '../transcript/read-stints.ts'
import {
  aliveFile,
  endFile,
  errorFile,
  outputFile,
  pidFile,
  readStintEnd,
  readStintProcesses,
  requestFile,
} from '../home/stint-files.ts'
import type { World } from '../world.ts'
import type { Workshop } from '../../adapters/platform/workshop.ts'
import { compactsInVain, type StintReading } from '../../domain/tasks/run/stint.ts'
import { awaited } from '../../domain/tasks/request/waiting.ts'
import { agentAnswerer } from '../stint/answer-agent.ts'
import { reapStint } from '../stint/host.ts'
import { orderEnd } from '../stint/leave-stint.ts'
import { lastPrinted } from '../stint/last-printed.ts'
import { linesOf } from '../stint/lines-of.ts'
import { startHost } from './start-stint.ts'
import { stopwatch } from '../stint/working-time.ts'
import { given } from '../../contract/given.ts'

/**
 * Soon after the start often, later less so: an agent that works for an hour need not be looked at ten times a second. To
 * wake up costs more than to read what a hundred small events say.
 */
const LOOK_MS = { least: 50, most: 500, share: 0.05 } as const
/** An agent that waits for an answer does nothing meanwhile. */
const ANSWER_MS = 100
/** What the store says is looked up less often, but as often at the most. */
const ASK_MS = { share: 2, most: 500 } as const
/** Whether the host lives is asked the system, which costs as much as a small event does. */
const HOST_MS = 1000
/** A host that was started has taken its lock by then. */
const STARTING_MS = 10_000
/** Processor time in this share of the time, and something is at work. */
const BUSY_SHARE = 0.01
/** After its turn has ended an agent's process has so long to end by itself. */
const LINGER_MS = 3000
const MOST_ERRORS = 16 * 1024

export interface StintWatching {
  readonly world: World
  readonly shop: Workshop
  readonly task: RunTask
  readonly driver: Driver | undefined
  readonly reading: StintReading
  /** Asked at every look: what the person or the budget wants. */
  readonly earlyEnd: (reading: StintReading) => Promise<EarlyEnd | undefined>
  /** The program waits for what it has not been told yet. */
  readonly onPrompt?: (offset: number) => Promise<void>
}

/** Why a stint is ended before it ends itself. */
export interface EarlyEnd {
  readonly kind: 'interrupted' | 'agent-cap'
  readonly detail?: string
}

export type WatchedStint =
  | { readonly kind: 'ended'; readonly end: AgentEnd; readonly at: string; readonly reading: StintReading }
  | { readonly kind: 'settled'; readonly reading: StintReading }

export async function watchStint(watching: StintWatching): Promise<WatchedStint> {
  const { world, shop, task, driver } = watching
  const stint = task.run.stint?.id ?? ''
  const isBegun = [pidFile, endFile].some((file) => world.files.exists(file(world, stint)))
  if (!isBegun && !world.files.exists(requestFile(world, stint))) return vanished(watching)
  const tail = shop.openTail(outputFile(world, stint), task.run.stint?.offset ?? 0)
  const lines = linesOf()
  const printed = lastPrinted()
  const idle = idleness(watching)
  const answer = agentAnswerer(world, shop, stint)
  let reading = driver ? withOpening(world, driver, stint, watching.reading) : watching.reading
  let ending: AgentEnd | undefined
  let isTold = watching.onPrompt === undefined
  if (!isBegun) await startHost(world, stint)
  // Sleep is no silence, and a clock that is set is none either.
  const worked = stopwatch(world)
  let askedAt = Number.NEGATIVE_INFINITY
  let hostAt = Number.NEGATIVE_INFINITY
  let host: string | undefined
  try {
    for (;;) {
      // The end is looked for first: what was printed before it is then all there.
      const told = readStintEnd(world, stint)
      host ??= readStintProcesses(world, stint)?.host
      const isHostDue = host === undefined || worked() - hostAt >= HOST_MS
      if (isHostDue) hostAt = worked()
      const isGone = told === undefined && isHostDue && isLost(watching, { stint, host, sinceMs: worked() })
      for (let piece = tail.read(); piece.length > 0; piece = tail.read()) {
        if (driver) reading = readLines(driver, reading, lines.add(piece))
        else printed.add(piece)
        // An agent that only says that it tries again does no work.
        if (reading.retries === undefined) idle.heard()
      }
      if (!driver) reading = { ...reading, ...given({ printed: printed.line() }) }
      if (told)
        return ended(watching, { told, reading: driver ? atEnd(watching, reading, lines.rest()) : reading, ending })
      if (isGone) return lost(watching, reading)
      reading = answer(reading)
      if (!ending && driver?.conversation?.again && isTurnOver(reading)) return { kind: 'settled', reading }
      const lookMs = pace(worked(), reading)
      const isDue = worked() - askedAt >= Math.min(lookMs * ASK_MS.share, ASK_MS.most)
      if (isDue) askedAt = worked()
      ending ??=
        (isDue ? await watching.earlyEnd(reading) : undefined) ??
        (compactsInVain(reading) ? reading.end : undefined) ??
        lingering(watching, reading, idle) ??
        idle.hung(reading)
      if (ending) orderEnd(world, shop, stint)
      if (!ending && task.run.setup.terminal && idle.isSettled()) {
        if (isTold) return { kind: 'settled', reading }
        isTold = true
        await watching.onPrompt?.(tail.offset())
        idle.heard()
      }
      await world.sleep(lookMs)
    }
  } finally {
    tail.close()
  }
}

/** Somebody removed what the agent was to be started with: there is nothing to host, and nothing of it to read. */
function vanished({ world, reading }: StintWatching): WatchedStint {
  const end: AgentEnd = { kind: 'crashed', detail: 'the files of its stint are gone' }
  return { kind: 'ended', end, at: world.now().toISOString(), reading }
}

function atEnd({ driver }: StintWatching, reading: StintReading, rest: readonly Buffer[]): StintReading {
  return driver ? readLines(driver, reading, rest) : reading
}

/** The agent waits for the next prompt in the same conversation. One that was left, or failed, ends with its process. */
function isTurnOver({ conversation, end }: StintReading): boolean {
  return conversation !== undefined && end?.kind === 'stopped' && !conversation.isClosed
}

function pace(sinceMs: number, { conversation }: StintReading): number {
  const most = conversation ? ANSWER_MS : LOOK_MS.most
  return Math.min(most, Math.max(LOOK_MS.least, sinceMs * LOOK_MS.share))
}

/** Its turn has ended, but not its process: a server that it left running holds it. */
function lingering({ task }: StintWatching, { end, background }: StintReading, idle: Idleness): AgentEnd | undefined {
  if (!end || idle.quietMs() < LINGER_MS || awaited(background, task.policy.waitingIgnore)) return undefined
  return end
}

interface Told {
  readonly told: StintEnd
  readonly reading: StintReading
  readonly ending: AgentEnd | undefined
}

/** What the agent itself said of its end counts first; then why we ended it; then how its process ended. */
function ended({ world, task, driver }: StintWatching, { told, reading, ending }: Told): WatchedStint {
  const stint = task.run.stint?.id ?? ''
  const read = world.files.readPart(errorFile(world, stint), { from: 0, most: MOST_ERRORS }, [world.stateHome])
  const exit = { how: told.how, errors: read.kind === 'part' ? read.text : '' }
  const said = reading.end && withReset(reading.end, reading)
  const isOwn = said !== undefined && !(ending && said.kind === 'interrupted')
  if (isOwn) return { kind: 'ended', end: said, at: told.at, reading }
  if (ending) return { kind: 'ended', end: ending, at: told.at, reading }
  if (told.isTooLong) {
    const end: AgentEnd = { kind: 'crashed', detail: 'it printed more than can be kept' }
    return { kind: 'ended', end, at: told.at, reading }
  }
  return { kind: 'ended', end: driver ? driver.toEnd(exit) : plainEnd(exit), at: told.at, reading }
}

/** Exit code 0 proves nothing, but it is how a program ends that has not failed. */
function plainEnd(exit: Parameters<typeof exitOf>[0]): AgentEnd {
  if (exit.how.kind === 'exited' && exit.how.code === 0) return { kind: 'stopped', exitCode: 0 }
  return exitOf(exit)
}

function withReset(end: AgentEnd, { limitUntil }: StintReading): AgentEnd {
  return end.kind === 'usage-limit' && end.retryAt === undefined && limitUntil !== undefined
    ? { ...end, retryAt: limitUntil }
    : end
}

/** Its host is gone without a word: what it left behind is ended, and the task can be taken up. */
async function lost({ world, shop, task }: StintWatching, reading: StintReading): Promise<WatchedStint> {
  const stint = task.run.stint?.id ?? ''
  await reapStint(world, stint)
  const at = world.now().toISOString()
  if (reading.end?.kind === 'stopped') return { kind: 'ended', end: reading.end, at, reading }
  if (world.files.exists(pidFile(world, stint))) {
    return { kind: 'ended', end: { kind: 'crashed', detail: 'the process that hosts the agent is gone' }, at, reading }
  }
  const why = 'the process that hosts the agent could not be started'
  // Should it come after all, it finds that the stint is over.
  const barred: StintEnd = { how: { kind: 'not-started', code: 'host-late', why }, at }
  shop.disk.writeWhole(endFile(world, stint), JSON.stringify(barred))
  return { kind: 'ended', end: { kind: 'not-started', detail: why }, at, reading }
}

interface Hosting {
  readonly stint: string
  readonly host: string | undefined
  readonly sinceMs: number
}

function isLost({ world, shop }: StintWatching, { stint, host, sinceMs }: Hosting): boolean {
  // The process first: to ask for its lock costs much more.
  if (host !== undefined && world.processes.isAlive(host)) return false
  if (shop.isLocked(aliveFile(world, stint))) return false
  if (host === undefined) return sinceMs > STARTING_MS
  // It writes its end down before it lets go of its lock.
  return readStintEnd(world, stint) === undefined
}

interface Idleness {
  readonly heard: () => void
  readonly isSettled: () => boolean
  readonly quietMs: () => number
  readonly hung: (reading: StintReading) => AgentEnd | undefined
}

interface Busy {
  readonly at: number
  /** Of processor time. */
  readonly ms: number
}

/** Silent for too long, and nothing below the agent uses the processor. */
function idleness({ world, shop, task }: StintWatching): Idleness {
  const { idleTimeoutMs = Number.POSITIVE_INFINITY, settleMs = 3000 } = task.policy.supervision ?? {}
  const stint = task.run.stint?.id ?? ''
  const now = stopwatch(world)
  let heardAt = now()
  let hasSpoken = false
  // The newest reading of the processor time and the one before it. They lie a quarter of the limit apart: over a moment, a
  // child on a busy machine may be given no processor at all.
  const apartMs = idleTimeoutMs / 4
  let newest: Busy = { at: now(), ms: 0 }
  let former = newest
  const read = (): Busy => ({ at: now(), ms: cpuOf(world, shop, stint) })
  const keep = (reading: Busy): void => {
    former = newest
    newest = reading
  }
  let isStarted = false
  /** On a busy machine its host takes a while to start it, and until then nobody is silent. */
  const isThere = (): boolean => {
    isStarted ||= readStintProcesses(world, stint)?.agent !== undefined || now() >= STARTING_MS
    if (!isStarted) heardAt = now()
    return isStarted
  }
  return {
    heard: () => {
      heardAt = now()
      hasSpoken = true
    },
    isSettled: () => hasSpoken && now() - heardAt >= settleMs,
    quietMs: () => now() - heardAt,
    hung: ({ retries }) => {
      if (now() - heardAt < idleTimeoutMs) {
        if (now() - newest.at > apartMs && isThere()) keep(read())
        return undefined
      }
      if (!isThere()) return undefined
      const last = read()
      const since = last.at - newest.at > apartMs ? newest : former
      const isBusy = last.ms - since.ms > (last.at - since.at) * BUSY_SHARE
      keep(last)
      if (isBusy) heardAt = now() - idleTimeoutMs / 2
      if (isBusy) return undefined
      if (retries !== undefined) return { kind: 'api-error', detail: retries }
      return { kind: 'hung', detail: `no event for ${Math.round(idleTimeoutMs / 1000)} s` }
    },
  }
}

function cpuOf(world: World, shop: Workshop, stint: string): number {
  const agent = readStintProcesses(world, stint)?.agent
  return agent === undefined ? 0 : shop.cpuBelow(Number.parseInt(agent, 10))
}
