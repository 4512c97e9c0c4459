// The entrance to task lists: how a list begins, how it continues, and how it is tried again.
//
//   open-list.ts       reads the file, refuses what could not be carried out, and records the plan
//   list-loop.ts       the supervisor: loads, asks `domain/lists/next-step.ts`, does one step, records it
//   supervising.ts     what that supervisor is given
//   follow-list.ts     how it looks at the list before each step
//   item-run.ts        an item as a task of its own: policy, folder, request
//   integrate.ts       merges, checks and ticks an item beside the result branch, then moves the branch
//   check-merged.ts    runs the checks on the merged result
//   list-git.ts        every step in git, through the door of `adapters/worktree`
//   list-places.ts     where the files of a list lie
//   find-lists.ts      which list is meant
//   tracker-calls.ts   the three commands of a tracker, where the items come from one
//   worktree-needs.ts  what the config says a worktree needs: links, room, and a trusted command
import { FullstopError } from '../../contract/error.ts'
import type { Actor, Event } from '../../contract/event.ts'
import type { ListState } from '../../contract/list.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { RunSetup } from '../../contract/agent/run-setup.ts'
import type { ItemFacts } from '../../domain/lists/next-step.ts'
import { given } from '../../contract/given.ts'
import { inLine } from '../../domain/text/printable.ts'
import { takeLockPatiently } from '../home/take-lock.ts'
import { takeUpRun } from '../run/opening/open-run.ts'
import { loadRun } from '../run/supervising.ts'
import { stamp, type World } from '../world.ts'
import { listOfFile } from './find-lists.ts'
import { followList } from './follow-list.ts'
import { isStarted, toWanted } from './item-run.ts'
import { openListGit } from './list-git.ts'
import { superviseList } from './list-loop.ts'
import { listLock, locksFolder } from './list-places.ts'
import { openList, placeOfList, type WantedList } from './open-list.ts'
import { openTracker, withTrackerOfToday } from './tracker-calls.ts'
import { withNeedsOfToday } from './worktree-needs.ts'
import { type ListLook, type ListWatching, type LoadedList, loadFacts } from './supervising.ts'

/** `completed`: nothing was left to do. `paused`: nothing was done, since a person must allow more first. */
export interface ListDone extends ListLook {
  readonly kind: 'supervised' | 'completed' | 'paused'
}

/** Continues the list that this file began and that is not finished, or opens a new one. */
export async function onList(
  world: World,
  wanted: WantedList & { readonly actor: Actor },
  watching: ListWatching & { readonly onFormerList: (list: ListState, isChanged: boolean) => void },
): Promise<ListDone> {
  const place = await placeOfList(world, wanted, watching.interruption)
  return alone(world, place, async () => {
    const former = await listOfFile(world, place.top, place.file)
    // What a tracker prints changes with every item that is taken: an ended list of it is over.
    const isSame = place.tracker ? former?.status !== 'ended' : former?.hash === (await place.read()).hash
    if (!former || (former.status === 'ended' && !isSame)) {
      const list = await openList(world, wanted, place)
      return supervised(world, list, watching)
    }
    if (former.outcome === 'completed') return { kind: 'completed', ...(await look(world, former, watching)) }
    watching.onFormerList(former, !isSame)
    if (former.status === 'paused') return { kind: 'paused', ...(await look(world, former, watching)) }
    if (former.status === 'ended') await tryAgain(world, former, { actor: wanted.actor }, watching)
    return supervised(world, former, watching)
  })
}

export interface WantedAgain {
  readonly actor: Actor
  /** What the person changed for it. */
  readonly policy?: Policy
  readonly setup?: RunSetup
}

/** A person wants the list to continue: what failed is tried again, what a budget broke off continues. */
export async function onListResume(
  world: World,
  list: ListState,
  wanted: WantedAgain,
  watching: ListWatching,
): Promise<ListDone> {
  return alone(world, list, async () => {
    const { state: now = list } = await world.store.loadList(list.id)
    if (now.outcome === 'completed') return { kind: 'completed', ...(await look(world, now, watching)) }
    await tryAgain(world, now, wanted, watching)
    return supervised(world, now, watching)
  })
}

async function supervised(world: World, list: ListState, watching: ListWatching): Promise<ListDone> {
  const git = await openListGit(world, await withNeedsOfToday(world, list), watching)
  const tracker = openTracker(world, await withTrackerOfToday(world, list), watching.interruption)
  const facts = await superviseList({ world, watching, git, look: followList(world, list.id), ...given({ tracker }) })
  return { kind: 'supervised', list: facts.list, items: facts.items }
}

async function look(world: World, { id }: ListState, watching: ListWatching): Promise<LoadedList> {
  return loadFacts({ watching, look: followList(world, id) })
}

/** One supervisor for each list: another one would merge into the same branch. */
async function alone<T>(
  world: World,
  { top, file }: { readonly top: string; readonly file: string },
  work: () => Promise<T>,
): Promise<T> {
  const shop = await world.openWorkshop()
  shop.disk.makeFolder(locksFolder(world))
  const lock = await takeLockPatiently(world, shop, listLock(world, top, file))
  if (!lock) {
    throw new FullstopError(
      'run-busy',
      `another process carries out ${inLine(file)}`,
      'wait for it, or end it with Ctrl-C',
    )
  }
  try {
    return await work()
  } finally {
    lock.release()
  }
}

async function tryAgain(
  world: World,
  list: ListState,
  { actor, policy, setup }: WantedAgain,
  watching: ListWatching,
): Promise<void> {
  const resumed: Event = { ...stamp(world), kind: 'list.resumed', list: list.id, actor, ...given({ policy, setup }) }
  await world.store.append([resumed])
  const facts = await look(world, list, watching)
  for (const item of facts.items) {
    if (item.state?.phase === 'ended' && item.state.outcome !== 'completed') await tryItem(world, facts, item, actor)
  }
}

async function tryItem(
  world: World,
  facts: LoadedList,
  { planned, state, task }: ItemFacts,
  actor: Actor,
): Promise<void> {
  const tried: Event = { ...stamp(world), kind: 'item.resumed', list: facts.list.id, item: planned.id }
  // A person ended it for good, or it is done, or at work, meanwhile: only the list has to hear of it.
  if (!isStarted(state) || task?.status !== 'ended' || task.outcome === 'completed') {
    await world.store.append([tried])
    return
  }
  if (task.outcome === 'rejected' || task.outcome === 'cancelled') return
  const { policy, setup } = toWanted(world, facts.list, planned, state, facts.tasks)
  await takeUpRun(world, await loadRun({ world, task: state.task }), { policy, setup, actor, beside: [tried] })
}
