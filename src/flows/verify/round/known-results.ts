// What the store knows of checks on a tree.
import { findResult, type Held, type WantedResult } from '../../../domain/checks/reuse.ts'
import type { CheckConfig } from '../../../contract/config/config.ts'
import type { ProofState, WorkspaceState } from '../../../contract/state.ts'
import type { Tree } from '../../../adapters/workspace/tree/tree.ts'
import { checkKey } from './round-files.ts'
import { artefactsIn, hashNow } from './artefacts.ts'
import { workspaceId } from '../../home/workspace.ts'
import type { World } from '../../world.ts'

export interface KnownResults {
  readonly tree?: string
  readonly run?: string
  readonly held: readonly (Held & { readonly check: CheckConfig })[]
  readonly missing: readonly CheckConfig[]
  readonly notes: readonly string[]
  /** All results that are known of the workspace, newest first. */
  readonly results: WorkspaceState['results']
  /** What extra runs answered in the workspace, newest first. */
  readonly proofs: readonly ProofState[]
}

export async function lookUp(
  world: World,
  { root, checks }: { readonly root: string; readonly checks: readonly CheckConfig[] },
  tree: Tree,
  wanted: {
    readonly runs: readonly string[]
    readonly since: string
    readonly task: string | undefined
    readonly opened: string | undefined
    /** The agent was at work while they ran: what they seem to have written may be its own. */
    readonly mayHaveWritten?: boolean
  },
): Promise<KnownResults> {
  const { state } = await world.store.loadWorkspace(workspaceId(world, root))
  const { results = [], artefacts = [] } = state ?? {}
  const trees = await world.openTrees()
  const hash = hashNow(trees, tree, artefacts, wanted.mayHaveWritten ? [] : wanted.runs)
  const asBefore = hashNow(trees, tree, artefacts)
  const found = checks.map((check) => {
    const key = checkKey(world, check)
    const held = [hash, asBefore].map((one) => findResult(results, { key, tree: one, ...wanted })).find(Boolean)
    return { check, held }
  })
  return {
    tree: hash,
    held: found.flatMap(({ check, held }) => (held ? [{ ...held, check }] : [])),
    missing: found.filter(({ held }) => held === undefined).map(({ check }) => check),
    results,
    proofs: state?.proofs ?? [],
    notes: state ? notesOfRun(state, artefactsIn(trees, tree, artefacts, wanted.runs), wanted.runs) : [],
  }
}

/**
 * The same for the tree that a run has just read last, by its own word. Undefined where that does not answer all: then
 * the tree must be read.
 */
export async function lookUpEnded(
  world: World,
  { root, checks }: { readonly root: string; readonly checks: readonly CheckConfig[] },
  { run, ...wanted }: Pick<WantedResult, 'since' | 'task' | 'opened'> & { readonly run: string },
): Promise<KnownResults | undefined> {
  const { state } = await world.store.loadWorkspace(workspaceId(world, root))
  const last = state?.run
  if (!state || last?.id !== run || last.tree === undefined) return undefined
  const { tree, left = [] } = last
  const held = checks.flatMap((check) => {
    const found = findResult(state.results, { key: checkKey(world, check), tree, runs: [run], ...wanted })
    return found ? [{ ...found, check }] : []
  })
  if (held.length < checks.length) return undefined
  const notes = [...last.notes, ...noteOfLeft(left)]
  return { tree, run, held, missing: [], results: state.results, proofs: state.proofs ?? [], notes }
}

function notesOfRun(state: WorkspaceState, left: readonly string[], runs: readonly string[]): string[] {
  const ours = state.run && runs.includes(state.run.id) ? state.run.notes : []
  return [...ours, ...noteOfLeft(left)]
}

/** Named at the end of a run, and in the evidence that rests on it. */
export const MOST_LEFT = 5

function noteOfLeft(left: readonly string[]): string[] {
  if (left.length === 0) return []
  return [`left out of the tree, since checks write it: ${left.slice(0, MOST_LEFT).join(', ')}`]
}
