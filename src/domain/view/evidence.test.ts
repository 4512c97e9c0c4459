// Evidence as values: each check, what else a claim rests on, and the rounds that events tell of.
import { describe, expect, test } from 'bun:test'
import type { Event } from '../../contract/event.ts'
import type { ChangedFile, CheckRun, Evidence } from '../../contract/evidence.ts'
import {
  type CheckRow,
  type EvidenceView,
  isGood,
  resultsOfRound,
  type Round,
  roundsIn,
  verifiedClaims,
  viewCheck,
  viewEvidence,
} from './evidence.ts'

const AT = '2026-11-15T10:00:00.000Z'
const RUN: CheckRun = {
  name: 'test',
  key: 'k',
  result: 'passed',
  why: 'exit code 0',
  run: 'run_1',
  startedAt: AT,
  durationMs: 1234,
  tail: 'one\ntwo\u001b[31m',
  failures: [],
}
const ROW: CheckRow = { name: 'test', result: 'passed', tone: 'good', took: '1.2 s', why: 'exit code 0', output: [] }

describe('viewCheck', () => {
  const rows: ReadonlyArray<
    readonly [name: string, check: CheckRun & { readonly reused?: boolean }, expected: CheckRow]
  > = [
    ['passed: its output says nothing', RUN, ROW],
    ['reused', { ...RUN, reused: true }, { ...ROW, ranAt: AT }],
    [
      'P6: what ran',
      { ...RUN, ran: { tests: 124, failed: 0, skipped: 2, finished: true } },
      { ...ROW, why: 'exit code 0, 124 tests, 2 skipped' },
    ],
    [
      'P6: what ran, with failures and without an end',
      { ...RUN, ran: { tests: 1, failed: 1, skipped: 0, finished: false } },
      { ...ROW, why: 'exit code 0, at least 1 test, 1 failed, no summary' },
    ],
    ['P6: tests that ran, nobody knows how many', { ...RUN, ran: { failed: 0, skipped: 0, finished: true } }, ROW],
    ['run now', { ...RUN, reused: false }, ROW],
    [
      'failed: its output is safe to print',
      { ...RUN, result: 'failed', why: 'exit\ncode 1', log: '/logs/a\u0007' },
      {
        ...ROW,
        result: 'failed',
        tone: 'bad',
        why: 'exit code 1',
        output: ['one', 'two\u{fffd}[31m'],
        log: '/logs/a\\u0007',
      },
    ],
    ['failed without a word', { ...RUN, result: 'failed', tail: '' }, { ...ROW, result: 'failed', tone: 'bad' }],
    [
      'timed out',
      { ...RUN, result: 'timed-out', tail: 'x' },
      { ...ROW, result: 'timed-out', tone: 'bad', output: ['x'] },
    ],
    [
      'could not run',
      { ...RUN, result: 'could-not-run', tail: 'x' },
      { ...ROW, result: 'could-not-run', tone: 'warn', output: ['x'] },
    ],
  ]
  for (const [name, check, expected] of rows) test(name, () => expect(viewCheck(check)).toEqual(expected))
})

const EMPTY: Evidence = { checks: [], skipped: [], notes: [], warnings: [], tampering: [] }

describe('A8: viewEvidence', () => {
  const NOTHING: EvidenceView = {
    skipped: [],
    yardstickNotes: [],
    notes: [],
    warnings: [],
    tampering: [],
    cleared: [],
    extra: [],
  }
  const files = (count: number): ChangedFile[] =>
    Array.from({ length: count }, (_, index) => ({ path: `src/${index}.ts`, how: 'added' }))
  const rows: ReadonlyArray<readonly [name: string, evidence: Partial<Evidence>, expected: Partial<EvidenceView>]> = [
    ['nothing', {}, {}],
    ['a tree', { tree: 'abc' }, { tree: 'abc' }],
    ['skipped', { skipped: [{ name: 'a\nb', why: 'not\nnow' }] }, { skipped: [{ name: 'a b', why: 'not now' }] }],
    ['nothing changed', { changed: [] }, { changed: { summary: 'nothing', files: [], more: 0 } }],
    [
      'one file',
      { changed: [{ path: 'a\u0007', how: 'deleted' }], changedCount: 1 },
      { changed: { summary: '1 file', files: [{ path: 'a\\u0007', how: 'deleted' }], more: 0 } },
    ],
    [
      'as many files as are listed',
      { changed: files(20), changedCount: 20 },
      { changed: { summary: '20 files', files: files(20), more: 0 } },
    ],
    [
      'more files than are listed',
      { changed: files(21), changedCount: 5000 },
      { changed: { summary: '5000 files', files: files(20), more: 4980 } },
    ],
    [
      'what a person should know',
      {
        yardstickNotes: [{ file: 'b.test.ts', line: 4, kind: 'expected', what: 'expected\nvalue changed' }],
        notes: ['a\nnote'],
        warnings: ['a\nwarning'],
        tampering: [{ file: 'a.test.ts', line: 3, what: 'is\nskipped', meant: false }],
      },
      {
        yardstickNotes: ['b.test.ts:4 expected value changed'],
        notes: ['a note'],
        warnings: ['a warning'],
        tampering: ['a.test.ts:3 is skipped'],
      },
    ],
  ]
  for (const [name, evidence, expected] of rows) {
    test(name, () => expect(viewEvidence({ ...EMPTY, ...evidence })).toEqual({ ...NOTHING, ...expected }))
  }
})

describe('isGood', () => {
  const rows: ReadonlyArray<readonly [name: string, checks: readonly Pick<CheckRun, 'result'>[], expected: boolean]> = [
    ['no check proves nothing', [], false],
    ['all passed', [{ result: 'passed' }, { result: 'passed' }], true],
    ['one failed', [{ result: 'passed' }, { result: 'failed' }], false],
    ['one could not run', [{ result: 'could-not-run' }], false],
  ]
  for (const [name, checks, expected] of rows) test(name, () => expect(isGood(checks)).toBe(expected))
})

const head = { id: 'evt_1', at: AT, workspace: 'wsp_1' } as const
const started = (run: string): Event => ({
  ...head,
  kind: 'checks.started',
  run,
  root: '/repo',
  cause: 'claim',
  checks: ['test'],
})
const finished = (run: string, check: Partial<CheckRun> = {}): Event => ({
  ...head,
  kind: 'check.finished',
  run,
  cause: 'claim',
  check: { ...RUN, ...check },
})
const over = (run: string): Event => ({
  ...head,
  kind: 'checks.finished',
  run,
  cause: 'claim',
  tree: 'abc',
  valid: [],
  artefacts: [],
  notes: ['moved'],
})

describe('roundsIn', () => {
  const OPEN: Round = { run: 'run_1', at: AT, cause: 'claim', tree: undefined, ended: false, checks: [], notes: [] }
  const rows: ReadonlyArray<readonly [name: string, events: readonly Event[], expected: readonly Round[]]> = [
    ['none', [], []],
    ['one under way', [started('run_1'), finished('run_1')], [{ ...OPEN, checks: [RUN] }]],
    ['one that ended', [started('run_1'), over('run_1')], [{ ...OPEN, tree: 'abc', ended: true, notes: ['moved'] }]],
    [
      'two at once',
      [started('run_1'), started('run_2'), finished('run_2'), over('run_2')],
      [OPEN, { ...OPEN, run: 'run_2', tree: 'abc', ended: true, checks: [RUN], notes: ['moved'] }],
    ],
    ['a result without a round', [finished('run_1')], []],
  ]
  for (const [name, events, expected] of rows) {
    test(name, () => expect(roundsIn(events)).toEqual(expected as Round[]))
  }
})

test('verifiedClaims keeps the last verification of each claim', () => {
  const verified = (claim: string, tree: string) => ({
    ...head,
    kind: 'claim.verified' as const,
    session: 'ses_1',
    task: 'task_1',
    request: 'req_1',
    claim,
    evidence: { ...EMPTY, tree },
  })
  const events = [verified('clm_1', 'a'), verified('clm_2', 'b'), started('run_1'), verified('clm_1', 'c')]
  expect(verifiedClaims(events)).toEqual([verified('clm_1', 'c'), verified('clm_2', 'b')])
})

test('resultsOfRound keeps the last result of each check', () => {
  const events = [
    finished('run_0', { name: 'old' }),
    finished('run_1', { result: 'failed' }),
    finished('run_1', { name: 'lint' }),
    finished('run_1', { result: 'passed' }),
  ]
  expect(resultsOfRound(events, 'run_1')).toEqual([RUN, { ...RUN, name: 'lint' }])
})
