// What canary runs say: now, and over the task's start.
import { expect, test } from 'bun:test'
import type { CopyOutcome } from '../copy-outcome.ts'
import { type CanaryRuns, judgeCanary, needsStart } from './judge.ts'

const plan = { witness: 'walnut', reached: 'raven' }
const ended = (result: 'passed' | 'failed' | 'timed-out' | 'could-not-run', output: string): CopyOutcome => ({
  kind: 'ran',
  end: { result, why: 'exit' },
  ran: { tests: 3, failed: result === 'failed' ? 1 : 0, skipped: 0, finished: true },
  output,
})
const endless = (outcome: CopyOutcome): CopyOutcome =>
  outcome.kind === 'ran' ? { ...outcome, ran: { failed: 0, skipped: 0, finished: false } } : outcome
const otherwise = (outcome: CopyOutcome): CopyOutcome =>
  outcome.kind === 'ran' ? { ...outcome, ran: { tests: 3, failed: 0, skipped: 0, finished: true } } : outcome
const both = 'walnut\nraven\n'
const red = ended('failed', both)
const green = ended('passed', both)
const notRun: CopyOutcome = { kind: 'not-run', why: 'no isolation' }

const rows: readonly (readonly [name: string, runs: Omit<CanaryRuns, 'plan'> & { excuse?: string }, said: string])[] = [
  ['fails by the canary', { canary: red }, 'red'],
  ['fails by something else', { canary: ended('failed', 'walnut') }, 'cannot-tell'],
  ['fails although all tests passed, the canary too', { canary: otherwise(red) }, 'cannot-tell'],
  ['passes, and the canary ran', { canary: green }, 'green'],
  ['passes, and its file was not loaded', { canary: ended('passed', '') }, 'cannot-tell'],
  ['passes, the file was loaded, the test left out', { canary: ended('passed', 'walnut') }, 'cannot-tell'],
  ['passes, the file was loaded, and no summary', { canary: endless(ended('passed', 'walnut')) }, 'green'],
  ['passes, not loaded, no summary', { canary: endless(ended('passed', '')) }, 'cannot-tell'],
  ['passes, with an excuse', { canary: green, excuse: 'the command chooses tests' }, 'cannot-tell'],
  ['passes with an excuse, red at the start', { canary: green, excuse: 'x', atStart: red }, 'green'],
  ['passes unseen, red at the start', { canary: ended('passed', ''), atStart: red }, 'green'],
  ['passes, as it did at the start', { canary: green, atStart: green }, 'cannot-tell'],
  ['passes, the start could not be tried', { canary: green, atStart: notRun }, 'green'],
  [
    'passes unseen, the start failed otherwise',
    { canary: ended('passed', ''), atStart: ended('failed', '') },
    'cannot-tell',
  ],
  ['timed out', { canary: ended('timed-out', both) }, 'cannot-tell'],
  ['could not run', { canary: ended('could-not-run', both) }, 'cannot-tell'],
  ['was not run', { canary: notRun, atStart: red }, 'cannot-tell'],
]
test.each(rows)('%s', (_, { excuse, ...runs }, said) => {
  expect(judgeCanary({ ...runs, plan: { ...plan, excuse } }).answer).toBe(said as 'green')
})

test('the start is tried only where the check stayed green', () => {
  expect([red, green, notRun].map((canary) => needsStart({ canary, plan }))).toEqual([false, true, false])
})
