// A round of checks as it is asked for: written down in the round's own folder, read by the process that carries it out.
import { join } from 'node:path'
import type { CheckConfig } from '../../../contract/config/config.ts'
import type { RunCause } from '../../../contract/event.ts'
import { readJson } from '../read-json.ts'
import { roundFolder } from '../workspace.ts'
import type { World } from '../../world.ts'

export const LARGEST_REQUEST = 1024 * 1024
/** The process that asked waits, and so does its agent: only a third party can change the tree. */
const HANDED_MS = 10_000

export interface RoundRequest {
  readonly run: string
  readonly root: string
  readonly cause: RunCause
  readonly checks: readonly CheckConfig[]
  /** Whose claim waits for it. */
  readonly task?: string | undefined
  /** When that task opened. */
  readonly opened?: string | undefined
  readonly session?: string | undefined
  /** Results that are known already may stand for a run. */
  readonly mayReuse: boolean
  /** Claims may rest on the results. Not where an agent's shell made the environment they ran in. */
  readonly counts: boolean
  readonly askedAt: string
  /** A failure that ended after this moment was found for the same stop, which another process saw too. */
  readonly since?: string | undefined
  /** Until then the agent that asked is held, and so writes nothing itself; absent: no agent asked. */
  readonly heldUntil?: string | undefined
  /** The hash of the tree that is handed over, where it was found out after that. */
  readonly treeHash?: string | undefined
  /** Suspicions are settled by extra runs, once all checks passed. */
  readonly proof?: ProofAsked | undefined
}

export interface ProofAsked {
  readonly when: 'suspicion' | 'always'
  /** Together they take no longer. */
  readonly timeMs: number
  /** The checks that may settle something: those of the config, not a command that the agent proposed. */
  readonly checks: readonly string[]
  /** The commit that the change began at, where no task says it. */
  readonly base?: string | undefined
  /** The process that asks: while it lives, it reads the change, and hands over what it finds. */
  readonly by?: string | undefined
}

/** The command line by which the binary carries out a run. */
export const RUNNER = 'runner'
export const REAPER = 'reaper'

/** Of a round that is found again by what it is for. Short: it stands in the paths of logs, which people copy. */
export function roundOf(hash: string): string {
  return `run_${hash.slice(0, 16)}`
}

/** Undefined also where a power cut damaged it: nobody carries that round out any more. */
export function readRoundRequest(world: Pick<World, 'files' | 'stateHome'>, run: string): RoundRequest | undefined {
  if (!ROUND_ID.test(run)) return undefined
  return readJson<RoundRequest>(world, requestFile(world, run), LARGEST_REQUEST)
}

export const ROUND_ID = /^run_[0-9a-z]+$/

/** So short a time ago that a tree read before it is what is there now. */
export function isFresh(world: World, { askedAt }: Pick<RoundRequest, 'askedAt'>): boolean {
  const age = world.now().getTime() - Date.parse(askedAt)
  return age >= 0 && age < HANDED_MS
}

export function requestFile(world: Pick<World, 'stateHome'>, run: string): string {
  return join(roundFolder(world, run), 'request.json')
}

/** Says to who waits that there is something to look at in the store. It may be missing where the end was recorded. */
export function endedFile(world: Pick<World, 'stateHome'>, run: string): string {
  return join(roundFolder(world, run), 'ended')
}

export function pidFile(world: Pick<World, 'stateHome'>, run: string): string {
  return join(roundFolder(world, run), 'pid')
}
