// Looks at a list again and again. The first look loads all of it; every later one reads what was recorded since, and loads
// the tasks that it is about: a look costs the store the same however long the list is.
import { FullstopError } from '../../contract/error.ts'
import type { Event } from '../../contract/event.ts'
import type { ItemState, ListState } from '../../contract/list.ts'
import type { TaskState } from '../../contract/state.ts'
import { listOf } from '../../domain/lists/fold.ts'
import type { ItemFacts } from '../../domain/lists/next-step.ts'
import { followAll, newestNumber } from '../home/follow.ts'
import type { World } from '../world.ts'

/** How a list and its items stand. */
export interface SeenList {
  readonly list: ListState
  readonly items: readonly ItemFacts[]
  /** Those that were opened for its items. */
  readonly tasks: readonly TaskState[]
}

export type FollowList = () => Promise<SeenList>

type Seeing = Pick<World, 'store'>

export async function lookAtList(world: Seeing, id: string): Promise<SeenList> {
  return followList(world, id)()
}

export function followList({ store }: Seeing, id: string): FollowList {
  let held: Held | undefined
  return async () => {
    held ??= await loadAll(store, id)
    await catchUp(store, held)
    return toLook(held)
  }
}

/** What the store said last. Nothing is decided from it before what came since was loaded. */
interface Held {
  readonly next: () => Promise<readonly Event[]>
  list: ListState
  readonly items: Map<string, ItemState>
  readonly tasks: Map<string, TaskState>
}

type Store = World['store']

async function loadAll(store: Store, id: string): Promise<Held> {
  // Asked first: what is recorded while the rest is loaded is loaded twice, and not missed.
  const next = followAll({ store }, await newestNumber({ store }))
  const list = await loadList({ store }, id)
  const items = new Map((await store.loadItems(id)).map((state) => [state.item, state]))
  const held: Held = { next, list, items, tasks: new Map() }
  await loadTasks(store, held, tasksIn(held))
  return held
}

async function catchUp(store: Store, held: Held): Promise<void> {
  const events = await newEvents(held)
  const { id } = held.list
  if (events.some((event) => listOf(event) === id)) held.list = await loadList({ store }, id)
  const items = new Set(events.flatMap((event) => ('item' in event && event.list === id ? [event.item] : [])))
  for (const item of items) {
    const { state } = await store.loadItem(id, item)
    if (state) held.items.set(item, state)
  }
  const known = new Set(tasksIn(held))
  const changed = events.flatMap(({ task }) => (task !== undefined && known.has(task) ? [task] : []))
  await loadTasks(store, held, new Set([...changed, ...atWork(held)]))
}

/** Loaded at every look: while the store is locked, what became of a task may be known before its event is. */
function atWork({ items, tasks }: Held): string[] {
  return [...items.values()].flatMap(({ phase, task }) => {
    const status = tasks.get(task ?? '')?.status
    const isAtWork = phase === 'working' && status !== 'awaiting-review' && status !== 'paused'
    return isAtWork && task !== undefined ? [task] : []
  })
}

async function newEvents({ next }: Held): Promise<readonly Event[]> {
  const events: Event[] = []
  for (;;) {
    const more = await next()
    if (more.length === 0) return events
    events.push(...more)
  }
}

function tasksIn({ items }: Held): string[] {
  return [...items.values()].flatMap(({ task }) => task ?? [])
}

async function loadTasks(store: Store, held: Held, tasks: Iterable<string>): Promise<void> {
  for (const task of tasks) {
    const { state } = await store.loadTask(task)
    if (state) held.tasks.set(task, state)
  }
}

function toLook({ list, items, tasks }: Held): SeenList {
  return {
    list,
    items: list.items.map((planned): ItemFacts => {
      const state = items.get(planned.id)
      const task = tasks.get(state?.task ?? '')
      return { planned, state, task: task && toItemTask(task) }
    }),
    tasks: [...tasks.values()],
  }
}

function toItemTask({ status, outcome, endedAt, lastReason }: TaskState): ItemFacts['task'] {
  return { status, outcome, endedAt, why: lastReason }
}

async function loadList({ store }: Seeing, id: string): Promise<ListState> {
  const { state } = await store.loadList(id)
  if (state) return state
  throw new FullstopError('unknown-task', `there is no list ${id}`, 'see what there is: fullstop tasks')
}
