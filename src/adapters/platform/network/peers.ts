// The process at the other end of a connection from this machine, with all that it descends from. Only Linux tells, and
// only of processes of our own user.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { type Forebear, forebearsOf } from '../processes/forebears.ts'
import type { Peer } from './serve.ts'

/** ESTABLISHED, as the kernel writes it. */
const ESTABLISHED = '01'
const MOST_KNOWN = 1000

/** `name` stands for the connection and is not given twice while it lasts; undefined: the system does not tell. */
export interface PeerSocket {
  readonly name: string
}

/** Cheap: asked at every request. */
export function socketOf(peer: Peer, port: number): PeerSocket | undefined {
  if (process.platform !== 'linux') return undefined
  for (const file of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const found = findSocket(readTable(file), peer, port)
    if (found !== undefined) return { name: found }
  }
  return undefined
}

/** The inode of the peer's end of the connection, from a table of the kernel. */
export function findSocket(table: string, { address, port: from }: Peer, to: number): string | undefined {
  for (const line of table.split('\n').slice(1)) {
    const [, local = '', remote = '', state, , , , , , inode] = line.trim().split(/\s+/)
    if (state !== ESTABLISHED || portOf(remote) !== to || portOf(local) !== from) continue
    if (isAddress(local.split(':')[0] ?? '', address)) return inode
  }
  return undefined
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

const known = new Map<string, readonly Forebear[]>()

/** Every process that holds the socket, each with its parents; empty where none of them can be seen. */
export function holdersOf({ name }: PeerSocket): readonly Forebear[] {
  const before = known.get(name)
  if (before) return before
  const holders = findHolders(`socket:[${name}]`).flatMap((pid) => forebearsOf(pid))
  if (known.size >= MOST_KNOWN) known.clear()
  // One that cannot be seen yet may be seen at its next request.
  if (holders.length > 0) known.set(name, holders)
  return holders
}

function findHolders(link: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && holds(pid, link))
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
