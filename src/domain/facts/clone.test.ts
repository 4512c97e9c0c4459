// Facts are plain data: a copy of them is decided in the same way, whichever of the four builders made them.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { rounds } from '../../../test/rounds.ts'
import type { Claim } from '../../contract/claim.ts'
import type { Decision } from '../../contract/decision.ts'
import type { Facts } from '../../contract/facts.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { RequestState, TaskState } from '../../contract/state.ts'
import { decide } from '../gate/decide.ts'
import { claim, done, failed, policy, refusals, tampering } from '../gate/facts.fixture.ts'
import { allowedBy, AT, refusedBy } from '../tasks/events.fixture.ts'
import type { Window } from '../tasks/request/request.ts'
import type { CalledFound } from './called.ts'
import type { ClaimRead } from './claim-read.ts'
import { factsOfCall } from './of-call.ts'
import { factsOfLateResult } from './of-late-result.ts'
import { factsOfRun } from './of-run.ts'
import { factsOfStop } from './of-stop.ts'
import type { StopPlace } from './place.ts'
import {
  calledClaim,
  callSources,
  check,
  evidence,
  lateSources,
  MISSING,
  place,
  requestRead,
  requestState,
  runSources,
  runState,
  stop,
  stopSources,
  taskState,
  window,
  work,
} from './sources.fixture.ts'
import { withoutClaim, withVerified } from './verified.ts'

function expectSame(facts: Facts, rules: Policy): void {
  const copy = structuredClone(facts)
  expect(copy).toStrictEqual(facts)
  expect(decide(copy, rules)).toStrictEqual(decide(facts, rules))
}

const CHECKED = policy({ checks: [check('test')], root: '/repo' })
const SUCCESS: ClaimRead = { claim: claim('success'), nearMisses: [] }
const refused = place({
  request: requestState({
    continuations: 2,
    refusals: refusals(['5:check-failed', 0], ['5:check-failed', 0]),
    newestClaim: { status: 'success', progress: 0 },
    lastDecision: { key: 'k', at: AT, decision: refusedBy(5) },
  }),
})
const todos = requestRead({
  todos: [{ id: '1', text: 'docs', status: 'open' }],
  work: work({ workCalls: 9, lastTool: { name: 'Bash', failed: true }, dropped: ['tests'], recentErrors: ['Bash'] }),
})
const verified = {
  request: requestState(),
  observed: { tree: 'tree_1' },
  verification: done(failed('test', 'expected 1')),
  evidence: evidence({ warnings: ['the config changed'], tampering: [tampering('skipped')] }),
}

const tabled: readonly (readonly [string, Facts])[] = [
  ['a stop without a claim', factsOfStop(stopSources())],
  ['a stop with a claim', factsOfStop(stopSources({ read: SUCCESS, policy: CHECKED }))],
  ['a stop after refusals', factsOfStop(stopSources({ place: refused, request: todos }))],
  ['a stop with a question', factsOfStop(stopSources({ stop: stop({ lastMessage: 'Which one do you want?' }) }))],
  ['a stop after its checks', withVerified(factsOfStop(stopSources({ read: SUCCESS })), verified)],
  ['a stop whose claim is stale', withoutClaim(factsOfStop(stopSources({ read: SUCCESS })), 'the tree changed')],
  ['a call', factsOfCall(callSources({ policy: CHECKED }))],
  ['a call that nobody follows', factsOfCall(callSources({ policy: CHECKED, mayRun: false, isGated: false }))],
  ['a call under a supervisor', factsOfCall(callSources({ task: taskState({ run: runState() }) }))],
  ['a run', factsOfRun(runSources())],
  [
    'a run that asks for a claim',
    factsOfRun(runSources({ task: taskState({ policy: policy({ strategies: ['probe'] }) }) })),
  ],
  ['a run after a refusal', factsOfRun(runSources({ place: refused, request: todos, read: SUCCESS }))],
  ['a run that failed', factsOfRun(runSources({ end: { kind: 'usage-limit', detail: 'at 5', denied: ['Bash'] } }))],
  ['a late result', factsOfLateResult(lateSources())],
  ['a late result that failed', factsOfLateResult(lateSources({ ...verified, claim: claim('success') }))],
]

describe('A1: a copy of the facts is decided in the same way', () => {
  test.each(tabled)('%s', (_name, facts) => {
    for (const mode of ['strict', 'balanced', 'watch', 'off'] as const) expectSame(facts, policy({ mode }))
  })
})

const words = fc.string({ maxLength: 40 })
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined })
/** Without the keys that have no value. */
const some = <T extends object>(value: { [K in keyof T]?: T[K] | undefined }): Partial<T> =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as Partial<T>

const status = fc.constantFrom('success', 'partial', 'blocked')
const anyClaim: fc.Arbitrary<Claim> = fc
  .record({ status, text: words, summary: maybe(words), remainingWork: maybe(words) })
  .map(({ status, ...more }) => claim(status, some<Claim>(more)))
const anyDecision: fc.Arbitrary<Decision> = fc.oneof(
  fc.constantFrom(5, 6, 8, 9, 10, 11).map((rule) => refusedBy(rule)),
  fc.constantFrom(4, 7, 12).map((rule) => allowedBy(rule)),
)
const anyCalled = fc.record({ claim: anyClaim, decision: maybe(anyDecision) }).map((made) => calledClaim(some(made)))
const anyFound: fc.Arbitrary<CalledFound> = fc.oneof(
  fc.constant({ kind: 'none' } as const),
  anyCalled.map((called) => ({ kind: 'not-ours', called }) as const),
  anyCalled.map((called) => ({ kind: 'ours', called, by: 'bound', workedAfter: false }) as const),
)
const anyRead: fc.Arbitrary<ClaimRead> = fc
  .record({ claim: maybe(anyClaim), stale: maybe(words), called: maybe(anyCalled) })
  .map((read) => ({ nearMisses: [], ...some<ClaimRead>(read) }))

const anyWindow: fc.Arbitrary<Window> = fc
  .record({
    counted: fc.record({ calls: fc.nat(9), workCalls: fc.nat(9), progress: fc.nat(3), whole: fc.boolean() }),
    failed: maybe(fc.boolean()),
    dropped: maybe(fc.array(words, { maxLength: 2 })),
    todos: fc.array(fc.constantFrom('open', 'done', 'cancelled'), { maxLength: 3 }),
    lastSaid: maybe(fc.oneof(words, fc.constant('Which one do you want?'))),
    involuntary: maybe(fc.constantFrom('api-error', 'usage-limit')),
    texts: fc.array(words, { maxLength: 2 }),
    planMode: fc.boolean(),
    vendorGoal: fc.boolean(),
  })
  .map(({ counted, failed, dropped, todos, lastSaid, involuntary, ...more }) =>
    window({
      ...more,
      ...some<Window>({ lastSaid, involuntary }),
      todos: todos.map((status, id) => ({ id: `${id}`, text: `todo ${id}`, status })),
      work: work({
        ...counted,
        ...(failed === undefined ? {} : { lastTool: { name: 'Bash', failed } }),
        ...(dropped ? { dropped } : {}),
      }),
    }),
  )

const anyRequest: fc.Arbitrary<RequestState> = fc
  .record({
    continuations: fc.nat(6),
    refusals: fc.array(fc.record({ fingerprint: fc.constantFrom('f', '5:todo-open'), progress: fc.nat(2) })),
    waits: fc.nat(3),
    moves: fc.nat(2),
    blockedPushes: fc.nat(2),
    questionsPushed: fc.nat(2),
    isQuestion: fc.boolean(),
    lapsed: maybe(status),
    newestClaim: maybe(fc.record({ status, progress: fc.nat(2) })),
    lastDecision: maybe(anyDecision.map((decision) => ({ key: 'k', at: AT, decision }))),
    called: maybe(anyCalled),
  })
  .map((request) => requestState(some<RequestState>(request)))

const anyTask: fc.Arbitrary<TaskState> = fc
  .record({
    status: fc.constantFrom('open', 'open', 'paused', 'awaiting-review', 'verifying'),
    run: maybe(fc.constant(runState())),
  })
  .map((task) => taskState(some<TaskState>(task)))
const anyPlace: fc.Arbitrary<StopPlace> = fc
  .record({
    opens: fc.boolean(),
    isOpen: fc.boolean(),
    user: fc.constantFrom('none', 'none', 'none', 'paused', 'interrupted'),
    task: anyTask,
    request: anyRequest,
  })
  .map((changes) => place(changes))
const anyPolicy: fc.Arbitrary<Policy> = fc
  .record({
    mode: fc.constantFrom('watch', 'balanced', 'strict'),
    maxContinuations: fc.nat(5),
    checks: fc.subarray([check('test'), check('lint')]),
    strategies: fc.subarray(['tool', 'cli', 'done-token', 'promise-tag', 'probe', 'file-change']),
    root: maybe(fc.constant('/repo')),
  })
  .map((changes) => policy(some<Policy>(changes)))
const anyAsked = fc.record({
  window: anyWindow,
  isMissing: fc.boolean(),
  place: anyPlace,
  read: anyRead,
  found: anyFound,
  rules: anyPolicy,
  isUntold: fc.boolean(),
})
type Asked = typeof anyAsked extends fc.Arbitrary<infer T> ? T : never
const shared = ({ window, isMissing, place, read, found, isUntold }: Asked) => ({
  request: isMissing ? requestRead(window, MISSING) : requestRead(window),
  place,
  read,
  found,
  untold: isUntold ? { task: 'task_1', decision: refusedBy(5) } : undefined,
})

describe('A1: so is a copy of any facts', () => {
  const often = { numRuns: rounds(400) }
  test('of a stop', () => {
    const any = fc.record({
      asked: anyAsked,
      attended: fc.boolean(),
      lastMessage: maybe(words),
      wakeUps: fc.array(words, { maxLength: 1 }),
    })
    fc.assert(
      fc.property(any, ({ asked, attended, lastMessage, wakeUps }) => {
        const stopped = stop({ wakeUps, ...(lastMessage === undefined ? {} : { lastMessage }) })
        const host = { attended, blockCap: 8 }
        expectSame(
          factsOfStop(stopSources({ ...shared(asked), policy: asked.rules, host, stop: stopped })),
          asked.rules,
        )
      }),
      often,
    )
  })

  test('of a call', () => {
    const any = fc.record({ asked: anyAsked, called: anyCalled, mayRun: fc.boolean(), isGated: fc.boolean() })
    fc.assert(
      fc.property(any, ({ asked: { window, place, rules }, called, mayRun, isGated }) => {
        const { task = taskState(), request = requestState() } = place
        const sources = callSources({ called, task, request, policy: rules, window, mayRun, isGated })
        expectSame(factsOfCall(sources), rules)
      }),
      often,
    )
  })

  test('of a run', () => {
    const any = fc.record({
      asked: anyAsked,
      end: fc.record({
        kind: fc.constantFrom('stopped', 'stopped', 'crashed', 'api-error', 'output-cut'),
        denied: fc.array(words, { maxLength: 2 }),
      }),
      isAddedTo: fc.boolean(),
    })
    fc.assert(
      fc.property(any, ({ asked, end, isAddedTo }) => {
        const task = taskState({ policy: asked.rules })
        const sources = runSources({ ...shared(asked), task, end, run: runState({ isAddedTo }) })
        expectSame(factsOfRun(sources), asked.rules)
      }),
      often,
    )
  })

  test('of a late result', () => {
    const any = fc.record({ request: anyRequest, claim: anyClaim, warnings: fc.array(words), rules: anyPolicy })
    fc.assert(
      fc.property(any, ({ request, claim, warnings, rules }) => {
        const sources = lateSources({ request, claim, evidence: evidence({ warnings }) })
        expectSame(factsOfLateResult(sources), rules)
      }),
      often,
    )
  })
})
