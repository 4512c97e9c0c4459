// The state of a supervised task, event by event: phases, time, usage over sessions, faults. And the laws of that fold.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { AgentEnd, Usage } from '../../../contract/agent/agent-end.ts'
import type { Event, EventOf, StintHow } from '../../../contract/event.ts'
import type { RunSetup } from '../../../contract/agent/run-setup.ts'
import type { RunState, Stint } from '../../../contract/state.ts'
import { allowedBy as allowed, claimMade, promptJoined, refusedBy, stopDecided } from '../events.fixture.ts'
import { openedRun, stepRun, usedBy } from './run.ts'

/** So many minutes after ten o'clock. */
const at = (minutes: number): string => new Date(Date.UTC(2026, 10, 15, 10) + minutes * 60_000).toISOString()
const MINUTE = 60_000
const SETUP: RunSetup = { cwd: '/repo', permissions: 'edits', args: [] }
const OPENED = openedRun(SETUP, at(0))
const NONE = { limits: 0, errors: 0, crashes: 0 }
const head = (minutes: number) => ({ id: `evt_${minutes}`, at: at(minutes), session: 'ses_1', task: 'task_1' })

const attached = (minutes: number): Event => ({ ...head(minutes), kind: 'run.attached', source: 'resume' })
const started = (minutes: number, stint: string, more: { how?: StintHow; agentSessionId?: string } = {}): Event => ({
  ...head(minutes),
  kind: 'stint.started',
  stint,
  how: 'first',
  isBriefed: false,
  ...more,
})
const known = (minutes: number, stint: string, agentSessionId: string, model?: string): Event => ({
  ...head(minutes),
  kind: 'stint.known',
  stint,
  agentSessionId,
  ...(model === undefined ? {} : { model }),
})
const told = (minutes: number, stint: string, offset: number, how: StintHow = 'same'): Event => ({
  ...head(minutes),
  kind: 'stint.told',
  stint,
  how,
  offset,
})
const settled = (minutes: number, stint: string): Event => ({ ...head(minutes), kind: 'stint.settled', stint })
const ended = (
  minutes: number,
  stint: string,
  end: AgentEnd | AgentEnd['kind'] = 'stopped',
  more: Partial<EventOf<'stint.ended'>> = {},
): EventOf<'stint.ended'> => ({
  ...head(minutes),
  kind: 'stint.ended',
  stint,
  end: typeof end === 'string' ? { kind: end } : end,
  endedAt: at(minutes),
  notes: [],
  ...more,
})
const REFUSED = refusedBy(11)
const decided = (minutes: number, decision = REFUSED): Event => stopDecided(decision, head(minutes))
const waits = (minutes: number, until: number): Event => ({
  ...head(minutes),
  kind: 'wait.started',
  until: at(until),
  why: 'usage limit',
})
const waited = (minutes: number): Event => ({ ...head(minutes), kind: 'wait.ended' })
const warned = (minutes: number, budget: 'time' | 'tokens' | 'cost'): Event => ({
  ...head(minutes),
  kind: 'budget.warned',
  budget,
  used: 8,
  limit: 10,
})
const resumed = (minutes: number, run?: RunSetup): Event => ({
  ...head(minutes),
  kind: 'task.resumed',
  actor: 'terminal',
  ...(run ? { run } : {}),
})
const joined = (minutes: number): Event => promptJoined({ ...head(minutes) })
const reviewed = (minutes: number, kind: 'review.approved' | 'review.rejected'): Event => ({
  ...head(minutes),
  kind,
  review: 'rev_1',
  by: { by: 'terminal' },
})
const over = (minutes: number): Event => ({
  ...head(minutes),
  kind: 'task.ended',
  outcome: 'completed',
  because: [],
})

const fold = (events: readonly Event[], from: RunState = OPENED): RunState => events.reduce(stepRun, from)
const stintOf = (id: string, minutes: number, more: Partial<Stint> = {}): Stint => ({
  id,
  how: 'first',
  startedAt: at(minutes),
  offset: 0,
  ...more,
})

test('a task that was just opened', () =>
  expect(OPENED).toEqual({
    setup: SETUP,
    phase: 'ready',
    stints: 0,
    turns: 0,
    undecided: [],
    hasWaited: false,
    faults: NONE,
    isProbed: false,
    spentMs: 0,
    tick: at(0),
    usage: [],
    bill: [],
    warned: [],
  }))

const ONE = started(1, 's1', { agentSessionId: 'a' })

describe('phases', () => {
  const rows: ReadonlyArray<readonly [name: string, events: readonly Event[], expected: Partial<RunState>]> = [
    [
      'a stint begins',
      [ONE],
      { phase: 'running', stints: 1, turns: 1, undecided: ['s1'], stint: stintOf('s1', 1, { agentSessionId: 'a' }) },
    ],
    [
      'its session is told',
      [started(1, 's1'), known(2, 's1', 'b', 'm')],
      { phase: 'running', stint: stintOf('s1', 1, { agentSessionId: 'b', model: 'm' }) },
    ],
    [
      '… of another stint it says nothing',
      [ONE, known(2, 's0', 'b', 'm')],
      { stint: stintOf('s1', 1, { agentSessionId: 'a' }) },
    ],
    [
      'it has ended',
      [ONE, ended(3, 's1', { kind: 'auth', detail: 'key' })],
      { phase: 'stopped', lastEnd: { kind: 'auth', detail: 'key' }, undecided: ['s1'] },
    ],
    ['the end of another stint is none', [ONE, ended(3, 's0')], { phase: 'running', bill: [] }],
    [
      'it was decided upon',
      [ONE, ended(3, 's1'), decided(4)],
      { phase: 'ready', undecided: [], lastDecision: REFUSED },
    ],
    [
      'it is waited for',
      [ONE, ended(3, 's1', 'usage-limit'), decided(4, allowed(2)), waits(5, 60)],
      { phase: 'waiting', hasWaited: false, wait: { since: at(5), until: at(60), why: 'usage limit' } },
    ],
    [
      'it was waited for',
      [ONE, ended(3, 's1', 'usage-limit'), decided(4, allowed(2)), waits(5, 60), waited(60)],
      { phase: 'ready', hasWaited: true },
    ],
    [
      'it goes on: what was waited for is over',
      [
        ONE,
        ended(3, 's1', 'usage-limit'),
        decided(4, allowed(2)),
        waits(5, 60),
        waited(60),
        started(61, 's2', { how: 'again' }),
      ],
      { phase: 'running', hasWaited: false, stints: 2, turns: 2, undecided: ['s2'] },
    ],
    [
      'two stints before one decision',
      [ONE, ended(3, 's1', 'crashed'), started(4, 's2', { how: 'again' })],
      { undecided: ['s1', 's2'] },
    ],
    ['a probe', [ONE, ended(3, 's1'), started(4, 's2', { how: 'probe' })], { phase: 'running', isProbed: true }],
    [
      '… was decided upon',
      [ONE, ended(3, 's1'), started(4, 's2', { how: 'probe' }), ended(5, 's2'), decided(6)],
      { isProbed: false },
    ],
    [
      '… another turn is none',
      [ONE, ended(3, 's1'), started(4, 's2', { how: 'probe' }), ended(5, 's2'), started(6, 's3', { how: 'same' })],
      { isProbed: false },
    ],
    [
      'how full its context was',
      [ONE, ended(3, 's1', 'stopped', { contextUse: 0.9, isCompacted: true })],
      { contextUse: 0.9, isCompacted: true },
    ],
    [
      '… of the stint before says nothing of the next',
      [
        ONE,
        ended(3, 's1', 'stopped', { contextUse: 0.9, isCompacted: true }),
        decided(4),
        started(5, 's2', { how: 'fresh' }),
        ended(6, 's2'),
      ],
      { isCompacted: false },
    ],
    ['budgets that were warned of', [warned(1, 'time'), warned(2, 'cost')], { warned: ['time', 'cost'] }],
    [
      'events of others',
      [ONE, { id: 'e', at: at(9), kind: 'tool.used', session: 'ses_1', tool: 'Bash' }],
      { spentMs: MINUTE },
    ],
  ]
  for (const [name, events, expected] of rows) test(name, () => expect(fold(events)).toMatchObject(expected))

  test('how full its context was is forgotten with the next stint', () =>
    expect(
      fold([ONE, ended(3, 's1', 'stopped', { contextUse: 0.9 }), decided(4), started(5, 's2'), ended(6, 's2')])
        .contextUse,
    ).toBeUndefined())
  test('what was waited for is forgotten with the wait', () =>
    expect(fold([ONE, ended(2, 's1', 'usage-limit'), waits(5, 60), waited(60)]).wait).toBeUndefined())
  test('R1: how long it waited is known, until a person takes it up', () => {
    const limited = [ONE, ended(2, 's1', 'usage-limit'), waits(5, 60), waited(60)]
    expect(fold(limited).waitedMs).toBe(55 * MINUTE)
    expect(
      fold([...limited, started(61, 's2'), ended(70, 's2', 'usage-limit'), waits(71, 80), waited(80)]).waitedMs,
    ).toBe(64 * MINUTE)
    expect(fold([...limited, resumed(90)]).waitedMs).toBeUndefined()
  })
})

describe('whether its session has begun', () => {
  const isBegun = (...events: readonly Event[]): boolean => fold(events).stint?.isBegun === true
  const empty = { isEmpty: true } as const
  const AGAIN = started(4, 's2', { how: 'again', agentSessionId: 'a' })
  const OTHER = started(4, 's2', { how: 'fresh', agentSessionId: 'b' })
  const rows: ReadonlyArray<readonly [name: string, events: readonly Event[], expected: boolean]> = [
    ['it runs', [ONE], false],
    ['something was said or done in it', [ONE, ended(3, 's1', 'api-error')], true],
    ['nothing was', [ONE, ended(3, 's1', 'api-error', empty)], false],
    ['the next stint goes on in it', [ONE, ended(3, 's1', 'api-error'), AGAIN], true],
    ['… and says nothing more', [ONE, ended(3, 's1', 'api-error'), AGAIN, ended(5, 's2', 'api-error', empty)], true],
    ['the next stint has another', [ONE, ended(3, 's1'), OTHER], false],
    ['… in which nothing is said', [ONE, ended(3, 's1'), OTHER, ended(5, 's2', 'api-error', empty)], false],
    ['a session that nobody knows', [started(1, 's1'), ended(3, 's1'), started(4, 's2')], false],
    [
      'a session that was told of later',
      [started(1, 's1'), known(1, 's1', 'a'), ended(3, 's1'), AGAIN, ended(5, 's2', 'crashed', empty)],
      true,
    ],
  ]
  for (const [name, events, expected] of rows) test(name, () => expect(isBegun(...events)).toBe(expected))
})

describe('a program that waits at its prompt', () => {
  const SETTLED = [started(1, 's1'), settled(3, 's1')]
  const rows: ReadonlyArray<readonly [name: string, events: readonly Event[], expected: Partial<RunState>]> = [
    [
      'it has become quiet',
      SETTLED,
      {
        phase: 'stopped',
        lastEnd: { kind: 'stopped' },
        stint: stintOf('s1', 1, { isAlive: true }),
        spentMs: 3 * MINUTE,
      },
    ],
    ['another one has', [started(1, 's1'), settled(3, 's0')], { phase: 'running', stint: stintOf('s1', 1) }],
    [
      'it was decided upon and still waits',
      [...SETTLED, decided(4)],
      { phase: 'ready', stint: stintOf('s1', 1, { isAlive: true }) },
    ],
    [
      'it was told',
      [...SETTLED, decided(4), told(5, 's1', 700)],
      {
        phase: 'running',
        turns: 2,
        stints: 1,
        undecided: ['s1'],
        stint: stintOf('s1', 1, { how: 'same', offset: 700, told: 'evt_5' }),
      },
    ],
    [
      'another one was',
      [...SETTLED, decided(4), told(5, 's0', 700)],
      { phase: 'ready', turns: 1, stint: stintOf('s1', 1, { isAlive: true }) },
    ],
    ['it was asked for its claim', [...SETTLED, told(5, 's1', 700, 'probe')], { phase: 'running', isProbed: true }],
    [
      'it was ended where it waited: nothing is to be decided',
      [...SETTLED, decided(4), ended(5, 's1')],
      { phase: 'ready', stint: stintOf('s1', 1) },
    ],
    [
      'it ended by itself before that was decided',
      [...SETTLED, ended(5, 's1', 'crashed')],
      { phase: 'stopped', lastEnd: { kind: 'crashed' } },
    ],
    ['told, it ended', [...SETTLED, decided(4), told(5, 's1', 700), ended(6, 's1')], { phase: 'stopped' }],
  ]
  for (const [name, events, expected] of rows) test(name, () => expect(fold(events)).toMatchObject(expected))
  test('it does not wait any more once it was told', () =>
    expect(fold([...SETTLED, decided(4), told(5, 's1', 7)]).stint?.isAlive).toBeUndefined())
})

describe('a person takes it up', () => {
  const ENDED = [ONE, ended(3, 's1', 'usage-limit'), decided(4, allowed(2)), waits(5, 60), warned(5, 'time'), over(6)]
  const OTHER: RunSetup = { ...SETUP, model: 'm' }
  const rows: ReadonlyArray<readonly [name: string, events: readonly Event[], expected: Partial<RunState>]> = [
    [
      'after it had ended',
      [...ENDED, attached(100), resumed(100)],
      { phase: 'ready', isTakenUp: true, faults: NONE, hasWaited: true, warned: [], setup: SETUP },
    ],
    ['with another setup', [...ENDED, resumed(100, OTHER)], { setup: OTHER }],
    ['while its agent still runs', [ONE, over(2), resumed(5)], { phase: 'running', isTakenUp: true }],
    ['while its last stop is not decided', [ONE, ended(2, 's1'), over(3), resumed(5)], { phase: 'stopped' }],
    ['with an answer', [ONE, ended(2, 's1'), decided(3, allowed(10)), joined(4)], { isTakenUp: true, phase: 'ready' }],
  ]
  for (const [name, events, expected] of rows) test(name, () => expect(fold(events)).toMatchObject(expected))
  test('what was waited for is over', () => expect(fold([...ENDED, resumed(100)]).wait).toBeUndefined())
  for (const next of [started(7, 's2', { how: 'same' }), told(7, 's1', 5)]) {
    test(`until the agent was told: ${next.kind}`, () =>
      expect(fold([ONE, ended(2, 's1'), decided(3), joined(4), next]).isTakenUp).toBeUndefined())
  }
})

describe('time', () => {
  const rows: ReadonlyArray<readonly [name: string, events: readonly Event[], minutes: number]> = [
    ['from the beginning', [ONE, ended(3, 's1'), decided(4), over(5)], 5],
    [
      'a wait counts: the person waits as well',
      [ONE, ended(3, 's1', 'usage-limit'), decided(3), waits(3, 60), waited(60)],
      60,
    ],
    ['the agent went on while its supervisor was gone', [ONE, attached(60), ended(70, 's1')], 70],
    ['nobody was there between two decisions', [ONE, ended(3, 's1'), decided(4), attached(100), started(101, 's2')], 5],
    ['nobody was there to decide', [ONE, ended(3, 's1'), attached(100), decided(101)], 4],
    [
      'nobody was there to wait',
      [ONE, ended(3, 's1', 'usage-limit'), decided(3), waits(3, 60), attached(100), waited(101)],
      4,
    ],
    [
      'a program waited at its prompt, and nobody was there',
      [started(1, 's1'), settled(3, 's1'), attached(100), decided(101)],
      4,
    ],
    [
      'the agent ended while nobody was there',
      [ONE, attached(60), ended(60, 's1', 'stopped', { endedAt: at(5) }), decided(61)],
      6,
    ],
    [
      'a task that had ended',
      [ONE, ended(3, 's1'), decided(4), over(4), attached(100), resumed(101), started(102, 's2')],
      5,
    ],
    [
      'a person thought about an approval',
      [ONE, ended(3, 's1'), decided(4), reviewed(50, 'review.approved'), over(50)],
      4,
    ],
    ['… or a rejection', [ONE, ended(3, 's1'), decided(4), reviewed(50, 'review.rejected'), over(50)], 4],
    ['the agent worked meanwhile', [ONE, reviewed(50, 'review.approved'), ended(60, 's1')], 60],
    ['events of the same moment', [ONE, ended(1, 's1'), decided(1), decided(1)], 1],
    ['a clock that was set back', [ONE, ended(3, 's1'), decided(2), over(4)], 4],
  ]
  for (const [name, events, minutes] of rows) test(name, () => expect(fold(events).spentMs).toBe(minutes * MINUTE))
})

describe('usage', () => {
  const use = (tokens: number, cost?: number): { usage: Usage } => ({
    usage: { tokens, ...(cost === undefined ? {} : { cost }) },
  })
  const rows: ReadonlyArray<
    readonly [
      name: string,
      events: readonly Event[],
      total: { tokens: number; cost?: number },
      bill: readonly (readonly (string | number)[])[],
    ]
  > = [
    ['none told', [ONE, ended(2, 's1')], { tokens: 0 }, [['s1', 0]]],
    ['one stint', [ONE, ended(2, 's1', 'stopped', use(10, 1))], { tokens: 10, cost: 1 }, [['s1', 10, 1]]],
    [
      'two stints of one session: the sum of the second holds the first',
      [
        ONE,
        ended(2, 's1', 'stopped', use(10, 1)),
        started(3, 's2', { how: 'same', agentSessionId: 'a' }),
        ended(4, 's2', 'stopped', use(25, 3)),
      ],
      { tokens: 25, cost: 3 },
      [
        ['s1', 10, 1],
        ['s2', 15, 2],
      ],
    ],
    [
      'two sessions add up',
      [
        ONE,
        ended(2, 's1', 'stopped', use(10, 1)),
        started(3, 's2', { how: 'fresh', agentSessionId: 'b' }),
        ended(4, 's2', 'stopped', use(25, 3)),
      ],
      { tokens: 35, cost: 4 },
      [
        ['s1', 10, 1],
        ['s2', 25, 3],
      ],
    ],
    [
      'back in the first session',
      [
        ONE,
        ended(2, 's1', 'stopped', use(10)),
        started(3, 's2', { agentSessionId: 'b' }),
        ended(4, 's2', 'stopped', use(5)),
        started(5, 's3', { agentSessionId: 'a' }),
        ended(6, 's3', 'stopped', use(12)),
      ],
      { tokens: 17 },
      [
        ['s1', 10],
        ['s2', 5],
        ['s3', 2],
      ],
    ],
    [
      'a session that the agent told of later',
      [
        started(1, 's1'),
        known(1, 's1', 'a'),
        ended(2, 's1', 'stopped', use(10)),
        started(3, 's2', { agentSessionId: 'a' }),
        ended(4, 's2', 'stopped', use(12)),
      ],
      { tokens: 12 },
      [
        ['s1', 10],
        ['s2', 2],
      ],
    ],
    [
      'programs without a session add up',
      [started(1, 's1'), ended(2, 's1', 'stopped', use(10)), started(3, 's2'), ended(4, 's2', 'stopped', use(12))],
      { tokens: 22 },
      [
        ['s1', 10],
        ['s2', 12],
      ],
    ],
    [
      'a stint that told nothing keeps what was known',
      [
        ONE,
        ended(2, 's1', 'stopped', use(10, 1)),
        started(3, 's2', { agentSessionId: 'a' }),
        ended(4, 's2', 'crashed'),
      ],
      { tokens: 10, cost: 1 },
      [
        ['s1', 10, 1],
        ['s2', 0],
      ],
    ],
    [
      'one session tells its cost, another does not',
      [
        ONE,
        ended(2, 's1', 'stopped', use(10, 1)),
        started(3, 's2', { agentSessionId: 'b' }),
        ended(4, 's2', 'stopped', use(5)),
      ],
      { tokens: 15, cost: 1 },
      [
        ['s1', 10, 1],
        ['s2', 5],
      ],
    ],
    [
      'the same end twice is one',
      [ONE, ended(2, 's1', 'stopped', use(10)), ended(2, 's0', 'stopped', use(10))],
      { tokens: 10 },
      [['s1', 10]],
    ],
  ]
  for (const [name, events, total, bill] of rows) {
    test(name, () => {
      const run = fold(events)
      expect(usedBy(run)).toEqual(total)
      expect(
        run.bill.map(({ stint, tokens, cost }) => (cost === undefined ? [stint, tokens] : [stint, tokens, cost])),
      ).toEqual(bill.map((one) => [...one]))
    })
  }

  test('the bill says how and how long', () =>
    expect(
      fold([ONE, ended(4, 's1', 'stopped', use(1)), started(5, 's2', { how: 'fresh' }), ended(5, 's2')]).bill,
    ).toEqual([
      { stint: 's1', how: 'first', ms: 3 * MINUTE, tokens: 1 },
      { stint: 's2', how: 'fresh', ms: 0, tokens: 0 },
    ]))

  const many = Array.from({ length: 300 }, (_, index) => [
    started(index, `s${index}`, { agentSessionId: `a${index}` }),
    ended(index, `s${index}`, 'stopped', use(10)),
    decided(index),
  ]).flat()
  test('the bill is bounded', () => {
    const { bill, stints } = fold(many)
    expect([bill.length <= 200, bill.at(-1)?.stint, stints]).toEqual([true, 's299', 300])
  })
  test('what many sessions used is not forgotten', () => expect(usedBy(fold(many)).tokens).toBe(3000))
})

describe('faults', () => {
  const run = (...kinds: readonly AgentEnd['kind'][]): RunState['faults'] =>
    fold(kinds.flatMap((kind, index) => [started(index, `s${index}`), ended(index, `s${index}`, kind)])).faults
  const rows: ReadonlyArray<readonly [name: string, kinds: readonly AgentEnd['kind'][], expected: RunState['faults']]> =
    [
      ['none', ['stopped'], NONE],
      ['limits', ['usage-limit', 'usage-limit'], { ...NONE, limits: 2 }],
      ['faults of the provider', ['api-error', 'api-error', 'api-error'], { ...NONE, errors: 3 }],
      ['crashes', ['crashed'], { ...NONE, crashes: 1 }],
      [
        'each is counted apart',
        ['usage-limit', 'api-error', 'usage-limit', 'crashed'],
        { limits: 2, errors: 1, crashes: 1 },
      ],
      ['a stop of its own ends the row', ['usage-limit', 'crashed', 'stopped'], NONE],
      ['any other end does as well', ['usage-limit', 'crashed', 'output-cut'], NONE],
      ['a lost session does not', ['crashed', 'session-missing', 'crashed'], { ...NONE, crashes: 2 }],
      ['a row begins anew', ['crashed', 'stopped', 'crashed'], { ...NONE, crashes: 1 }],
    ]
  for (const [name, kinds, expected] of rows) test(name, () => expect(run(...kinds)).toEqual(expected))
  test('a program that has become quiet ends the row', () =>
    expect(fold([ONE, ended(1, 's1', 'crashed'), started(2, 's2'), settled(3, 's2')]).faults).toEqual(NONE))
})

const KINDS = ['stopped', 'usage-limit', 'api-error', 'crashed', 'auth', 'hung'] as const
const STINTS = ['s0', 's1', 's2'] as const
const anyEvent = fc
  .tuple(fc.nat(14), fc.nat(5000), fc.constantFrom(...STINTS), fc.constantFrom(...KINDS), fc.nat(1000))
  .map(([which, minutes, stint, kind, count]): Event => {
    const all: readonly Event[] = [
      attached(minutes),
      started(minutes, stint),
      started(minutes, stint, { how: 'same', agentSessionId: `a${count % 3}` }),
      known(minutes, stint, `a${count % 3}`),
      told(minutes, stint, count),
      settled(minutes, stint),
      ended(minutes, stint, kind),
      ended(minutes, stint, kind, { usage: { tokens: count, cost: count / 7 }, contextUse: 0.5 }),
      decided(minutes),
      decided(minutes, allowed(2)),
      waits(minutes, minutes + count),
      waited(minutes),
      resumed(minutes),
      joined(minutes),
      over(minutes),
    ]
    return all[which] ?? attached(minutes)
  })
const inOrder = fc.array(anyEvent, { maxLength: 60 }).map((events) => events.toSorted((a, b) => (a.at < b.at ? -1 : 1)))

describe('laws', () => {
  test('time never falls, and never exceeds what has passed', () => {
    fc.assert(
      fc.property(inOrder, (events) => {
        let run = OPENED
        for (const event of events) {
          const next = stepRun(run, event)
          expect(next.spentMs).toBeGreaterThanOrEqual(run.spentMs)
          expect(next.spentMs).toBeLessThanOrEqual(Date.parse(event.at) - Date.parse(at(0)))
          run = next
        }
      }),
    )
  })
  test('time never falls, in whatever order events come', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 60 }), (events) => {
        let run = OPENED
        for (const event of events) {
          const next = stepRun(run, event)
          expect(next.spentMs).toBeGreaterThanOrEqual(run.spentMs)
          run = next
        }
      }),
    )
  })
  test('stints and turns never fall, nor does a decision stay open', () => {
    fc.assert(
      fc.property(inOrder, (events) => {
        const run = fold(events)
        expect(run.turns).toBeGreaterThanOrEqual(run.stints)
        expect(fold([decided(9999)], run)).toMatchObject({ phase: 'ready', undecided: [], hasWaited: false })
      }),
    )
  })
  test('a prefix, stored and read, then the rest, is the whole', () => {
    fc.assert(
      fc.property(inOrder, fc.nat(60), (events, cut) => {
        const stored = JSON.parse(JSON.stringify(fold(events.slice(0, cut)))) as RunState
        expect(fold(events.slice(cut), stored)).toEqual(fold(events))
      }),
    )
  })
  test('no sum of the agent that grows lets the total fall', () => {
    const stint = fc.record({ session: fc.nat(3), tokens: fc.nat(1000) })
    fc.assert(
      fc.property(fc.array(stint, { maxLength: 20 }), (stints) => {
        const sums = [0, 0, 0, 0]
        let run = OPENED
        for (const [index, { session, tokens }] of stints.entries()) {
          sums[session] = (sums[session] ?? 0) + tokens
          const more = { usage: { tokens: sums[session] ?? 0 } }
          run = fold(
            [
              started(index, `s${index}`, { agentSessionId: `a${session}` }),
              ended(index, `s${index}`, 'stopped', more),
            ],
            run,
          )
        }
        const all = stints.reduce((sum, { tokens }) => sum + tokens, 0)
        expect([usedBy(run).tokens, run.bill.reduce((sum, { tokens }) => sum + tokens, 0)]).toEqual([all, all])
      }),
    )
  })
})

describe('R10: time that was no work', () => {
  const skip = (minutes: number, skipped: number): Event => ({
    ...head(minutes),
    kind: 'clock.skipped',
    ms: skipped * MINUTE,
  })
  const fold = (events: readonly Event[]): RunState => events.reduce(stepRun, OPENED)

  test('is not counted, neither for the task nor for the stint', () => {
    const run = fold([started(0, 's1'), skip(485, 480), ended(490, 's1')])
    expect([run.spentMs, run.bill.map(({ ms }) => ms)]).toEqual([10 * MINUTE, [10 * MINUTE]])
  })

  test('a clock that is set back takes nothing away of what was counted, and hides nothing of what follows', () => {
    const run = fold([started(100, 's1'), skip(50, -60), ended(60, 's1')])
    expect([run.spentMs, run.bill.map(({ ms }) => ms)]).toEqual([120 * MINUTE, [20 * MINUTE]])
  })

  test('is not counted while a limit is waited for', () => {
    const run = fold([started(0, 's1'), ended(5, 's1', 'usage-limit'), waits(5, 300), skip(290, 280), waited(300)])
    expect([run.spentMs, run.waitedMs]).toEqual([20 * MINUTE, 15 * MINUTE])
  })
})

test('an agent that keeps its process is billed by the turn, and what it denied is known', () => {
  const turn = (minutes: number, tokens: number): Event => ({
    ...head(minutes),
    kind: 'stint.settled',
    stint: 's1',
    turn: { usage: { tokens }, contextUse: 0.5, denied: ['Bash (rm x)'], notes: [] },
  })
  const run = fold([ONE, turn(3, 100), decided(4), told(5, 's1', 10), turn(9, 250)])
  expect(run.bill).toEqual([
    { stint: 's1', how: 'first', ms: 2 * 60_000, tokens: 100 },
    { stint: 's1', how: 'same', ms: 4 * 60_000, tokens: 150 },
  ])
  expect(run).toMatchObject({
    phase: 'stopped',
    usage: [{ agentSessionId: 'a', tokens: 250 }],
    contextUse: 0.5,
    isBegun: true,
    lastEnd: { kind: 'stopped', denied: ['Bash (rm x)'] },
    stint: { isAlive: true, isBegun: true },
  })
})

test('a turn in which nothing was said or done begins nothing', () => {
  const run = fold([ONE, { ...head(3), kind: 'stint.settled', stint: 's1', turn: { isEmpty: true, notes: [] } }])
  expect([run.isBegun, run.stint?.isBegun]).toEqual([undefined, undefined])
})

test('a claim that stands when a person resumes is decided first, as if the agent had stopped with it', () => {
  const crashed = [started(1, 'st_1'), ended(2, 'st_1', { kind: 'crashed', exitCode: 1 }), decided(3, allowed(7))]
  const before = crashed.reduce(stepRun, OPENED)
  const call = { digest: 'd', progress: 0, isBound: true }
  const stands = claimMade({ ...head(9), call: { ...call, isStanding: true } })
  const after = stepRun(before, stands)
  expect(after).toEqual({ ...before, phase: 'stopped', lastEnd: { kind: 'stopped' }, stoppedAt: at(9) })
  expect(stepRun(after, stands)).toEqual(after)
  expect(stepRun(before, claimMade({ ...head(9), call }))).toEqual(before)
})
