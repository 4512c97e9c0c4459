// For arbitrary facts and policies: decide always answers, and every loop ends.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { rounds } from '../../../test/rounds.ts'
import type { Decision } from '../../contract/decision.ts'
import type { Claim } from '../../contract/claim.ts'
import type { Facts } from '../../contract/facts.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { Refusal } from '../../contract/state.ts'
import { isFinal, isRefusal } from './consequences.ts'
import { decide } from './decide.ts'
import { CLI, facts, LINE, policy, TAG, TOOL } from './facts.fixture.ts'

const words = fc.string({ unit: 'binary', maxLength: 600 })
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined })
const some = <T extends object>(value: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as T

const anyClaim: fc.Arbitrary<Claim> = fc
  .record({
    id: fc.constant('clm_1'),
    status: fc.constantFrom('success', 'partial', 'blocked'),
    channel: fc.constant('done-token'),
    text: words,
    remainingWork: maybe(words),
    needs: maybe(fc.constantFrom('input', 'credentials', 'permission', 'external')),
    preexistingFailures: maybe(fc.array(words, { maxLength: 3 })),
  })
  .map((value) => some<Claim>(value as never))

const evidence = fc.record({
  name: words,
  result: fc.constantFrom('passed', 'failed', 'timed-out', 'could-not-run'),
  tail: words,
})

const anyFacts: fc.Arbitrary<Facts> = fc
  .record({
    user: fc.constantFrom('none', 'none', 'none', 'cancelled', 'paused', 'interrupted'),
    taskOpen: fc.boolean(),
    involuntary: maybe(
      fc.constantFrom(
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
      ),
    ),
    endDetail: maybe(words),
    answer: maybe(
      fc.oneof(
        fc.record({ kind: fc.constantFrom('ask', 'fail') }),
        fc.record({ kind: fc.constant('text'), text: words }),
      ),
    ),
    subagent: fc.boolean(),
    planMode: fc.boolean(),
    vendorGoal: fc.boolean(),
    attended: fc.boolean(),
    supervised: fc.boolean(),
    claim: maybe(anyClaim),
    staleClaim: maybe(words),
    refusedClaim: maybe(words),
    verification: fc.oneof(
      fc.constant({ kind: 'none' }),
      fc.record({ kind: fc.constantFrom('due', 'running'), checks: fc.array(words, { maxLength: 3 }) }),
      fc.record({ kind: fc.constant('done'), evidence: fc.array(evidence, { maxLength: 4 }) }),
    ),
    review: maybe(fc.record({ answer: fc.constantFrom('approve', 'request-changes', 'reject'), feedback: words })),
    warnings: fc.array(words, { maxLength: 2 }),
    tampering: fc.array(words, { maxLength: 2 }),
    openTodos: fc.array(words, { maxLength: 3 }),
    openSubtasks: fc.array(words, { maxLength: 2 }),
    waitingFor: maybe(
      fc.record({ kind: fc.constantFrom('background-work', 'wake-up', 'permission', 'question'), what: words }),
    ),
    conversation: fc.boolean(),
    workCalls: fc.nat(),
    lastTool: maybe(fc.record({ name: words, detail: words, failed: fc.boolean() })),
    recentErrors: fc.array(words, { maxLength: 3 }),
    continuations: fc.nat(150),
    refusals: fc.array(fc.record({ fingerprint: words, progress: fc.nat(5) }), { maxLength: 20 }),
    progress: fc.nat(5),
    newestClaim: maybe(fc.record({ status: fc.constantFrom('success', 'partial', 'blocked'), progress: fc.nat(5) })),
    blockedPushes: fc.nat(5),
    questionsPushed: fc.nat(3),
    blockCap: fc.nat(60),
    elapsedMs: fc.nat(),
    tokens: maybe(fc.nat()),
    cost: maybe(fc.double({ min: 0, noNaN: true })),
    ways: fc.subarray([TOOL, CLI, LINE, TAG]),
  })
  .map((value) => some<Facts>(value as never))

const anyPolicy: fc.Arbitrary<Policy> = fc
  .record({
    mode: fc.constantFrom('off', 'watch', 'balanced', 'strict'),
    maxContinuations: fc.oneof(fc.constant(0), fc.nat(10), fc.nat(999_999)),
    repeatsReminder: fc.boolean(),
    blockedPushes: fc.oneof(fc.nat(3), fc.nat(999_999)),
    tamper: fc.constantFrom('warn', 'ask-human', 'refuse'),
    review: fc.constantFrom('never', 'on-warning', 'always'),
    budget: fc.record({ timeMs: fc.nat(), tokens: fc.nat(), cost: fc.nat() }, { requiredKeys: [] }),
  })
  .map((changes) => policy(changes as Partial<Policy>))

describe('decide', () => {
  test('is total: it always answers, and always with a reason (F7)', () => {
    fc.assert(
      fc.property(anyFacts, anyPolicy, (known, rules) => {
        const decision = decide(known, rules)
        if (!isFinal(decision)) return
        expect(decision.because.length).toBeGreaterThan(0)
        // A person's own words are passed on as they are.
        if (decision.because[0]?.code === 'changes-requested' && decision.kind === 'continue')
          expect<string | undefined>(decision.say).toBe(
            known.review?.answer === 'request-changes' ? known.review.feedback : undefined,
          )
        else if (decision.kind === 'continue') expect(decision.say).toMatch(/^FULLSTOP \(\d+(\/\d+)?\) [\s\S]+Done: /)
      }),
      { numRuns: rounds(2000) },
    )
  })

  test('says completed only for a success claim that was proven or approved (F5)', () => {
    fc.assert(
      fc.property(anyFacts, anyPolicy, (known, rules) => {
        const decision = decide(known, rules)
        if (decision.kind !== 'allow' || decision.outcome !== 'completed') return
        const { verification } = known
        const isProven =
          verification.kind === 'done' &&
          verification.evidence.length > 0 &&
          verification.evidence.every((check) => check.result === 'passed')
        expect([known.claim?.status, isProven || known.review?.answer === 'approve']).toEqual(['success', true])
      }),
      { numRuns: rounds(3000) },
    )
  })

  test('never refuses in watch mode and in mode off', () => {
    fc.assert(
      fc.property(anyFacts, anyPolicy, fc.constantFrom('watch' as const, 'off' as const), (known, rules, mode) => {
        // A supervisor is never given these modes: a person who runs an agent with it wants it taken to an end.
        const stop = { ...known, supervised: false }
        expect(['allow', 'verify']).toContain(decide(stop, { ...rules, mode }).kind)
      }),
      { numRuns: rounds(1000) },
    )
  })

  test('gives the same answer to the same facts', () => {
    fc.assert(
      fc.property(anyFacts, anyPolicy, (known, rules) => expect(decide(known, rules)).toEqual(decide(known, rules))),
    )
  })
})

/** What the fold does with a decision, as far as the guards see it. */
function afterRefusal(known: Facts, decision: Extract<Decision, { kind: 'continue' }>, progress: number): Facts {
  const given: Refusal = { fingerprint: decision.fingerprint, progress: known.progress }
  return {
    ...known,
    continuations: known.continuations + 1,
    refusals: [...known.refusals, given].slice(-20),
    progress: known.progress + progress,
    blockedPushes: known.blockedPushes + (decision.counts.includes('blocked-push') ? 1 : 0),
    questionsPushed: known.questionsPushed + (decision.counts.includes('question-push') ? 1 : 0),
    ...(known.claim ? { newestClaim: { status: known.claim.status, progress: known.progress } } : {}),
  }
}

/** How many refusals an agent gets that stops in the same way again and again. */
function refusalsUntilAllowed(start: Facts, rules: Policy, progress: (turn: number) => number): number {
  let known = start
  for (let turn = 0; turn < 1000; turn++) {
    const decision = decide(known, rules)
    if (!isRefusal(decision)) return turn
    known = afterRefusal(known, decision, progress(turn))
  }
  return Number.POSITIVE_INFINITY
}

describe('every loop ends (F9)', () => {
  /** The user's own cap ends it, and the hard end ends it at any rate. */
  const longest = ({ maxContinuations }: Policy): number =>
    maxContinuations === 0 ? 100 : Math.min(maxContinuations, 100)

  test('R1: an agent that never claims is let go after at most 100 refusals, whatever cap was asked for', () => {
    fc.assert(
      fc.property(anyPolicy, fc.nat(200), fc.nat(1), (rules, blockCap, progress) => {
        const start = facts({ blockCap, workCalls: 9 })
        expect(refusalsUntilAllowed(start, rules, () => progress)).toBeLessThanOrEqual(longest(rules))
      }),
    )
  })

  test('an agent that never claims and never works is let go after three, unless the user asked for more', () => {
    fc.assert(
      fc.property(anyPolicy, fc.integer({ min: 1, max: 999_999 }), (rules, maxContinuations) => {
        const strict: Policy = { ...rules, maxContinuations, repeatsReminder: false, mode: 'strict', budget: {} }
        expect(refusalsUntilAllowed(facts(), strict, () => 0)).toBe(Math.min(maxContinuations, 3))
      }),
    )
  })

  test('an agent in any state, with and without progress', () => {
    fc.assert(
      fc.property(
        anyFacts,
        anyPolicy,
        fc.array(fc.nat(1), { minLength: 1, maxLength: 7 }),
        (known, rules, progress) => {
          const start = { ...known, continuations: 0, refusals: [] }
          const given = refusalsUntilAllowed(start, rules, (turn) => progress[turn % progress.length] ?? 0)
          expect(given).toBeLessThanOrEqual(longest(rules))
        },
      ),
      { numRuns: rounds(500) },
    )
  })
})
