// A round of checks as it is asked for: written down in the round's own folder, read by the process that carries it out.
import { join } from 'node:path'
import type { CheckConfig } from '../../contract/config/config.ts'
import type { RunCause } from '../../contract/event.ts'
import type { Workshop } from '../../adapters/platform/workshop.ts'
import { withPrograms } from '../../domain/checks/program-variables.ts'
import { withoutMarks } from './marks.ts'
import { readJson } from './read-json.ts'
import { aliveFile, roundFolder } from './workspace.ts'
import type { World } from '../world.ts'

const LARGEST = 1024 * 1024
const LARGEST_TREE = 512 * 1024 * 1024
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

/** What the process of a run is given beside its request. */
export interface RoundStart {
  /** The tree, read a moment ago. */
  readonly tree?: (() => Buffer) | undefined
  /** The variables that decide which programs run, if not as they are here. */
  readonly programs?: Readonly<Record<string, string>> | undefined
  /** By the caller, under the name that it asks for: the runner waits. */
  readonly isAnnounced?: boolean
}

/** A round that is about to be asked for. */
export interface Announcement {
  readonly run: string
  readonly root: string
  readonly askedAt: string
  /** The process that asks. */
  readonly by: string | undefined
}

/** The command line by which the binary carries out a run. */
export const RUNNER = 'runner'
export const REAPER = 'reaper'

/** The run continues in a process of its own, whatever becomes of this one. One that has a name already is begun once. */
export function startRound(
  world: World,
  shop: Workshop,
  asked: Omit<RoundRequest, 'run' | 'askedAt'> & { readonly run?: string },
  { tree, ...start }: RoundStart = {},
): RoundRequest {
  const begun = asked.run === undefined ? undefined : readRoundRequest(world, asked.run)
  if (begun) return begun
  const request: RoundRequest = { run: world.newId('run'), ...asked, askedAt: world.now().toISOString() }
  if (tree) handTree(world, shop, request.run, tree)
  // An empty file promises the number: without one, the run waits for nothing.
  if (request.proof?.by !== undefined) hand(shop, suspicionsFile(world, request.run), () => '')
  return begin(world, shop, request, start)
}

/** The process that asked was killed after it wrote the request down and before it started the runner. */
export function isStillborn(world: Pick<World, 'files' | 'stateHome'>, { run }: RoundRequest): boolean {
  return !world.files.exists(pidFile(world, run))
}

export function startAgain(world: World, shop: Workshop, request: RoundRequest): RoundRequest {
  return begin(world, shop, { ...request, askedAt: world.now().toISOString() }, {})
}

function begin(
  world: World,
  shop: Workshop,
  request: RoundRequest,
  { programs, isAnnounced = false }: RoundStart,
): RoundRequest {
  shop.disk.writeQuickly(requestFile(world, request.run), JSON.stringify(request))
  // One runner too many does nothing; one too few would lose the round.
  if (!isAnnounced || !takeBack(world, shop, request.run)) startRunner(world, shop, request, programs)
  return request
}

function startRunner(
  world: World,
  shop: Workshop,
  { run, root }: Pick<RoundRequest, 'run' | 'root'>,
  programs: RoundStart['programs'],
): void {
  const log = join(roundFolder(world, run), 'runner.log')
  const env = withPrograms(withoutMarks(world.env), programs)
  shop.startSelf([RUNNER, run], { env, log, cwd: root })
}

/**
 * Starts the runner of a round that will most likely be asked for: it takes as long to start as we take to be certain.
 * `startRound` with the same name is its request.
 */
export function announceRound(
  world: World,
  shop: Workshop,
  { run, root }: Pick<RoundRequest, 'run' | 'root'>,
  programs: RoundStart['programs'],
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
function takeBack(world: World, { disk }: Workshop, run: string): boolean {
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
  if (!RUN.test(run)) return undefined
  // The request is there before the announcement is taken back.
  const announced = readJson<Announcement>(world, announcedFile(world, run), LARGEST)
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
    await world.sleep(ASKED_MS)
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

/** So short a time ago that a tree read before it is what is there now. */
export function isFresh(world: World, { askedAt }: Pick<RoundRequest, 'askedAt'>): boolean {
  const age = world.now().getTime() - Date.parse(askedAt)
  return age >= 0 && age < HANDED_MS
}

const ASKED_MS = 2

/** For the process of the run, so that it need not find out again. Where there is no room for it, the run does. */
function hand(shop: Workshop, path: string, content: () => string | Buffer): boolean {
  try {
    shop.disk.writeQuickly(path, content())
    return true
  } catch {
    return false
  }
}

export function handTree(world: World, shop: Workshop, run: string, tree: () => Buffer): void {
  hand(shop, treeFile(world, run), tree)
}

/** It comes a moment after the announcement, and before the request. */
export async function whenHanded(world: World, announced: RoundRequest | Announcement): Promise<void> {
  const isAwaited = (): boolean => isAnnounced(world, announced) && !world.files.exists(treeFile(world, announced.run))
  while (isAwaited() && !isInVain(world, announced)) await world.sleep(ASKED_MS)
}

/** What was handed over, once; undefined: nothing, or too long ago to be what is there now. */
export function takeTree(
  world: World,
  shop: Workshop,
  announced: Pick<RoundRequest, 'run' | 'askedAt'>,
): Buffer | undefined {
  const path = treeFile(world, announced.run)
  const bytes = shop.disk.readBytes(path, LARGEST_TREE)
  shop.disk.remove(path)
  return isFresh(world, announced) ? bytes : undefined
}

/** How many suspicions and doubts the process that asked has found; undefined: it could not read the change. */
export function handSuspicions(world: World, shop: Workshop, run: string, count: number | undefined): void {
  const path = suspicionsFile(world, run)
  // A promise that cannot be kept is taken back.
  if (count === undefined || !hand(shop, path, () => `${count}`)) shop.disk.remove(path)
}

/** Undefined where nobody says it: then the run reads the change itself. */
export async function takeSuspicions(world: World, { run, askedAt, proof }: RoundRequest): Promise<number | undefined> {
  const path = suspicionsFile(world, run)
  for (;;) {
    const isAsked = proof?.by !== undefined && world.processes.isAlive(proof.by)
    const read = world.files.readText(path, 20)
    if (read.kind !== 'text') return undefined
    if (read.text !== '') return Number.parseInt(read.text, 10)
    if (!isAsked || world.now().getTime() - Date.parse(askedAt) > HANDED_MS) return undefined
    await world.sleep(LOOK_MS)
  }
}

const LOOK_MS = 10

function suspicionsFile(world: Pick<World, 'stateHome'>, run: string): string {
  return join(roundFolder(world, run), 'suspicions')
}

function treeFile(world: Pick<World, 'stateHome'>, run: string): string {
  return join(roundFolder(world, run), 'tree')
}

/** Asks the process of a run to end what it runs, and itself. */
export function stopRound(world: Pick<World, 'files' | 'stateHome'>, shop: Workshop, run: string): void {
  const read = world.files.readText(pidFile(world, run), 100)
  const pid = read.kind === 'text' ? Number.parseInt(read.text, 10) : Number.NaN
  if (pid > 0 && shop.isLocked(aliveFile(world, run))) shop.sendSignal(pid, 'SIGTERM')
}

/** Of a round that is found again by what it is for. Short: it stands in the paths of logs, which people copy. */
export function roundOf(hash: string): string {
  return `run_${hash.slice(0, 16)}`
}

/** Undefined also where a power cut damaged it: nobody carries that round out any more. */
export function readRoundRequest(world: Pick<World, 'files' | 'stateHome'>, run: string): RoundRequest | undefined {
  if (!RUN.test(run)) return undefined
  return readJson<RoundRequest>(world, requestFile(world, run), LARGEST)
}

const RUN = /^run_[0-9a-z]+$/

function announcedFile(world: Pick<World, 'stateHome'>, run: string): string {
  return join(roundFolder(world, run), 'announced')
}

function requestFile(world: Pick<World, 'stateHome'>, run: string): string {
  return join(roundFolder(world, run), 'request.json')
}

/** Says to who waits that there is something to look at in the store. It may be missing where the end was recorded. */
export function endedFile(world: Pick<World, 'stateHome'>, run: string): string {
  return join(roundFolder(world, run), 'ended')
}

export function pidFile(world: Pick<World, 'stateHome'>, run: string): string {
  return join(roundFolder(world, run), 'pid')
}
