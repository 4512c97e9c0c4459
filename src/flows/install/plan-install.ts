// The entrance to `init`: what it would change, the agents' edits laid over the files as they are. Reads only.
//
//   apply-install.ts     carries the plan out, file by file, after the journal
//   install-journal.ts   what was changed, with each file as it was before
//   undo-install.ts      takes it all back
//   watch-mode.ts        `init --watch` and `init --enforce`
//   find-agents.ts       which agents are used here
//   load-installer.ts    the installer of one agent, loaded on demand
//   launcher.ts          the one path that settings of agents name
//   installed.ts         whether the gate is in the settings of an agent
//   committed.ts         whether git keeps a file
//   find-checks.ts       proposes checks, and writes them into `fullstop.json`
//   declined-checks.ts   proposed checks that the person declined
//   missing-programs.ts  checks that could not run here
import { resolve, sep } from 'node:path'
import type { Agent, Places, Scope } from '../../agents/agent.ts'
import type { FileEdit } from '../../contract/agent/edit.ts'
import { skill } from '../../domain/gate/words/skill-text.ts'
import { quoteForSh } from '../../domain/shell/words.ts'
import { put, toValue } from '../../domain/edits/edit.ts'
import { launcherName, starting } from '../../domain/edits/starting.ts'
import type { Owned } from './install-journal.ts'
import { loadInstaller } from './load-installer.ts'
import type { World } from '../world.ts'

export interface PlannedFile extends Owned {
  readonly edit: FileEdit
  /** Undefined: the file is not there yet. */
  readonly before: string | undefined
  readonly change: PlannedChange
  /** Where the file really lies, if that is elsewhere. */
  readonly real?: string
}

export type PlannedChange =
  | { readonly kind: 'write'; readonly after: string }
  | { readonly kind: 'none' }
  /** It is left alone; a person has to look. */
  | { readonly kind: 'left'; readonly why: string }

export interface PlanQuery {
  readonly agents: readonly Agent[]
  readonly scope: Scope
  readonly places: Places
}

export async function planInstall(world: World, { agents, scope, places }: PlanQuery): Promise<PlannedFile[]> {
  const { foreignFiles, sha256 } = await world.openWorkshop()
  const read = (path: string): string | undefined => {
    const looked = foreignFiles.look(path)
    return looked.kind === 'file' ? looked.text : undefined
  }
  const preview = (edit: FileEdit): string | undefined => {
    const edited = put(edit.format, read(edit.path), edit.parts)
    return edited.ok ? edited.text : undefined
  }
  const settings = await settingsReader(world)
  const query = { scope, places, settings, preview, sha256, skill, ...starting(launcherPath(world.stateHome), scope) }
  const files: PlannedFile[] = []
  for (const agent of agents) {
    for (const edit of (await loadInstaller(agent))?.edits(query) ?? []) {
      files.push(await planFile(world, edit, { agent: agent.id, scope, root: places.root }))
    }
  }
  return files
}

/** A settings file as a value; what cannot be read is as good as none. */
export async function settingsReader(world: World): Promise<(path: string) => unknown> {
  const { foreignFiles } = await world.openWorkshop()
  return (path) => {
    const looked = foreignFiles.look(path)
    if (looked.kind !== 'file') return undefined
    return toValue(path.endsWith('.toml') ? 'toml' : 'json', looked.text)
  }
}

/** The plan for one file, as it is now. */
export async function planFile(world: World, edit: FileEdit, owner: Omit<Owned, 'path'>): Promise<PlannedFile> {
  const { foreignFiles } = await world.openWorkshop()
  const looked = foreignFiles.look(edit.path)
  const file = { ...owner, path: edit.path, edit }
  if (looked.kind === 'refused') return { ...file, before: undefined, change: { kind: 'left', why: looked.why } }
  const before = looked.kind === 'file' ? looked.text : undefined
  const real = looked.kind === 'file' && looked.real !== edit.path ? { real: looked.real } : {}
  const left = (why: string): PlannedFile => ({ ...file, ...real, before, change: { kind: 'left', why } })
  if (edit.parts.length === 0) return { ...file, ...real, before, change: { kind: 'none' } }
  const edited = put(edit.format, before, edit.parts)
  if (!edited.ok) return left(edited.line === undefined ? edited.why : `line ${edited.line}: ${edited.why}`)
  if (edited.text === before) return { ...file, ...real, before, change: { kind: 'none' } }
  // A repository may hold links to anywhere, folders too; we write for it within it alone.
  const place = foreignFiles.placeOf(edit.path)
  if (owner.scope === 'project' && isOutside(world, place, edit.path, owner.root)) {
    return left(`it is a link to ${place}, outside the project`)
  }
  const why = foreignFiles.whyNot(edit.path)
  return why === undefined ? { ...file, ...real, before, change: { kind: 'write', after: edited.text } } : left(why)
}

/** A repository's path that leads out of it. */
export function isOutside({ files }: World, real: string, path: string, root: string): boolean {
  return path.startsWith(`${root}/`) && !real.startsWith(`${files.realPath(root)}${sep}`)
}

export function launcherPath(stateHome: string): string {
  return resolve(stateHome, 'bin', launcherName(stateHome))
}

/** As an agent's file holds it: as it is, or quoted for a shell, within JSON or TOML. */
export function namesLauncher(stateHome: string, text: string | undefined): boolean {
  const path = launcherPath(stateHome)
  return [path, quoteForSh(path)].some((form) => text?.includes(JSON.stringify(form).slice(1, -1)) === true)
}
