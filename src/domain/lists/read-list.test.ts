// Which kind of list a file is.
import { expect, test } from 'bun:test'
import { expectLinear } from '../../../test/cost.ts'
import { readList } from './read-list.ts'

const stories = '{"userStories": [{"id": "a", "title": "t"}]}'

test.each<[name: string, text: string, kind: string]>([
  ['prd.json', stories, 'stories'],
  ['PRD.JSONC', stories, 'stories'],
  ['list', ` \n${stories}`, 'stories'],
  ['todo.md', '- [ ] a', 'checklist'],
  ['todo', '- [ ] a', 'checklist'],
  ['todo.md', '{ }\n- [ ] a', 'checklist'],
])('%s with %j: %s', (name, text, kind) => {
  const read = readList(name, text)
  expect(read.ok && read.list.kind).toBe(kind as never)
})

test('what is wrong with a file is said, no matter which kind it is', () => {
  expect(readList('prd.json', '- [ ] a')).toMatchObject({ ok: false, problems: [{ code: 'not-valid', line: 1 }] })
  expect(readList('todo.md', '# Nothing')).toMatchObject({ ok: false, problems: [{ code: 'empty' }] })
})

test('a long list is read in linear time, also where each item needs the one before it', () => {
  expectLinear(10_000, (size) => {
    const text = Array.from({ length: size }, (_, at) => `- [ ] Item ${at}\n${at ? `  after: Item ${at - 1}\n` : ''}`)
    const read = readList('TODO.md', text.toReversed().join(''))
    expect(read.ok && read.list.items.length).toBe(size)
  })
})
