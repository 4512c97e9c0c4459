// What terminals send, as keys.
import { expect, test } from 'bun:test'
import { decodeKeys, type Key } from './keys.ts'

const shown = (key: Key): string =>
  key.kind === 'named' ? `<${key.name}>` : key.kind === 'paste' ? `[${key.text}]` : key.text

const cases: ReadonlyArray<readonly [string, string, readonly string[], string]> = [
  ['letters', 'jk', ['j', 'k'], ''],
  ['letters of more than one character', 'ä👩‍👩‍👧e\u0301', ['ä', '👩‍👩‍👧', 'e\u0301'], ''],
  ['Enter, Tab and backspace', '\r\t\u007f\b', ['<enter>', '<tab>', '<backspace>', '<backspace>'], ''],
  ['Ctrl', '\u0003\u0007\u001a', ['<ctrl-c>', '<ctrl-g>', '<ctrl-z>'], ''],
  ['arrows', '\u001b[A\u001b[B\u001bOC\u001bOD', ['<up>', '<down>', '<right>', '<left>'], ''],
  ['pages and ends', '\u001b[5~\u001b[6~\u001b[H\u001b[4~', ['<page-up>', '<page-down>', '<home>', '<end>'], ''],
  ['an arrow with Shift', '\u001b[1;2A', ['<up>'], ''],
  ['Escape by itself', '\u001b', ['<escape>'], ''],
  ['Escape, then a letter', '\u001bq', ['<escape>', 'q'], ''],
  ['half a sequence waits', 'j\u001b[1;', ['j'], '\u001b[1;'],
  ['sequences that mean nothing here', '\u001b[?1;2cj\u001b[15~', ['j'], ''],
  ['pasted text is no keys', '\u001b[200~q\u001b[31mx\u001b[201~j', ['[q\u001b[31mx]', 'j'], ''],
  ['half a paste waits', '\u001b[200~abc', [], '\u001b[200~abc'],
]

test.each(cases)('%s', (_, text, keys, rest) => {
  const decoded = decodeKeys(text)
  expect(decoded.keys.map(shown)).toEqual([...keys])
  expect(decoded.rest).toBe(rest)
})
