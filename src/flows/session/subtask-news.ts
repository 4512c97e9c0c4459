// What the agent of a task has not read yet of how its subtasks ended. That a process tells it is recorded before, so that
// no other one does at the same time; that it was told, once the answer is out. A process that is killed in between has
// told nothing, and the next one tells it.
import type { Expected } from '../../adapters/store/store.ts'
import type { Decision } from '../../contract/decision.ts'
import type { Event } from '../../contract/event.ts'
import type { TaskState } from '../../contract/state.ts'
import { given } from '../../contract/given.ts'
import { newsLine, newsText, untoldOf } from '../../domain/subtasks/news.ts'
import { untilRecorded } from '../home/until-recorded.ts'
import { stamp, type World } from '../world.ts'

export interface News {
  readonly text: string
  /** The same for the person, in a line. */
  readonly line: string
  /** To be appended with whatever tells it, and then `onceAnswered` is called. */
  readonly told: readonly Event[]
  readonly expected: readonly Expected[]
  readonly onceAnswered: () => void
}

/** Undefined: there is none. */
export async function newsOf(world: World, concerns: readonly TaskState[]): Promise<News | undefined> {
  const { isAlive } = world.processes
  const loaded = await Promise.all(untoldOf(concerns, isAlive).map(({ id }) => world.store.loadTask(id)))
  const untold = untoldOf(
    loaded.flatMap(({ state }) => state ?? []),
    isAlive,
  )
  if (untold.length === 0) return undefined
  return {
    text: newsText(untold),
    line: newsLine(untold),
    told: untold.map((task) => (world.onAnswered ? tellingOf(world, task, true) : toldOf(world, task))),
    expected: loaded.flatMap(({ state, version }) => (state ? [{ kind: 'task' as const, id: state.id, version }] : [])),
    onceAnswered: () =>
      world.onAnswered?.(async (here, isOut) => {
        await here.store.append(untold.map((task) => (isOut ? toldOf(here, task) : tellingOf(here, task, false))))
      }),
  }
}

interface NewsTelling {
  readonly decision: Decision
  readonly told: readonly Event[]
  readonly expected: readonly Expected[]
  readonly onceAnswered: () => void
}

/** What the session of a task has not read yet: of its subtasks, and of those below subtasks that it does itself. */
export async function newsForSession(world: World, task: string): Promise<News | undefined> {
  return newsOf(world, await concernsFrom(world, task))
}

async function concernsFrom(world: World, task: string): Promise<readonly TaskState[]> {
  const concerns = await world.store.listConcerns(task)
  const own = concerns.filter(({ run }) => run === undefined)
  const below = await Promise.all(own.map(({ id }) => concernsFrom(world, id)))
  return [...concerns, ...below.flat()]
}

/** A decision that the agent reads tells the news as well. */
export async function withNews(world: World, decision: Decision, task: string | undefined): Promise<NewsTelling> {
  const silent = { decision, told: [], expected: [], onceAnswered: () => undefined }
  if (decision.kind !== 'continue' || task === undefined) return silent
  const news = await newsForSession(world, task)
  return news ? { ...news, decision: { ...decision, say: `${decision.say}\n${news.text}` } } : silent
}

/** The ends of a task's subtasks are told by the answer to this call. */
export async function takeNews(world: World, task: string): Promise<string | undefined> {
  return taken(world, async () => newsOf(world, await world.store.listConcerns(task)))
}

/** For the answer to a call about this task, or about a subtask that its session does itself. */
export async function newsAfterCall(world: World, task: string): Promise<string | undefined> {
  const { state } = await world.store.loadTask(task)
  if (state?.parent !== undefined && !state.run) return newsAfterCall(world, state.parent)
  return taken(world, () => newsForSession(world, task))
}

async function taken(world: World, find: () => Promise<News | undefined>): Promise<string | undefined> {
  return untilRecorded(async () => {
    const news = await find()
    if (!news) return undefined
    if ((await world.store.append(news.told, news.expected)) === 'conflict') return 'conflict'
    news.onceAnswered()
    return news.text
  })
}

function tellingOf(world: World, { id, parent = '' }: TaskState, isTelling: boolean): Event {
  const by = isTelling ? world.processes.keyOf(world.processes.self) : undefined
  return { ...stamp(world), kind: 'subtask.telling', task: id, parent, ...given({ by }) }
}

function toldOf(world: World, { id, parent = '' }: TaskState): Event {
  return { ...stamp(world), kind: 'subtask.told', task: id, parent }
}
