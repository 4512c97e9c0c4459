// Tables for the rows in sight.
import { expect, test } from 'bun:test'
import { rowAt, toOffsets, windowOf } from './window.ts'

const offsets = toOffsets([20, 20, 60, 20, 20])

test('offsets begin at zero and end with the height of the list', () => {
  expect([...offsets]).toEqual([0, 20, 40, 100, 120, 140])
  expect([...toOffsets([])]).toEqual([0])
})

test.each([
  [-5, 0],
  [0, 0],
  [19, 0],
  [20, 1],
  [99, 2],
  [100, 3],
  [139, 4],
  [9999, 4],
])('at %d stands row %d', (place, row) => {
  expect(rowAt(offsets, place)).toBe(row)
})

test('the window holds the rows in sight and some more, never less than one', () => {
  expect(windowOf(offsets, { top: 45, bottom: 90, more: 0 })).toEqual({ first: 2, end: 3 })
  expect(windowOf(offsets, { top: 45, bottom: 90, more: 1 })).toEqual({ first: 1, end: 4 })
  expect(windowOf(offsets, { top: -500, bottom: -400, more: 2 })).toEqual({ first: 0, end: 3 })
  expect(windowOf(offsets, { top: 900, bottom: 950, more: 2 })).toEqual({ first: 2, end: 5 })
  expect(windowOf(toOffsets([]), { top: 0, bottom: 100, more: 5 })).toEqual({ first: 0, end: 0 })
})
