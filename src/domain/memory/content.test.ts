// Text of others, safe to quote in a brief.
import { describe, expect, test } from 'bun:test'
import { cleanText, oneLine, quoted, shownPath } from './content.ts'

describe('cleanText', () => {
  test.each([
    ['newlines and tabs stay', 'a\n\tb', 'a\n\tb'],
    ['all line ends become one kind', 'a\r\nb\rc\u2028d\u2029e', 'a\nb\nc\nd\ne'],
    ['control characters go', 'a\u0000b\u0007c\u0085d\u009be', 'abcde'],
    ['colours go whole', '\u001b[1;31mred\u001b[0m', 'red'],
    ['text cannot be turned around', 'a\u202eb\u2066c', 'abc'],
    ['half a pair is shown as such', 'a\ud83d', 'a\ufffd'],
    ['blank edges go', '\n  a \n', 'a'],
  ])('%s', (_name, text, expected) => {
    expect(cleanText(text)).toBe(expected)
  })
})

test('one line is one line', () => {
  expect(oneLine(' a\n\n## b\tc ')).toBe('a ## b c')
})

test('every quoted line is marked', () => {
  expect(quoted('a\n\n## Next\n> b')).toBe('> a\n>\n> ## Next\n> > b')
})

describe('shownPath', () => {
  test.each([
    ['src/a.ts', 'src/a.ts'],
    ['with space/ä.ts', 'with space/ä.ts'],
    ['a\n## Next', '"a\\n## Next"'],
    ['"a"', '"\\"a\\""'],
    [' a', '" a"'],
    ['', '""'],
    ['a\u2028b\u009bc\u202ed', '"a\\u2028b\\u009bc\\u202ed"'],
    ['a\ud83d', '"a\\ud83d"'],
  ])('%j is shown as %s', (path, expected) => {
    expect(shownPath(path)).toBe(expected)
  })
})
