// Which of the results that are known hold for a check now. A pass holds on its tree for ever; a failure is not held
// against an agent that may have mended what is no file, so it counts only for the run that it belongs to.
import type { CheckRun } from '../contract/evidence.ts'

export interface Wanted {
  readonly key: string
  /** The tree that is there now; absent where there is none. */
  readonly tree: string | undefined
  /** Runs whose results were made for this very claim. */
  readonly runs: readonly string[]
  /** A failure that ended after this was made for us too: somebody asked the same at the same time. */
  readonly since: string
}

export interface Held {
  readonly result: CheckRun
  readonly reused: boolean
}

/** `results`: newest first. */
export function findResult(results: readonly CheckRun[], wanted: Wanted): Held | undefined {
  const result = results.find((one) => one.key === wanted.key && holds(one, wanted))
  return result && { result, reused: !wanted.runs.includes(result.run) }
}

function holds(result: CheckRun, { tree, runs, since }: Wanted): boolean {
  const isOurs = runs.includes(result.run)
  const isOnTree = tree !== undefined && result.tree === tree
  if (result.result === 'passed') return isOnTree
  if (result.result === 'could-not-run') return isOurs
  // A failure whose tree moved under it is still a failure of this run.
  if (isOurs) return isOnTree || result.tree === undefined
  return isOnTree && endOf(result) >= Date.parse(since)
}

function endOf({ startedAt, durationMs }: CheckRun): number {
  return Date.parse(startedAt) + durationMs
}
