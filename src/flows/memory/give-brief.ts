// Which task a session that begins should be told of: its own after a compaction, one that an earlier session left
// unfinished in this folder after a fresh start, and what changed meanwhile after a resume.
import { basename, join } from 'node:path'
import type { WaysToClaim } from '../../contract/facts.ts'
import type { Outcome } from '../../contract/outcome.ts'
import type { SessionSource } from '../../contract/agent/hook-event.ts'
import type { RequestState, SessionState, TaskState } from '../../contract/state.ts'
import { claimPhrase } from '../../domain/gate/words/contract-text.ts'
import { asJson } from '../../domain/memory/content.ts'
import type { Known } from '../../domain/tasks/known.ts'
import { keptFor } from '../../domain/tasks/retention.ts'
import { isAlive } from '../session/session-alive.ts'
import { eventsOf } from '../home/tasks/task-events.ts'
import { touchedFiles } from '../verify/start/touched-files.ts'
import { stamp, type World } from '../world.ts'

/** Hosts cut what a hook gives them at 10,000 characters; the contract comes before it. */
const MOST_CHARACTERS = 9000
const MOST_TASKS = 200
const MOST_FILES = 20
/** Nobody would take these up again: done, claimed without anybody to prove it, or let go. */
const FINISHED: readonly Outcome[] = ['completed', 'unverified', 'cancelled', 'rejected']

export interface Beginning {
  readonly source: SessionSource
  readonly cwd: string | undefined
  readonly known: Known
  readonly ways: WaysToClaim
  /** The server that brings the tool may not have started yet. */
  readonly toolMayCome: boolean
}

export async function giveBrief(world: World, beginning: Beginning): Promise<string | undefined> {
  const { source, known, ways, toolMayCome } = beginning
  if (source === 'resume') return whatChanged(world, known)
  const task = source === 'compact' ? known.openTask : await unfinishedHere(world, beginning)
  if (!task) return undefined
  // Most sessions begin where nothing was left unfinished: then what makes a brief is not loaded.
  const { briefOf } = await import('./brief.ts')
  const text = await briefOf(world, task.id, { claimBy: claimPhrase(ways, toolMayCome), most: MOST_CHARACTERS })
  const given = { source, characters: text.length }
  await world.store.append([
    { ...stamp(world), kind: 'brief.given', session: known.sessionId, task: task.id, ...given },
  ])
  return text
}

/** The newest task of this folder that nobody works on, if it is worth taking up. */
async function unfinishedHere(world: World, { cwd, known }: Beginning): Promise<TaskState | undefined> {
  if (cwd === undefined || known.openTask) return undefined
  const here = world.files.realPath(cwd)
  for (const id of await world.store.tasksIn(basename(here), MOST_TASKS)) {
    const { state: task } = await world.store.loadTask(id)
    if (!task || task.session === known.sessionId || task.isWithdrawn) continue
    const { state: session } = await world.store.loadSession(task.session)
    // Two agents in one folder keep apart: the task of a living session is nobody else's.
    if (!isHere(world, [session?.cwd, task.cwd], here) || isAlive(world, session)) continue
    if (await isUnfinished(world, task, session)) return (await isTakenUp(world, task)) ? undefined : task
    // What was finished after it, or let go, ends the search; a mere conversation does not.
    if (task.outcome !== undefined) return undefined
  }
  return undefined
}

/** Another session was told of it, and lives. */
async function isTakenUp(world: World, { id }: TaskState): Promise<boolean> {
  const events = await eventsOf(world, id, 'last')
  const given = events.findLast((event) => event.kind === 'brief.given')?.session
  return given !== undefined && isAlive(world, (await world.store.loadSession(given)).state)
}

/** Where the session began, or where it was when the task opened: an agent's shell may have moved since. */
function isHere(world: World, folders: readonly (string | undefined)[], here: string): boolean {
  return folders.some(
    (folder) => folder !== undefined && basename(folder) === basename(here) && world.files.realPath(folder) === here,
  )
}

/** Broken off in mid-work, ended short of done, or noted down by the agent itself. A mere conversation is none of these. */
async function isUnfinished(world: World, task: TaskState, session: SessionState | undefined): Promise<boolean> {
  if (task.outcome !== undefined && FINISHED.includes(task.outcome)) return false
  if (world.now().getTime() - Date.parse(task.updatedAt) > keptFor(task)) return false
  if ((await world.store.loadContext(task.id)).state) return true
  if (task.outcome !== undefined) return true
  const request = session?.task === task.id ? session.request : undefined
  return request !== undefined && isBrokenOff(request) && !request.isQuestion
}

/** Its last stop was refused, or there never was one. */
function isBrokenOff({ lastDecision }: RequestState): boolean {
  return lastDecision === undefined || lastDecision.decision.kind === 'continue'
}

/** An intact session remembers the rest. */
async function whatChanged(world: World, { openTask, session }: Known): Promise<string | undefined> {
  if (!openTask || !session.state) return undefined
  const { root } = openTask.policy
  const since = Date.parse(session.state.lastSeen)
  const files = (await touchedFiles(world, openTask))
    .map(({ path }) => path)
    .filter((path) => root !== undefined && (world.files.modifiedMs(join(root, path)) ?? 0) > since)
  if (files.length === 0) return undefined
  const shown = files.slice(0, MOST_FILES).map((path) => `- ${asJson(path)}`)
  const more = files.length > shown.length ? [`- and ${files.length - shown.length} more`] : []
  return ['Since this session was last at work, these files were changed:', ...shown, ...more].join('\n')
}
