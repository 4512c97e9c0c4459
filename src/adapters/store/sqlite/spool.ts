// The spool: events that could not wait for the store's lock, one file per append, imported by the next process.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { FullstopError } from '../../../contract/error.ts'
import type { Event } from '../../../contract/event.ts'

export interface SpoolFile {
  readonly path: string
  readonly events: readonly Event[]
}

/** Names sort by time, so that files are imported in the order they were written. */
export function writeSpool(folder: string, events: readonly Event[]): void {
  const first = events[0]
  if (!first) return
  const name = `${first.at.replace(/[^0-9]/g, '')}-${first.id.replace(/[^A-Za-z0-9_]/g, '')}`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const temporary = join(folder, `${name}.tmp`)
    const file = openSync(temporary, 'wx', 0o600)
    try {
      writeSync(file, events.map((event) => `${JSON.stringify(event)}\n`).join(''))
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, join(folder, `${name}.jsonl`))
  } catch (error) {
    throw new FullstopError(
      'store-unwritable',
      `the store is locked and the spool ${folder} cannot be written (${error instanceof Error ? error.message : String(error)})`,
      'free disk space or fix the permissions of that folder',
    )
  }
}

export function readSpool(folder: string): SpoolFile[] {
  return listSpool(folder).flatMap((path) => {
    const events = readEvents(path)
    return events ? [{ path, events }] : []
  })
}

export function removeSpool(files: readonly SpoolFile[]): void {
  for (const { path } of files) {
    try {
      unlinkSync(path)
    } catch {
      // Another process imported the same file: event ids make that harmless.
    }
  }
}

function listSpool(folder: string): string[] {
  if (!existsSync(folder)) return []
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .map((name) => join(folder, name))
  } catch {
    // Removed meanwhile, or not to be read: nothing to import.
    return []
  }
}

function readEvents(path: string): Event[] | undefined {
  try {
    // A named pipe would hold every hook for ever.
    if (!statSync(path).isFile()) return undefined
    const lines = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
    const values = lines.map((line) => JSON.parse(line) as unknown)
    return values.every(isEvent) ? values : undefined
  } catch {
    // Imported and removed meanwhile, or not ours: left where it is for a person to look at.
    return undefined
  }
}

function isEvent(value: unknown): value is Event {
  const head = (value ?? {}) as Readonly<Record<string, unknown>>
  return ['id', 'at', 'kind'].every((key) => typeof head[key] === 'string')
}
