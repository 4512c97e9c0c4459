// Takes over the context files of the `context-memory` server. Each becomes a task that a client names, as if it had
// been saved with our own tool at its time. The files are only read.
import { isAbsolute, join, relative } from 'node:path'
import type { OlderContext } from '../../contract/context.ts'
import type { Event } from '../../contract/event.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { UNKNOWN_AGENT } from '../../domain/facts/called.ts'
import { isOlderName, readOlder, toSave } from '../../domain/memory/older-context.ts'
import { BY_CALL } from '../../domain/tasks/fold-session.ts'
import type { Mask } from '../../domain/tasks/masked.ts'
import { keptFor } from '../../domain/tasks/retention.ts'
import { untilRecorded } from '../home/until-recorded.ts'
import { loadPolicy } from '../project/load-policy.ts'
import { maskFor } from '../project/mask.ts'
import { expectedSession, loadSession } from '../session/load-known.ts'
import { openRequest } from '../session/open-request.ts'
import { stamp, type World } from '../world.ts'
import { MOST_CHARACTERS } from './save-context.ts'

/** The calls in it may be long; of them only the last are taken, and cut. */
const LARGEST_FILE = 16 * 1024 * 1024

export interface ImportedFile {
  readonly file: string
  readonly task?: string
  readonly savedAt?: string
  /** `kept`: what is stored is as new, so it stays. */
  readonly result: 'imported' | 'updated' | 'kept' | 'skipped'
  readonly why?: string
}

export interface Importing {
  readonly folder: string
  /** Where the person is: secrets of the project there are masked too. */
  readonly cwd: string
  /** Only says what would be done. */
  readonly isTrial: boolean
}

export async function importContexts(world: World, importing: Importing): Promise<readonly ImportedFile[]> {
  const { folder, cwd } = importing
  // The files name no folder to work in: only the user's own config counts.
  const { policy } = await loadPolicy(world, { cwd: undefined, attended: true })
  const mask = maskFor(world, [cwd])
  const names = world.files.names(folder).filter(isOlderName).toSorted()
  const imported: ImportedFile[] = []
  for (const file of names) {
    const read = readFile(world, folder, file)
    imported.push(
      read.ok
        ? { file, ...(await take(world, read, { policy, mask, isTrial: importing.isTrial })) }
        : { file, result: 'skipped', why: read.why },
    )
  }
  return imported
}

type OlderFile =
  | { readonly ok: true; readonly context: OlderContext; readonly digest: string }
  | { readonly ok: false; readonly why: string }

function readFile(world: World, folder: string, name: string): OlderFile {
  const path = join(folder, name)
  const real = world.files.realPath(path)
  const below = relative(world.files.realPath(folder), real)
  if (below.startsWith('..') || isAbsolute(below))
    return { ok: false, why: 'it is a link that leads out of the folder' }
  const read = world.files.readText(real, LARGEST_FILE)
  if (read.kind === 'missing') return { ok: false, why: 'it is gone' }
  if (read.kind === 'refused') return { ok: false, why: read.why }
  const older = readOlder(name, read.text)
  return older.ok ? { ...older, digest: world.hashOf(read.text) } : older
}

interface Taking {
  readonly policy: Policy
  readonly mask: Mask
  readonly isTrial: boolean
}

type Taken = Omit<ImportedFile, 'file'>

async function take(world: World, older: OlderFile & { ok: true }, taking: Taking): Promise<Taken> {
  const taken = await untilRecorded(() => tryTake(world, older, taking))
  return taken ?? { task: older.context.taskId, result: 'skipped', why: 'other processes kept changing this task' }
}

async function tryTake(
  world: World,
  { context, digest }: OlderFile & { ok: true },
  { policy, mask, isTrial }: Taking,
): Promise<Taken | 'conflict'> {
  const now = world.now()
  const savedAt = new Date(Math.min(Date.parse(context.updatedAt), now.getTime()))
  const at = savedAt.toISOString()
  const head = { task: context.taskId, savedAt: at }
  const { state: task } = await world.store.loadTask(context.taskId)
  const { state: stored } = await world.store.loadContext(context.taskId)
  if (task && task.agent !== UNKNOWN_AGENT) {
    return { ...head, result: 'skipped', why: `there is a task of this id already, of ${task.agent}` }
  }
  if (task?.outcome === 'completed') return { ...head, result: 'kept', why: 'the task is completed here' }
  if (stored?.digest === digest) return { ...head, result: 'kept', why: 'imported before' }
  if (stored && stored.context.updatedAt >= at) {
    return { ...head, result: 'kept', why: `what is stored is newer, saved ${stored.context.updatedAt}` }
  }
  if (now.getTime() - savedAt.getTime() > keptFor(task ?? { policy })) {
    return { ...head, result: 'skipped', why: 'it is older than contexts are kept; raise memory.keep to import it' }
  }
  const { sessionId, ...save } = toSave(context, at, mask)
  if (JSON.stringify(save).length + JSON.stringify(stored?.context ?? {}).length > MOST_CHARACTERS) {
    return { ...head, result: 'skipped', why: `it would have more than ${MOST_CHARACTERS} characters` }
  }
  const result = stored ? 'updated' : 'imported'
  if (isTrial) return { ...head, result }
  // All of it happened when the file was written, so that its age is told rightly.
  const then = { ...world, now: () => savedAt }
  const known = await loadSession(world, task?.session ?? `ses_${world.hashOf(UNKNOWN_AGENT, context.taskId)}`)
  const opening = task ? [] : openingOf(then, { known, policy, task: context.taskId })
  const saved: Event = {
    ...stamp(then),
    kind: 'context.saved',
    session: known.sessionId,
    task: context.taskId,
    save: world.newId('ctx'),
    agentSessionId: sessionId,
    digest,
    ...save,
  }
  const appended = await world.store.append([...opening, saved], expectedSession(known))
  return appended === 'conflict' ? 'conflict' : { ...head, result }
}

function openingOf(
  world: World,
  { known, policy, task }: { known: Awaited<ReturnType<typeof loadSession>>; policy: Policy; task: string },
): readonly Event[] {
  return openRequest(
    world,
    { id: UNKNOWN_AGENT },
    {
      known,
      sighting: { agentSessionId: task },
      host: { attended: true, blockCap: 0 },
      policy,
      heard: false,
      isQuestion: false,
      source: BY_CALL,
      task,
    },
  ).events
}
