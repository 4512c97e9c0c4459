// What a sealed run and its control say together.
import { expect, test } from 'bun:test'
import type { WhatRan } from '../../../../contract/evidence.ts'
import type { CopyOutcome } from '../copy-outcome.ts'
import { judgeSealed, type SealedRuns } from './judge.ts'

const ran = (tests: number | undefined, more: Partial<WhatRan> = {}): WhatRan => ({
  ...(tests === undefined ? {} : { tests }),
  failed: 0,
  skipped: 0,
  finished: true,
  ...more,
})
const UNKNOWN = 'unknown'
const passed = (what: WhatRan | typeof UNKNOWN = ran(5)): CopyOutcome => ({
  kind: 'ran',
  end: { result: 'passed', why: 'exit 0' },
  ran: what === UNKNOWN ? undefined : what,
  output: '',
})
const failed = (output: string, what: WhatRan | typeof UNKNOWN = ran(5, { failed: 1 })): CopyOutcome => ({
  kind: 'ran',
  end: { result: 'failed', why: 'exit 1' },
  ran: what === UNKNOWN ? undefined : what,
  output,
})
const timedOut: CopyOutcome = { ...passed(), end: { result: 'timed-out', why: 'took longer than 10m' } } as CopyOutcome
const notRun: CopyOutcome = { kind: 'not-run', why: 'no room on the disk' }
const noTests: CopyOutcome = { ...passed(), end: { result: 'could-not-run', why: '0 tests ran' } } as CopyOutcome
const plan = { put: [], cases: 2, deletedCases: 0, newTests: ['b.test.ts', 'subtracts'], goneNames: [] }
const base = { command: 'vitest run', plan, before: ran(5) }

const rows: readonly (readonly [name: string, runs: Partial<SealedRuns> & Pick<SealedRuns, 'sealed'>, said: string])[] =
  [
    ['as many tests as before', { sealed: passed() }, 'green'],
    ['fewer tests than before', { sealed: passed(ran(4)) }, 'cannot-tell'],
    ['fewer by what was deleted', { sealed: passed(ran(4)), plan: { ...plan, deletedCases: 1 } }, 'green'],
    ['fewer than what was deleted', { sealed: passed(ran(3)), plan: { ...plan, deletedCases: 1 } }, 'cannot-tell'],
    ['start not counted, tests put back ran', { sealed: passed(ran(2)), before: undefined }, 'green'],
    ['start not counted, put back and skipped', { sealed: passed(ran(1, { skipped: 1 })), before: undefined }, 'green'],
    ['start not counted, fewer ran', { sealed: passed(ran(1)), before: undefined }, 'cannot-tell'],
    ['start was partial', { sealed: passed(ran(2)), before: ran(9, { partial: true }) }, 'green'],
    ['skipped ones do not stand in for what ran', { sealed: passed(ran(4, { skipped: 1 })) }, 'cannot-tell'],
    ['no test at all', { sealed: passed(ran(0)), before: ran(0), plan: { ...plan, cases: 0 } }, 'cannot-tell'],
    ['unknown runner', { sealed: passed(UNKNOWN), command: './gate' }, 'cannot-tell'],
    ['no summary', { sealed: passed(ran(5, { finished: false })) }, 'cannot-tell'],
    ['failures behind a success', { sealed: passed(ran(5, { failed: 1 })) }, 'cannot-tell'],
    ['uncounted', { sealed: passed(ran(undefined)) }, 'cannot-tell'],
    ['tests chosen by what changed', { sealed: passed(ran(5, { partial: true })) }, 'cannot-tell'],
    ['a linter has no tests', { sealed: passed(UNKNOWN), command: 'eslint .', before: undefined }, 'green'],
    ['timed out', { sealed: timedOut }, 'cannot-tell'],
    ['not run', { sealed: notRun }, 'cannot-tell'],
    ['0 tests', { sealed: noTests }, 'cannot-tell'],
    ['red, control green', { sealed: failed('✗ adds'), control: passed() }, 'red: ✗ adds'],
    ['red, then green', { sealed: failed('✗ adds'), control: passed(), again: passed() }, 'cannot-tell'],
    ['red twice', { sealed: failed('✗ adds\n✗ x'), control: passed(), again: failed('✗ adds\n✗ y') }, 'red: ✗ adds'],
    ['red by others', { sealed: failed('✗ adds'), control: passed(), again: failed('✗ y') }, 'cannot-tell'],
    [
      'titles before messages',
      { sealed: failed('cart_test.go:9: got 1\n--- FAIL: TestAdds (0.00s)'), control: passed() },
      'red: --- FAIL: TestAdds, cart_test.go: got',
    ],
    ['red, no time for more', { sealed: failed('✗ adds'), control: passed(), again: notRun }, 'red: ✗ adds'],
    ['red, no control', { sealed: failed('✗ adds') }, 'cannot-tell'],
    ['red, control red', { sealed: failed('✗ adds'), control: failed('✗ adds') }, 'cannot-tell'],
    ['red, control timed out', { sealed: failed('✗ adds'), control: timedOut }, 'cannot-tell'],
    ['red, control not run', { sealed: failed('✗ adds'), control: notRun }, 'cannot-tell'],
    ['red without a test', { sealed: failed('error: boom', ran(0)), control: passed() }, 'cannot-tell'],
    ['red, only new tests', { sealed: failed('✗ subtracts'), control: passed() }, 'cannot-tell'],
    ['red, new and old tests', { sealed: failed('✗ subtracts\n✗ adds'), control: passed() }, 'red: ✗ adds'],
    [
      'a red linter',
      { sealed: failed('src/a.ts:1:2: error: no', UNKNOWN), control: passed(UNKNOWN), command: 'eslint .' },
      'red: src/a.ts: error: no',
    ],
  ]
test.each(rows)('%s', (_, runs, said) => {
  const { answer, tests } = judgeSealed({ ...base, ...runs })
  expect(tests ? `${answer}: ${tests.join(', ')}` : answer).toBe(said)
})

test('many messages leave room for the titles', () => {
  const messages = Array.from({ length: 30 }, (_, nth) => `cart_test.go:9: no ${String.fromCodePoint(97 + nth)}x`)
  const sealed = failed([...messages, '--- FAIL: TestAdds (0.00s)'].join('\n'))
  expect(judgeSealed({ ...base, sealed, control: passed() }).tests?.[0]).toBe('--- FAIL: TestAdds')
})

test('reasons are lines for people', () => {
  expect(judgeSealed({ ...base, sealed: passed() }).why).toBe(
    'passes with the tests and settings from the start of the task (5 tests)',
  )
  expect(judgeSealed({ ...base, sealed: failed('✗ adds'), control: passed() }).why).toBe(
    '1 test from the start of the task fails on the new code',
  )
})
