// What counts as progress beyond the transcript.
import { describe, expect, test } from 'bun:test'
import type { Observed } from '../../contract/state.ts'
import { movesAfter } from './progress.ts'

describe('a move', () => {
  const rows: readonly (readonly [string, Observed | undefined, Observed | undefined, number])[] = [
    ['nothing was looked at', undefined, undefined, 0],
    ['the first look', undefined, { tree: 'a' }, 0],
    ['the same tree', { tree: 'a' }, { tree: 'a' }, 0],
    ['another tree', { tree: 'a' }, { tree: 'b' }, 1],
    ['another result', { checks: 'test=failed' }, { checks: 'test=passed' }, 1],
    ['the first row that holds', {}, { rows: ['c1'] }, 1],
    ['one more row', { rows: ['c1'] }, { rows: ['c1', 'c2'] }, 1],
    ['the same rows', { rows: ['c1'] }, { rows: ['c1'] }, 0],
    ['no row', { rows: [] }, { rows: [] }, 0],
    ['a tree and a row are one move', { tree: 'a', rows: [] }, { tree: 'b', rows: ['c1'] }, 1],
  ]
  test.each(rows)('%s', (_name, before, now, moves) => {
    expect(movesAfter({ moves: 2, ...(before ? { observed: before } : {}) }, now)).toBe(2 + moves)
  })
})
