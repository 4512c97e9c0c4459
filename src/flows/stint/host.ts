// The entrance to stints: hosts one. The host owns the agent's process until nothing of it is left, and writes down how
// it ended. It follows orders and decides nothing.
//
//   lines-of.ts        bytes that arrive in pieces, to whole lines
//   last-printed.ts    the last line of a plain program, to be shown
//   words.ts           what a person said, in a file of its own until the agent has been told
//   answer-agent.ts    sends the driver's answers to an agent that expects them
//   working-time.ts    how long something was at work
//   session-record.ts  what only the agent's own record tells of its last turn
//   leave-stint.ts     ends what is left of a stint
import { localKey } from '../home/processes-here.ts'
import { basename, join } from 'node:path'
import type { StintEnd, StintOrder, StintRequest } from '../../contract/agent/stint.ts'
import { withoutMarks } from '../home/marks.ts'
import {
  aliveFile,
  endFile,
  errorFile,
  isStint,
  ordersFile,
  outputFile,
  pidFile,
  ranFile,
  readStintProcesses,
  readStintRequest,
  STINT_MARK,
  STINT_REAPER,
  stintFolder,
  type StintProcesses,
} from '../home/stint-files.ts'
import { takeLockPatiently } from '../home/take-lock.ts'
import type { World } from '../world.ts'
import type { Hosted } from '../../adapters/platform/processes/hosting.ts'
import type { Reaper } from '../../adapters/platform/processes/self.ts'
import type { Workshop } from '../../adapters/platform/workshop.ts'
import { linesOf } from './lines-of.ts'
import { STEP_MS, stopwatch } from './working-time.ts'

const MOST_BYTES = 1024 * 1024 * 1024
const LOOK_MS = 100
/** With neither a terminal nor a pipe there is only the order to end. */
const PLAIN_LOOK_MS = 250
const NOTE_MS = 5000
/** Some programs take an Enter that comes with a paste for a part of it. */
const BEFORE_ENTER_MS = 50
const PASTE = { begin: '\u001b[200~', end: '\u001b[201~' } as const
/** What ends a paste, in both of its spellings. */
const PASTE_ENDS = /(?:\u001b\[|\u009b)201~/g

/** One host for a stint, and one start of its agent: the second one does nothing. */
export async function hostStint(world: World, stint: string, signal: AbortSignal): Promise<void> {
  if (!readStintRequest(world, stint)) return
  const shop = await world.openWorkshop()
  const alive = await takeLockPatiently(world, shop, aliveFile(world, stint))
  if (!alive) return
  try {
    // Once more: a process that removes a stint, with its end, holds the lock.
    const request = readStintRequest(world, stint)
    const hasBegun = world.files.exists(pidFile(world, stint)) || world.files.exists(endFile(world, stint))
    if (request && !hasBegun) await hostOnce({ world, shop, stint, request, signal })
  } finally {
    alive.release()
  }
}

/** Ends all that is left of a stint. For a caller that knows that its host is gone; harmless if nothing is left. */
export async function reapStint(world: World, stint: string): Promise<void> {
  if (!isStint(stint)) return
  const shop = await world.openWorkshop()
  const { agent, hidden = [] } = readStintProcesses(world, stint) ?? {}
  const known = agent === undefined ? hidden : [agent, ...hidden]
  await shop.endTree({ known, mark: `${STINT_MARK}=${stint}`, spared: new Set() })
}

interface Hosting {
  readonly world: World
  readonly shop: Workshop
  readonly stint: string
  readonly request: StintRequest
  readonly signal: AbortSignal
}

type End = Omit<StintEnd, 'at'>

async function hostOnce(hosting: Hosting): Promise<void> {
  const { world, shop, stint } = hosting
  let reaper: Reaper | undefined
  let end: End
  try {
    // Before anything is started: should we be killed now, nobody starts this stint again.
    writeProcesses(hosting, {})
    await shop.adoptOrphans()
    reaper = shop.startReaper([STINT_REAPER, stint], world.env)
    end = await runAgent(hosting, reaper)
  } catch (error) {
    end = { how: { kind: 'not-started', code: 'host-failed', why: wordsOf(error) } }
  }
  try {
    const told: StintEnd = { ...end, at: world.now().toISOString() }
    shop.disk.writeWhole(endFile(world, stint), JSON.stringify(told))
  } finally {
    await reaper?.dismiss()
  }
}

async function runAgent(hosting: Hosting, reaper: Reaper): Promise<End> {
  const { world, shop, stint, request, signal } = hosting
  if (signal.aborted) return { how: { kind: 'interrupted' } }
  const ran = stopwatch(world)
  const hosted = shop.hostProgram({
    argv: request.argv,
    cwd: request.cwd,
    env: { ...withoutMarks(world.env), ...request.env, FULLSTOP_TASK_ID: request.task },
    mark: { name: STINT_MARK, value: stint },
    spared: new Set(reaper.pid === undefined ? [] : [reaper.pid]),
    input: request.input === undefined ? undefined : join(stintFolder(world, stint), basename(request.input)),
    output: outputFile(world, stint),
    pipe: request.pipe,
    errors: errorFile(world, stint),
    terminal: request.terminal,
    mostBytes: MOST_BYTES,
  })
  try {
    const agent = hosted.pid === undefined ? undefined : localKey(world.processes, hosted.pid)
    writeProcesses(hosting, { agent })
    if (signal.aborted) hosted.end()
    signal.addEventListener('abort', hosted.end)
    const [{ how, isTooLong }] = await Promise.all([
      hosted.ended,
      followOrders(hosting, hosted),
      noteEachSecond([hiddenNoter(hosting, hosted, agent), timeNoter(hosting, ran)], hosting, hosted),
    ])
    return { how, ranMs: ran(), ...(isTooLong ? { isTooLong } : {}) }
  } catch (error) {
    hosted.end()
    await hosted.ended
    return { how: { kind: 'killed', signal: `SIGTERM of its host: ${wordsOf(error)}` } }
  }
}

function writeProcesses({ world, shop, stint }: Hosting, known: Omit<StintProcesses, 'host' | 'trust'>): void {
  const host = localKey(world.processes, shop.pid) ?? `${shop.pid}`
  const told: StintProcesses = { host, trust: world.env['FULLSTOP_TRUST'], ...known }
  shop.disk.writeWhole(pidFile(world, stint), JSON.stringify(told))
}

/** Together, since to wake up costs more than what is noted. */
async function noteEachSecond(notes: readonly (() => void)[], { world }: Hosting, { ended }: Hosted): Promise<void> {
  const over = ended.then(() => 'over' as const)
  while ((await Promise.race([world.sleep(STEP_MS), over])) !== 'over') for (const note of notes) note()
}

/** Should we be killed, the agent may die of the hangup before the reaper can ask for its descendants. */
function hiddenNoter(hosting: Hosting, hosted: Hosted, agent: string | undefined): () => void {
  let noted = ''
  return () => {
    const hidden = hosted.hidden()
    if (hidden.join(' ') === noted) return
    try {
      writeProcesses(hosting, { agent, hidden })
      noted = hidden.join(' ')
    } catch {
      // A precaution: what cannot be written now is tried again, and no reason to end the agent.
    }
  }
}

/** Should all be killed at once, or the machine be switched off, only what was written down counts. */
function timeNoter({ world, shop, stint }: Hosting, ran: () => number): () => void {
  let noted = 0
  return () => {
    const ms = Math.round(ran())
    if (ms - noted < NOTE_MS) return
    noted = ms
    try {
      shop.disk.writeWhole(ranFile(world, stint), `${ms}`)
    } catch {
      // The next one may succeed; no reason to end the agent.
    }
  }
}

/** Until the agent has ended. Each line is obeyed once; a line whose end is missing waits for it. */
async function followOrders({ world, shop, stint, request }: Hosting, hosted: Hosted): Promise<void> {
  const lookMs = request.terminal || request.pipe ? LOOK_MS : PLAIN_LOOK_MS
  const tail = shop.openTail(ordersFile(world, stint), 0)
  const lines = linesOf()
  const over = hosted.ended.then(() => 'over' as const)
  try {
    do {
      for (let piece = tail.read(); piece.length > 0; piece = tail.read()) {
        for (const line of lines.add(piece)) await obey(world, hosted, line.toString())
      }
    } while ((await Promise.race([world.sleep(lookMs), over])) !== 'over')
  } finally {
    tail.close()
  }
}

async function obey(world: World, hosted: Hosted, line: string): Promise<void> {
  const order = toOrder(line)
  switch (order?.kind) {
    case 'end':
      hosted.end()
      return
    case 'send':
      if (order.text === null) hosted.endInput()
      else hosted.write(`${order.text}\n`)
      return
    case 'paste':
      // A blank for each, not nothing: the text around it must not form another one.
      hosted.write(`${PASTE.begin}${order.text.replaceAll(PASTE_ENDS, ' ')}${PASTE.end}`)
      await world.sleep(BEFORE_ENTER_MS)
      hosted.write('\r')
  }
}

function toOrder(line: string): StintOrder | undefined {
  try {
    const order = JSON.parse(line) as StintOrder | null
    if (order?.kind === 'paste' && typeof order.text !== 'string') return undefined
    if (order?.kind === 'send' && typeof order.text !== 'string' && order.text !== null) return undefined
    return order ?? undefined
  } catch {
    // A line that is no order asks for nothing.
    return undefined
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
