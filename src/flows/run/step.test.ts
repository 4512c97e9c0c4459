// What a supervisor does next, from where the task stands; and that no run continues for ever.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { rounds } from '../../../test/rounds.ts'
import type { AgentEnd } from '../../contract/agent/agent-end.ts'
import type { Decision } from '../../contract/decision.ts'
import type { Event } from '../../contract/event.ts'
import type { Facts } from '../../contract/facts.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { RunState, TaskState } from '../../contract/state.ts'
import { decide } from '../../domain/gate/decide.ts'
import { isFinal, isRefusal } from '../../domain/gate/consequences.ts'
import { facts, policy, follows } from '../../domain/gate/facts.fixture.ts'
import { openedRun, stepRun } from '../../domain/tasks/run/run.ts'
import { type Circumstances, type Effect, step } from './step.ts'

const AT = '2026-11-15T10:00:00.000Z'
const AROUND: Circumstances = {
  now: new Date(AT),
  jitter: 0.5,
  firstPauseMs: 5000,
  canResume: true,
  canAsk: false,
  canReview: false,
}
const OPENED = openedRun({ cwd: '/repo', permissions: 'edits', args: [] }, AT)
const STINT = { id: 's1', how: 'first', startedAt: AT, offset: 0, agentSessionId: 'a', isBegun: true } as const
const NOT_BEGUN: NonNullable<RunState['stint']> = {
  id: 's1',
  how: 'first',
  startedAt: AT,
  offset: 0,
  agentSessionId: 'a',
}
/** One stint has ended, and its stop was decided upon. */
const DECIDED: RunState = {
  ...OPENED,
  stints: 1,
  turns: 1,
  stint: STINT,
  isBegun: true,
  lastEnd: { kind: 'stopped' },
}
const SUPERVISION = { continue: 'auto', idleTimeoutMs: 600_000, settleMs: 3000 } as const

const task = (run: Partial<RunState>, changes: Partial<TaskState> = {}): TaskState => ({
  id: 'task_1',
  status: 'open',
  agent: 'claude',
  session: 'ses_1',
  policy: policy({ supervision: SUPERVISION }),
  openedAt: AT,
  updatedAt: AT,
  prompts: 1,
  stops: 0,
  refusals: 0,
  claims: 0,
  run: { ...DECIDED, ...run },
  ...changes,
})
const continuing = (how: 'auto' | 'same' | 'fresh'): Partial<TaskState> => ({
  policy: policy({ supervision: { ...SUPERVISION, continue: how } }),
})
const reasons = (text: string): Decision['because'] => [{ code: 'no-claim', text }]
const refused = (rule = 11): Decision => ({
  kind: 'continue',
  rule,
  because: reasons('not done'),
  say: 'FULLSTOP (1/5) go on',
  fingerprint: 'f',
  ...follows(rule),
})
const allowed = (rule: number, more: Partial<Extract<Decision, { kind: 'allow' }>> = {}): Decision => ({
  kind: 'allow',
  rule,
  because: reasons('why'),
  ...more,
})
const SAY = 'FULLSTOP (1/5) go on'
const GO_ON = refused()
const same: Effect = { kind: 'start', how: 'same', say: SAY }
const fresh: Effect = { kind: 'start', how: 'fresh', say: SAY }
const toPerson: Effect = { kind: 'end', outcome: 'needs-input', because: reasons('why') }
const TAKEN_UP = 'FULLSTOP: the user asks you to continue with the request.'
const MODEL = 'the model cannot be reached'

type Row = readonly [
  name: string,
  run: Partial<RunState>,
  expected: Effect,
  changes?: Partial<TaskState>,
  around?: Partial<Circumstances>,
]

const rows: readonly Row[] = [
  // Whether anything is to be done
  ['it has ended', { phase: 'ready' }, { kind: 'over' }, { status: 'ended' }],
  ['it was paused', { phase: 'ready' }, { kind: 'over' }, { status: 'paused' }],
  [
    'a person must look',
    { lastDecision: { kind: 'ask-human', rule: 7, because: [] } },
    { kind: 'over' },
    { status: 'awaiting-review' },
  ],
  [
    'a person must look, and one is there',
    { lastDecision: { kind: 'ask-human', rule: 7, because: [] } },
    { kind: 'review' },
    { status: 'awaiting-review' },
    { canReview: true },
  ],
  ['it has ended, and its agent still runs', { phase: 'running' }, { kind: 'over' }, { status: 'ended' }],
  // Phases
  ['a stint goes on', { phase: 'running' }, { kind: 'watch' }],
  ['a stint has ended', { phase: 'stopped' }, { kind: 'decide' }],
  [
    'it is waited for',
    { phase: 'waiting', wait: { since: AT, until: '2026-11-15T11:00:00.000Z', why: 'usage limit' } },
    { kind: 'wait', until: '2026-11-15T11:00:00.000Z', why: 'usage limit', isNew: false },
  ],
  ['it is waited for, for nothing', { phase: 'waiting' }, { kind: 'decide' }],
  ['nothing has begun', { stints: 0 }, { kind: 'start', how: 'first' }],
  ['nothing has begun, and it was taken up', { stints: 0, isTakenUp: true }, { kind: 'start', how: 'first' }],
  // A refusal, in the same session or a fresh one
  ['refused: the same session', { lastDecision: GO_ON }, same],
  ['refused, and the agent can resume nothing', { lastDecision: GO_ON }, fresh, {}, { canResume: false }],
  [
    'refused, and its session is not known',
    { lastDecision: GO_ON, stint: { ...STINT, agentSessionId: undefined } as never },
    fresh,
  ],
  ['refused, and nothing had been said or done in its session', { lastDecision: GO_ON, stint: NOT_BEGUN }, fresh],
  ['partial: a fresh session', { lastDecision: refused(8) }, fresh],
  ['compacted: a fresh session', { lastDecision: GO_ON, isCompacted: true }, fresh],
  ['a context that is full: a fresh session', { lastDecision: GO_ON, contextUse: 0.8 }, fresh],
  ['a context that is not', { lastDecision: GO_ON, contextUse: 0.79 }, same],
  ...(['context-limit', 'compaction', 'session-missing', 'not-started'] as const).map((kind): Row => [
    `${kind}: the session is lost`,
    { lastDecision: refused(2), lastEnd: { kind } },
    fresh,
  ]),
  ...(['output-cut', 'agent-cap', 'hung', 'interrupted'] as const).map((kind): Row => [
    `${kind}: the session goes on`,
    { lastDecision: refused(2), lastEnd: { kind } },
    same,
  ]),
  // --continue
  ['always fresh', { lastDecision: GO_ON }, fresh, continuing('fresh')],
  ['always the same, though partial', { lastDecision: refused(8) }, same, continuing('same')],
  [
    'always the same, though compacted and full',
    { lastDecision: GO_ON, isCompacted: true, contextUse: 1 },
    same,
    continuing('same'),
  ],
  [
    'always the same, but it is lost',
    { lastDecision: GO_ON, lastEnd: { kind: 'session-missing' } },
    fresh,
    continuing('same'),
  ],
  ['no word on it', { lastDecision: refused(8) }, fresh, { policy: policy() }],
  // A program that waits at its prompt
  [
    'it waits: it is told there',
    { lastDecision: GO_ON, stint: { ...STINT, isAlive: true } },
    { kind: 'tell', how: 'same', say: SAY },
    {},
    { canResume: false },
  ],
  [
    'it waits, but is to begin afresh',
    { lastDecision: GO_ON, stint: { ...STINT, isAlive: true } },
    fresh,
    continuing('fresh'),
  ],
  // A person
  [
    'taken up: the same session',
    { lastDecision: allowed(10), isTakenUp: true },
    { kind: 'start', how: 'same', say: TAKEN_UP },
  ],
  ['taken up after a refusal: that is told', { lastDecision: GO_ON, isTakenUp: true }, same],
  [
    'taken up after a limit: nothing is waited for',
    { lastDecision: allowed(2), lastEnd: { kind: 'usage-limit' }, isTakenUp: true },
    { kind: 'start', how: 'same', say: TAKEN_UP },
  ],
  [
    'taken up after a review',
    { lastDecision: { kind: 'ask-human', rule: 7, because: [] }, isTakenUp: true },
    { kind: 'start', how: 'same', say: TAKEN_UP },
  ],
  [
    'taken up, and it waits at its prompt',
    { lastDecision: allowed(10), isTakenUp: true, stint: { ...STINT, isAlive: true } },
    { kind: 'tell', how: 'same', say: TAKEN_UP },
  ],
  ['taken up before anything was decided', { isTakenUp: true }, { kind: 'start', how: 'same', say: TAKEN_UP }],
  [
    'taken up before anybody said a word: from the beginning',
    { isTakenUp: true, isBegun: false, lastDecision: allowed(2, { outcome: 'agent-failed' }) },
    { kind: 'start', how: 'first' },
  ],
  // Limits and faults
  [
    'a limit is waited for',
    {
      lastDecision: allowed(2),
      lastEnd: { kind: 'usage-limit', retryAt: '2026-11-15T11:00:00.000Z' },
      faults: { limits: 1, errors: 0, crashes: 0 },
    },
    { kind: 'wait', until: '2026-11-15T11:00:01.000Z', why: 'usage limit', isNew: true },
  ],
  [
    'a limit is not waited for',
    { lastDecision: allowed(2), lastEnd: { kind: 'usage-limit' }, faults: { limits: 1, errors: 0, crashes: 0 } },
    {
      kind: 'end',
      outcome: 'usage-limited',
      because: [{ code: 'not-the-agents-choice', text: 'usage limit; waiting is not allowed' }],
    },
    { policy: policy({ supervision: { ...SUPERVISION, longestWaitMs: 0 } }) },
  ],
  [
    'a fault is waited for',
    { lastDecision: allowed(2), lastEnd: { kind: 'api-error' }, faults: { limits: 0, errors: 2, crashes: 0 } },
    {
      kind: 'wait',
      until: '2026-11-15T10:00:10.000Z',
      why: MODEL,
      isNew: true,
    },
  ],
  [
    'a fault too many',
    { lastDecision: allowed(2), lastEnd: { kind: 'api-error' }, faults: { limits: 0, errors: 8, crashes: 0 } },
    {
      kind: 'end',
      outcome: 'agent-failed',
      because: [{ code: 'not-the-agents-choice', text: `${MODEL}; tried 8 times` }],
    },
  ],
  [
    'a limit that is over: it continues in its session',
    { lastDecision: allowed(2), lastEnd: { kind: 'usage-limit' }, hasWaited: true },
    { kind: 'start', how: 'again', say: 'FULLSTOP: The usage limit is over. Continue where you were.' },
  ],
  [
    'a fault that is over',
    { lastDecision: allowed(2), lastEnd: { kind: 'api-error' }, hasWaited: true },
    {
      kind: 'start',
      how: 'again',
      say: 'FULLSTOP: The model could not be reached in mid-work; it answers again. Continue where you were.',
    },
  ],
  [
    'a crash that is over, and nothing can be resumed',
    { lastDecision: allowed(2), lastEnd: { kind: 'crashed' }, hasWaited: true },
    {
      kind: 'start',
      how: 'fresh',
      say: 'FULLSTOP: Your process ended in the middle of the work. Look at what is there, then continue.',
    },
    {},
    { canResume: false },
  ],
  [
    'nothing had been said or done: it is told what it was told',
    { lastDecision: allowed(2), lastEnd: { kind: 'api-error' }, hasWaited: true, stint: NOT_BEGUN },
    { kind: 'start', how: 'again' },
  ],
  // A question
  [
    'a question, and a person is there',
    { lastDecision: allowed(10, { status: 'waiting' }), setup: { ...OPENED.setup, answer: { kind: 'ask' } } },
    { kind: 'ask', question: 'why' },
    {},
    { canAsk: true },
  ],
  [
    'a question, and nobody is there',
    { lastDecision: allowed(10, { status: 'waiting' }), setup: { ...OPENED.setup, answer: { kind: 'ask' } } },
    toPerson,
  ],
  [
    'a question that nobody is to be asked',
    { lastDecision: allowed(10, { status: 'waiting' }) },
    toPerson,
    {},
    { canAsk: true },
  ],
  // What no rule foresees has an end, and none that reads like success
  ['allowed, without an outcome', { lastDecision: allowed(3) }, toPerson],
  ['allowed by rule 2, but it had stopped', { lastDecision: allowed(2) }, toPerson],
  [
    'a review that nobody waits for',
    { lastDecision: { kind: 'ask-human', rule: 7, because: reasons('why') } },
    toPerson,
  ],
  ['nothing was decided', {}, { kind: 'end', outcome: 'needs-input', because: [] }],
]

describe('step', () => {
  for (const [name, run, expected, changes, around] of rows) {
    test(name, () => expect(step(task(run, changes), { ...AROUND, ...around })).toEqual(expected))
  }
  test('a task that no supervisor opened', () => {
    const { run: _none, ...plain } = task({})
    expect(step(plain, AROUND)).toEqual({ kind: 'over' })
  })
})

const KINDS = [
  'stopped',
  'context-limit',
  'compaction',
  'auth',
  'api-error',
  'usage-limit',
  'output-cut',
  'model-missing',
  'model-refused',
  'agent-cap',
  'hung',
  'crashed',
  'not-started',
  'session-missing',
  'interrupted',
] as const satisfies readonly AgentEnd['kind'][]

const anyRun: fc.Arbitrary<Partial<RunState>> = fc.record({
  phase: fc.constantFrom('ready' as const, 'running' as const, 'stopped' as const, 'waiting' as const),
  stints: fc.nat(3),
  lastEnd: fc.constantFrom(...KINDS).map((kind) => ({ kind })),
  lastDecision: fc.oneof(
    fc.nat(12).map((rule) => refused(rule)),
    fc.tuple(fc.nat(12), fc.boolean()).map(([rule, waits]) => allowed(rule, waits ? { status: 'waiting' } : {})),
    fc.constant<Decision>({ kind: 'ask-human', rule: 7, because: [] }),
  ),
  hasWaited: fc.boolean(),
  isTakenUp: fc.boolean(),
  contextUse: fc.double({ min: 0, max: 1, noNaN: true }),
  isCompacted: fc.boolean(),
  faults: fc.record({ limits: fc.nat(200), errors: fc.nat(20), crashes: fc.nat(5) }),
  stint: fc.record({ isAlive: fc.boolean(), isBegun: fc.boolean() }).map((more) => ({ ...STINT, ...more })),
})
const anyTask = fc
  .tuple(
    anyRun,
    fc.constantFrom(
      'open' as const,
      'verifying' as const,
      'waiting' as const,
      'paused' as const,
      'awaiting-review' as const,
      'ended' as const,
    ),
  )
  .map(([run, status]) => task(run, { status }))
const anywhere = fc.record({
  now: fc.constant(new Date(AT)),
  jitter: fc.double({ min: 0, max: 1, noNaN: true }),
  firstPauseMs: fc.constant(5000),
  canResume: fc.boolean(),
  canAsk: fc.boolean(),
  canReview: fc.boolean(),
})

describe('laws', () => {
  test('in any state there is one thing to do, and the same again', () => {
    fc.assert(
      fc.property(anyTask, anywhere, (given, around) => {
        const effect = step(given, around)
        expect(effect.kind).toMatch(/^(?:over|review|start|tell|watch|decide|wait|ask|end)$/)
        expect(step(given, around)).toEqual(effect)
        if (effect.kind === 'end') expect(effect.outcome).not.toBe('completed')
      }),
      { numRuns: rounds(1000) },
    )
  })
  test('nothing begins while a stint runs, while one is undecided, or when the task is over', () => {
    fc.assert(
      fc.property(anyTask, anywhere, (given, around) => {
        const { kind } = step(given, around)
        const isOpen = !['ended', 'paused', 'awaiting-review'].includes(given.status)
        if (kind === 'start' || kind === 'tell') expect([given.run?.phase, isOpen]).toEqual(['ready', true])
      }),
      { numRuns: rounds(1000) },
    )
  })
  test('only a program that waits at its prompt is told there', () => {
    fc.assert(
      fc.property(anyTask, anywhere, (given, around) => {
        if (step(given, around).kind === 'tell') expect(given.run?.stint?.isAlive).toBe(true)
      }),
    )
  })
})

/** A whole run of an agent that always ends in the same ways, as flows and fold would take it; how many stints it got. */
function stintsOf(ends: readonly AgentEnd['kind'][], rules: Policy, known: Partial<Facts>): number {
  let run = OPENED
  let request: Pick<Facts, 'continuations' | 'refusals' | 'questionsPushed'> = {
    continuations: 0,
    refusals: [],
    questionsPushed: 0,
  }
  let minutes = 0
  const head = () => {
    minutes += 1
    return {
      id: `e${minutes}`,
      at: new Date(Date.parse(AT) + minutes * 60_000).toISOString(),
      session: 'ses_1',
      task: 'task_1',
    }
  }
  const record = (event: Event): void => void (run = stepRun(run, event))
  for (let steps = 0; steps < 3000; steps++) {
    const effect = step(task(run, { policy: rules }), { ...AROUND, now: new Date(Date.parse(AT) + minutes * 60_000) })
    const stint = `s${run.stints}`
    switch (effect.kind) {
      case 'start':
        record({ ...head(), kind: 'stint.started', stint, how: effect.how, agentSessionId: 'a', isBriefed: false })
        break
      case 'watch': {
        const at = head()
        const kind = ends[(run.stints - 1) % ends.length] ?? 'stopped'
        record({ ...at, kind: 'stint.ended', stint: run.stint?.id ?? '', end: { kind }, endedAt: at.at, notes: [] })
        break
      }
      case 'decide': {
        const end = run.lastEnd?.kind ?? 'stopped'
        const isUntold = end === 'session-missing' && ['same', 'again'].includes(run.stint?.how ?? '')
        const involuntary = end === 'stopped' ? {} : { involuntary: end, isUntold }
        const decision = decide(
          facts({ attended: false, supervised: true, ...known, ...request, ...involuntary, elapsedMs: run.spentMs }),
          rules,
        )
        if (!isFinal(decision)) throw new Error('nothing was claimed')
        if (isRefusal(decision)) {
          request = {
            continuations: request.continuations + 1,
            refusals: [...request.refusals, { fingerprint: decision.fingerprint, progress: 0 }].slice(-20),
            questionsPushed: request.questionsPushed + (decision.counts.includes('question-push') ? 1 : 0),
          }
        }
        if (decision.kind === 'allow' && decision.outcome) return run.stints
        record({ ...head(), kind: 'stop.decided', decision, continuations: request.continuations, nearMisses: [] })
        break
      }
      case 'wait':
        record(
          effect.isNew
            ? { ...head(), kind: 'wait.started', until: effect.until, why: effect.why }
            : { ...head(), kind: 'wait.ended' },
        )
        break
      case 'tell':
      case 'ask':
      case 'over':
      case 'end':
        return run.stints
    }
  }
  return Number.POSITIVE_INFINITY
}

describe('a provider that stays away', () => {
  const head = { id: 'e', at: AT, session: 'ses_1', task: 'task_1' } as const
  const begins = (stint: string, how: 'first' | 'again', agentSessionId: string): Event => ({
    ...head,
    kind: 'stint.started',
    stint,
    how,
    agentSessionId,
    isBriefed: false,
  })
  const fails = (stint: string, isEmpty: boolean): readonly Event[] => [
    {
      ...head,
      kind: 'stint.ended',
      stint,
      end: { kind: 'api-error' },
      endedAt: AT,
      notes: [],
      ...(isEmpty ? { isEmpty } : {}),
    },
    { ...head, kind: 'stop.decided', decision: allowed(2), continuations: 0, nearMisses: [] },
    { ...head, kind: 'wait.ended' },
  ]
  const next = (...events: readonly Event[]): Effect => step(task(events.reduce(stepRun, OPENED)), AROUND)
  const GO_ON_TEXT = 'FULLSTOP: The model could not be reached in mid-work; it answers again. Continue where you were.'

  test('from the first request on: it is told its prompt, again and again', () => {
    const one = [begins('s1', 'first', 'a'), ...fails('s1', true)]
    expect([next(...one), next(...one, begins('s2', 'again', 'b'), ...fails('s2', true))]).toEqual([
      { kind: 'start', how: 'again' },
      { kind: 'start', how: 'again' },
    ])
  })
  test('after it had worked: its session goes on, however often that fails', () => {
    const one = [begins('s1', 'first', 'a'), ...fails('s1', false)]
    const two = [...one, begins('s2', 'again', 'a'), ...fails('s2', true)]
    expect([next(...one), next(...two), next(...two, begins('s3', 'again', 'a'), ...fails('s3', true))]).toEqual([
      { kind: 'start', how: 'again', say: GO_ON_TEXT },
      { kind: 'start', how: 'again', say: GO_ON_TEXT },
      { kind: 'start', how: 'again', say: GO_ON_TEXT },
    ])
  })
})

describe('every run ends', () => {
  const few: readonly (readonly [kind: AgentEnd['kind'], stints: number])[] = [
    ['stopped', 4],
    ['output-cut', 4],
    ['context-limit', 4],
    ['compaction', 4],
    ['agent-cap', 4],
    ['hung', 4],
    ['session-missing', 4],
    ['auth', 1],
    ['model-missing', 1],
    ['model-refused', 1],
    ['not-started', 1],
    ['crashed', 3],
    ['api-error', 8],
    ['usage-limit', 101],
  ]
  test('an agent that crashes and loses its session, again and again', () =>
    expect(stintsOf(['crashed', 'session-missing'], policy({ supervision: SUPERVISION }), {})).toBe(5))
  for (const [kind, stints] of few) {
    test(`an agent that always ends so: ${kind}`, () =>
      expect(stintsOf([kind], policy({ supervision: SUPERVISION }), {})).toBe(stints))
  }

  const rules = fc
    .record({
      mode: fc.constantFrom('strict' as const, 'balanced' as const, 'watch' as const, 'off' as const),
      maxContinuations: fc.constantFrom(0, 1, 5, 50),
      supervision: fc
        .constantFrom('auto' as const, 'same' as const, 'fresh' as const)
        .map((how) => ({ ...SUPERVISION, continue: how })),
    })
    .map((changes) => policy(changes))
  // Only a person interrupts, and none does so for ever.
  const ends = fc.array(fc.constantFrom(...KINDS.filter((kind) => kind !== 'interrupted')), {
    minLength: 1,
    maxLength: 6,
  })
  const around = fc.record({
    planMode: fc.boolean(),
    waitingFor: fc.constantFrom(
      undefined,
      { kind: 'question' as const, what: 'x?' },
      { kind: 'permission' as const, what: 'rm' },
    ),
    answer: fc.constantFrom(
      undefined,
      { kind: 'fail' as const },
      { kind: 'ask' as const },
      { kind: 'text' as const, text: 'yes' },
    ),
  })
  test('in whatever ways it ends, under whatever policy', () => {
    fc.assert(
      fc.property(ends, rules, around, (kinds, given, known) => {
        expect(stintsOf(kinds, given, known as Partial<Facts>)).toBeLessThan(1000)
      }),
      { numRuns: rounds(300) },
    )
  })
})
