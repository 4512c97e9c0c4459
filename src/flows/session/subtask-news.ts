// What the agent of a task has not read yet of how its subtasks ended. Recorded before it is told: another process that
// tells it at the same time finds it told.
import type { Expected } from '../../adapters/store/store.ts'
import type { Decision } from '../../contract/decision.ts'
import type { Event } from '../../contract/event.ts'
import type { TaskState } from '../../contract/state.ts'
import { newsText, untoldOf } from '../../domain/subtasks/news.ts'
import { untilRecorded } from '../home/until-recorded.ts'
import { stamp, type World } from '../world.ts'

export interface News {
  readonly text: string
  /** To be appended with whatever tells it. */
  readonly told: readonly Event[]
  readonly expected: readonly Expected[]
}

/** Undefined: there is none. */
export async function newsOf(world: World, concerns: readonly TaskState[]): Promise<News | undefined> {
  const loaded = await Promise.all(untoldOf(concerns).map(({ id }) => world.store.loadTask(id)))
  const untold = untoldOf(loaded.flatMap(({ state }) => state ?? []))
  if (untold.length === 0) return undefined
  return {
    text: newsText(untold),
    told: untold.map((task) => toldOf(world, task)),
    expected: loaded.flatMap(({ state, version }) => (state ? [{ kind: 'task' as const, id: state.id, version }] : [])),
  }
}

interface NewsTelling {
  readonly decision: Decision
  readonly told: readonly Event[]
  readonly expected: readonly Expected[]
}

/** A decision that the agent reads tells the news as well. */
export async function withNews(world: World, decision: Decision, task: string | undefined): Promise<NewsTelling> {
  const silent = { decision, told: [], expected: [] }
  if (decision.kind !== 'continue' || task === undefined) return silent
  const news = await newsOf(world, await world.store.listConcerns(task))
  return news ? { ...news, decision: { ...decision, say: `${decision.say}\n${news.text}` } } : silent
}

/** The news for a task, recorded as told. */
export async function takeNews(world: World, task: string): Promise<string | undefined> {
  return untilRecorded(async () => {
    const news = await newsOf(world, await world.store.listConcerns(task))
    if (!news) return undefined
    return (await world.store.append(news.told, news.expected)) === 'conflict' ? 'conflict' : news.text
  })
}

/** For the answer to a call about this task, or about a subtask that its session does itself. */
export async function newsAfterCall(world: World, task: string): Promise<string | undefined> {
  const { state } = await world.store.loadTask(task)
  const above = state?.parent !== undefined && !state.run ? await newsAfterCall(world, state.parent) : undefined
  const own = await takeNews(world, task)
  return [above, own].filter((text) => text !== undefined).join('\n') || undefined
}

function toldOf(world: World, { id, parent = '' }: TaskState): Event {
  return { ...stamp(world), kind: 'subtask.told', task: id, parent }
}
