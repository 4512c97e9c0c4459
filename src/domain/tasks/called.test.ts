// A claim made by a call, in the state of its session and task: made, bound, verified, decided, taken back, spent.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { rounds } from '../../../test/rounds.ts'
import type { Decision } from '../../contract/decision.ts'
import type { Event, EventOf } from '../../contract/event.ts'
import type { CalledClaim, RequestState, SessionState, TaskState } from '../../contract/state.ts'
import {
  allowedBy,
  asked,
  AT,
  claimMade,
  LATER,
  promptJoined,
  refusedBy,
  requestOpened,
  sessionSeen,
  stopDecided,
  taskEnded,
  taskOpened,
} from './events.fixture.ts'
import { BY_CALL, stepSession } from './fold-session.ts'
import { stepTask } from './fold-task.ts'
import { emptyWork } from './request/work.ts'

const fold = (...events: readonly Event[]): SessionState | undefined =>
  events.reduce<SessionState | undefined>(stepSession, undefined)
const foldTask = (...events: readonly Event[]): TaskState | undefined =>
  events.reduce<TaskState | undefined>(stepTask, undefined)
const request = (...events: readonly Event[]): RequestState | undefined => fold(...OPEN, ...events)?.request
const called = (...events: readonly Event[]): CalledClaim | undefined => request(...events)?.called

const ids = { session: 'ses_1', task: 'task_1', request: 'req_1' }
const CLAIM = { id: 'clm_1', status: 'success', channel: 'tool', text: '{}' } as const
const CALL = { digest: 'd', toolUseId: 'toolu_1', tree: 'tree_1', progress: 0, isBound: false } as const
const OPEN = [sessionSeen(), taskOpened(), requestOpened()]
const WORK = { ...emptyWork(true), calls: 2, workCalls: 1, progress: 4 }

const made = (changes: Partial<EventOf<'claim.made'>> = {}): Event =>
  claimMade({ claim: CLAIM, call: CALL, ...changes })
const second = (changes: Partial<EventOf<'claim.made'>> = {}): Event =>
  made({ claim: { ...CLAIM, id: 'clm_2' }, ...changes })
const bound = (claim = 'clm_1', changes: object = {}): Event => ({
  ...ids,
  id: 'e',
  at: AT,
  kind: 'claim.bound',
  claim,
  ...changes,
})
const voided = (claim = 'clm_1', changes: object = {}): Event => ({
  ...ids,
  id: 'e',
  at: AT,
  kind: 'claim.voided',
  claim,
  why: 'subagent',
  ...changes,
})
const EVIDENCE = { checks: [], tree: 'tree_1' } as unknown as EventOf<'claim.verified'>['evidence']
const verifying = (claim = 'clm_1', run = 'run_1'): Event => ({
  ...ids,
  id: 'e',
  at: AT,
  kind: 'claim.verifying',
  claim,
  run,
  evidence: EVIDENCE,
})
const verified = (claim = 'clm_1', run?: string): Event => ({
  ...ids,
  id: 'e',
  at: AT,
  kind: 'claim.verified',
  claim,
  evidence: run === undefined ? EVIDENCE : { ...EVIDENCE, run },
})
const decided = (decision: Decision, changes: Partial<EventOf<'claim.decided'>> = {}): Event => ({
  ...ids,
  id: 'e',
  at: LATER,
  kind: 'claim.decided',
  claim: 'clm_1',
  decision,
  inMidWork: true,
  ...changes,
})
const COMPLETED = allowedBy(4, { outcome: 'completed' })

describe('made', () => {
  test('it is kept with the call, and with what the request was before it', () => {
    expect(request(made())).toMatchObject({
      called: {
        ...CALL,
        claim: CLAIM,
        at: AT,
        before: { continuations: 0, refusals: [], blockedPushes: 0, moves: 0 },
      },
      newestClaim: { status: 'success', progress: 0 },
    })
  })

  test('the newest claim carries the progress that the call told, not what the last stop knew', () => {
    const before = [stopDecided(refusedBy(11), { work: WORK })]
    expect(request(...before, made({ call: { ...CALL, progress: 9 } }))?.newestClaim).toEqual({
      status: 'success',
      progress: 9,
    })
  })

  test('a claim from words makes no call', () => expect(called(claimMade())).toBeUndefined())
  test('one of another request is none', () => expect(called(made({ request: 'req_9' }))).toBeUndefined())
  test('a later call takes the place of an earlier one', () =>
    expect(called(made(), decided(COMPLETED), second())).toMatchObject({ claim: { id: 'clm_2' } }))
  test('a claim from words leaves it', () => expect(called(made(), claimMade())).toMatchObject({ claim: CLAIM }))
})

describe('bound', () => {
  test('by its id', () => expect(called(made(), bound())?.isBound).toBe(true))
  test('not by another id', () => expect(called(made(), bound('clm_9'))?.isBound).toBe(false))
  test('not in another request', () =>
    expect(called(made(), bound('clm_1', { request: 'req_9' }))?.isBound).toBe(false))
  test('nothing there to be bound', () => expect(called(bound())).toBeUndefined())
  test('stays with its answer', () =>
    expect(called(made(), decided(COMPLETED), bound())).toMatchObject({ decision: COMPLETED, isBound: true }))
})

describe('voided', () => {
  test('leaves the request as it was before', () => expect(request(made(), voided())).toEqual(request() as never))

  test('gives back what its refusal counted', () => {
    const refused = decided(refusedBy(5), { observed: { tree: 'tree_1', checks: 'unit' } })
    expect(request(made(), refused, voided())).toEqual(request() as never)
  })

  test('gives back what its push counted', () =>
    expect(request(made(), decided(refusedBy(9)), voided())).toEqual(request() as never))

  test('gives back what was observed and claimed before it', () => {
    const before = [
      claimMade({ claim: { ...CLAIM, id: 'clm_0', status: 'partial', channel: 'done-token' } }),
      stopDecided(refusedBy(8), { observed: { tree: 'tree_0' }, work: WORK }),
    ]
    const moved = decided(refusedBy(5, 'g'), { observed: { tree: 'tree_1', checks: 'unit' } })
    expect(request(...before, made(), moved)).toMatchObject({ moves: 1, continuations: 2 })
    expect(request(...before, made(), moved, voided())).toEqual(request(...before) as never)
  })

  test('of another claim does nothing', () => {
    const events = [made(), decided(refusedBy(5))]
    expect(request(...events, voided('clm_9'))).toEqual(request(...events) as never)
  })

  test('of one that a later claim has replaced leaves the later one', () =>
    expect(called(made(), second(), voided('clm_1'))).toMatchObject({ claim: { id: 'clm_2' } }))

  test('of one that was dropped by a stop changes nothing', () => {
    const events = [made(), stopDecided(refusedBy(11))]
    expect(request(...events, voided())).toEqual(request(...events) as never)
  })

  test('is no claim of the task any more', () => {
    expect(foldTask(taskOpened(), made())?.claims).toBe(1)
    expect(foldTask(taskOpened(), made(), voided())?.claims).toBe(0)
    expect(foldTask(taskOpened(), voided())?.claims).toBe(0)
  })
})

describe('verifying', () => {
  test('the run and what is known are kept', () =>
    expect(called(made(), verifying())).toMatchObject({ run: 'run_1', evidence: EVIDENCE }))
  test('of another claim they are not', () => expect(called(made(), verifying('clm_9'))).not.toHaveProperty('run'))
  test('a verified claim keeps the run that it rests on', () =>
    expect(called(made(), verified('clm_1', 'run_2'))).toMatchObject({ run: 'run_2' }))
  test('without a run there is none', () => expect(called(made(), verified())).not.toHaveProperty('run'))
})

describe('decided', () => {
  test('the answer is kept with its time', () =>
    expect(called(made(), decided(COMPLETED))).toMatchObject({ decision: COMPLETED, decidedAt: LATER }))

  test('a request goes on after it: only a stop closes one', () =>
    expect(request(made(), decided(COMPLETED))).toMatchObject({ closed: false, continuations: 0, refusals: [] }))

  test('nobody waits to be told', () => expect(fold(...OPEN, made(), decided(COMPLETED))?.untold).toBeUndefined())

  test('a refusal counts like one at a stop', () =>
    expect(request(made(), decided(refusedBy(5, 'g'), { progress: 3 }))).toMatchObject({
      continuations: 1,
      refusals: [{ fingerprint: 'g', progress: 3 }],
      blockedPushes: 0,
    }))

  test('a push of a blocked claim counts as such', () =>
    expect(request(made(), decided(refusedBy(9)))).toMatchObject({ continuations: 1, blockedPushes: 1 }))

  test('while checks run nothing is counted', () =>
    expect(request(made(), decided(refusedBy(6, 'f', ['wait'])))).toMatchObject({ continuations: 0, refusals: [] }))

  test('refusals by call and by stop add up', () =>
    expect(request(made(), decided(refusedBy(5)), stopDecided(refusedBy(5)))).toMatchObject({
      continuations: 2,
      refusals: [
        { fingerprint: 'f', progress: 0 },
        { fingerprint: 'f', progress: 0 },
      ],
    }))

  test('another tree than the one observed before is a move', () => {
    const first = decided(refusedBy(5), { observed: { tree: 'a', checks: 'x' } })
    expect(request(made(), first)).toMatchObject({ moves: 0, observed: { tree: 'a', checks: 'x' } })
    const next = decided(refusedBy(5), { claim: 'clm_2', observed: { tree: 'b' } })
    expect(request(made(), first, second(), next)).toMatchObject({ moves: 1, observed: { tree: 'b', checks: 'x' } })
  })

  test('refusals are kept within bounds', () => {
    const events = Array.from({ length: 40 }, (_, index) => [
      made({ claim: { ...CLAIM, id: `clm_${index}` } }),
      decided(refusedBy(5, `f${index}`), { claim: `clm_${index}` }),
    ]).flat()
    const after = request(...events)
    expect([after?.continuations, after?.refusals.length, after?.refusals.at(-1)?.fingerprint]).toEqual([40, 20, 'f39'])
  })

  test('an answer that is not of the call is news for whoever comes next', () => {
    const session = fold(...OPEN, decided(COMPLETED, { claim: 'clm_9' }))
    expect(session?.untold).toEqual({ task: 'task_1', decision: COMPLETED })
  })

  test('one of another request is not heard', () =>
    expect(request(made(), decided(refusedBy(5), { request: 'req_9' }))).toEqual(request(made()) as never))
})

describe('spent', () => {
  const answered = [made(), decided(COMPLETED)]
  test('by a prompt that joins', () => {
    const after = request(...answered, promptJoined())
    expect([after?.called, after?.prompts.length]).toEqual([undefined, 2])
  })
  test('by a new request', () => expect(called(...answered, requestOpened({ request: 'req_2' }))).toBeUndefined())
  test('by a new task', () => expect(request(...answered, taskOpened({ task: 'task_2' }))).toBeUndefined())
  test('by a stop that passes', () => {
    const after = request(...answered, stopDecided(COMPLETED))
    expect([after?.called, after?.closed]).toEqual([undefined, true])
  })
  test('by a stop that is refused', () => expect(called(...answered, stopDecided(refusedBy(11)))).toBeUndefined())
  test('not by a stop of another request', () =>
    expect(called(...answered, stopDecided(refusedBy(11), { request: 'req_9' }))).toMatchObject({ claim: CLAIM }))
  test('not by a compaction', () =>
    expect(called(...answered, sessionSeen({ source: 'compact' }))).toMatchObject({ claim: CLAIM }))
})

describe('the task', () => {
  test('an answer in mid-work moves only the reason', () =>
    expect(foldTask(taskOpened(), made(), decided(asked))).toMatchObject({ status: 'open', lastReason: 'look' }))
  test('without a gate a person is waited for', () =>
    expect(foldTask(taskOpened(), made(), without(decided(asked)))).toMatchObject({ status: 'awaiting-review' }))
  test('an ended one does not come back', () =>
    expect(foldTask(taskOpened(), taskEnded('completed'), without(decided(asked)))).toMatchObject({
      status: 'ended',
      outcome: 'completed',
    }))
  test('takes its title from the claim where no prompt was heard', () => {
    const claim = { ...CLAIM, originalRequestSummary: 'Add a limit.' }
    expect(foldTask(taskOpened(), made({ claim }))?.title).toBe('Add a limit.')
    expect(foldTask(taskOpened(), requestOpened(), made({ claim }))?.title).toBe('Fix it.')
  })
  test("gives that title up for the person's own words", () => {
    const claim = { ...CLAIM, originalRequestSummary: 'Add a limit.' }
    expect(foldTask(taskOpened(), made({ claim }), requestOpened())?.title).toBe('Fix it.')
  })
  test('is no newer because somebody was told of it', () =>
    expect(foldTask(taskOpened(), briefGiven('task_1', LATER))?.updatedAt).toBe(AT))

  function without(event: Event): Event {
    const { inMidWork: _gate, ...rest } = event as EventOf<'claim.decided'>
    return rest
  }
})

const briefGiven = (task: string, at = AT): Event => ({
  id: 'e',
  at,
  kind: 'brief.given',
  session: 'ses_1',
  task,
  source: 'startup',
  characters: 100,
})
const ended = (at = AT): Event => ({ id: 'e', at, kind: 'session.ended', session: 'ses_1', why: 'other' })
const byCall = sessionSeen({ source: BY_CALL })

describe('the session', () => {
  const hooks: readonly Event[] = [
    sessionSeen(),
    requestOpened(),
    promptJoined(),
    stopDecided(allowedBy(10)),
    { id: 'e', at: AT, kind: 'stop.failed', session: 'ses_1', cause: 'auth', detail: '' },
    { id: 'e', at: AT, kind: 'tool.used', session: 'ses_1', tool: 'mcp__fullstop__complete_task' },
    ended(),
    { id: 'e', at: AT, kind: 'compaction.started', session: 'ses_1', trigger: 'auto' },
  ]
  for (const event of hooks) {
    test(`is gated once a hook told of it: ${event.kind}`, () => {
      expect(fold(byCall)?.gated).toBe(false)
      expect(fold(byCall, event)?.gated).toBe(true)
    })
  }

  const calls: readonly Event[] = [
    byCall,
    taskOpened(),
    requestOpened({ heard: false }),
    promptJoined({ heard: false }),
    made(),
    decided(COMPLETED),
    briefGiven('task_0'),
    taskEnded('completed'),
  ]
  for (const event of calls) {
    test(`is not gated by what a call tells: ${event.kind}`, () => expect(fold(byCall, event)?.gated).toBe(false))
  }
  test('stays gated', () => expect(fold(sessionSeen(), byCall)?.gated).toBe(true))

  test('a call leaves the request that goes on', () => expect(fold(...OPEN, byCall)?.request?.closed).toBe(false))

  test('keeps the process of its agent until another is told', () => {
    expect(fold(sessionSeen({ host: '7-1' }))?.host).toBe('7-1')
    expect(fold(sessionSeen({ host: '7-1' }), sessionSeen())?.host).toBe('7-1')
    expect(fold(sessionSeen({ host: '7-1' }), sessionSeen({ host: '8-2', source: 'resume' }))?.host).toBe('8-2')
    expect(fold(sessionSeen())).not.toHaveProperty('host')
  })

  test('keeps where its transcript lies', () => {
    expect(fold(sessionSeen({ transcriptPath: '/t.jsonl' }), byCall)?.transcriptPath).toBe('/t.jsonl')
  })

  test('is ended until it is seen again', () => {
    expect(fold(...OPEN, ended())).toMatchObject({ ended: true, request: { closed: true } })
    expect(fold(...OPEN, ended(), sessionSeen({ source: 'resume' }))).not.toHaveProperty('ended')
  })

  test('remembers the task that it was told of', () => {
    expect(fold(sessionSeen(), briefGiven('task_0'))?.briefed).toBe('task_0')
    expect(fold(sessionSeen(), taskOpened(), briefGiven('task_0'))?.briefed).toBe('task_0')
  })
  test('its own task is no other', () =>
    expect(fold(sessionSeen(), taskOpened(), briefGiven('task_1'))).not.toHaveProperty('briefed'))
})

const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.constantFrom(made(), second(), made({ call: { ...CALL, progress: 3 } })),
  fc.constantFrom(bound(), bound('clm_2'), voided(), voided('clm_2'), verifying(), verified('clm_2', 'run_2')),
  fc
    .tuple(fc.constantFrom(COMPLETED, asked, refusedBy(5), refusedBy(9)), fc.constantFrom('clm_1', 'clm_2'))
    .map(([decision, claim]) => decided(decision, { claim, observed: { tree: claim } })),
  fc.constantFrom(stopDecided(refusedBy(11)), stopDecided(allowedBy(10)), promptJoined(), byCall, ended()),
)
const someEvents = fc.array(anyEvent, { maxLength: 25 })

describe('the fold of calls', () => {
  /** What the store does between two batches: the state is written down and read again. */
  const stored = <T>(state: T): T => (state === undefined ? state : (JSON.parse(JSON.stringify(state)) as T))

  test('is the same wherever the batches are cut', () => {
    fc.assert(
      fc.property(someEvents, fc.nat(25), (events, cut) => {
        const first = stored(fold(...OPEN, ...events.slice(0, cut)))
        const rest = events.slice(cut).reduce<SessionState | undefined>(stepSession, first)
        expect(stored(rest)).toStrictEqual(stored(fold(...OPEN, ...events)))
      }),
      { numRuns: rounds(500) },
    )
  })

  test('a claim that is voided at once leaves the request as if it had never been made', () => {
    fc.assert(
      fc.property(someEvents, fc.constantFrom(COMPLETED, refusedBy(5), refusedBy(9), asked), (events, decision) => {
        const before = request(...events, stopDecided(refusedBy(11)))
        const answered = decided(decision, { claim: 'clm_x', observed: { tree: 'x' } })
        const claim = made({ claim: { ...CLAIM, id: 'clm_x' } })
        const after = request(...events, stopDecided(refusedBy(11)), claim, answered, voided('clm_x'))
        expect(after).toEqual(before as never)
      }),
    )
  })
})
