// An item as a task of its own: its policy, its folder and its request, made from those of the list.
import type { Policy } from '../../contract/config/policy.ts'
import type { ItemState, ListState, PlannedItem } from '../../contract/list.ts'
import type { TaskState } from '../../contract/state.ts'
import { given } from '../../contract/given.ts'
import { itemRequest } from '../../domain/lists/item-text.ts'
import type { ListItem } from '../../domain/lists/list.ts'
import { readList } from '../../domain/lists/read-list.ts'
import { parseTracker } from '../../domain/lists/tracker.ts'
import type { WantedRun } from '../../domain/tasks/run/former-run.ts'
import { usedBy } from '../../domain/tasks/run/run.ts'
import type { World } from '../world.ts'
import { inTree, keptTextFile } from './list-places.ts'

const LARGEST_LIST = 4 * 1024 * 1024

export type StartedItem = ItemState & Required<Pick<ItemState, 'task' | 'worktree' | 'branch'>>

/** The item is started: it has its names. */
export function isStarted(state: ItemState | undefined): state is StartedItem {
  return state?.task !== undefined && state.worktree !== undefined && state.branch !== undefined
}

export function toWanted(
  world: World,
  list: ListState,
  planned: PlannedItem,
  state: StartedItem,
  tasks: readonly TaskState[],
): WantedRun & { readonly task: string } {
  const written = itemsOf(world, list)
  const item = written.find(({ id }) => id === planned.id)
  const parts = written.filter(({ parent }) => parent === planned.id).map(({ text }) => text)
  const said = item ?? { text: planned.title }
  const { agent, setup } = startedWith(list, planned)
  return {
    task: state.task,
    agent,
    setup: { ...setup, cwd: folderIn(world, list, state.worktree) },
    policy: itemPolicy(list, planned, state, tasks),
    prompt: itemRequest(said, { file: list.file, branch: state.branch, parts, isTracked: list.tracker !== undefined }),
    ...given({ criteria: item && item.criteria.length > 0 ? item.criteria : undefined }),
  }
}

/** As they stood in the file when the list opened. */
export function itemsOf(
  world: Pick<World, 'files' | 'stateHome'>,
  { id, file, tracker }: ListState,
): readonly ListItem[] {
  const read = world.files.readText(keptTextFile(world, id), LARGEST_LIST)
  if (read.kind !== 'text') return []
  const parsed = tracker ? parseTracker(read.text) : readList(file, read.text)
  return parsed.ok ? parsed.list.items : []
}

/** Options and a command line are the list's own agent's. */
function startedWith({ agent, setup }: ListState, planned: PlannedItem): Pick<ListState, 'agent' | 'setup'> {
  if (planned.agent === undefined || planned.agent === agent) return { agent, setup }
  const { command: _line, acp: _acp, terminal: _pty, model: _model, ...rest } = setup
  return { agent: planned.agent, setup: { ...rest, args: [] } }
}

/** A folder that only the user's checkout has is none in a worktree. */
function folderIn(world: World, { top, setup }: ListState, worktree: string): string {
  const folder = inTree(top, worktree, setup.cwd)
  return world.files.isFolder(folder) ? folder : worktree
}

/** Checks and trust are those of the list: nothing in the worktree adds to them. */
function itemPolicy(
  list: ListState,
  { checks: names }: PlannedItem,
  { task, worktree }: StartedItem,
  tasks: readonly TaskState[],
): Policy {
  const policy = policyIn(list, worktree)
  const checks = names.length === 0 ? policy.checks : policy.checks.filter(({ name }) => names.includes(name))
  const others = tasks.filter(({ id }) => id !== task)
  return { ...policy, checks, budget: leftOf(policy.budget, others) }
}

/** The policy of the list for one of its worktrees. */
export function policyIn({ top, policy }: Pick<ListState, 'top' | 'policy'>, worktree: string): Policy {
  if (policy.root === undefined) return { ...policy, root: worktree }
  const trustedAt = policy.trustHash === undefined ? {} : { trustedAt: policy.root }
  return { ...policy, root: inTree(top, worktree, policy.root), ...trustedAt }
}

type Budget = Policy['budget']

/** What the tasks of a list used counts against the list's budget. */
export function leftOf(budget: Budget, tasks: readonly TaskState[]): Budget {
  const used = usedByAll(tasks)
  const left = (limit: number | undefined, spent: number): number | undefined =>
    limit === undefined ? undefined : Math.max(0, limit - spent)
  return given({
    timeMs: left(budget.timeMs, used.timeMs),
    tokens: left(budget.tokens, used.tokens),
    cost: left(budget.cost, used.cost),
  })
}

export function isUsedUp(budget: Budget, tasks: readonly TaskState[]): boolean {
  return Object.values(leftOf(budget, tasks)).some((left) => left === 0)
}

function usedByAll(tasks: readonly TaskState[]): Required<{ [K in keyof Budget]: number }> {
  const runs = tasks.flatMap(({ run }) => run ?? [])
  const sum = (of: (run: (typeof runs)[number]) => number): number => runs.reduce((all, run) => all + of(run), 0)
  return {
    timeMs: sum(({ spentMs }) => spentMs),
    tokens: sum((run) => usedBy(run).tokens),
    cost: sum((run) => usedBy(run).cost ?? 0),
  }
}
