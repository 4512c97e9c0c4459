// A pipe of the operating system. The runtime gives its children sockets, and a write to a socket costs the writer about
// half as much again: an agent that sends its words one by one pays that for each of them.
import { dlopen, FFIType, ptr } from 'bun:ffi'

const LIBRARIES = ['libc.so.6', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`]
/** No other child inherits it. */
const O_CLOEXEC = 0o2000000

export interface Pipe {
  /** Descriptors, both to be closed by the caller. */
  readonly read: number
  readonly write: number
}

/** Undefined where the system offers no way to make one. */
export function openPipe(): Pipe | undefined {
  if (process.platform !== 'linux') return undefined
  for (const name of LIBRARIES) {
    try {
      const both = new Int32Array(2)
      const { symbols } = dlopen(name, { pipe2: { args: [FFIType.ptr, FFIType.i32], returns: FFIType.i32 } })
      const [read, write] = symbols.pipe2(ptr(both), O_CLOEXEC) === 0 ? both : []
      if (read !== undefined && write !== undefined) return { read, write }
    } catch {
      // The library has another name here, or there are no foreign functions.
    }
  }
  return undefined
}
