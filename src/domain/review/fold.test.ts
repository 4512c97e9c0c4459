// The review as a state machine: what opens it, what is written into it, and which answer ends it.
import { describe, expect, test } from 'bun:test'
import type { Event, EventOf } from '../../contract/event.ts'
import type { ReviewComment } from '../../contract/view/review.ts'
import type { ReviewState, TaskState } from '../../contract/state.ts'
import {
  allowedBy,
  asked,
  AT,
  LATER,
  ordered,
  promptJoined,
  refusedBy,
  requestOpened,
  stopDecided,
  taskEnded,
  taskOpened,
} from '../tasks/events.fixture.ts'
import { stepTask } from '../tasks/fold-task.ts'
import { approvedFor, isLateAnswer, openReview, stepReview } from './fold.ts'

const foldTask = (...events: readonly Event[]): TaskState => {
  const task = events.reduce<TaskState | undefined>(stepTask, undefined)
  if (!task) throw new Error('no task')
  return task
}

const by = { name: 'ana', by: 'terminal' } as const
const other = { name: 'bo', by: 'script' } as const
const head = { id: 'evt_9', at: LATER, task: 'task_1', review: 'rev_1' } as const
const because = [{ code: 'review-needed' as const, text: 'look' }]
const waiting: ReviewState = { id: 'rev_1', kind: 'claim', openedAt: AT, because, comments: [], batches: 0 }

const comment = { id: 'cmt_1', path: 'a.ts', line: 3, side: 'new', lineText: 'x = 1', words: 'Why?' } as const
const drafted = (id = 'cmt_1', words = 'Why?'): Event => ({
  ...head,
  kind: 'comment.drafted',
  by,
  comment: { ...comment, id, words },
})
const removed = (id: string): Event => ({ ...head, kind: 'comment.removed', by, comment: id })
const viewed: Event = { ...head, kind: 'review.viewed', by, tree: 'tree1', look: 'start_1' }
const approved: Event = { ...head, kind: 'review.approved', by, tree: 'tree1' }
const rejected: Event = { ...head, kind: 'review.rejected', by: other, words: 'No.' }
const requested = (more: Partial<EventOf<'review.changes-requested'>> = {}): Event => ({
  ...head,
  kind: 'review.changes-requested',
  by,
  batch: 1,
  words: 'Use the cache.',
  ...more,
})
const answered = (review = 'rev_1'): Event => ({ ...head, review, kind: 'review.answered', by, words: 'The first.' })
const addressed = (id: string): Event => ({
  ...head,
  session: 'ses_1',
  kind: 'comment.addressed',
  comment: id,
  what: 'Renamed it.',
})
const told: Event = { ...head, session: 'ses_1', kind: 'feedback.told' }
const needsInput: Event = {
  ...taskEnded('needs-input'),
  because: [{ code: 'question', text: 'nobody is there to answer: Which?' }],
}

const decidedAtCall: Event = {
  id: 'evt_1',
  at: AT,
  session: 'ses_1',
  task: 'task_1',
  request: 'req_1',
  kind: 'claim.decided',
  claim: 'clm_1',
  decision: asked,
}

const draft = (id = 'cmt_1', words = 'Why?'): ReviewComment => ({
  ...comment,
  id,
  words,
  at: LATER,
  by,
  state: 'draft',
})
const look = { at: LATER, by }
const requestedEnd = { kind: 'request-changes', at: LATER, by, words: 'Use the cache.' } as const

type Status = TaskState['status'] | NonNullable<TaskState['outcome']>
type Row = readonly [name: string, events: readonly Event[], status: Status, review: ReviewState | undefined]

const rows: readonly Row[] = [
  ['nothing waits', [], 'open', undefined],
  ['a stop that passes opens none', [stopDecided(allowedBy(10, { status: 'waiting' }))], 'waiting', undefined],
  ['a claim needs a person', [stopDecided(asked)], 'awaiting-review', waiting],
  ['the same review waits on', [stopDecided(asked), stopDecided(asked, { id: 'evt_2' })], 'awaiting-review', waiting],
  [
    'somebody looks',
    [stopDecided(asked), viewed],
    'awaiting-review',
    { ...waiting, look: { ...look, tree: 'tree1', name: 'start_1' } },
  ],
  ['a draft', [stopDecided(asked), drafted()], 'awaiting-review', { ...waiting, comments: [draft()] }],
  [
    'a draft written again',
    [stopDecided(asked), drafted(), drafted('cmt_1', 'How?')],
    'awaiting-review',
    { ...waiting, comments: [draft('cmt_1', 'How?')] },
  ],
  [
    'a draft written again after it was sent stays as it was sent',
    [stopDecided(asked), drafted(), requested(), drafted('cmt_1', 'How?')],
    'open',
    {
      ...waiting,
      end: requestedEnd,
      look,
      batches: 1,
      comments: [{ ...draft(), state: 'sent', batch: 1 }],
      feedback: { kind: 'changes', batch: 1, words: 'Use the cache.' },
    },
  ],
  ['a draft removed', [stopDecided(asked), drafted(), removed('cmt_1')], 'awaiting-review', waiting],
  [
    'approved',
    [stopDecided(asked), approved, taskEnded('completed')],
    'completed',
    { ...waiting, end: { kind: 'approve', at: LATER, by }, look: { ...look, tree: 'tree1' } },
  ],
  [
    'approved while the agent is at work: its stop ends the task',
    [decidedAtCall, approved],
    'open',
    { ...waiting, claim: 'clm_1', end: { kind: 'approve', at: LATER, by }, look: { ...look, tree: 'tree1' } },
  ],
  [
    'rejected',
    [stopDecided(asked), rejected, taskEnded('rejected')],
    'rejected',
    { ...waiting, end: { kind: 'reject', at: LATER, by: other, words: 'No.' }, look: { at: LATER, by: other } },
  ],
  [
    'changes requested: all drafts are sent, and the agent is to be told',
    [stopDecided(asked), drafted(), requested()],
    'open',
    {
      ...waiting,
      end: requestedEnd,
      look,
      comments: [{ ...draft(), state: 'sent', batch: 1 }],
      batches: 1,
      feedback: { kind: 'changes', batch: 1, words: 'Use the cache.' },
    },
  ],
  [
    'the agent was told',
    [stopDecided(asked), requested(), told],
    'open',
    { ...waiting, end: requestedEnd, look, batches: 1 },
  ],
  [
    'a refusal that tells it',
    [
      stopDecided(asked),
      requested(),
      stopDecided({ ...refusedBy(5), because: [{ code: 'changes-requested', text: 'w' }] }),
    ],
    'open',
    { ...waiting, end: requestedEnd, look, batches: 1 },
  ],
  [
    'a refusal that does not',
    [stopDecided(asked), requested(), stopDecided(refusedBy(11))],
    'open',
    {
      ...waiting,
      end: requestedEnd,
      look,
      batches: 1,
      feedback: { kind: 'changes', batch: 1, words: 'Use the cache.' },
    },
  ],
  [
    'a sent comment cannot be removed, and the agent replies to one of two',
    [
      stopDecided(asked),
      drafted('cmt_1'),
      drafted('cmt_2'),
      requested(),
      told,
      removed('cmt_1'),
      addressed('cmt_2'),
      addressed('cmt_9'),
    ],
    'open',
    {
      ...waiting,
      end: requestedEnd,
      look,
      batches: 1,
      comments: [
        { ...draft('cmt_1'), state: 'sent', batch: 1 },
        { ...draft('cmt_2'), state: 'addressed', batch: 1, reply: { at: LATER, what: 'Renamed it.' } },
      ],
    },
  ],
  [
    'nobody replies to a draft',
    [stopDecided(asked), drafted(), addressed('cmt_1')],
    'awaiting-review',
    {
      ...waiting,
      comments: [draft()],
    },
  ],
  [
    'the next review knows the comments and the look of the one before',
    [stopDecided(asked), drafted(), requested(), told, stopDecided(asked, { id: 'evt_2', at: LATER })],
    'awaiting-review',
    {
      ...waiting,
      id: 'rev_2',
      openedAt: LATER,
      comments: [{ ...draft(), state: 'sent', batch: 1 }],
      batches: 1,
      lookBefore: look,
    },
  ],
  [
    'the first answer wins',
    [stopDecided(asked), requested(), rejected],
    'open',
    {
      ...waiting,
      end: requestedEnd,
      look,
      batches: 1,
      feedback: { kind: 'changes', batch: 1, words: 'Use the cache.' },
    },
  ],
  ['an answer to another review', [stopDecided(asked), requested({ review: 'rev_0' })], 'awaiting-review', waiting],
  [
    'a prompt takes it up',
    [stopDecided(asked), requestOpened({ at: LATER })],
    'open',
    { ...waiting, end: { kind: 'prompt', at: LATER } },
  ],
  [
    'a prompt that joins takes it up',
    [stopDecided(asked), promptJoined({ at: LATER })],
    'open',
    { ...waiting, end: { kind: 'prompt', at: LATER } },
  ],
  [
    'cancelled',
    [stopDecided(asked), ordered('task.cancelled', LATER)],
    'cancelled',
    { ...waiting, end: { kind: 'cancelled', at: LATER } },
  ],
  ['paused', [stopDecided(asked), ordered('task.paused')], 'paused', waiting],
  [
    'a question',
    [needsInput],
    'needs-input',
    { ...waiting, kind: 'question', because: [{ code: 'question', text: 'nobody is there to answer: Which?' }] },
  ],
  [
    'a question is answered: the task is open again',
    [needsInput, answered()],
    'open',
    {
      ...waiting,
      kind: 'question',
      because: [{ code: 'question', text: 'nobody is there to answer: Which?' }],
      end: { kind: 'answer', at: LATER, by, words: 'The first.' },
      feedback: { kind: 'answer', words: 'The first.' },
    },
  ],
  [
    'an answer to an older question',
    [needsInput, answered('rev_0')],
    'needs-input',
    { ...waiting, kind: 'question', because: [{ code: 'question', text: 'nobody is there to answer: Which?' }] },
  ],
  [
    'a question is rejected: the task is too',
    [needsInput, rejected],
    'rejected',
    {
      ...waiting,
      kind: 'question',
      because: [{ code: 'question', text: 'nobody is there to answer: Which?' }],
      look: { at: LATER, by: other },
      end: { kind: 'reject', at: LATER, by: other, words: 'No.' },
    },
  ],
  ['any other end asks nobody', [taskEnded('stuck')], 'stuck', undefined],
]

describe('the review of a task', () => {
  test.each(rows)('%s', (_name, events, status, review) => {
    const task = foldTask(taskOpened(), ...events)
    expect([task.outcome ?? task.status, task.review]).toEqual([status, review])
  })
})

describe('the review that waits', () => {
  const row = foldTask(taskOpened(), stopDecided(asked))
  const { review: _review, ...older } = row
  const cases: readonly (readonly [string, TaskState, string | undefined])[] = [
    ['it waits', row, 'rev_1'],
    ['it was answered', foldTask(taskOpened(), stopDecided(asked), requested()), undefined],
    ['nothing waits', foldTask(taskOpened()), undefined],
    ['a store that knew no reviews', older, 'rev_1'],
    ['a question of one', { ...older, status: 'ended', outcome: 'needs-input' }, 'rev_1'],
    [
      'a row that is left of an erased task',
      { ...older, status: 'ended', outcome: 'needs-input', erasedAt: AT },
      undefined,
    ],
  ]
  test.each(cases)('%s', (_name, task, id) => expect(openReview(task)?.id).toBe(id))
})

describe('what was approved while the agent was at work', () => {
  const task = foldTask(taskOpened(), decidedAtCall, approved)
  const cases: readonly (readonly [string, TaskState | undefined, string | undefined, unknown])[] = [
    ['the claim that they approved', task, 'clm_1', asked.because],
    ['another claim', task, 'clm_2', undefined],
    ['no claim', task, undefined, undefined],
    ['no task', undefined, 'clm_1', undefined],
    ['not answered', foldTask(taskOpened(), decidedAtCall), 'clm_1', undefined],
    ['changes requested', foldTask(taskOpened(), decidedAtCall, requested()), 'clm_1', undefined],
    ['a review that a stop opened', foldTask(taskOpened(), stopDecided(asked), approved), 'clm_1', undefined],
  ]
  test.each(cases)('%s', (_name, state, claim, reasons) => expect(approvedFor(state, claim)).toEqual(reasons as never))
})

describe('an answer that waited for the store', () => {
  const row = foldTask(taskOpened(), stopDecided(asked))
  const cases: readonly (readonly [string, TaskState | undefined, readonly Event[], boolean])[] = [
    ['nobody else answered', row, [approved, taskEnded('completed')], false],
    ['somebody else answered', foldTask(taskOpened(), stopDecided(asked), requested()), [approved], true],
    ['it is about another review', row, [requested({ review: 'rev_0' })], true],
    ['something else', row, [drafted(), taskEnded('stuck')], false],
    ['a task that nobody knows', undefined, [approved], false],
  ]
  test.each(cases)('%s', (_name, task, events, isLate) => expect(isLateAnswer(task, events)).toBe(isLate))
})

test('files that a person has read are kept for the next review; one that is taken back is not', () => {
  const read = (path: string, mark?: string): Event => ({
    ...head,
    kind: 'file.viewed',
    by,
    path,
    ...(mark === undefined ? {} : { mark }),
  })
  const steps = [read('a.ts', 'm1'), read('__proto__', 'm2'), read('b.ts', 'm3'), read('a.ts', 'm4'), read('b.ts')]
  const review = steps.reduce<ReviewState | undefined>(stepReview, waiting)
  expect(Object.entries(review?.viewedFiles ?? {})).toEqual([
    ['__proto__', 'm2'],
    ['a.ts', 'm4'],
  ])
  const elsewhere = stepReview(waiting, { ...head, review: 'rev_0', kind: 'file.viewed', by, path: 'a.ts', mark: 'm1' })
  expect(elsewhere).toEqual(waiting)
})
