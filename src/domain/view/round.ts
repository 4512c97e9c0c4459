// A round of checks while it is under way: results that are new to the reader, and the check that runs now.
import type { CheckRun } from '../../contract/evidence.ts'
import type { WorkspaceState } from '../../contract/state.ts'
import { oneLine } from '../text/printable.ts'
import { tookText } from './amount.ts'

/** How each check that the reader has been told of ended; by its name. */
export type ToldResults = ReadonlyMap<string, string>

/** Results of the round that the reader was not told, oldest first. A check that ran again, on a moved tree, is new. */
export function newResults(
  workspace: WorkspaceState | undefined,
  round: string,
  told: ToldResults,
): { readonly results: readonly CheckRun[]; readonly told: ToldResults } {
  const all = (workspace?.results ?? []).filter(({ run }) => run === round).toReversed()
  const known = new Map(told)
  const results = all.filter((result) => {
    const ending = result.startedAt + result.result
    const isNew = known.get(result.name) !== ending
    known.set(result.name, ending)
    return isNew
  })
  return { results, told: known }
}

export interface RunningCheck {
  readonly name: string
  /** For how long it has been running. */
  readonly running: string
  /** How long it took in an earlier round. */
  readonly before?: string
}

/** The extra runs of a round, once all its checks have ended: `sealed run of test`. */
export function runningExtra(
  workspace: WorkspaceState | undefined,
  round: string,
  nowMs: number,
): RunningCheck | undefined {
  const run = workspace?.run?.id === round ? workspace.run : undefined
  if (!run?.extra || run.extra.length === 0) return undefined
  const name = oneLine([...new Set(run.extra)].join(', '), 60)
  return { name, running: tookText(nowMs - Date.parse(run.extraSince ?? run.startedAt)) }
}

/** Absent: the round waits until another round in its folder has ended. */
export function runningCheck(
  workspace: WorkspaceState | undefined,
  round: string,
  nowMs: number,
): RunningCheck | undefined {
  const current = workspace?.run?.id === round ? workspace.run.current : undefined
  if (!workspace || !current) return undefined
  const before = workspace.results.find(({ name, run }) => name === current.name && run !== round)
  return {
    name: oneLine(current.name, 40),
    running: tookText(nowMs - Date.parse(current.since)),
    ...(before ? { before: tookText(before.durationMs) } : {}),
  }
}
