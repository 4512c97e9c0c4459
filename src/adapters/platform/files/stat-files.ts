// Stats thousands of files without an object or a path for each, in half the time that the runtime takes. Linux only;
// callers need another way elsewhere.
import { closeSync, constants, openSync } from 'node:fs'

export interface FileStats {
  /** 0: nothing of the kind is there, or it may not be looked at. */
  readonly modes: Uint16Array
  /** Five numbers for each file: device, inode, size, times of change in ms, as in the runtime's own `lstat`. */
  readonly stamps: Float64Array
}

/**
 * A name is its bytes as latin1, relative to the folder. `regular`: all other kinds are passed over. Undefined: not on this
 * system. Never rejects.
 */
export type StatFiles = (
  folder: string,
  names: readonly string[],
  kind?: 'regular' | 'any',
) => Promise<FileStats | undefined>

const NO_FOLLOW = 0x100
const BASIC = 0x7ff
const STRUCT_BYTES = 256
/** Timers must not wait for all of them. */
const AT_A_STRETCH = 2500
const STAMP_NUMBERS = 5

export const statFiles: StatFiles = async (folder, names, kind = 'regular') => {
  const statx = await openStatx()
  if (!statx) return undefined
  let open: number | undefined
  try {
    const { ptr } = await import('bun:ffi')
    open = openSync(folder, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0))
    const wanted = kind === 'any' ? 0 : REGULAR
    const words = new Uint32Array(STRUCT_BYTES / 4)
    const modes = new Uint16Array(names.length)
    const stamps = new Float64Array(names.length * STAMP_NUMBERS)
    for (let from = 0; from < names.length; from += AT_A_STRETCH) {
      await new Promise((resolve) => setImmediate(resolve))
      const some = names.slice(from, from + AT_A_STRETCH)
      const bytes = Buffer.from(`${some.join('\0')}\0`, 'latin1')
      // Addresses hold only as long as nothing collects what is there: not over a pause, and not once nobody needs it.
      const answer = Number(ptr(words))
      let at = Number(ptr(bytes))
      for (let nth = 0; nth < some.length; nth++) {
        const place = from + nth
        if (statx(open, at, NO_FOLLOW, BASIC, answer) === 0)
          modes[place] = take(words, stamps, place * STAMP_NUMBERS, wanted)
        at += (some[nth] ?? '').length + 1
      }
      if (!isWhole(bytes)) return undefined
    }
    return { modes, stamps }
  } catch {
    // The folder is gone, or may not be opened.
    return undefined
  } finally {
    if (open !== undefined) closeSync(open)
  }
}

/** Needs the bytes, so that they are kept until here. */
function isWhole(bytes: Buffer): boolean {
  return bytes.at(-1) === 0
}

const KINDS = 0o170000
const REGULAR = 0o100000

/**
 * The mode, or 0. `struct statx` is the same on every processor. Without helpers: this is done thousands of times by cold
 * code.
 */
function take(words: Uint32Array, stamps: Float64Array, at: number, wanted: number): number {
  const mode = (words[7] ?? 0) & 0xffff
  if (wanted !== 0 && (mode & KINDS) !== wanted) return 0
  stamps[at] = deviceOf(words[34] ?? 0, words[35] ?? 0)
  stamps[at + 1] = (words[8] ?? 0) + (words[9] ?? 0) * LONG
  stamps[at + 2] = (words[10] ?? 0) + (words[11] ?? 0) * LONG
  // Seconds, with a sign, and nanoseconds.
  stamps[at + 3] = ((words[28] ?? 0) + ((words[29] ?? 0) | 0) * LONG) * 1000 + (words[30] ?? 0) / 1e6
  stamps[at + 4] = ((words[24] ?? 0) + ((words[25] ?? 0) | 0) * LONG) * 1000 + (words[26] ?? 0) / 1e6
  return mode
}

const LONG = 2 ** 32

/** Two numbers as the system packs them into one. */
function deviceOf(major: number, minor: number): number {
  const low = ((major & 0xfff) << 8) + (minor & 0xff)
  return low + Math.floor(minor / 2 ** 8) * 2 ** 20 + Math.floor(major / 2 ** 12) * 2 ** 44
}

type Statx = (folder: number, path: number, flags: number, mask: number, answer: number) => number

async function openStatx(): Promise<Statx | undefined> {
  if (process.platform !== 'linux') return undefined
  const { dlopen, FFIType } = await import('bun:ffi')
  const args = [FFIType.i32, FFIType.ptr, FFIType.i32, FFIType.u32, FFIType.ptr] as const
  for (const name of ['libc.so.6', 'libc.so', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`]) {
    try {
      return dlopen(name, { statx: { args, returns: FFIType.i32 } }).symbols.statx as unknown as Statx
    } catch {
      // Another name of the same library will do; an old one does not know the call.
    }
  }
  return undefined
}
