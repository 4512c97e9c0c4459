// Whose call a claim is, how it is found at a stop, and when it stands for the agent's words.
import { describe, expect, test } from 'bun:test'
import type { Decision } from '../../contract/decision.ts'
import type { Event, EventOf } from '../../contract/event.ts'
import type { RequestState } from '../../contract/state.ts'
import { claim } from '../gate/facts.fixture.ts'
import { allowedBy, AT, claimMade, LATER, promptJoined, refusedBy, taskOpened } from '../tasks/events.fixture.ts'
import type { ClaimCallSeen } from '../tasks/request/request.ts'
import {
  calledIn,
  callElsewhere,
  type CalledFound,
  type CalledQuery,
  findCalled,
  type LoadedCall,
  requestFor,
  withCalled,
} from './called.ts'
import type { ClaimRead } from './claim-read.ts'
import type { RequestRead } from './request-read.ts'
import {
  calledClaim,
  claimCall,
  evidence,
  from,
  MISSING,
  prompt,
  receipt,
  requestRead,
  requestState,
  transcript,
  work,
} from './sources.fixture.ts'

const seen = (...claimCalls: readonly ClaimCallSeen[]): RequestRead => requestRead({ claimCalls })
const CLI = claim('success', { channel: 'cli' })
const OWN = requestState({ called: calledClaim() })
const BOUND = requestState({ called: calledClaim({ isBound: true }) })

describe('callElsewhere', () => {
  const newer = claimCall({ id: 'toolu_2', ...receipt('clm_2', 'task_2') })
  const rows: readonly (readonly [string, RequestRead, RequestState | undefined, ClaimCallSeen | undefined])[] = [
    ['no call', seen(), undefined, undefined],
    ['a call without a receipt', seen(claimCall()), requestState(), undefined],
    ['a receipt for a claim that nobody here knows', seen(newer), undefined, newer],
    ['the newest of several receipts', seen(claimCall(receipt()), newer, claimCall()), undefined, newer],
    ['a receipt for the claim that is seen here', seen(claimCall(receipt())), OWN, undefined],
    ['a receipt for another claim than the one that is seen here', seen(claimCall(receipt()), newer), OWN, newer],
    ['a receipt for another claim than the bound one', seen(newer), BOUND, newer],
    [
      'a receipt for the bound claim, by another channel',
      seen(claimCall({ via: 'cli', ...receipt() })),
      BOUND,
      undefined,
    ],
    [
      'a receipt for a claim that is neither seen nor bound here',
      seen(claimCall({ via: 'cli', ...receipt() })),
      OWN,
      claimCall({ via: 'cli', ...receipt() }),
    ],
  ]
  test.each(rows)('%s', (_name, read, request, expected) => {
    expect(callElsewhere(read, request)).toEqual(expected as ClaimCallSeen)
  })
})

describe('A4: findCalled', () => {
  const query = (changes: Partial<CalledQuery>): CalledQuery => ({
    session: 'ses_1',
    request: OWN,
    read: seen(),
    isBehind: false,
    loaded: undefined,
    ...changes,
  })
  const ours = (more: Partial<Extract<CalledFound, { kind: 'ours' }>> = {}): CalledFound => ({
    kind: 'ours',
    called: calledClaim(),
    by: 'transcript',
    workedAfter: false,
    ...more,
  })
  const notOurs: CalledFound = { kind: 'not-ours', called: calledClaim() }
  const hint = ours({ by: 'hint' })
  const cliCalled = calledClaim({ claim: CLI })

  const known: readonly (readonly [string, Partial<CalledQuery>, CalledFound])[] = [
    ['no request', { request: undefined }, { kind: 'none' }],
    ['a request without a claim by a call', { request: requestState() }, { kind: 'none' }],
    ['seen by its receipt', { read: seen(claimCall({ id: 'other', ...receipt() })) }, ours()],
    ['seen by its id', { read: seen(claimCall()) }, ours()],
    ['seen, and work came after it', { read: seen(claimCall({ workedAfter: true })) }, ours({ workedAfter: true })],
    [
      'seen twice: the newer call counts',
      { read: seen(claimCall({ workedAfter: true }), claimCall()) },
      ours({ workedAfter: false }),
    ],
    ['another tool call', { read: seen(claimCall({ id: 'toolu_2' })) }, notOurs],
    ['a receipt for another claim', { read: seen(claimCall(receipt('clm_2'))) }, notOurs],
    ['a command, not the tool', { read: seen(claimCall({ via: 'cli' })) }, notOurs],
    [
      'a command whose output was thrown away',
      { request: requestState({ called: cliCalled }), read: seen(claimCall({ id: 'any', via: 'cli' })) },
      ours({ called: cliCalled }),
    ],
    [
      'the tool, not a command',
      { request: requestState({ called: cliCalled }), read: seen(claimCall()) },
      { kind: 'not-ours', called: cliCalled },
    ],
    [
      'bound, although nothing shows it',
      { request: BOUND },
      ours({ called: calledClaim({ isBound: true }), by: 'bound' }),
    ],
    [
      'bound and seen',
      { request: BOUND, read: seen(claimCall({ workedAfter: true })) },
      ours({ called: calledClaim({ isBound: true }), workedAfter: true }),
    ],
    ['a transcript without the call', {}, notOurs],
    ['a transcript that is not written to its end', { isBehind: true }, hint],
    ['no transcript', { read: requestRead({}, MISSING) }, hint],
    ['a transcript of which lines were skipped', { read: requestRead({}, transcript({ isSparse: true })) }, hint],
    ['a transcript and a request with gaps', { read: withGap({}) }, hint],
    ['a transcript with a gap before a whole request', { read: withGap({ work: work() }) }, notOurs],
    ['a transcript with a gap before the prompt', { read: withGap({ opened: prompt('Fix it.') }) }, notOurs],
    ['a transcript with a gap before a prompt in mid-work', { read: withGap({ joined: [prompt('Go on.')] }) }, notOurs],
    [
      'a whole transcript of a request with a gap',
      { read: requestRead({ work: work({ whole: false }) }, transcript()) },
      notOurs,
    ],
  ]
  test.each(known)('here: %s', (_name, changes, expected) => {
    expect(findCalled(query(changes))).toStrictEqual(expected)
  })

  const newer = calledClaim({
    claim: claim('success', { id: 'clm_2', channel: 'tool' }),
    toolUseId: 'toolu_2',
    at: LATER,
  })
  const newerCli = calledClaim({ claim: { ...CLI, id: 'clm_2' }, at: LATER })
  const toNewer = claimCall({ id: 'toolu_2', ...receipt('clm_2', 'task_2') })
  const toNewerCli = claimCall({ id: 'any', via: 'cli', ...receipt('clm_2', 'task_2') })
  const loaded = (changes: Partial<LoadedCall> = {}): LoadedCall => ({ called: newer, from: from(), ...changes })
  const elsewhere = (more: Partial<Extract<CalledFound, { kind: 'ours' }>> = {}): CalledFound => ({
    kind: 'ours',
    called: newer,
    from: from(),
    by: 'elsewhere',
    workedAfter: false,
    ...more,
  })
  const ownSeen = [claimCall(receipt())] as const
  const { toolUseId: _unknown, ...withoutToolUse } = newer

  const recorded: readonly (readonly [string, Partial<CalledQuery>, CalledFound])[] = [
    ['meant', { request: undefined, read: seen(toNewer), loaded: loaded() }, elsewhere()],
    [
      'meant, and work came after it',
      { request: undefined, read: seen({ ...toNewer, workedAfter: true }), loaded: loaded() },
      elsewhere({ workedAfter: true }),
    ],
    ['the log holds none', { request: undefined, read: seen(toNewer) }, { kind: 'none' }],
    ['newer than the one that is seen here', { read: seen(...ownSeen, toNewer), loaded: loaded() }, elsewhere()],
    [
      'as old as the one that is seen here',
      { read: seen(...ownSeen, toNewer), loaded: loaded({ called: { ...newer, at: AT } }) },
      ours(),
    ],
    [
      'as old as one that is neither seen nor bound here',
      { read: seen(toNewer), loaded: loaded({ called: { ...newer, at: AT } }) },
      elsewhere({ called: { ...newer, at: AT } }),
    ],
    [
      'older than the bound one',
      { request: BOUND, read: seen(toNewer), loaded: loaded({ called: { ...newer, at: AT } }) },
      ours({ called: calledClaim({ isBound: true }), by: 'bound' }),
    ],
    [
      'the receipt is of another claim',
      { request: undefined, read: seen(claimCall({ id: 'toolu_2', ...receipt('clm_3') })), loaded: loaded() },
      { kind: 'none' },
    ],
    [
      'no call has a receipt',
      { request: undefined, read: seen(claimCall({ id: 'toolu_2' })), loaded: loaded() },
      { kind: 'none' },
    ],
    [
      'another session was seen to make it',
      { request: undefined, read: seen(toNewer), loaded: loaded({ called: { ...newer, isBound: true } }) },
      { kind: 'none' },
    ],
    [
      'this session was seen to make it, in another request',
      {
        request: undefined,
        read: seen(toNewer),
        loaded: loaded({ called: { ...newer, isBound: true }, from: from({ session: 'ses_1' }) }),
      },
      elsewhere({ called: { ...newer, isBound: true }, from: from({ session: 'ses_1' }) }),
    ],
    [
      'another tool call returned its receipt',
      { request: undefined, read: seen({ ...toNewer, id: 'toolu_3' }), loaded: loaded() },
      { kind: 'none' },
    ],
    [
      'another tool call returned the receipt of this session',
      {
        request: undefined,
        read: seen({ ...toNewer, id: 'toolu_3' }),
        loaded: loaded({ from: from({ session: 'ses_1' }) }),
      },
      elsewhere({ from: from({ session: 'ses_1' }) }),
    ],
    [
      'nobody knows which tool call made it',
      { request: undefined, read: seen({ ...toNewer, id: 'toolu_3' }), loaded: loaded({ called: withoutToolUse }) },
      elsewhere({ called: withoutToolUse }),
    ],
    [
      "a tool's claim that somebody owns",
      { request: undefined, read: seen(toNewer), loaded: loaded({ from: from({ isNobodys: false }) }) },
      elsewhere({ from: from({ isNobodys: false }) }),
    ],
    [
      'by a command, and nobody owns it',
      { request: undefined, read: seen(toNewerCli), loaded: loaded({ called: newerCli }) },
      elsewhere({ called: newerCli }),
    ],
    [
      'by a command, and somebody owns it',
      {
        request: undefined,
        read: seen(toNewerCli),
        loaded: loaded({ called: newerCli, from: from({ isNobodys: false }) }),
      },
      { kind: 'none' },
    ],
  ]
  test.each(recorded)('recorded elsewhere: %s', (_name, changes, expected) => {
    expect(findCalled(query(changes))).toStrictEqual(expected)
  })
})

describe('calledIn', () => {
  const ids = { id: 'evt_2', at: LATER, session: 'ses_2', task: 'task_2', request: 'req_2' }
  const CALL = { digest: 'd', toolUseId: 'toolu_1', progress: 3, isBound: false } as const
  const CLAIM = claim('success', { channel: 'tool' })
  const made = (changes: Partial<EventOf<'claim.made'>> = {}): Event =>
    claimMade({ ...ids, at: AT, claim: CLAIM, call: CALL, ...changes })
  const opened = (agent: string): Event => taskOpened({ agent })
  const bound = (id: string): Event => ({ ...ids, kind: 'claim.bound', claim: id })
  const voided = (id: string, why: EventOf<'claim.voided'>['why']): Event => ({
    ...ids,
    kind: 'claim.voided',
    claim: id,
    why,
  })
  const verifying = (id: string, run: string): Event => ({
    ...ids,
    kind: 'claim.verifying',
    claim: id,
    run,
    evidence: evidence(),
  })
  const verified = (id: string, run?: string): Event => ({
    ...ids,
    kind: 'claim.verified',
    claim: id,
    evidence: evidence(run === undefined ? {} : { run }),
  })
  const decided = (id: string, decision: Decision, at = LATER): Event => ({
    ...ids,
    at,
    kind: 'claim.decided',
    claim: id,
    decision,
  })
  const joined = (changes: Partial<EventOf<'prompt.joined'>> = {}): Event => promptJoined({ ...ids, ...changes })
  const called = { ...CALL, claim: CLAIM, at: AT, before: calledClaim().before }
  const at = { session: 'ses_2', task: 'task_2', request: 'req_2', isNobodys: false }

  const rows: readonly (readonly [string, readonly Event[], LoadedCall | undefined])[] = [
    ['nothing', [], undefined],
    ['another claim', [made({ claim: { ...CLAIM, id: 'clm_2' } })], undefined],
    ['a claim in words', [claimMade()], undefined],
    ['a claim by a call', [made()], { called, from: at }],
    [
      'the newest of the same claim',
      [made(), made({ at: LATER, request: 'req_3' })],
      { called: { ...called, at: LATER }, from: { ...at, request: 'req_3' } },
    ],
    ['moved to another session', [made(), voided('clm_1', 'another-session')], undefined],
    ["a subagent's before", [voided('clm_1', 'subagent'), made()], { called, from: at }],
    ['another claim was moved', [made(), voided('clm_2', 'another-session')], { called, from: at }],
    ['bound', [made(), bound('clm_1')], { called: { ...called, isBound: true }, from: at }],
    [
      'bound when it was made',
      [made({ call: { ...CALL, isBound: true } })],
      { called: { ...called, isBound: true }, from: at },
    ],
    ['another claim was bound', [made(), bound('clm_2')], { called, from: at }],
    ['its checks run', [made(), verifying('clm_1', 'run_1')], { called: { ...called, run: 'run_1' }, from: at }],
    [
      'its checks have run',
      [made(), verifying('clm_1', 'run_1'), verified('clm_1', 'run_2')],
      { called: { ...called, run: 'run_2', isVerified: true }, from: at },
    ],
    [
      'its checks run once more',
      [made(), verified('clm_1', 'run_1'), verifying('clm_1', 'run_2')],
      { called: { ...called, run: 'run_2', isVerified: true }, from: at },
    ],
    ['verified without a round', [made(), verified('clm_1')], { called: { ...called, isVerified: true }, from: at }],
    [
      'checks of another claim',
      [made(), verifying('clm_2', 'run_1'), verified('clm_2', 'run_1'), decided('clm_2', allowedBy(4))],
      { called, from: at },
    ],
    ['answered with what is to be changed', [made(), joined({ isFeedback: true })], undefined],
    ['claimed anew after that', [joined({ isFeedback: true }), made()], { called, from: at }],
    ['a prompt, which the transcript shows', [made(), joined()], { called, from: at }],
    [
      'decided twice',
      [made(), decided('clm_1', refusedBy(5)), decided('clm_1', allowedBy(4), '2026-11-15T10:06:00.000Z')],
      { called: { ...called, decision: allowedBy(4), decidedAt: '2026-11-15T10:06:00.000Z' }, from: at },
    ],
    ['in a task for the call alone', [opened('mcp'), made()], { called, from: { ...at, isNobodys: true } }],
    ['in a task of an agent', [opened('claude'), made()], { called, from: at }],
  ]
  test.each(rows)('%s', (_name, events, expected) => {
    expect(calledIn(events, 'task_2', 'clm_1')).toStrictEqual(expected as LoadedCall)
  })
})

describe('A4: withCalled', () => {
  const SPOKEN: ClaimRead = { nearMisses: ['done-token: another id'] }
  const WORDS = claim('success', { id: 'clm_9' })
  const found = (changes: Parameters<typeof calledClaim>[0] = {}, workedAfter = false): CalledFound => ({
    kind: 'ours',
    called: calledClaim(changes),
    by: 'transcript',
    workedAfter,
  })
  const partial = { claim: claim('partial', { channel: 'tool' }) }
  const takenUp: ClaimRead = { ...SPOKEN, claim: calledClaim().claim, called: calledClaim() }

  const rows: readonly (readonly [string, ClaimRead, CalledFound, boolean, ClaimRead])[] = [
    ['no call', SPOKEN, { kind: 'none' }, true, SPOKEN],
    ["another's call", SPOKEN, { kind: 'not-ours', called: calledClaim() }, false, SPOKEN],
    ['a call', SPOKEN, found(), false, takenUp],
    [
      'a call that was allowed',
      SPOKEN,
      found({ decision: allowedBy(4) }),
      false,
      {
        ...SPOKEN,
        claim: calledClaim().claim,
        called: calledClaim({ decision: allowedBy(4) }),
      },
    ],
    ['a call that was refused', SPOKEN, found({ decision: refusedBy(5) }), false, SPOKEN],
    ['words that repeat the call', { ...SPOKEN, claim: WORDS }, found(), false, takenUp],
    [
      'words that claim something else',
      { ...SPOKEN, claim: WORDS },
      found(partial),
      false,
      { ...SPOKEN, claim: WORDS },
    ],
    ['stale words before the call', { ...SPOKEN, stale: 'you worked on' }, found(), false, takenUp],
    [
      'last words that take success back',
      SPOKEN,
      found(),
      true,
      {
        ...SPOKEN,
        stale: 'you claimed success, but your last message takes it back',
      },
    ],
    [
      'last words that take another claim back',
      SPOKEN,
      found(partial),
      true,
      {
        ...SPOKEN,
        claim: partial.claim,
        called: calledClaim(partial),
      },
    ],
    [
      'work after the call',
      SPOKEN,
      found(partial, true),
      false,
      {
        ...SPOKEN,
        stale: 'you claimed partial, but worked on after it: claim again',
      },
    ],
    [
      'work after the call, and words that repeat it',
      { ...SPOKEN, claim: WORDS },
      found({}, true),
      false,
      {
        ...SPOKEN,
        claim: WORDS,
      },
    ],
    [
      'work after a call with a tree',
      SPOKEN,
      found({ tree: 'tree_1' }, true),
      false,
      {
        ...SPOKEN,
        claim: calledClaim().claim,
        called: calledClaim({ tree: 'tree_1' }),
      },
    ],
  ]
  test.each(rows)('%s', (_name, spoken, call, isTakenBack, expected) => {
    expect(withCalled(spoken, call, isTakenBack)).toStrictEqual(expected)
  })
})

describe('requestFor', () => {
  const newestClaim = { status: 'success', progress: 2 } as const
  const before = { ...calledClaim().before, newestClaim: { status: 'partial', progress: 1 } } as const
  const called = calledClaim({ before })
  const request = requestState({ called, newestClaim, continuations: 4, moves: 1 })
  const ours = (of = called): CalledFound => ({ kind: 'ours', called: of, by: 'transcript', workedAfter: false })
  const other = calledClaim({ claim: claim('success', { id: 'clm_2' }), before })

  const rows: readonly (readonly [string, RequestState | undefined, CalledFound, RequestState | undefined])[] = [
    ['no request', undefined, ours(), undefined],
    ["no request, and another's claim", undefined, { kind: 'not-ours', called }, undefined],
    ['no claim by a call', request, { kind: 'none' }, request],
    ['its own claim', request, ours(), { ...request, newestClaim: before.newestClaim }],
    ['a claim from elsewhere', request, ours(other), request],
    ['a claim from elsewhere, and none of its own', requestState(), ours(other), requestState()],
    [
      "another's claims in a row",
      { ...request, called: { ...called, beforeUnseen: { ...before, moves: 7 } } },
      { kind: 'not-ours', called },
      requestState({ newestClaim: before.newestClaim, moves: 7 }),
    ],
    ["another's claim", request, { kind: 'not-ours', called }, requestState({ newestClaim: before.newestClaim })],
  ]
  test.each(rows)('%s', (_name, state, found, expected) => {
    expect(requestFor(state, found)).toStrictEqual(expected as RequestState)
  })
})

/** The transcript and the request before it were not read whole. */
function withGap(changes: Partial<RequestRead['window']>): RequestRead {
  return requestRead({ work: work({ whole: false }), ...changes }, transcript({ whole: false }))
}
