// State from events: what each event changes, that cancel wins, and that snapshots anywhere change nothing.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { rounds } from '../../../test/rounds.ts'
import type { Event } from '../../contract/event.ts'
import type { RequestState, SessionState, TaskState } from '../../contract/state.ts'
import {
  allowedBy,
  asked,
  AT,
  claimMade,
  LATER,
  ordered,
  POLICY,
  promptJoined,
  refusedBy,
  requestOpened,
  sessionSeen,
  stopDecided,
  taskEnded,
  taskOpened,
} from './events.fixture.ts'
import { stepSession } from './fold-session.ts'
import { stepTask } from './fold-task.ts'
import { emptyWork } from './request/work.ts'

const foldSession = (events: readonly Event[]): SessionState | undefined =>
  events.reduce<SessionState | undefined>(stepSession, undefined)
const foldTask = (events: readonly Event[]): TaskState | undefined =>
  events.reduce<TaskState | undefined>(stepTask, undefined)

const SESSION: SessionState = {
  id: 'ses_1',
  agent: 'claude',
  agentSessionId: 'abc',
  cwd: '/repo',
  attended: true,
  gated: true,
  startsHeard: true,
  promptsHeard: false,
  todos: [],
  vendorGoal: false,
  wakeUps: [],
  lastSeen: AT,
}
const REQUEST: RequestState = {
  id: 'req_1',
  openedAt: AT,
  promptIds: ['p1'],
  prompts: ['Fix it.'],
  isQuestion: false,
  closed: false,
  work: emptyWork(true),
  continuations: 0,
  refusals: [],
  blockedPushes: 0,
  questionsPushed: 0,
  waits: 0,
  moves: 0,
}
const OPEN = [sessionSeen(), taskOpened(), requestOpened()]
const WORK = { ...emptyWork(true), calls: 2, workCalls: 1, progress: 4 }

describe('stepSession', () => {
  const rows: ReadonlyArray<readonly [name: string, events: readonly Event[], expected: SessionState | undefined]> = [
    ['nothing is known before the session is', [taskOpened(), requestOpened()], undefined],
    ['a session is seen', [sessionSeen()], SESSION],
    [
      'seen again after a compaction, it goes on with the request',
      [...OPEN, sessionSeen({ at: LATER, attended: false, source: 'compact' })],
      { ...SESSION, attended: false, promptsHeard: true, task: 'task_1', request: REQUEST, lastSeen: LATER },
    ],
    [
      'seen again after a new start, it has left the request',
      [...OPEN, sessionSeen({ at: LATER, source: 'resume' })],
      { ...SESSION, promptsHeard: true, task: 'task_1', request: { ...REQUEST, closed: true }, lastSeen: LATER },
    ],
    [
      'the session ends, and with it the request',
      [...OPEN, { id: 'e', at: LATER, kind: 'session.ended', session: 'ses_1', why: 'other' }],
      {
        ...SESSION,
        promptsHeard: true,
        task: 'task_1',
        request: { ...REQUEST, closed: true },
        ended: true,
        lastSeen: LATER,
      },
    ],
    [
      'a mode set by the person',
      [sessionSeen(), { id: 'e', at: AT, kind: 'session.mode-set', session: 'ses_1', mode: 'off', actor: 'prompt' }],
      { ...SESSION, mode: 'off' },
    ],
    ['a request opens', OPEN, { ...SESSION, promptsHeard: true, task: 'task_1', request: REQUEST }],
    [
      'a request whose prompt is not known concludes nothing from absence',
      [
        sessionSeen(),
        taskOpened(),
        { ...requestOpened({ heard: false }), prompt: undefined, promptId: undefined } as never,
      ],
      {
        ...SESSION,
        task: 'task_1',
        request: { ...REQUEST, prompts: [], promptIds: [], work: emptyWork(false) },
      },
    ],
    [
      'a new task forgets the request and the todos',
      [
        ...OPEN,
        stopDecided(allowedBy(4), { todos: [{ id: '1', text: 'a', status: 'open' }] }),
        taskOpened({ task: 'task_2' }),
      ],
      { ...SESSION, promptsHeard: true, task: 'task_2' },
    ],
    [
      'a prompt joins and the guards count afresh',
      [...OPEN, stopDecided(refusedBy(11)), stopDecided(refusedBy(9)), promptJoined()],
      {
        ...SESSION,
        promptsHeard: true,
        task: 'task_1',
        request: { ...REQUEST, promptIds: ['p1', 'p2'], prompts: ['Fix it.', 'Also the docs.'] },
      },
    ],
    [
      'a question stays one only if every prompt is',
      [sessionSeen(), taskOpened(), requestOpened({ isQuestion: true }), promptJoined({ isQuestion: false })],
      {
        ...SESSION,
        promptsHeard: true,
        task: 'task_1',
        request: { ...REQUEST, promptIds: ['p1', 'p2'], prompts: ['Fix it.', 'Also the docs.'], isQuestion: false },
      },
    ],
    [
      'a prompt of another request joins nothing',
      [...OPEN, promptJoined({ request: 'req_9' })],
      { ...SESSION, promptsHeard: true, task: 'task_1', request: REQUEST },
    ],
    [
      'a claim is remembered with the progress before it',
      [...OPEN, stopDecided(refusedBy(11), { work: WORK }), claimMade()],
      {
        ...SESSION,
        promptsHeard: true,
        task: 'task_1',
        request: {
          ...REQUEST,
          work: WORK,
          continuations: 1,
          refusals: [{ fingerprint: 'f', progress: 4 }],
          newestClaim: { status: 'success', progress: 4 },
        },
      },
    ],
    [
      'a claim of another request is not',
      [...OPEN, claimMade({ request: 'req_9' })],
      { ...SESSION, promptsHeard: true, task: 'task_1', request: REQUEST },
    ],
    [
      'a refusal counts',
      [...OPEN, stopDecided(refusedBy(11), { work: WORK })],
      {
        ...SESSION,
        promptsHeard: true,
        task: 'task_1',
        request: { ...REQUEST, work: WORK, continuations: 1, refusals: [{ fingerprint: 'f', progress: 4 }] },
      },
    ],
    [
      'a push of a blocked claim counts as such',
      [...OPEN, stopDecided(refusedBy(9))],
      {
        ...SESSION,
        promptsHeard: true,
        task: 'task_1',
        request: { ...REQUEST, continuations: 1, blockedPushes: 1, refusals: [{ fingerprint: 'f', progress: 0 }] },
      },
    ],
    [
      'a push of a question counts as such',
      [...OPEN, stopDecided(refusedBy(10))],
      {
        ...SESSION,
        promptsHeard: true,
        task: 'task_1',
        request: { ...REQUEST, continuations: 1, questionsPushed: 1, refusals: [{ fingerprint: 'f', progress: 0 }] },
      },
    ],
    [
      'a refusal while checks run is counted by no guard, only as a wait',
      [...OPEN, stopDecided(refusedBy(6, 'f', ['wait']))],
      { ...SESSION, promptsHeard: true, task: 'task_1', request: { ...REQUEST, waits: 1 } },
    ],
    [
      'an allowed stop closes the request',
      [...OPEN, stopDecided(allowedBy(10))],
      { ...SESSION, promptsHeard: true, task: 'task_1', request: { ...REQUEST, closed: true } },
    ],
    [
      'a question to a person closes it',
      [...OPEN, stopDecided(asked)],
      { ...SESSION, promptsHeard: true, task: 'task_1', request: { ...REQUEST, closed: true } },
    ],
    [
      'a stop with a key is remembered, for the case that it comes twice',
      [...OPEN, stopDecided(allowedBy(10), { key: 'k' })],
      {
        ...SESSION,
        promptsHeard: true,
        task: 'task_1',
        request: { ...REQUEST, closed: true, lastDecision: { key: 'k', at: AT, decision: allowedBy(10) } },
      },
    ],
    [
      'a stop tells what the transcript told',
      [
        ...OPEN,
        stopDecided(allowedBy(10), {
          todos: [{ id: '1', text: 'a', status: 'open' }],
          offset: 99,
          vendorGoal: true,
          wakeUps: ['h1'],
        }),
      ],
      {
        ...SESSION,
        promptsHeard: true,
        task: 'task_1',
        todos: [{ id: '1', text: 'a', status: 'open' }],
        offset: 99,
        vendorGoal: true,
        wakeUps: ['h1'],
        request: { ...REQUEST, closed: true },
      },
    ],
    [
      'wake-ups are remembered once each, newest first',
      [
        sessionSeen(),
        stopDecided(allowedBy(10), { wakeUps: ['a', 'b'] }),
        stopDecided(allowedBy(10), { wakeUps: ['c', 'a'] }),
      ],
      { ...SESSION, wakeUps: ['c', 'a', 'b'] },
    ],
    [
      'a stop of another request counts for nothing',
      [...OPEN, stopDecided(refusedBy(11), { request: 'req_9' })],
      { ...SESSION, promptsHeard: true, task: 'task_1', request: REQUEST },
    ],
  ]
  for (const [name, events, expected] of rows) test(name, () => expect(foldSession(events)).toEqual(expected as never))

  test('refusals and prompt ids are kept within bounds', () => {
    const joined = Array.from({ length: 80 }, (_, index) => promptJoined({ promptId: `q${index}` }))
    const refused = Array.from({ length: 40 }, (_, index) => stopDecided(refusedBy(11, `f${index}`)))
    const request = foldSession([...OPEN, ...joined, ...refused])?.request
    expect([request?.promptIds.length, request?.promptIds.at(-1), request?.continuations]).toEqual([50, 'q79', 40])
    expect([request?.refusals.length, request?.refusals.at(-1)?.fingerprint]).toEqual([20, 'f39'])
  })
})

const REVIEW: TaskState['review'] = {
  id: 'rev_1',
  kind: 'claim',
  openedAt: AT,
  because: [{ code: 'review-needed', text: 'look' }],
  comments: [],
  batches: 0,
}
const TASK: TaskState = {
  id: 'task_1',
  status: 'open',
  agent: 'claude',
  session: 'ses_1',
  cwd: '/repo',
  policy: POLICY,
  openedAt: AT,
  updatedAt: AT,
  prompts: 0,
  stops: 0,
  refusals: 0,
  claims: 0,
}

describe('F14: telling how a subtask ended', () => {
  const by = (process?: string): Event => ({
    id: 'evt_1',
    at: LATER,
    kind: 'subtask.telling',
    task: 'task_1',
    parent: 'task_p',
    ...(process === undefined ? {} : { by: process }),
  })
  const told: Event = { id: 'evt_1', at: LATER, kind: 'subtask.told', task: 'task_1', parent: 'task_p' }
  const rows: readonly (readonly [
    name: string,
    events: readonly Event[],
    toldBy?: string | undefined,
    isTold?: true,
  ])[] = [
    ['a process tells it', [taskEnded('blocked'), by('7-1')], '7-1'],
    ['twice', [taskEnded('blocked'), by('7-1'), by('7-1')], '7-1'],
    ['another one after it', [taskEnded('blocked'), by('7-1'), by('8-1')], '8-1'],
    ['not sent after all', [taskEnded('blocked'), by('7-1'), by()]],
    ['told', [taskEnded('blocked'), by('7-1'), told], undefined, true],
    ['told twice', [taskEnded('blocked'), by('7-1'), told, told], undefined, true],
    ['before it has ended', [by('7-1'), told, taskEnded('blocked')]],
    ['it ends in another way', [taskEnded('blocked'), by('7-1'), ordered('task.cancelled')]],
  ]
  for (const [name, events, toldBy, isTold] of rows) {
    test(name, () => {
      const state = foldTask([taskOpened(), ...events])
      expect([state?.toldBy, state?.isTold]).toEqual([toldBy, isTold])
    })
  }
})

describe('stepTask', () => {
  const CANCELLED: TaskState = { ...TASK, status: 'ended', outcome: 'cancelled', endedAt: AT }
  const rows: ReadonlyArray<readonly [name: string, events: readonly Event[], expected: TaskState | undefined]> = [
    ['nothing before it is opened', [taskEnded('completed')], undefined],
    ['opened', [taskOpened()], TASK],
    [
      'opened with criteria',
      [taskOpened({ criteria: [{ id: 'c1', text: 'Fast' }] })],
      { ...TASK, criteria: [{ id: 'c1', text: 'Fast' }] },
    ],
    ['opened after another', [taskOpened({ before: 'task_0' })], { ...TASK, before: 'task_0' }],
    [
      'the first prompt is the title',
      [taskOpened(), requestOpened(), promptJoined()],
      { ...TASK, title: 'Fix it.', prompts: 2 },
    ],
    [
      'a long title is cut',
      [taskOpened(), requestOpened({ prompt: 'x'.repeat(500) })],
      { ...TASK, title: 'x'.repeat(200), prompts: 1 },
    ],
    ['a refusal', [taskOpened(), stopDecided(refusedBy(11))], { ...TASK, stops: 1, refusals: 1, lastReason: 'why' }],
    [
      'a turn that was cut off',
      [taskOpened(), stopDecided({ ...refusedBy(2), because: [{ code: 'not-the-agents-choice', text: 'why' }] })],
      { ...TASK, stops: 1, lastReason: 'why' },
    ],
    [
      'subtasks that were waited for have ended',
      [taskOpened(), stopDecided({ ...refusedBy(10), because: [{ code: 'subtask-ended', text: 'why' }] })],
      { ...TASK, stops: 1, lastReason: 'why' },
    ],
    [
      'waiting',
      [taskOpened(), stopDecided(allowedBy(10, { status: 'waiting' }))],
      { ...TASK, status: 'waiting', stops: 1, lastReason: 'why' },
    ],
    [
      'a prompt ends the waiting',
      [taskOpened(), stopDecided(allowedBy(10, { status: 'waiting' })), requestOpened()],
      { ...TASK, title: 'Fix it.', prompts: 1, stops: 1, lastReason: 'why' },
    ],
    [
      'verifying',
      [taskOpened(), stopDecided(allowedBy(6, { status: 'verifying' }))],
      { ...TASK, status: 'verifying', stops: 1, lastReason: 'why' },
    ],
    [
      'awaiting review',
      [taskOpened(), stopDecided(asked)],
      { ...TASK, status: 'awaiting-review', stops: 1, lastReason: 'look', review: REVIEW },
    ],
    [
      'ended',
      [taskOpened(), taskEnded('completed', LATER)],
      { ...TASK, status: 'ended', outcome: 'completed', updatedAt: LATER, endedAt: LATER },
    ],
    [
      'the first end stands',
      [taskOpened(), taskEnded('partial'), taskEnded('completed', LATER)],
      { ...TASK, status: 'ended', outcome: 'partial', endedAt: AT },
    ],
    ['paused', [taskOpened(), ordered('task.paused')], { ...TASK, status: 'paused' }],
    [
      'a stop does not end a pause',
      [taskOpened(), ordered('task.paused'), stopDecided(allowedBy(1))],
      { ...TASK, status: 'paused', stops: 1, lastReason: 'why' },
    ],
    ['unpaused', [taskOpened(), ordered('task.paused'), ordered('task.unpaused')], TASK],
    [
      'unpaused without a pause',
      [taskOpened(), stopDecided(asked), ordered('task.unpaused')],
      { ...TASK, status: 'awaiting-review', stops: 1, lastReason: 'look', review: REVIEW },
    ],
    [
      'paused while a person was to look',
      [taskOpened(), stopDecided(asked), ordered('task.paused'), ordered('task.unpaused')],
      { ...TASK, status: 'awaiting-review', stops: 1, lastReason: 'look', review: REVIEW },
    ],
    [
      'an ended task is not paused',
      [taskOpened(), taskEnded('partial'), ordered('task.paused')],
      { ...TASK, status: 'ended', outcome: 'partial', endedAt: AT },
    ],
    ['cancelled', [taskOpened(), ordered('task.cancelled')], CANCELLED],
    ['cancel wins over an end before it', [taskOpened(), taskEnded('completed'), ordered('task.cancelled')], CANCELLED],
    ['cancel wins over an end after it', [taskOpened(), ordered('task.cancelled'), taskEnded('completed')], CANCELLED],
    [
      'cancel wins over a pause',
      [taskOpened(), ordered('task.paused'), ordered('task.cancelled'), ordered('task.unpaused')],
      CANCELLED,
    ],
    [
      'a stop after the end opens nothing',
      [taskOpened(), ordered('task.cancelled'), stopDecided(refusedBy(11))],
      { ...CANCELLED, stops: 1, refusals: 1, lastReason: 'why' },
    ],
  ]
  for (const [name, events, expected] of rows) test(name, () => expect(foldTask(events)).toEqual(expected as never))
})

const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ attended: fc.boolean() }).map(sessionSeen),
  fc.record({ task: fc.constantFrom('task_1', 'task_2') }).map(taskOpened),
  fc
    .record({ request: fc.constantFrom('req_1', 'req_2'), isQuestion: fc.boolean(), offset: fc.nat(99) })
    .map(requestOpened),
  fc.record({ request: fc.constantFrom('req_1', 'req_2'), heard: fc.boolean() }).map(promptJoined),
  fc.record({ request: fc.constantFrom('req_1', 'req_2') }).map(claimMade),
  fc
    .tuple(
      fc.constantFrom(
        refusedBy(11),
        refusedBy(9),
        refusedBy(10),
        refusedBy(6, 'f', ['wait']),
        allowedBy(10, { status: 'waiting' }),
        asked,
      ),
      fc.record(
        {
          key: fc.constantFrom('k', 'l'),
          work: fc.constant(WORK),
          wakeUps: fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
        },
        { requiredKeys: [] },
      ),
    )
    .map(([decision, changes]) => stopDecided(decision, changes)),
  fc.constantFrom('completed' as const, 'partial' as const).map((outcome) => taskEnded(outcome)),
  fc
    .constantFrom('task.paused' as const, 'task.unpaused' as const, 'task.cancelled' as const)
    .map((kind) => ordered(kind)),
)
const events = fc.array(anyEvent, { maxLength: 30 })

/** What the store does between two batches: the state is written down and read again. */
const stored = <T>(state: T | undefined): T | undefined =>
  state === undefined ? undefined : (JSON.parse(JSON.stringify(state)) as T)

describe('the fold', () => {
  test('is the same wherever the batches are cut', () => {
    fc.assert(
      fc.property(events, fc.array(fc.nat(30), { maxLength: 5 }), (all, cuts) => {
        let session: SessionState | undefined
        let task: TaskState | undefined
        for (const [index, event] of all.entries()) {
          if (cuts.includes(index)) [session, task] = [stored(session), stored(task)]
          session = stepSession(session, event)
          task = stepTask(task, event)
        }
        expect([stored(session), stored(task)]).toStrictEqual([stored(foldSession(all)), stored(foldTask(all))])
      }),
      { numRuns: rounds(500) },
    )
  })

  test('never leaves a cancelled task with another outcome', () => {
    fc.assert(
      fc.property(events, events, (before, after) => {
        const reopened = after.filter((event) => event.kind !== 'task.opened')
        const task = foldTask([taskOpened(), ...before, ordered('task.cancelled'), ...reopened])
        expect([task?.status, task?.outcome]).toEqual(['ended', 'cancelled'])
      }),
    )
  })

  test('changes no state it is given', () => {
    fc.assert(
      fc.property(events, anyEvent, (all, event) => {
        const [session, task] = [foldSession(all), foldTask(all)]
        const copy = structuredClone([session, task])
        stepSession(session, event)
        stepTask(task, event)
        expect([session, task]).toEqual(copy as never)
      }),
    )
  })

  test('is not harmed by an event it does not know', () => {
    const unknown = { id: 'e', at: LATER, kind: 'moon.risen', session: 'ses_1', task: 'task_1' } as unknown as Event
    expect(foldSession([...OPEN, unknown])).toEqual({
      ...SESSION,
      promptsHeard: true,
      task: 'task_1',
      request: REQUEST,
      lastSeen: LATER,
    })
    expect(foldTask([...OPEN, unknown])).toEqual({ ...TASK, title: 'Fix it.', prompts: 1, updatedAt: LATER })
    expect([foldSession([unknown]), foldTask([unknown])]).toEqual([undefined, undefined])
  })
})
