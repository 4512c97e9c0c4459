// Why a turn of Codex failed: by the code in the record of its session, else by its own sentence.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rounds } from '../../../test/rounds.ts'
import type { AgentEnd } from '../../contract/agent/agent-end.ts'
import { readRecord, toFailure } from './failure.ts'

const failureIn = (lines: readonly unknown[]): AgentEnd | undefined => readRecord(lines).end

const file = join(import.meta.dirname, 'fixtures', '0.166.0', 'streams', 'rollout-errors.jsonl')
const recorded = readFileSync(file, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as { case: string; line: { payload: { error?: { message: string } } } })
const names = [...new Set(recorded.map((one) => one.case))]
const linesOf = (name: string): unknown[] => recorded.filter((one) => one.case === name).map(({ line }) => line)

const KINDS: Readonly<Record<string, AgentEnd['kind'] | 'none'>> = {
  'fault-400-model-always': 'model-missing',
  'fault-401-always': 'auth',
  'fault-403-always': 'auth',
  'fault-404-model-always': 'model-missing',
  'fault-500-always': 'api-error',
  'fault-closed-early-always': 'api-error',
  'fault-context-400-always': 'context-limit',
  'fault-context-failed-always': 'context-limit',
  'fault-cyber-policy-always': 'model-refused',
  'fault-dropped-always': 'api-error',
  'fault-incomplete-content-filter-always': 'model-refused',
  'fault-incomplete-max-tokens-always': 'output-cut',
  'fault-invalid-prompt-always': 'model-refused',
  'fault-overloaded-503-always': 'api-error',
  'fault-overloaded-failed-always': 'api-error',
  'fault-quota-429-always': 'usage-limit',
  'fault-quota-failed-always': 'usage-limit',
  'fault-rate-429-always': 'usage-limit',
  'fault-rate-failed-always': 'usage-limit',
  // The model would not, and its record knows of no error.
  'fault-refusal-always': 'none',
  'fault-server-error-failed-always': 'api-error',
  'fault-slow-down-503-always': 'usage-limit',
  'fault-usage-limit-far-always': 'usage-limit',
  'fault-usage-limit-resets-at-always': 'usage-limit',
  'fault-usage-limit-resets-in-always': 'usage-limit',
  'fault-usage-not-included-always': 'usage-limit',
}

describe('every recorded end', () => {
  for (const name of names) {
    const message = recorded.findLast((one) => one.case === name)?.line.payload.error?.message
    const kind = KINDS[name]
    const reset = name === 'fault-usage-limit-resets-at-always' ? { retryAt: '2026-11-15T15:52:34.000Z' } : {}
    test(name, () =>
      expect(failureIn(linesOf(name))).toEqual(
        kind === 'none' ? undefined : ({ kind, detail: message, ...reset } as AgentEnd),
      ),
    )
  }
  test('none is missing here, none is too many', () => expect(Object.keys(KINDS).sort()).toEqual(names.sort()))
})

const event = (payload: object): unknown => ({ type: 'event_msg', payload })
const failed = (info: unknown, message = 'x'): unknown =>
  event({ type: 'task_complete', error: { message, codex_error_info: info } })
const limits = (primary: unknown, secondary?: unknown): unknown =>
  event({ type: 'token_count', rate_limits: { primary, secondary } })
const window = (used: unknown, at: unknown): unknown => ({ used_percent: used, resets_at: at })
const LIMIT = failed('usage_limit_exceeded')

describe('the record', () => {
  const rows: ReadonlyArray<readonly [name: string, lines: readonly unknown[], expected: AgentEnd | undefined]> = [
    ['nothing in it', [], undefined],
    ['no turn has ended', [event({ type: 'agent_message' })], undefined],
    ['the turn went well', [event({ type: 'task_complete' })], undefined],
    [
      'a failure that a later turn got over is none',
      [failed('internal_server_error'), event({ type: 'task_complete' })],
      undefined,
    ],
    [
      'the last failure counts',
      [failed('internal_server_error'), failed('unauthorized', 'y')],
      { kind: 'auth', detail: 'y' },
    ],
    [
      'both windows full: the later one',
      [limits(window(100, 10), window(100, 20)), LIMIT],
      {
        kind: 'usage-limit',
        detail: 'x',
        retryAt: '1970-01-01T00:00:20.000Z',
      },
    ],
    [
      'one window full: that one',
      [limits(window(100, 10), window(40, 20)), LIMIT],
      {
        kind: 'usage-limit',
        detail: 'x',
        retryAt: '1970-01-01T00:00:10.000Z',
      },
    ],
    ['no window full', [limits(window(99, 10), window(40, 20)), LIMIT], { kind: 'usage-limit', detail: 'x' }],
    [
      'windows without numbers',
      [limits(window('full', 10), window(100, 'soon')), LIMIT],
      {
        kind: 'usage-limit',
        detail: 'x',
      },
    ],
    [
      'the newest count',
      [limits(window(100, 10)), limits(window(100, 30)), LIMIT],
      {
        kind: 'usage-limit',
        detail: 'x',
        retryAt: '1970-01-01T00:00:30.000Z',
      },
    ],
    [
      'windows say nothing of another failure',
      [limits(window(100, 10)), failed('model_not_found')],
      {
        kind: 'model-missing',
        detail: 'x',
      },
    ],
    [
      'lines of others',
      [null, 7, 'x', [], { type: 'response_item', payload: { type: 'task_complete', error: {} } }],
      undefined,
    ],
    ['a line that was cut off', [LIMIT, undefined], { kind: 'usage-limit', detail: 'x' }],
    [
      'a status that the provider gave',
      [failed({ http_connection_failed: { http_status_code: 403 } })],
      { kind: 'auth', detail: 'x' },
    ],
    [
      'a status that says nothing',
      [failed({ http_connection_failed: { http_status_code: 502 } })],
      { kind: 'api-error', detail: 'x' },
    ],
    ['a code that nobody knows', [failed('moon_phase')], { kind: 'api-error', detail: 'x' }],
  ]
  for (const [name, lines, expected] of rows) test(name, () => expect(failureIn(lines)).toEqual(expected as never))

  test('never throws on any JSON', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), fc.jsonValue(), (others, info, reset) => {
        const lines = [...others, limits(window(100, typeof reset === 'number' ? 5 : reset)), failed(info)]
        expect(typeof failureIn(lines)?.kind).toBe('string')
      }),
      { numRuns: rounds(500) },
    )
  })

  test('a count that tells nothing of limits or the context hides none that did', () => {
    const info = { last_token_usage: { total_tokens: 50 }, model_context_window: 200 }
    const told = event({ type: 'token_count', info, rate_limits: { primary: window(100, 10) } })
    const silent = event({ type: 'token_count', info: null, rate_limits: null })
    expect(readRecord([told, silent, LIMIT])).toEqual({
      end: { kind: 'usage-limit', detail: 'x', retryAt: '1970-01-01T00:00:10.000Z' },
      contextUse: 0.25,
    })
  })
  test('a reset that is no time is none', () =>
    expect(failureIn([limits(window(100, 1e20)), LIMIT])).toEqual({ kind: 'usage-limit', detail: 'x' }))
  test('a share that is no number is none', () =>
    expect(failureIn([limits(window({ toString: null }, 5)), LIMIT])).toEqual({ kind: 'usage-limit', detail: 'x' }))
  test('a code that is the name of something else is not known', () =>
    expect([toFailure('constructor', 'x'), toFailure('__proto__', 'x')]).toEqual([
      { kind: 'api-error', detail: 'x' },
      { kind: 'api-error', detail: 'x' },
    ]))
})

describe('how full the context is, and whether it was compacted', () => {
  const counted = (total: unknown, model: unknown): unknown =>
    event({ type: 'token_count', info: { last_token_usage: { total_tokens: total }, model_context_window: model } })
  const begun = event({ type: 'task_started' })
  const compacted = { type: 'compacted', payload: { message: '' } }
  const rows: ReadonlyArray<readonly [name: string, lines: readonly unknown[], expected: unknown]> = [
    ['nothing in it', [], {}],
    ['a share', [counted(50, 200)], { contextUse: 0.25 }],
    ['the newest', [counted(50, 200), counted(100, 200)], { contextUse: 0.5 }],
    ['never more than all of it', [counted(500, 200)], { contextUse: 1 }],
    ['never less than nothing', [counted(-5, 200)], { contextUse: 0 }],
    ['no window', [counted(50, null)], {}],
    ['a window of nothing', [counted(50, 0)], {}],
    ['no count', [counted('many', 200)], {}],
    ['compacted in this turn', [begun, compacted], { isCompacted: true }],
    ['compacted in the turn before', [compacted, begun], {}],
    ['the beginning of the turn was not read', [compacted], { isCompacted: true }],
    [
      'all at once',
      [begun, compacted, counted(20, 200), failed('unauthorized')],
      { end: { kind: 'auth', detail: 'x' }, contextUse: 0.1, isCompacted: true },
    ],
  ]
  for (const [name, lines, expected] of rows) test(name, () => expect(readRecord(lines)).toEqual(expected as never))
})

describe('the sentence', () => {
  test('is cut and on one line', () =>
    expect(toFailure(undefined, ` a\n\tb ${'c'.repeat(600)}`)).toEqual({
      kind: 'api-error',
      detail: `a b ${'c'.repeat(496)}`,
    }))
  test('a code stands above it', () =>
    expect(toFailure('model_not_found', 'Quota exceeded. x')).toEqual({
      kind: 'model-missing',
      detail: 'Quota exceeded. x',
    }))
})
