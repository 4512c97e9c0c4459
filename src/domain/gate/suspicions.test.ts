// What was done to tests and checks, as reasons.
import { expect, test } from 'bun:test'
import type { Tampering } from '../../contract/change.ts'
import type { ExtraRun } from '../../contract/evidence.ts'
import { facts, tampering } from './facts.fixture.ts'
import { failingOldTests, lostStart, riggedChecks, toTampered, unsettled, unsettledAlone } from './suspicions.ts'

const settledBy = (by: 'sealed' | 'canary', how: 'cleared' | 'confirmed'): Tampering => ({
  ...tampering(`${by} ${how}`),
  settled: { by, how, why: 'it ran' },
})
const OPEN = tampering('skipped')
const CLEARED = settledBy('sealed', 'cleared')
const SEALED = settledBy('sealed', 'confirmed')
const CANARY = settledBy('canary', 'confirmed')
const KNOWN = facts({ tampering: [OPEN, CLEARED, SEALED, CANARY] })

test('those that an extra run cleared are settled; those of a sealed run are told with its tests', () => {
  expect(unsettled(KNOWN)).toEqual([OPEN, SEALED, CANARY])
  expect(unsettledAlone(KNOWN)).toEqual([OPEN, CANARY])
  expect(toTampered(OPEN)).toEqual({ code: 'tampered', text: 'a.test.ts:3 skipped' })
})

const run = (kind: ExtraRun['kind'], answer: ExtraRun['answer'], tests: string[] = []): ExtraRun =>
  ({ kind, answer, why: 'it says so', check: 'unit\ntest', tests }) as unknown as ExtraRun

test('a canary run that stays green shows a rigged check, with the places', () => {
  expect(riggedChecks(facts({ extra: [run('canary', 'red'), run('sealed', 'green')] }))).toEqual([])
  const doubted = { ...run('canary', 'green'), places: ['src/a.js:2', 'src/b.js:7'] }
  expect(riggedChecks(facts({ extra: [doubted] })).map(({ text }) => text)).toEqual([
    `check "unit test" passes even with a test that must fail, likely by src/a.js:2, src/b.js:7`,
  ])
  const known = facts({ extra: [run('canary', 'green')], tampering: [CANARY, SEALED] })
  expect(riggedChecks(known)).toEqual([
    {
      code: 'rigged',
      text: 'check "unit test" passes even with a test that must fail: a.test.ts:3 canary confirmed',
    },
  ])
})

test('an assertion that passes with another expected value is named', () => {
  const why = 'an assertion whose expected value was changed still passes (a.test.ts:9)'
  const extra = [{ ...run('canary', 'green'), form: 'bent' as const, why, places: ['src/a.js:2'] }]
  expect(riggedChecks(facts({ extra, tampering: [] }))).toEqual([
    { code: 'rigged', text: `check "unit test" proves nothing: ${why}, likely by src/a.js:2` },
  ])
})

test('a sealed run that is red names five of its tests', () => {
  expect(failingOldTests(facts({ extra: [run('sealed', 'green'), run('canary', 'red')] }))).toEqual([])
  const tests = ['one', 'two', 'three', 'four', 'five', 'six']
  const [reason] = failingOldTests(facts({ extra: [run('sealed', 'red', tests)], tampering: [SEALED] }))
  expect(reason?.code).toBe('old-tests-fail')
  expect(reason?.text).toContain('(sealed run of "unit test"): one; two; three; four; five and 1 more')
  expect(reason?.text).toContain('a.test.ts:3 sealed confirmed')
})

test('a start that was lost is a reason of its own', () => {
  expect(lostStart(facts())).toEqual([])
  expect(lostStart(facts({ startLost: 'git\nforgot' }))).toEqual([
    { code: 'start-lost', text: 'what changed since the task began can no longer be told: git forgot' },
  ])
})
