// What a person answered and the agent has not heard, as a fact.
import { expect, test } from 'bun:test'
import type { Facts } from '../../contract/facts.ts'
import type { ReviewState, TaskState } from '../../contract/state.ts'
import { taskOpened } from '../tasks/events.fixture.ts'
import { stepTask } from '../tasks/fold-task.ts'
import { feedbackFacts } from './feedback.ts'

const review: ReviewState = { id: 'rev_1', kind: 'claim', openedAt: '', because: [], comments: [], batches: 1 }
const task = (changes: Partial<ReviewState>): TaskState | undefined => {
  const opened = stepTask(undefined, taskOpened())
  return opened && { ...opened, review: { ...review, ...changes } }
}

const cases: readonly (readonly [string, TaskState | undefined, Pick<Facts, 'review'>])[] = [
  ['no task', undefined, {}],
  ['all told', task({}), {}],
  [
    'changes',
    task({ feedback: { kind: 'changes', batch: 1, words: 'Use it.' } }),
    { review: { answer: 'request-changes', feedback: 'Please address this feedback: Use it.' } },
  ],
  [
    'an answer',
    task({ feedback: { kind: 'answer', words: 'Yes.' } }),
    { review: { answer: 'request-changes', feedback: 'The user answers your question: Yes.' } },
  ],
]

test.each(cases)('%s', (_name, given, facts) => expect(feedbackFacts(given)).toEqual(facts))
