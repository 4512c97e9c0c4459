// What is kept between readings is believed only as a whole, and only as this version writes it.
import { expect, test } from 'bun:test'
import { CryptoHasher } from 'bun'
import { collectIds } from './known-ids.ts'
import { decodeLines, encodeLines } from './kept-lines.ts'

const now = new Date('2026-11-15T12:00:00Z')
const stamp = { dev: 1, ino: 2, size: 3, mtimeMs: 1.5, ctimeMs: 2.5 }
const id = 'a'.repeat(40)

function keptIds(): Uint8Array {
  const ids = collectIds(() => undefined, now)
  ids.add(stamp, '', id)
  return ids.toKeep() ?? new Uint8Array()
}

function idIn(kept: Uint8Array): string | undefined {
  return collectIds(() => kept, now).find(stamp, '')
}

test('S4: ids are found wherever their bytes lie in memory', () => {
  const kept = keptIds()
  for (let shift = 0; shift < 9; shift++) {
    const moved = Buffer.alloc(kept.length + shift)
    moved.set(kept, shift)
    expect(idIn(moved.subarray(shift))).toBe(id)
  }
})

test('S4: ids with a single bit turned are not believed', () => {
  const kept = keptIds()
  for (let at = 0; at < kept.length; at++) {
    const damaged = Uint8Array.from(kept)
    damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 8))
    expect(idIn(damaged)).toBeUndefined()
  }
})

test('S4: ids and listings as an earlier version kept them are not believed', () => {
  const body = keptIds().subarray(24)
  const digest = new CryptoHasher('sha256').update(body).digest()
  expect(idIn(Buffer.concat([Buffer.from('fullstop ids 2\n\n'), digest, body]))).toBeUndefined()
  const lines = Buffer.from(`H 100644 ${id} 0\ta.txt\0`)
  const hex = new CryptoHasher('sha256').update(lines).digest('hex')
  expect(decodeLines(Buffer.concat([Buffer.from(`fullstop lines 1\tstamp\t${hex}\n`), lines]), 'stamp')).toBeUndefined()
  expect(decodeLines(encodeLines('stamp', lines), 'stamp')).toEqual(lines)
})

test('S4: a listing full of zeros, as a power cut leaves it, is not believed', () => {
  const kept = encodeLines('stamp', Buffer.from(`H 100644 ${id} 0\ta.txt\0`))
  expect(decodeLines(Buffer.alloc(kept.length), 'stamp')).toBeUndefined()
  const start = kept.indexOf('\n') + 1
  expect(decodeLines(Buffer.from(kept).fill(0, start), 'stamp')).toBeUndefined()
})
