// A program's output as the lines a person would have seen.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { toLines } from './output-lines.ts'

const rows: ReadonlyArray<readonly [name: string, output: string, lines: string[]]> = [
  ['nothing', '', ['']],
  ['line ends of both kinds', 'a\nb\r\nc', ['a', 'b', 'c']],
  ['colours', '\u001b[1;31ma\u001b[0m\u001b[Kb', ['ab']],
  ['titles and links', '\u001b]0;t\u0007a\u001b]8;;http://x\u001b\\b\u001b]8;;\u001b\\', ['ab']],
  ['a title that never ends takes its line only', '\u001b]0;t\na', ['', 'a']],
  ['device strings and short escapes', '\u001bPx\u001b\\a\u001b7\u001b(Bb', ['ab']],
  ['the one-byte form', '\u009b31ma', ['a']],
  ['redraws', 'a 1%\ra 2%\rdone\r', ['done']],
  ['control characters', 'a\0\b\u007fb\u202e', ['ab']],
  ['a tab and inner spaces stay', '\ta  b ', ['\ta  b']],
]

describe('toLines', () => {
  for (const [name, output, lines] of rows) test(name, () => expect(toLines(output)).toEqual(lines))

  test('no control character is left', () => {
    const output = fc.string({ unit: fc.constantFrom(...'\u001b[]0;m\u0007\\\r\na\u009bPX'.split('')) })
    fc.assert(
      fc.property(output, (text) =>
        expect(toLines(text).join('')).not.toMatch(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/),
      ),
    )
  })
})
