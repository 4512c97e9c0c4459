// Tables for the order of a list, and for the lists that have none.
import { describe, expect, test } from 'bun:test'
import type { ListItem, ListKind } from './list.ts'
import { orderList } from './order.ts'
import { readList } from './read-list.ts'

function item(id: string, more: Partial<ListItem> = {}): ListItem {
  return { id, text: `text of ${id}`, criteria: [], checks: [], after: [], isDone: false, ...more }
}

function ordered(
  items: readonly ListItem[],
  kind: ListKind = 'stories',
): Array<readonly [string, ...string[]]> | string[] {
  const read = orderList({ kind, items })
  if (!read.ok) return read.problems.map(({ code, what }) => `${code}: ${what}`)
  return read.list.items.map(({ id, after }) => [id, ...after] as const)
}

describe('order', () => {
  test.each<[name: string, items: readonly ListItem[], order: ReadonlyArray<readonly string[]>]>([
    ['of the file', [item('b'), item('a')], [['b'], ['a']]],
    [
      'by priority, those without one last',
      [item('a'), item('b', { priority: 2 }), item('c', { priority: 1 }), item('d', { priority: 1 })],
      [['c'], ['d'], ['b'], ['a']],
    ],
    [
      'dependencies before priority',
      [item('a', { priority: 1, after: ['b'] }), item('b', { priority: 9 })],
      [['b'], ['a', 'b']],
    ],
    [
      'a parent after its children',
      [item('p'), item('c', { parent: 'p' }), item('d', { parent: 'p' })],
      [['c'], ['d'], ['p', 'c', 'd']],
    ],
    [
      'children wait for what their parents wait for',
      [item('p', { after: ['x'] }), item('c', { parent: 'p' }), item('g', { parent: 'c' }), item('x')],
      [['x'], ['g', 'x'], ['c', 'x', 'g'], ['p', 'x', 'c']],
    ],
    [
      'by text, in any case',
      [item('a', { after: ['Text  of B', '"text of c"'] }), item('b'), item('c')],
      [['b'], ['c'], ['a', 'b', 'c']],
    ],
    [
      'several in a line',
      [item('a', { after: ['b, text of c,'] }), item('b'), item('c')],
      [['b'], ['c'], ['a', 'b', 'c']],
    ],
    [
      'a text with a comma',
      [item('a', { after: ['x, y'] }), item('b', { text: 'X, y' }), item('x')],
      [['b'], ['a', 'b'], ['x']],
    ],
    [
      'a cycle of items that are done does not matter',
      [item('a', { after: ['b'], isDone: true }), item('b', { after: ['a'] })],
      [
        ['a', 'b'],
        ['b', 'a'],
      ],
    ],
  ])('%s', (_, items, order) => {
    expect(ordered(items)).toEqual(order as never)
  })

  test('a tracker names only what is open: others are done', () => {
    expect(ordered([item('a', { after: ['gone', 'b'] }), item('b')], 'tracker')).toEqual([['b'], ['a', 'b']])
  })

  test('200 items in a chain', () => {
    const items = Array.from({ length: 200 }, (_, n) => item(`i${n}`, n < 199 ? { after: [`i${n + 1}`] } : {}))
    expect(ordered(items)[0]).toEqual(['i199'])
  })
})

describe('a list that cannot be carried out', () => {
  test.each<[name: string, items: readonly ListItem[], problems: readonly string[]]>([
    ['empty', [], ['empty: the list holds no item']],
    ['all done', [item('a', { isDone: true })], ['all-done: every item of the list is done already']],
    [
      'no text',
      [item('a', { text: '' }), item('', { text: '' })],
      ['no-text: the item "a" has no text', 'no-text: item 2 has no text'],
    ],
    ['no id', [item('')], ['bad-id: "text of" has no id']],
    ['an option as id', [item('--all')], ['bad-id: "--all" cannot be an id']],
    [
      'the same id',
      [item('a', { line: 1 }), item('a', { text: 'b', line: 2 })],
      ['duplicate-id: two items have the id "a" (the other one is on line 1)'],
    ],
    ['the same text', [item('a'), item('a')], ['duplicate-id: two items have the text "text of a"']],
    [
      'an unknown dependency',
      [item('login', { after: ['logn', 'x, logout'] }), item('logout')],
      [
        'unknown-dependency: "login" comes after "logn", and there is no such item',
        'unknown-dependency: "login" comes after "x", and there is no such item',
      ],
    ],
    [
      'a cycle',
      [
        item('z', { after: ['a'] }),
        item('a', { after: ['b'] }),
        item('b', { after: ['c'] }),
        item('c', { after: ['a'] }),
      ],
      ['cycle: these items wait for each other: "a" → "b" → "c" → "a"'],
    ],
    ['itself', [item('a', { after: ['a'] })], ['cycle: these items wait for each other: "a" → "a"']],
    [
      'a child after its parent',
      [item('p'), item('c', { parent: 'p', after: ['p'] })],
      ['cycle: these items wait for each other: "p" → "c" → "p" (a parent waits for its children)'],
    ],
  ])('%s', (_, items, problems) => {
    expect(ordered(items)).toEqual([...problems])
  })

  test('every problem says what to do, and where it can', () => {
    const read = readList('todo.md', '- [ ] a\n  after: lgin\n- [ ] login\n- [ ] b\n  after: c\n- [ ] c\n  after: b')
    expect(read.ok ? [] : read.problems).toEqual([
      {
        code: 'unknown-dependency',
        what: '"a" comes after "lgin", and there is no such item',
        line: 1,
        next: 'did you mean "login"?',
      },
    ])
  })
})

test.each<[kind: ListKind, words: string]>([
  ['checklist', 'a line "id: NAME"'],
  ['stories', 'an "id" of its own'],
  ['tracker', 'the command "list"'],
])('two items with one id in a list of kind %s: what to do is said for that kind', (kind, words) => {
  const read = orderList({ kind, items: [item('a'), item('a')] })
  expect(read.ok ? '' : read.problems[0]?.next).toContain(words)
})
