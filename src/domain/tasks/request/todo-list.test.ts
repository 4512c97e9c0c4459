// A todo list after an entry: what it holds then, what was dropped from it, and whether anything moved at all.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { TodosEntry } from '../../../contract/agent/entry.ts'
import type { TodoItem } from '../../../contract/work.ts'
import { rounds } from '../../../../test/rounds.ts'
import { laidOver } from './todo-list.ts'

const patch = (...items: TodosEntry['items']): TodosEntry => ({ kind: 'todos', change: 'patch', items })
const open = (id: string, text = id): TodoItem => ({ id, text, status: 'open' })

test('an item is added, done, renamed or cancelled', () => {
  expect(laidOver([open('1')], patch({ id: '2' }))).toEqual({ todos: [open('1'), open('2')], dropped: [] })
  const done = { id: '1', text: '1', status: 'done' } as const
  expect(laidOver([open('1')], patch({ id: '1', status: 'done' }))).toEqual({ todos: [done], dropped: [] })
  expect(laidOver([open('1', 'a')], patch({ id: '1', text: 'b' }))?.dropped).toEqual(['a'])
  expect(laidOver([open('1', 'a')], patch({ id: '1', status: 'cancelled' }))?.dropped).toEqual(['a'])
  // The same words stand elsewhere in the list.
  expect(laidOver([open('1', 'a'), open('2', 'a')], patch({ id: '1', status: 'cancelled' }))?.dropped).toEqual([])
})

test('an entry that says what is known moves nothing', () => {
  expect(laidOver([open('1')], patch({ id: '1', status: 'open' }))).toBeUndefined()
  expect(laidOver([open('1')], { kind: 'todos', change: 'replace', items: [{ id: '1' }] })).toBeUndefined()
})

test('S2: a patch, of which only its own items are compared, says what comparing the whole list says', () => {
  const status = fc.constantFrom('open' as const, 'done' as const, 'cancelled' as const)
  const item = fc.record({ id: fc.constantFrom('1', '2', '3', '4'), text: fc.constantFrom('a', 'b', 'c'), status })
  const list = fc.uniqueArray(item, { selector: ({ id }) => id })
  fc.assert(
    fc.property(list, list, (before, items) => {
      const byId = new Map(before.map((todo) => [todo.id, todo]))
      for (const todo of items) byId.set(todo.id, todo)
      const todos = [...byId.values()]
      const whole = laidOver(before, { kind: 'todos', change: 'replace', items: todos })
      expect(laidOver(before, patch(...items))).toEqual(whole)
    }),
    { numRuns: rounds(10_000) },
  )
})
