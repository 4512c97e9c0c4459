// What the supervisor of a list is given, and how it loads what it decides from.
import { FullstopError } from '../../contract/error.ts'
import type { Event } from '../../contract/event.ts'
import type { ListState } from '../../contract/list.ts'
import type { TaskState } from '../../contract/state.ts'
import type { ItemFacts, ListFacts } from '../../domain/lists/next-step.ts'
import type { Interruption } from '../run/interruption.ts'
import type { RunWatching } from '../run/on-run.ts'
import type { World } from '../world.ts'
import { isUsedUp } from './item-run.ts'
import type { ListGit } from './list-git.ts'
import type { OpenTracker } from './tracker-calls.ts'

/** How a front end shows a list; each of its tasks is shown as any other. */
export interface ListWatching extends RunWatching {
  readonly interruption: Interruption
  /** Called before every step, and while the checks of a merge run. */
  readonly onList: (look: ListLook) => Promise<void>
  /** A sentence of what a worktree goes without; the same may come once for each. */
  readonly onNote: (text: string) => void
}

export interface ListLook {
  readonly list: ListState
  readonly items: readonly ItemFacts[]
  /** The item whose merge is being checked. */
  readonly merging?: string
  /** The item whose worktree, or the worktree of whose merge, is being set up, and by which command. */
  readonly settingUp?: { readonly item: string; readonly command: string }
}

export interface Supervision {
  readonly world: World
  readonly watching: ListWatching
  readonly git: ListGit
  /** Where the items come from one. */
  readonly tracker?: OpenTracker
  readonly list: string
}

export interface LoadedList extends ListFacts {
  readonly list: ListState
  readonly tasks: readonly TaskState[]
}

export async function loadFacts({
  world,
  watching,
  list: id,
}: Pick<Supervision, 'world' | 'watching' | 'list'>): Promise<LoadedList> {
  const look = await lookAtList(world, id)
  return {
    ...look,
    isInterrupted: watching.interruption.asked.aborted,
    isOverBudget: isUsedUp(look.list.policy.budget, look.tasks),
  }
}

/** How a list and its items stand. */
export async function lookAtList(world: World, id: string): Promise<Pick<LoadedList, 'list' | 'items' | 'tasks'>> {
  const list = await loadList(world, id)
  const states = new Map((await world.store.loadItems(id)).map((state) => [state.item, state]))
  const tasks = new Map<string, TaskState>()
  for (const { task } of states.values()) {
    const state = task === undefined ? undefined : (await world.store.loadTask(task)).state
    if (state) tasks.set(state.id, state)
  }
  const items = list.items.map((planned): ItemFacts => {
    const state = states.get(planned.id)
    const task = tasks.get(state?.task ?? '')
    return { planned, state, task: task && toItemTask(task) }
  })
  return { list, items, tasks: [...tasks.values()] }
}

function toItemTask({ status, outcome, endedAt, lastReason }: TaskState): ItemFacts['task'] {
  return { status, outcome, endedAt, why: lastReason }
}

export async function loadList(world: World, id: string): Promise<ListState> {
  const { state } = await world.store.loadList(id)
  if (state) return state
  throw new FullstopError('unknown-task', `there is no list ${id}`, 'see what there is: fullstop tasks')
}

/** Whatever is recorded of a list names it. */
export type ListEvent = Extract<Event, { readonly list: string }>
