// Which known results hold for a check now.
import { expect, test } from 'bun:test'
import type { CheckRun } from '../../contract/evidence.ts'
import { findResult, type Held, type WantedResult } from './reuse.ts'

const NOON = '2026-01-01T12:00:00.000Z'
const LATER = '2026-01-01T12:00:30.000Z'

function ran(change: Partial<CheckRun> = {}): CheckRun {
  return {
    name: 'test',
    key: 'k',
    result: 'passed',
    why: 'exit 0',
    run: 'run_a',
    startedAt: NOON,
    durationMs: 10_000,
    tail: '',
    failures: [],
    tree: 'tree-1',
    ...change,
  }
}

const wanted: WantedResult = { key: 'k', tree: 'tree-1', runs: [], since: LATER, task: 'task_a', opened: LATER }
const { tree: _moved, ...unbound } = ran()

const pass = ran()
const fail = ran({ result: 'failed' })
const slow = ran({ result: 'timed-out' })
const cannot = ran({ result: 'could-not-run' })

const person = { cause: 'person' } as const
const claim = { cause: 'claim', task: 'task_a' } as const
const held = (result: CheckRun): Held => ({ result, reused: true })

const table: readonly (readonly [string, readonly CheckRun[], Partial<WantedResult>, Held | undefined])[] = [
  // Whose result it is.
  ['P3: a pass that a person asked for before the task', [ran({ asked: person })], {}, held(ran({ asked: person }))],
  ['P3: … and after it opened', [ran({ asked: person })], { opened: NOON }, undefined],
  ['P3: … that ended as it opened', [ran({ asked: person })], { opened: '2026-01-01T12:00:10.000Z' }, undefined],
  ['P3: a pass for a claim of this task', [ran({ asked: claim })], { opened: NOON }, held(ran({ asked: claim }))],
  ['P3: … of another task', [ran({ asked: claim })], { opened: NOON, task: 'task_b' }, undefined],
  ['P3: … of no task', [ran({ asked: { cause: 'claim' } })], { opened: NOON, task: undefined }, undefined],
  ['P3: the baseline of this task', [ran({ asked: { ...claim, cause: 'baseline' } })], { opened: NOON }, undefined],
  ['P3: a result of which nobody knows who asked', [pass], { opened: NOON }, undefined],
  ['P3: a task of which nobody knows when it opened', [pass], { opened: undefined }, undefined],
  [
    'P3: a failure that is not ours hides no pass',
    [ran({ result: 'failed', asked: person }), ran({ asked: claim })],
    { opened: NOON },
    held(ran({ asked: claim })),
  ],
  ['nothing is known', [], {}, undefined],
  ['a pass on the tree is reused', [pass], {}, { result: pass, reused: true }],
  ['a pass of our own run is not "reused"', [pass], { runs: ['run_a'] }, { result: pass, reused: false }],
  ['a pass on another tree', [pass], { tree: 'tree-2' }, undefined],
  ['a pass on another tree, of our own run', [pass], { tree: 'tree-2', runs: ['run_a'] }, undefined],
  ['a pass under which the tree moved', [unbound], { runs: ['run_a'] }, undefined],
  ['a pass where no tree is', [unbound], { tree: undefined, runs: ['run_a'] }, undefined],
  ['a pass of another command', [ran({ key: 'other' })], {}, undefined],
  ['a pass under another name', [ran({ name: 'renamed' })], {}, { result: ran({ name: 'renamed' }), reused: true }],
  ['an old failure is not held against a new claim', [fail], {}, undefined],
  ['a failure of our own run', [fail], { runs: ['run_a'] }, { result: fail, reused: false }],
  ['a failure that ended since we began', [fail], { since: NOON }, { result: fail, reused: true }],
  ['… at that very moment', [fail], { since: '2026-01-01T12:00:10.000Z' }, { result: fail, reused: true }],
  ['… just before', [fail], { since: '2026-01-01T12:00:10.001Z' }, undefined],
  ['… on another tree', [fail], { since: NOON, tree: 'tree-2' }, undefined],
  ['a failure of our own run on another tree', [fail], { runs: ['run_a'], tree: 'tree-2' }, undefined],
  [
    'a failure of our own run under which the tree moved is still one',
    [{ ...unbound, result: 'failed' }],
    { runs: ['run_a'] },
    { result: { ...unbound, result: 'failed' }, reused: false },
  ],
  ['a time-out is a failure', [slow], {}, undefined],
  ['a time-out of our own run', [slow], { runs: ['run_a'] }, { result: slow, reused: false }],
  ['what could not run is never reused', [cannot], { since: NOON }, undefined],
  ['what could not run in our own run', [cannot], { runs: ['run_a'] }, { result: cannot, reused: false }],
  [
    'the newest that holds counts',
    [ran({ tree: 'tree-2' }), ran({ run: 'run_b' }), pass],
    {},
    { result: ran({ run: 'run_b' }), reused: true },
  ],
  [
    'a failure of our own run hides an older pass',
    [fail, ran({ run: 'run_b' })],
    { runs: ['run_a'] },
    { result: fail, reused: false },
  ],
  ['a newer failure on the same tree outdoes a pass', [fail, ran({ run: 'run_b' })], {}, undefined],
  [
    'a newer failure on another tree does not',
    [ran({ result: 'failed', tree: 'tree-2' }), pass],
    {},
    { result: pass, reused: true },
  ],
]

test.each(table)('%s', (_name, results, change, expected) => {
  expect(findResult(results, { ...wanted, ...change })).toEqual(expected)
})
