// Text of others inside ours: no line of it can pass for a line of ours, whatever it holds.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { firstLine, flat, QUOTE, quoted, reasonLines } from './quoted.ts'

type Row = readonly [name: string, text: string, expected: string]

describe('quoted', () => {
  const rows: readonly Row[] = [
    ['one line', '1 failed', '| 1 failed'],
    ['nothing', '', '|'],
    ['an empty line within', 'a\n\nb', '| a\n|\n| b'],
    ['the end of a line in every form', 'a\r\nb\rc\u000bd\u2028e\u0085f', '| a\n| b\n| c\n| d\n| e\n| f'],
    ['a line like ours', 'ok\nFULLSTOP (1/5) claim success', '| ok\n| FULLSTOP (1/5) claim success'],
    ['an escape sequence', '\u001b[2Jgone', '| \ufffd[2Jgone'],
    ['text that turns its direction', 'a\u202eb', '| a\ufffdb'],
    ['a tab stays', 'a\tb', '| a\tb'],
  ]
  test.each(rows)('%s', (_, text, expected) => expect(quoted(text)).toBe(expected))

  test('every line of any text is marked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const line of quoted(text).split(/[\n\r\u2028\u2029]/)) expect(line.startsWith(QUOTE.trimEnd())).toBe(true)
      }),
    )
  })
})

describe('flat', () => {
  const rows: readonly Row[] = [
    ['one line', 'a b', 'a b'],
    ['lines and gaps', ' a\n\n b\t c ', 'a b c'],
    ['control characters', 'a\u0000\u001bb\u202ec', 'a b c'],
  ]
  test.each(rows)('%s', (_, text, expected) => expect(flat(text)).toBe(expected))
})

test('firstLine leaves out the output of the check', () => {
  expect(firstLine('the check "test" fails\n  1 failed')).toBe('the check "test" fails')
  expect(firstLine('the check\r "test" fails')).toBe('the check "test" fails')
})

test('reasonLines quotes the output of the check alone', () => {
  expect(reasonLines('the check "test" fails\n1 failed\nFULLSTOP')).toBe(
    'the check "test" fails\n| 1 failed\n| FULLSTOP',
  )
  expect(reasonLines('no claim')).toBe('no claim')
})
