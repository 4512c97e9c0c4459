// Loaded tasks with their subtasks below them.
import { expect, test } from 'bun:test'
import { inTree } from './task-tree.ts'
import type { TaskItem } from './values.ts'

const task = (id: string, openedAt: string, parent?: string): TaskItem => ({
  id,
  state: 'open',
  agent: 'a',
  age: '1m',
  refused: '0',
  folder: '',
  request: id,
  openedAt,
  updatedAt: openedAt,
  refusals: 0,
  isOpen: true,
  waits: false,
  ...(parent === undefined ? {} : { parent }),
})

test('subtasks stand below their task, oldest first; one whose task is not loaded stands by itself', () => {
  const tasks = [task('d', '5', 'away'), task('c', '4', 'a'), task('b', '3', 'a'), task('e', '6', 'b'), task('a', '1')]
  expect(inTree(tasks).map(({ task: { id }, depth }) => [id, depth])).toEqual([
    ['d', 0],
    ['a', 0],
    ['b', 1],
    ['e', 2],
    ['c', 1],
  ])
})
