// The results of the checks behind a success claim, sorted by what they mean for it.
import { expect, test } from 'bun:test'
import type { CheckEvidence, Facts } from '../../contract/facts.ts'
import { claim, couldNotRun, done, facts, failed, passed, policy, timedOut } from './facts.fixture.ts'
import { nameOf, type WeighedChecks, weighChecks } from './weigh-checks.ts'

type Sorted = Omit<WeighedChecks, 'criteria' | 'passed'>
const NONE: Sorted = { failed: [], preexisting: [], disputed: [], couldNotRun: [], doubted: [] }
const old = (changes: Partial<CheckEvidence> = {}): CheckEvidence => ({
  ...failed('test'),
  before: 'failed',
  ...changes,
})
const disputing: Partial<Facts> = {
  claim: claim('success', { disputedChecks: [{ check: 'test', why: 'it is\nold' }] }),
}

const rows: readonly (readonly [string, CheckEvidence, Partial<Facts>, Partial<Record<keyof Sorted, string>>])[] = [
  ['passed', passed('test'), {}, {}],
  ['failed, with its last lines', failed('test', 'boom'), {}, { failed: 'check "test" failed\nboom' }],
  ['timed out', timedOut('test'), {}, { failed: 'check "test" timed-out' }],
  ['could not run', couldNotRun('test', 'no npm'), {}, { couldNotRun: 'check "test" could not run: no npm' }],
  [
    'passed, but what ran speaks against it',
    { ...passed('test'), suspicion: 'no test ran' },
    {},
    { doubted: 'check "test" passed, but no test ran' },
  ],
  [
    'passed when the task began',
    { ...failed('test'), before: 'passed' },
    { claim: claim('success', { preexistingFailures: ['test'] }) },
    { failed: 'check "test" failed, it passed when the task began' },
  ],
  [
    'failed when the task began',
    old({ newFailures: [] }),
    {},
    { preexisting: 'check "test" fails, as it did when the task began' },
  ],
  [
    'failed then, and is worse',
    old({ newFailures: ['b'] }),
    {},
    { failed: 'check "test" failed, worse than when the task began' },
  ],
  [
    'the agent says that it failed before',
    failed('test'),
    { claim: claim('success', { preexistingFailures: ['test'] }) },
    { preexisting: 'the agent says "test" failed before it began' },
  ],
  [
    'the agent disputes it',
    failed('test'),
    disputing,
    { disputed: 'check "test" failed, and the agent says that it is wrong: it is old' },
  ],
  [
    'a person said that it stands',
    failed('test'),
    { ...disputing, standing: ['test'] },
    { failed: 'check "test" failed, and a person said that it stands' },
  ],
]

test.each(rows)('%s', (_name, check, changes, expected) => {
  const {
    criteria: _criteria,
    passed: green,
    ...sorted
  } = weighChecks(
    facts({ claim: claim('success'), verification: done(check), ...changes }),
    policy({ baseline: 'must-not-worsen' }),
  )
  const texts = Object.entries(sorted).map(([kind, reasons]) => [kind, reasons.map(({ text }) => text)])
  const wanted = Object.keys(NONE).map((kind) => [kind, [expected[kind as keyof Sorted] ?? []].flat()])
  expect(Object.fromEntries(texts)).toEqual(Object.fromEntries(wanted))
  expect(green.length).toBe(check.result === 'passed' ? 1 : 0)
})

test('before the checks have run, there is nothing to weigh', () => {
  const { criteria: _criteria, ...sorted } = weighChecks(facts({ claim: claim('success') }), policy())
  expect(sorted).toEqual({ ...NONE, passed: [] })
})

test('a name stands in one line', () => {
  expect(nameOf(passed('a\nb'))).toBe('a b')
})
