// The transcripts of a scan, shared out between threads: each takes the next one until none is left, the largest of an agent
// first, so that all end at about the same time. What each file told does not depend on who read it, or when. The first
// thread also judges what the others read, as long as it keeps up.
import type { Agent } from '../../agents/agent.ts'
import type { World } from '../world.ts'
import type { TranscriptFile } from './find-transcripts.ts'
import {
  type Hearing,
  newHearing,
  type OtherJudge,
  type TranscriptHeard,
  type UnjudgedMoment,
} from './hear-transcript.ts'

export interface Sharing {
  readonly since: string
  /** How many threads read so many bytes, this one among them. */
  readonly threadsFor: (bytes: number) => number
  /** Starts a thread that carries out the order. */
  readonly startReader: (order: ReaderOrder) => Reader
  readonly onProgress: (progress: ScanProgress) => void
}

export interface Reader {
  /** Undefined where it ended without a result. Never rejects. */
  readonly answer: Promise<ShareRead | undefined>
  /** Moments that it leaves to us, if there are some by now. All of them are there once it has answered. */
  readonly next: () => readonly UnjudgedMoment[] | undefined
}

export interface ScanProgress {
  readonly done: number
  readonly files: number
  readonly bytes: number
}

/** What a thread is told. Functions do not pass between threads: agents go by their names. */
export interface ReaderOrder {
  readonly queues: readonly Queue<Pick<TranscriptFile, 'path' | 'folder' | 'size'> & { readonly agent: string }>[]
  readonly since: string
  /** Shared by all threads. */
  readonly counters: Counters
}

/** A thread takes all of one before it begins with the next. */
interface Queue<File> {
  readonly files: readonly File[]
  /** Which of the counters tells how many of them were taken. */
  readonly taken: number
}

/** The files that one thread took. */
export type ShareRead = readonly (readonly [path: string, told: TranscriptHeard])[]

type Counters = BigInt64Array<SharedArrayBuffer>

/** Files and bytes that were read; times that moments were sent and not judged yet; how many of each queue were taken. */
const DONE = 0
const BYTES = 1
const SENT = 2
const TAKEN = 3

/** Behind so many, a thread judges its next file itself; and a large one always, since it could send far more. */
const MOST_SENT = 8n
const LARGEST_SENT = 256 * 1024 * 1024

/** Their memory adds up. */
const MOST_THREADS = 4
/** A thread that reads less does not earn back its start. */
const LEAST_BYTES = 32 * 1024 * 1024

export function threadsOn(processors: number): Sharing['threadsFor'] {
  return (bytes) => Math.min(processors, MOST_THREADS, Math.floor(bytes / LEAST_BYTES))
}

/** How often we look after the others while they read on. */
const LOOK_MS = 5

type Reading = Pick<World, 'files'>

/** What each file told, by its path. */
export async function shareOut(
  world: Reading & Pick<World, 'sleep'>,
  files: readonly TranscriptFile[],
  { since, threadsFor, startReader, onProgress }: Sharing,
): Promise<ReadonlyMap<string, TranscriptHeard>> {
  const share = toShare(files, since)
  // This thread judges as well, so it begins with the smallest share, and the others with the largest.
  const order = { ...share, queues: share.queues.toReversed().map(forThread) }
  const threads = Math.min(threadsFor(bytesOf(files)), files.length)
  const others = Array.from({ length: Math.max(0, threads - 1) }, () => startReader(order))
  const tell = (): void => onProgress(progressOf(share))
  const hearing = newHearing(world, { since, onRead: counting(share, () => look()) })
  const judge = (): void => {
    for (const { next } of others) judgeSent(hearing, next, share.counters)
  }
  const look = (): void => {
    judge()
    tell()
  }
  const told = new Map(readShare(hearing, share, look))
  const read = await watched(Promise.all(others.map(({ answer }) => answer)), () => world.sleep(LOOK_MS), look)
  judge()
  for (const [path, one] of read.flatMap((part) => part ?? [])) told.set(path, joined(one, hearing.judgedOf(path)))
  // Files that a thread took and did not answer for are read here.
  const left = toShare(
    files.filter(({ path }) => !told.has(path)),
    since,
  )
  const again = newHearing(world, { since, onRead: counting(left, tell) })
  for (const [path, one] of readShare(again, left, tell)) told.set(path, one)
  tell()
  return told
}

function judgeSent({ judge }: Hearing, next: Reader['next'], counters: Counters): void {
  for (let moments = next(); moments !== undefined; moments = next()) {
    judge(moments)
    Atomics.sub(counters, SENT, 1n)
  }
}

/** What a thread told of a file itself, and what was judged here. */
function joined(one: TranscriptHeard, judged: TranscriptHeard | undefined): TranscriptHeard {
  return judged ? { heard: [...one.heard, ...judged.heard], why: one.why ?? judged.why } : one
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

function forThread({ files, taken }: Queue<TranscriptFile>): ReaderOrder['queues'][number] {
  return { files: files.map(({ agent, path, folder, size }) => ({ agent: agent.id, path, folder, size })), taken }
}

interface Share extends Pick<ReaderOrder, 'since' | 'counters'> {
  readonly queues: readonly Queue<TranscriptFile>[]
}

/**
 * A queue for each agent: a thread that stays with one makes ready only the code that reads its transcripts. The agent with
 * the fewest bytes first.
 */
function toShare(files: readonly TranscriptFile[], since: string): Share {
  const queues = [...Map.groupBy(files, ({ agent }) => agent.id).values()]
    .toSorted((one, other) => bytesOf(one) - bytesOf(other))
    .map((own, at) => ({ files: own.toSorted((one, other) => other.size - one.size), taken: TAKEN + at }))
  const counters = new SharedArrayBuffer((TAKEN + queues.length) * BigInt64Array.BYTES_PER_ELEMENT)
  return { queues, since, counters: new BigInt64Array(counters) }
}

function bytesOf(files: readonly TranscriptFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

function progressOf({ queues, counters }: Share): ScanProgress {
  return {
    done: Number(Atomics.load(counters, DONE)),
    files: queues.reduce((sum, queue) => sum + queue.files.length, 0),
    bytes: Number(Atomics.load(counters, BYTES)),
  }
}

/** In the thread that was started. */
export async function onReaderOrder(
  world: Reading,
  { queues, since, counters }: ReaderOrder,
  agents: readonly Agent[],
  send: OtherJudge['send'],
): Promise<ShareRead> {
  const sources = new Map<string, Pick<TranscriptFile, 'agent' | 'archive' | 'reader'>>()
  for (const agent of agents) {
    const archive = (await agent.archive?.())?.archive
    const { transcript: reader } = agent
    if (archive && reader) sources.set(agent.id, { agent, archive, reader })
  }
  const found = queues.map(({ files, taken }) => ({
    files: files.flatMap(({ agent, ...file }) => {
      const source = sources.get(agent)
      return source ? [{ ...file, ...source }] : []
    }),
    taken,
  }))
  const share: Share = { since, counters, queues: found }
  const other: OtherJudge = {
    takes: ({ size }) => size <= LARGEST_SENT && Atomics.load(counters, SENT) < MOST_SENT,
    send: (moments) => {
      Atomics.add(counters, SENT, 1n)
      send(moments)
    },
  }
  return readShare(
    newHearing(world, { since, onRead: counting(share, () => undefined), other }),
    share,
    () => undefined,
  )
}

function counting({ counters }: Share, look: () => void): (bytes: number) => void {
  return (bytes) => {
    Atomics.add(counters, BYTES, BigInt(bytes))
    look()
  }
}

/** Takes the next file until none is left. */
function readShare(hearing: Hearing, { queues, counters }: Share, look: () => void): ShareRead {
  const read: (readonly [string, TranscriptHeard])[] = []
  const next = ({ files, taken }: Share['queues'][number]): TranscriptFile | undefined =>
    files[Number(Atomics.add(counters, taken, 1n))]
  for (const queue of queues) {
    for (let file = next(queue); file !== undefined; file = next(queue)) {
      look()
      read.push([file.path, hearing.hear(file)])
      Atomics.add(counters, DONE, 1n)
    }
  }
  hearing.settle()
  return read
}
