// The listing of git's index as one sorted buffer: 50,000 files are looked up and hashed without an object for each.
import { SUBMODULE_MODE, type TreeEntry } from './file-id.ts'

/** A name's bytes as latin1, one character for each: whatever they are, they stay apart, and sort as git sorts them. */
export type Name = string

/** Lines `H 100644 <id> 0\t<name>\0` of `git ls-files -s -v -z`, sorted by the bytes of the name. */
export type IndexLines = Buffer

export interface ByteRange {
  readonly start: number
  readonly end: number
}

const SPACE = 0x20
const QUESTION = 0x3f
const TAB = 0x09
const NEAR = 64

export interface Listing {
  readonly untracked: readonly Name[]
  readonly lines: IndexLines
}

/** With `-o`, untracked names come first, as lines `? <name>\0`. */
export function splitListing(listing: Buffer): Listing {
  let at = 0
  while (listing[at] === QUESTION && listing[at + 1] === SPACE) at = listing.indexOf(0, at) + 1
  if (at === 0) return { untracked: [], lines: listing }
  const untracked = listing.toString('latin1', 2, at - 1).split('\0? ')
  return { untracked, lines: listing.subarray(at) }
}

/** The lines of a name (several while it is unmerged); empty, where it would stand, if there is none. */
export function findLines(lines: IndexLines, name: Name, from = 0): ByteRange {
  const bytes = Buffer.from(name, 'latin1')
  const start = firstNotBefore(lines, bytes, from)
  let end = start
  while (end < lines.length && compareAt(lines, end, bytes) === 0) end = lines.indexOf(0, end) + 1
  return { start, end }
}

function firstNotBefore(lines: IndexLines, name: Buffer, from: number): number {
  let low = from
  let high = lines.length
  // Who looks for many names does so in their order, so the next one is near: it is found by steps that grow.
  if (from > 0) {
    if (from < high && compareAt(lines, from, name) >= 0) return from
    for (let step = NEAR; low + step < high; step *= 4) {
      const start = lines.indexOf(0, low + step) + 1
      if (start < high && compareAt(lines, start, name) < 0) low = start
      else high = start
    }
  }
  while (low < high) {
    const middle = (low + high) >>> 1
    const start = middle === low ? low : Math.max(low, lines.lastIndexOf(0, middle - 1) + 1)
    if (compareAt(lines, start, name) < 0) low = lines.indexOf(0, start) + 1
    else high = start
  }
  return low
}

/** Below 0: the name of the line that starts there sorts before the given one. */
function compareAt(lines: IndexLines, start: number, name: Buffer): number {
  const nameStart = lines.indexOf(TAB, start) + 1
  return lines.compare(name, 0, name.length, nameStart, lines.indexOf(0, nameStart))
}

/** The name of the line that starts there; undefined at the end of all. */
export function nextName(lines: IndexLines, start: number): Name | undefined {
  return start < lines.length ? nameAt(lines, start) : undefined
}

/** Mode and id that the index holds; undefined: not there, or unmerged. */
export function entryIn(lines: IndexLines, name: Name): TreeEntry | undefined {
  const { start, end } = findLines(lines, name)
  if (start === end || lines.indexOf(0, start) + 1 !== end) return undefined
  return entryAt(lines, start, lines.indexOf(TAB, start))
}

function entryAt(lines: IndexLines, start: number, tab: number): TreeEntry {
  return lines.toString('latin1', start + 2, tab - 2)
}

export function visitLines(lines: IndexLines, visit: (name: Name, entry: TreeEntry) => void): void {
  for (let start = 0; start < lines.length;) {
    const tab = lines.indexOf(TAB, start)
    const end = lines.indexOf(0, tab)
    visit(lines.toString('latin1', tab + 1, end), entryAt(lines, start, tab))
    start = end + 1
  }
}

/**
 * Names of lines with this tag: `H` is a plain entry, `S` skip-worktree, `M` unmerged, a small letter assume-unchanged.
 * A search for the bytes is much faster than a look at each line.
 */
export function namesByTag(lines: IndexLines, tag: string): Name[] {
  const names = lines.toString('latin1', 0, 2) === `${tag} ` ? [nameAt(lines, 0)] : []
  const wanted = Buffer.from(`\0${tag} `, 'latin1')
  for (let at = lines.indexOf(wanted); at !== -1; at = lines.indexOf(wanted, at + 1)) names.push(nameAt(lines, at + 1))
  return names
}

/** Names with this mode, each once: an unmerged one has several lines, one after the other. */
function namesByMode(lines: IndexLines, mode: string): Name[] {
  const names: Name[] = []
  const wanted = Buffer.from(` ${mode} `, 'latin1')
  for (let at = lines.indexOf(wanted); at !== -1; at = lines.indexOf(wanted, at + 1)) {
    // The mode follows the tag, at the start of a line; elsewhere it is part of a name.
    if (at !== 1 && lines[at - 2] !== 0) continue
    const name = nameAt(lines, at - 1)
    if (names.at(-1) !== name) names.push(name)
  }
  return names
}

export interface SpecialNames {
  readonly submodules: readonly Name[]
  /** Skip-worktree, assume-unchanged, both: flags that keep git from looking at a file. */
  readonly unseen: readonly Name[]
}

export function specialNames(lines: IndexLines): SpecialNames {
  const unseen = ['S', 'h', 's'].flatMap((tag) => namesByTag(lines, tag))
  return { submodules: namesByMode(lines, SUBMODULE_MODE), unseen }
}

export function allNames(lines: IndexLines): Name[] {
  const names: Name[] = []
  visitLines(lines, (name) => names.push(name))
  return names
}

function nameAt(lines: IndexLines, start: number): Name {
  return lines.toString('latin1', lines.indexOf(TAB, start) + 1, lines.indexOf(0, start))
}

/** The bytes as they enter the hash, as latin1: the same as git's own line for a plain entry. */
export function toLine(name: Name, entry: TreeEntry): string {
  return `H ${entry} 0\t${name}\0`
}

/** Most names are: they read the same in every encoding. */
export function isAscii(name: Name): boolean {
  return !/[\x80-\uffff]/.test(name)
}

/** A name for people and for comparisons: UTF-8, and in git's own quotes where the bytes are none. */
export function toPath(name: Name): string {
  if (isAscii(name)) return name
  const bytes = Buffer.from(name, 'latin1')
  const text = bytes.toString('utf8')
  if (!text.includes('\uFFFD') || Buffer.from(text, 'utf8').equals(bytes)) return text
  const quoted = Array.from(bytes, (byte) =>
    byte > 0x1f && byte < 0x7f ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, '0')}`,
  )
  return `"${quoted.join('')}"`
}

/** The other way round. A name in quotes that is UTF-8 without them was meant with them. */
export function toName(path: string): Name {
  if (isAscii(path) && !path.startsWith('"')) return path
  const plain = Buffer.from(path).toString('latin1')
  if (!/^".*\\[0-7]{3}.*"$/s.test(path)) return plain
  const name = path
    .slice(1, -1)
    .replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(parseInt(octal, 8)))
  return toPath(name) === path ? name : plain
}
