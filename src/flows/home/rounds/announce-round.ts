// A round that will most likely be asked for: its runner starts while that is found out.
import { join } from 'node:path'
import type { Workshop } from '../../../adapters/platform/workshop.ts'
import { readJson } from '../read-json.ts'
import { roundFolder } from '../workspace.ts'
import type { World } from '../../world.ts'
import { hand, treeFile } from './hand-over.ts'
import { isFresh, LARGEST_REQUEST, readRoundRequest, ROUND_ID, type RoundRequest } from './round-request.ts'
import { type Programs, startRunner } from './start-runner.ts'

const LOOK_MS = 2

/** A round that is about to be asked for. */
export interface Announcement {
  readonly run: string
  readonly root: string
  readonly askedAt: string
  /** The process that asks. */
  readonly by: string | undefined
}

/**
 * Starts the runner of a round that will most likely be asked for: it takes as long to start as we take to be certain.
 * `startRound` with the same name is its request.
 */
export function announceRound(
  world: World,
  shop: Workshop,
  { run, root }: Pick<RoundRequest, 'run' | 'root'>,
  programs: Programs | undefined,
): void {
  const { self, keyOf } = world.processes
  const announced: Announcement = { run, root, askedAt: world.now().toISOString(), by: keyOf(self) }
  if (hand(shop, announcedFile(world, run), () => JSON.stringify(announced)))
    startRunner(world, shop, { run, root }, programs)
}

/** There will be no such round. Nothing happens if it was asked for. Never throws. */
export function callOffRound(world: World, shop: Workshop, run: string): void {
  takeBack(world, shop, run)
  if (readRoundRequest(world, run)) return
  try {
    shop.disk.remove(roundFolder(world, run))
  } catch {
    // Its runner still has a file open there, on a disk that minds. It is removed with other old rounds.
  }
}

/**
 * An announcement is taken back once: by the process that asks, whose request is there then, or by the runner, which waits
 * no longer. False: there is none, or the other one was quicker.
 */
export function takeBack(world: World, { disk }: Workshop, run: string): boolean {
  const path = announcedFile(world, run)
  if (!world.files.exists(path)) return false
  try {
    disk.move(path, join(roundFolder(world, run), 'announced.over'))
    return true
  } catch {
    // The other one has moved it.
    return false
  }
}

/** What the runner knows of its round at its start: all of it, or that it is about to be asked for. */
export function readAnnounced(world: World, run: string): RoundRequest | Announcement | undefined {
  if (!ROUND_ID.test(run)) return undefined
  // The request is there before the announcement is taken back.
  const announced = readJson<Announcement>(world, announcedFile(world, run), LARGEST_REQUEST)
  return readRoundRequest(world, run) ?? announced
}

/** Until the round is asked for; undefined: it will not be. */
export async function whenAsked(
  world: World,
  shop: Workshop,
  announced: RoundRequest | Announcement,
): Promise<RoundRequest | undefined> {
  for (;;) {
    const isOpen = isAnnounced(world, announced)
    const request = readRoundRequest(world, announced.run)
    if (request || !isOpen) return request
    if (isInVain(world, announced)) {
      // A later request starts another runner. One that came meanwhile is there.
      takeBack(world, shop, announced.run)
      return readRoundRequest(world, announced.run)
    }
    await world.sleep(LOOK_MS)
  }
}

function isAnnounced(world: World, { run }: Pick<RoundRequest, 'run'>): boolean {
  return world.files.exists(announcedFile(world, run))
}

/** Who announced it is gone, or takes too long. */
function isInVain(world: World, announced: RoundRequest | Announcement): boolean {
  const by = 'by' in announced ? announced.by : undefined
  return by === undefined || !world.processes.isAlive(by) || !isFresh(world, announced)
}

/** It comes a moment after the announcement, and before the request. */
export async function whenHanded(world: World, announced: RoundRequest | Announcement): Promise<void> {
  const isAwaited = (): boolean => isAnnounced(world, announced) && !world.files.exists(treeFile(world, announced.run))
  while (isAwaited() && !isInVain(world, announced)) await world.sleep(LOOK_MS)
}

function announcedFile(world: Pick<World, 'stateHome'>, run: string): string {
  return join(roundFolder(world, run), 'announced')
}
