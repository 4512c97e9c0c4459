// Checks that failed at earlier claims, with what was done to the files since.
import { expect, test } from 'bun:test'
import type { ChangedFile, Evidence } from '../../../../contract/evidence.ts'
import { failedBefore } from './failed-before.ts'

const file = (path: string, id?: string): ChangedFile => ({ path, how: 'modified', ...(id ? { id } : {}) })

function evidence(
  changed: ChangedFile[] | undefined,
  result: 'failed' | 'passed' = 'failed',
  count?: number,
): Evidence {
  const check = { name: 'test', result, failures: ['a.test.ts: adds'], tail: 'one\ntwo' }
  return {
    checks: [check as unknown as Evidence['checks'][number]],
    skipped: [],
    ...(changed ? { changed, changedCount: count ?? changed.length } : {}),
    notes: [],
    warnings: [],
    tampering: [],
  }
}

const NOW = [file('a.ts', '1'), file('b.ts', '2'), file('c.ts', '9')]
const LINES = ['a.test.ts: adds', 'one', 'two']

test('a failed check has its lines and the files that are others now', () => {
  const then = [file('a.ts', '1'), file('b.ts', '1'), file('gone.ts', '5')]
  expect(failedBefore([evidence(then)], NOW)).toStrictEqual([
    { name: 'test', lines: LINES, changedSince: new Set(['b.ts', 'gone.ts', 'c.ts']) },
  ])
})

const UNKNOWN: readonly (readonly [string, Evidence])[] = [
  ['no list was kept', evidence(undefined)],
  ['the list was cut', evidence([file('a.ts', '1')], 'failed', 2)],
  ['a file has no id', evidence([file('a.ts')])],
]
test.each(UNKNOWN)('what changed since is not known: %s', (_name, earlier) => {
  expect(failedBefore([earlier], NOW)).toStrictEqual([{ name: 'test', lines: LINES }])
})

test('a deleted file needs no id', () => {
  const deleted: ChangedFile = { path: 'a.ts', how: 'deleted' }
  expect(failedBefore([evidence([deleted])], [deleted])[0]?.changedSince).toEqual(new Set())
})

test('a passed check is left out, and the newest twenty are kept in their order', () => {
  expect(failedBefore([evidence([], 'passed')], [])).toEqual([])
  const many = Array.from({ length: 25 }, (_, at) => evidence([file('a.ts', `${at}`)]))
  const kept = failedBefore(many, [file('a.ts', '0')])
  expect(kept).toHaveLength(20)
  expect(kept[0]?.changedSince).toEqual(new Set())
  expect(kept[1]?.changedSince).toEqual(new Set(['a.ts']))
})
