// Lists and items from events: what opens, pauses, resumes and ends them, and that an event told twice changes nothing.
import { describe, expect, test } from 'bun:test'
import type { Event, EventOf } from '../../contract/event.ts'
import type { ItemState, ListState } from '../../contract/list.ts'
import { AT, LATER, POLICY } from '../tasks/events.fixture.ts'
import { itemKey, itemOf, listColumns, listOf, stepItem, stepList } from './fold.ts'

const head = { id: 'evt_1', at: AT, list: 'list_1' } as const
const setup = { cwd: '/repo', permissions: 'edits' as const, args: [] }
const opened: EventOf<'list.opened'> = {
  ...head,
  kind: 'list.opened',
  file: 'TODO.md',
  hash: 'aa',
  top: '/repo',
  base: 'c0',
  branch: 'fullstop/list-1',
  agent: 'claude',
  setup,
  policy: POLICY,
  items: [{ id: 'a', title: 'A', after: [], checks: [] }],
}
const item = { ...head, item: 'a' } as const
const started: Event = { ...item, kind: 'item.started', task: 'task_1', worktree: '/w', branch: 'fullstop/task_1' }
const sentBack: Event = { ...item, kind: 'item.sent-back', task: 'task_1', why: 'conflict', names: ['a.ts'] }
const merged: Event = { ...item, kind: 'item.merged', task: 'task_1', commit: 'c1' }
const itemEnded = (outcome: ItemState['outcome'] = 'completed', because?: string): Event => ({
  ...item,
  kind: 'item.ended',
  outcome,
  ...(because === undefined ? {} : { because }),
})
const tried: Event = { ...item, kind: 'item.resumed' }

const foldList = (...events: readonly Event[]): ListState | undefined =>
  events.reduce<ListState | undefined>(stepList, undefined)
const foldItem = (...events: readonly Event[]): ItemState | undefined =>
  events.reduce<ItemState | undefined>(stepItem, undefined)

describe('a list', () => {
  test('is what its opening says', () => {
    expect(foldList(opened)).toMatchObject({ id: 'list_1', branch: 'fullstop/list-1', status: 'open', missing: [] })
    expect(listColumns(foldList(opened) as ListState)).toEqual({ openedAt: AT, endedAt: undefined })
  })

  test('that is paused, taken up and ended', () => {
    const paused: Event = { ...head, kind: 'list.paused', why: 'over-budget' }
    expect(foldList(opened, paused)).toMatchObject({ status: 'paused', pausedFor: 'over-budget' })
    const budget = { ...POLICY, budget: { cost: 9 } }
    const resumed: Event = { ...head, at: LATER, kind: 'list.resumed', actor: 'terminal', policy: budget }
    const again = foldList(opened, paused, resumed)
    expect(again).toMatchObject({ status: 'open', resumedAt: LATER, policy: budget, setup })
    expect(again).not.toHaveProperty('pausedFor')
    const ended: Event = { ...head, at: LATER, kind: 'list.ended', outcome: 'partial', missing: ['a'] }
    expect(foldList(opened, ended)).toMatchObject({ status: 'ended', outcome: 'partial', missing: ['a'] })
    expect(listColumns(foldList(opened, ended) as ListState).endedAt).toBe(LATER)
    expect(foldList(opened, ended, resumed)).toMatchObject({ status: 'open', missing: [] })
    expect(foldList(opened, ended, resumed)).not.toHaveProperty('outcome')
  })

  test('is not made up by an event that names it, nor opened twice', () => {
    expect(foldList({ ...head, kind: 'list.paused', why: 'over-budget' })).toBeUndefined()
    expect(foldList(opened, { ...opened, branch: 'other' })).toMatchObject({ branch: 'fullstop/list-1' })
  })
})

describe('an item', () => {
  test('from its start to its end', () => {
    expect(foldItem(started)).toMatchObject({ phase: 'working', task: 'task_1', worktree: '/w', returns: 0 })
    expect(foldItem(started, sentBack)).toMatchObject({ phase: 'working', returns: 1 })
    expect(foldItem(started, merged)).toMatchObject({ phase: 'merged', commit: 'c1' })
    expect(foldItem(started, merged, itemEnded())).toMatchObject({ phase: 'ended', outcome: 'completed', commit: 'c1' })
  })

  test('keeps the names that it was started with', () => {
    expect(foldItem(started, { ...started, task: 'task_2' } as Event)).toMatchObject({ task: 'task_1' })
  })

  test('that was never started has no task, and begins anew when it is tried again', () => {
    const skipped = foldItem(itemEnded('not-started', 'it needs b'))
    expect(skipped).toEqual({
      list: 'list_1',
      item: 'a',
      phase: 'ended',
      outcome: 'not-started',
      because: 'it needs b',
      returns: 0,
    })
    expect(foldItem(itemEnded('not-started', 'it needs b'), tried)).toEqual({
      list: 'list_1',
      item: 'a',
      phase: 'ready',
      returns: 0,
    })
    expect(foldItem(itemEnded('not-started'), tried, started)).toMatchObject({ phase: 'working', task: 'task_1' })
  })

  test('that failed is tried again in its own task; one that is completed stays so', () => {
    const again = foldItem(started, sentBack, itemEnded('stuck', 'why'), tried)
    expect(again).toMatchObject({ phase: 'working', task: 'task_1', returns: 0 })
    expect(again).not.toHaveProperty('outcome')
    expect(again).not.toHaveProperty('because')
    const completed = foldItem(started, merged, itemEnded())
    expect(foldItem(started, merged, itemEnded(), tried)).toEqual(completed as ItemState)
  })

  test('is not made up by an event about its work', () => {
    for (const event of [sentBack, merged, tried]) expect(foldItem(event)).toBeUndefined()
  })
})

test('events belong to a list or to one item of it', () => {
  expect([listOf(opened), itemOf(opened)]).toEqual(['list_1', undefined])
  expect([listOf(started), itemOf(started)]).toEqual([undefined, itemKey('list_1', 'a')])
  const other: Event = { id: 'evt_1', at: AT, kind: 'wait.ended', session: 'ses_1', task: 'task_1' }
  expect([listOf(other), itemOf(other)]).toEqual([undefined, undefined])
})
