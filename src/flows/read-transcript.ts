// The new part of a transcript, as entries: from where we read last, or back from the end until a request begins.
// The cost is that of what is new, never that of the whole file.
import type { TranscriptReader } from '../agents/agent.ts'
import type { Entry } from '../contract/entry.ts'
import type { PartRead } from '../platform/files.ts'
import type { World } from './world.ts'

/** A session seen for the first time: how far back to look for the person's prompt. */
const LOOK_BACK = [64, 256, 1024, 4096, 16_384, 65_536].map((kibibytes) => kibibytes * 1024)
/** Where a prompt is known but might have been typed in mid-work, the one before it is not looked for for ever. */
const FAR_ENOUGH = 256 * 1024
/** The most that is read of what came since the last stop. */
const MOST_NEW = 64 * 1024 * 1024

export type TranscriptRead =
  | {
      readonly kind: 'entries'
      readonly entries: readonly Entry[]
      /** Up to here the transcript has been read. */
      readonly offset: number
      readonly size: number
      /** False: something between the last reading and this one was left out. */
      readonly whole: boolean
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly why: string }

export function readTranscript(
  world: World,
  reader: TranscriptReader,
  path: string,
  from: number | undefined,
): TranscriptRead {
  const within = [world.userHome, ...reader.folders(world.env)]
  const size = from === undefined ? undefined : world.files.sizeOf(path)
  // A shorter file is another file: begin anew.
  if (from !== undefined && (size === undefined || size >= from)) {
    const part = world.files.readPart(path, { from, most: MOST_NEW }, within)
    return part.kind === 'part' ? toRead(part, from, toEntries(reader, part.text)) : part
  }
  return lookBack(world, reader, path, within)
}

/** The last person's prompt and what came after it; all that was read if there is none. */
function lookBack(world: World, reader: TranscriptReader, path: string, within: readonly string[]): TranscriptRead {
  let read: TranscriptRead = { kind: 'missing' }
  for (const most of LOOK_BACK) {
    const part = world.files.readPart(path, { from: 0, most }, within)
    if (part.kind !== 'part') return part
    const { entries, found } = sinceLastPrompt(reader, part.text)
    read = toRead(part, 0, entries)
    if (found || part.start === 0 || (most >= FAR_ENOUGH && entries.some(isPersonsPrompt))) break
  }
  return read
}

/** Back from the end to the prompt that a turn began with; a prompt typed in mid-work does not end the search. */
function sinceLastPrompt(reader: TranscriptReader, text: string): { entries: Entry[]; found: boolean } {
  const entries: Entry[] = []
  let isAtPrompt = false
  for (let end = text.length; end > 0;) {
    const start = text.lastIndexOf('\n', end - 1) + 1
    const line = lineToEntries(reader, text.slice(start, end))
    for (let index = line.length - 1; index >= 0; index--) {
      const entry = line[index]
      if (!entry) continue
      if (isAtPrompt && endsTurn(entry)) return { entries: entries.reverse(), found: true }
      isAtPrompt = isPersonsPrompt(entry) || (isAtPrompt && entry.kind === 'prompt' && entry.by === 'host')
      entries.push(entry)
    }
    end = start - 1
  }
  return { entries: entries.reverse(), found: isAtPrompt }
}

function endsTurn(entry: Entry): boolean {
  return (entry.kind === 'said' && entry.goesOn !== true) || entry.kind === 'interrupted' || entry.kind === 'compacted'
}

function isPersonsPrompt(entry: Entry): boolean {
  return entry.kind === 'prompt' && entry.by === 'person' && entry.inMidWork !== true
}

function toRead(part: Extract<PartRead, { kind: 'part' }>, from: number, entries: readonly Entry[]): TranscriptRead {
  const tail = part.text.slice(part.text.lastIndexOf('\n') + 1)
  // A last line without its end may still be under way: it is read again next time, unless it is whole already.
  const offset = tail === '' || isJson(tail) ? part.size : part.size - Buffer.byteLength(tail)
  return { kind: 'entries', entries, offset, size: part.size, whole: part.start === from }
}

function toEntries(reader: TranscriptReader, text: string): readonly Entry[] {
  return text.split('\n').flatMap((line) => lineToEntries(reader, line))
}

function lineToEntries(reader: TranscriptReader, line: string): readonly Entry[] {
  if (line === '') return []
  try {
    return reader.toEntries(JSON.parse(line))
  } catch {
    // A line cut off in the middle, or garbage: it says nothing.
    return []
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    // Cut off in the middle.
    return false
  }
}

/** One line as a value; undefined where it was cut off, or is none. */
export function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    // Whatever it was, it tells nothing.
    return undefined
  }
}
