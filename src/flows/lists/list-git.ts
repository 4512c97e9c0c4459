// What a list does in git, step by step: its result branch, the worktree beside it, and the worktrees of its items. Each
// step may be carried out again after a crash.
import type { SetupCommand } from '../../adapters/worktree/set-up.ts'
import type { WorktreeWish } from '../../adapters/worktree/add-worktree.ts'
import { FullstopError } from '../../contract/error.ts'
import type { ListState } from '../../contract/list.ts'
import { joinWords } from '../../domain/shell/words.ts'
import { inLine, oneLine } from '../../domain/text/printable.ts'
import { endOwnCommand, runOwnCommand } from '../home/own-command.ts'
import { gitDoor } from '../home/workspace.ts'
import type { Interruption } from '../run/interruption.ts'
import type { World } from '../world.ts'
import type { StartedItem } from './item-run.ts'
import { keptTextFile } from './list-places.ts'
import { worktreeNeeds } from './worktree-needs.ts'

const LARGEST_LIST = 4 * 1024 * 1024
/** A process of ours may take a moment to leave a worktree after its work is done. */
const PATIENCE_MS = 15_000
const LOOK_MS = 50
const SETUP_LOOK_MS = 200

export interface ListGit {
  readonly resultTree: string
  readonly itemTree: (item: string) => string
  /** The result branch is there, and holds the list as it was when it opened. */
  readonly openBranch: () => Promise<void>
  /** The commit at the end of the result branch. */
  readonly tip: () => Promise<string>
  /** The same with the text of a file there. Were the branch to move meanwhile, `publish` would not move it from this tip. */
  readonly tipWith: (file: string) => Promise<{ readonly tip: string; readonly text: string | undefined }>
  /** Asked of git: the one is an ancestor of the other. */
  readonly isIn: (commit: string, of: string) => Promise<boolean>
  /** Its branch is taken up only if its task was opened there before: else one of that name is somebody else's. */
  readonly makeItemTree: (state: StartedItem, wasOpened: boolean, onSetup: OnSetup) => Promise<'ready' | 'interrupted'>
  readonly saveWork: (state: StartedItem, title: string) => Promise<SavedWork>
  /** `interrupted`: the person did not want to wait for the setup of its worktree. */
  readonly mergeBeside: (merge: Merging) => Promise<MergedBeside | { readonly kind: 'interrupted' }>
  /** The list is written and committed on top of the merge, and the branch moves there, unless it moved elsewhere. */
  readonly publish: (wish: Publishing) => Promise<{ readonly kind: 'published' | 'moved' }>
  readonly bringIn: (state: StartedItem, commit: string) => Promise<void>
  /** What is merged needs neither worktree nor branch. What would be lost stays. */
  readonly clear: (state: StartedItem) => Promise<void>
  readonly removeResultTree: () => Promise<void>
  readonly busy: (branch: string) => FullstopError
}

/** Called again and again while the command that sets a worktree up is at work. */
export type OnSetup = (command: string) => Promise<void>

export interface Merging {
  readonly tip: string
  readonly head: string
  readonly message: string
  readonly onSetup: OnSetup
}

export type SavedWork =
  | { readonly kind: 'saved'; readonly head: string }
  | { readonly kind: 'unresolved'; readonly files: readonly string[] }

export type MergedBeside =
  | { readonly kind: 'merged'; readonly commit: string }
  | { readonly kind: 'conflict'; readonly files: readonly string[] }

export interface Publishing {
  readonly tip: string
  /** What was merged and checked: the branch moves there, or to the tick on top of it, and nowhere else. */
  readonly merged: string
  readonly file: string
  readonly text: string | undefined
  readonly message: string
}

const RESULT = 'result'

export interface ListGitWatching {
  readonly interruption: Interruption
  /** Gets a sentence for people, of what a worktree goes without. */
  readonly onNote: (text: string) => void
}

export async function openListGit(
  world: World,
  list: ListState,
  { interruption, onNote: say }: ListGitWatching,
): Promise<ListGit> {
  const worktrees = await world.openWorktrees()
  const read = await worktrees.checkout(list.top)
  if (!read.ok)
    throw new FullstopError('no-repository', read.why, `correct that, then continue: fullstop resume ${list.id}`)
  const { checkout } = read
  const trees = await world.openTrees()
  const door = gitDoor(world, await world.openWorkshop())
  const branch = `refs/heads/${list.branch}`
  const isTrusted = list.policy.trustHash !== undefined
  const resultTree = worktrees.pathOf(checkout, list.id, RESULT)
  const cannot = (why: string): FullstopError =>
    new FullstopError('internal', inLine(why), `correct that, then continue: fullstop resume ${list.id}`)
  const patiently = patienceOf(world)
  const needs = worktreeNeeds(world, list)
  const add = async (wish: Omit<WorktreeWish, 'checkout' | 'list'>): Promise<string> => {
    const made = await patiently(() =>
      worktrees.addWorktree({ checkout, list: list.id, isTrusted, ...needs.wish, ...wish }),
    )
    if (made.kind === 'refused') {
      // Where it was to begin at the branch, that may be what is gone.
      if (wish.start === branch) await tip()
      throw cannot(made.why)
    }
    for (const { path, why } of made.unlinked) say(`worktree.link: ${oneLine(path, 100)} is left out: ${inLine(why)}`)
    for (const path of made.submodules)
      say(`the submodule ${oneLine(path, 100)} is empty in the worktrees; worktree.setup can fill it`)
    return made.path
  }
  /** The user's own command, before anything else runs there. */
  const setUp = async (path: string, onSetup: OnSetup): Promise<'ready' | 'interrupted'> => {
    const wanted = needs.setup(path)
    if (wanted?.ok === false) say(wanted.why)
    if (!wanted?.ok) return 'ready'
    const { cwd, argv } = wanted
    // No turn of an agent has to end first. What begins only after the person asked ends when they ask once more.
    const signal = interruption.asked.aborted ? interruption.now : interruption.asked
    const mark = `setup-${world.hashOf(path)}`
    const command: SetupCommand = {
      end: () => endOwnCommand(world, mark),
      run: (limits) =>
        lookingOn(world, runOwnCommand(world, { argv, cwd, mark, signal, ...limits }), () => onSetup(joinWords(argv))),
    }
    const done = await patiently(() => worktrees.setUp({ checkout, path, cwd, argv, command }))
    if (done.kind !== 'failed') return 'ready'
    if (!signal.aborted) throw cannot(done.why)
    // It is not marked as done: it runs again when the list continues.
    interruption.demand()
    return 'interrupted'
  }

  const tip = async (): Promise<string> => {
    const commit = await worktrees.commitAt(list.top, branch)
    if (commit !== undefined) return commit
    throw cannot(`the branch ${list.branch} is gone: bring it back, it began at ${list.base}`)
  }
  const textAt = async (commit: string, file: string): Promise<string | undefined> => {
    const answer = await trees.runGit(door, list.top, ['cat-file', 'blob', `${commit}:${file}`])
    return answer.ok ? answer.stdout.toString('utf8') : undefined
  }
  const tipWith: ListGit['tipWith'] = async (file) => {
    // Each question is a line.
    if (file.includes('\n')) {
      const commit = await tip()
      return { tip: commit, text: await textAt(commit, file) }
    }
    const [commit, blob] = await trees.readObjects(door, list.top, [`${branch}^{commit}`, `${branch}:${file}`])
    return {
      tip: commit?.kind === 'commit' ? commit.id : await tip(),
      text: blob?.kind === 'blob' ? blob.content.toString('utf8') : undefined,
    }
  }
  const isIn = async (commit: string, of: string): Promise<boolean> =>
    (await worktrees.isMerged({ checkout, commit, into: of })) === true
  const makeResultTree = async (start: string): Promise<void> => {
    await add({ item: RESULT, start })
  }
  const moveTo = async (from: string, to: string): Promise<'published' | 'moved'> => {
    const moved = await worktrees.moveBranch({ checkout, branch, from, to })
    if (moved.kind !== 'refused') return 'published'
    if ((await tip()) !== from) return 'moved'
    throw cannot(moved.why)
  }
  const publish: ListGit['publish'] = async ({ tip: from, merged, file, text, message }) => {
    if (text === undefined) return { kind: await moveTo(from, merged) }
    const wish = { checkout, path: resultTree, file, text, onto: merged, message, isTrusted }
    const committed = await patiently(() => worktrees.commitFile(wish))
    if (committed.kind === 'failed') throw cannot(committed.why)
    return { kind: await moveTo(from, committed.commit) }
  }

  return {
    resultTree,
    itemTree: (item) => worktrees.pathOf(checkout, list.id, `${numberOf(list, item)}-${item}`),
    tip,
    tipWith,
    isIn,
    publish,
    openBranch: async () => {
      if ((await worktrees.commitAt(list.top, branch)) === undefined) {
        const created = await worktrees.createBranch({ checkout, branch, at: list.base })
        if (created.kind === 'refused') throw cannot(created.why)
      }
      // A tracker keeps its items elsewhere.
      if (list.tracker) return
      const kept = world.files.readText(keptTextFile(world, list.id), LARGEST_LIST)
      if (kept.kind !== 'text' || (await tip()) !== list.base) return
      if ((await textAt(list.base, list.file)) === kept.text) return
      await makeResultTree(list.base)
      await mergeBeside(list.base, list.base, '')
      await publish({
        tip: list.base,
        merged: list.base,
        file: list.file,
        text: kept.text,
        message: `Add ${list.file} as it is to be done`,
      })
    },
    makeItemTree: async ({ item, branch: own, worktree }, isRepeat, onSetup) => {
      const ref = `refs/heads/${own}`
      const path = await add({ item: `${numberOf(list, item)}-${item}`, branch: ref, start: branch, isRepeat })
      if (path !== worktree) throw cannot(`the worktree of ${item} is at ${path}, not at ${worktree}`)
      return setUp(path, onSetup)
    },
    saveWork: async ({ worktree, branch: own }, title) => {
      const head = world.files.isFolder(worktree) ? undefined : await worktrees.commitAt(list.top, `refs/heads/${own}`)
      if (head !== undefined) return { kind: 'saved', head }
      const wish = { checkout, path: worktree, branch: `refs/heads/${own}`, message: title, isTrusted }
      const saved = await patiently(() => worktrees.commitWork(wish))
      if (saved.kind === 'failed') throw cannot(saved.why)
      return saved.kind === 'unresolved' ? saved : { kind: 'saved', head: saved.head }
    },
    mergeBeside: async ({ tip: from, head, message, onSetup }) => {
      await makeResultTree(from)
      const merged = await mergeBeside(from, head, message)
      if (merged.kind === 'merged' && (await setUp(resultTree, onSetup)) === 'interrupted')
        return { kind: 'interrupted' }
      return merged
    },
    bringIn: async ({ worktree, branch: own }, commit) => {
      const message = `Merge ${list.branch}`
      const wish = { checkout, path: worktree, branch: `refs/heads/${own}`, commit, message, isTrusted }
      const brought = await patiently(() => worktrees.bringIn(wish))
      if (brought.kind === 'failed') throw cannot(brought.why)
    },
    clear: async ({ worktree, branch: own }) => {
      const wish = { checkout, path: worktree, into: branch, isTrusted }
      const removed = await patiently(() => worktrees.removeWorktree(wish))
      const merged = removed.kind === 'removed' ? removed.merged : undefined
      await worktrees.removeBranch({ checkout, branch: `refs/heads/${own}`, into: branch, merged })
    },
    removeResultTree: async () => {
      const from = await tip()
      // A merge that was not taken is no work that could be lost.
      if (world.files.isFolder(resultTree)) await mergeBeside(from, from, '')
      await patiently(() => worktrees.removeWorktree({ checkout, path: resultTree, into: branch, isTrusted }))
    },
    busy: (name) => cannot(`${name} is moved by somebody else all the time`),
  }

  async function mergeBeside(from: string, head: string, message: string): Promise<MergedBeside> {
    const wish = { checkout, path: resultTree, into: branch, commit: head, message, isTrusted }
    const merged = await patiently(() => worktrees.mergeInto(wish))
    if (merged.kind === 'failed') throw cannot(merged.why)
    if (merged.kind === 'conflict') return { kind: 'conflict', files: merged.files.map(({ path }) => path) }
    return { kind: 'merged', commit: merged.kind === 'merged' ? merged.commit : from }
  }
}

function numberOf({ items }: Pick<ListState, 'items'>, item: string): number {
  return items.findIndex(({ id }) => id === item) + 1
}

async function lookingOn<T>({ sleep }: Pick<World, 'sleep'>, work: Promise<T>, look: () => Promise<void>): Promise<T> {
  const over = work.then((value) => ({ value }))
  for (;;) {
    await look()
    const ended = await Promise.race([over, sleep(SETUP_LOOK_MS)])
    if (ended) return ended.value
  }
}

interface Answer {
  readonly kind: string
  readonly why?: string
}

/** Checks and agents leave their worktree in a moment; until then git is not used there. */
function patienceOf(world: Pick<World, 'sleep'>) {
  return async <T extends Answer>(work: () => Promise<T>): Promise<T> => {
    for (let waited = 0; ; waited += LOOK_MS) {
      const answer = await work()
      if (waited >= PATIENCE_MS || !/ still runs in /.test(answer.why ?? '')) return answer
      await world.sleep(LOOK_MS)
    }
  }
}
