// Events as they are told: a claim at a stop stands before the checks that were run for it.
import { expect, test } from 'bun:test'
import type { Event } from '../../contract/event.ts'
import { toldBefore, toldOrder } from './told-order.ts'

const at = (second: number) => ({ id: `evt_${second}`, at: `2026-11-15T10:00:0${second}.000Z`, task: 'task_1' })
const ids = { session: 'ses_1', request: 'req_1' } as const
const round = { workspace: 'ws_1', run: 'run_1' } as const
const started = (second: number, cause: 'claim' | 'baseline'): Event => ({
  ...at(second),
  ...round,
  kind: 'checks.started',
  root: '/repo',
  cause,
  checks: ['test'],
})
const finished = (second: number): Event => ({
  ...at(second),
  ...round,
  kind: 'checks.finished',
  cause: 'claim',
  valid: [],
  artefacts: [],
  notes: [],
})
const claimed = (second: number): Event => ({
  ...at(second),
  ...ids,
  kind: 'claim.made',
  claim: { id: 'clm_1', status: 'success', channel: 'done-token', text: 'DONE' },
})
const stopped = (second: number): Event => ({
  ...at(second),
  ...ids,
  kind: 'stop.decided',
  decision: { kind: 'allow', rule: 4, because: [] },
  continuations: 0,
  nearMisses: [],
})

test('issue 17: a claim stands before its checks, at the moment at which they began', () => {
  const told = toldOrder([started(1, 'claim'), finished(2), claimed(3), stopped(4)])
  expect(told.map(({ kind, at: when }) => [kind, when.slice(17, 19)])).toEqual([
    ['claim.made', '01'],
    ['checks.started', '01'],
    ['checks.finished', '02'],
    ['stop.decided', '04'],
  ])
})

test('a claim that stands first, and a baseline, stay where they are', () => {
  const byCall = [claimed(1), started(2, 'claim'), finished(3), stopped(4)]
  expect(toldOrder(byCall)).toEqual(byCall)
  const baseline = [started(1, 'baseline'), finished(2), claimed(3), stopped(4)]
  expect(toldOrder(baseline)).toEqual(baseline)
})

test('issue 17, U15: where events come in one by one, a claim names the event that it is told before', () => {
  const events = [started(1, 'claim'), finished(2), claimed(3), stopped(4), started(5, 'baseline'), claimed(6)]
  expect(events.map((_, place) => toldBefore(events, place))).toEqual([
    undefined,
    undefined,
    0,
    undefined,
    undefined,
    undefined,
  ])
})

test('U15: what others record while the checks run, or before the claim is written, parts no claim from its checks', () => {
  const known: Event = { ...at(2), kind: 'stint.known', session: 'ses_1', stint: 'stint_1', agentSessionId: 'a' }
  const told = toldOrder([started(1, 'claim'), known, finished(3), known, claimed(4), stopped(5)])
  expect(told.map(({ kind }) => kind)).toEqual([
    'claim.made',
    'checks.started',
    'stint.known',
    'checks.finished',
    'stint.known',
    'stop.decided',
  ])
})

test('a claim without checks stays behind the decision on an earlier one', () => {
  const events = [started(1, 'claim'), finished(2), stopped(3), claimed(4)]
  expect(toldOrder(events)).toEqual(events)
})
