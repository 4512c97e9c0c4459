// The live lines of a list: never wider than the window, never more than there is room for, and how an item stands is kept.
import { expect, test } from 'bun:test'
import { stringWidth } from '../../../../adapters/platform/terminal/window.ts'
import type { ItemRow, ListView } from '../../../../domain/view/list.ts'
import type { Frame } from '../frame.ts'
import { renderList } from './list-lines.ts'

const same = (text: string): string => text
const frame = (columns: number): Frame => ({
  columns,
  rows: 24,
  nowMs: 0,
  spin: 0,
  isPlain: false,
  paint: { bold: same, dim: same, good: same, bad: same, warn: same },
  widthOf: stringWidth,
})
const row = (mark: ItemRow['mark'], title: string, text: string): ItemRow => ({ mark, id: title, title, text })
const view = (...rows: readonly ItemRow[]): ListView => ({
  id: 'list_1',
  file: 'TODO.md',
  branch: 'fullstop/list-1',
  done: rows.filter(({ mark }) => mark === 'done').length,
  rows,
})

test('a long title is cut, not how the item stands', () => {
  const [, line = ''] = renderList(view(row('waiting', 'x'.repeat(100), 'waits for y')), 8, frame(60))
  expect(line).toEndWith('…  waits for y')
  expect(stringWidth(line)).toBe(59)
})

test.each([1, 20, 40, 80, 120])('no line is wider than %d columns', (columns) => {
  const rows = [row('done', '寿司'.repeat(40), 'merged as 0123456'), row('failed', 'b', 'z'.repeat(200))]
  for (const line of renderList(view(...rows), 8, frame(columns)))
    expect(stringWidth(line)).toBeLessThanOrEqual(Math.max(1, columns - 1))
})

test('of a long list the items around the one at work are shown', () => {
  const rows = Array.from({ length: 20 }, (_, nth) =>
    row(nth < 10 ? 'done' : nth === 10 ? 'working' : 'waiting', `i${nth}`, 't'),
  )
  const lines = renderList(view(...rows), 5, frame(80))
  expect(lines).toHaveLength(5)
  expect(lines[0]).toContain('10 of 20 proven done')
  expect(lines.slice(1).map((line) => /i\d+/.exec(line)?.[0])).toEqual(['i8', 'i9', 'i10', 'i11'])
})
