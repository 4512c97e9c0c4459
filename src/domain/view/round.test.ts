// A round of checks under way: which results are new, and which check runs.
import { describe, expect, test } from 'bun:test'
import type { CheckRun } from '../../contract/evidence.ts'
import type { WorkspaceRun, WorkspaceState } from '../../contract/state.ts'
import { newResults, type RunningCheck, runningCheck, runningExtra } from './round.ts'

const AT = '2026-11-15T10:00:00.000Z'
const LATER = '2026-11-15T10:01:00.000Z'
const result = (name: string, more: Partial<CheckRun> = {}): CheckRun => ({
  name,
  key: 'k',
  result: 'passed',
  why: '',
  run: 'run_1',
  startedAt: AT,
  durationMs: 2000,
  tail: '',
  failures: [],
  ...more,
})
const workspace = (results: readonly CheckRun[], run?: Partial<WorkspaceRun>): WorkspaceState => ({
  id: 'wsp_1',
  root: '/repo',
  results,
  artefacts: [],
  endedRuns: [],
  ...(run
    ? { run: { id: 'run_1', checks: ['lint', 'test'], startedAt: AT, done: [], ended: false, notes: [], ...run } }
    : {}),
})

describe('newResults', () => {
  const LINT = result('lint')
  const TEST = result('test')
  const AGAIN = result('lint', { startedAt: LATER })
  const rows: ReadonlyArray<
    readonly [name: string, looks: readonly (WorkspaceState | undefined)[], expected: readonly (readonly CheckRun[])[]]
  > = [
    ['nothing is known of the folder', [undefined], [[]]],
    ['the newest stand first in the store', [workspace([TEST, LINT])], [[LINT, TEST]]],
    ['each once', [workspace([LINT]), workspace([LINT]), workspace([TEST, LINT])], [[LINT], [], [TEST]]],
    ['of this round alone', [workspace([result('test', { run: 'run_0' }), LINT])], [[LINT]]],
    ['a check that ran again', [workspace([LINT]), workspace([AGAIN])], [[LINT], [AGAIN]]],
    [
      'a result that turned at the same moment',
      [workspace([LINT]), workspace([result('lint', { result: 'failed' })])],
      [[LINT], [result('lint', { result: 'failed' })]],
    ],
  ]
  for (const [name, looks, expected] of rows) {
    test(name, () => {
      let told: ReadonlyMap<string, string> = new Map()
      const given = looks.map((look) => {
        const found = newResults(look, 'run_1', told)
        told = found.told
        return found.results
      })
      expect(given).toEqual(expected as CheckRun[][])
    })
  }
})

describe('runningCheck', () => {
  const NOW = Date.parse(LATER)
  const current = { name: 'te\nst', since: AT }
  const rows: ReadonlyArray<
    readonly [name: string, workspace: WorkspaceState | undefined, expected: RunningCheck | undefined]
  > = [
    ['nothing is known of the folder', undefined, undefined],
    ['no round yet', workspace([]), undefined],
    ['another round runs', workspace([], { id: 'run_0', current }), undefined],
    ['between two checks', workspace([], {}), undefined],
    ['for the first time', workspace([], { current }), { name: 'te st', running: '1 min' }],
    [
      'as in the round before',
      workspace([result('te\nst', { run: 'run_0' })], { current }),
      { name: 'te st', running: '1 min', before: '2 s' },
    ],
    [
      'for the second time in this round',
      workspace([result('te\nst')], { current }),
      { name: 'te st', running: '1 min' },
    ],
  ]
  for (const [name, given, expected] of rows) {
    test(name, () => expect(runningCheck(given, 'run_1', NOW)).toEqual(expected as RunningCheck))
  }
})

describe('runningExtra', () => {
  const extra = ['sealed run of test', 'sealed run of test', 'plain run of test']
  const rows: readonly (readonly [string, WorkspaceState | undefined, RunningCheck | undefined])[] = [
    ['nothing is known of the folder', undefined, undefined],
    ['none has begun', workspace([], {}), undefined],
    ['those of another round', workspace([], { id: 'run_0', extra, extraSince: AT }), undefined],
    [
      'each once, with its time',
      workspace([], { extra, extraSince: AT }),
      { name: 'sealed run of test, plain run of test', running: '1 min' },
    ],
  ]
  test.each(rows)('%s', (_name, given, expected) =>
    expect(runningExtra(given, 'run_1', Date.parse(LATER))).toEqual(expected as RunningCheck),
  )
})
