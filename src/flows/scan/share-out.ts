// The transcripts of a scan, shared out between threads: each takes the next one until none is left, the largest first, so
// that all end at about the same time. What each file told does not depend on who read it, or when.
import type { Agent } from '../../agents/agent.ts'
import type { World } from '../world.ts'
import type { TranscriptFile } from './find-transcripts.ts'
import { newHearing, type TranscriptHeard } from './hear-transcript.ts'

export interface Sharing {
  readonly since: string
  /** How many threads read so many bytes, this one among them. */
  readonly threadsFor: (bytes: number) => number
  /** Starts a thread that carries out the order. Undefined where it ended without a result. Never rejects. */
  readonly startReader: (order: ReaderOrder) => Promise<ShareRead | undefined>
  readonly onProgress: (progress: ScanProgress) => void
}

export interface ScanProgress {
  readonly done: number
  readonly files: number
  readonly bytes: number
}

/** What a thread is told. Functions do not pass between threads: agents go by their names. */
export interface ReaderOrder {
  readonly files: readonly (Pick<TranscriptFile, 'path' | 'folder' | 'size'> & { readonly agent: string })[]
  readonly since: string
  /** Shared by all threads. */
  readonly counters: Counters
}

/** The files that one thread took. */
export type ShareRead = readonly (readonly [path: string, told: TranscriptHeard])[]

type Counters = BigInt64Array<SharedArrayBuffer>

/** The next file that nobody has taken; files and bytes that were read. */
const NEXT = 0
const DONE = 1
const BYTES = 2

/** Their memory adds up. */
const MOST_THREADS = 4
/** A thread that reads less does not earn back its start. */
const LEAST_BYTES = 32 * 1024 * 1024

export function threadsOn(processors: number): Sharing['threadsFor'] {
  return (bytes) => Math.min(processors, MOST_THREADS, Math.floor(bytes / LEAST_BYTES))
}

/** How often progress is told while the others read on. */
const LOOK_MS = 200

type Reading = Pick<World, 'files'>

/** What each file told, by its path. */
export async function shareOut(
  world: Reading & Pick<World, 'sleep'>,
  files: readonly TranscriptFile[],
  { since, threadsFor, startReader, onProgress }: Sharing,
): Promise<ReadonlyMap<string, TranscriptHeard>> {
  const share = { files: files.toSorted((one, other) => other.size - one.size), since, counters: newCounters() }
  const order = { ...share, files: share.files.map((file) => ({ ...pathOf(file), agent: file.agent.id })) }
  const threads = Math.min(threadsFor(files.reduce((sum, { size }) => sum + size, 0)), files.length)
  const others = Array.from({ length: Math.max(0, threads - 1) }, () => startReader(order))
  const tell = (): void => onProgress(progressOf(share))
  const own = readShare(world, share, tell)
  const read = await watched(Promise.all(others), () => world.sleep(LOOK_MS), tell)
  const told = new Map([own, ...read].flatMap((share) => share ?? []))
  // Files that a thread took and did not answer for are read here.
  const left = files.filter(({ path }) => !told.has(path))
  for (const [path, one] of readShare(world, { since, files: left, counters: newCounters() }, tell)) told.set(path, one)
  tell()
  return told
}

/** Tells of it again and again until it is there. */
async function watched<T>(awaited: Promise<T>, pause: () => Promise<void>, tell: () => void): Promise<T> {
  let isThere = false
  const there = awaited.then(() => void (isThere = true))
  for (;;) {
    await Promise.race([there, pause()])
    if (isThere) return awaited
    tell()
  }
}

function pathOf({ path, folder, size }: TranscriptFile): Pick<TranscriptFile, 'path' | 'folder' | 'size'> {
  return { path, folder, size }
}

interface Share extends Pick<ReaderOrder, 'since' | 'counters'> {
  readonly files: readonly TranscriptFile[]
}

function newCounters(): Counters {
  return new BigInt64Array(new SharedArrayBuffer(3 * BigInt64Array.BYTES_PER_ELEMENT))
}

function progressOf({ files, counters }: Share): ScanProgress {
  return {
    done: Number(Atomics.load(counters, DONE)),
    files: files.length,
    bytes: Number(Atomics.load(counters, BYTES)),
  }
}

/** In the thread that was started. */
export async function onReaderOrder(
  world: Reading,
  { files, ...order }: ReaderOrder,
  agents: readonly Agent[],
): Promise<ShareRead> {
  const sources = new Map<string, Pick<TranscriptFile, 'agent' | 'archive' | 'reader'>>()
  for (const agent of agents) {
    const archive = (await agent.archive?.())?.archive
    const { transcript: reader } = agent
    if (archive && reader) sources.set(agent.id, { agent, archive, reader })
  }
  const found = files.flatMap(({ agent, ...file }) => {
    const source = sources.get(agent)
    return source ? [{ ...file, ...source }] : []
  })
  return readShare(world, { ...order, files: found }, () => undefined)
}

/** Takes the next file until none is left. */
function readShare(world: Reading, { files, since, counters }: Share, tell: () => void): ShareRead {
  const read: (readonly [string, TranscriptHeard])[] = []
  const hearing = newHearing(world, {
    since,
    onRead: (bytes) => {
      Atomics.add(counters, BYTES, BigInt(bytes))
      tell()
    },
  })
  for (;;) {
    const file = files[Number(Atomics.add(counters, NEXT, 1n))]
    if (!file) break
    tell()
    read.push([file.path, hearing.hear(file)])
    Atomics.add(counters, DONE, 1n)
  }
  hearing.settle()
  return read
}
