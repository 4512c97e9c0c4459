// How far back is far enough: a table of ends of transcripts, newest entry first.
import { expect, test } from 'bun:test'
import type { Access, Entry } from '../../../contract/agent/entry.ts'
import { hashOfCommand } from './work.ts'
import { emptyTail, isComplete, stepTail } from './tail.ts'

const called = (id: number, access: Access, detail = `file-${id}`): Entry => ({
  kind: 'tool-called',
  id: `${id}`,
  name: 'tool',
  access,
  detail,
})
const returned = (id: number, failed = false): Entry => ({ kind: 'tool-returned', id: `${id}`, failed })
const calls = (count: number, access: Access, more: { failed?: boolean; detail?: string } = {}): Entry[] =>
  Array.from({ length: count }, (_, id) => [returned(id, more.failed), called(id, access, more.detail)]).flat()

const CASES: readonly { name: string; entries: readonly Entry[]; known?: readonly string[]; enough: boolean }[] = [
  { name: 'nothing', entries: [], enough: false },
  { name: 'eight edits', entries: calls(8, 'write'), enough: true },
  { name: 'seven edits', entries: calls(7, 'write'), enough: false },
  { name: 'eight edits that failed move nothing', entries: calls(8, 'write', { failed: true }), enough: false },
  {
    name: 'eight edits whose results were not read',
    entries: calls(8, 'write').filter((entry) => entry.kind !== 'tool-returned'),
    enough: true,
  },
  { name: 'looking is no work', entries: calls(100, 'read'), enough: false },
  { name: 'nor are todos', entries: calls(100, 'todo'), enough: false },
  { name: 'nor are our own tools', entries: calls(100, 'ours'), enough: false },
  { name: 'eight commands', entries: calls(8, 'run'), enough: true },
  {
    name: 'commands that had run before move nothing',
    entries: calls(8, 'run', { detail: 'npm test' }),
    known: [hashOfCommand('npm test')],
    enough: false,
  },
  {
    name: 'one edit among them does',
    entries: [...calls(8, 'run', { detail: 'npm test' }), returned(9), called(9, 'write')],
    known: [hashOfCommand('npm test')],
    enough: true,
  },
]

for (const { name, entries, known = [], enough } of CASES) {
  test(`S1: ${name} ${enough ? 'is enough' : 'is not enough'}`, () => {
    const tail = entries.reduce((before, entry) => stepTail(before, entry, known), emptyTail)
    expect(isComplete(tail)).toBe(enough)
  })
}

test('results whose calls never come are forgotten', () => {
  const results = Array.from({ length: 1000 }, (_, id) => returned(id))
  const tail = results.reduce((before, entry) => stepTail(before, entry, []), emptyTail)
  expect(tail.returned.size).toBeLessThan(100)
})
