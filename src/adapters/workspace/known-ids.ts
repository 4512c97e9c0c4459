// Ids of files whose content was hashed before: known by device, inode, size and times, so that a file that has not
// changed is not read again. The caller keeps them between readings.
import { createHash } from 'node:crypto'
import type { LinesKeeper } from './kept-lines.ts'
import { type KnownIds, LOOKED, type Stamp, stampAt } from './stamp.ts'

/** Keeps ids of one workspace from one reading to the next. No call throws. */
export interface IdKeeper {
  readonly now: () => Date
  readonly load: () => Uint8Array | undefined
  readonly save: (content: Uint8Array) => void
  /** The listing of its index, for callers that keep that too. */
  readonly lines?: LinesKeeper
}

/** A change so soon after the hashing could leave the times as they were: git has the same rule for its index. */
const RACY_MS = 2000

/**
 * Every change that comes after `now` must give the file another stamp. So its times lie far enough back for any clock
 * that ticks, and their rounding to fractions of a microsecond does not matter. Whole seconds are those of a file
 * system that may keep no change time at all.
 */
export function isTelling({ ino, mtimeMs, ctimeMs }: Stamp, now: Date): boolean {
  const calmSince = now.getTime() - RACY_MS
  return mtimeMs < calmSince && ctimeMs < calmSince && isFine(ino, ctimeMs)
}

function isFine(ino: number, ctimeMs: number): boolean {
  return ctimeMs % 1000 !== 0 && Number.isSafeInteger(ino)
}

export interface IdCollection extends KnownIds {
  /** The ids of this reading, for the next one; undefined: the loaded ones are still right. */
  readonly toKeep: () => Uint8Array | undefined
}

interface Known {
  readonly stamp: Stamp
  /** The digest of how, in hex; `''` for the plain bytes. */
  readonly how: string
  readonly id: string
}

const MOST_IDS = 250_000
/** So large a part of the records may be of files that are gone or changed. */
const MOST_STALE = 0.05

/** `kept`: what an earlier collection gave to keep. Anything else is ignored. */
export function collectIds(kept: Uint8Array | undefined, now: Date): IdCollection {
  const before = openRecords(kept)
  const added = new Map<number | string, Known>()
  const addedId = (key: number | string, stamp: Stamp): string | undefined => {
    const known = added.get(key)
    return known && isSame(known.stamp, stamp) ? known.id : undefined
  }
  return {
    stampOf: (stats) => (isTelling(stats, now) ? stats : undefined),
    find: (stamp, how) => {
      if (!stamp) return undefined
      const key = keyOf(stamp.ino, digestOfHow(how))
      if (added.has(key)) return addedId(key, stamp)
      return before.findBy(key, stamp.ino, stamp.dev, stamp.size, stamp.mtimeMs, stamp.ctimeMs)
    },
    findAll: (stats, how) => {
      const calmSince = now.getTime() - RACY_MS
      const digest = digestOfHow(how)
      const ids: (string | undefined)[] = []
      // Without an object for each: this is done thousands of times by code that has just been started.
      for (let at = 0; at < stats.length; at += LOOKED) {
        const ino = stats[at + 2] ?? 0
        const mtimeMs = stats[at + 4] ?? 0
        const ctimeMs = stats[at + 5] ?? 0
        const key = digest === '' ? ino : keyOf(ino, digest)
        const isAsked = stats[at] !== 0 && mtimeMs < calmSince && ctimeMs < calmSince && isFine(ino, ctimeMs)
        if (!isAsked) ids.push(undefined)
        else if (added.size > 0 && added.has(key)) ids.push(addedId(key, stampAt(stats, at)))
        else ids.push(before.findBy(key, ino, stats[at + 1] ?? 0, stats[at + 3] ?? 0, mtimeMs, ctimeMs))
      }
      return ids
    },
    add: (stamp, how, id) => {
      if (!stamp || !/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id)) return
      const digest = digestOfHow(how)
      added.set(keyOf(stamp.ino, digest), { stamp, how: digest, id })
    },
    toKeep: () => {
      if (added.size === 0 && before.isMostlyFound()) return undefined
      const found = before.found()
      const most = MOST_IDS - found.length / RECORD_BYTES
      return withHeader(Buffer.concat([found, toBytes([...added.values()].slice(0, Math.max(0, most)))]))
    },
  }
}

function digestOfHow(how: string): string {
  return how === '' ? '' : createHash('sha256').update(how).digest('hex')
}

function keyOf(ino: number, how: string): number | string {
  return how === '' ? ino : `${ino} ${how}`
}

function isSame(one: Stamp, other: Stamp): boolean {
  return (
    one.ino === other.ino &&
    one.dev === other.dev &&
    one.size === other.size &&
    one.mtimeMs === other.mtimeMs &&
    one.ctimeMs === other.ctimeMs
  )
}

// Kept as bytes: a header with the digest of the rest, then records of one length. A hundred thousand of them are opened
// without an object for each.
const MAGIC = Buffer.from('fullstop ids 1\n\n')
const HEADER_BYTES = MAGIC.length + 32
const NUMBERS = 5
const HOW_AT = NUMBERS * 8
const ID_AT = HOW_AT + 32
const LENGTH_AT = ID_AT + 32
const RECORD_BYTES = LENGTH_AT + 8

interface Records {
  /** So that it is not worth writing them anew without the rest. */
  readonly isMostlyFound: () => boolean
  readonly findBy: (
    key: number | string,
    ino: number,
    dev: number,
    size: number,
    mtimeMs: number,
    ctimeMs: number,
  ) => string | undefined
  /** Those that were found since they were opened. */
  readonly found: () => Buffer
}

const NO_RECORDS: Records = { isMostlyFound: () => true, findBy: () => undefined, found: () => Buffer.alloc(0) }

/** Half a file, or one that is not ours, fails by its digest. */
function openRecords(kept: Uint8Array | undefined): Records {
  if (!kept || kept.length < HEADER_BYTES || (kept.length - HEADER_BYTES) % RECORD_BYTES !== 0) return NO_RECORDS
  // A copy of its own: numbers can be read only where they are aligned.
  const body = Buffer.from(new Uint8Array(kept.subarray(HEADER_BYTES)).buffer)
  if (!toHeader(body).equals(kept.subarray(0, HEADER_BYTES))) return NO_RECORDS
  const count = body.length / RECORD_BYTES
  const numbers = new Float64Array(body.buffer)
  const keyAt = (place: number): number | string => {
    const at = place * RECORD_BYTES
    const how = body[at + LENGTH_AT + 1] === 1 ? body.toString('hex', at + HOW_AT, at + ID_AT) : ''
    return keyOf(numbers[at / 8] ?? 0, how)
  }
  const places = new Map<number | string, number>()
  for (let place = 0; place < count; place++) places.set(keyAt(place), place)
  const isFound = new Uint8Array(count)
  let foundCount = 0
  let hex: string | undefined
  const findBy: Records['findBy'] = (key, ino, dev, size, mtimeMs, ctimeMs) => {
    const place = places.get(key)
    if (place === undefined) return undefined
    const at = place * RECORD_BYTES
    const first = at / 8
    const isKnown =
      numbers[first] === ino &&
      numbers[first + 1] === dev &&
      numbers[first + 2] === size &&
      numbers[first + 3] === mtimeMs &&
      numbers[first + 4] === ctimeMs
    if (!isKnown) return undefined
    if (isFound[place] === 0) foundCount++
    isFound[place] = 1
    // All at once: a call for each takes longer.
    hex ??= body.toString('hex')
    return hex.slice(2 * (at + ID_AT), 2 * (at + ID_AT + (body[at + LENGTH_AT] ?? 0)))
  }
  const found = (): Buffer => {
    if (!isFound.includes(0)) return body
    const all = Array.from({ length: count }, (_, place) => place).filter((place) => isFound[place] === 1)
    return Buffer.concat(all.map((place) => body.subarray(place * RECORD_BYTES, (place + 1) * RECORD_BYTES)))
  }
  return { isMostlyFound: () => count - foundCount <= count * MOST_STALE, findBy, found }
}

function toBytes(all: readonly Known[]): Buffer {
  const body = Buffer.alloc(all.length * RECORD_BYTES)
  for (const [place, { stamp, how, id }] of all.entries()) {
    const at = place * RECORD_BYTES
    const numbers = [stamp.ino, stamp.dev, stamp.size, stamp.mtimeMs, stamp.ctimeMs]
    body.set(new Uint8Array(Float64Array.from(numbers).buffer), at)
    body.write(how, at + HOW_AT, 'hex')
    body.write(id, at + ID_AT, 'hex')
    body[at + LENGTH_AT] = id.length / 2
    body[at + LENGTH_AT + 1] = how === '' ? 0 : 1
  }
  return body
}

function toHeader(body: Buffer): Buffer {
  return Buffer.concat([MAGIC, createHash('sha256').update(body).digest()])
}

function withHeader(body: Buffer): Buffer {
  return Buffer.concat([toHeader(body), body])
}
