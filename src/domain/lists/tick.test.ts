// Tables for marking one item: one byte, one value or one key, and nothing else.
import { describe, expect, test } from 'bun:test'
import { tick } from './tick.ts'

describe('a box', () => {
  test.each<[name: string, before: string, after: string]>([
    ['with its neighbours as they are', '- [ ] a\n-  [ ]  b \n- [x] c', '- [ ] a\n-  [x]  b \n- [x] c'],
    ['with CRLF, tabs and a byte order mark', '\uFEFF* [x] a\r\n\t1. [ ] b\r\n', '\uFEFF* [x] a\r\n\t1. [x] b\r\n'],
    [
      'that moved, with prose around it',
      '# New\n\n```\n- [ ] b\n```\n- [ ] other\n  - [ ] b\n',
      '# New\n\n```\n- [ ] b\n```\n- [ ] other\n  - [x] b\n',
    ],
    ['of the first line', '\uFEFF- [ ] b', '\uFEFF- [x] b'],
    ['that was given another id since', '- [ ] b\n  id: other', '- [x] b\n  id: other'],
    ['whose id stayed while its text changed', '- [ ] B, but better\n  id: b', '- [x] B, but better\n  id: b'],
    ['with brackets in the text', '- [ ] a [ ]\n- [ ] B', '- [ ] a [ ]\n- [x] B'],
  ])('%s', (_, before, after) => {
    expect(tick('todo.md', before, { id: 'b', text: 'b' })).toEqual({ ok: true, text: after, isChanged: true })
  })

  test('that is ticked already stays', () => {
    expect(tick('todo.md', '- [X] b', { id: 'b', text: 'b' })).toEqual({ ok: true, text: '- [X] b', isChanged: false })
  })

  test.each([
    ['- [ ] a', 'the item "b" is not in the list any more'],
    ['- [ ] b\n- [ ] B', 'the item "b" is in the list more than once: lines 1 and 2'],
  ])('%j: %s', (text, why) => {
    expect(tick('todo.md', text, { id: 'b', text: 'b' })).toEqual({ ok: false, why })
  })
})

describe('a story', () => {
  test.each<[name: string, before: string, after: string]>([
    [
      'on one line',
      '{"userStories":[{"id":"a","passes":false},{"passes":false,"id":"b"}]}',
      '{"userStories":[{"id":"a","passes":false},{"passes":true,"id":"b"}]}',
    ],
    [
      'with CRLF, comments and odd indentation',
      '\uFEFF{\r\n "userStories" : [ // all\r\n   {"id" : "b",\r\n\t"passes" :  false , /* x */ "z": [1,2,],}]\r\n}',
      '\uFEFF{\r\n "userStories" : [ // all\r\n   {"id" : "b",\r\n\t"passes" :  true , /* x */ "z": [1,2,],}]\r\n}',
    ],
    [
      'without the key, on lines',
      '{\n  "userStories": [\n    {\n      "id": "b",\n      "title": "t"\n    }\n  ]\n}',
      '{\n  "userStories": [\n    {\n      "id": "b",\n      "title": "t",\n      "passes": true\n    }\n  ]\n}',
    ],
    [
      'without the key, minified',
      '{"userStories":[{"id":"b","title":"t"}]}',
      '{"userStories":[{"id":"b","title":"t","passes":true}]}',
    ],
    [
      'without the key, with one key alone',
      '{"userStories": [{ "id": "b" }]}',
      '{"userStories": [{ "id": "b", "passes": true }]}',
    ],
    [
      'without the key, behind a trailing comma',
      '{"userStories": [{"id": "b", "title": "t",}]}',
      '{"userStories": [{"id": "b", "title": "t", "passes": true,}]}',
    ],
    ['with null', '{"userStories": [{"id": "b", "passes": null}]}', '{"userStories": [{"id": "b", "passes": true}]}'],
    [
      'with the key twice',
      '{"userStories": [{"id": "b", "passes": true, "passes": false}]}',
      '{"userStories": [{"id": "b", "passes": true, "passes": true}]}',
    ],
    [
      'by its title',
      '{"userStories": [{"id": "US-2", "title": "B"}]}',
      '{"userStories": [{"id": "US-2", "title": "B", "passes": true}]}',
    ],
  ])('%s', (_, before, after) => {
    expect(tick('prd.json', before, { id: 'b', text: 'b' })).toEqual({ ok: true, text: after, isChanged: true })
  })

  test('that passes already stays', () => {
    const text = '{"userStories": [{"id": "b", "passes": true}]}'
    expect(tick('prd.json', text, { id: 'b', text: 'b' })).toEqual({ ok: true, text, isChanged: false })
  })

  test.each([
    ['{"userStories": [', 'the list cannot be read any more: the file is not valid JSON (close bracket expected)'],
    ['{"userStories": []}', 'the item "b" is not in the list any more'],
    ['{"userStories": [{"id": "b"},\n{"id": "b"}]}', 'the item "b" is in the list more than once: lines 1 and 2'],
  ])('%j: %s', (text, why) => {
    expect(tick('prd.json', text, { id: 'b', text: 'b' })).toEqual({ ok: false, why })
  })
})
