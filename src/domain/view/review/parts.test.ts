// Which lines of a block are shown, and which are folded to a gap.
import { describe, expect, test } from 'bun:test'
import type { DiffBlock, DiffLine } from '../../diff/file-diff.ts'
import { partsOf } from './parts.ts'

const lines = (count: number): DiffLine[] =>
  Array.from({ length: count }, (_, at) => ({ kind: 'same', before: at + 1, after: at + 11, pieces: [] }))
const same = (count: number): DiffBlock => ({ kind: 'same', lines: lines(count) })

/** Each part as how many lines it has; a gap in brackets. */
const shape = (block: DiffBlock, ...remarks: readonly string[]): string =>
  partsOf(block, new Map(remarks.map((key) => [key, 'a remark'])))
    .map(({ lines: inside, isGap }) => (isGap ? `[${inside.length}]` : `${inside.length}`))
    .join(' ')

describe('partsOf', () => {
  const rows: ReadonlyArray<readonly [name: string, block: DiffBlock, remarks: readonly string[], expected: string]> = [
    ['a hunk is shown', { kind: 'hunk', lines: lines(30) }, [], '30'],
    ['two unchanged lines are shown', same(2), [], '2'],
    ['three are a gap', same(3), [], '[3]'],
    ['around a remark on a new line', same(30), ['new:25'], '[11] 7 [12]'],
    ['around a remark on an old line', same(30), ['old:15'], '[11] 7 [12]'],
    ['what is left beside it may be too small for a gap', same(12), ['old:6'], '2 7 [3]'],
    ['at the start and at the end', same(30), ['old:1', 'old:30'], '4 [22] 4'],
    ['two remarks that share lines', same(30), ['old:10', 'old:12'], '[6] 7 2 [15]'],
    ['a remark elsewhere', same(30), ['old:99', 'file'], '[30]'],
  ]
  test.each(rows)('%s', (_name, block, remarks, expected) => {
    expect(shape(block, ...remarks)).toBe(expected)
  })
})
