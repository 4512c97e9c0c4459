// What a person reads of the subtasks of a task.
import { expect, test } from 'bun:test'
import type { ReviewSubtask } from '../../../contract/view/review.ts'
import { countCompleted } from '../../review/count-completed.ts'
import { viewSubtask } from './subtask.ts'

const part = (more: Partial<ReviewSubtask>): ReviewSubtask => ({
  id: 'task_a1',
  title: 'Port the parser',
  agent: 'claude',
  status: 'ended',
  ...more,
})

const cases: readonly (readonly [string, Partial<ReviewSubtask>, ReturnType<typeof viewSubtask>])[] = [
  [
    'completed',
    { outcome: 'completed', summary: 'Ported.\nWith tests.', evidence: 'test passed' },
    {
      head: 'task_a1 completed: Port the parser',
      tone: 'good',
      lines: ['Claimed: Ported. With tests.', 'Checks: test passed'],
    },
  ],
  [
    'ended otherwise',
    { outcome: 'partial', why: 'no progress', summary: 'Half.', remainingWork: 'The printer' },
    {
      head: 'task_a1 partial: Port the parser',
      tone: 'warn',
      lines: ['Why: no progress', 'Claimed: Half.', 'Left to do: The printer'],
    },
  ],
  [
    'it waits for a person itself',
    { status: 'awaiting-review', why: 'every completion needs a person here' },
    {
      head: 'task_a1 awaiting-review: Port the parser',
      tone: 'warn',
      lines: ['Why: every completion needs a person here', 'Answer it: fullstop review task_a1'],
    },
  ],
  ['open', { status: 'open' }, { head: 'task_a1 open: Port the parser', tone: 'warn', lines: [] }],
  [
    'words that would steer a terminal',
    { outcome: 'completed', title: '\u001b[2JPort', summary: 'Done.\u0007\n\u001b]0;x\u0007' },
    {
      head: 'task_a1 completed: \u{fffd}[2JPort',
      tone: 'good',
      lines: ['Claimed: Done.\u{fffd} \u{fffd}]0;x\u{fffd}'],
    },
  ],
]

test.each(cases)('%s', (_name, more, view) => expect(viewSubtask(part(more))).toEqual(view))

test('how many are completed', () =>
  expect(countCompleted([{ outcome: 'completed' }, { outcome: 'partial' }, {}])).toBe('1 of 3 completed'))
