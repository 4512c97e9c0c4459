// The folder of a stint: what the supervisor asks of the host, and what the host tells. Both know its files from here.
import { join } from 'node:path'
import type { Spoken } from '../../contract/agent/conversation.ts'
import type { StintEnd, StintRequest } from '../../contract/agent/stint.ts'
import type { World } from '../world.ts'
import { readJson } from './read-json.ts'
import { inState } from './state-folder.ts'

/** The command lines by which the binary hosts a stint, and cleans up after a host that was killed. */
export const HOST = 'host'
export const STINT_REAPER = 'stint-reaper'
/** The mark in the environment of every process of a stint; its value is the stint. */
export const STINT_MARK = 'FULLSTOP_RUN'

/** In the folder of a stint. */
export const OPENING = 'opening.json'

/** An argument list may have 2 MiB, and the environment lies beside it. */
const LARGEST_REQUEST = 8 * 1024 * 1024
const LARGEST_WORD = 64 * 1024
/** More orders than this nobody gives. */
export const LARGEST_ORDERS = 64 * 1024 * 1024

/** The processes of a stint, by their keys. The agent's is missing until it is started. */
export interface StintProcesses {
  readonly host: string
  readonly agent?: string | undefined
  /** Those of the agent's processes that do not carry its mark; at most a second old. */
  readonly hidden?: readonly string[]
  /** FULLSTOP_TRUST of the person who started the run. */
  readonly trust?: string | undefined
}

/** The same turn of a task always gets the same stint, however often its start is tried. */
export function stintName({ hashOf }: Pick<World, 'hashOf'>, task: string, turns: number): string {
  return `stint_${hashOf(task, `${turns}`)}`
}

type Home = Pick<World, 'stateHome'>
type Reading = Pick<World, 'files' | 'stateHome'>

export function stintsFolder(world: Home): string {
  return inState(world, 'stints')
}

export function stintFolder(world: Home, stint: string): string {
  return join(stintsFolder(world), stint)
}

export function requestFile(world: Home, stint: string): string {
  return join(stintFolder(world, stint), 'request.json')
}

/** What the agent printed, as it printed it; in a pseudo-terminal all of it. */
export function outputFile(world: Home, stint: string): string {
  return join(stintFolder(world, stint), 'out')
}

export function errorFile(world: Home, stint: string): string {
  return join(stintFolder(world, stint), 'err')
}

/** How the conversation with the agent begins; only for an agent that expects answers. */
export function openingFile(world: Home, stint: string): string {
  return join(stintFolder(world, stint), OPENING)
}

/** Appended to by the supervisor: one order a line. */
export function ordersFile(world: Home, stint: string): string {
  return join(stintFolder(world, stint), 'orders.jsonl')
}

/** There once nothing of the stint is left. */
export function endFile(world: Home, stint: string): string {
  return join(stintFolder(world, stint), 'end.json')
}

/** Held by the host for as long as it lives. */
export function aliveFile(world: Home, stint: string): string {
  return join(stintFolder(world, stint), 'alive')
}

/** There from the moment on at which the agent may have been started. */
export function pidFile(world: Home, stint: string): string {
  return join(stintFolder(world, stint), 'pid')
}

/** How long the agent has run so far, in milliseconds. */
export function ranFile(world: Home, stint: string): string {
  return join(stintFolder(world, stint), 'ran')
}

/** Undefined: there is none that can be read. Never throws. */
export function readStintRequest(world: Reading, stint: string): StintRequest | undefined {
  return isStint(stint) ? readJson<StintRequest>(world, requestFile(world, stint), LARGEST_REQUEST) : undefined
}

export function readStintEnd(world: Reading, stint: string): StintEnd | undefined {
  return isStint(stint) ? readJson<StintEnd>(world, endFile(world, stint), LARGEST_WORD) : undefined
}

export function readStintOpening(world: Reading, stint: string): Spoken | undefined {
  return isStint(stint) ? readJson<Spoken>(world, openingFile(world, stint), LARGEST_ORDERS) : undefined
}

export function readStintProcesses(world: Reading, stint: string): StintProcesses | undefined {
  return isStint(stint) ? readJson<StintProcesses>(world, pidFile(world, stint), LARGEST_WORD) : undefined
}

export function readStintRan(world: Reading, stint: string): number | undefined {
  const ran = isStint(stint) ? readJson<unknown>(world, ranFile(world, stint), LARGEST_WORD) : undefined
  return typeof ran === 'number' ? ran : undefined
}

/** Its name becomes a path. */
export function isStint(stint: string): boolean {
  return /^stint_[0-9a-z]+$/.test(stint)
}

/** Where what a person said is kept until the agent has been told. */
export function wordsFolder(world: Home, task: string): string {
  return inState(world, 'words', task)
}
