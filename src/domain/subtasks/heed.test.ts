// What a task has to heed of its subtasks, and which words of a claim speak of one.
import { describe, expect, test } from 'bun:test'
import type { Claim } from '../../contract/claim.ts'
import type { TaskState } from '../../contract/state.ts'
import { subtaskFacts } from './heed.ts'
import { subtask } from './subtask.fixture.ts'

function claimed(words: { summary?: string; remainingWork?: string }): Claim {
  return { id: 'clm_1', status: 'success', channel: 'tool', text: '', ...words }
}

describe('F14: an open subtask is named with what helps', () => {
  const rows: readonly (readonly [string, Partial<TaskState>, string])[] = [
    ['done by the session itself', {}, 'do it, then complete_task with task_id task_a1'],
    ['waits for a person', { status: 'awaiting-review' }, 'a person has to answer its review'],
    ['paused', { status: 'paused' }, 'the user paused it'],
    ['its checks run', { status: 'verifying' }, 'its checks run'],
    ['has a session of its own', { run: {} as TaskState['run'] & object }, 'end your turn without a claim'],
  ]
  test.each(rows)('%s', (_name, change, helps) => {
    const { openSubtasks, failedSubtasks } = subtaskFacts({ concerns: [subtask(change)], isSupervised: false })
    expect(openSubtasks).toEqual([expect.stringContaining(helps)])
    expect(failedSubtasks).toBeUndefined()
  })
})

describe('a failed subtask is spoken of by its id', () => {
  const failed = subtask({ status: 'ended', outcome: 'blocked' })
  const rows: readonly (readonly [string, Claim | undefined, string | undefined, boolean])[] = [
    ['no claim', undefined, undefined, false],
    ['not named', claimed({ summary: 'Did all of it, the subtask too.' }), undefined, false],
    ['by its title', claimed({ summary: 'Port the parser: left out.' }), undefined, false],
    ['in the summary', claimed({ summary: 'Left out task_a1, nobody needs it.' }), undefined, true],
    ['in the remaining work', claimed({ remainingWork: 'task_a1' }), undefined, true],
    ['in the last words', claimed({}), 'Without (task_a1).', true],
    ['another that begins like it', claimed({ summary: 'Did task_a12.' }), undefined, false],
    ['another, then it', claimed({ summary: 'Did task_a12 and task_a1.' }), undefined, true],
  ]
  test.each(rows)('%s', (_name, claim, said, isNamed) => {
    const { failedSubtasks = [] } = subtaskFacts({ concerns: [failed], claim, said, isSupervised: false })
    expect(failedSubtasks).toHaveLength(isNamed ? 0 : 1)
  })
})

describe('F14: a task waits with subtasks that wait for a person', () => {
  const review = subtask({ status: 'awaiting-review' })
  const paused = subtask({ id: 'task_b2', status: 'paused' })
  const rows: readonly (readonly [string, readonly TaskState[], readonly string[] | undefined])[] = [
    ['a review', [review], ['waits for subtask task_a1 "Port the parser", which a person has to review']],
    ['two', [review, paused], [expect.any(String), expect.stringContaining('task_b2')]],
    ['another is left to do', [review, subtask({ id: 'task_c3' })], undefined],
    ['another has ended', [review, subtask({ status: 'ended', outcome: 'stuck' })], [expect.any(String)]],
    ['none', [], undefined],
  ]
  test.each(rows)('%s', (_name, concerns, held) => {
    expect(subtaskFacts({ concerns, isSupervised: false }).heldSubtasks).toEqual(held as string[] | undefined)
  })
})

test('a completed subtask holds nobody', () => {
  const concerns = [subtask({ status: 'ended', outcome: 'completed' })]
  expect(subtaskFacts({ concerns, isSupervised: false })).toStrictEqual({ openSubtasks: [] })
})

describe('F14: a subtask is awaited where a supervisor can take it on', () => {
  const run = {} as TaskState['run'] & object
  const rows: readonly (readonly [string, boolean, Partial<TaskState>, readonly string[] | undefined])[] = [
    ['under a supervisor', true, { run }, ['task_a1']],
    ['without a supervisor', false, { run }, undefined],
    ['done by the session itself', true, {}, undefined],
    ['paused', true, { run, status: 'paused' }, undefined],
    ['waits for a person', true, { run, status: 'awaiting-review' }, undefined],
    ['ended', true, { run, status: 'ended', outcome: 'stuck' }, undefined],
  ]
  test.each(rows)('%s', (_name, isSupervised, change, expected) => {
    expect(subtaskFacts({ concerns: [subtask(change)], isSupervised }).awaitedSubtasks).toEqual(expected)
  })
})
