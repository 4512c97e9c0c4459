// The order and the depth of tasks in a tree.
import { describe, expect, test } from 'bun:test'
import type { ListState } from '../../../contract/list.ts'
import type { TaskState } from '../../../contract/state.ts'
import { subtask } from '../../subtasks/subtask.fixture.ts'
import { toTaskTree } from './tree.ts'

function task(id: string, second: number, parent?: string): TaskState {
  const { parent: _other, ...rest } = subtask({ id, openedAt: `2026-01-01T00:00:0${second}.000Z` })
  return parent === undefined ? rest : { ...rest, parent }
}

function told(row: ReturnType<typeof toTaskTree>[number]): string {
  return row.kind === 'list' ? row.list.id : `${'-'.repeat(row.depth)}${row.task.id}`
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
    expect(toTaskTree(tasks).map(told)).toEqual([...expected])
  })
})

test('items stand below their list, in its order, where the newest of them would stand', () => {
  const tasks = [task('d', 5), task('b', 4), task('sub', 3, 'a'), task('x', 2), task('a', 1)]
  // One of its items is not among the listed ones.
  const list = { list: { id: 'list_1' } as ListState, tasks: ['a', 'gone', 'b'], done: 1 }
  expect(toTaskTree(tasks, [list]).map(told)).toEqual(['d', 'list_1', '-a', '--sub', '-b', 'x'])
})
