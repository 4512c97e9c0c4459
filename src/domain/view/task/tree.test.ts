// The order and the depth of tasks in a tree.
import { describe, expect, test } from 'bun:test'
import type { TaskState } from '../../../contract/state.ts'
import { subtask } from '../../subtasks/subtask.fixture.ts'
import { toTaskTree } from './tree.ts'

function task(id: string, second: number, parent?: string): TaskState {
  const { parent: _other, ...rest } = subtask({ id, openedAt: `2026-01-01T00:00:0${second}.000Z` })
  return parent === undefined ? rest : { ...rest, parent }
}

describe('subtasks stand below their task', () => {
  const rows: readonly (readonly [string, readonly TaskState[], readonly string[]])[] = [
    ['none', [], []],
    ['no subtasks: as given', [task('b', 2), task('a', 1)], ['b', 'a']],
    ['oldest first', [task('c', 3, 'a'), task('b', 2, 'a'), task('a', 1)], ['a', '-b', '-c']],
    ['more than one level', [task('c', 3, 'b'), task('b', 2, 'a'), task('a', 1)], ['a', '-b', '--c']],
    ['between others', [task('d', 4), task('c', 3, 'a'), task('b', 2), task('a', 1)], ['d', 'b', 'a', '-c']],
    ['its task is not listed', [task('c', 3, 'x'), task('a', 1)], ['c', 'a']],
  ]
  test.each(rows)('%s', (_name, tasks, expected) => {
    expect(toTaskTree(tasks).map((one) => `${'-'.repeat(one.depth)}${one.task.id}`)).toEqual([...expected])
  })
})
