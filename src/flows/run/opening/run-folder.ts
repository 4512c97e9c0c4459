// Who owns the folder of a run. Two agents that work in one tree undo each other's work, wherever in it they were started.
import { FullstopError } from '../../../contract/error.ts'
import type { RunTask } from '../../../contract/state.ts'
import { inLine, oneLine } from '../../../domain/text/printable.ts'
import type { World } from '../../world.ts'
import { hasAgent, runsAround } from './find-runs.ts'
import { isSupervised, leaveAllEnded } from '../leave-run.ts'
import { type RunPlace, takePlace } from './run-place.ts'
import { inState, STATE_FOLDERS } from '../../home/state-folder.ts'

export interface Folder {
  readonly release: () => void
}

/** The tree is this run's until it is released; what ended runs left in it is gone. Throws if another run holds it. */
export async function takeFolder(world: World, place: RunPlace): Promise<Folder> {
  const folder = await takeFreeFolder(world, place)
  if (folder) return folder
  const around = (await runsAround(world, place)).filter((task) => task.status !== 'ended')
  const other = (await firstOf(around, (task) => isSupervised(world, task))) ?? around[0]
  throw new FullstopError(
    'run-busy',
    `another run is at work in ${inLine(place.root)}${other ? `: ${other.id}, ${oneLine(other.title ?? '', 60)}` : ''}`,
    other ? `wait for it, or end it: fullstop cancel ${other.id}` : 'wait for it',
  )
}

/** Undefined: another run holds the tree. */
export async function takeFreeFolder(world: World, place: RunPlace): Promise<Folder | undefined> {
  const shop = await world.openWorkshop()
  shop.disk.makeFolder(inState(world, 'locks'))
  shop.correctHome(world.stateHome, { folders: STATE_FOLDERS, isDeep: true })
  const lock = await takePlace(world, shop, place)
  if (lock) await leaveAllEnded(world, place)
  return lock
}

/** A supervisor that is gone may have left its agent at work in this tree. */
export async function refuseBesideAgent(world: World, place: RunPlace, { id }: RunTask): Promise<void> {
  const around = await runsAround(world, place)
  const others = around.filter((task) => task.id !== id && !isBelow(task, id, around))
  const other = await firstOf(others, (task) => hasAgent(world, task))
  if (!other) return
  throw new FullstopError(
    'run-busy',
    `${other.id} has an agent that is still at work here: ${oneLine(other.title ?? '', 60)}`,
    `continue it: fullstop resume ${other.id}; or end it: fullstop cancel ${other.id}`,
  )
}

/** Somebody supervises the task, or its agent works without a supervisor. */
export async function isUnderWay(world: World, task: RunTask): Promise<boolean> {
  return (await hasAgent(world, task)) || isSupervised(world, task)
}

async function firstOf<T>(all: readonly T[], holds: (one: T) => Promise<boolean>): Promise<T | undefined> {
  for (const one of all) if (await holds(one)) return one
  return undefined
}

/** A subtask of the task, or one below such a subtask. */
function isBelow({ parent }: RunTask, id: string, all: readonly RunTask[]): boolean {
  if (parent === undefined || parent === id) return parent === id
  const above = all.find((task) => task.id === parent)
  return above !== undefined && isBelow(above, id, all)
}
