// A claim whose checks are under way, or were cut off.
import { describe, expect, test } from 'bun:test'
import type { Event } from '../../../contract/event.ts'
import type { CheckRun } from '../../../contract/evidence.ts'
import { isSinceVerdict, undecidedRound } from './undecided-round.ts'

const AT = '2026-11-15T10:00:00.000Z'
const head = { id: 'evt_1', at: AT, task: 'task_1' } as const
const round = { ...head, workspace: 'ws_1', run: 'run_1', cause: 'claim' } as const
const here = { ...head, session: 'ses_1', task: 'task_1', request: 'req_1' } as const

const started = (cause: 'claim' | 'baseline' = 'claim'): Event => ({
  ...round,
  kind: 'checks.started',
  cause,
  root: '/repo',
  checks: ['lint', 'test'],
})
const check = (name: string, result: CheckRun['result'] = 'passed'): CheckRun => ({
  name,
  key: 'k',
  result,
  why: 'exit 0',
  run: 'run_1',
  startedAt: AT,
  durationMs: 50,
  tail: '',
  failures: [],
})
const finished = (name: string, result?: CheckRun['result']): Event => ({
  ...round,
  kind: 'check.finished',
  check: check(name, result),
})
const { cause: _cause, ...proof } = round
const proving: Event = { ...proof, kind: 'proof.started', extra: [{ check: 'test', kind: 'sealed' }] }
const proved: Event = { ...proof, kind: 'proof.finished', yardstick: 'y', extra: [], settled: [] }
const verified: Event = {
  ...here,
  kind: 'claim.verified',
  claim: 'clm_1',
  evidence: { checks: [], skipped: [], notes: [], warnings: [], tampering: [] },
}
const made: Event & { kind: 'claim.made' } = {
  ...here,
  kind: 'claim.made',
  claim: { id: 'clm_1', status: 'success', channel: 'tool', text: '' },
}

describe('undecidedRound', () => {
  const rows: readonly (readonly [
    string,
    readonly Event[],
    readonly [checks: string[], left: string[]] | undefined,
  ])[] = [
    ['no claim', [], undefined],
    ['a baseline waits for no claim', [started('baseline'), finished('lint')], undefined],
    ['none has ended', [started()], [[], ['lint', 'test']]],
    ['one has', [started(), finished('lint', 'failed')], [['lint failed'], ['test']]],
    ['one ran again', [started(), finished('lint'), finished('lint', 'failed')], [['lint failed'], ['test']]],
    [
      'the extra runs are left',
      [started(), finished('lint'), finished('test'), proving],
      [['lint passed', 'test passed'], ['sealed run of test']],
    ],
    [
      'nothing is left but the decision',
      [started(), finished('lint'), finished('test'), proving, proved],
      [['lint passed', 'test passed'], []],
    ],
    ['decided', [started(), finished('lint'), finished('test'), made, verified], undefined],
    [
      'decided, and claimed again',
      [started(), finished('lint'), verified, started(), finished('test')],
      [['test passed'], ['lint']],
    ],
  ]
  test.each(rows)('%s', (_name, events, expected) => {
    const found = undecidedRound(events)
    expect(found && [found.checks.map(({ name, result }) => `${name} ${result}`), [...found.left]]).toEqual(
      expected && [...expected],
    )
  })
})

test('a claim of its own, or one that is decided already', () => {
  expect(isSinceVerdict([started(), made], made)).toBe(true)
  expect(isSinceVerdict([made, verified, started()], made)).toBe(false)
  expect(isSinceVerdict([started()], undefined)).toBe(false)
})
