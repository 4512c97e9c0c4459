// Finds the newest claim by tool or command of a request; a claim with a receipt may be recorded in another task.
import { type CalledFound, calledIn, callElsewhere, findCalled, type LoadedCall } from '../../domain/facts/called.ts'
import type { RequestRead } from '../../domain/facts/request-read.ts'
import type { RequestState } from '../../contract/state.ts'
import { eventsOf } from '../home/task-events.ts'
import type { World } from '../world.ts'

export interface CalledAsked {
  readonly session: string
  readonly request: RequestState | undefined
  readonly read: RequestRead
  readonly isBehind: boolean
}

export async function readCalled(
  world: World,
  { session, request, read, isBehind }: CalledAsked,
): Promise<CalledFound> {
  const receipt = callElsewhere(read, request)?.receipt
  const loaded = receipt && (await loadCalled(world, receipt.task, receipt.id))
  return findCalled({ session, request, read, isBehind, loaded })
}

/** A claim from the log of the task that it was recorded in. */
export async function loadCalled(world: World, task: string, id: string): Promise<LoadedCall | undefined> {
  return calledIn(await eventsOf(world, task, 'last'), task, id)
}
