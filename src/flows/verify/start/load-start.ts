// A start that is kept, or is being read: where its files lie, how it is waited for, and how it is loaded.
import { join } from 'node:path'
import type { Start } from '../../../adapters/workspace/start.ts'
import type { NamingCheck } from '../../../domain/proof/yardstick/named/named-files.ts'
import { readJson } from '../../home/read-json.ts'
import { inState } from '../../home/state-folder.ts'
import type { World } from '../../world.ts'

const LARGEST = 32 * 1024 * 1024
const LARGEST_REQUEST = 1024 * 1024
const LOOK_MS = 20
/** By then a process that was started has begun, on a busy machine too. */
const STARTING_MS = 10_000

/** A start that is to be read by a process of its own. */
export interface StartAsked extends Opening {
  readonly name: string
}

export interface Opening {
  readonly root: string
  readonly head?: string
  readonly openedAt: string
  /** As they were when the task opened. Absent in fullstop 0.1. */
  readonly checks?: readonly NamingCheck[]
  /** The process that reads it, once it has begun. */
  readonly by?: string
}

/** A start that somebody is still reading is waited for until then. */
export async function loadStart(world: World, name: string | undefined, until: number): Promise<Start | undefined> {
  if (name === undefined || !NAME.test(name)) return undefined
  await waitForStart(world, name, until)
  return readJson<Start>(world, startFile(world, name), LARGEST)
}

/** It was to be kept, and nobody reads it any more: the process was killed, or somebody removed the file. */
export function isStartLost(world: World, name: string | undefined): boolean {
  if (name === undefined || !NAME.test(name) || world.files.exists(startFile(world, name))) return false
  const request = readRequest(world, name)
  return request === undefined || !isRead(world, request)
}

export const NAME = /^start_[0-9a-z]+$/

/** Until it is read, its process is gone, or the time is up. */
export async function waitForStart(world: World, name: string, until: number): Promise<void> {
  for (;;) {
    const request = readRequest(world, name)
    if (!request) return
    const now = world.now().getTime()
    if (!isRead(world, request) || now >= until) return
    await world.sleep(Math.min(LOOK_MS, until - now))
  }
}

/** Somebody reads it, or is about to begin. */
function isRead(world: World, { openedAt, by }: Opening): boolean {
  const isYoung = world.now().getTime() - Date.parse(openedAt) < STARTING_MS
  return by === undefined ? isYoung : world.processes.isAlive(by)
}

export function readRequest(world: World, name: string): Opening | undefined {
  return readJson<Opening>(world, requestFile(world, name), LARGEST_REQUEST)
}

export function requestFile(world: Pick<World, 'stateHome'>, name: string): string {
  return join(startsFolder(world), `${name}.request`)
}

export function logFile(world: Pick<World, 'stateHome'>, name: string): string {
  return join(startsFolder(world), `${name}.log`)
}

/** Under this name the files are kept as they were when a review opened. */
export function reviewedName(review: string): string {
  return review.replace(/^[a-z]+_/, 'start_')
}

export function startFile(world: Pick<World, 'stateHome'>, name: string): string {
  return inState(world, 'starts', `${name}.json`)
}

export function startsFolder(world: Pick<World, 'stateHome'>): string {
  return inState(world, 'starts')
}

/** The lists of the yardsticks that are kept with starts. */
export function listsFolder(world: Pick<World, 'stateHome'>): string {
  return inState(world, 'kept', 'lists')
}
