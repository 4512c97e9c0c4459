// How the workspace stood when a task began: kept beside the store, so that what the agent did can be told from what was
// there before.
import { join } from 'node:path'
import type { Policy } from '../../../contract/config/policy.ts'
import type { Disk } from '../../../adapters/platform/files/disk.ts'
import type { Workshop } from '../../../adapters/platform/workshop.ts'
import { lookingOrder, orderWith } from '../../../domain/proof/yardstick/reading-order.ts'
import { maskSecretsInLines } from '../../../domain/text/mask-secrets.ts'
import type { NamingCheck } from '../../../domain/proof/yardstick/named/named-files.ts'
import type { OpenedAt, TreeReading, Start } from '../../../adapters/workspace/start.ts'
import { inTime } from '../../home/in-time.ts'
import { withoutMarks } from '../../home/marks.ts'
import { keepYardstick, removeKept } from './kept-yardstick.ts'
import { findNamed, toNaming } from './named.ts'
import { readWorkspace } from '../read-tree.ts'
import { RUNNER } from '../../home/round-request.ts'
import { gitDoor, isInRepository } from '../../home/workspace.ts'
import type { World } from '../../world.ts'
import { inState } from '../../home/state-folder.ts'

const LARGEST = 32 * 1024 * 1024
const LARGEST_REQUEST = 1024 * 1024
const LOOK_MS = 20
/** By then a process that was started has begun, on a busy machine too. */
const STARTING_MS = 10_000
const LONGEST_MS = 120_000

/** The name under which the start is kept; undefined where there is no repository. Never rejects. */
export async function keepStart(world: World, policy: Policy, reading?: TreeReading): Promise<string | undefined> {
  // Without a repository every file would have to be read.
  if (policy.root === undefined || !isInRepository(world, policy.root)) return undefined
  try {
    const shop = await world.openWorkshop()
    const read = reading ? { ok: true as const, reading } : await readWorkspace(world, shop, policy.root)
    const start = read.ok ? await startWithNamed(world, read.reading, toNaming(policy.checks)) : undefined
    if (!start) return undefined
    const name = world.newId('start')
    shop.disk.writeWhole(startFile(world, name), JSON.stringify(masked(start)))
    return name
  } catch {
    // A start that could not be kept is a start that is not known: the last commit stands in for it.
    return undefined
  }
}

/** With the files that the checks use by name, which come first whatever they are called. */
async function startWithNamed(
  world: World,
  reading: TreeReading,
  checks: readonly NamingCheck[],
  opened?: OpenedAt,
): Promise<Start | undefined> {
  const { startIn, textsThen } = await world.openTrees()
  const { root } = reading.tree
  const named = await findNamed(checks, root, (paths) => textsThen(reading.door, root, paths, opened))
  const start = await startIn(reading, orderWith(named), opened ? { opened } : {})
  return start && { ...start, named: Object.fromEntries(named) }
}

/** What a person saw, with the texts of all that was not committed. Undefined where it cannot be kept. Never rejects. */
export async function keepLook(
  world: World,
  reading: TreeReading,
  name = world.newId('start'),
): Promise<string | undefined> {
  try {
    const { disk } = await world.openWorkshop()
    const { startIn, LARGE_TEXTS } = await world.openTrees()
    const look = await startIn(reading, lookingOrder, { bounds: LARGE_TEXTS })
    if (!look) return undefined
    disk.writeWhole(startFile(world, name), JSON.stringify(masked(look)))
    return name
  } catch {
    // As above: then nobody knows what they saw.
    return undefined
  }
}

/** Under this name the files are kept as they were when a review opened. */
export function reviewedName(review: string): string {
  return review.replace(/^[a-z]+_/, 'start_')
}

/** A start that somebody is still reading is waited for until then. */
export async function loadStart(world: World, name: string | undefined, until: number): Promise<Start | undefined> {
  if (name === undefined || !NAME.test(name)) return undefined
  await waitForStart(world, name, until)
  return readStart(world, name)
}

/** It was to be kept, and nobody reads it any more: the process was killed, or somebody removed the file. */
export function isStartLost(world: World, name: string | undefined): boolean {
  if (name === undefined || !NAME.test(name) || world.files.exists(startFile(world, name))) return false
  const request = readRequest(world, name)
  return request === undefined || !isRead(world, request)
}

const NAME = /^start_[0-9a-z]+$/

function readStart(world: World, name: string): Start | undefined {
  const read = world.files.readText(startFile(world, name), LARGEST)
  if (read.kind !== 'text') return undefined
  try {
    return JSON.parse(read.text) as Start
  } catch {
    // Half a file cannot be: it was written whole. Somebody else's is no start.
    return undefined
  }
}

/** A start that is to be read by a process of its own. */
export interface StartAsked extends Opening {
  readonly name: string
}

interface Opening {
  readonly root: string
  readonly head?: string
  readonly openedAt: string
  /** As they were when the task opened. Absent in fullstop 0.1. */
  readonly checks?: readonly NamingCheck[]
  /** The process that reads it, once it has begun. */
  readonly by?: string
}

/** Reads the commit alone, which costs the same in every repository. Undefined: no repository, or git failed. */
export async function nameStart(
  world: World,
  { root, checks }: Policy,
): Promise<Omit<StartAsked, 'openedAt'> | undefined> {
  if (root === undefined || !isInRepository(world, root)) return undefined
  const shop = await world.openWorkshop()
  const { runGit } = await world.openTrees()
  const answer = await runGit(gitDoor(world, shop), root, ['rev-parse', '--revs-only', 'HEAD'])
  if (!answer.ok) return undefined
  const head = answer.stdout.toString('latin1').trim()
  return { name: world.newId('start'), root, ...(head === '' ? {} : { head }), checks: toNaming(checks) }
}

/** The files are read beside us: if that process is killed, the start is not known. Never rejects. */
export async function beginStart(world: World, { name, ...opening }: Omit<StartAsked, 'openedAt'>): Promise<void> {
  const { disk, startSelf } = await world.openWorkshop()
  const request: Opening = { ...opening, openedAt: world.now().toISOString() }
  try {
    disk.writeQuickly(requestFile(world, name), JSON.stringify(request))
    startSelf([RUNNER, name], { env: withoutMarks(world.env), log: logFile(world, name), cwd: opening.root })
  } catch {
    // No room, or no right to write: a start that is not known.
  }
}

/** In a process of its own. What a person forgot meanwhile is not kept. */
export async function readAsked(world: World, name: string): Promise<boolean> {
  const request = NAME.test(name) ? readRequest(world, name) : undefined
  if (!request) return false
  const shop = await world.openWorkshop()
  shop.giveWay()
  const self = world.processes.keyOf(world.processes.self)
  shop.disk.writeQuickly(requestFile(world, name), JSON.stringify({ ...request, by: self }))
  let kept: StartRead | undefined
  try {
    const asked = await inTime(world, world.now().getTime() + LONGEST_MS, startAsked(world, shop, request))
    const start = asked?.start
    if (start && world.files.exists(requestFile(world, name))) {
      shop.disk.writeWhole(startFile(world, name), JSON.stringify(masked(start)))
      if (!world.files.exists(requestFile(world, name))) shop.disk.remove(startFile(world, name))
    }
    kept = asked
    return start !== undefined
  } finally {
    shop.disk.remove(logFile(world, name))
    shop.disk.remove(requestFile(world, name))
    // Last, so that no claim waits for it.
    if (kept && world.files.exists(startFile(world, name))) await keepYardstick(world, shop.disk, name, kept)
    // A task that was forgotten meanwhile.
    if (kept && !world.files.exists(startFile(world, name))) removeKept(world, shop.disk, [name])
  }
}

async function startAsked(
  world: World,
  shop: Workshop,
  { root, head, openedAt, checks = [] }: Opening,
): Promise<StartRead | undefined> {
  const read = await readWorkspace(world, shop, root)
  if (!read.ok) return undefined
  const { reading } = read
  const start = await startWithNamed(world, reading, checks, { head, at: new Date(openedAt) })
  return start && { start, reading }
}

interface StartRead {
  readonly start: Start
  readonly reading: TreeReading
}

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

function readRequest(world: World, name: string): Opening | undefined {
  const read = world.files.readText(requestFile(world, name), LARGEST_REQUEST)
  if (read.kind !== 'text') return undefined
  try {
    return JSON.parse(read.text) as Opening
  } catch {
    // Not ours.
    return undefined
  }
}

function requestFile(world: Pick<World, 'stateHome'>, name: string): string {
  return join(startsFolder(world), `${name}.request`)
}

function logFile(world: Pick<World, 'stateHome'>, name: string): string {
  return join(startsFolder(world), `${name}.log`)
}

/** All that is kept of it; a process that still reads it keeps nothing then. */
export function removeStart(world: Pick<World, 'stateHome'>, disk: Disk, name: string): void {
  disk.remove(requestFile(world, name))
  disk.remove(logFile(world, name))
  disk.remove(startFile(world, name))
  removeKept(world, disk, [name])
}

export function startFile(world: Pick<World, 'stateHome'>, name: string): string {
  return inState(world, 'starts', `${name}.json`)
}

export function startsFolder(world: Pick<World, 'stateHome'>): string {
  return inState(world, 'starts')
}

function masked(start: Start): Start {
  return {
    ...start,
    dirty: start.dirty.map((file) =>
      file.text === undefined ? file : { ...file, text: maskSecretsInLines(file.text) },
    ),
  }
}
