// The brief of a task: what the agent saved and what we know ourselves, gathered for the one formatter.
import type { Event, EventOf } from '../../contract/event.ts'
import { given } from '../../contract/given.ts'
import type { SessionState, TaskState } from '../../contract/state.ts'
import type { TodoItem } from '../../contract/work.ts'
import type { BriefParts } from '../../domain/memory/brief.ts'
import { feedbackText } from '../../domain/review/feedback.ts'
import { renderBrief } from '../../domain/memory/render.ts'
import { newsText } from '../../domain/subtasks/news.ts'
import { MOST_SUBTASKS } from '../../domain/subtasks/plan.ts'
import { readStored } from '../transcript/source.ts'
import { maskFor } from '../project/mask.ts'
import { recentCalls } from '../transcript/recent-calls.ts'
import { eventsOf } from '../home/tasks/task-events.ts'
import { touchedFiles } from '../verify/start/touched-files.ts'
import type { World } from '../world.ts'

const DEFAULT_CHARACTERS = 8000
const BEFORE_CHARACTERS = 1000

export interface BriefOptions {
  /** How to claim, as a phrase. */
  readonly claimBy?: string
  /** Shorter than the policy says, where the host takes no more. */
  readonly most?: number
  /** It is the prompt of a fresh session, which can save its context or not. */
  readonly asPrompt?: BriefParts['asPrompt']
}

/** Asked for by its id: the brief tells how the task stands now. */
export async function briefOf(world: World, id: string, options: BriefOptions = {}): Promise<string> {
  const { state: task } = await world.store.loadTask(id)
  if (!task) throw new Error(`there is no task ${id}`)
  const gathered = await gatherBrief(world, task, options.claimBy ?? 'call complete_task.')
  const parts = options.asPrompt ? { ...withoutUntold(gathered, task), asPrompt: options.asPrompt } : gathered
  // Where it is the prompt itself, the request is to be done, not remembered: all of it stands there beside the budget.
  const asked = [...parts.prompts, ...(parts.criteria ?? [])]
  const request = parts.asPrompt ? asked.reduce((sum, { text }) => sum + text.length, 0) : 0
  const characters = (task.policy.memory?.briefCharacters ?? DEFAULT_CHARACTERS) + request
  return renderBrief(parts, Math.min(characters, options.most ?? characters))
}

/** Feedback that the agent has not been told yet stands below the brief, with all of its words. */
function withoutUntold(parts: BriefParts, { review }: TaskState): BriefParts {
  const untold = feedbackText(review)
  return untold === undefined ? parts : { ...parts, prompts: parts.prompts.filter(({ text }) => text !== untold) }
}

async function gatherBrief(world: World, task: TaskState, claimBy: string): Promise<BriefParts> {
  const events = await eventsOf(world, task.id)
  const { state: saved } = await world.store.loadContext(task.id)
  const session = (await world.store.loadSession(task.session)).state
  const mask = maskFor(world, [task.policy.root, task.cwd])
  const now = world.now()
  const calls = await recentCalls(world, session, mask, task)
  return {
    task: task.id,
    now,
    prompts: promptsIn(events),
    ...given({ criteria: task.criteria, rows: rowsIn(events) }),
    context: saved?.context,
    files: { at: now.toISOString(), items: await touchedFiles(world, task) },
    todos: todosOf(world, task, session),
    recentToolCalls: calls.length > 0 ? calls : (saved?.context.recentToolCalls ?? []),
    state: { text: stateOf(task), at: task.updatedAt },
    lastFailure: lastFailureIn(events),
    subtasks: newsText(await world.store.listSubtasks(task.id, MOST_SUBTASKS)),
    before: await beforeOf(world, task),
    claimBy,
  }
}

/** Every word that the person typed for this task, whole. */
export function promptsIn(events: readonly Event[]): { text: string; at: string }[] {
  return events.flatMap((event) =>
    (event.kind === 'request.opened' || event.kind === 'prompt.joined') && event.prompt !== undefined
      ? [{ text: event.prompt, at: event.at }]
      : [],
  )
}

/** Of the newest claim that has any. */
function rowsIn(events: readonly Event[]): BriefParts['rows'] {
  const voided = new Set(events.flatMap((event) => (event.kind === 'claim.voided' ? [event.claim] : [])))
  const made = events.filter((event) => event.kind === 'claim.made' && !voided.has(event.claim.id))
  const last = (made as readonly EventOf<'claim.made'>[]).findLast(({ claim }) => claim.criteria !== undefined)
  return last?.claim.criteria && { at: last.at, items: last.claim.criteria }
}

/** As the transcript has them by now, where it can still be read. */
function todosOf(
  world: World,
  task: TaskState,
  session: SessionState | undefined,
): { at: string; items: readonly TodoItem[] } {
  if (session?.task !== task.id) return { at: task.updatedAt, items: [] }
  return { at: session.lastSeen, items: readStored(world, session).window.todos }
}

function stateOf({ status, outcome, lastReason }: TaskState): string {
  const how = outcome === undefined ? status : `ended: ${outcome}`
  return lastReason === undefined ? how : `${how}; last decision: ${lastReason.split('\n')[0]}`
}

/** The newest check that is red and was not green again since. */
function lastFailureIn(events: readonly Event[]): BriefParts['lastFailure'] {
  const newest = new Map<string, EventOf<'check.finished'>>()
  for (const event of events) if (event.kind === 'check.finished') newest.set(event.check.name, event)
  const red = [...newest.values()].filter(({ check }) => check.result === 'failed' || check.result === 'timed-out')
  const last = red.at(-1)
  return last && { check: last.check.name, why: last.check.why, tail: last.check.tail, at: last.at }
}

async function beforeOf(world: World, { before }: TaskState): Promise<BriefParts['before']> {
  const task = before === undefined ? undefined : (await world.store.loadTask(before)).state
  if (!task) return undefined
  const { state } = await world.store.loadContext(task.id)
  const lines = [
    `${task.id}, ${task.outcome ?? task.status}: ${task.title ?? 'no prompt is known'}`,
    ...(state
      ? [`Done then: ${state.context.summary}`, `Remaining then: ${state.context.remainingWork ?? 'not named'}`]
      : []),
  ]
  return { text: lines.join('\n').slice(0, BEFORE_CHARACTERS), at: task.updatedAt }
}
