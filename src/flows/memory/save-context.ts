// The entrance to memory: what an agent saves of its task, with what we saw ourselves; and how it is cleared.
//
//   get-context.ts      hands out what was saved, as data or as the brief
//   brief.ts            gathers the brief of a task
//   give-brief.ts       which task a new session is told of
//   moved-save.ts       a save that belongs to another session is moved there
//   import-contexts.ts  takes over the files of the `context-memory` server
//   erase-old.ts        erases what is older than `memory.keep`
import { keptFor } from '../../domain/tasks/retention.ts'
import type { ContextState, ContextUpdate } from '../../contract/context.ts'
import type { Event } from '../../contract/event.ts'
import { readCall } from '../transcript/read-call.ts'
import { isGated } from '../../domain/tasks/known.ts'
import { type Caller, identify, otherAtWork, unplaced } from '../session/identify.ts'
import { maskFor } from '../project/mask.ts'
import type { Mask } from '../../domain/tasks/masked.ts'
import { callPolicy, openByCall } from '../session/open-by-call.ts'
import { recentCalls } from '../transcript/recent-calls.ts'
import { touchedFiles } from '../verify/start/touched-files.ts'
import { stamp, type World } from '../world.ts'
import { untilRecorded } from '../home/until-recorded.ts'
import { given } from '../../contract/given.ts'
import { expectedSession } from '../session/load-known.ts'

/** All that is stored of one task. */
export const MOST_CHARACTERS = 512 * 1024
/** Nothing younger is looked at: most contexts are. */
const LEAST_KEEP_MS = 1000
/** The oldest come first; the next save looks at the next ones. */
const MOST_LOOKED_AT = 100

export type Saving =
  | {
      readonly kind: 'saved'
      readonly save: string
      readonly task: string
      readonly at: string
      readonly isStranger: boolean
    }
  | { readonly kind: 'refused'; readonly why: string; readonly next: string }

export async function saveContext(world: World, caller: Caller, update: ContextUpdate): Promise<Saving> {
  const answer = await untilRecorded(() => trySave(world, caller, update))
  return answer ?? { kind: 'refused', why: 'other processes kept changing this session', next: 'save again' }
}

async function trySave(world: World, caller: Caller, update: ContextUpdate): Promise<Saving | 'conflict'> {
  const identified = await identify(world, caller)
  if (identified.kind === 'refused') return identified
  const told = identified.identity
  const elsewhere = otherAtWork(told)
  if (elsewhere) return elsewhere
  const ended = told.known.openTask ? undefined : told.known.task.state
  const prompt = (await readCall(world, told.known)).window.opened
  const gated = isGated(told.known)
  // As with a claim: a session whose task has ended is taken up by a prompt, and what only names it may be another.
  const isElsewhere = ended && gated && !prompt && !told.isNamed && !told.isCertain
  const identity = isElsewhere ? await unplaced(world, told) : told
  const { known } = identity
  const task = known.task.state
  const mayOpen = prompt !== undefined || (!identity.isNamed && !gated)
  if (!isElsewhere && ended?.outcome === 'completed' && !mayOpen) {
    const next = 'continue; it is kept again from the next request of the user on'
    return { kind: 'refused', why: `${ended.id} is completed, so nothing more is kept of it`, next }
  }
  const policy = known.openTask?.policy ?? (await callPolicy(world, caller.cwd, identity))
  const mask = maskFor(world, [policy.root, caller.cwd])
  const opening =
    task && !known.openTask && !mayOpen
      ? { events: [], task: task.id }
      : await openByCall(world, identity, policy, { cwd: caller.cwd, prompt })
  const { state: stored } = await world.store.loadContext(opening.task)
  const full = whyFull(opening.task, stored, update)
  if (full) return full
  const files = [...(await touchedFiles(world, task))]
  const digest = world.hashOf(JSON.stringify(update), ...files.flatMap(({ path, operation }) => [path, operation]))
  if (stored?.digest === digest && isSameCaller(stored.toolUseId, identity.toolUseId)) {
    return {
      kind: 'saved',
      save: stored.save,
      task: opening.task,
      at: stored.context.updatedAt,
      isStranger: identity.isStranger,
    }
  }
  const save = world.newId('ctx')
  const saved: Event = {
    ...stamp(world),
    kind: 'context.saved',
    session: known.sessionId,
    task: opening.task,
    save,
    agentSessionId: identity.agentSessionId,
    ...given({ toolUseId: identity.toolUseId }),
    digest,
    update: masked(withOwnPaths(update, policy.root ?? caller.cwd), mask),
    seen: {
      files,
      recentToolCalls: [...(await recentCalls(world, known.session.state, mask, known.openTask))],
    },
  }
  const expected = opening.events.length > 0 ? expectedSession(known) : []
  if ((await world.store.append([...opening.events, saved], expected)) === 'conflict') return 'conflict'
  await tidyUp(world)
  return { kind: 'saved', save, task: opening.task, at: saved.at, isStranger: identity.isStranger }
}

function whyFull(task: string, stored: ContextState | undefined, update: ContextUpdate): Saving | undefined {
  const size = JSON.stringify(stored?.context ?? {}).length + JSON.stringify(update).length
  if (size <= MOST_CHARACTERS) return undefined
  return {
    kind: 'refused',
    why: `the context of ${task} would have ${size} characters; ${MOST_CHARACTERS} is the most`,
    next: 'save less, or clear it with clear_session_context and save what matters again',
  }
}

/** Two calls that the host tells apart may come from different agents, and one of them may be taken back. */
function isSameCaller(before: string | undefined, now: string | undefined): boolean {
  return before === undefined || now === undefined || before === now
}

/** As git names them, so that a file is known by one path. */
function withOwnPaths(update: ContextUpdate, root: string): ContextUpdate {
  const files = update.filesModified?.map((file) => ({
    ...file,
    path: file.path.startsWith(`${root}/`) ? file.path.slice(root.length + 1) : file.path.replace(/^(?:\.\/)+/, ''),
  }))
  return files ? { ...update, filesModified: files } : update
}

function masked(update: ContextUpdate, mask: Mask): ContextUpdate {
  const { originalRequest, summary, currentStatus, keyDecisions, filesModified, remainingWork, blockers } = update
  return {
    originalRequest: mask(originalRequest),
    summary: mask(summary),
    currentStatus: mask(currentStatus),
    ...given({
      keyDecisions: keyDecisions?.map(mask),
      filesModified: filesModified?.map((file) => ({ ...file, path: mask(file.path) })),
      remainingWork: remainingWork === undefined ? undefined : mask(remainingWork),
      blockers: blockers?.map(mask),
    }),
  }
}

/** Contexts that nobody used for this long are dropped; tasks and their outcomes stay. */
export async function forgetOld(world: World): Promise<void> {
  const before = new Date(world.now().getTime() - LEAST_KEEP_MS).toISOString()
  for (const { context } of await world.store.oldContexts(before, MOST_LOOKED_AT)) {
    const age = world.now().getTime() - Date.parse(context.updatedAt)
    const { state } = await world.store.loadTask(context.taskId)
    if (age > keptFor(state)) await world.store.append([cleared(world, context.taskId, 'age')])
  }
}

async function tidyUp(world: World): Promise<void> {
  try {
    await forgetOld(world)
  } catch {
    // What was asked for is done: old contexts go with the next save.
  }
}

export type Clearing =
  | { readonly kind: 'cleared'; readonly task: string; readonly wasThere: boolean }
  | { readonly kind: 'refused'; readonly why: string; readonly next: string }

export async function clearContext(world: World, caller: Caller): Promise<Clearing> {
  const identified = await identify(world, caller)
  if (identified.kind === 'refused') return identified
  const task = identified.identity.known.task.state?.id
  if (task === undefined) {
    return { kind: 'refused', why: 'no task is known for this client', next: 'pass the task_id of an earlier answer' }
  }
  return { kind: 'cleared', task, wasThere: await clearTask(world, task, 'agent') }
}

export async function clearTask(world: World, task: string, by: 'agent' | 'person'): Promise<boolean> {
  const { state } = await world.store.loadContext(task)
  if (state) await world.store.append([cleared(world, task, by)])
  return state !== undefined
}

function cleared(world: World, task: string, by: 'agent' | 'person' | 'age'): Event {
  return { ...stamp(world), kind: 'context.cleared', task, by }
}
