// The state of a stint: what each signal changes, what the next process drops, its usage, and that it stays small.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { Usage } from '../../../contract/agent/agent-end.ts'
import type { Signal } from '../../../contract/agent/signal.ts'
import { emptyWork } from '../request/work.ts'
import { compactsInVain, contextUse, nextStint, openReading, stepReading, type StintReading, usageOf } from './stint.ts'

const OPEN = openReading({
  work: emptyWork(true),
  todos: [],
  knownPromptIds: [],
  knownPrompts: [],
  vendorGoal: false,
  closed: false,
})
const read = (...signals: readonly Signal[]): StintReading => signals.reduce(stepReading, OPEN)
const said = (text: string): Signal => ({ kind: 'entry', entry: { kind: 'said', text } })
const called = (id: string, access: 'run' | 'read' = 'run'): Signal => ({
  kind: 'entry',
  entry: { kind: 'tool-called', id, name: 'Bash', access, detail: `do ${id}` },
})
const returned = (id: string): Signal => ({ kind: 'entry', entry: { kind: 'tool-returned', id, failed: false } })
const ended = (kind: 'stopped' | 'api-error' | 'auth' | 'context-limit', detail?: string): Signal => ({
  kind: 'ended',
  end: { kind, ...(detail === undefined ? {} : { detail }) },
})
const spent = (id: string, tokens: number): Signal => ({ kind: 'spent', id, tokens })
const RETRIES: Signal = { kind: 'retries', why: 'overloaded' }
const SESSION: Signal = { kind: 'session', id: 'abc' }

/** What a test is about, out of a reading; `window` only where it is. */
type Part = Partial<StintReading>

const rows: ReadonlyArray<readonly [name: string, signals: readonly Signal[], expected: Part]> = [
  ['nothing', [], {}],
  ['a session', [SESSION], { agentSessionId: 'abc' }],
  ['a session and its model', [{ ...SESSION, model: 'm' }], { agentSessionId: 'abc', model: 'm' }],
  [
    'another session keeps the model',
    [
      { ...SESSION, model: 'm' },
      { kind: 'session', id: 'def' },
    ],
    { agentSessionId: 'def', model: 'm' },
  ],
  ['no server', [{ kind: 'no-server' }], { hasServer: false }],
  [
    'a sum: the last one stands',
    [
      { kind: 'used', tokens: 5, cost: 1 },
      { kind: 'used', tokens: 9 },
    ],
    { used: { tokens: 9 } },
  ],
  ['it waits for the provider', [RETRIES], { retries: 'overloaded' }],
  [
    'a call that begins ends that wait',
    [RETRIES, { kind: 'doing', id: '1', text: 'ls' }],
    { isEmpty: false, doing: { id: '1', text: 'ls' } },
  ],
  [
    'a limit',
    [
      { kind: 'limit', until: 'T1' },
      { kind: 'limit', until: 'T2' },
    ],
    { limitUntil: 'T2' },
  ],
  [
    'what runs beside it: all of it each time',
    [
      { kind: 'background', tasks: [{ running: true, label: 'a' }] },
      { kind: 'background', tasks: [{ running: true, label: 'b' }] },
    ],
    { background: [{ running: true, label: 'b' }] },
  ],
  [
    'a notice, once',
    [
      { kind: 'notice', text: 'x' },
      { kind: 'notice', text: 'x' },
      { kind: 'notice', text: 'y' },
    ],
    { notices: ['x', 'y'] },
  ],
  ['an end', [ended('stopped')], { end: { kind: 'stopped' } }],
  ['an end that a new turn takes back', [ended('stopped'), SESSION], { agentSessionId: 'abc' }],
  [
    'the error that came first is nearer to it',
    [ended('auth', 'key'), ended('api-error', 'sum')],
    { end: { kind: 'auth', detail: 'key' } },
  ],
  [
    'a summary that knows more stands',
    [ended('api-error', 'x'), ended('context-limit', 'y')],
    { end: { kind: 'context-limit', detail: 'y' } },
  ],
  ['an error that it got over is none', [ended('auth'), ended('stopped')], { end: { kind: 'stopped' } }],
  ['an error alone', [ended('api-error', 'x')], { end: { kind: 'api-error', detail: 'x' } }],
]

describe('stepReading', () => {
  for (const [name, signals, expected] of rows)
    test(name, () => expect(read(...signals)).toEqual({ ...OPEN, ...expected }))

  test('what it does, until that returns', () =>
    expect([
      read(called('1')).doing,
      read(called('1'), called('2')).doing,
      read(called('1'), called('2'), returned('1')).doing,
      read(called('1'), returned('1')).doing,
    ]).toEqual([
      { id: '1', text: 'Bash do 1' },
      { id: '2', text: 'Bash do 2' },
      { id: '2', text: 'Bash do 2' },
      undefined,
    ]))
  test('what is used does not end the wait for the provider', () =>
    expect(read(RETRIES, spent('a', 1)).retries).toBe('overloaded'))
  test('words end the wait for the provider', () => {
    const { retries, window } = read(RETRIES, said('x'))
    expect([retries, window.lastSaid]).toEqual([undefined, 'x'])
  })
  test('whether anything was said or done', () =>
    expect([
      read(SESSION, RETRIES, spent('a', 1), ended('auth')).isEmpty,
      read(said('x')).isEmpty,
      read(called('1', 'read')).isEmpty,
      read({ kind: 'doing', id: '1', text: 'x' }).isEmpty,
    ]).toEqual([true, false, false, false]))
  test('a session that was compacted', () =>
    expect(read({ kind: 'entry', entry: { kind: 'compacted' } }).isCompacted).toBe(true))
  test('it compacts again and again: that is the end, whatever it tells after that', () => {
    const compacted: Signal = { kind: 'entry', entry: { kind: 'compacted' } }
    const round = [SESSION, said('A summary.'), ended('stopped'), compacted]
    const twice = read(...round, ...round)
    expect([compactsInVain(twice), twice.end?.kind]).toEqual([false, 'stopped'])
    const often = [...round, ...round, ...round, SESSION, ended('stopped')].reduce(stepReading, OPEN)
    expect([compactsInVain(often), often.end?.kind]).toEqual([true, 'context-limit'])
    expect(compactsInVain(nextStint(often))).toBe(false)
  })
  test('a call between two compactions: it gets on', () => {
    const compacted: Signal = { kind: 'entry', entry: { kind: 'compacted' } }
    expect(compactsInVain(read(compacted, compacted, called('1'), compacted, compacted))).toBe(false)
  })
  test('what was denied on the way stands in an end that does not tell of it', () => {
    const denied: Signal = { kind: 'denied', what: 'bash (ls)' }
    expect(read(denied, ended('stopped')).end).toEqual({ kind: 'stopped', denied: ['bash (ls)'] })
    const told: Signal = { kind: 'ended', end: { kind: 'stopped', denied: ['other'] } }
    expect(read(denied, told).end).toEqual({ kind: 'stopped', denied: ['other'] })
    expect(nextStint(read(denied)).denied).toBeUndefined()
  })
  test('work makes the words before it stale', () => {
    const { window } = read(said('a'), called('1'), said('b'))
    expect([window.staleTexts, window.texts]).toEqual([['a'], ['b']])
  })
})

describe('however long a stint, what is kept of it is not', () => {
  const many = Array.from({ length: 1000 }, (_, index) => index)

  test('words', () => {
    const { window } = read(...many.map((index) => said(`text ${index}`)))
    expect([window.texts.length <= 200, window.texts.at(-1), window.staleTexts]).toEqual([true, 'text 999', []])
  })
  test('words that work came after', () => {
    const { window } = read(
      ...many.flatMap((index) => [said(`text ${index}`), called(`${index}`), returned(`${index}`)]),
    )
    expect([window.texts, window.staleTexts.length <= 200, window.staleTexts.at(-1)]).toEqual([[], true, 'text 999'])
  })
  test('notices', () => {
    const { notices } = read(...many.map((index): Signal => ({ kind: 'notice', text: `${index}` })))
    expect([notices.length, notices[0], notices.at(-1)]).toEqual([20, '0', '19'])
  })
  test('calls that never return, calls that fail', () => {
    const failed = (id: string): Signal => ({ kind: 'entry', entry: { kind: 'tool-returned', id, failed: true } })
    const { work } = read(
      ...many.flatMap((index) => [called(`a${index}`), called(`${index}`), failed(`${index}`)]),
    ).window
    expect([work.pending.length <= 64, work.commands.length <= 64, work.recentErrors.length]).toEqual([true, true, 5])
  })
  test('answers', () => {
    const reading = read(...many.map((index) => spent(`${index}`, 2)))
    expect([usageOf(reading, undefined)?.tokens, JSON.stringify(reading.spent).length < 1000]).toEqual([2000, true])
  })
  test('all of it, as text', () => {
    const signals = many.flatMap((index) => [said('x'.repeat(100)), called(`${index}`), returned(`${index}`), RETRIES])
    expect(JSON.stringify(read(...signals)).length).toBeLessThan(60_000)
  })
})

describe('nextStint', () => {
  const before = read(
    SESSION,
    { kind: 'no-server' },
    { kind: 'entry', entry: { kind: 'compacted' } },
    { kind: 'background', tasks: [{ running: true, label: 'a' }] },
    { kind: 'notice', text: 'x' },
    { kind: 'limit', until: 'T' },
    { kind: 'used', tokens: 9 },
    said('done'),
    spent('a', 5),
    called('1'),
    RETRIES,
    ended('auth'),
  )
  const after = nextStint(before)

  test('of how the former process ended nothing is left', () =>
    expect([
      after.end,
      after.doing,
      after.limitUntil,
      after.used,
      after.retries,
      after.spent,
      after.hasServer,
      after.isCompacted,
      after.background,
      after.window.work.pending,
    ]).toEqual([undefined, undefined, undefined, undefined, undefined, OPEN.spent, true, false, [], []]))
  test('what was said, done and told stays', () =>
    expect([after.agentSessionId, after.notices, after.window.work.calls, after.window.staleTexts]).toEqual([
      'abc',
      ['x'],
      1,
      ['done'],
    ]))
  test('twice is once', () => expect(nextStint(after)).toEqual(after))
  test('a call of the next process may have the id of one that never returned', () => {
    const { work } = [called('1'), returned('1')].reduce(stepReading, after).window
    expect([work.calls, work.pending]).toEqual([2, []])
  })
})

describe('usageOf', () => {
  const usages: ReadonlyArray<
    readonly [name: string, signals: readonly Signal[], before: Usage | undefined, expected: Usage | undefined]
  > = [
    ['nothing told, nothing before', [], undefined, undefined],
    ['nothing told', [], { tokens: 5, cost: 1 }, { tokens: 5, cost: 1 }],
    ['the same answer again replaces it', [spent('a', 10), spent('a', 12)], undefined, { tokens: 12, unsummed: 12 }],
    [
      'the sum over the session holds what was before',
      [{ kind: 'used', tokens: 9, cost: 2 }],
      { tokens: 5, cost: 1 },
      { tokens: 9, cost: 2 },
    ],
    ['a sum stands above its answers', [spent('a', 7), { kind: 'used', tokens: 9 }], undefined, { tokens: 9 }],
    [
      'answers alone: no later sum will hold them',
      [spent('a', 7), spent('b', 1)],
      undefined,
      { tokens: 8, unsummed: 8 },
    ],
    ['answers after what was before', [spent('a', 7)], { tokens: 5, cost: 1 }, { tokens: 12, cost: 1, unsummed: 7 }],
    [
      'a sum after a stint that was broken off',
      [{ kind: 'used', tokens: 9, cost: 2 }],
      { tokens: 12, cost: 1, unsummed: 7 },
      { tokens: 16, cost: 2, unsummed: 7 },
    ],
    [
      'answers that name their cost, more than are kept one by one',
      Array.from({ length: 20 }, (_, index): Signal => ({ kind: 'spent', id: `${index}`, tokens: 1, cost: 0.5 })),
      { tokens: 5, cost: 1 },
      { tokens: 25, cost: 11, unsummed: 20 },
    ],
    ['broken off twice', [spent('a', 3)], { tokens: 12, unsummed: 7 }, { tokens: 15, unsummed: 10 }],
  ]
  for (const [name, signals, before, expected] of usages) {
    test(name, () => expect(usageOf(read(...signals), before)).toEqual(expected as never))
  }
  test('a sum without its cost does not take back what it had cost', () =>
    expect(usageOf(read({ kind: 'used', tokens: 25 }), { tokens: 10, cost: 1 })).toEqual({ tokens: 25, cost: 1 }))
  test('answers of two subagents come in turns: each counts once', () =>
    expect(usageOf(read(spent('a', 10), spent('b', 5), spent('a', 10)), undefined)?.tokens).toBe(15))

  test('never less than before, while the sums of the agent never fall', () => {
    const stint = fc.record({ broken: fc.boolean(), tokens: fc.nat(10_000) })
    fc.assert(
      fc.property(fc.array(stint, { maxLength: 8 }), (stints) => {
        let usage: Usage | undefined
        let sum = 0
        let all = 0
        for (const [index, { broken, tokens }] of stints.entries()) {
          all += tokens
          if (!broken) sum += tokens
          usage = usageOf(read(broken ? spent(`${index}`, tokens) : { kind: 'used', tokens: sum }), usage)
        }
        expect(usage?.tokens ?? 0).toBe(all)
      }),
    )
  })
})

describe('contextUse', () => {
  const reading = (contextTokens?: number, contextWindow?: number): StintReading => ({
    ...OPEN,
    ...(contextTokens === undefined ? {} : { contextTokens }),
    ...(contextWindow === undefined ? {} : { contextWindow }),
  })
  const uses: ReadonlyArray<readonly [name: string, reading: StintReading, expected: number | undefined]> = [
    ['nothing known', reading(), undefined],
    ['no window', reading(5), undefined],
    ['no answer yet', reading(undefined, 100), undefined],
    ['a window of nothing', reading(5, 0), undefined],
    ['a share', reading(25, 100), 0.25],
    ['never more than all of it', reading(250, 100), 1],
  ]
  for (const [name, given, expected] of uses) test(name, () => expect(contextUse(given)).toBe(expected as never))
})
