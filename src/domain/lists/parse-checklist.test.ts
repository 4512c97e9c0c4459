// Tables for Markdown checklists: what is an item, what belongs to it, and what is prose.
import { describe, expect, test } from 'bun:test'
import type { ListItem } from './list.ts'
import { parseChecklist } from './parse-checklist.ts'

function item(id: string, more: Partial<ListItem> = {}): ListItem {
  return { id, text: id, criteria: [], checks: [], after: [], isDone: false, line: 1, ...more }
}

const cases: ReadonlyArray<readonly [name: string, text: string, items: readonly ListItem[]]> = [
  [
    'an open and a done box',
    '- [ ] a\n- [x] b\n- [X] c\n',
    [item('a'), item('b', { line: 2, isDone: true }), item('c', { line: 3, isDone: true })],
  ],
  [
    'all markers',
    '* [ ] a\n+ [ ] b\n1. [ ] c\n2) [ ] d',
    ['a', 'b', 'c', 'd'].map((id, index) => item(id, { line: index + 1 })),
  ],
  ['CRLF and a byte order mark', '\uFEFF- [ ] a\r\n- [ ] b\r\n', [item('a'), item('b', { line: 2 })]],
  [
    'children',
    '- [ ] a\n  - [ ] b\n    - [ ] c\n  - [ ] d\n- [ ] e',
    [
      item('a'),
      item('b', { line: 2, parent: 'a' }),
      item('c', { line: 3, parent: 'b' }),
      item('d', { line: 4, parent: 'a' }),
      item('e', { line: 5 }),
    ],
  ],
  [
    'children by tabs and by four blanks',
    '- [ ] a\n\t- [ ] b\n\t\t- [ ] c\n1. [ ] d\n    - [ ] e',
    [
      item('a'),
      item('b', { line: 2, parent: 'a' }),
      item('c', { line: 3, parent: 'b' }),
      item('d', { line: 4 }),
      item('e', { line: 5, parent: 'd' }),
    ],
  ],
  ['one blank more is no child', '- [ ] a\n - [ ] b', [item('a'), item('b', { line: 2 })]],
  [
    'below a bullet without a box',
    '- Part\n    - [ ] a\n        - note\n            - [ ] b\n- [ ] c',
    [item('a', { line: 2, description: '- note' }), item('b', { line: 4, parent: 'a' }), item('c', { line: 5 })],
  ],
  [
    'keys',
    '- [ ] a\n  id: first\n  check: npm test\n  check: `npm run lint`\n  after: b, c\n  agent: codex\n- [ ] b\n      check: unit',
    [
      item('first', { text: 'a', checks: ['npm test', 'npm run lint'], after: ['b, c'], agent: 'codex' }),
      item('b', { line: 7, checks: ['unit'] }),
    ],
  ],
  [
    'keys as bullets',
    '- [ ] a\n  - check: npm test\n  - after: b',
    [item('a', { checks: ['npm test'], after: ['b'] })],
  ],
  [
    'keys of a child are not those of its parent',
    '- [ ] a\n  - [ ] b\n    check: x\n  check: y',
    [item('a', { checks: ['y'] }), item('b', { line: 2, parent: 'a', checks: ['x'] })],
  ],
  [
    'a parent with an id of its own',
    '- [ ] a\n  - [ ] b\n  id: p',
    [item('p', { text: 'a' }), item('b', { line: 2, parent: 'p' })],
  ],
  ['an empty key says nothing', '- [ ] a\n  check:\n  agent: ', [item('a')]],
  [
    'a description',
    '- [ ] a\n  Some words.\n\n  - one\n    - two\n\n\n- [ ] b',
    [item('a', { description: 'Some words.\n\n- one\n  - two' }), item('b', { line: 8 })],
  ],
  ['prose is not a description', '# T\n\n- [ ] a\n\nWords.\n  check: no\n', [item('a', { line: 3 })]],
  ['fences', '```\n- [ ] no\n```\n~~~md\n- [ ] no\n```\n~~~\n- [ ] a', [item('a', { line: 8 })]],
  [
    'a fence within an item',
    '- [ ] a\n  ```\n  - [ ] no\n  check: no\n  ```\n- [ ] b',
    [item('a', { description: '```\n- [ ] no\ncheck: no\n```' }), item('b', { line: 6 })],
  ],
  [
    'a fence that is never closed ends with its item',
    '- [ ] a\n  ```\n  - [ ] no\n- [ ] b',
    [item('a', { description: '```\n- [ ] no' }), item('b', { line: 4 })],
  ],
  [
    'inline code is no fence',
    '- [ ] a\n  ```x``` y\n- [ ] b',
    [item('a', { description: '```x``` y' }), item('b', { line: 3 })],
  ],
  ['indented code', 'Words\n\n    - [ ] no\n\n- [ ] a', [item('a', { line: 5 })]],
  ['comments of HTML', '<!--\n- [ ] no\n-->\n<!-- x -->\n- [ ] a', [item('a', { line: 5 })]],
  ['front matter', '---\nx: |\n  - [ ] no\n---\n- [ ] a', [item('a', { line: 5 })]],
  ['a rule at the top is no front matter', '---\n- [ ] a', [item('a', { line: 2 })]],
  ['quotes, links and other brackets', '> - [ ] no\n- [a](b)\n- [ ]no\n- [-] no\n-[ ] no', []],
  ['an item without text', '- [ ]\n- [ ] \n', [item(''), item('', { line: 2 })]],
]

describe('a checklist', () => {
  test.each(cases)('%s', (_, text, items) => {
    expect(parseChecklist(text)).toEqual({ kind: 'checklist', items })
  })
})

test('an edit elsewhere does not change an id', () => {
  const ids = (text: string): string[] => parseChecklist(text).items.map(({ id }) => id)
  expect(ids('- [ ] first\n- [ ] write the tests')[1]).toBe('write-the-tests')
  expect(ids('# new\n\n- [x] other\n  - [ ] write the tests\n    more words')[1]).toBe('write-the-tests')
})

test('many lines cost no more than their number', () => {
  const text = `${'- [ ] a\n'.repeat(20_000)}${' '.repeat(100_000)}\n${'`'.repeat(100_000)}\n${'\t'.repeat(100_000)}x`
  expect(parseChecklist(text).items.length).toBe(20_000)
})
