// Which of the results that are known hold for a check now. A pass holds on its tree for ever; a failure is not held
// against an agent that may have mended what is no file, so it counts only for the run that it belongs to.
import type { CheckRun } from '../../contract/evidence.ts'

export interface WantedResult {
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

/** `results`: newest first. The newest that speaks of this tree, or of these runs, decides; an older pass does not. */
export function findResult(results: readonly CheckRun[], wanted: WantedResult): Held | undefined {
  const newest = results.find((one) => one.key === wanted.key && speaksOf(one, wanted))
  if (!newest || !holds(newest, wanted)) return undefined
  return { result: newest, reused: !wanted.runs.includes(newest.run) }
}

function speaksOf({ run, tree, result }: CheckRun, wanted: WantedResult): boolean {
  if (tree !== undefined && tree === wanted.tree) return true
  // A run of ours under which the tree moved still failed; that it passed says nothing about the tree that is there.
  return wanted.runs.includes(run) && tree === undefined && result !== 'passed'
}

function holds(result: CheckRun, { runs, since }: WantedResult): boolean {
  if (result.result === 'passed' || runs.includes(result.run)) return true
  return result.result !== 'could-not-run' && endOf(result) >= Date.parse(since)
}

function endOf({ startedAt, durationMs }: CheckRun): number {
  return Date.parse(startedAt) + durationMs
}
