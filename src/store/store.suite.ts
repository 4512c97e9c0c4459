// What every store does, whatever stands behind it. A store is run through this suite by its own test file.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { Event } from '../contract/event.ts'
import { POLICY } from '../tasks/events.fixture.ts'
import type { SessionState, TaskState } from '../contract/state.ts'
import type { Fold, Store } from './store.ts'

/** A place of its own for each test; every `open` is a new connection to the same store. */
export interface StorePlace extends Disposable {
  readonly open: () => Store
}

export interface SuiteOptions {
  readonly newPlace: () => StorePlace
  /** The fold that the stores of `newPlace` were given. */
  readonly fold: Fold
}

export function storeSuite(name: string, { newPlace, fold }: SuiteOptions): void {
  const withStore = async (work: (store: Store, place: StorePlace) => Promise<void>): Promise<void> => {
    using place = newPlace()
    const store = place.open()
    try {
      await work(store, place)
    } finally {
      store.close()
    }
  }

  describe(name, () => {
    test('an unknown session or task is version 0 without a state', () =>
      withStore(async (store) => {
        expect(await store.loadSession('ses_none')).toEqual({ version: 0, state: undefined })
        expect(await store.loadTask('task_none')).toEqual({ version: 0, state: undefined })
        expect(await store.listTasks(10)).toEqual([])
        expect(await store.readEvents({ most: 10 })).toEqual([])
      }))

    test('what was appended is loaded as the fold of it, by every connection', () =>
      withStore(async (store, place) => {
        const events = opening('a')
        expect(await store.append(events)).toBe('appended')
        const other = place.open()
        for (const reader of [store, other]) {
          expect((await reader.loadSession('ses_a')).state).toEqual(foldSession(fold, 'ses_a', events) as SessionState)
          expect((await reader.loadTask('task_a')).state).toEqual(foldTask(fold, 'task_a', events) as TaskState)
        }
        other.close()
      }))

    test('a version grows with every event of its session or task, and with no other', () =>
      withStore(async (store) => {
        await store.append(opening('a'))
        const first = await store.loadSession('ses_a')
        await store.append(opening('b'))
        expect((await store.loadSession('ses_a')).version).toBe(first.version)
        await store.append([stopped('a', 1)])
        expect((await store.loadSession('ses_a')).version).toBeGreaterThan(first.version)
        expect((await store.loadTask('task_a')).version).toBeGreaterThan(first.version)
      }))

    test('an append that expects an older version is a conflict and writes nothing', () =>
      withStore(async (store, place) => {
        await store.append(opening('a'))
        const session = await store.loadSession('ses_a')
        const task = await store.loadTask('task_a')
        const other = place.open()
        await other.append([stopped('a', 1)])
        other.close()
        for (const expected of [
          { kind: 'session' as const, id: 'ses_a', version: session.version },
          { kind: 'task' as const, id: 'task_a', version: task.version },
          { kind: 'session' as const, id: 'ses_new', version: 7 },
        ]) {
          expect(await store.append([stopped('a', 2)], [expected])).toBe('conflict')
        }
        expect((await store.readEvents({ most: 100 })).map(({ event }) => event.id)).toEqual([
          ...opening('a').map((event) => event.id),
          'evt_a_stop_1',
        ])
      }))

    test('an append that expects the present versions is written; version 0 stands for nothing yet', () =>
      withStore(async (store) => {
        const nothing = { kind: 'session' as const, id: 'ses_a', version: 0 }
        expect(await store.append(opening('a'), [nothing])).toBe('appended')
        expect(await store.append(opening('a'), [nothing])).toBe('conflict')
        const { version } = await store.loadSession('ses_a')
        expect(await store.append([stopped('a', 1)], [{ ...nothing, version }])).toBe('appended')
      }))

    test('of many appends that expect the same version one wins', () =>
      withStore(async (store, place) => {
        await store.append(opening('a'))
        const { version } = await store.loadSession('ses_a')
        const others = Array.from({ length: 8 }, () => place.open())
        const answers = await Promise.all(
          others.map((other, index) =>
            other.append([stopped('a', index)], [{ kind: 'session', id: 'ses_a', version }]),
          ),
        )
        for (const other of others) other.close()
        expect(answers.filter((answer) => answer === 'appended')).toHaveLength(1)
        expect(answers.filter((answer) => answer === 'conflict')).toHaveLength(7)
      }))

    test('all or nothing: if one event cannot be written, none is', () =>
      withStore(async (store) => {
        await store.append(opening('a'))
        const before = await store.loadSession('ses_a')
        const broken = { ...stopped('a', 2), id: null } as unknown as Event
        expect(store.append([stopped('a', 1), broken])).rejects.toThrow()
        expect(await store.loadSession('ses_a')).toEqual(before)
        expect(await store.readEvents({ most: 100 })).toHaveLength(opening('a').length)
        expect(await store.append([stopped('a', 3)])).toBe('appended')
      }))

    test('an event that is there already is not counted twice', () =>
      withStore(async (store) => {
        await store.append(opening('a'))
        await store.append([stopped('a', 1)])
        const once = await store.loadTask('task_a')
        await store.append([stopped('a', 1)])
        expect((await store.loadTask('task_a')).state).toEqual(once.state as TaskState)
        expect(await store.readEvents({ most: 100 })).toHaveLength(opening('a').length + 1)
      }))

    test('an append of nothing is fine', () =>
      withStore(async (store) => {
        expect(await store.append([])).toBe('appended')
      }))

    test('tasks are listed newest first, at most as many as asked for', () =>
      withStore(async (store) => {
        for (const name of ['b', 'c', 'a']) await store.append(opening(name))
        const ids = async (most: number): Promise<string[]> => (await store.listTasks(most)).map((task) => task.id)
        expect(await ids(10)).toEqual(['task_c', 'task_b', 'task_a'])
        expect(await ids(2)).toEqual(['task_c', 'task_b'])
        expect(await ids(0)).toEqual([])
      }))

    test('events are read in the order they were written, after a number, at most so many, of one task or of all', () =>
      withStore(async (store) => {
        await store.append([...opening('a'), ...opening('b'), stopped('a', 1), stopped('b', 1), stopped('a', 2)])
        const all = await store.readEvents({ most: 100 })
        expect(all.map(({ seq }) => seq)).toEqual(all.map(({ seq }) => seq).toSorted((one, two) => one - two))
        const ofTask = await store.readEvents({ task: 'task_a', most: 100 })
        expect(ofTask.map(({ event }) => event.id)).toEqual([
          'evt_a_task',
          'evt_a_request',
          'evt_a_stop_1',
          'evt_a_stop_2',
        ])
        const [first, second] = await store.readEvents({ task: 'task_a', most: 2 })
        expect([first, second]).toEqual(ofTask.slice(0, 2))
        expect(await store.readEvents({ task: 'task_a', after: second?.seq ?? 0, most: 100 })).toEqual(ofTask.slice(2))
        expect(await store.readEvents({ after: all.at(-1)?.seq ?? 0, most: 100 })).toEqual([])
      }))

    test('events come back as they were given', () =>
      withStore(async (store) => {
        const odd: Event = {
          id: 'evt_odd',
          at: at(1),
          kind: 'hook.failed',
          agent: 'claude',
          code: 'internal',
          message: 'quotes "\' null \\u0000 \n\t ünï \u{1f6d1} \ud800 ; drop table events; --',
        }
        await store.append([odd])
        expect((await store.readEvents({ most: 1 })).map(({ event }) => event)).toEqual([odd])
      }))

    test('forget erases a task with its events, and its session is folded from what remains', () =>
      withStore(async (store) => {
        await store.append([...opening('a'), stopped('a', 1)])
        await store.append([...opening('b'), { ...stopped('b', 1) }])
        await store.append(reopening('a', 'a2'))
        await store.forget('task_a')
        expect(await store.loadTask('task_a')).toEqual({ version: 0, state: undefined })
        expect((await store.listTasks(10)).map((task) => task.id)).toEqual(['task_a2', 'task_b'])
        const left = (await store.readEvents({ most: 100 })).map(({ event }) => event)
        expect(left.filter((event) => event.task === 'task_a')).toEqual([])
        expect((await store.loadSession('ses_a')).state).toEqual(foldSession(fold, 'ses_a', left) as SessionState)
        expect((await store.loadSession('ses_b')).state).toEqual(foldSession(fold, 'ses_b', left) as SessionState)
      }))

    test('forget of an unknown task changes nothing', () =>
      withStore(async (store) => {
        await store.append(opening('a'))
        const before = await store.readEvents({ most: 100 })
        await store.forget('task_none')
        expect(await store.readEvents({ most: 100 })).toEqual(before)
      }))

    test('after a forget the versions still tell old from new', () =>
      withStore(async (store) => {
        await store.append([...opening('a'), stopped('a', 1)])
        const { version } = await store.loadSession('ses_a')
        await store.forget('task_a')
        await store.append(reopening('a', 'a2'))
        const stale = { kind: 'session' as const, id: 'ses_a', version }
        expect(await store.append([stopped('a', 9)], [stale])).toBe('conflict')
      }))

    test('the state is the fold of all events, however they were split into appends', async () => {
      await fc.assert(
        fc.asyncProperty(eventSequences, async ({ events, cuts }) => {
          await withStore(async (store) => {
            for (const part of split(events, cuts)) expect(await store.append(part)).toBe('appended')
            const kept = (await store.readEvents({ most: 1000 })).map(({ event }) => event)
            expect(kept).toEqual(events)
            for (const id of SESSIONS)
              expect((await store.loadSession(id)).state).toEqual(foldSession(fold, id, events) as SessionState)
            for (const id of TASKS)
              expect((await store.loadTask(id)).state).toEqual(foldTask(fold, id, events) as TaskState)
          })
        }),
        { numRuns: 60 },
      )
    }, 20_000)
  })
}

function foldSession(fold: Fold, id: string, events: readonly Event[]): SessionState | undefined {
  return events
    .filter((event) => event.session === id)
    .reduce<SessionState | undefined>((state, event) => fold.session(state, event), undefined)
}

function foldTask(fold: Fold, id: string, events: readonly Event[]): TaskState | undefined {
  return events
    .filter((event) => event.task === id)
    .reduce<TaskState | undefined>((state, event) => fold.task(state, event), undefined)
}

function at(second: number): string {
  return new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
}

/** Session, task and request of a name; names open in alphabetical order. */
export function opening(name: string, prompt = `Build ${name}.`): Event[] {
  const second = name.charCodeAt(0)
  return [
    {
      id: `evt_${name}_session`,
      at: at(second),
      kind: 'session.seen',
      session: `ses_${name}`,
      agent: 'claude',
      agentSessionId: name,
      attended: true,
      source: 'startup',
    },
    ...reopening(name, name, prompt),
  ]
}

export function reopening(session: string, task: string, prompt = `Build ${task}.`): Event[] {
  const second = task.charCodeAt(0) + task.length * 200
  const head = { at: at(second), session: `ses_${session}`, task: `task_${task}` }
  return [
    { ...head, id: `evt_${task}_task`, kind: 'task.opened', agent: 'claude', policy: POLICY },
    {
      ...head,
      id: `evt_${task}_request`,
      kind: 'request.opened',
      request: `req_${task}`,
      prompt,
      isQuestion: false,
      heard: true,
    },
  ]
}

export function stopped(name: string, number: number, words = `Part ${number}.`): Event {
  return {
    id: `evt_${name}_stop_${number}`,
    at: at(2000 + number),
    kind: 'stop.decided',
    session: `ses_${name}`,
    task: `task_${name}`,
    request: `req_${name}`,
    key: `key_${number}`,
    decision: {
      kind: 'continue',
      rule: 11,
      because: [{ code: 'no-claim', text: 'nothing says that the task is done' }],
      say: `FULLSTOP (${number})`,
      fingerprint: '11',
      counted: true,
    },
    continuations: number,
    lastWords: words,
    nearMisses: [],
  }
}

const SESSIONS = ['ses_1', 'ses_2']
const TASKS = ['task_1', 'task_2', 'task_3']
const REQUESTS = ['req_1', 'req_2']

/** Any order of events, also orders that no session would yield: the store has no opinion on them. */
const eventSequences = fc
  .record({
    drafts: fc.array(
      fc.record({
        kind: fc.constantFrom(
          'session.seen',
          'session.ended',
          'session.mode-set',
          'task.opened',
          'request.opened',
          'prompt.joined',
          'claim.made',
          'stop.decided',
          'task.ended',
          'task.paused',
          'task.unpaused',
          'task.cancelled',
          'hook.failed',
        ),
        session: fc.constantFrom(...SESSIONS),
        task: fc.constantFrom(...TASKS),
        request: fc.constantFrom(...REQUESTS),
        text: fc.string({ maxLength: 20 }),
        flag: fc.boolean(),
      }),
      { maxLength: 40 },
    ),
    cuts: fc.array(fc.nat(40), { maxLength: 8 }),
  })
  .map(({ drafts, cuts }) => ({ events: drafts.map(toEvent), cuts }))

interface Draft {
  readonly kind: string
  readonly session: string
  readonly task: string
  readonly request: string
  readonly text: string
  readonly flag: boolean
}

function toEvent({ kind, session, task, request, text, flag }: Draft, index: number): Event {
  const head = { id: `evt_${index}`, at: at(index) }
  const inTask = { ...head, session, task }
  switch (kind) {
    case 'session.seen':
      return { ...head, kind, session, agent: 'claude', agentSessionId: session, attended: flag, source: text }
    case 'session.ended':
      return { ...head, kind, session, why: text }
    case 'session.mode-set':
      return { ...head, kind, session, mode: flag ? 'strict' : 'off', actor: 'prompt' }
    case 'task.opened':
      return { ...inTask, kind, agent: 'claude', policy: POLICY }
    case 'request.opened':
      return { ...inTask, kind, request, promptId: text, prompt: text, isQuestion: flag, heard: flag }
    case 'prompt.joined':
      return { ...inTask, kind, request, prompt: text, isQuestion: flag, heard: flag }
    case 'claim.made':
      return { ...inTask, kind, request, claim: { id: `clm_${index}`, status: 'success', channel: 'tool', text } }
    case 'task.ended':
      return { ...inTask, kind, outcome: flag ? 'stuck' : 'unverified', because: [] }
    case 'task.paused':
    case 'task.unpaused':
    case 'task.cancelled':
      return { ...head, kind, task, actor: 'terminal' }
    case 'hook.failed':
      return { ...head, kind, agent: 'claude', code: 'internal', message: text }
    default:
      return {
        ...inTask,
        kind: 'stop.decided',
        request,
        key: text,
        decision: flag
          ? { kind: 'continue', rule: 11, because: [], say: text, fingerprint: text, counted: true }
          : { kind: 'allow', rule: 10, because: [], status: 'waiting' },
        continuations: index,
        nearMisses: [],
      }
  }
}

function split(events: readonly Event[], cuts: readonly number[]): Event[][] {
  const places = [...new Set(cuts.filter((cut) => cut < events.length))].sort((one, two) => one - two)
  return [...places, events.length].map((end, index) => events.slice(places[index - 1] ?? 0, end))
}
