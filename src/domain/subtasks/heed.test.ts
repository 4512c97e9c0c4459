// What a task has to heed of its subtasks, and which words of a claim speak of one.
import { describe, expect, test } from 'bun:test'
import type { Facts } from '../../contract/facts.ts'
import type { TaskState } from '../../contract/state.ts'
import { withSubtasks } from './heed.ts'
import { subtask } from './subtask.fixture.ts'

const FACTS = { openSubtasks: [] } as unknown as Facts

function claimed(words: { summary?: string; remainingWork?: string }): Facts {
  return { ...FACTS, claim: { id: 'clm_1', status: 'success', channel: 'tool', text: '', ...words } }
}

describe('F14: an open subtask is named with what helps', () => {
  const rows: readonly (readonly [string, Partial<TaskState>, string])[] = [
    ['done by the session itself', {}, 'do it, then complete_task with task_id task_a1'],
    ['waits for a person', { status: 'awaiting-review' }, 'it waits for a person'],
    ['its checks run', { status: 'verifying' }, 'its checks run'],
    ['has a session of its own', { run: {} as TaskState['run'] & object }, 'end your turn without a claim'],
  ]
  test.each(rows)('%s', (_name, change, helps) => {
    const { openSubtasks, failedSubtasks } = withSubtasks(FACTS, [subtask(change)])
    expect(openSubtasks).toEqual([expect.stringContaining(helps)])
    expect(failedSubtasks).toBeUndefined()
  })
})

describe('a failed subtask is spoken of by its id', () => {
  const failed = subtask({ status: 'ended', outcome: 'blocked' })
  const rows: readonly (readonly [string, Facts, string | undefined, boolean])[] = [
    ['no claim', FACTS, undefined, false],
    ['not named', claimed({ summary: 'Did all of it, the subtask too.' }), undefined, false],
    ['by its title', claimed({ summary: 'Port the parser: left out.' }), undefined, false],
    ['in the summary', claimed({ summary: 'Left out task_a1, nobody needs it.' }), undefined, true],
    ['in the remaining work', claimed({ remainingWork: 'task_a1' }), undefined, true],
    ['in the last words', claimed({}), 'Without (task_a1).', true],
    ['another that begins like it', claimed({ summary: 'Did task_a12.' }), undefined, false],
    ['another, then it', claimed({ summary: 'Did task_a12 and task_a1.' }), undefined, true],
  ]
  test.each(rows)('%s', (_name, facts, said, isNamed) =>
    expect(withSubtasks(facts, [failed], said).failedSubtasks ?? []).toHaveLength(isNamed ? 0 : 1),
  )
})

test('a completed subtask holds nobody', () => {
  const facts = withSubtasks(FACTS, [subtask({ status: 'ended', outcome: 'completed' })])
  expect(facts).toEqual({ ...FACTS, openSubtasks: [] })
})

describe('F14: a subtask is awaited where a supervisor can take it on', () => {
  const run = {} as TaskState['run'] & object
  const atStop: Partial<Facts> = { supervised: true }
  const inCall: Partial<Facts> = { call: { mayRun: true, stopFollows: 'supervisor' } }
  const rows: readonly (readonly [string, Partial<Facts>, Partial<TaskState>, readonly string[] | undefined])[] = [
    ['at a stop', atStop, { run }, ['task_a1']],
    ['in a call', inCall, { run }, ['task_a1']],
    ['without a supervisor', {}, { run }, undefined],
    ['in a call that a hook follows', { call: { mayRun: true, stopFollows: 'hook' } }, { run }, undefined],
    ['done by the session itself', atStop, {}, undefined],
    ['paused', atStop, { run, status: 'paused' }, undefined],
    ['waits for a person', atStop, { run, status: 'awaiting-review' }, undefined],
    ['ended', atStop, { run, status: 'ended', outcome: 'stuck' }, undefined],
  ]
  test.each(rows)('%s', (_name, facts, change, expected) => {
    expect(withSubtasks({ ...FACTS, ...facts }, [subtask(change)]).awaitedSubtasks).toEqual(expected)
  })
})
