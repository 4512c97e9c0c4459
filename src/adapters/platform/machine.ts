// The id of this machine: random, made once, kept in a file under FULLSTOP_HOME.
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { newId } from './ids.ts'

const ID = /^mch_[0-9a-z]{16}$/

/** Reads the id at the first call. Never throws: where no id can be kept it is empty, and names carry no machine. */
export function machineIn(home: string): () => string {
  let known: string | undefined
  return () => (known ??= readMachine(join(home, 'machine')))
}

function readMachine(path: string): string {
  const found = readId(path)
  if (found !== undefined) return found
  try {
    return makeId(path)
  } catch {
    // A home that cannot be written keeps no events either; the store says so.
    return readId(path) ?? ''
  }
}

function readId(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8').trim()
    return ID.test(text) ? text : undefined
  } catch {
    // Nobody has made one yet, or it cannot be read.
    return undefined
  }
}

/** Written whole beside its place, then linked there: of several processes at once one wins, and all read its id. */
function makeId(path: string): string {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${newId('tmp')}`
  try {
    const file = openSync(temporary, 'wx', 0o600)
    try {
      writeSync(file, `${newId('mch')}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    place(temporary, path)
  } finally {
    rmSync(temporary, { force: true })
  }
  return readId(path) ?? ''
}

/** A file that is there and holds no id is replaced; so is one on a disk that knows no links. */
function place(temporary: string, path: string): void {
  try {
    linkSync(temporary, path)
  } catch {
    if (readId(path) === undefined) renameSync(temporary, path)
  }
}
