// The criteria of a new task: their ids, and what no task is opened with.
import { describe, expect, test } from 'bun:test'
import type { Criterion, CriterionRow } from '../../contract/criterion.ts'
import { maskedCriteria, numberedCriteria, troubleWith, troubleWithRows } from './criteria.ts'

test('texts without ids are numbered', () => {
  expect(numberedCriteria(['Five tries a minute', ' A test shows it '])).toEqual([
    { id: 'c1', text: 'Five tries a minute' },
    { id: 'c2', text: 'A test shows it' },
  ])
})

test('secrets are masked in the texts alone', () => {
  const mask = (text: string): string => text.replace('hunter2', '[secret]')
  expect(maskedCriteria([{ id: 'hunter2', text: 'Log in with hunter2' }], mask)).toEqual([
    { id: 'hunter2', text: 'Log in with [secret]' },
  ])
  expect(maskedCriteria(undefined, mask)).toEqual([])
})

describe('troubleWith', () => {
  const many = Array.from({ length: 51 }, (_, nth): Criterion => ({ id: `c${nth}`, text: 'x' }))
  const rows: ReadonlyArray<readonly [name: string, criteria: readonly Criterion[], expected: string | undefined]> = [
    ['none', [], undefined],
    ['fifty', many.slice(1), undefined],
    ['more', many, '51 acceptance criteria; 50 is the most'],
    ["a tracker's own id", [{ id: 'US-3.ac_1', text: 'x' }], undefined],
    [
      'an id that would break a command line',
      [{ id: 'a=b\u001b[2J', text: 'x' }],
      'acceptance criterion "a=b\u{fffd}[2J": an id has up to 40 letters, digits, dots, dashes and underscores',
    ],
    ['the same id twice', [many[0], many[0]] as Criterion[], 'acceptance criterion "c0" is there twice'],
    ['no text', [{ id: 'c1', text: ' \n' }], 'acceptance criterion "c1" has no text'],
    [
      'a very long text',
      [{ id: 'c1', text: 'x'.repeat(1001) }],
      'acceptance criterion "c1" has 1001 characters; 1000 is the most',
    ],
  ]
  for (const [name, criteria, expected] of rows) test(name, () => expect(troubleWith(criteria)).toBe(expected))
})

describe('troubleWithRows', () => {
  const TWO: readonly Criterion[] = [
    { id: 'c1', text: 'Fast' },
    { id: 'c2', text: 'Small' },
  ]
  const AGAIN = 'claim again with one row for each of the criteria of this task: c1, c2'
  const met: CriterionRow = { id: 'c1', state: 'met', by: 'test' }
  const rows: ReadonlyArray<readonly [name: string, rows: readonly CriterionRow[], why: string | undefined]> = [
    ['a row for each', [met, { id: 'c2', state: 'not-applicable', by: 'no' }], undefined],
    ['one left out: the gate says so', [met], undefined],
    ['an open one needs no words', [{ id: 'c2', state: 'open' }], undefined],
    ['an unknown id', [{ id: 'c3\u001b[2J', state: 'open' }], 'criterion "c3\u{fffd}[2J" is no criterion of this task'],
    ['the same id twice', [met, { id: 'c1', state: 'open' }], 'criterion "c1" has two rows'],
    [
      'met by nothing',
      [{ id: 'c1', state: 'met', by: ' ' }],
      'criterion "c1" is met by what? Name in "by" the check or file that shows it',
    ],
    [
      'not applicable without a word',
      [{ id: 'c1', state: 'not-applicable' }],
      'criterion "c1" does not apply: say why in "by"',
    ],
  ]
  for (const [name, given, why] of rows) {
    test(name, () => expect(troubleWithRows(given, TWO)).toEqual(why === undefined ? undefined : { why, next: AGAIN }))
  }
  test('a task without criteria', () => {
    expect(troubleWithRows([met], undefined)).toEqual({
      why: 'this task has no acceptance criteria',
      next: 'claim again without criteria',
    })
    expect(troubleWithRows(undefined, undefined)).toBeUndefined()
    expect(troubleWithRows([], TWO)).toBeUndefined()
  })
})
