// One turn of the agent: followed to its end, or told at its prompt, with what of it is recorded.
import { join } from 'node:path'
import type { TurnRecord } from '../../agents/agent.ts'
import type { AgentEnd, Usage } from '../../contract/agent/agent-end.ts'
import type { Event, EventOf } from '../../contract/event.ts'
import type { RunTask } from '../../contract/state.ts'
import { loadSession } from '../session/load-known.ts'
import { maskFor } from '../project/mask.ts'
import { INPUT, TOLD } from '../transcript/plain-output.ts'
import { isDriven, loadDriver, readBefore } from '../transcript/read-stints.ts'
import type { StintOrder } from '../../contract/agent/stint.ts'
import {
  LARGEST_ORDERS,
  openingFile,
  ordersFile,
  outputFile,
  readStintEnd,
  readStintOpening,
  stintFolder,
} from '../home/stint-files.ts'
import { stamp, type World } from '../world.ts'
import { contextUse, type StintReading, usageOf } from '../../domain/tasks/run/stint.ts'
import { budgetsOf, toWarnOf, usedUp, usedUpText } from '../../domain/tasks/run/budgets.ts'
import { noteHostTime } from './keep-time.ts'
import { readSessionRecord } from '../stint/session-record.ts'
import { openAgain, promptFor } from './start-stint.ts'
import type { Effect } from './step.ts'
import { followRun, loadRun, type Supervising } from './supervising.ts'
import { type EarlyEnd, watchStint } from './watch-stint.ts'
import { given } from '../../contract/given.ts'

export async function followStint(supervising: Supervising, task: RunTask): Promise<StintReading | undefined> {
  const { world } = supervising
  const shop = await world.openWorkshop()
  const driver = await loadDriver(task)
  const known = await loadSession(world, task.session)
  await redeliver(world, task)
  if (!readStintEnd(world, task.run.stint?.id ?? '')) await noteHostTime(world, task, world.now().toISOString())
  const watched = await watchStint({
    world,
    shop,
    task,
    driver,
    reading: await readBefore(world, task, known),
    earlyEnd: toEarlyEnd(supervising),
    ...(isPasted(task) ? { onPrompt: (offset) => pasteFirst(world, task, offset) } : {}),
  })
  const { reading } = watched
  await noteSession(world, await loadRun(supervising), reading)
  const head = { session: task.session, task: task.id, stint: task.run.stint?.id ?? '' }
  if (watched.kind === 'settled') {
    const turn = driver ? { turn: toTurn(task, reading) } : {}
    await world.store.append([{ ...stamp(world), kind: 'stint.settled', ...head, ...turn }])
    return reading
  }
  await noteHostTime(world, await loadRun(supervising), watched.at)
  const recorded = await recordedBy(world, task, reading)
  // Words for people tell less than a code, where the agent's own record has one.
  const isFailed = reading.end !== undefined && watched.end.kind !== 'stopped'
  const end = (isFailed ? recorded.end : undefined) ?? watched.end
  await world.store.append([toEnded(world, task, { reading, recorded, end, endedAt: watched.at })])
  // Of other programs it is needed to tell what they print back.
  if (driver) shop.disk.remove(join(stintFolder(world, head.stint), INPUT))
  return reading
}

async function recordedBy(world: World, task: RunTask, reading: StintReading): Promise<TurnRecord> {
  const driver = await loadDriver(task)
  const id = reading.agentSessionId ?? task.run.stint?.agentSessionId
  return driver?.record && id !== undefined ? readSessionRecord(world, task, driver, id) : {}
}

interface Ended {
  readonly reading: StintReading
  readonly recorded: TurnRecord
  readonly end: AgentEnd
  readonly endedAt: string
}

function toEnded(world: World, task: RunTask, { reading, recorded, end, endedAt }: Ended): Event {
  const { run } = task
  const id = reading.agentSessionId ?? run.stint?.agentSessionId ?? run.stint?.id
  const usage = usageOf(
    reading,
    run.usage.find((one) => one.agentSessionId === id),
  )
  const use = contextUse(reading) ?? recorded.contextUse
  return {
    ...stamp(world),
    kind: 'stint.ended',
    session: task.session,
    task: task.id,
    stint: run.stint?.id ?? '',
    end: { ...end, ...given({ detail: end.detail }, maskFor(world, [task.cwd])) },
    endedAt,
    ...given({ usage }, toUsage),
    ...given({ contextUse: use }),
    ...(reading.isCompacted || recorded.isCompacted ? { isCompacted: true } : {}),
    ...(reading.isEmpty && isDriven(task) ? { isEmpty: true } : {}),
    notes: [...reading.notices],
  }
}

type Turn = NonNullable<EventOf<'stint.settled'>['turn']>

function toTurn({ run }: RunTask, reading: StintReading): Turn {
  const id = reading.agentSessionId ?? run.stint?.agentSessionId ?? run.stint?.id
  const before = run.usage.find((one) => one.agentSessionId === id)
  const usage = usageOf(reading, before)
  return {
    ...given({ usage }, toUsage),
    ...given({ contextUse: contextUse(reading), denied: reading.end?.denied }),
    ...(reading.isCompacted ? { isCompacted: true } : {}),
    ...(reading.isEmpty ? { isEmpty: true } : {}),
    notes: [...reading.notices],
  }
}

/** What is kept of it names its session besides. */
function toUsage({ tokens, cost, unsummed }: Usage): Usage {
  return { tokens, ...given({ cost, unsummed }) }
}

function toEarlyEnd(supervising: Supervising): (reading: StintReading) => Promise<EarlyEnd | undefined> {
  const readRun = followRun(supervising)
  return async (reading) => {
    await supervising.noteTime?.()
    return earlyEndNow(supervising, await readRun(), reading)
  }
}

/** At every look: the session that the agent told of, the budgets, and what the person wants. */
async function earlyEndNow(
  supervising: Supervising,
  now: RunTask,
  reading: StintReading,
): Promise<EarlyEnd | undefined> {
  const { world, interruption } = supervising
  await noteSession(world, now, reading)
  const budgets = budgetsOf(now, reading, world.now())
  const head = { session: now.session, task: now.id }
  for (const warning of toWarnOf(budgets, now.run.warned)) {
    await world.store.append([{ ...stamp(world), kind: 'budget.warned', ...head, ...warning }])
  }
  await supervising.onLook({ task: now, reading })
  if (interruption.now.aborted || now.status === 'ended') return { kind: 'interrupted' }
  const over = usedUp(budgets)
  return over && { kind: 'agent-cap', detail: usedUpText(over) }
}

async function noteSession(world: World, task: RunTask, { agentSessionId, model }: StintReading): Promise<void> {
  const { stint } = task.run
  const isKnown = stint?.agentSessionId === agentSessionId && (model === undefined || stint?.model === model)
  if (agentSessionId === undefined || !stint || isKnown) return
  await world.store.append([
    {
      ...stamp(world),
      kind: 'stint.known',
      session: task.session,
      task: task.id,
      stint: stint.id,
      agentSessionId,
      ...given({ model }),
    },
  ])
}

/** A screen that takes no prompt with its command line is told at its first prompt. */
function isPasted({ run }: RunTask): boolean {
  const { command = [], terminal } = run.setup
  return terminal === true && run.stint?.told === undefined && !command.some((word) => /\{(?:prompt|text)\}/.test(word))
}

async function pasteFirst(world: World, task: RunTask, offset: number): Promise<void> {
  const stint = task.run.stint?.id ?? ''
  const read = world.files.readText(join(stintFolder(world, stint), INPUT), LARGEST_ORDERS)
  await tell(world, task, { how: task.run.stint?.how ?? 'first', text: read.kind === 'text' ? read.text : '', offset })
}

export async function tellStint(world: World, task: RunTask, effect: Extract<Effect, { kind: 'tell' }>): Promise<void> {
  const offset = world.files.sizeOf(outputFile(world, task.run.stint?.id ?? '')) ?? 0
  await tell(world, task, { how: effect.how, text: await promptFor(world, task, effect), offset })
}

interface Telling {
  readonly how: Extract<Effect, { kind: 'tell' }>['how']
  readonly text: string
  readonly offset: number
}

/** Written down, recorded, given: after a crash in between the next supervisor gives it, and none gives it twice. */
async function tell(world: World, task: RunTask, { how, text, offset }: Telling): Promise<void> {
  const { disk } = await world.openWorkshop()
  const stint = task.run.stint?.id ?? ''
  const opened = await openAgain(world, task, text)
  if (opened) disk.writeWhole(openingFile(world, stint), JSON.stringify(opened))
  else disk.writeWhole(join(stintFolder(world, stint), TOLD), text)
  const event: Event = {
    ...stamp(world),
    kind: 'stint.told',
    session: task.session,
    task: task.id,
    stint,
    how,
    offset,
  }
  await world.store.append([event])
  const order: StintOrder = opened ? { kind: 'turn', id: event.id } : { kind: 'paste', text, id: event.id }
  disk.appendLine(ordersFile(world, stint), JSON.stringify(order))
}

async function redeliver(world: World, { run }: RunTask): Promise<void> {
  const { id = '', told } = run.stint ?? {}
  if (told === undefined) return
  const given = world.files.readText(ordersFile(world, id), LARGEST_ORDERS)
  if (given.kind === 'text' && given.text.includes(`"id":${JSON.stringify(told)}`)) return
  const { disk } = await world.openWorkshop()
  if (readStintOpening(world, id)) {
    disk.appendLine(ordersFile(world, id), JSON.stringify({ kind: 'turn', id: told } satisfies StintOrder))
    return
  }
  const read = world.files.readText(join(stintFolder(world, id), TOLD), LARGEST_ORDERS)
  if (read.kind !== 'text') return
  disk.appendLine(ordersFile(world, id), JSON.stringify({ kind: 'paste', text: read.text, id: told }))
}
