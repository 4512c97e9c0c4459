// The tests that every store passes. The test file of a store runs this suite.
import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { rounds } from '../../../test/rounds.ts'
import type { ContextState } from '../../contract/context.ts'
import type { Event, EventOf } from '../../contract/event.ts'
import { POLICY } from '../../domain/tasks/events.fixture.ts'
import type { ListState } from '../../contract/list.ts'
import type { SessionState, TaskState } from '../../contract/state.ts'
import { projections } from './projection.ts'
import type { Store } from './store.ts'

/** A place of its own for each test; every `open` is a new connection to the same store. */
export interface StorePlace extends Disposable {
  readonly open: () => Store
}

export interface SuiteOptions {
  readonly newPlace: () => StorePlace
}

export function storeSuite(name: string, { newPlace }: SuiteOptions): void {
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
          expect((await reader.loadSession('ses_a')).state).toEqual(foldSession('ses_a', events) as SessionState)
          expect((await reader.loadTask('task_a')).state).toEqual(foldTask('task_a', events) as TaskState)
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

    test('a list and its items are loaded as the folds of their events, by every connection', () =>
      withStore(async (store, place) => {
        expect(await store.loadList('list_none')).toEqual({ version: 0, state: undefined })
        expect([await store.listLists(9), await store.loadItems('list_none')]).toEqual([[], []])
        const events = [...openedList('a'), ...openedList('b')]
        expect(await store.append(events)).toBe('appended')
        const other = place.open()
        for (const reader of [store, other]) {
          const { state } = await reader.loadList('list_a')
          expect(state).toEqual(events.slice(0, 1).reduce(projections.lists.step, undefined) as ListState)
          expect((await reader.listLists(9)).map(({ id }) => id)).toEqual(['list_b', 'list_a'])
          expect((await reader.listLists(1)).map(({ id }) => id)).toEqual(['list_b'])
          const items = await reader.loadItems('list_a')
          expect(items.map(({ item, phase }) => [item, phase]).sort()).toEqual([
            ['one', 'working'],
            ['two', 'ended'],
          ])
          for (const item of items) expect((await reader.loadItem('list_a', item.item)).state).toEqual(item)
          expect(await reader.loadItem('list_a', 'none')).toEqual({ version: 0, state: undefined })
        }
        other.close()
      }))

    test('an event of an item changes no other row', () =>
      withStore(async (store) => {
        await store.append(openedList('a'))
        const before = await store.loadList('list_a')
        const merged: Event = {
          id: 'evt_merged',
          at: at(9),
          kind: 'item.merged',
          list: 'list_a',
          item: 'one',
          task: 'task_one',
          commit: 'c1',
        }
        await store.append([merged])
        expect(await store.loadList('list_a')).toEqual(before)
        expect((await store.loadItems('list_a')).find(({ item }) => item === 'one')?.commit).toBe('c1')
      }))

    test('an append that outlives only a kill is seen by every connection at once', () =>
      withStore(async (store, place) => {
        const other = place.open()
        await store.append(opening('a'))
        expect(await store.append([stopped('a', 1)], [], 'kill')).toBe('appended')
        expect((await other.loadTask('task_a')).state).toEqual((await store.loadTask('task_a')).state)
        expect((await other.loadTask('task_a')).state?.stops).toBe(1)
        const stale = { kind: 'session', id: 'ses_a', version: 1 } as const
        expect(await store.append([stopped('a', 2)], [stale], 'kill')).toBe('conflict')
        other.close()
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

    test('tasks that wait for a person are listed, longest first', () =>
      withStore(async (store) => {
        const ids = async (): Promise<string[]> => (await store.listWaiting()).map((task) => task.id)
        for (const name of ['a', 'b', 'c', 'd']) await store.append(opening(name))
        expect(await ids()).toEqual([])
        const waits = (name: string, ms: number): Event => ({ ...asked(name), at: at(ms) })
        await store.append([waits('b', 6000)])
        await store.append([waits('a', 7000)])
        await store.append([waits('d', 8000)])
        await store.append([{ id: 'evt_w', at: at(9000), kind: 'task.withdrawn', task: 'task_d' }])
        expect(await ids()).toEqual(['task_b', 'task_a'])
        const review = (await store.loadTask('task_b')).state?.review?.id ?? ''
        const by = { by: 'script' as const }
        await store.append([
          { id: 'evt_x', at: at(10_000), kind: 'review.changes-requested', task: 'task_b', review, by, batch: 1 },
        ])
        expect(await ids()).toEqual(['task_a'])
      }))

    test('F14: the subtasks of a task are listed, oldest first, and apart from them those that it has to heed', () =>
      withStore(async (store) => {
        const below = (name: string): Event[] =>
          opening(name).map((event) => (event.kind === 'task.opened' ? { ...event, parent: 'task_p' } : event))
        for (const name of ['p', 'other']) await store.append(opening(name))
        for (const name of ['a', 'b', 'c']) await store.append(below(name))
        const ids = (tasks: readonly TaskState[]): string[] => tasks.map(({ id }) => id).toSorted()
        expect(ids(await store.listSubtasks('task_p', 10))).toEqual(['task_a', 'task_b', 'task_c'])
        expect(await store.listSubtasks('task_p', 2)).toHaveLength(2)
        expect(await store.listSubtasks('task_a', 10)).toEqual([])
        const ended = (name: string, outcome: 'completed' | 'blocked'): Event[] => [
          { id: `evt_e${name}`, at: at(9000), kind: 'task.ended', task: `task_${name}`, outcome, because: [] },
        ]
        await store.append([...ended('a', 'completed'), ...ended('b', 'blocked')])
        expect(ids(await store.listConcerns('task_p'))).toEqual(['task_a', 'task_b', 'task_c'])
        const told = (name: string): Event => ({
          id: `evt_t${name}`,
          at: at(9500),
          kind: 'subtask.told',
          task: `task_${name}`,
          parent: 'task_p',
        })
        await store.append([told('a'), told('b'), told('c')])
        // Completed and told is done with; an open one cannot have been told of.
        expect(ids(await store.listConcerns('task_p'))).toEqual(['task_b', 'task_c'])
        expect(await store.listConcerns('task_other')).toEqual([])
        expect(await store.listConcerns('')).toEqual([])
      }))

    test('S5: a withdrawn task is neither listed nor counted, but found by its id', () =>
      withStore(async (store) => {
        for (const name of ['a', 'b']) await store.append(opening(name))
        await store.append([{ id: 'evt_w', at: at(5000), kind: 'task.withdrawn', task: 'task_b' }])
        expect((await store.listTasks(10)).map((task) => task.id)).toEqual(['task_a'])
        expect(await store.countTasks()).toBe(1)
        expect(await store.findTasks('task_b', 10)).toEqual(['task_b'])
      }))

    test('S5: tasks are found by the beginning of their id, newest first, however many there are', () =>
      withStore(async (store) => {
        for (const name of ['aa', 'ab', 'b', 'a_', 'a%']) await store.append(opening(name))
        expect((await store.findTasks('task_a', 10)).toSorted()).toEqual(['task_a%', 'task_a_', 'task_aa', 'task_ab'])
        expect(await store.findTasks('task_a_', 10)).toEqual(['task_a_'])
        expect(await store.findTasks('task_c', 10)).toEqual([])
        expect(await store.findTasks('task_', 2)).toHaveLength(2)
        expect(await store.countTasks()).toBe(5)
      }))

    test('S5: tasks of a folder are those opened there or by a session that began there, last changed first', () =>
      withStore(async (store) => {
        await store.append(openingIn('a', { session: '/home/me/project', task: '/home/me/project' }))
        await store.append(openingIn('b', { session: '/home/me/other', task: '/home/me/other' }))
        await store.append(openingIn('c', { session: '/home/me/project', task: '/home/me/project/deep' }))
        await store.append(openingIn('d', { session: '/home/me/other', task: '/srv/project' }))
        expect(await store.tasksIn('project', 10)).toEqual(['task_d', 'task_c', 'task_a'])
        expect(await store.tasksIn('project', 1)).toEqual(['task_d'])
        await store.append([stopped('a', 1)])
        expect(await store.tasksIn('project', 10)).toEqual(['task_a', 'task_d', 'task_c'])
        expect(await store.tasksIn('nowhere', 10)).toEqual([])
      }))

    test('tasks and events since a time are those of tasks opened then or later, of the kinds asked for', () =>
      withStore(async (store) => {
        for (const name of ['a', 'b']) await store.append(opening(name))
        await store.append([stopped('a', 1)])
        const [opened] = opening('a').filter((event) => event.kind === 'task.opened')
        const since = opened?.at ?? ''
        expect((await store.tasksSince(since)).map(({ id }) => id).toSorted()).toEqual(['task_a', 'task_b'])
        expect((await store.eventsSince(since, ['stop.decided'])).map(({ event }) => event.id)).toEqual([
          'evt_a_stop_1',
        ])
        const later = new Date(Date.parse(since) + 1000 * 3600 * 24 * 400).toISOString()
        expect(await store.tasksSince(later)).toEqual([])
        expect(await store.eventsSince(later, ['stop.decided'])).toEqual([])
      }))

    test('S5: runs are listed by the folders that the caller means, newest first', () =>
      withStore(async (store) => {
        for (const [name, cwd] of [
          ['a', '/one'],
          ['b', '/two'],
          ['c', '/one'],
        ] as const) {
          const [session, task, ...rest] = opening(name)
          const run = { cwd, permissions: 'edits', args: [] }
          await store.append([session, { ...task, run }, ...rest] as Event[])
        }
        await store.append(opening('d'))
        const ids = async (folder: string): Promise<string[]> =>
          (await store.listRuns((cwd) => cwd === folder, 10)).map((task) => task.id)
        expect(await ids('/one')).toEqual(['task_c', 'task_a'])
        expect(await ids('/two')).toEqual(['task_b'])
        expect(await ids('/three')).toEqual([])
      }))

    const PAST = { now: '2026-03-01T00:00:00.000Z', before: '2026-02-01T00:00:00.000Z' }
    const eraseAll = async (store: Store, past = PAST): Promise<number> => {
      for (let steps = 1; ; steps++) if (!(await store.eraseOld(past))) return steps
    }

    test('S5: a task that ended long ago is folded to one row, and its events are erased', () =>
      withStore(async (store) => {
        await store.append([...opening('a'), stopped('a', 1), saved('a', 1), ended('a', 'partial')])
        await store.append([...opening('b')])
        const before = await store.loadTask('task_a')
        await eraseAll(store)
        const after = await store.loadTask('task_a')
        expect(after.state).toMatchObject({ outcome: 'partial', title: 'Build a.', stops: 1, erasedAt: PAST.now })
        expect((await store.listTasks(10)).map((task) => task.id)).toEqual(['task_b', 'task_a'])
        expect(await store.readEvents({ task: 'task_a', most: 100 })).toEqual([])
        expect((await store.loadContext('task_a')).state).toBeUndefined()
        expect(await store.readEvents({ task: 'task_b', most: 100 })).toHaveLength(2)
        // A process that decided on the task as it was is told that it changed.
        const stale = { kind: 'task' as const, id: 'task_a', version: before.version }
        expect(await store.append([stopped('a', 2)], [stale])).toBe('conflict')
        expect(await store.append([stopped('a', 2)], [{ ...stale, version: after.version }])).toBe('appended')
      }))

    test('S5: a task is kept for as long as its own policy says', () =>
      withStore(async (store) => {
        for (const [name, days] of [
          ['a', 1],
          ['b', 90],
        ] as const) {
          const [session, task, ...rest] = opening(name)
          const policy = { ...POLICY, memory: { briefCharacters: 8000, keepMs: days * 86_400_000 } }
          await store.append([session, { ...task, policy }, ...rest, ended(name, 'partial')] as Event[])
        }
        await eraseAll(store, { now: '2026-01-10T00:00:00.000Z', before: '2025-12-10T00:00:00.000Z' })
        expect((await store.loadTask('task_a')).state?.erasedAt).toBe('2026-01-10T00:00:00.000Z')
        await eraseAll(store)
        expect((await store.loadTask('task_b')).state?.erasedAt).toBeUndefined()
        expect(await store.readEvents({ task: 'task_b', most: 9 })).toHaveLength(3)
      }))

    test('S5: a list that ended long ago is erased with its items; one that has not ended stays', () =>
      withStore(async (store) => {
        const end = { id: 'evt_end', at: at(200), list: 'list_a', outcome: 'partial' as const, missing: [] }
        await store.append([...openedList('a'), ...openedList('b'), { ...end, kind: 'list.ended' }])
        await eraseAll(store)
        expect((await store.listLists(9)).map(({ id }) => id)).toEqual(['list_b'])
        expect((await store.loadList('list_a')).state).toBeUndefined()
        expect(await store.loadItems('list_a')).toEqual([])
        expect(await store.loadItems('list_b')).toHaveLength(2)
      }))

    const unended: ReadonlyArray<readonly [string, readonly Event[]]> = [
      ['open', []],
      ['paused', [{ id: 'evt_p', at: at(4000), kind: 'task.paused', task: 'task_a', actor: 'terminal' }]],
      ['awaiting-review', [asked('a')]],
    ]
    for (const [status, events] of unended) {
      test(`S5: a task that is ${status} is never folded, however old it is`, () =>
        withStore(async (store) => {
          await store.append([...opening('a'), ...events, ...opening('b')])
          const kept = await store.readEvents({ task: 'task_a', most: 100 })
          expect((await store.loadTask('task_a')).state?.status as string).toBe(status)
          await eraseAll(store, { now: '2036-01-01T00:00:00.000Z', before: '2035-12-01T00:00:00.000Z' })
          expect(await store.readEvents({ task: 'task_a', most: 100 })).toEqual(kept)
          expect((await store.loadSession('ses_a')).state?.task).toBe('task_a')
        }))
    }

    test('S5: each step erases few events, and the row stands before the first of them is gone', () =>
      withStore(async (store) => {
        const stops = Array.from({ length: 450 }, (_, index) => stopped('a', index))
        await store.append([...opening('a'), ...stops, ended('a', 'partial'), ...opening('b')])
        const left = async (): Promise<number> => (await store.readEvents({ task: 'task_a', most: 1000 })).length
        for (let now = await left(); now > 0; now = await left()) {
          expect(await store.eraseOld(PAST)).toBe(true)
          expect(now - (await left())).toBeLessThanOrEqual(200)
          expect((await store.loadTask('task_a')).state?.erasedAt).toBe(PAST.now)
        }
        await eraseAll(store)
      }))

    test('S5: of a session that was not seen for long nothing is left, of one with a task everything', () =>
      withStore(async (store) => {
        await store.append([seenIn('a', '7-1', 1), seenIn('b', '8-1', 2), ...opening('c')])
        await store.append([
          { id: 'evt_failed', at: at(3), kind: 'hook.failed', agent: 'claude', code: 'x', message: '' },
        ])
        await store.append([{ ...seenIn('d', '9-1', 4), at: '2026-02-27T00:00:00.000Z' }])
        await eraseAll(store)
        expect((await store.loadSession('ses_a')).state).toBeUndefined()
        expect((await store.loadSession('ses_c')).state?.task).toBe('task_c')
        expect((await store.readEvents({ most: 100 })).map(({ event }) => event.id)).toEqual([
          ...opening('c').map(({ id }) => id),
          'evt_d_seen_4',
        ])
      }))

    test('S5: a store that nobody looked through for a day, or that holds a task past its time, has something old', () =>
      withStore(async (store) => {
        await store.append([...opening('a'), ended('a', 'partial')])
        expect(await store.hasOld(new Date().toISOString())).toBe(false)
        await eraseAll(store, { now: '2026-01-02T00:00:00.000Z', before: '2025-12-01T00:00:00.000Z' })
        expect(await store.hasOld('2026-01-02T00:30:00.000Z')).toBe(false)
        expect(await store.hasOld('2026-01-02T12:00:00.000Z')).toBe(false)
        expect(await store.hasOld('2026-01-03T12:00:00.000Z')).toBe(true)
        await store.eraseOld({ now: '2026-01-30T00:00:00.000Z', before: '2026-01-01T00:00:00.000Z' })
        expect(await store.hasOld('2026-01-30T12:00:00.000Z')).toBe(false)
        expect(await store.hasOld('2026-01-31T12:00:00.000Z')).toBe(true)
      }))

    test('events are read in the order they were written, at most so many, of one task or of all', () =>
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
        expect(await store.readEvents({ task: 'task_a', most: 2, newest: true })).toEqual(ofTask.slice(2))
      }))

    test('A6: changes are the events after a number, of one task or of all, written by any connection', () =>
      withStore(async (store, place) => {
        expect(await store.changes(0)).toEqual([])
        await store.append([...opening('a'), ...opening('b'), stopped('a', 1)])
        const all = await store.changes(0)
        expect(all).toEqual(await store.readEvents({ most: 100 }))
        expect(await store.changes(0, 'task_a')).toEqual(await store.readEvents({ task: 'task_a', most: 100 }))
        const last = all.at(-1)?.seq ?? 0
        expect(await store.changes(last)).toEqual([])
        const other = place.open()
        await other.append([stopped('b', 1)])
        other.close()
        expect((await store.changes(last)).map(({ event }) => event.id)).toEqual(['evt_b_stop_1'])
        expect(await store.changes(last, 'task_a')).toEqual([])
        await store.append([stopped('a', 2)])
        expect((await store.changes(last, 'task_a')).map(({ event }) => event.id)).toEqual(['evt_a_stop_2'])
      }))

    test('A6: a follower that asks again after the last change reads every event once, however many there are', () =>
      withStore(async (store) => {
        const stops = Array.from({ length: 1100 }, (_, number) => stopped('a', number + 1))
        await store.append([...opening('a'), ...stops])
        const sizes: number[] = []
        const ids: string[] = []
        for (let after = 0; ;) {
          const changes = await store.changes(after, 'task_a')
          if (changes.length === 0) break
          sizes.push(changes.length)
          ids.push(...changes.map(({ event }) => event.id))
          after = changes.at(-1)?.seq ?? after
        }
        expect(sizes).toEqual([500, 500, 102])
        expect(ids.slice(2)).toEqual(stops.map(({ id }) => id))
      }))

    test('A6: erasing events gives no number twice', () =>
      withStore(async (store) => {
        await store.append([...opening('a'), stopped('a', 1)])
        const [last] = (await store.changes(0)).slice(-1)
        await store.append(opening('b'))
        const newest = (await store.changes(0)).at(-1)?.seq ?? 0
        await store.forget('task_b')
        await store.append([stopped('a', 2)])
        const [next] = await store.changes(last?.seq ?? 0, 'task_a')
        expect([next?.event.id, (next?.seq ?? 0) > newest]).toEqual(['evt_a_stop_2', true])
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
        expect((await store.loadSession('ses_a')).state).toEqual(foldSession('ses_a', left) as SessionState)
        expect((await store.loadSession('ses_b')).state).toEqual(foldSession('ses_b', left) as SessionState)
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

    test('a context is what the saves of its task fold to, in every connection', () =>
      withStore(async (store, place) => {
        await store.append(opening('a'))
        await store.append([saved('a', 1)])
        await store.append([saved('a', 2)])
        const other = place.open()
        for (const reader of [store, other]) {
          const { version, state } = await reader.loadContext('task_a')
          expect(state).toEqual(
            [saved('a', 1), saved('a', 2)].reduce<ContextState | undefined>(
              projections.contexts.step,
              undefined,
            ) as ContextState,
          )
          expect(state?.context).toMatchObject({
            taskId: 'task_a',
            sessionId: 'a',
            originalRequest: 'Request 1.',
            summary: 'Summary 2.',
            keyDecisions: ['Decision 1.', 'Decision 2.'],
          })
          expect(version).toBeGreaterThan(0)
        }
        other.close()
        expect(await store.loadContext('task_none')).toEqual({ version: 0, state: undefined })
      }))

    test('contexts are listed newest first', () =>
      withStore(async (store) => {
        expect(await store.listContexts()).toEqual([])
        await store.append([...opening('a'), ...opening('b'), ...opening('c')])
        await store.append([saved('b', 1), saved('c', 3), saved('a', 2)])
        expect((await store.listContexts()).map(({ context }) => context.taskId)).toEqual([
          'task_c',
          'task_a',
          'task_b',
        ])
        await store.append([saved('b', 9)])
        expect((await store.listContexts()).map(({ context }) => context.taskId)).toEqual([
          'task_b',
          'task_c',
          'task_a',
        ])
      }))

    const erasers: ReadonlyArray<readonly [name: string, event: Event]> = [
      ['cleared', cleared('a')],
      ['of a task that is completed', ended('a', 'completed')],
      ['withdrawn, where there was no save before it', withdrawn('a', 1)],
    ]
    for (const [name, event] of erasers) {
      test(`a context ${name} is gone, and its saves leave the log; nothing else does`, () =>
        withStore(async (store) => {
          await store.append([...opening('a'), ...opening('b')])
          await store.append([saved('a', 1), saved('b', 1)])
          expect(await store.append([event])).toBe('appended')
          expect((await store.loadContext('task_a')).state).toBeUndefined()
          expect((await store.listContexts()).map(({ context }) => context.taskId)).toEqual(['task_b'])
          const left = (await store.readEvents({ most: 100 })).map(({ event: kept }) => kept)
          expect(JSON.stringify(left.filter(({ task }) => task === 'task_a'))).not.toContain('Summary 1.')
          expect(left.map(({ id, kind }) => (kind === 'context.erased' ? kind : id))).toEqual([
            ...[...opening('a'), ...opening('b')].map(({ id }) => id),
            'context.erased',
            'evt_b_save_1',
            event.id,
          ])
          expect((await store.loadTask('task_a')).state).toBeDefined()
        }))
    }

    for (const outcome of ['partial', 'blocked', 'unverified', 'capped'] as const) {
      test(`the context of a task that ended ${outcome} stays`, () =>
        withStore(async (store) => {
          await store.append([...opening('a'), saved('a', 1), ended('a', outcome)])
          expect((await store.loadContext('task_a')).state?.context.summary).toBe('Summary 1.')
          expect((await store.readEvents({ task: 'task_a', most: 100 })).map(({ event }) => event.id)).toContain(
            'evt_a_save_1',
          )
        }))
    }

    test('a save that is withdrawn gives way to the one before it', () =>
      withStore(async (store) => {
        await store.append([...opening('a'), saved('a', 1), saved('a', 2)])
        await store.append([withdrawn('a', 2)])
        expect((await store.loadContext('task_a')).state?.context.summary).toBe('Summary 1.')
        await store.append([withdrawn('a', 9)])
        expect((await store.loadContext('task_a')).state?.context.summary).toBe('Summary 1.')
      }))

    test('what is saved after a clear begins afresh', () =>
      withStore(async (store) => {
        await store.append([...opening('a'), saved('a', 1)])
        await store.append([cleared('a')])
        await store.append([saved('a', 2)])
        expect((await store.loadContext('task_a')).state?.context).toMatchObject({
          originalRequest: 'Request 2.',
          keyDecisions: ['Decision 2.'],
        })
      }))

    test('what was cleared leaves the log also where a new save follows in the same append', () =>
      withStore(async (store) => {
        await store.append([...opening('a'), saved('a', 1)])
        await store.append([cleared('a'), saved('a', 2)])
        expect(JSON.stringify(await store.readEvents({ task: 'task_a', most: 100 }))).not.toContain('Summary 1.')
      }))

    test('a save that is there already is not merged twice', () =>
      withStore(async (store) => {
        await store.append([...opening('a'), saved('a', 1), saved('a', 2)])
        const before = await store.loadContext('task_a')
        await store.append([saved('a', 1)])
        expect(await store.loadContext('task_a')).toEqual(before)
      }))

    test('forget erases the context with its task, and no other', () =>
      withStore(async (store) => {
        await store.append([...opening('a'), ...opening('b'), saved('a', 1), saved('b', 1)])
        await store.forget('task_a')
        expect(await store.loadContext('task_a')).toEqual({ version: 0, state: undefined })
        expect((await store.listContexts()).map(({ context }) => context.taskId)).toEqual(['task_b'])
      }))

    test('a save moves neither the session nor the version that a stop expects of it more than once', () =>
      withStore(async (store) => {
        await store.append(opening('a'))
        await store.append([saved('a', 1)])
        const { version } = await store.loadSession('ses_a')
        expect(await store.append([stopped('a', 1)], [{ kind: 'session', id: 'ses_a', version }])).toBe('appended')
      }))

    test('the newest session of a process is the one that was seen last in it', () =>
      withStore(async (store) => {
        expect(await store.newestSession('7-1')).toBeUndefined()
        await store.append([seenIn('a', '7-1', 1), seenIn('b', '7-1', 2), seenIn('c', '8-1', 3), seenIn('d', '7-2', 4)])
        expect((await store.newestSession('7-1'))?.id).toBe('ses_b')
        expect((await store.newestSession('8-1'))?.id).toBe('ses_c')
        expect((await store.newestSession('7-2'))?.id).toBe('ses_d')
        expect(await store.newestSession('7')).toBeUndefined()
        await store.append([seenIn('a', '7-1', 5)])
        expect((await store.newestSession('7-1'))?.id).toBe('ses_a')
      }))

    test('a session that moved to another process is no longer in the first', () =>
      withStore(async (store) => {
        await store.append([seenIn('a', '7-1', 1)])
        await store.append([seenIn('a', '8-1', 2)])
        expect(await store.newestSession('7-1')).toBeUndefined()
        expect((await store.newestSession('8-1'))?.id).toBe('ses_a')
      }))

    test('what is found out later of a session that has ended does not make it the newest', () =>
      withStore(async (store) => {
        await store.append([seenIn('a', '7-1', 1), ...reopening('a', 'a')])
        await store.append([
          { id: 'evt_a_end', at: at(3000), kind: 'session.ended', session: 'ses_a', why: 'clear' },
          seenIn('b', '7-1', 3001),
        ])
        await store.append([
          {
            id: 'evt_a_decided',
            at: at(3002),
            kind: 'claim.decided',
            session: 'ses_a',
            task: 'task_a',
            request: 'req_a',
            claim: 'clm_1',
            decision: { kind: 'allow', rule: 4, because: [], outcome: 'completed' },
          },
        ])
        expect((await store.newestSession('7-1'))?.id).toBe('ses_b')
      }))

    test('the state is the fold of all events, however they were split into appends', async () => {
      await fc.assert(
        fc.asyncProperty(eventSequences, async ({ events, cuts }) => {
          await withStore(async (store) => {
            for (const part of split(events, cuts)) expect(await store.append(part)).toBe('appended')
            const kept = (await store.readEvents({ most: 1000 })).map(({ event }) => event)
            expect(kept).toEqual(events)
            for (const id of SESSIONS)
              expect((await store.loadSession(id)).state).toEqual(foldSession(id, events) as SessionState)
            for (const id of TASKS) expect((await store.loadTask(id)).state).toEqual(foldTask(id, events) as TaskState)
          })
        }),
        { numRuns: rounds(60) },
      )
    })
  })
}

function foldSession(id: string, events: readonly Event[]): SessionState | undefined {
  return events
    .filter((event) => event.session === id)
    .reduce<SessionState | undefined>((state, event) => projections.sessions.step(state, event), undefined)
}

function foldTask(id: string, events: readonly Event[]): TaskState | undefined {
  return events
    .filter((event) => event.task === id)
    .reduce<TaskState | undefined>((state, event) => projections.tasks.step(state, event), undefined)
}

function at(second: number): string {
  return new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
}

/** Session, task and request of a name; names open in alphabetical order. */
function openedList(name: string): Event[] {
  const head = { at: at(name.charCodeAt(0)), list: `list_${name}` }
  const item = (id: string) => ({ ...head, id: `evt_${name}_${id}`, item: id })
  return [
    {
      ...head,
      id: `evt_${name}_list`,
      kind: 'list.opened',
      file: 'TODO.md',
      hash: 'h',
      top: '/repo',
      base: 'c0',
      branch: `fullstop/list-${name}`,
      agent: 'claude',
      setup: { cwd: '/repo', permissions: 'edits', args: [] },
      policy: POLICY,
      items: ['one', 'two'].map((id) => ({ id, title: id, after: [], checks: [] })),
    },
    { ...item('one'), kind: 'item.started', task: 'task_one', worktree: '/w', branch: 'fullstop/task_one' },
    { ...item('two'), kind: 'item.ended', outcome: 'not-started', because: 'it needs one' },
  ]
}

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
      counts: ['refusal'],
    },
    continuations: number,
    lastWords: words,
    nearMisses: [],
  }
}

export function saved(name: string, number: number): EventOf<'context.saved'> {
  return {
    id: `evt_${name}_save_${number}`,
    at: at(3000 + number),
    kind: 'context.saved',
    session: `ses_${name}`,
    task: `task_${name}`,
    save: `ctx_${name}_${number}`,
    agentSessionId: name,
    digest: `digest_${name}_${number}`,
    update: {
      originalRequest: `Request ${number}.`,
      summary: `Summary ${number}.`,
      currentStatus: `Status ${number}.`,
      keyDecisions: [`Decision ${number}.`],
    },
    seen: { files: [], recentToolCalls: [] },
  }
}

export function cleared(name: string, number = 1): Event {
  const id = `evt_${name}_clear_${number}`
  return { id, at: at(4000 + number), kind: 'context.cleared', task: `task_${name}`, by: 'agent' }
}

function asked(name: string): Event {
  const decision = { kind: 'ask-human' as const, rule: 5, because: [{ code: 'asked', text: 'a person must look' }] }
  return { ...stopped(name, 1), decision } as Event
}

function openingIn(name: string, cwd: { readonly session: string; readonly task: string }): Event[] {
  const [session, task, ...rest] = opening(name)
  return [{ ...session, cwd: cwd.session }, { ...task, cwd: cwd.task }, ...rest] as Event[]
}

function withdrawn(name: string, number: number): Event {
  const id = `evt_${name}_withdrawn_${number}`
  const save = `ctx_${name}_${number}`
  return { id, at: at(4000), kind: 'context.withdrawn', task: `task_${name}`, save, why: 'subagent' }
}

function ended(name: string, outcome: EventOf<'task.ended'>['outcome']): Event {
  const id = `evt_${name}_end`
  return { id, at: at(4000), kind: 'task.ended', task: `task_${name}`, outcome, because: [] }
}

export function seenIn(name: string, host: string, second: number): Event {
  return {
    id: `evt_${name}_seen_${second}`,
    at: at(second),
    kind: 'session.seen',
    session: `ses_${name}`,
    agent: 'claude',
    agentSessionId: name,
    attended: true,
    source: 'startup',
    host,
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
          ? { kind: 'continue', rule: 11, because: [], say: text, fingerprint: text, counts: ['refusal'] }
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
