// How far back is far enough: a table of ends of transcripts, newest entry first.
import { expect, test } from 'bun:test'
import type { Access, Entry } from '../../../contract/agent/entry.ts'
import { hashOfCommand } from './work.ts'
import { emptyTail, isSettled, stepTail } from './tail.ts'

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

const CASES: readonly { name: string; entries: readonly Entry[]; known?: readonly string[]; settled: boolean }[] = [
  { name: 'nothing', entries: [], settled: false },
  { name: 'eight edits', entries: calls(8, 'write'), settled: true },
  { name: 'seven edits', entries: calls(7, 'write'), settled: false },
  { name: 'eight edits that failed move nothing', entries: calls(8, 'write', { failed: true }), settled: false },
  {
    name: 'eight edits whose results were not read',
    entries: calls(8, 'write').filter((entry) => entry.kind !== 'tool-returned'),
    settled: true,
  },
  { name: 'looking is no work', entries: calls(100, 'read'), settled: false },
  { name: 'nor are todos', entries: calls(100, 'todo'), settled: false },
  { name: 'nor are our own tools', entries: calls(100, 'ours'), settled: false },
  { name: 'eight commands', entries: calls(8, 'run'), settled: true },
  {
    name: 'commands that had run before move nothing',
    entries: calls(8, 'run', { detail: 'npm test' }),
    known: [hashOfCommand('npm test')],
    settled: false,
  },
  {
    name: 'one edit among them does',
    entries: [...calls(8, 'run', { detail: 'npm test' }), returned(9), called(9, 'write')],
    known: [hashOfCommand('npm test')],
    settled: true,
  },
]

for (const { name, entries, known = [], settled } of CASES) {
  test(`S1: ${name} ${settled ? 'is enough' : 'is not enough'}`, () => {
    const tail = entries.reduce((before, entry) => stepTail(before, entry, known), emptyTail)
    expect(isSettled(tail)).toBe(settled)
  })
}

test('results whose calls never come are forgotten', () => {
  const results = Array.from({ length: 1000 }, (_, id) => returned(id))
  const tail = results.reduce((before, entry) => stepTail(before, entry, []), emptyTail)
  expect(tail.returned.size).toBeLessThan(100)
})
