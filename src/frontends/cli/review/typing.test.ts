// A typed line: `|` is the cursor.
import { expect, test } from 'bun:test'
import { decodeKeys } from './keys.ts'
import type { Typing } from './state.ts'
import { stepTyping } from './typing.ts'

function typed(start: string, keys: string): string {
  const at = start.indexOf('|')
  let mode: Typing = { kind: 'typing', purpose: { kind: 'reject' }, text: start.replace('|', ''), at }
  for (const key of decodeKeys(keys).keys) {
    const next = stepTyping(mode, key)
    if (next.kind !== 'typing') return next.kind
    mode = next.mode
  }
  return `${mode.text.slice(0, mode.at)}|${mode.text.slice(mode.at)}`
}

const cases: ReadonlyArray<readonly [string, string, string, string]> = [
  ['letters', 'a|c', 'b', 'ab|c'],
  ['backspace takes a whole letter', 'a👩‍👩‍👧|b', '\u007f', 'a|b'],
  ['backspace at the beginning', '|a', '\u007f', '|a'],
  ['delete', 'a|bc', '\u001b[3~', 'a|c'],
  ['left and right', 'ab|c', '\u001b[D\u001b[D\u001b[C', 'a|bc'],
  ['to the ends', 'a|b', '\u0001x\u0005y', 'xaby|'],
  ['Ctrl-U', 'ab|c', '\u0015', '|c'],
  ['Ctrl-K', 'a|bc', '\u000b', 'a|'],
  ['Ctrl-W', 'one two |x', '\u0017', 'one |x'],
  ['pasted lines', '|', '\u001b[200~a\r\nb\u001b[2J\u001b[201~', 'a\nb [2J|'],
  ['Enter', 'a|', '\r', 'done'],
  ['Escape', 'a|', '\u001b', 'left'],
  ['Ctrl-G', 'a|', '\u0007', 'edit'],
]

test.each(cases)('%s', (_, start, keys, expected) => expect(typed(start, keys)).toBe(expected))
