// What a supervised agent has told since the last decision, read from the raw output of its stints: for a process that comes later
// than the supervisor, or beside it.
import type { Driver } from '../../agents/agent.ts'
import { findAgent } from '../../agents/index.ts'
import type { TaskState } from '../../contract/state.ts'
import type { TodoItem } from '../../contract/work.ts'
import type { WindowStart } from '../../domain/tasks/request/request.ts'
import { emptyWork } from '../../domain/tasks/request/work.ts'
import {
  nextStint,
  openReading,
  openSpoken,
  stepReading,
  stepSpoken,
  type StintReading,
} from '../../domain/tasks/run/stint.ts'
import type { Known } from '../../domain/tasks/known.ts'
import type { SessionReading } from './source.ts'
import { maskFor } from '../project/mask.ts'
import { type Mask, maskedTodos, maskedWork } from '../../domain/tasks/masked.ts'
import { parseLine } from './read-tail.ts'
import { outputFile, readStintOpening } from '../home/stint-files.ts'
import type { World } from '../world.ts'

/** The most that is read of one stint by anybody but its supervisor. */
const MOST_READ = 64 * 1024 * 1024

/** As a stop would be read: with the driver's entries in place of a transcript. */
export async function readStints(world: World, task: TaskState, known: Known): Promise<SessionReading> {
  const mask = maskFor(world, [task.policy.root, task.cwd])
  return toReading(task, await readUndecided(world, task, known), mask)
}

/** The task is run by an agent that we have a driver for, not by any other program that the person named. */
export function isDriven({ agent }: Driven): boolean {
  return findAgent(agent)?.driver !== undefined
}

export async function loadDriver(task: Driven): Promise<Driver | undefined> {
  return isDriven(task) ? (await findAgent(task.agent)?.driver?.())?.driver : undefined
}

type Driven = Pick<TaskState, 'agent'>

/** Everything that was told since the last decision. */
export async function readUndecided(world: World, task: TaskState, known: Known): Promise<StintReading> {
  return readAll(world, task, task.run?.undecided ?? [], startOf(known))
}

/** The same without the stint that is to be followed now. */
export async function readBefore(world: World, task: TaskState, known: Known): Promise<StintReading> {
  return nextStint(await readAll(world, task, (task.run?.undecided ?? []).slice(0, -1), startOf(known)))
}

async function readAll(
  world: World,
  task: TaskState,
  stints: readonly string[],
  start: WindowStart,
): Promise<StintReading> {
  const driver = await loadDriver(task)
  if (!driver) return openReading(start)
  return stints.reduce((reading, stint) => {
    const from = task.run?.stint?.id === stint ? task.run.stint.offset : 0
    const part = world.files.readPart(outputFile(world, stint), { from, most: MOST_READ }, [world.stateHome])
    if (part.kind !== 'part') return reading
    return readLines(driver, withOpening(world, driver, stint, nextStint(reading)), part.text.split('\n'))
  }, openReading(start))
}

/** Lines of a driver's stream, in their order. */
export function readLines(driver: Driver, before: StintReading, lines: readonly (string | Buffer)[]): StintReading {
  let reading = before
  for (const line of lines) {
    if (line.length === 0) continue
    const skimmed = typeof line === 'string' ? undefined : driver.skim?.(line)
    const parsed = skimmed === undefined ? parseLine(line.toString()) : undefined
    const signals = skimmed ?? driver.toSignals(parsed)
    for (const signal of signals) reading = stepReading(reading, signal)
    const { conversation } = reading
    if (conversation && driver.conversation && parsed !== undefined) {
      reading = stepSpoken(reading, conversation, driver.conversation.speak(conversation.state, parsed))
    }
  }
  return reading
}

/** The same reading, if the agent of the stint expects no answers. */
export function withOpening(
  world: World,
  { conversation }: Driver,
  stint: string,
  reading: StintReading,
): StintReading {
  const opened = conversation && readStintOpening(world, stint)
  return opened ? openSpoken(reading, opened) : reading
}

/** Where the window of the next decision begins. */
export function startOf({ session }: Known): WindowStart {
  const { state } = session
  const request = state?.request
  return {
    work: { ...(request?.work ?? emptyWork(true)), pending: [], whole: true },
    todos: state?.todos ?? [],
    knownPromptIds: [],
    knownPrompts: [],
    vendorGoal: false,
    closed: false,
  }
}

/**
 * Where there is a tree, that alone tells of progress: writing the same file again and again is none. What ran beside a
 * conversation has ended with the process.
 */
export function toReading(task: TaskState, { window }: StintReading, mask: Mask): SessionReading {
  const { background: _ended, ...work } = window.work
  const hasTree = task.policy.root !== undefined
  const transcript = isDriven(task)
    ? ({ kind: 'entries', entries: [], offset: 0, size: 0, whole: true, isSparse: false, gaveUp: false } as const)
    : ({ kind: 'missing' } as const)
  const kept = maskedWork(hasTree ? { ...work, progress: 0 } : work, mask)
  return { window: { ...window, work: kept, todos: maskedTodos(window.todos, mask) }, transcript, mask }
}

/** Equal for the same list. */
export function digestOfTodos(world: Pick<World, 'hashOf'>, todos: readonly TodoItem[]): string {
  return world.hashOf(...todos.map(({ text, status }) => `${status}:${text}`))
}
