// What `init` changed, so that it can be taken back: one entry a file, with the file as it was before us.
// Written before the file itself, so that whatever interrupts us, the way back is known.
import { join } from 'node:path'
import type { Scope } from '../../agents/agent.ts'
import type { FileFormat, Part } from '../../contract/agent/edit.ts'
import { FullstopError } from '../../contract/error.ts'
import type { Lock } from '../../adapters/platform/files/lock.ts'
import type { World } from '../world.ts'
import { inState } from '../home/state-folder.ts'

export interface JournalEntry {
  readonly path: string
  /** Absent: no agent's, a file of the project. */
  readonly agent?: string
  readonly scope: Scope
  /** The folder for which it was done, where the scope is the project. */
  readonly root: string
  readonly format: FileFormat
  readonly what: string
  readonly lock?: string
  readonly parts: readonly Part[]
  /** The name of the copy of the file as it was; absent: there was none, or it cannot be told any more. */
  readonly backup?: string
  /** Nobody else's edit lies between the backup and `after`. */
  readonly exact: boolean
  /** Hash of what we wrote. */
  readonly after: string
  readonly folders: readonly string[]
  readonly at: string
}

export interface Journal {
  readonly version: 1
  readonly files: readonly JournalEntry[]
}

const LARGEST = 16 * 1024 * 1024
const LONGEST_WAIT_MS = 30_000
const LOOK_MS = 50

type JournalPlace = Pick<World, 'stateHome' | 'files'>

export function installFolder(stateHome: string): string {
  return inState({ stateHome }, 'install')
}

export function readJournal({ stateHome, files }: JournalPlace): Journal {
  const path = journalFile(stateHome)
  const read = files.readText(path, LARGEST)
  if (read.kind === 'missing') return { version: 1, files: [] }
  const journal = read.kind === 'text' ? parse(read.text) : undefined
  if (journal) return journal
  const why = read.kind === 'refused' ? read.why : 'it is not what we wrote'
  throw new FullstopError(
    'journal-damaged',
    `${path}, which holds what \`fullstop init\` changed, cannot be read: ${why}`,
    `move it away and run this again: our parts are then taken out of the files, and the copies of the files as they were lie beside it`,
  )
}

export async function writeJournal(world: World, journal: Journal): Promise<void> {
  const { disk } = await world.openWorkshop()
  const text = JSON.stringify(journal, (_key, value: unknown) => (value instanceof RegExp ? value.source : value), 2)
  disk.writeWhole(journalFile(world.stateHome), `${text}\n`)
}

export function withEntry(journal: Journal, entry: JournalEntry): Journal {
  const isKnown = journal.files.some((one) => isSame(one, entry))
  const files = isKnown ? journal.files.map((one) => (isSame(one, entry) ? entry : one)) : [...journal.files, entry]
  return { ...journal, files }
}

export function withoutEntry(journal: Journal, entry: JournalEntry): Journal {
  return { ...journal, files: journal.files.filter((one) => !isSame(one, entry)) }
}

export function entryOf(journal: Journal, wanted: Owned): JournalEntry | undefined {
  return journal.files.find((entry) => isSame(entry, wanted))
}

export type Owned = Pick<JournalEntry, 'path' | 'agent' | 'scope' | 'root'>

/** One file may be changed for two agents, and for the user as well as for a project. */
function isSame(one: Owned, other: Owned): boolean {
  if (one.path !== other.path || one.agent !== other.agent || one.scope !== other.scope) return false
  return one.scope === 'user' || one.root === other.root
}

/** The file as it was. Undefined: there was none. */
export function readBackup({ stateHome, files }: JournalPlace, { backup }: JournalEntry): string | undefined | 'lost' {
  if (backup === undefined) return undefined
  const read = files.readText(backupFile(stateHome, backup), Number.MAX_SAFE_INTEGER)
  return read.kind === 'text' ? read.text : 'lost'
}

/** One at a time: a process that reads the journal to write it back must not miss what another wrote in between. */
export async function holdJournal<T>(world: World, work: () => Promise<T>): Promise<T> {
  try {
    const lock = await takeJournal(world)
    try {
      return await work()
    } finally {
      lock.release()
    }
  } catch (error) {
    throw isOfSystem(error) ? unwritable(world, error) : error
  }
}

async function takeJournal(world: World): Promise<Lock> {
  const { disk, takeLock } = await world.openWorkshop()
  disk.makeFolder(world.stateHome)
  for (let waited = 0; waited < LONGEST_WAIT_MS; waited += LOOK_MS) {
    const lock = takeLock(join(world.stateHome, 'install.lock'))
    if (lock) return lock
    await world.sleep(LOOK_MS)
  }
  throw new FullstopError(
    'install-busy',
    'another `fullstop init` or `fullstop uninstall` is still at work',
    'wait until it has ended, then run this again',
  )
}

/** Agents' files are never the cause: what they refuse is told file by file. */
function isOfSystem(error: unknown): error is Error {
  if (!(error instanceof Error) || error instanceof FullstopError) return false
  return typeof (error as { code?: unknown }).code === 'string'
}

function unwritable({ stateHome }: World, { message }: Error): FullstopError {
  return new FullstopError(
    'store-unwritable',
    `${stateHome} cannot be used (${message})`,
    'free disk space or fix the permissions of that folder, or point FULLSTOP_HOME elsewhere; then run this again',
  )
}

export function backupFile(stateHome: string, name: string): string {
  return join(installFolder(stateHome), 'backups', name)
}

export function journalFile(stateHome: string): string {
  return join(installFolder(stateHome), 'journal.json')
}

function parse(text: string): Journal | undefined {
  try {
    const journal = JSON.parse(text) as Journal
    if (journal.version !== 1 || !Array.isArray(journal.files)) return undefined
    return { version: 1, files: journal.files.map((entry) => ({ ...entry, parts: entry.parts.map(toPart) })) }
  } catch {
    // Half a file, or another's: the caller says so.
    return undefined
  }
}

function toPart(part: Part): Part {
  return part.kind === 'set' ? part : { ...part, known: new RegExp(part.known) }
}
