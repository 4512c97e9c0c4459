// What standard input and output of a process are tied to, and which process made them. Linux only; loaded where a prompt
// gives an order that loosens the gate.
import { readdirSync, readlinkSync } from 'node:fs'

/** Standard input or standard output. */
export type Stream = 0 | 1

export interface StandardStreams {
  /** As the system names it: `socket:[7]`, `pipe:[7]` or a path. Undefined where we may not look. */
  readonly linkOf: (pid: number, stream: Stream) => string | undefined
  /** Whether the process has the stream open too; undefined where we may not look. */
  readonly isHeldBy: (pid: number, link: string) => boolean | undefined
  /** The process that made a stream of our own; undefined unless it is a socket. */
  readonly makerOf: (stream: Stream) => number | undefined
}

export async function openStandardStreams(): Promise<StandardStreams | undefined> {
  if (process.platform !== 'linux') return undefined
  const getsockopt = await openGetsockopt()
  return { linkOf, isHeldBy, makerOf: (stream) => getsockopt && makerBy(getsockopt, stream) }
}

function linkOf(pid: number, stream: Stream): string | undefined {
  return linkAt(`/proc/${pid}/fd/${stream}`)
}

function isHeldBy(pid: number, link: string): boolean | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((name) => linkAt(`/proc/${pid}/fd/${name}`) === link)
  } catch {
    // Gone meanwhile, or a process of another user.
    return undefined
  }
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    // Closed meanwhile, or a process of another user.
    return undefined
  }
}

type Getsockopt = (file: number, level: number, option: number, value: Uint8Array, length: Uint8Array) => number

const SOL_SOCKET = 1
const SO_PEERCRED = 17

/** For a pair of sockets the system keeps the process that made the pair, also after it has closed its end. */
function makerBy(getsockopt: Getsockopt, stream: Stream): number | undefined {
  const value = new Int32Array(3)
  const length = new Int32Array([value.byteLength])
  const failed = getsockopt(stream, SOL_SOCKET, SO_PEERCRED, bytesOf(value), bytesOf(length)) !== 0
  const pid = value[0] ?? 0
  // Zero: a process outside of our namespace.
  return failed || pid <= 0 ? undefined : pid
}

function bytesOf(numbers: Int32Array): Uint8Array {
  return new Uint8Array(numbers.buffer)
}

async function openGetsockopt(): Promise<Getsockopt | undefined> {
  const { dlopen, FFIType } = await import('bun:ffi')
  const args = [FFIType.i32, FFIType.i32, FFIType.i32, FFIType.ptr, FFIType.ptr] as const
  for (const name of ['libc.so.6', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`]) {
    try {
      return dlopen(name, { getsockopt: { args, returns: FFIType.i32 } }).symbols.getsockopt as unknown as Getsockopt
    } catch {
      // The library has another name here.
    }
  }
  return undefined
}
