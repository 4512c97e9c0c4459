// Takes back what `init` did: byte for byte where only we edited, our part alone where others did since.
import { dirname, sep } from 'node:path'
import type { Places } from '../../agents/agent.ts'
import { findAgent } from '../../agents/index.ts'
import { toValue, withdraw } from '../../domain/edits/edit.ts'
import { moveKeys } from '../../domain/edits/move.ts'
import {
  backupFile,
  entryOf,
  type Journal,
  type JournalEntry,
  readBackup,
  readJournal,
  withEntry,
  withoutEntry,
  writeJournal,
} from './install-journal.ts'
import { loadInstaller } from './load-installer.ts'
import { trackedBy } from './committed.ts'
import { isOutside, type PlannedFile } from './plan-install.ts'
import { untilRecorded } from '../home/until-recorded.ts'
import type { World } from '../world.ts'
import { given } from '../../contract/given.ts'

export interface PlannedReturn {
  readonly entry: JournalEntry
  readonly before: string | undefined
  readonly change:
    /** `after` undefined: the file goes, since there was none. */
    | {
        readonly kind: 'write'
        readonly after: string | undefined
        readonly isExact: boolean
        /** The user committed it, so it does not go although nothing is left in it. */
        readonly isCommitted?: boolean
      }
    | { readonly kind: 'none' }
    /** It stays although we made it: the user committed it. */
    | { readonly kind: 'kept' }
    | { readonly kind: 'left'; readonly why: string }
}

export interface UndoQuery {
  readonly isWanted: (entry: JournalEntry) => boolean
  readonly places: Places
  /** What an installation would touch now: our parts may be there though no journal tells of them. */
  readonly known: readonly PlannedFile[]
}

/** Newest first: what was laid over another edit comes off before it. */
export async function planUndo(world: World, { isWanted, known, places }: UndoQuery): Promise<PlannedReturn[]> {
  const noted = readJournal(world).files
  const strays = known.filter((file) => entryOf({ version: 1, files: noted }, file) === undefined).map(toStray)
  const texts = new Map<string, string | undefined>()
  const plan: PlannedReturn[] = []
  for (const entry of [...strays, ...noted].filter(isWanted).toReversed()) {
    const planned = await spared(world, passedOver(await planReturn(world, entry, texts)))
    if (planned.change.kind === 'write') texts.set(entry.path, planned.change.after)
    plan.push(planned)
  }
  let moved = plan
  for (const planned of plan) moved = await withMoved(moved, planned, places)
  return moved
}

/** What the user committed is never deleted, and checks that they committed stay as they are. */
async function spared(world: World, planned: PlannedReturn): Promise<PlannedReturn> {
  const { entry, change } = planned
  if (change.kind !== 'write' || entry.scope !== 'project') return planned
  const isOfNoAgent = entry.agent === undefined
  if (change.after !== undefined && !isOfNoAgent) return planned
  const tracked = await trackedBy(world, entry.path)
  if (tracked === 'not') return planned
  if (isOfNoAgent) return change.after === undefined || tracked === 'as-is' ? { ...planned, change: KEPT } : planned
  if (entry.format === 'whole') return { ...planned, change: KEPT }
  return {
    ...planned,
    change: { kind: 'write', after: entry.format === 'json' ? '{}\n' : '', isExact: false, isCommitted: true },
  }
}

const KEPT = { kind: 'kept' } as const

/** What hung on the places of others in this file goes along with them. */
async function withMoved(
  plan: PlannedReturn[],
  { entry, before, change }: PlannedReturn,
  places: Places,
): Promise<PlannedReturn[]> {
  const installer = await loadInstaller(entry.agent === undefined ? undefined : findAgent(entry.agent))
  if (change.kind !== 'write' || change.isExact || before === undefined || entry.format !== 'json') return plan
  const values = { before: toValue('json', before), after: toValue('json', change.after ?? '') }
  const moved = installer?.moved?.({ places, path: entry.path, ...values })
  if (!moved) return plan
  return plan.map((one): PlannedReturn => {
    const text = one.change.kind === 'write' ? one.change.after : undefined
    if (one.entry.path !== moved.path || text === undefined) return one
    const edited = moveKeys('toml', text, moved.keys)
    return edited.ok ? { ...one, change: { kind: 'write', after: edited.text, isExact: false } } : one
  })
}

/** Put there by hand, or its journal was lost: how the file was before is not known, our part is. */
function toStray({ path, agent, scope, root, edit }: PlannedFile): JournalEntry {
  const { format, what, parts, lock } = edit
  const owner = { path, ...given({ agent }), scope, root }
  // The folder of a file that is ours as a whole was made for it.
  const folders = format === 'whole' ? [dirname(path)] : []
  return { ...owner, format, what, parts, ...given({ lock }), exact: false, after: '', folders, at: '' }
}

/** What we never touched, as far as anybody knows, and cannot read is no part of ours that was left. */
function passedOver(planned: PlannedReturn): PlannedReturn {
  const { entry, before, change } = planned
  const mayBeOurs = entry.at !== '' || (entry.format !== 'whole' && before?.includes('fullstop') === true)
  return change.kind === 'left' && !mayBeOurs ? { ...planned, change: { kind: 'none' } } : planned
}

/** `texts`: what the files will be once the returns before this one are done. */
async function planReturn(
  world: World,
  entry: JournalEntry,
  texts: ReadonlyMap<string, string | undefined>,
): Promise<PlannedReturn> {
  const { foreignFiles } = await world.openWorkshop()
  const looked = foreignFiles.look(entry.path)
  if (looked.kind === 'refused') return { entry, before: undefined, change: { kind: 'left', why: looked.why } }
  const now = looked.kind === 'file' ? looked.text : undefined
  const before = texts.has(entry.path) ? texts.get(entry.path) : now
  if (before === undefined) return { entry, before, change: { kind: 'none' } }
  const place = foreignFiles.placeOf(entry.path)
  if (entry.scope === 'project' && isOutside(world, place, entry.path, entry.root)) {
    return { entry, before, change: { kind: 'left', why: `it is a link to ${place}, outside the project` } }
  }
  const original = readBackup(world, entry)
  const whyNot = foreignFiles.whyNot(entry.path)
  if (entry.exact && world.hashOf(before) === entry.after && original !== 'lost') {
    if (whyNot !== undefined) return { entry, before, change: { kind: 'left', why: whyNot } }
    return { entry, before, change: { kind: 'write', after: original, isExact: true } }
  }
  const edited = withdraw(entry.format, before, entry.parts)
  if (!edited.ok) return { entry, before, change: { kind: 'left', why: edited.why } }
  if (edited.text === before) return { entry, before, change: { kind: 'none' } }
  if (whyNot !== undefined) return { entry, before, change: { kind: 'left', why: whyNot } }
  const after = edited.text === '' ? emptied(entry, original) : edited.text
  return { entry, before, change: { kind: 'write', after, isExact: entry.at !== '' && after === original } }
}

/** Where nothing is left: no file if there was none but for our part, and never one that is no JSON any more. */
function emptied({ format, parts }: JournalEntry, original: string | undefined | 'lost'): string | undefined {
  if (original === undefined || original.trim() === '') return original
  const withoutUs = withdraw(format, original, parts)
  if (withoutUs.ok && withoutUs.text === '') return undefined
  return format === 'json' ? '{}\n' : ''
}

export type Undone =
  | { readonly kind: 'written' | 'none'; readonly planned: PlannedReturn }
  | { readonly kind: 'left'; readonly planned: PlannedReturn; readonly why: string }

export async function applyUndo(
  world: World,
  plan: readonly PlannedReturn[],
  planAgain: () => Promise<readonly PlannedReturn[]>,
): Promise<Undone[]> {
  const undone: Undone[] = []
  for (const planned of plan) undone.push(await applyReturn(world, planned, planAgain))
  return undone
}

async function applyReturn(
  world: World,
  first: PlannedReturn,
  planAgain: () => Promise<readonly PlannedReturn[]>,
): Promise<Undone> {
  const { foreignFiles } = await world.openWorkshop()
  let planned = first
  const undone = await untilRecorded(async (nth): Promise<Undone | 'conflict'> => {
    if (nth > 1) planned = await returnAgain(world, planned.entry, planAgain)
    const { entry, before, change } = planned
    if (change.kind === 'left') return { kind: 'left', planned, why: change.why }
    if (change.kind === 'kept') {
      await forgetEntry(world, entry)
      return { kind: 'none', planned }
    }
    if (change.kind === 'none') {
      // What an `init` wrote since, nobody was shown and asked about.
      if ((await planReturn(world, entry, new Map())).change.kind === 'none') await forgetEntry(world, entry)
      return { kind: 'none', planned }
    }
    const write = () => foreignFiles.replace(entry.path, before, change.after)
    const written = entry.lock === undefined ? write() : await foreignFiles.guarded(entry.lock, write)
    if (written.kind === 'failed') return { kind: 'left', planned, why: written.why }
    if (written.kind === 'written') {
      await forgetEntry(world, entry)
      return { kind: 'written', planned }
    }
    return 'conflict'
  })
  return undone ?? { kind: 'left', planned, why: 'something else keeps writing it' }
}

async function returnAgain(
  world: World,
  entry: JournalEntry,
  planAgain: () => Promise<readonly PlannedReturn[]>,
): Promise<PlannedReturn> {
  const again = (await planAgain()).find((one) => isSameEntry(one.entry, entry))
  return again ?? planReturn(world, entry, new Map())
}

function isSameEntry(one: JournalEntry, other: JournalEntry): boolean {
  return entryOf({ version: 1, files: [one] }, other) !== undefined
}

async function forgetEntry(world: World, entry: JournalEntry): Promise<void> {
  const { foreignFiles, disk } = await world.openWorkshop()
  foreignFiles.removeFolders(entry.folders)
  const journal = readJournal(world)
  // An `init` may have come between the plan and now; its way back stays known.
  if (entryOf(journal, entry)?.at !== entry.at) return
  const left = entry.folders.filter((folder) => foreignFiles.exists(folder))
  const over = laidOver(journal, entry)
  const rest = withoutEntry(journal, entry)
  await writeJournal(world, withHeirs(over ? withEntry(rest, withOrigin(over, entry)) : rest, left))
  const spare = over ? over.backup : entry.backup
  if (spare !== undefined) disk.remove(backupFile(world.stateHome, spare))
}

/** The edit of the same file that came next. */
function laidOver({ files }: Journal, entry: JournalEntry): JournalEntry | undefined {
  const known = entryOf({ version: 1, files }, entry)
  if (known === undefined) return undefined
  return files.slice(files.indexOf(known) + 1).find(({ path }) => path === entry.path)
}

/** Its own copy holds our part that is gone now; what stood before both is what it goes back to. */
function withOrigin({ backup: _own, ...over }: JournalEntry, { backup }: JournalEntry): JournalEntry {
  return { ...over, ...given({ backup }), exact: false }
}

/** A folder of ours that holds other files of ours goes with the last of them. */
function withHeirs(journal: Journal, folders: readonly string[]): Journal {
  if (folders.length === 0) return journal
  const files = journal.files.map((file) => {
    const inherited = folders.filter((folder) => file.path.startsWith(`${folder}${sep}`))
    return { ...file, folders: [...new Set([...inherited, ...file.folders])] }
  })
  return { ...journal, files }
}
