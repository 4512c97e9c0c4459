// What the supervisor of a list is given, and how it loads what it decides from.
import type { Event } from '../../contract/event.ts'
import type { ListState } from '../../contract/list.ts'
import type { ItemFacts, ListFacts } from '../../domain/lists/next-step.ts'
import type { Interruption } from '../run/interruption.ts'
import type { RunWatching } from '../run/on-run.ts'
import type { World } from '../world.ts'
import type { FollowList, SeenList } from './follow-list.ts'
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
  readonly look: FollowList
}

export interface LoadedList extends ListFacts, SeenList {
  readonly list: ListState
  readonly items: readonly ItemFacts[]
}

export async function loadFacts({ watching, look }: Pick<Supervision, 'watching' | 'look'>): Promise<LoadedList> {
  const looked = await look()
  return {
    ...looked,
    isInterrupted: watching.interruption.asked.aborted,
    isOverBudget: isUsedUp(looked.list.policy.budget, looked.tasks),
  }
}

/** Whatever is recorded of a list names it. */
export type ListEvent = Extract<Event, { readonly list: string }>
