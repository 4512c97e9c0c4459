// Ids of files whose content was hashed before: known by device, inode, size and times, so that a file that has not
// changed is not read again. The caller keeps them between readings.
import { CryptoHasher } from 'bun'
import { CHECKSUM_BYTES, checksumOf } from './checksum.ts'
import type { LinesKeeper } from './kept-lines.ts'
import type { VisitsKeeper } from './visits.ts'
import { lazily } from '../../../../contract/lazily.ts'
import { type KnownIds, type FileStamps, isTelling, RACY_MS, type Stamp, STAMP_NUMBERS, stampAt } from '../stamp.ts'

/** Keeps ids of one workspace from one reading to the next. No call throws. */
export interface IdKeeper {
  readonly now: () => Date
  readonly load: () => Uint8Array | undefined
  readonly save: (content: Uint8Array) => void
  /** The listing of its index, for callers that keep that too. */
  readonly lines?: LinesKeeper
  readonly visits?: VisitsKeeper
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

/** `load`: what an earlier collection gave to keep, asked for when an id is. Anything else is ignored. */
export function collectIds(load: IdKeeper['load'], now: Date): IdCollection {
  const before = lazily(() => openRecords(load()))
  const added = new Map<number | string, Known>()
  // Read side by side, files are added in any order; they are kept in the order in which they are asked for.
  const places = new Map<number, number>()
  const stampOf: IdCollection['stampOf'] = (stats) => (isTelling(stats, now) ? stats : undefined)
  const find = (stamp: Stamp | undefined, digest: string): string | undefined => {
    if (!stamp) return undefined
    const key = keyOf(stamp.ino, digest)
    const known = added.get(key)
    if (!known) return before().idAt(before().find(key, stamp))
    return isSame(known.stamp, stamp) ? known.id : undefined
  }
  return {
    stampOf,
    find: (stamp, how) => find(stamp, digestOfHow(how)),
    findAll: (looked, how) => {
      const digest = digestOfHow(how)
      const isOrderly = digest === '' && added.size === 0 && before().newestMs() < now.getTime() - RACY_MS
      if (isOrderly) return findInOrder(before(), looked, { stampOf, miss: (ino) => places.set(ino, places.size) })
      return Array.from(looked.modes, (mode, place) =>
        mode === 0 ? undefined : find(stampOf(stampAt(looked.stamps, place)), digest),
      )
    },
    add: (stamp, how, id) => {
      if (!stamp || !/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(id)) return
      const digest = digestOfHow(how)
      added.set(keyOf(stamp.ino, digest), { stamp, how: digest, id })
    },
    toKeep: () => {
      if (added.size === 0 && before().isMostlyFound()) return undefined
      const placeOf = ({ stamp }: Known): number => places.get(stamp.ino) ?? places.size
      const inOrder = [...added.values()].sort((one, other) => placeOf(one) - placeOf(other))
      return encodeRecords(before().found(), inOrder)
    },
  }
}

/**
 * Files come in the order in which they were kept, and nothing happened to most of them: so long as all numbers are the
 * same, they are compared as bytes, thousands of files at once. Only a file that differs is looked for by itself.
 */
function findInOrder(
  before: Records,
  { modes, stamps }: FileStamps,
  { stampOf, miss }: { readonly stampOf: IdCollection['stampOf']; readonly miss: (ino: number) => void },
): readonly (string | undefined)[] {
  const ids: (string | undefined)[] = []
  const bytes = Buffer.from(stamps.buffer, stamps.byteOffset, stamps.byteLength)
  for (let kept = 0; ids.length < modes.length;) {
    const alike = before.countAlike(kept, bytes, ids.length)
    before.takeIds(kept, alike, ids)
    kept += alike
    const place = ids.length
    if (place === modes.length) break
    const stamp = modes[place] === 0 ? undefined : stampOf(stampAt(stamps, place))
    const found = stamp && before.find(stamp.ino, stamp)
    ids.push(before.idAt(found))
    if (found !== undefined) kept = found + 1
    else if (stamp) miss(stamp.ino)
  }
  return ids
}

function digestOfHow(how: string): string {
  return how === '' ? '' : new CryptoHasher('sha256').update(how).digest('hex')
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

// Kept as bytes: a header with the checksum of the rest, then the stamps of all records, and after them what else is known
// of each. A hundred thousand of them are opened without an object for each.
const MAGIC = Buffer.from('fullstop ids 3\n\n')
const HEADER_BYTES = MAGIC.length + CHECKSUM_BYTES
const STAMP_BYTES = STAMP_NUMBERS * 8
const HOW_BYTES = 32
const ID_BYTES = 32
/** The digest of how, the id, the length of the id, and whether there is a how. */
const REST_BYTES = HOW_BYTES + ID_BYTES + 2
const RECORD_BYTES = STAMP_BYTES + REST_BYTES

interface Records {
  /** The youngest time of all. */
  readonly newestMs: () => number
  /** So that it is not worth writing them anew without the rest. */
  readonly isMostlyFound: () => boolean
  /** The place of the record with this key and stamp. */
  readonly find: (key: number | string, stamp: Stamp) => number | undefined
  readonly idAt: (place: number | undefined) => string | undefined
  /** How many records from this place on, all of plain bytes, have the same stamps as the files from `at` on. */
  readonly countAlike: (place: number, stamps: Buffer, at: number) => number
  /** Adds the ids of so many records of plain bytes. */
  readonly takeIds: (place: number, count: number, ids: (string | undefined)[]) => void
  /** Those that were asked for since they were opened. */
  readonly found: () => { readonly plain: Rows; readonly converted: Rows }
}

/** The two parts of some records. */
interface Rows {
  readonly stamps: Buffer
  readonly rest: Buffer
}

/** Half a file, or one that is not ours, fails by its checksum. */
function openRecords(kept: Uint8Array | undefined): Records {
  const body = bodyOf(kept)
  const count = body.length / RECORD_BYTES
  const stamps = new Float64Array(body.buffer, body.byteOffset, count * STAMP_NUMBERS)
  const stampBytes = body.subarray(0, count * STAMP_BYTES)
  const rest = body.subarray(count * STAMP_BYTES)
  const isTaken = new Uint8Array(count)
  const howAt = (place: number): string => {
    const at = place * REST_BYTES
    return rest[at + REST_BYTES - 1] === 1 ? rest.toString('hex', at, at + HOW_BYTES) : ''
  }
  const plainUpTo = lazily(() => {
    let place = 0
    while (place < count && rest[(place + 1) * REST_BYTES - 1] === 0) place++
    return place
  })
  const places = lazily(() => {
    const all = new Map<number | string, number>()
    for (let place = 0; place < count; place++)
      all.set(keyOf(stamps[place * STAMP_NUMBERS + 1] ?? 0, howAt(place)), place)
    return all
  })
  // All at once: a call for each takes longer.
  const hex = lazily(() => rest.toString('hex'))
  const idOf = (place: number): string => {
    const at = place * REST_BYTES + HOW_BYTES
    return hex().slice(2 * at, 2 * (at + (rest[at + ID_BYTES] ?? 0)))
  }
  return {
    newestMs: lazily(() => newestIn(stamps)),
    isMostlyFound: () => {
      if (!isTaken.includes(0)) return true
      const stale = isTaken.reduce((sum, taken) => sum + 1 - taken, 0)
      return stale <= count * MOST_STALE
    },
    find: (key, stamp) => {
      const place = places().get(key)
      return place !== undefined && isSame(stampAt(stamps, place), stamp) ? place : undefined
    },
    idAt: (place) => {
      if (place === undefined) return undefined
      isTaken[place] = 1
      return idOf(place)
    },
    countAlike: (place, others, at) => {
      const most = Math.min(plainUpTo() - place, others.length / STAMP_BYTES - at)
      const isAlike = (from: number, to: number): boolean =>
        others.compare(
          stampBytes,
          (place + from) * STAMP_BYTES,
          (place + to) * STAMP_BYTES,
          (at + from) * STAMP_BYTES,
          (at + to) * STAMP_BYTES,
        ) === 0
      // In steps that grow: mostly all are alike, but some lists are in another order.
      let alike = 0
      for (let step = 1; alike < most && isAlike(alike, Math.min(alike + step, most)); step *= 2)
        alike = Math.min(alike + step, most)
      for (let beyond = Math.min(2 * alike + 1, most); beyond - alike > 1;) {
        const middle = (alike + beyond) >>> 1
        if (isAlike(alike, middle)) alike = middle
        else beyond = middle
      }
      return alike
    },
    takeIds: (place, number, ids) => {
      isTaken.fill(1, place, place + number)
      for (let next = place; next < place + number; next++) ids.push(idOf(next))
    },
    found: () => {
      const taken = (from: number, to: number): Rows => {
        const runs = takenRuns(isTaken, from, to)
        return {
          stamps: Buffer.concat(runs.map((run) => stampBytes.subarray(run.from * STAMP_BYTES, run.to * STAMP_BYTES))),
          rest: Buffer.concat(runs.map((run) => rest.subarray(run.from * REST_BYTES, run.to * REST_BYTES))),
        }
      }
      return { plain: taken(0, plainUpTo()), converted: taken(plainUpTo(), count) }
    },
  }
}

/** Empty: nothing is kept. Numbers can be read only where they are aligned, which a whole file is. */
function bodyOf(kept: Uint8Array | undefined): Buffer {
  if (!kept || kept.length < HEADER_BYTES || (kept.length - HEADER_BYTES) % RECORD_BYTES !== 0) return Buffer.alloc(0)
  const isAligned = (kept.byteOffset + HEADER_BYTES) % 8 === 0
  const rest = kept.subarray(HEADER_BYTES)
  const { buffer, byteOffset, length } = isAligned ? rest : new Uint8Array(rest)
  const body = Buffer.from(buffer, byteOffset, length)
  return toHeader(body).equals(kept.subarray(0, HEADER_BYTES)) ? body : Buffer.alloc(0)
}

function newestIn(stamps: Float64Array): number {
  let newest = 0
  for (let at = 3; at < stamps.length; at += STAMP_NUMBERS)
    newest = Math.max(newest, stamps[at] ?? 0, stamps[at + 1] ?? 0)
  return newest
}

function takenRuns(isTaken: Uint8Array, first: number, end: number): { readonly from: number; readonly to: number }[] {
  const runs: { readonly from: number; readonly to: number }[] = []
  for (let from = isTaken.indexOf(1, first); from !== -1 && from < end;) {
    const next = isTaken.indexOf(0, from)
    const to = next === -1 ? end : Math.min(next, end)
    runs.push({ from, to })
    from = isTaken.indexOf(1, to)
  }
  return runs
}

/** Those of plain bytes first: they are found without a search. */
function encodeRecords({ plain, converted }: ReturnType<Records['found']>, added: readonly Known[]): Buffer {
  const kept = (plain.rest.length + converted.rest.length) / REST_BYTES
  const most = added.slice(0, Math.max(0, MOST_IDS - kept))
  const all = [
    plain,
    toRows(most.filter(({ how }) => how === '')),
    converted,
    toRows(most.filter(({ how }) => how !== '')),
  ]
  const body = Buffer.concat([...all.map(({ stamps }) => stamps), ...all.map(({ rest }) => rest)])
  return Buffer.concat([toHeader(body), body])
}

function toRows(all: readonly Known[]): Rows {
  const stamps = new Float64Array(all.length * STAMP_NUMBERS)
  const rest = Buffer.alloc(all.length * REST_BYTES)
  for (const [place, { stamp, how, id }] of all.entries()) {
    stamps.set([stamp.dev, stamp.ino, stamp.size, stamp.mtimeMs, stamp.ctimeMs], place * STAMP_NUMBERS)
    const at = place * REST_BYTES
    rest.write(how, at, 'hex')
    rest.write(id, at + HOW_BYTES, 'hex')
    rest[at + HOW_BYTES + ID_BYTES] = id.length / 2
    rest[at + REST_BYTES - 1] = how === '' ? 0 : 1
  }
  return { stamps: Buffer.from(stamps.buffer), rest }
}

function toHeader(body: Buffer): Buffer {
  return Buffer.concat([MAGIC, checksumOf(body)])
}
