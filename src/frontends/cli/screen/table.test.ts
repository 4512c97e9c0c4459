// Tables: whole in a pipe, never wider than a window.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { Paper } from './paper.ts'
import { type Cell, cutMiddle, cutTo, drawTable } from './table.ts'

const plain = (text: string): string => text
const widthOf = (text: string): number => Bun.stringWidth(text)
const paper = (columns: number): Paper => ({
  columns,
  style: { bold: plain, dim: plain, good: plain, bad: plain, warn: plain },
  widthOf,
})
const columns = [{ title: 'ID' }, { title: 'FOLDER', keepsEnd: true }, { title: 'REQUEST' }]
const rows: Cell[][] = [
  ['task_1', '/home/ada/projects/shop', 'Build the parser and the printer'],
  ['task_22', '/srv', { text: '世界 fits', tone: 'good' }],
]

describe('drawTable', () => {
  test('a pipe gets whole values', () => {
    expect(drawTable({ columns, rows }, paper(Number.POSITIVE_INFINITY))).toEqual([
      'ID       FOLDER                   REQUEST',
      'task_1   /home/ada/projects/shop  Build the parser and the printer',
      'task_22  /srv                     世界 fits',
    ])
  })

  test('a window cuts the widest columns: of a path the beginning', () => {
    expect(drawTable({ columns, rows }, paper(40))).toEqual([
      'ID       FOLDER           REQUEST',
      'task_1   …/projects/shop  Build the par…',
      'task_22  /srv             世界 fits',
    ])
  })

  test('a column that wraps shows everything', () => {
    const wrapped = [{ title: 'ID' }, { title: 'REQUEST', wraps: true }]
    expect(drawTable({ columns: wrapped, rows: [['a', 'one two three']], indent: 2 }, paper(14))).toEqual([
      '  ID  REQUEST',
      '  a   one two',
      '      three',
    ])
  })

  test('no line is ever wider than the window', () => {
    const unit = fc.constantFrom('a', 'b', ' ', '/', '-', 'é', '世', '界')
    const cell = fc.string({ unit, maxLength: 60 })
    const any = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(any, fc.integer({ min: 40, max: 120 }), fc.boolean(), (table, width, wraps) => {
        const lines = drawTable({ columns: [{}, { keepsEnd: true }, { wraps }], rows: table }, paper(width))
        expect(lines.filter((line) => widthOf(line) > width)).toEqual([])
      }),
    )
  })
})

test('cutTo leaves what fits, and never more', () => {
  expect(cutTo('abc', 3, { widthOf })).toBe('abc')
  expect(cutTo('abcd', 3, { widthOf })).toBe('ab…')
  expect(cutTo('世界世', 4, { widthOf })).toBe('世…')
  expect(cutTo('abcd', 3, { keepsEnd: true, widthOf })).toBe('…cd')
})

describe('cutMiddle', () => {
  const path = '~/.local/share/node/versions/20/bin/claude'
  test.each([
    [60, path],
    [42, path],
    [30, '~/.local/…rsions/20/bin/claude'],
    [3, '…de'],
  ])('to %d columns', (width, expected) => {
    const cut = cutMiddle(path, width, widthOf)
    expect(cut).toBe(expected)
    expect(widthOf(cut)).toBeLessThanOrEqual(width)
  })
})
