// What is known of a folder in which checks run, from its events.
import { expect, test } from 'bun:test'
import type { Event, EventOf } from '../../contract/event.ts'
import type { CheckRun } from '../../contract/evidence.ts'
import type { WorkspaceState } from '../../contract/state.ts'
import { stepWorkspace } from './fold.ts'

const at = '2026-01-01T12:00:00.000Z'
const head = { id: 'evt_1', at, workspace: 'wsp_1' }

const started = (run: string, checks: readonly string[] = ['test']): Event => ({
  ...head,
  kind: 'checks.started',
  run,
  root: '/project',
  cause: 'claim',
  checks: [...checks],
})
const begun = (run: string, name = 'test'): Event => ({ ...head, kind: 'check.started', run, name })
const check = (run: string, change: Partial<CheckRun> = {}): CheckRun => ({
  name: 'test',
  key: 'k',
  result: 'passed',
  why: 'exit 0',
  run,
  startedAt: at,
  durationMs: 1,
  tail: '',
  failures: [],
  ...change,
})
const finished = (run: string, change: Partial<CheckRun> = {}): Event => ({
  ...head,
  kind: 'check.finished',
  run,
  cause: 'claim',
  check: check(run, change),
})
const ended = (run: string, change: Partial<EventOf<'checks.finished'>> = {}): Event => ({
  ...head,
  kind: 'checks.finished',
  run,
  cause: 'claim',
  valid: [],
  artefacts: [],
  notes: [],
  ...change,
})

function fold(...events: readonly Event[]): WorkspaceState | undefined {
  return events.reduce<WorkspaceState | undefined>(stepWorkspace, undefined)
}

test('nothing is known before a run has started', () => {
  expect(fold(begun('run_a'), finished('run_a'), ended('run_a'))).toBeUndefined()
})

test('a run from its start to its end', () => {
  const run = { id: 'run_a', checks: ['test'], startedAt: at, done: [], ended: false, notes: [] }
  const base = { id: 'wsp_1', root: '/project', results: [], artefacts: [], endedRuns: [] }
  expect(fold(started('run_a'))).toEqual({ ...base, run })
  expect(fold(started('run_a'), begun('run_a'))).toEqual({
    ...base,
    run: { ...run, current: { name: 'test', since: at } },
  })
  expect(fold(started('run_a'), begun('run_a'), finished('run_a'))).toEqual({
    ...base,
    results: [check('run_a')],
    run: { ...run, done: ['test'] },
  })
  const all = [started('run_a'), begun('run_a'), finished('run_a'), ended('run_a', { notes: ['a note'] })]
  expect(fold(...all)).toEqual({
    ...base,
    results: [check('run_a')],
    endedRuns: ['run_a'],
    run: { ...run, done: ['test'], ended: true, notes: ['a note'] },
  })
})

test('the end of a run binds the results that hold to its tree, and no others', () => {
  const state = fold(
    started('run_old'),
    finished('run_old', { tree: 'old' }),
    started('run_a', ['test', 'lint', 'build']),
    finished('run_a', { tree: 'before' }),
    finished('run_a', { name: 'lint', tree: 'before' }),
    finished('run_a', { name: 'build' }),
    ended('run_a', { tree: 'after', valid: ['test', 'build'] }),
  )
  expect(state?.results.map(({ name, run, tree }) => [name, run, tree])).toEqual([
    ['build', 'run_a', 'after'],
    ['lint', 'run_a', 'before'],
    ['test', 'run_a', 'after'],
    ['test', 'run_old', 'old'],
  ])
})

test('a run that ends without a tree binds nothing', () => {
  const state = fold(started('run_a'), finished('run_a'), ended('run_a', { valid: ['test'] }))
  expect(state?.results).toEqual([check('run_a')])
})

test('a check that ran twice in one run counts by its last result', () => {
  const state = fold(started('run_a'), finished('run_a'), finished('run_a', { result: 'failed', why: 'exit 1' }))
  expect(state?.results).toEqual([check('run_a', { result: 'failed', why: 'exit 1' })])
  expect(state?.run?.done).toEqual(['test'])
})

test('what another run does leaves the newest one as it is', () => {
  const before = fold(started('run_a'), started('run_b'), begun('run_b'))
  const after = [begun('run_a'), ended('run_a')].reduce<WorkspaceState | undefined>(stepWorkspace, before)
  expect(after?.run).toEqual(before?.run as NonNullable<WorkspaceState['run']>)
  expect(after?.endedRuns).toEqual(['run_a'])
})

test('the artefacts that are known are those that the last run told of', () => {
  const report = { path: 'report.xml', id: '1', at, run: 'run_a', seen: 1 }
  const coverage = { path: 'coverage/', id: '2', at, run: 'run_b', seen: 1 }
  const state = fold(started('run_a'), ended('run_a', { artefacts: [report] }), started('run_b'))
  expect(state?.artefacts).toEqual([report])
  expect(
    fold(started('run_a'), ended('run_a', { artefacts: [report] }), ended('run_b', { artefacts: [coverage] }))
      ?.artefacts,
  ).toEqual([coverage])
})

test('everything that is kept is bounded', () => {
  const events = Array.from({ length: 400 }, (_, n) => [
    started(`run_${n}`),
    finished(`run_${n}`),
    ended(`run_${n}`),
  ]).flat()
  const state = fold(...events)
  expect([state?.results.length, state?.endedRuns.length]).toEqual([40, 50])
  expect([state?.results[0]?.run, state?.endedRuns[0]]).toEqual(['run_399', 'run_399'])
})

test('events of others change nothing', () => {
  const state = fold(started('run_a'))
  const other: Event = { id: 'evt_2', at, kind: 'trust.revoked', root: '/project', actor: 'terminal' }
  expect(stepWorkspace(state, other)).toBe(state)
})

test('P6: the newest result that tells what ran outlives those that hold for no tree', () => {
  const ran = { tests: 12, failed: 0, skipped: 0, finished: true }
  const many = Array.from({ length: 60 }, (_, index) => [started(`run_${index}`), finished(`run_${index}`)]).flat()
  const state = fold(started('run_a'), finished('run_a', { tree: 't', ran }), ...many)
  expect(state?.results.length).toBe(41)
  expect(state?.results.at(-1)).toEqual(check('run_a', { tree: 't', ran }))
})
