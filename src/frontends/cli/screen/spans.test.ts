// Lines of pieces: cleaned, cut between letters, painted whole.
import { describe, expect, test } from 'bun:test'
import { clean, firstToFit, type Spans, toText } from './spans.ts'
import { frameOf } from './run/view.fixture.ts'

const frame = frameOf(80, 24)
const plain = frameOf(80, 24, { isPlain: true })

describe('a text is cut between letters', () => {
  const rows: ReadonlyArray<readonly [name: string, text: string, width: number, expected: string]> = [
    ['it fits', 'abcdef', 6, 'abcdef'],
    ['one too long', 'abcdefg', 6, 'abcde…'],
    ['wide letters', '世界世界', 6, '世界…'],
    ['a wide letter that half fits', '世界世界', 5, '世界…'],
    ['and one more half', '世界世界', 4, '世…'],
    ['a family is one letter', '👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 5, '👨‍👩‍👧👨‍👩‍👧…'],
    ['marks stay with their letter', 'e\u0301e\u0301e\u0301e\u0301', 3, 'e\u0301e\u0301…'],
    ['a space before the cut', 'abcd efgh', 6, 'abcd …'],
    ['one column', 'abc', 1, 'a'],
    ['a wide letter in one column', '世界', 1, ''],
    ['no column', 'abc', 0, ''],
    ['a letter under a heap of marks', `a${'\u0301'.repeat(500)}b`, 5, '\u{fffd}b'],
  ]
  for (const [name, text, width, expected] of rows)
    test(name, () => expect(toText([{ text }], width, frame)).toBe(expected))
})

test('no space is left at the end of a line', () => {
  expect(toText([{ text: 'a  ' }, { text: '  ', tone: 'bad' }], 20, frame)).toBe('a')
})

test('the cut runs through pieces, and each is painted whole', () => {
  const mark = (name: string) => (text: string) => `<${name}>${text}</${name}>`
  const paint = { ...frame.paint, bold: mark('b'), bad: mark('r') }
  const spans: Spans = [{ text: 'ab', tone: 'bold' }, { text: ' cd ' }, { text: 'efgh', tone: 'bad' }]
  expect(toText(spans, 9, { ...frame, paint })).toBe('<b>ab</b> cd <r>ef…</r>')
  expect(toText(spans, 10, { ...frame, paint })).toBe('<b>ab</b> cd <r>efgh</r>')
  expect(toText(spans, 4, { ...frame, paint })).toBe('<b>ab</b> …')
})

test('of several forms the first that fits is taken, else the last', () => {
  const forms: readonly Spans[] = [[{ text: 'long form' }], [{ text: 'short' }], [{ text: 'abc' }]]
  expect(firstToFit(forms, 9, frame)).toEqual([{ text: 'long form' }])
  expect(firstToFit(forms, 8, frame)).toEqual([{ text: 'short' }])
  expect(firstToFit(forms, 2, frame)).toEqual([{ text: 'abc' }])
})

describe('text of an agent', () => {
  const rows: ReadonlyArray<readonly [name: string, text: string, rich: string, ascii: string]> = [
    ['lines become one', 'a\n\n  b\tc\u2028d', 'a b c d', 'a b c d'],
    ['escape sequences do nothing', 'a\u001b[2Jb', 'a\u{fffd}[2Jb', 'a?[2Jb'],
    ['half a letter', 'a\ud83d', 'a\u{fffd}', 'a?'],
    ['letters beyond ASCII', 'Grüße 世界 🙂', 'Grüße 世界 🙂', 'Gr??e ?? ?'],
  ]
  for (const [name, text, rich, ascii] of rows)
    test(name, () => {
      expect(clean(text, frame)).toBe(rich)
      expect(clean(text, plain)).toBe(ascii)
    })
})
