// Reads a file that another process appends to, from where it was read last.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

export interface FileTail {
  /** The new text, in one piece of bounded size; empty if there is none. Never throws. */
  readonly read: () => Uint8Array
  /** Up to here the file has been read. */
  readonly offset: () => number
  readonly close: () => void
}

const PIECE = 1024 * 1024

export function openTail(path: string, from: number): FileTail {
  let file: number | undefined
  let offset = from
  const buffer = new Uint8Array(PIECE)
  return {
    read: () => {
      try {
        file ??= openSync(path, 'r')
        if (fstatSync(file).size <= offset) return buffer.subarray(0, 0)
        const count = readSync(file, buffer, 0, PIECE, offset)
        offset += count
        return buffer.subarray(0, count)
      } catch {
        // Not there yet: then there is nothing new.
        return buffer.subarray(0, 0)
      }
    },
    offset: () => offset,
    close: () => {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}
