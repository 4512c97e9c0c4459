// The follower of the store, over a real one: each event once, and a task that is loaded again only after an event.
import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqliteStore } from '../../adapters/store/sqlite/sqlite-store.ts'
import type { Store } from '../../adapters/store/store.ts'
import { ordered, requestOpened, sessionSeen, taskOpened } from '../../domain/tasks/events.fixture.ts'
import type { Workshop } from '../../adapters/platform/workshop.ts'
import type { World } from '../world.ts'
import { followEvents, followTask, stateOfRound, waitForRound } from './follow.ts'
import type { RoundRequest } from './rounds/round-request.ts'

const OPENING = [sessionSeen({ id: 'evt_1' }), taskOpened({ id: 'evt_2' }), requestOpened({ id: 'evt_3' })]
const PAUSED = { ...ordered('task.paused'), id: 'evt_4' }
const OTHER = taskOpened({ id: 'evt_5', task: 'task_2', session: 'ses_2' })

async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'fullstop-follow-'))
  const store = openSqliteStore({ home: join(home, 'state'), busyMs: 5000 })
  try {
    await store.append(OPENING)
    await work(store)
  } finally {
    store.close()
    rmSync(home, { recursive: true, force: true })
  }
}

test('the events of a task, each once', () =>
  withStore(async (store) => {
    const next = followEvents({ store }, 'task_1')
    expect(await next()).toEqual(OPENING.slice(1))
    expect(await next()).toEqual([])
    await store.append([OTHER, PAUSED])
    expect(await next()).toEqual([PAUSED])
    expect(await next()).toEqual([])
  }))

test('those after a number alone', () =>
  withStore(async (store) => {
    const [newest] = await store.readEvents({ task: 'task_1', most: 1, newest: true })
    const next = followEvents({ store }, 'task_1', newest?.seq)
    expect(await next()).toEqual([])
    await store.append([PAUSED])
    expect(await next()).toEqual([PAUSED])
  }))

test('who asks twice at once is given each event once', () =>
  withStore(async (store) => {
    const next = followEvents({ store }, 'task_1')
    const both = await Promise.all([next(), next()])
    expect(both.flat()).toEqual(OPENING.slice(1))
  }))

test('a task as it stands, loaded again only after an event of it', () =>
  withStore(async (store) => {
    let loads = 0
    const counting: Store = {
      ...store,
      loadTask: (id) => {
        loads += 1
        return store.loadTask(id)
      },
    }
    const next = followTask({ store: counting }, 'task_1')
    const seen = async (): Promise<readonly unknown[]> => [(await next())?.status, loads]
    expect(await seen()).toEqual(['open', 1])
    expect(await seen()).toEqual(['open', 1])
    await store.append([OTHER])
    expect(await seen()).toEqual(['open', 1])
    await store.append([PAUSED])
    expect(await seen()).toEqual(['paused', 2])
    expect(await seen()).toEqual(['paused', 2])
  }))

test('a task that does not exist yet', () =>
  withStore(async (store) => {
    const next = followTask({ store }, 'task_2')
    expect(await next()).toBeUndefined()
    await store.append([OTHER])
    expect((await next())?.status).toBe('open')
  }))

test.each([
  ['R11: that a busy machine has not begun after eight seconds is not lost', 8000, 'running'],
  ['that was never begun is lost in the end', 11_000, 'lost'],
] as const)('a round %s', (_, ms, state) =>
  withStore(async (store) => {
    const askedAt = new Date(Date.UTC(2026, 0, 1))
    const world = {
      store,
      stateHome: '/nowhere',
      files: { exists: () => false },
      hashOf: (...parts: readonly string[]) => parts.join(),
      machine: () => 'mch_a',
      now: () => new Date(askedAt.getTime() + ms),
    } as unknown as World
    const shop = { isLocked: () => false } as unknown as Workshop
    const request = { run: 'run_1', root: '/project', askedAt: askedAt.toISOString() } as RoundRequest
    expect(await stateOfRound(world, shop, request)).toBe(state)
  }),
)

test.each([
  ['S4: that says it has ended is heard at once', true, 2],
  ['that was killed before it could say so is heard at the next look', false, 50],
] as const)('a round %s', (_, says, mostMs) =>
  withStore(async (store) => {
    const head = { at: '2026-01-01T00:00:01.000Z', workspace: 'wsp_/project', run: 'run_1', cause: 'claim' as const }
    await store.append([{ ...head, id: 'evt_8', kind: 'checks.started', root: '/project', checks: ['unit'] }])
    let waited = 0
    const world = {
      store,
      stateHome: '/nowhere',
      files: { exists: (path: string) => says && waited > 0 && path.endsWith('/runs/run_1/ended') },
      hashOf: (...parts: readonly string[]) => parts.join(),
      machine: () => '',
      now: () => new Date(waited),
      sleep: async (ms: number) => {
        waited += ms
        if (waited > ms) return
        await store.append([{ ...head, id: 'evt_9', kind: 'checks.finished', valid: [], artefacts: [], notes: [] }])
      },
    } as unknown as World
    const request = { run: 'run_1', root: '/project', askedAt: head.at } as RoundRequest
    expect(await waitForRound(world, {} as Workshop, request, { until: 1000 })).toBe('ended')
    expect(waited).toBeGreaterThan(0)
    expect(waited).toBeLessThanOrEqual(mostMs + 1)
  }),
)

test('S4: the store is looked at now and then, while the checks need the processor', async () => {
  const [root, run, ranMs] = ['/project', 'run_1', 200]
  let [waited, looks] = [0, 0]
  const hasEnded = (): boolean => waited >= ranMs
  const loadWorkspace = async (): Promise<object> => {
    looks += 1
    return { version: 1, state: { endedRuns: hasEnded() ? [run] : [] } }
  }
  const world = {
    store: { loadWorkspace },
    stateHome: '/nowhere',
    files: { exists: (path: string) => hasEnded() && path.endsWith('/ended') },
    hashOf: (...parts: readonly string[]) => parts.join(),
    machine: () => '',
    now: () => new Date(waited),
    sleep: async (ms: number) => void (waited += ms),
  } as unknown as World
  const shop = { isLocked: () => true } as unknown as Workshop
  const request = { run, root, askedAt: new Date(0).toISOString() } as RoundRequest
  expect(await waitForRound(world, shop, request, { until: 10_000 })).toBe('ended')
  expect(waited).toBeLessThanOrEqual(ranMs + 2)
  expect(looks).toBeLessThan(8)
})
