// Lines of files of any shape: across pieces, too long, without an end, garbage between them, and files that change size.
import { describe, expect, test } from 'bun:test'
import type { OpenedFile } from '../../adapters/platform/files/files.ts'
import { readLines } from './read-lines.ts'

const MB = 1024 * 1024

function opened(text: string, size = Buffer.byteLength(text)): OpenedFile {
  const bytes = Buffer.from(text)
  return {
    size,
    read: (start, length, into = Buffer.alloc(length)) => {
      const count = bytes.subarray(start, start + length).copy(into)
      return into.subarray(0, count)
    },
    close: () => {},
  }
}

function numbersOf(file: OpenedFile): (number | undefined)[] {
  const numbers: (number | undefined)[] = []
  readLines(file, (line) => numbers.push(line.number) > 0)
  return numbers
}

function linesOf(file: OpenedFile): { start: number; text: string }[] {
  const lines: { start: number; text: string }[] = []
  readLines(file, (line) => {
    lines.push({ start: line.start, text: line.text() })
    return true
  })
  return lines
}

const textsOf = (file: OpenedFile): string[] => linesOf(file).map(({ text }) => text)

describe('lines', () => {
  test('with their offsets, the last one without an end', () => {
    expect(linesOf(opened('{"a":1}\n\n{"é":2}\n{"c":3}'))).toEqual([
      { start: 0, text: '{"a":1}' },
      { start: 9, text: '{"é":2}' },
      { start: 18, text: '{"c":3}' },
    ])
  })

  test('across pieces of any length', () => {
    const lines = Array.from(
      { length: 400 },
      (_, index) => `{"n":${index},"x":"${'y'.repeat((index * 7919) % 20_000)}"}`,
    )
    expect(textsOf(opened(`${lines.join('\n')}\n`))).toEqual(lines)
    expect(textsOf(opened(lines.join('\n')))).toEqual(lines)
  })

  test('longer than a piece, and too long', () => {
    const long = `{"x":"${'y'.repeat(3 * MB)}"}`
    const tooLong = `{"x":"${'y'.repeat(40 * MB)}"}`
    expect(textsOf(opened(`{"a":1}\n${long}\n${tooLong}\n{"b":2}\n${tooLong}`))).toEqual(['{"a":1}', long, '{"b":2}'])
  })

  test('garbage between them is passed over, wherever a piece ends', () => {
    for (const filler of ['x', '\n', 'no json\n', '{', '{{\n', '\n{', '"{"\n']) {
      const noise = filler.repeat(Math.ceil((1.5 * MB) / filler.length))
      const texts = textsOf(opened(`${noise}\n{"a":1}\n${noise}\n{"b":2}`)).filter((text) => text.startsWith('{"'))
      expect(texts).toEqual(['{"a":1}', '{"b":2}'])
    }
  })

  test('a file that grew since is read to the end that it had, and one that shrank to the end that it has', () => {
    expect(textsOf(opened('{"a":1}\n{"b":2}\n', 8))).toEqual(['{"a":1}'])
    expect(textsOf(opened('{"a":1}\n{"b":2}\n', 9000))).toEqual(['{"a":1}', '{"b":2}'])
  })

  test('are counted across pieces, and no longer behind garbage', () => {
    const lines = Array.from({ length: 400 }, (_, index) => `{"x":"${'y'.repeat((index * 7919) % 20_000)}"}`)
    expect(numbersOf(opened(lines.join('\r\n')))).toEqual(lines.map((_, index) => index + 1))
    expect(numbersOf(opened('{"a":1}\n{"b":2}\n\n{"c":3}'))).toEqual([1, 2, undefined])
    expect(numbersOf(opened('no json\n{"a":1}\n{"b":2}'))).toEqual([undefined, undefined])
    const tooLong = `{"x":"${'y'.repeat(40 * MB)}"}`
    expect(numbersOf(opened(`{"a":1}\n${tooLong}\n{"b":2}`))).toEqual([1, undefined])
  })

  test('the caller may stop', () => {
    let seen = 0
    readLines(opened('{"a":1}\n{"b":2}\n{"c":3}\n'), () => ++seen < 2)
    expect(seen).toBe(2)
  })

  test('marks are looked for in the line alone', () => {
    const found: boolean[][] = []
    readLines(opened('{"a":1}\n{"m":2,"rare":1}\n{"a":"m"}\n{"rare":1}'), (line) => {
      found.push([line.has('"m":'), line.hasRare('rare'), line.has('"a"', 3)])
      return true
    })
    expect(found).toEqual([
      [false, false, false],
      [true, true, false],
      [false, false, false],
      [false, true, false],
    ])
  })

  test('marks of short lines and of long ones are found alike', () => {
    const found: boolean[][] = []
    for (const filler of ['', 'y'.repeat(5000)]) {
      readLines(opened(`{"x":"é${filler}","m":1}\n{"x":"${filler}","é":1}\n{"m":"${filler}"}`), (line) => {
        found.push([line.has('"m":'), line.has('"m":', 3), line.has('é')])
        return true
      })
    }
    const wanted = [
      [true, true, false],
      [false, false, false],
      [true, false, false],
    ]
    expect(found).toEqual([...wanted, ...wanted])
  })

  test('what follows a mark among the last bytes of a line', () => {
    const found: unknown[] = []
    const long = 'y'.repeat(100)
    const lines = [
      '{"u":1}',
      `{"u":1,"x":"${long}","u":22}`,
      `{"x":"${long}"}`,
      `{"u":1,"x":"${long}"}`,
      '{"u":3,"u":4}',
    ]
    readLines(opened(`${lines.join('\n')}\n{"x":"u`), (line) => {
      found.push([line.behind('"u":', 50, 9), line.behind('"u":', 500, 2), line.behind('"u":', 3, 9)])
      return true
    })
    expect(found).toEqual([
      ['1}', '1}', undefined],
      ['22}', '1,', undefined],
      [undefined, undefined, undefined],
      [undefined, '1,', undefined],
      ['3,"u":4}', '3,', undefined],
      [undefined, undefined, undefined],
    ])
  })
})
