// The transcripts of a scan, shared out between threads: each takes the next one until none is left, the largest first, so
// that all end at about the same time. What each file told does not depend on who read it, or when. The first thread also
// judges what the others read, as long as it keeps up.
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
  readonly files: readonly (Pick<TranscriptFile, 'path' | 'folder' | 'size'> & { readonly agent: string })[]
  readonly since: string
  /** Shared by all threads. */
  readonly counters: Counters
}

/** The files that one thread took. */
export type ShareRead = readonly (readonly [path: string, told: TranscriptHeard])[]

type Counters = BigInt64Array<SharedArrayBuffer>

/** The next file that nobody has taken; files and bytes that were read; times that moments were sent and not judged yet. */
const NEXT = 0
const DONE = 1
const BYTES = 2
const SENT = 3

/** Behind so many, a thread judges its next file itself; and a large one always, since it could send far more. */
const MOST_SENT = 8n
const LARGEST_SENT = 64 * 1024 * 1024

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
  const share = { files: files.toSorted((one, other) => other.size - one.size), since, counters: newCounters() }
  const order = { ...share, files: share.files.map((file) => ({ ...pathOf(file), agent: file.agent.id })) }
  const threads = Math.min(threadsFor(files.reduce((sum, { size }) => sum + size, 0)), files.length)
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
  const left = { since, files: files.filter(({ path }) => !told.has(path)), counters: newCounters() }
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

function pathOf({ path, folder, size }: TranscriptFile): Pick<TranscriptFile, 'path' | 'folder' | 'size'> {
  return { path, folder, size }
}

interface Share extends Pick<ReaderOrder, 'since' | 'counters'> {
  readonly files: readonly TranscriptFile[]
}

function newCounters(): Counters {
  return new BigInt64Array(new SharedArrayBuffer(4 * BigInt64Array.BYTES_PER_ELEMENT))
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
  { files, since, counters }: ReaderOrder,
  agents: readonly Agent[],
  send: OtherJudge['send'],
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
  const share: Share = { since, counters, files: found }
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
function readShare(hearing: Hearing, { files, counters }: Share, look: () => void): ShareRead {
  const read: (readonly [string, TranscriptHeard])[] = []
  for (;;) {
    const file = files[Number(Atomics.add(counters, NEXT, 1n))]
    if (!file) break
    look()
    read.push([file.path, hearing.hear(file)])
    Atomics.add(counters, DONE, 1n)
  }
  hearing.settle()
  return read
}
