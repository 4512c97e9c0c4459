// Bytes in pieces to whole lines: however they are cut.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { rounds } from '../../../test/rounds.ts'
import { linesOf } from './lines-of.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const texts = (lines: readonly Buffer[]): string[] => lines.map((line) => line.toString('utf8'))

/** All lines of these pieces, the open one at the end included. */
function linesIn(pieces: readonly Uint8Array[]): string[] {
  const lines = linesOf()
  return [...pieces.flatMap((piece) => lines.add(piece).map(String)), ...lines.rest().map(String)]
}

/** Cut at these places, counted round. */
function cutAt(whole: Uint8Array, places: readonly number[]): Uint8Array[] {
  const sorted = [0, ...places.map((place) => place % (whole.length + 1)).toSorted((a, b) => a - b), whole.length]
  return sorted.slice(1).map((end, index) => whole.subarray(sorted[index], end))
}

const rows: ReadonlyArray<readonly [name: string, pieces: readonly string[], expected: readonly string[]]> = [
  ['nothing', [], []],
  ['an empty piece', [''], []],
  ['one line', ['a\n'], ['a']],
  ['a line without its end', ['a'], ['a']],
  ['two lines in one piece', ['a\nb\n'], ['a', 'b']],
  ['one line in three pieces', ['a', 'b', 'c\n'], ['abc']],
  ['an end that comes alone', ['a', '\n', 'b\n'], ['a', 'b']],
  ['empty lines', ['\n\na\n\n'], ['', '', 'a', '']],
  ['a piece that ends one line and begins another', ['a', 'b\nc', 'd\n'], ['ab', 'cd']],
  ['line ends of others are part of the line', ['a\r\nb\u2028c\n'], ['a\r', 'b\u2028c']],
]

describe('linesOf', () => {
  for (const [name, pieces, expected] of rows) {
    test(name, () => expect(linesIn(pieces.map(bytes))).toEqual(expected as string[]))
  }

  test('a character that is cut in the middle', () => {
    const whole = bytes('ä漢😀\n')
    const pieces = Array.from(whole, (_, index) => whole.subarray(index, index + 1))
    expect(linesIn(pieces)).toEqual(['ä漢😀'])
  })
  test('a piece may be used again by whoever gave it', () => {
    const lines = linesOf()
    const buffer = bytes('abc')
    lines.add(buffer)
    buffer.fill(120)
    const next = bytes('d\nef')
    const first = texts(lines.add(next))
    next.fill(120)
    expect([...first, ...texts(lines.rest())]).toEqual(['abcd', 'ef'])
  })
  test('the rest is told once', () => {
    const lines = linesOf()
    lines.add(bytes('a'))
    expect([texts(lines.rest()), texts(lines.rest())]).toEqual([['a'], []])
  })
  test('a mark of byte order is a character like others', () =>
    expect([linesIn([bytes('a\n\uFEFFb\n')]), linesIn([bytes('a\n'), bytes('\uFEFFb\n')])]).toEqual([
      ['a', '\uFEFFb'],
      ['a', '\uFEFFb'],
    ]))

  test('any cut gives the same lines', () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.constantFrom('\n', 'a', 'ä', '漢', '😀', '\uFEFF', '\r'),
        fc.string({ minLength: 1, maxLength: 1 }),
      ),
    })
    fc.assert(
      fc.property(text, fc.array(fc.nat(), { maxLength: 12 }), (given, places) => {
        const whole = bytes(given)
        const expected = new TextDecoder('utf-8', { ignoreBOM: true }).decode(whole).split('\n')
        if (expected.at(-1) === '') expected.pop()
        expect(linesIn(cutAt(whole, places))).toEqual(expected)
      }),
      { numRuns: rounds(500) },
    )
  })
  test('… of any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.array(fc.nat(), { maxLength: 12 }), (whole, places) => {
        expect(linesIn(cutAt(whole, places))).toEqual(linesIn([whole]))
      }),
      { numRuns: rounds(500) },
    )
  })
})

describe('a line that is too long', () => {
  const MEBIBYTE = new Uint8Array(1024 * 1024).fill(120)
  const long = Array.from({ length: 66 }, () => MEBIBYTE)

  test('is left out, what is around it is not', () =>
    expect(linesIn([bytes('before\n'), ...long, bytes('end\nafter\nlast')])).toEqual(['before', 'after', 'last']))
  test('is left out at the end, too', () => expect(linesIn([bytes('before\n'), ...long])).toEqual(['before']))
  test('is left out where it begins behind another', () =>
    expect(linesIn([bytes('before\nbegin'), ...long, bytes('\nafter\n')])).toEqual(['before', 'after']))
  test('the one after it is whole', () => {
    const [line = '', ...others] = linesIn([...long, bytes('\n'), MEBIBYTE, bytes('\n')])
    expect([line.length, others]).toEqual([1024 * 1024, []])
  })
})
