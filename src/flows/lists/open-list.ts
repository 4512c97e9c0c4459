// A list as it begins: its file is read, all that could go wrong later is refused now, and what was planned is recorded.
// The checkout is only read.
import { dirname, join, relative, sep } from 'node:path'
import { FullstopError } from '../../contract/error.ts'
import type { ListState, ListTracker, PlannedItem } from '../../contract/list.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { RunSetup } from '../../contract/agent/run-setup.ts'
import { given } from '../../contract/given.ts'
import { type ListItem, sayProblem } from '../../domain/lists/list.ts'
import { readList } from '../../domain/lists/read-list.ts'
import { parseTracker } from '../../domain/lists/tracker.ts'
import { troubleWith } from '../../domain/tasks/criteria.ts'
import { nearest } from '../../domain/text/nearest.ts'
import { inLine, oneLine } from '../../domain/text/printable.ts'
import { maskFor } from '../project/mask.ts'
import { chooseAgent } from '../run/opening/choose-agent.ts'
import { stamp, type World } from '../world.ts'
import { keptTextFile } from './list-places.ts'
import type { Interruption } from '../run/interruption.ts'
import { callList, findTracker, trackerFile } from './tracker-calls.ts'

const LARGEST_LIST = 4 * 1024 * 1024

/** A file, as an absolute path, or a tracker of the config. */
export type ListSource = { readonly file: string } | { readonly tracker: string }

export interface WantedList {
  readonly from: ListSource
  readonly agent: string
  readonly setup: RunSetup
  readonly policy: Policy
  /** The result branch that the user named; absent: a new one. */
  readonly branch?: string | undefined
}

/** Where a list comes from. */
export interface ListPlace {
  readonly top: string
  readonly head: string
  /** Below the top, with slashes; of a tracker `tracker:NAME`. */
  readonly file: string
  readonly tracker?: ListTracker
  /** The file, or what the tracker prints; a tracker is asked only where a list is to begin. */
  readonly read: () => Promise<{ readonly text: string; readonly hash: string }>
}

export async function placeOfList(
  world: World,
  { from, setup, policy }: WantedList,
  interruption: Interruption,
): Promise<ListPlace> {
  if ('file' in from) return placeOfFile(world, from.file, setup.cwd)
  const tracker = await findTracker(world, setup.cwd, from.tracker)
  const { top, head } = await checkoutOf(world, setup.cwd)
  const place = {
    root: policy.root ?? top,
    mark: `tracker-${world.hashOf(top, tracker.name)}`,
    hint: 'correct that, then run it again',
    interruption,
  }
  const read = async (): Promise<{ text: string; hash: string }> => {
    const text = await callList(world, tracker, place)
    return { text, hash: world.hashOf(text) }
  }
  return { top, head, file: trackerFile(tracker), tracker, read }
}

async function placeOfFile(world: World, file: string, cwd: string): Promise<ListPlace> {
  const { files } = world
  const read = files.readText(file, LARGEST_LIST)
  if (read.kind !== 'text') {
    const why = read.kind === 'refused' ? `cannot be read: ${read.why}` : 'is not there'
    throw new FullstopError(
      'usage',
      `${inLine(file)} ${why}`,
      'name a checklist or a JSON file with stories: --tasks FILE',
    )
  }
  const folder = files.realPath(dirname(file))
  const { top, head } = await checkoutOf(world, cwd)
  const around = await (await world.openWorktrees()).checkout(folder)
  // Checks and trust are those of the repository that the agents work in; one inside it or beside it is another one.
  if (!around.ok || files.realPath(around.checkout.top) !== top) {
    throw new FullstopError(
      'usage',
      `${inLine(file)} is not a file of the repository ${inLine(top)}`,
      'copy it there, or run this in the repository that holds it',
    )
  }
  const path = join(folder, file.slice(dirname(file).length).replace(/^[/\\]+/, ''))
  const below = relative(top, path).split(sep).join('/')
  return { top, head, file: below, read: async () => ({ text: read.text, hash: world.hashOf(read.text) }) }
}

async function checkoutOf(world: World, folder: string): Promise<Pick<ListPlace, 'top' | 'head'>> {
  const worktrees = await world.openWorktrees()
  const found = await worktrees.checkout(folder)
  if (!found.ok) throw new FullstopError('no-repository', inLine(found.why), 'a list is merged in a git repository')
  const { checkout } = found
  const nobody = await worktrees.whyNobody(checkout)
  if (nobody !== undefined) throw new FullstopError('usage', 'commits cannot be made here', inLine(nobody))
  return { top: world.files.realPath(checkout.top), head: checkout.head }
}

export async function openList(world: World, wanted: WantedList, place: ListPlace): Promise<ListState> {
  const { text, hash } = await place.read()
  const items = await planned(world, wanted, place, text)
  const list = world.newId('list')
  const branch = wanted.branch ?? `fullstop/${list.replace('_', '-')}`
  const base = await baseOf(world, branch, place, wanted.branch !== undefined)
  const shop = await world.openWorkshop()
  shop.disk.writeWhole(keptTextFile(world, list), text)
  const { agent, setup, policy } = wanted
  const { file, top, tracker } = place
  const plan = { file, hash, top, base, branch, agent, setup, policy, items, ...given({ tracker }) }
  await world.store.append([{ ...stamp(world), kind: 'list.opened', list, ...plan }])
  const { state } = await world.store.loadList(list)
  if (!state) throw new FullstopError('internal', 'the list was not recorded', 'run it again')
  return state
}

/** A branch that is checked out is somebody's: its files would seem to undo every merge. */
async function baseOf(world: World, branch: string, { top, head }: ListPlace, isNamed: boolean): Promise<string> {
  if (!isNamed) return head
  const worktrees = await world.openWorktrees()
  const read = await worktrees.checkout(top)
  const ref = `refs/heads/${branch}`
  const why = read.ok ? await worktrees.whereCheckedOut(read.checkout, ref) : read.why
  if (why !== undefined) throw new FullstopError('usage', inLine(why), 'or leave --branch away: a new one is made')
  return (await worktrees.commitAt(top, ref)) ?? head
}

async function planned(
  world: World,
  wanted: WantedList,
  { file, top, tracker }: ListPlace,
  words: string,
): Promise<PlannedItem[]> {
  const read = tracker ? parseTracker(words) : readList(file, words)
  if (!read.ok) {
    const [first, ...more] = read.problems.map((problem) => sayProblem(file, problem))
    throw new FullstopError('usage', inLine(first ?? file), inLine(more.join('; ')) || 'correct it and run it again')
  }
  const open = read.list.items.filter(({ isDone }) => !isDone)
  for (const item of open) await refuseUnknown(world, wanted, item)
  const ids = new Set(open.map(({ id }) => id))
  const mask = maskFor(world, [wanted.policy.root, top])
  return open.map(({ id, text: title, after, checks, agent }) => ({
    id,
    title: mask(oneLine(title, 200)),
    after: after.filter((other) => ids.has(other)),
    checks: [...checks],
    ...given({ agent: agent?.toLowerCase() }),
  }))
}

/** A command in a list is text of a repository: only checks that are configured run, by their names. */
async function refuseUnknown(world: World, { policy }: WantedList, item: ListItem): Promise<void> {
  const known = policy.checks.map(({ name }) => name)
  const unknown = item.checks.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const near = nearest(unknown, known)
    throw new FullstopError(
      'unknown-check',
      `the item ${oneLine(item.id, 60)} names the check "${oneLine(unknown, 60)}", and there is none that may run here`,
      near ? `did you mean "${oneLine(near, 60)}"?` : 'add it to fullstop.json, then run `fullstop trust`',
    )
  }
  const trouble = troubleWith(item.criteria)
  if (trouble !== undefined)
    throw new FullstopError('usage', `the item ${oneLine(item.id, 60)}: ${trouble}`, 'shorten, merge or rename them')
  if (item.agent !== undefined) await chooseAgent(world, item.agent)
}
