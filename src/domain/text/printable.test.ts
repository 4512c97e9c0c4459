// Text of agents and repositories made safe for a terminal.
import { describe, expect, test } from 'bun:test'
import { inLine, oneLine, printable } from './printable.ts'

const rows: ReadonlyArray<readonly [name: string, text: string, expected: string]> = [
  ['plain text', 'Grüße, 世界 🙂', 'Grüße, 世界 🙂'],
  ['line ends and tabs stay', 'a\n\tb', 'a\n\tb'],
  ['an escape sequence', '\u001b[31mred\u001b[0m', '\u{fffd}[31mred\u{fffd}[0m'],
  ['a window title', '\u001b]0;x\u0007', '\u{fffd}]0;x\u{fffd}'],
  ['the one-byte CSI', '\u009b2J', '\u{fffd}2J'],
  ['a carriage return that overwrites', 'safe\rrm -rf', 'safe\u{fffd}rm -rf'],
  ['backspace, null and delete', 'a\b\0\u007f', 'a\u{fffd}\u{fffd}\u{fffd}'],
  ['R9: separators that some readers take for line ends', 'a\u2028b\u2029c', 'a\u{fffd}b\u{fffd}c'],
  ['text that runs backwards', 'a\u202etxt.exe\u2066', 'a\u{fffd}txt.exe\u{fffd}'],
]

describe('printable', () => {
  for (const [name, text, expected] of rows) test(name, () => expect(printable(text)).toBe(expected))
})

describe('oneLine', () => {
  const lines: ReadonlyArray<readonly [name: string, text: string, most: number, expected: string]> = [
    ['white space is one space', '  a\n\n b\t c ', 20, 'a b c'],
    ['just fits', 'abcde', 5, 'abcde'],
    ['is cut', 'abcdef', 5, 'abcd…'],
    ['nothing fits', 'abc', 0, '…'],
    ['escapes are gone', '\u001b[2Jx', 20, '\u{fffd}[2Jx'],
  ]
  for (const [name, text, most, expected] of lines) test(name, () => expect(oneLine(text, most)).toBe(expected))
})

describe('inLine', () => {
  const names: ReadonlyArray<readonly [name: string, text: string, expected: string]> = [
    ['plain names stay', '/home/ada/Grüße 世界/a  b', '/home/ada/Grüße 世界/a  b'],
    ['line ends are spelled out', 'a\nb\r\u2028c\u0085', 'a\\nb\\u000d\\u2028c\\u0085'],
    ['so are tabs, escapes and what turns text round', '\t\u001b[2J\u202e', '\\u0009\\u001b[2J\\u202e'],
  ]
  for (const [name, text, expected] of names) test(name, () => expect(inLine(text)).toBe(expected))
})
