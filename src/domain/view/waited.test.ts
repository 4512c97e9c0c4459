// The last line of `fullstop wait`: true for a task in every state, and for what became of its checks.
import { expect, test } from 'bun:test'
import type { CheckRun } from '../../contract/evidence.ts'
import type { TaskState } from '../../contract/state.ts'
import { neverCheckedText, waitedText } from './waited.ts'

type Task = Parameters<typeof waitedText>[0]
const open: Task = { id: 'task_1', status: 'open' }
const ended = (outcome: NonNullable<TaskState['outcome']>): Task => ({ id: 'task_1', status: 'ended', outcome })
const PASSED: readonly Pick<CheckRun, 'result'>[] = [{ result: 'passed' }]
const FAILED: readonly Pick<CheckRun, 'result'>[] = [{ result: 'passed' }, { result: 'failed' }]
const UNABLE: readonly Pick<CheckRun, 'result'>[] = [{ result: 'could-not-run' }]

const rows: ReadonlyArray<readonly [...Parameters<typeof waitedText>, said: string]> = [
  [open, 'running', [], 'Still running. Run `fullstop wait` again.'],
  [open, 'ended', PASSED, 'All checks passed. Stop again.'],
  [open, 'ended', FAILED, 'Not all checks passed: fix that, then claim again.'],
  [open, 'lost', [], 'The process that ran the checks is gone without a result. Stop again to have them run anew.'],
  [ended('completed'), 'ended', PASSED, 'All checks passed. The task is completed: nothing is left to do.'],
  [{ ...ended('completed'), endedByCall: true }, 'ended', PASSED, 'All checks passed. Stop again.'],
  [ended('completed'), 'ended', FAILED, 'Not all checks passed. The task is completed: nothing is left to do.'],
  [ended('unverified'), 'ended', UNABLE, 'Not all checks passed. The task has ended: unverified.'],
  [ended('stuck'), 'ended', FAILED, 'Not all checks passed. The task has ended: stuck.'],
  [ended('cancelled'), 'ended', PASSED, 'All checks passed. The task has ended: cancelled.'],
  [
    ended('agent-failed'),
    'lost',
    [],
    'The process that ran the checks is gone without a result. The task has ended: agent-failed.',
  ],
  [
    { id: 'task_1', status: 'awaiting-review' },
    'ended',
    PASSED,
    'All checks passed. The task waits for a person: fullstop review task_1',
  ],
  [{ id: 'task_1', status: 'paused' }, 'ended', PASSED, 'All checks passed. The task is paused.'],
]

test.each(rows)('%j, %s, %j', (task, state, results, said) => expect(waitedText(task, state, results)).toBe(said))

test('nothing was checked', () => {
  expect(neverCheckedText(open)).toBe('No checks have run for task_1 yet.')
  expect(neverCheckedText(ended('blocked'))).toBe('No checks have run for task_1. The task has ended: blocked.')
})
