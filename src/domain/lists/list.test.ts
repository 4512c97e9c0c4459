// Ids from texts, and which ids can be used.
import { expect, test } from 'bun:test'
import { idFromText, isUsableId, sayProblem } from './list.ts'

test.each<[text: string, id: string]>([
  ['Add the login page', 'add-the-login-page'],
  ['  Add   the LOGIN page ', 'add-the-login-page'],
  ['Fix `parse()` in src/a.ts', 'fix-parse-in-src-a-ts'],
  ['Größe prüfen', 'gr-e-pr-fen-6fbcf715'],
  ['ログイン', '86eb63c5'],
  ['!!!', '2d53a722'],
])('%s → %s', (text, id) => {
  expect(idFromText(text)).toBe(id)
})

test('long texts that begin alike have different ids', () => {
  const [one, two] = ['one', 'two'].map((end) =>
    idFromText(`Write a test for every way in which this can fail: ${end}`),
  )
  expect(one).toStartWith('write-a-test-for-every-way-in-which-this-')
  expect(one).not.toBe(two)
})

test.each<[id: string, isUsable: boolean]>([
  ['US-001', true],
  ['bd-a1b2.3', true],
  ['--force', false],
  ['', false],
  ['two words', false],
  ['a\u001b[31m', false],
  ['a'.repeat(101), false],
])('%j usable: %p', (id, isUsable) => {
  expect(isUsableId(id)).toBe(isUsable)
})

test('a problem is said with its place and what to do', () => {
  const problem = { code: 'empty' as const, what: 'the list holds no item', next: 'add one' }
  expect(sayProblem('todo.md', problem)).toBe('todo.md: the list holds no item; add one')
  expect(sayProblem('todo.md', { ...problem, line: 3 })).toBe('todo.md:3: the list holds no item; add one')
})
