// Which lines of a message count as its author's own prose.
import { expect, test } from 'bun:test'
import { inlineSpans } from './inline.ts'
import type { LineKind } from './markdown.ts'
import { readDocument } from './markdown.ts'

const kinds = (text: string): readonly (LineKind | undefined)[] => {
  const { lines } = readDocument(text)
  return Array.from({ length: lines.length }, (_, index) => lines.at(index)?.kind)
}

const cases: readonly (readonly [name: string, text: string, kinds: readonly LineKind[]])[] = [
  ['prose and blank lines', 'a\n\nb', ['prose', 'blank', 'prose']],
  ['a backtick fence', '```js\nx\n```\na', ['fence', 'fence', 'fence', 'prose']],
  ['a tilde fence', '~~~\n```\n~~~\na', ['fence', 'fence', 'fence', 'prose']],
  ['a closing fence is at least as long', '````\n```\n`````\na', ['fence', 'fence', 'fence', 'prose']],
  ['a closing fence bears no words', '```\n``` x\n```\na', ['fence', 'fence', 'fence', 'prose']],
  ['an open fence runs to the end', '```\na\n\nb', ['fence', 'fence', 'fence', 'fence']],
  ['three spaces before a fence', '   ```\nx\n   ```\na', ['fence', 'fence', 'fence', 'prose']],
  ['inline code of three backticks is no fence', '```x```\na', ['prose', 'prose']],
  ['two backticks are no fence', '``\na', ['prose', 'prose']],
  ['a fence in a list item', '- ```\n  x\n  ```\n- a', ['fence', 'fence', 'fence', 'prose']],
  ['four spaces are code', 'a\n\n    x', ['prose', 'blank', 'code']],
  ['a tab is code', '\tx', ['code']],
  ['four spaces below a paragraph carry it on', 'a\n    b', ['prose', 'prose']],
  ['four spaces below a heading are code', '# a\n    b', ['prose', 'code']],
  ['a paragraph of a list item is no code', '1. a\n\n    b', ['prose', 'blank', 'prose']],
  ['code in a list item', '- a\n\n      b', ['prose', 'blank', 'code']],
  ['a quotation', '> a\n\nb', ['quote', 'blank', 'prose']],
  ['a quotation in a list item', '- > a', ['quote']],
  ['a comment over lines', '<!--\n```\n-->\na', ['hidden', 'hidden', 'hidden', 'prose']],
  ['an open comment hides the rest', '<!-- a\n\nb', ['hidden', 'hidden', 'hidden']],
  ['prose behind a comment', '<!-- a\nb --> c', ['hidden', 'prose']],
  [
    'an element that is not the author speaking',
    '<thinking>\na\n\nb\n</thinking>\nc',
    ['hidden', 'hidden', 'hidden', 'hidden', 'hidden', 'prose'],
  ],
  ['an element that is never closed hides nothing', '<code>\na', ['prose', 'prose']],
  ['a reference that serves as a comment', '[//]: # (a)', ['hidden']],
  [
    'line breaks of either kind',
    'a\r\n\r\n```\r\nx\r\n```\r\n',
    ['prose', 'blank', 'fence', 'fence', 'fence', 'blank'],
  ],
]

test.each(cases)('%s', (_, text, expected) => {
  expect(kinds(text)).toEqual(expected)
})

test.each([
  ['`a` b', ['code']],
  ['``a ` b``', ['code']],
  ['` a', []],
  ['\\`a`', []],
  ['"a" “b” «c» „d“', ['quotation', 'quotation', 'quotation', 'quotation']],
  ["don't 'quote' the users' words", ['quotation']],
  ['a 5" disk', []],
  ['a <!-- b --> <code>c</code> ~~d~~', ['comment', 'element', 'struck']],
])('inline markup of %j', (text, expected) => {
  expect(inlineSpans(text).map((span) => span.kind)).toEqual(expected as never[])
})
