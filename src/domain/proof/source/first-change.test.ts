// A finding must name a line that exists.
import { expect, test } from 'bun:test'
import { firstChange } from './first-change.ts'

const rows: readonly (readonly [name: string, before: string, after: string, line: number])[] = [
  ['a line in the middle', 'a\nb\nc\n', 'a\nx\nc\n', 2],
  ['a line that came', 'a\nc\n', 'a\nb\nc\n', 2],
  ['a line that came at the end', 'a\n', 'a\nb\n', 2],
  ['the end was cut off', 'a\nb\nc\n', 'a\nb\n', 2],
  ['the end was cut off, without a last line break', 'a\nb\nc', 'a\nb', 2],
  ['all of it was cut off', 'a\nb\n', '', 1],
  ['a new text', '', 'a\nb\n', 1],
]

test.each(rows)('%s', (_, before, after, line) => expect(firstChange(before, after)).toBe(line))
