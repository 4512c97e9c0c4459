// Text cut to columns, wrapped and painted.
import { describe, expect, test } from 'bun:test'
import { cutSpans, paint, padded, widthOfSpans } from './ink.ts'
import { wrapText } from '../screen/wrap.ts'

describe('cut to columns', () => {
  const cases: ReadonlyArray<readonly [string, string, number, number, string]> = [
    ['what fits', 'abc', 0, 5, 'abc'],
    ['the beginning', 'abcdef', 0, 3, 'abc'],
    ['a part', 'abcdef', 2, 3, 'cde'],
    ['nothing is left', 'abc', 5, 3, ''],
    ['a tab goes to the next stop', 'a\tb', 0, 9, 'a   b'],
    ['wide letters', '世界x', 0, 3, '世 '],
    ['half a wide letter is a blank', '世界x', 1, 4, ' 界x'],
    ['marks stay with their letter', 'e\u0301a', 0, 1, 'e\u0301'],
  ]
  test.each(cases)('%s', (_, text, left, width, expected) => {
    expect(
      cutSpans([{ text }], { left, width })
        .map((span) => span.text)
        .join(''),
    ).toBe(expected)
  })

  test('a line of many megabytes is cut without reading all of it', () => {
    const text = '世'.repeat(8_000_000)
    for (let turn = 0; turn < 200; turn++) expect(widthOfSpans(cutSpans([{ text }], { left: 8, width: 80 }))).toBe(80)
  })
})

describe('wrapped', () => {
  const cases: ReadonlyArray<readonly [string, string, number, readonly string[]]> = [
    ['what fits', 'one two', 7, ['one two']],
    ['between words', 'one two three', 8, ['one two', 'three']],
    ['a word that is too long', 'a abcdefgh', 4, ['a', 'abcd', 'efgh']],
    ['an indentation stays', '  - one two', 8, ['  - one', 'two']],
    ['an empty line', '', 8, ['']],
    ['wide letters', '世界世界', 5, ['世界', '世界']],
  ]
  test.each(cases)('%s', (_, text, width, expected) => expect(wrapText(text, width)).toEqual([...expected]))
})

test('painted; without colours, bold, dim and reverse remain', () => {
  const spans = [{ text: 'a', ink: ['bold', 'red'] as const }, { text: 'b' }, { text: 'c', ink: ['green'] as const }]
  expect(paint(spans, 'basic')).toBe('\u001b[1;31ma\u001b[0mb\u001b[32mc\u001b[0m')
  expect(paint(spans, 'fixed')).toBe('\u001b[1;38;5;167ma\u001b[0mb\u001b[38;5;64mc\u001b[0m')
  expect(paint(spans, 'attributes')).toBe('\u001b[1ma\u001b[0mbc')
})

test('padded to the edge', () => {
  expect(padded([{ text: '世' }], 4, ['reverse'])).toEqual([{ text: '世' }, { text: '  ', ink: ['reverse'] }])
})
