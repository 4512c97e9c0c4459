// The pages without a diff: what waits, tasks, one task with its timeline, and the figures. Each is gathered anew from the
// store, as the commands of the same name do.
import type { Event } from '../../../contract/event.ts'
import { given } from '../../../contract/given.ts'
import type { TaskState } from '../../../contract/state.ts'
import { MOST_SUBTASKS } from '../../../domain/subtasks/plan.ts'
import { printable } from '../../../domain/text/printable.ts'
import { roundsIn, verifiedClaims, viewEvidence } from '../../../domain/view/evidence.ts'
import { viewEvent } from '../../../domain/view/event.ts'
import { viewList } from '../../../domain/view/list.ts'
import { toldBefore } from '../../../domain/view/told-order.ts'
import { viewTaskStory } from '../../../domain/view/task/story.ts'
import { viewTaskHead, whoOf } from '../../../domain/view/task/task.ts'
import {
  type BriefPage,
  type FiguresPage,
  type ListsPage,
  type TaskPage,
  type TasksPage,
  type TimelinePage,
  viewOrders,
  viewRound,
  viewTaskItem,
  viewWaiting,
  type WaitingPage,
} from '../../../domain/view/web.ts'
import { followNumbered } from '../../../flows/home/follow.ts'
import { lookBack } from '../../../flows/home/tasks/look-back.ts'
import { eventsOf } from '../../../flows/home/tasks/task-events.ts'
import { lookAtList } from '../../../flows/lists/follow-list.ts'
import { briefOf } from '../../../flows/memory/brief.ts'
import { onList } from '../../../flows/review/on-review.ts'
import type { World } from '../../../flows/world.ts'
import { nameOfLog } from './logs.ts'

const MOST_ROWS = 500
const MOST_LISTS = 50
const MOST_ROUNDS = 50
const EVERY = Number.MAX_SAFE_INTEGER
/** A claim may come in after the checks that were run for it. */
const LOOK_BACK = 200
/** The store gives at most so many events at once. */
const MOST_ENTRIES = 500

export async function waitingPage(world: World): Promise<WaitingPage> {
  return { rows: (await onList(world)).map(viewWaiting) }
}

export interface TasksWanted {
  readonly state?: string | undefined
  readonly agent?: string | undefined
  readonly text?: string | undefined
  /** The id of the last row of the page before. */
  readonly after?: string | undefined
}

export async function tasksPage(world: World, wanted: TasksWanted): Promise<TasksPage> {
  const all = await world.store.listTasks(EVERY)
  const matching = all.filter((task) => isMeant(task, wanted))
  const from = wanted.after === undefined ? 0 : matching.findIndex(({ id }) => id === wanted.after) + 1
  const rows = matching.slice(from, from + MOST_ROWS)
  const now = world.now()
  return {
    rows: rows.map((task) => viewTaskItem(task, now)),
    ...given({ next: from + rows.length < matching.length ? rows.at(-1)?.id : undefined }),
    total: matching.length,
    states: [...new Set(all.map(stateOf))].sort(),
    agents: [...new Set(all.map(whoOf))].sort(),
  }
}

function stateOf({ outcome, status }: TaskState): string {
  return outcome ?? status
}

/** `open` is everything that has not ended, as for `fullstop tasks`. */
function isMeant(task: TaskState, { state, agent, text }: TasksWanted): boolean {
  const isIn = state === undefined || (state === 'open' ? task.status !== 'ended' : stateOf(task) === state)
  return isIn && (agent === undefined || whoOf(task) === agent) && (text === undefined || holds(task, text))
}

function holds({ id, title = '', cwd = '' }: TaskState, text: string): boolean {
  return `${id}\n${title}\n${cwd}`.toLowerCase().includes(text.toLowerCase())
}

export async function listsPage(world: World): Promise<ListsPage> {
  const lists = await world.store.listLists(MOST_LISTS)
  return { lists: await Promise.all(lists.map(async ({ id }) => viewList(await lookAtList(world, id)))) }
}

export async function taskPage(world: World, task: TaskState): Promise<TaskPage> {
  const now = world.now()
  const events = await eventsOf(world, task.id, 'last')
  const children = await world.store.listSubtasks(task.id, MOST_SUBTASKS)
  const session = (await world.store.loadSession(task.session)).state
  const parent = task.parent === undefined ? undefined : (await world.store.loadTask(task.parent)).state
  const evidence = verifiedClaims(events).at(-1)?.evidence
  return {
    task: viewTaskItem(task, now),
    head: viewTaskHead(task, session?.agentSessionId, now),
    story: viewTaskStory(task, events),
    ...given({ parent: parent && viewTaskItem(parent, now), evidence: evidence && viewEvidence(evidence) }),
    children: children.map((child) => viewTaskItem(child, now)),
    rounds: roundsIn(events)
      .slice(-MOST_ROUNDS)
      .map((round) => viewRound(round, nameOfLog(world))),
    can: viewOrders(task),
  }
}

export async function timelinePage(world: World, task: string, after: number): Promise<TimelinePage> {
  const recorded = await followNumbered(world, after, task)()
  const isClaimed = after > 0 && recorded.some(({ event }) => event.kind === 'claim.made')
  const former = isClaimed ? await followNumbered(world, Math.max(0, after - LOOK_BACK), task)() : []
  const all = [...former.filter(({ seq }) => seq <= after), ...recorded]
  const events = all.map(({ event }) => event)
  return {
    entries: all
      .map(({ seq, event }, place) => {
        const first = all[toldBefore(events, place) ?? -1]
        const told = first === undefined ? event : { ...event, at: first.event.at }
        return { ...viewEvent(told), number: seq, event: nameOf(event), ...given({ before: first?.seq }) }
      })
      .slice(all.length - recorded.length),
    last: recorded.at(-1)?.seq ?? after,
    more: recorded.length >= MOST_ENTRIES,
  }
}

function nameOf({ kind }: Event): string {
  return kind
}

export async function briefPage(world: World, task: TaskState): Promise<BriefPage> {
  return { text: printable(await briefOf(world, task.id)) }
}

export async function figuresPage(world: World, days: number): Promise<FiguresPage> {
  return lookBack(world, { days })
}
