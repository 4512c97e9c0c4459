// Terminal output and the text a person reads from it.
import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { expectLinear } from '../../../test/cost.ts'
import { amount } from '../../../test/rounds.ts'
import { plainText } from './plain-text.ts'

const cases: readonly (readonly [name: string, output: string, text: string])[] = [
  ['plain lines stay', 'a\nb\n', 'a\nb\n'],
  ['a carriage return before the line feed is part of the line end', 'a\r\nb\r\r\n', 'a\nb\n'],
  ['colours', '\x1b[1;32mdone\x1b[0m', 'done'],
  ['true colours with colons', '\x1b[38:2::1:2:3mdone\x1b[m', 'done'],
  ['8-bit control sequence', '\x9b32mdone\x9b0m', 'done'],
  ['window title ended by BEL', '\x1b]0;title\x07done', 'done'],
  ['hyperlink ended by ST', '\x1b]8;;https://x.y\x1b\\link\x1b]8;;\x1b\\ end', 'link end'],
  ['8-bit OSC and ST', '\x9d0;title\x9cdone', 'done'],
  ['device control string over lines', 'a\x1bPq#0\n~~\x1b\\b', 'ab'],
  ['a control string that is never closed ends with its line', 'a\x1b]0;title\nb', 'a\nb'],
  ['single escapes', '\x1b7a\x1b8\x1b(Bb\x1b=', 'ab'],
  ['private modes', '\x1b[?25l\x1b[?2004hdone\x1b[?25h', 'done'],
  ['a redraw replaces the line', 'Working 10%\rWorking 100%\rDone', 'Done'],
  ['a shorter redraw replaces it too', 'a long progress line\rok\n', 'ok\n'],
  ['a return without new text keeps the line', 'done\r', 'done'],
  ['erase after return', 'gone\r\x1b[Kdone', 'done'],
  ['erase the whole line', 'gone\x1b[2K\rdone', 'done'],
  ['column one', 'gone\x1b[1Gdone', 'done'],
  ['backspace', 'dome\b\bne', 'done'],
  ['backspace over a surrogate pair', 'a😀\bb', 'ab'],
  ['overstruck bold', 'd\bdo\bone', 'done'],
  ['lines redrawn by moving up', 'one\ntwo\n\x1b[2A\x1b[2Kuno\n\x1b[2Kdos\n', 'uno\ndos\n'],
  ['erase below', 'one\ntwo\n\x1b[2A\r\x1b[Jdone', 'done'],
  ['a gap written as a movement', 'all\x1b[1Cdone', 'all done'],
  ['full-screen addressing starts a new line', 'a\x1b[Hb', 'a\nb'],
  ['other control characters', 'a\x00\x07b\x7f', 'ab'],
  ['tabs stay', 'a\tb', 'a\tb'],
  ['an escape at the very end', 'a\x1b', 'a'],
  ['an unfinished sequence at the very end', 'a\x1b[31', 'a'],
]

test.each(cases)('%s', (_, output, text) => {
  expect(plainText(output)).toBe(text)
})

test('text without control characters stays as it is', () => {
  fc.assert(fc.property(fc.stringMatching(/^[ -~é✅\n\t]*$/u), (text) => plainText(text) === text))
})

test('never throws', () => {
  const unit = fc.constantFrom(
    '\x1b',
    '[',
    ']',
    'P',
    '2',
    ';',
    'K',
    'A',
    'J',
    'C',
    'H',
    '\r',
    '\n',
    '\b',
    '\x07',
    '\x9b',
    '\x9d',
    'x',
    '\ud83d',
  )
  fc.assert(fc.property(fc.string({ unit }), (text) => typeof plainText(text) === 'string'))
})

test.each([
  ['escapes', '\x1b'],
  ['control sequence openers', '\x1b['],
  ['control string openers', '\x1b]\n'],
  ['device control openers', '\x1bP\n'],
  ['titles', '\x1b]0;t\x07'],
  ['returns', 'abc\r'],
  ['backspaces', 'ab\b'],
  ['moves', 'x\n\x1b[1A'],
])('a flood of %s is read in one pass', (_, unit) => {
  expect(plainText(unit.repeat(300_000)).length).toBeLessThan(2_000_000)
})

const ROWS = 'one row of output\r\n\x1b[32mand a green one\x1b[0m\n'.repeat(3000)
const ROWS_SEEN = 'one row of output\nand a green one\n'.repeat(3000)

test.each([
  ['nothing', '', ''],
  ['a redraw of the last row', '10%\r20%\rdone\n', 'done\n'],
  ['rows that go on', `x\ry\n${ROWS}`, `y\n${ROWS_SEEN}`],
])('S8: rows that nothing touches any more are taken over as they are: then %s', (_, output, seen) => {
  expect(plainText(ROWS + output)).toBe(ROWS_SEEN + seen)
})

test.each([
  ['the last row', 1, 5999],
  ['some thousand rows above', 4001, 1999],
  ['the first row', 6000, 0],
  ['above the first row', 60_000, 0],
])('S8: rows far up can still be redrawn: %s', (_, count, row) => {
  const seen = ROWS_SEEN.split('\n').with(row, 'new').join('\n')
  expect(plainText(`${ROWS}\x1b[${count}A\rnew`)).toBe(seen)
})

test('S8: output that moves over all its rows again and again is read in linear time', () => {
  const unit = `${ROWS.slice(0, 20_000)}\n\x1b[9999999A\x1b[9999999B\n`
  const few = `${ROWS.slice(0, 20_000)}\n\x1b[500A`
  expectLinear(amount(400), (times) => plainText(unit.repeat(times)))
  expectLinear(amount(400), (times) =>
    plainText(ROWS.repeat(times / 8) + '\x1b[500A'.repeat(times) + few.repeat(times)),
  )
})
