// The last line of a plain program: whole, without what steers a terminal, in bounded memory.
import { expect, test } from 'bun:test'
import { lastPrinted } from './last-printed.ts'

const cases: ReadonlyArray<readonly [name: string, pieces: readonly string[], line: string | undefined]> = [
  ['nothing was printed', [], undefined],
  ['blank lines alone', ['\n  \n'], undefined],
  ['the last of two lines', ['one\ntwo\n'], 'two'],
  ['blank lines after it', ['one\n\n   \n'], 'one'],
  ['a line that is not finished', ['one\ntw', 'o so far'], 'two so far'],
  ['a line that is drawn again', ['10 %\r', '20 %\r', '30 %'], '30 %'],
  ['colours and a title of the window', ['\u001b]0;title\u0007\u001b[31mred\u001b[0m\n'], 'red'],
  ['more than is kept', ['x'.repeat(100_000), '\nlast\n'], 'last'],
  ['more blank lines than are kept', ['words\n', '\n'.repeat(100_000)], 'words'],
]

for (const [name, pieces, line] of cases) {
  test(`issue 17: ${name}`, () => {
    const printed = lastPrinted()
    for (const piece of pieces) {
      printed.add(new TextEncoder().encode(piece))
      printed.line()
    }
    expect(printed.line()).toBe(line)
  })
}

test('issue 17: a letter that arrives in two pieces is one letter', () => {
  const printed = lastPrinted()
  for (const byte of new TextEncoder().encode('für')) printed.add(Uint8Array.of(byte))
  expect(printed.line()).toBe('für')
})
