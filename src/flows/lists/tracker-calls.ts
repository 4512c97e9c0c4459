// The commands of a tracker as a list calls them: found in the config, run only while their file is trusted, within limits.
// What they print is read in `domain/lists/tracker.ts`.
import { resolve } from 'node:path'
import { FullstopError } from '../../contract/error.ts'
import { given } from '../../contract/given.ts'
import type { ListState, ListTracker, PlannedItem } from '../../contract/list.ts'
import { toArgv } from '../../domain/checks/argv.ts'
import { parseTracker, toItemCall, toListCall, type TrackerCall } from '../../domain/lists/tracker.ts'
import { nearest } from '../../domain/text/nearest.ts'
import { inLine, oneLine } from '../../domain/text/printable.ts'
import { runOwnCommand } from '../home/own-command.ts'
import { findProgram } from '../install/find-agents.ts'
import type { Interruption } from '../run/interruption.ts'
import { type LoadedPolicy, loadPolicy } from '../project/load-policy.ts'
import { wasTrusted } from '../project/trust.ts'
import type { World } from '../world.ts'
import type { StartedItem } from './item-run.ts'

const PREFIX = 'tracker:'
const LONGEST_MS = 60_000
const LARGEST_LIST = 4 * 1024 * 1024
const SAID = 300

/** `tracker:NAME` to the name; undefined: it is a file. */
export function trackerNamed(tasks: string): string | undefined {
  return tasks.startsWith(PREFIX) ? tasks.slice(PREFIX.length) : undefined
}

export function trackerFile({ name }: Pick<ListTracker, 'name'>): string {
  return `${PREFIX}${name}`
}

/** As the user's own file or a trusted one says now. */
export async function findTracker(world: World, cwd: string, name: string): Promise<ListTracker> {
  const loaded = await loadPolicy(world, { cwd, attended: false })
  const found = trackersIn(loaded).find((one) => one.name === name)
  if (found) return found
  const row = rowOf(loaded)
  const near = nearest(
    name,
    trackersIn(loaded).map((one) => one.name),
  )
  throw new FullstopError(
    'usage',
    `there is no tracker "${oneLine(name, 60)}" whose commands may run here`,
    near !== undefined
      ? `did you mean ${PREFIX}${near}?`
      : row?.note !== undefined
        ? 'fullstop.json names trackers, but is not trusted: fullstop trust'
        : 'name it in your config: "trackers": [{"name", "list", "take", "close"}]',
  )
}

function rowOf({ settings }: Pick<LoadedPolicy, 'settings'>): LoadedPolicy['settings'][number] | undefined {
  return settings.find(({ key }) => key === 'trackers')
}

function trackersIn(loaded: LoadedPolicy): readonly ListTracker[] {
  const row = rowOf(loaded)
  const trustHash = row?.origin === 'project file' ? loaded.project?.hash : undefined
  // The settings are made from the config, which was parsed.
  return ((row?.value ?? []) as ListTracker[]).map((one) => ({ ...one, ...given({ trustHash }) }))
}

/** A command that failed is corrected in the config: what is configured now counts, as far as it may run. */
export async function withTrackerOfToday(world: World, list: ListState): Promise<ListState> {
  if (!list.tracker) return list
  const { name } = list.tracker
  const today = trackersIn(await loadPolicy(world, { cwd: list.setup.cwd, attended: false }))
  return { ...list, tracker: today.find((one) => one.name === name) ?? list.tracker }
}

export type TrackerAnswer =
  | { readonly ok: true; readonly stdout: string }
  /** `isInterrupted`: the person did not want to wait, and nobody knows what it did. */
  | { readonly ok: false; readonly why: string; readonly isInterrupted?: boolean }

/** The tracker of a list, as its supervisor calls it. */
export interface OpenTracker {
  /** Not ok: the tracker ran and said no. Throws where its command could not run. */
  readonly take: (item: PlannedItem, state: StartedItem) => Promise<TrackerAnswer>
  /** Throws where it stays open. */
  readonly close: (item: PlannedItem, state: StartedItem) => Promise<TrackerClosed>
}

export type TrackerClosed =
  /** `note`: a sentence for people where it counts as closed although the command failed. */
  { readonly kind: 'closed'; readonly note?: string } | { readonly kind: 'interrupted' }

export function openTracker(
  world: World,
  { id, tracker, top, policy }: ListState,
  interruption: Interruption,
): OpenTracker | undefined {
  if (!tracker) return undefined
  const hint = `correct that, then continue: fullstop resume ${id}`
  const place: TrackerPlace = { root: policy.root ?? top, mark: `tracker-${id}`, hint, interruption }
  const newsOf = ({ task, branch, commit }: StartedItem): TrackerNews => ({
    list: id,
    task,
    branch,
    ...given({ commit }),
  })
  return {
    take: (item, state) => callTake(world, { tracker, item, news: newsOf(state) }, place),
    close: (item, state) => callClose(world, { tracker, item, news: newsOf(state) }, place),
  }
}

export interface TrackerPlace {
  /** Where its commands run. */
  readonly root: string
  /** By which processes of its commands are known. */
  readonly mark: string
  /** What to do once it works again. */
  readonly hint: string
  readonly interruption: Interruption
}

/** What the tracker prints. Throws where that cannot be had. */
export async function callList(world: World, tracker: ListTracker, place: TrackerPlace): Promise<string> {
  return outputOf(await call(world, { tracker, name: 'list', made: toListCall(tracker) }, place), place)
}

function outputOf(answer: TrackerAnswer, { hint }: TrackerPlace): string {
  if (answer.ok) return answer.stdout
  throw new FullstopError('unreadable', inLine(answer.why), hint)
}

/** What a command is told of the item on its standard input, besides the id among its arguments. */
interface TrackerNews {
  readonly list: string
  readonly task: string
  readonly branch: string
  /** The merge commit on the result branch, once it is there. */
  readonly commit?: string
}

interface ItemCall {
  readonly tracker: ListTracker
  readonly item: PlannedItem
  readonly news: TrackerNews
}

async function callTake(world: World, { tracker, item, news }: ItemCall, place: TrackerPlace): Promise<TrackerAnswer> {
  return call(
    world,
    { tracker, name: 'take', made: toItemCall(tracker, 'take', item.id), input: told(item, news) },
    place,
  )
}

/**
 * Called again after a crash, since nobody knows whether it had been called. A tracker that refuses to close an item that it
 * does not list any more has closed it.
 */
async function callClose(world: World, { tracker, item, news }: ItemCall, place: TrackerPlace): Promise<TrackerClosed> {
  const made = toItemCall(tracker, 'close', item.id)
  const answer = await call(world, { tracker, name: 'close', made, input: told(item, news) }, place)
  if (answer.ok) return { kind: 'closed' }
  if (answer.isInterrupted) return { kind: 'interrupted' }
  const listed = await call(world, { tracker, name: 'list', made: toListCall(tracker) }, place)
  if (!listed.ok && listed.isInterrupted) return { kind: 'interrupted' }
  if (isOpenIn(outputOf(listed, place), item.id)) {
    throw new FullstopError('internal', inLine(answer.why), place.hint)
  }
  const note = `${inLine(answer.why)}; it does not list ${oneLine(item.id, 100)} any more, so that counts as closed`
  return { kind: 'closed', note }
}

/** What cannot be read names every item: nothing is known of it. */
function isOpenIn(output: string, id: string): boolean {
  const read = parseTracker(output)
  if (read.ok) return read.list.items.some((item) => item.id === id && !item.isDone)
  return !read.problems.every(({ code }) => code === 'empty' || code === 'all-done')
}

function told({ id, title }: PlannedItem, news: TrackerNews): string {
  return `${JSON.stringify({ id, title, ...news })}\n`
}

interface Calling {
  readonly tracker: ListTracker
  readonly name: 'list' | 'take' | 'close'
  readonly made: TrackerCall
  readonly input?: string
}

async function call(
  world: World,
  { tracker, name, made, input }: Calling,
  { root, mark, hint, interruption }: TrackerPlace,
): Promise<TrackerAnswer> {
  const what = `the command "${name}" of ${trackerFile(tracker)}`
  const cannot = (why: string): FullstopError => new FullstopError('internal', inLine(`${what} ${why}`), hint)
  if (tracker.trustHash !== undefined && !wasTrusted(world, root, tracker.trustHash)) {
    throw cannot('is not run: the trust in fullstop.json was revoked; see `fullstop trust`')
  }
  const line = toArgv({ run: tracker[name] })
  if (!line.ok) throw cannot(`is more than a program with arguments; write sh -c '…' sh {id} instead`)
  if (!made.ok) throw cannot(`cannot be called: ${made.why}`)
  const [program = '', ...args] = made.argv
  const path = await findProgram(world, program.includes('/') ? resolve(root, program) : program)
  if (path === undefined) throw cannot(`names the program "${oneLine(program, 100)}", and there is none`)
  // No turn of an agent has to end first. What begins only after the person asked ends when they ask once more.
  const signal = interruption.asked.aborted ? interruption.now : interruption.asked
  const limits = { timeoutMs: LONGEST_MS, mostBytes: LARGEST_LIST, signal }
  const ran = await runOwnCommand(world, { argv: [path, ...args], cwd: root, mark, ...limits, ...given({ input }) })
  if (ran.kind === 'failed' && signal.aborted) {
    interruption.demand()
    return { ok: false, why: `${what} was interrupted`, isInterrupted: true }
  }
  if (ran.kind === 'failed') throw cannot(`failed: ${ran.why}`)
  if (ran.code === 0) return { ok: true, stdout: ran.stdout.toString('utf8') }
  const said = oneLine((ran.stderr.trim() || ran.stdout.toString('utf8').trim()).slice(-SAID), SAID)
  return { ok: false, why: `${what} ended with exit ${ran.code}${said === '' ? '' : `: ${said}`}` }
}
