// Taking a run up again while other processes change its task: it is tried again, but not for ever.
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStore } from '../../../adapters/store/sqlite/sqlite-store.ts'
import type { Store } from '../../../adapters/store/store.ts'
import type { RunSetup } from '../../../contract/agent/run-setup.ts'
import { ordered, POLICY, requestOpened, sessionSeen, taskOpened } from '../../../domain/tasks/events.fixture.ts'
import type { World } from '../../world.ts'
import { takeUpRun } from './open-run.ts'
import { loadRun } from '../supervising.ts'

const SETUP: RunSetup = { cwd: '/repo', permissions: 'edits', args: [] }

/** A task of a run, in a store in which another process changes it before each of the first `changes` appends. */
async function takeUp(changes: number): Promise<{ readonly kinds: readonly string[]; readonly failure: unknown }> {
  const home = mkdtempSync(join(tmpdir(), 'fullstop-take-up-'))
  const store = openSqliteStore({ home: join(home, 'state'), busyMs: 5000 })
  let ids = 0
  const newId = (prefix: string): string => `${prefix}_new${++ids}`
  try {
    const opening = [
      sessionSeen({ id: 'evt_1' }),
      taskOpened({ id: 'evt_2', run: SETUP }),
      requestOpened({ id: 'evt_3' }),
    ]
    await store.append(opening)
    let left = changes
    const busy: Store = {
      ...store,
      append: async (events, expected) => {
        if (left-- > 0) await store.append([{ ...ordered('task.paused'), id: newId('evt') }])
        return store.append(events, expected)
      },
    }
    const world = {
      store: busy,
      newId,
      now: () => new Date('2026-11-15T11:00:00Z'),
      env: {},
      processes: { keyOf: () => 'p1' },
    } as unknown as World
    const task = await loadRun({ world, task: 'task_1' })
    const failure = await takeUpRun(world, task, { policy: POLICY, setup: SETUP, actor: 'terminal' }).catch(
      (error: unknown) => error,
    )
    const events = await store.readEvents({ task: 'task_1', most: 500 })
    return { kinds: events.map(({ event }) => event.kind).filter((kind) => kind === 'task.resumed'), failure }
  } finally {
    store.close()
    rmSync(home, { recursive: true, force: true })
  }
}

test('another process changed the task twice: the run is taken up once', async () => {
  expect(await takeUp(2)).toEqual({ kinds: ['task.resumed'], failure: undefined })
})

test('other processes change the task every time: nothing is recorded, and the person is told', async () => {
  const { kinds, failure } = await takeUp(1000)
  expect(kinds).toEqual([])
  expect(failure).toMatchObject({ code: 'store-unwritable', message: 'other processes kept changing this task' })
})
