// What the store knows of checks on a tree.
import { findResult, type Held } from '../checks/reuse.ts'
import type { CheckConfig } from '../contract/config.ts'
import type { WorkspaceState } from '../contract/state.ts'
import type { Tree } from '../workspace/tree.ts'
import { checkKey } from './carrying.ts'
import { artefactsIn, hashNow } from './artefacts.ts'
import { workspaceId } from './workspace.ts'
import type { World } from './world.ts'

export interface KnownResults {
  readonly tree?: string
  readonly run?: string
  readonly held: readonly (Held & { readonly check: CheckConfig })[]
  readonly missing: readonly CheckConfig[]
  readonly notes: readonly string[]
}

export async function lookUp(
  world: World,
  { root, checks }: { readonly root: string; readonly checks: readonly CheckConfig[] },
  tree: Tree,
  wanted: {
    readonly runs: readonly string[]
    readonly since: string
    /** The agent was at work while they ran: what they seem to have written may be its own. */
    readonly mayHaveWritten?: boolean
  },
): Promise<KnownResults> {
  const { state } = await world.store.loadWorkspace(workspaceId(world, root))
  const { results = [], artefacts = [] } = state ?? {}
  const hash = hashNow(tree, artefacts, wanted.mayHaveWritten ? [] : wanted.runs)
  const asBefore = hashNow(tree, artefacts)
  const found = checks.map((check) => {
    const key = checkKey(world, check)
    const held = [hash, asBefore].map((one) => findResult(results, { key, tree: one, ...wanted })).find(Boolean)
    return { check, held }
  })
  return {
    tree: hash,
    held: found.flatMap(({ check, held }) => (held ? [{ ...held, check }] : [])),
    missing: found.filter(({ held }) => held === undefined).map(({ check }) => check),
    notes: state ? notesOfRun(state, tree, wanted.runs) : [],
  }
}

function notesOfRun(state: WorkspaceState, tree: Tree, runs: readonly string[]): string[] {
  const ours = state.run && runs.includes(state.run.id) ? state.run.notes : []
  const left = artefactsIn(tree, state.artefacts, runs)
  const shown = left.slice(0, 5).join(', ')
  return [...ours, ...(left.length > 0 ? [`left out of the tree, since checks write it: ${shown}`] : [])]
}
