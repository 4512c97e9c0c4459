// Which of the known results hold for a check now. Only those count that our own runner made for a claim of this task, or
// that were there before the task opened: whatever ran since may be the agent's own doing. A pass holds on its tree for
// ever; a failure counts only for its own run, since the agent may have fixed something that is not a file.
import type { CheckRun } from '../../contract/evidence.ts'

export interface WantedResult {
  readonly key: string
  /** The tree that is there now; absent where there is none. */
  readonly tree: string | undefined
  readonly task: string | undefined
  /** When that task opened. Absent: nothing is known of the time before it. */
  readonly opened: string | undefined
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
  const newest = results.find((one) => one.key === wanted.key && counts(one, wanted) && speaksOf(one, wanted))
  if (!newest || !holds(newest, wanted)) return undefined
  return { result: newest, reused: !wanted.runs.includes(newest.run) }
}

function counts(result: CheckRun, { task, opened, runs }: WantedResult): boolean {
  if (runs.includes(result.run)) return true
  const isOurs = result.asked?.cause === 'claim' && task !== undefined && result.asked.task === task
  return isOurs || (opened !== undefined && endOf(result) < Date.parse(opened))
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
