// Carries a plan out, file by file: the way back is written down first, then the file, whole or not at all.
import type { Part } from '../../contract/agent/edit.ts'
import type { Journal, JournalEntry } from './install-journal.ts'
import { backupFile, entryOf, readBackup, readJournal, withEntry, writeJournal } from './install-journal.ts'
import { namesLauncher, type PlannedFile } from './plan-install.ts'
import { untilRecorded } from '../home/until-recorded.ts'
import type { World } from '../world.ts'
import { given } from '../../contract/given.ts'

export type Applied =
  | { readonly kind: 'written'; readonly file: PlannedFile }
  | { readonly kind: 'none'; readonly file: PlannedFile }
  | { readonly kind: 'left'; readonly file: PlannedFile; readonly why: string }

/** Somebody may write at the same moment; then it is planned anew, a few times. */
/** Each file as it is planned at its turn: what goes into it may hang on the one before, and on what others wrote since. */
export async function applyInstall(
  world: World,
  plan: readonly PlannedFile[],
  planAgain: () => Promise<readonly PlannedFile[]>,
): Promise<Applied[]> {
  const applied: Applied[] = []
  for (const file of plan) {
    const now = async (): Promise<PlannedFile> => (await planAgain()).find((one) => isSameFile(one, file)) ?? file
    applied.push(await applyFile(world, now))
  }
  return applied
}

function isSameFile(one: PlannedFile, other: PlannedFile): boolean {
  return one.path === other.path && one.agent === other.agent && one.edit.what === other.edit.what
}

/** One file, planned as often as somebody else comes between. */
export async function applyFile(world: World, plan: () => Promise<PlannedFile>): Promise<Applied> {
  const { disk, foreignFiles } = await world.openWorkshop()
  let file = await plan()
  const applied = await untilRecorded(async (nth): Promise<Applied | 'conflict'> => {
    if (nth > 1) file = await plan()
    const { change, edit, before, path, scope } = file
    if (change.kind === 'none') return { kind: 'none', file }
    if (change.kind === 'left') return { kind: 'left', file, why: change.why }
    const journal = readJournal(world)
    const entry = await toEntry(world, journal, file, change.after)
    await writeJournal(world, withEntry(journal, entry))
    // The agent may put keys into a file that we made; those of a project are everybody's.
    const mode = scope === 'user' ? 0o600 : 0o644
    const write = () => foreignFiles.replace(path, before, change.after, mode)
    const written = edit.lock === undefined ? write() : await foreignFiles.guarded(edit.lock, write)
    if (written.kind === 'written') return { kind: 'written', file }
    await writeJournal(world, journal)
    if (entry.backup !== undefined && entry.backup !== entryOf(journal, file)?.backup)
      disk.remove(backupFile(world.stateHome, entry.backup))
    return written.kind === 'failed' ? { kind: 'left', file, why: written.why } : 'conflict'
  })
  return applied ?? { kind: 'left', file, why: 'something else keeps writing it' }
}

/** Where we changed the file before and nobody since, the copy from before us stays the one to go back to. */
async function toEntry(world: World, journal: Journal, file: PlannedFile, after: string): Promise<JournalEntry> {
  const { edit, before, agent, scope, root, path } = file
  const { foreignFiles } = await world.openWorkshop()
  const known = entryOf(journal, file)
  // What we were killed over, or what others took back, is as if we had never been there.
  const isAsBefore = known === undefined || before === readBackup(world, known)
  const isUntouched = known !== undefined && before !== undefined && world.hashOf(before) === known.after
  const backup = known ? known.backup : before === undefined ? undefined : await keep(world, path, before)
  return {
    path,
    ...given({ agent }),
    scope,
    root,
    format: edit.format,
    what: edit.what,
    ...given({ lock: edit.lock }),
    parts: isAsBefore ? edit.parts : [...edit.parts, ...known.parts.filter((part) => !isReplaced(part, edit.parts))],
    ...given({ backup }),
    // A part of ours that no journal tells of is not what to go back to.
    exact: (isAsBefore && !namesLauncher(world.stateHome, before)) || (known?.exact === true && isUntouched),
    after: world.hashOf(after),
    folders: [...new Set([...(known?.folders ?? []), ...foreignFiles.missingFolders(path)])],
    at: world.now().toISOString(),
  }
}

/** A part of an earlier time that none of these takes the place of is still there, and has to go some day. */
function isReplaced(old: Part, parts: readonly Part[]): boolean {
  return parts.some((part) => {
    if (old.kind === 'text' || part.kind === 'text') return old.kind === part.kind
    return old.kind === part.kind && old.at.join('\0') === part.at.join('\0')
  })
}

async function keep(world: World, path: string, text: string): Promise<string> {
  const { disk } = await world.openWorkshop()
  const name = `${world.newId('bak')}-${(path.split(/[\\/]/).at(-1) ?? '').replaceAll(/[^\w.-]/g, '_')}`
  disk.writeWhole(backupFile(world.stateHome, name), text)
  return name
}
