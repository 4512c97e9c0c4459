// An append that may bring about a moment: it is put into the outbox first, so that a process killed afterwards
// leaves something to continue from.
import type { Appended, Expected, Outlive } from '../../adapters/store/store.ts'
import type { Event } from '../../contract/event.ts'
import { mayBeMoment, momentsIn } from '../../domain/notify/moment.ts'
import type { World } from '../world.ts'
import { removeEntry, startIfDue, writeEntry } from './outbox.ts'

export async function appendAndNotify(
  world: World,
  events: readonly Event[],
  how: readonly [expected?: readonly Expected[] | undefined, outlive?: Outlive | undefined],
): Promise<Appended> {
  const written = await quietly(async () => writeEntries(world, events))
  const appended = await world.store.append(events, ...how)
  await quietly(async () => {
    if (appended === 'conflict') for (const id of written ?? []) await removeEntry(world, id)
    await startIfDue(world)
  })
  return appended
}

/** No event is lost because nobody can be told of it. */
async function quietly<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch {
    // The disk is full or the folder is not ours: the append says so itself, or it is only this that fails.
    return undefined
  }
}

/** Ids of the events that were put into the outbox. */
async function writeEntries(world: World, events: readonly Event[]): Promise<string[]> {
  const tasks = new Set(events.flatMap(({ task }) => task ?? []))
  const found = await Promise.all([...tasks].map((task) => foreseen(world, task, events)))
  for (const { id, task } of found.flat()) await writeEntry(world, { id, task, since: world.now().toISOString() })
  return found.flat().map(({ id }) => id)
}

interface Foreseen {
  readonly id: string
  readonly task: string
}

/** What the events will bring about, if the task is still as it is now. */
async function foreseen(world: World, task: string, events: readonly Event[]): Promise<Foreseen[]> {
  const ours = events.filter((event) => event.task === task)
  const { state } = await world.store.loadTask(task)
  const isKnown = state !== undefined || ours.some(({ kind }) => kind === 'task.opened')
  // A store that is locked tells nothing of the task: the sender finds out.
  const found = isKnown ? momentsIn(state, ours) : ours.filter(mayBeMoment)
  return found.map(({ id }) => ({ id, task }))
}
