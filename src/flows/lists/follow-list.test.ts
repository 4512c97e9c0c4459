// The look at a list before each step, over a real store: the same as a whole load, and no dearer for a longer list.
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStore } from '../../adapters/store/sqlite/sqlite-store.ts'
import type { Store } from '../../adapters/store/store.ts'
import type { Event } from '../../contract/event.ts'
import { POLICY, taskOpened, requestOpened } from '../../domain/tasks/events.fixture.ts'
import { followList, lookAtList } from './follow-list.ts'

const LIST = 'list_1'

async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'fullstop-list-'))
  const store = openSqliteStore({ home: join(home, 'state'), busyMs: 5000 })
  try {
    await work(store)
  } finally {
    store.close()
    rmSync(home, { recursive: true, force: true })
  }
}

let ids = 0
const stamp = (): { id: string; at: string } => ({ id: `evt_${(ids += 1)}`, at: new Date(ids).toISOString() })

function opened(count: number, list = LIST): Event {
  const setup = { cwd: '/p', permissions: 'edits' as const, args: [] }
  const plan = { file: 'a.md', hash: 'h', top: '/p', base: 'c', branch: 'b', agent: 'claude', setup, policy: POLICY }
  const items = Array.from({ length: count }, (_, nth) => ({ id: `i${nth}`, title: 'x', after: [], checks: [] }))
  return { ...stamp(), kind: 'list.opened', list, ...plan, items }
}

const started = (item: string, list = LIST): Event => ({
  ...stamp(),
  kind: 'item.started',
  list,
  item,
  task: `task_${list}_${item}`,
  worktree: '/w',
  branch: 'b',
})
const ended = (item: string): Event => ({ ...stamp(), kind: 'item.ended', list: LIST, item, outcome: 'completed' })

function openedTask(item: string): Event[] {
  const names = { task: `task_${LIST}_${item}`, session: `ses_${item}` }
  return [taskOpened({ ...stamp(), ...names }), requestOpened({ ...stamp(), ...names })]
}

test('after every event a look is the same as a whole load', () =>
  withStore(async (store) => {
    await store.append([opened(3)])
    const look = followList({ store }, LIST)
    const steps: readonly (readonly Event[])[] = [
      [],
      [started('i0')],
      openedTask('i0'),
      [{ ...stamp(), kind: 'item.sent-back', list: LIST, item: 'i0', task: `task_${LIST}_i0`, why: 'red', names: [] }],
      // Of another list, with an item of the same name.
      [opened(3, 'list_2'), started('i1', 'list_2')],
      [{ ...stamp(), kind: 'item.merged', list: LIST, item: 'i0', task: `task_${LIST}_i0`, commit: 'c' }, ended('i0')],
      [started('i1'), ...openedTask('i1')],
      [{ ...stamp(), kind: 'list.paused', list: LIST, why: 'over-budget' }],
      [{ ...stamp(), kind: 'list.resumed', list: LIST, actor: 'terminal' }],
    ]
    for (const events of steps) {
      if (events.length > 0) await store.append(events)
      const looked = await look()
      expect(looked).toEqual(await lookAtList({ store }, LIST))
    }
    const { list, items } = await look()
    expect([list.status, items.map(({ state }) => state?.phase)]).toEqual(['open', ['ended', 'working', undefined]])
    expect(items[1]?.task?.status).toBe('open')
    expect(items[0]?.state?.returns).toBe(1)
  }))

test.each([10, 200])('with %p items a look loads what changed, and nothing else', (count) =>
  withStore(async (store) => {
    const loads: string[] = []
    const counting: Store = {
      ...store,
      loadList: (id) => (loads.push('list'), store.loadList(id)),
      loadItems: (id) => (loads.push('items'), store.loadItems(id)),
      loadItem: (id, item) => (loads.push(item), store.loadItem(id, item)),
      loadTask: (id) => (loads.push(id), store.loadTask(id)),
    }
    await store.append([opened(count)])
    for (let nth = 0; nth < count - 1; nth += 1)
      await store.append([started(`i${nth}`), ...openedTask(`i${nth}`), ended(`i${nth}`)])
    const look = followList({ store: counting }, LIST)
    await look()
    loads.length = 0
    await look()
    expect(loads).toEqual([])
    const last = `i${count - 1}`
    await store.append([started(last), ...openedTask(last)])
    await look()
    expect(loads).toEqual([last, `task_${LIST}_${last}`])
  }),
)
