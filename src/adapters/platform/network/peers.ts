// The process at the other end of a connection from this machine, with all that it descends from. Only Linux tells, and
// only of processes of our own user.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { type Ancestor, ancestorsOf } from '../processes/ancestors.ts'
import { allPids, isEnding, statOf } from '../processes/processes.ts'
import { ownNames, type Peer } from './serve.ts'

/** ESTABLISHED, as the kernel writes it. */
const ESTABLISHED = '01'
const MOST_KNOWN = 1000
/** The kernel's number of a socket that no process holds any more. */
const NOBODY = '0'

/**
 * The other end of a connection. `left`: the process that made it has closed it, or is gone. `elsewhere`: on another machine, or the
 * system does not tell.
 */
export type PeerEnd = { readonly kind: 'socket'; readonly inode: string } | { readonly kind: 'left' | 'elsewhere' }

/** `gone`: on this machine, but it left after it had asked, so that nobody can tell what it was. */
export type PeerProcesses = readonly Ancestor[] | 'gone'

/** By the number of the socket, which is not given twice while a connection lasts. */
const known = new Map<string, readonly Ancestor[]>()

const PAUSE_MS = 5
const MOST_LOOKS = 200

/**
 * Every process at the other end, each with its parents; empty where none can be seen. Cheap: asked at every request.
 *
 * A process that ends gives up its files first, and its connections are closed after that: meanwhile nobody holds them. So
 * where nobody is seen, and some process is just ending, it is looked again.
 */
export async function processesAt(peer: Peer, port: number): Promise<PeerProcesses> {
  if (process.platform !== 'linux') return []
  const look = (): PeerEnd => findEnd(TABLES.map(readTable).join('\n'), peer, port)
  const isLocal = isHere(peer)
  for (let looks = 0; ; looks++) {
    const found = seenBy(look, isLocal)
    if (found === 'gone' || found.length > 0 || !isLocal) return found
    if (looks === MOST_LOOKS || !isAnyEnding()) return look().kind === 'left' ? 'gone' : found
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}

function seenBy(look: () => PeerEnd, isLocal: boolean): PeerProcesses {
  const end = isLocal ? lookTwice(look) : look()
  if (end.kind !== 'socket') return end.kind === 'left' && isLocal ? 'gone' : []
  const before = known.get(end.inode)
  if (before) return before
  const holders = findHolders(`socket:[${end.inode}]`).flatMap((pid) => ancestorsOf(pid))
  // What ended while it was looked at has shown only a part of where it came from.
  if (look().kind === 'left') return 'gone'
  if (known.size >= MOST_KNOWN) known.clear()
  // One that cannot be seen, such as another user's, may be seen at its next request.
  if (holders.length > 0) known.set(end.inode, holders)
  return holders
}

/** The kernel writes its table row by row: an end that is just changing its place may be missing from it. */
function lookTwice(look: () => PeerEnd): PeerEnd {
  const first = look()
  return first.kind === 'elsewhere' ? look() : first
}

const TABLES = ['/proc/net/tcp', '/proc/net/tcp6']

function isHere({ address }: Peer): boolean {
  const plain = address.replace(/^::ffff:/, '')
  return plain === '::1' || plain.startsWith('127.') || ownNames().includes(plain)
}

/** From the tables of the kernel: what stands there of both ends of a connection to our port. */
export function findEnd(table: string, peer: Peer, to: number): PeerEnd {
  if (table.trim() === '') return { kind: 'elsewhere' }
  const rows = table.split('\n').map(toRow)
  const theirs = rows.filter(({ local, remote }) => isEnd(local, peer) && portOf(remote) === to)
  const held = theirs.find(({ inode }) => inode !== NOBODY)
  if (held) return { kind: 'socket', inode: held.inode }
  const ours = rows.find(({ local, remote }) => portOf(local) === to && isEnd(remote, peer))
  return { kind: theirs.length === 0 && ours?.state === ESTABLISHED ? 'elsewhere' : 'left' }
}

interface SocketRow {
  readonly local: string
  readonly remote: string
  readonly state: string
  readonly inode: string
}

function toRow(line: string): SocketRow {
  const [, local = '', remote = '', state = '', , , , , , inode = NOBODY] = line.trim().split(/\s+/)
  return { local, remote, state, inode }
}

function isEnd(end: string, { address, port }: Peer): boolean {
  return portOf(end) === port && isAddress(end.split(':')[0] ?? '', address)
}

function portOf(end: string): number {
  return Number.parseInt(end.split(':')[1] ?? '', 16)
}

/** The kernel writes an address in words of 32 bits, each from its last byte. */
function isAddress(hex: string, address: string): boolean {
  const plain = address.replace(/^::ffff:/, '')
  if (!/^\d+\.\d+\.\d+\.\d+$/.test(plain)) return hex.length === 32
  const bytes = plain.split('.').map((byte) => Number(byte).toString(16).padStart(2, '0').toUpperCase())
  return hex.endsWith(bytes.toReversed().join(''))
}

function readTable(file: string): string {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    // A system without that protocol.
    return ''
  }
}

function findHolders(link: string): number[] {
  return allPids().filter((pid) => pid !== process.pid && holds(pid, link))
}

function isAnyEnding(): boolean {
  return allPids().some((pid) => isEnding(statOf(pid)))
}

function holds(pid: number, link: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => readLink(`/proc/${pid}/fd/${fd}`) === link)
  } catch {
    // Gone meanwhile, or a process of another user.
    return false
  }
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    // Closed meanwhile.
    return undefined
  }
}
