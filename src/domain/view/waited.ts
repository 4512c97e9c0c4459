// What `fullstop wait` says in the end: how the checks ended, and what is left to do.
import type { CheckRun } from '../../contract/evidence.ts'
import type { TaskState } from '../../contract/state.ts'
import { isGood } from './evidence.ts'

type WaitedFor = Pick<TaskState, 'id' | 'status' | 'outcome' | 'endedByCall'>

export function waitedText(
  task: WaitedFor,
  state: 'ended' | 'running' | 'lost',
  results: readonly Pick<CheckRun, 'result'>[],
): string {
  if (state === 'running') return 'Still running. Run `fullstop wait` again.'
  const end = endOf(task)
  const isPassed = isGood(results) || results.length === 0
  if (state === 'lost')
    return `The process that ran the checks is gone without a result. ${end ?? 'Stop again to have them run anew.'}`
  if (isPassed) return `All checks passed. ${end ?? 'Stop again.'}`
  return end === undefined ? 'Not all checks passed: fix that, then claim again.' : `Not all checks passed. ${end}`
}

export function neverCheckedText(task: WaitedFor): string {
  const end = endOf(task)
  return end === undefined ? `No checks have run for ${task.id} yet.` : `No checks have run for ${task.id}. ${end}`
}

/** Undefined: the agent's stop is still to come. */
function endOf({ id, status, outcome, endedByCall }: WaitedFor): string | undefined {
  if (status === 'awaiting-review') return `The task waits for a person: fullstop review ${id}`
  if (status === 'paused') return 'The task is paused.'
  // A stop that comes after the call decides anew.
  if (status !== 'ended' || endedByCall) return undefined
  return outcome === 'completed'
    ? 'The task is completed: nothing is left to do.'
    : `The task has ended: ${outcome ?? 'no outcome is known'}.`
}
