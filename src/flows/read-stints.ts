// What a supervised agent has told since the last decision, read from the raw output of its stints: for whoever comes later
// than the supervisor, or beside it.
import type { Driver } from '../agents/agent.ts'
import { findAgent } from '../agents/index.ts'
import type { TaskState } from '../contract/state.ts'
import { emptyWork, type WindowStart } from '../tasks/request.ts'
import { nextStint, openReading, stepReading, type StintReading } from '../tasks/stint.ts'
import { type Known, masked, type Reading } from './gather.ts'
import { type Mask, maskFor } from './mask.ts'
import { parseLine } from './read-transcript.ts'
import { outputFile } from './stint-files.ts'
import type { World } from './world.ts'

/** The most that is read of one stint by anybody but its supervisor. */
const MOST_READ = 64 * 1024 * 1024

/** As a stop would be read: with the driver's entries in place of a transcript. */
export function readStints(world: World, task: TaskState, known: Known): Reading {
  const mask = maskFor(world, [task.policy.root, task.cwd])
  return toReading(task, readUndecided(world, task, known, mask), mask)
}

export function driverOf({ agent, run }: TaskState): Driver | undefined {
  return run?.setup.command === undefined ? findAgent(agent)?.driver : undefined
}

/** All that was told since the last decision, for whoever was not there. */
export function readUndecided(world: World, task: TaskState, known: Known, mask: Mask): StintReading {
  return readAll(world, task, { stints: task.run?.undecided ?? [], start: startOf(known), mask })
}

/** The same without the stint that is to be followed now. */
export function readBefore(world: World, task: TaskState, known: Known, mask: Mask): StintReading {
  return nextStint(
    readAll(world, task, { stints: (task.run?.undecided ?? []).slice(0, -1), start: startOf(known), mask }),
  )
}

interface Several {
  readonly stints: readonly string[]
  readonly start: WindowStart
  readonly mask: Mask
}

function readAll(world: World, task: TaskState, { stints, start, mask }: Several): StintReading {
  const driver = driverOf(task)
  if (!driver) return openReading(start)
  return stints.reduce((reading, stint) => {
    const part = world.files.readPart(outputFile(world, stint), { from: 0, most: MOST_READ }, [world.stateHome])
    return part.kind === 'part' ? readLines(driver, nextStint(reading), part.text.split('\n'), mask) : reading
  }, openReading(start))
}

/** Lines of a driver's stream, in their order. */
export function readLines(driver: Driver, before: StintReading, lines: readonly string[], mask: Mask): StintReading {
  let reading = before
  for (const line of lines) {
    if (line === '') continue
    for (const signal of driver.toSignals(parseLine(line))) {
      reading = stepReading(
        reading,
        signal.kind === 'entry' ? { ...signal, entry: masked(signal.entry, mask) } : signal,
      )
    }
  }
  return reading
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
export function toReading(task: TaskState, { window }: StintReading, mask: Mask): Reading {
  const { background: _ended, ...work } = window.work
  const hasTree = task.policy.root !== undefined
  const transcript =
    driverOf(task) === undefined
      ? ({ kind: 'missing' } as const)
      : ({ kind: 'entries', entries: [], offset: 0, size: 0, whole: true } as const)
  return { window: { ...window, work: hasTree ? { ...work, progress: 0 } : work }, transcript, mask }
}
