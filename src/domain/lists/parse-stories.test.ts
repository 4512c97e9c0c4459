// Tables for JSON stories.
import { expect, test } from 'bun:test'
import { parseStories } from './parse-stories.ts'

test('a story with every key, and one with few', () => {
  const text = JSON.stringify(
    {
      project: 'p',
      userStories: [
        {
          id: 'US-001',
          title: ' Log in ',
          description: 'As a user …',
          acceptanceCriteria: ['a form', ' ', { id: 'lint', text: 'no lint' }],
          priority: 2,
          passes: true,
          dependsOn: ['US-002', 3],
          notes: 'n',
        },
        { id: 3, title: 'x', checks: ['unit'], agent: 'codex', description: null },
      ],
    },
    null,
    2,
  )
  expect(parseStories(text)).toEqual({
    ok: true,
    list: {
      kind: 'stories',
      items: [
        {
          id: 'US-001',
          text: 'Log in',
          description: 'As a user …',
          criteria: [
            { id: 'c1', text: 'a form' },
            { id: 'lint', text: 'no lint' },
          ],
          checks: [],
          after: ['US-002', '3'],
          isDone: true,
          priority: 2,
          line: 4,
          extra: { notes: 'n' },
        },
        { id: '3', text: 'x', criteria: [], checks: ['unit'], after: [], agent: 'codex', isDone: false, line: 24 },
      ],
    },
  })
})

test.each<[name: string, text: string, what: string, line: number]>([
  ['not JSON', '{\n  "userStories": [\n    {"id" 1}', 'the file is not valid JSON (colon expected)', 3],
  ['no object', '[]', 'the file holds no JSON object', 1],
  ['nothing', '', 'the file is not valid JSON (value expected)', 1],
  ['no stories', '{"stories": []}', 'the file holds no list "userStories"', 1],
  ['a text as a story', '{"userStories": [\n"a"]}', 'story 1 is not an object', 2],
  [
    'a text for passes',
    '{"userStories": [{"id": "a", "passes": "yes"}]}',
    '"passes" of story a is not true or false',
    1,
  ],
  ['a number as title', '{"userStories": [{"title": 1}]}', '"title" of story 1 is not a text', 1],
  [
    'a text for criteria',
    '{"userStories": [{"id": "a", "acceptanceCriteria": "x"}]}',
    '"acceptanceCriteria" of story a is not a list of texts',
    1,
  ],
  ['too deep', '['.repeat(100_000), 'the file is nested too deeply', 1],
])('%s', (_, text, what, line) => {
  const read = parseStories(text)
  expect(read.ok ? [] : read.problems).toMatchObject([{ code: 'not-valid', what, line }])
})

test('comments and trailing commas are allowed', () => {
  const read = parseStories('\uFEFF// ours\n{"userStories": [{"id": "a", "title": "t"},],}')
  expect(read.ok && read.list.items.map(({ id, line }) => [id, line])).toEqual([['a', 2]])
})
