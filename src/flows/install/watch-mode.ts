// `init --watch`: the mode that records and never refuses, as one more edit in the journal, so that it is taken back
// exactly. `init --enforce` takes that edit back alone.
import type { Places } from '../../agents/agent.ts'
import type { FileEdit } from '../../contract/agent/edit.ts'
import { findUserFile, loadPolicy } from '../project/load-policy.ts'
import { planConfig, writeConfig } from '../project/set-config.ts'
import type { World } from '../world.ts'
import { holdJournal, type JournalEntry, readJournal } from './install-journal.ts'
import { planFile, type PlannedFile } from './plan-install.ts'
import { applyUndo, planUndo, type PlannedReturn } from './undo-install.ts'

const WHAT = 'watch: refuse nothing'

export function planWatch(world: World, { root }: Places): Promise<PlannedFile> {
  const path = world.files.realPath(findUserFile(world).userFile)
  const edit: FileEdit = {
    path,
    format: 'json',
    what: WHAT,
    parts: [{ kind: 'set', at: ['mode'], value: 'watch', ifSame: true }],
  }
  return planFile(world, edit, { scope: 'user', root })
}

export type Enforcing =
  /** `init --watch` set the mode: its edit is taken back. */
  | { readonly kind: 'undo'; readonly plan: readonly PlannedReturn[] }
  /** The person wrote the mode into their own file: the key is taken out. */
  | { readonly kind: 'unset'; readonly file: string; readonly before: string | undefined; readonly after: string }
  | { readonly kind: 'none' }

export async function planEnforce(world: World, places: Places): Promise<Enforcing> {
  const plan = await planReturns(world, places)
  if (plan.some(({ change }) => change.kind === 'write' || change.kind === 'left')) return { kind: 'undo', plan }
  if ((await modeHere(world, places)).mode !== 'watch') return { kind: 'none' }
  const changed = planConfig(world, { key: 'mode', text: undefined, scope: 'user', root: places.root })
  return changed.after === changed.before ? { kind: 'none' } : { kind: 'unset', ...changed }
}

export async function enforce(world: World, places: Places, planned: Enforcing): Promise<void> {
  if (planned.kind === 'unset') await writeConfig(world, planned, 'user')
  if (planned.kind === 'undo') {
    await holdJournal(world, () => applyUndo(world, planned.plan, () => planReturns(world, places)))
  }
}

/** The mode of a new task here, and where it comes from. */
export async function modeHere(world: World, { root }: Places): Promise<{ mode: string; origin: string }> {
  const { policy, settings } = await loadPolicy(world, { cwd: root, attended: true })
  return { mode: policy.mode, origin: settings.find(({ key }) => key === 'mode')?.origin ?? 'default' }
}

function planReturns(world: World, places: Places): Promise<PlannedReturn[]> {
  if (!readJournal(world).files.some(isWatch)) return Promise.resolve([])
  return planUndo(world, { places, isWanted: isWatch, known: [] })
}

function isWatch({ what, scope }: JournalEntry): boolean {
  return what === WHAT && scope === 'user'
}
