// What the supervisor of a task list does next: from how far the list, its items and their tasks have come, and from
// nothing else. Killed anywhere, the next supervisor comes to the same answer, and each step may be begun again.
import type { ItemOutcome, ItemState, ListOutcome, ListState, PauseWhy, PlannedItem } from '../../contract/list.ts'
import type { Outcome, TaskStatus } from '../../contract/outcome.ts'

/** An item with all that is known of it. */
export interface ItemFacts {
  readonly planned: PlannedItem
  readonly state?: ItemState | undefined
  readonly task?: ItemTask | undefined
}

/** The task that carries an item out. */
export interface ItemTask {
  readonly status: TaskStatus
  readonly outcome?: Outcome | undefined
  readonly endedAt?: string | undefined
  readonly why?: string | undefined
}

export interface ListFacts {
  readonly list: Pick<ListState, 'status' | 'resumedAt'>
  /** In the order in which they are to be carried out. */
  readonly items: readonly ItemFacts[]
  /** The person has asked this supervisor to end. */
  readonly isInterrupted: boolean
  /** What all tasks may use together is used up. */
  readonly isOverBudget: boolean
}

export type ListStep =
  /** Names for its task, branch and worktree are recorded. */
  | { readonly kind: 'start'; readonly item: string }
  /** The worktree is made, unless it is there; the task runs in it to its end. */
  | { readonly kind: 'work'; readonly item: string }
  /** The task had been broken off, and a person wants it to continue. */
  | { readonly kind: 'take-up'; readonly item: string }
  /** What it made is merged and checked beside the result branch, which then moves to the ticked merge in one step. */
  | { readonly kind: 'merge'; readonly item: string }
  /** Worktree and branch are removed; the item is completed. */
  | { readonly kind: 'clear'; readonly item: string }
  | { readonly kind: 'end-item'; readonly item: string; readonly outcome: ItemOutcome; readonly because: string }
  | { readonly kind: 'pause'; readonly why: PauseWhy }
  | { readonly kind: 'end'; readonly outcome: ListOutcome }
  /** Nothing is begun any more, and the list stays as it is. */
  | { readonly kind: 'leave' }

/**
 * At most `atOnce` steps that may be carried out beside each other, each of another item. Only one of them merges: the
 * result branch takes one item at a time.
 */
export function nextSteps(facts: ListFacts, atOnce = 1): readonly ListStep[] {
  if (facts.list.status !== 'open') return [{ kind: 'leave' }]
  const byId = new Map(facts.items.map((item) => [item.planned.id, item]))
  const steps = facts.items.flatMap((item) => stepOf(item, facts, byId) ?? [])
  const halt = steps.find(({ kind }) => kind === 'pause' || kind === 'leave')
  if (halt) return [halt]
  if (steps.length === 0) return [facts.isInterrupted ? { kind: 'leave' } : { kind: 'end', outcome: outcomeOf(facts) }]
  const begun = steps.filter(({ kind }) => kind !== 'start')
  const first = [...begun, ...steps.filter(({ kind }) => kind === 'start')]
  const merges = first.filter(({ kind }) => kind === 'merge')
  const chosen = first.filter((step) => step.kind !== 'merge' || step === merges[0]).slice(0, atOnce)
  if (facts.isInterrupted && chosen.every(isNew)) return [{ kind: 'leave' }]
  if (facts.isOverBudget && chosen.some(spends)) return [{ kind: 'pause', why: 'over-budget' }]
  return chosen
}

/** What an interrupted supervisor does not begin. */
function isNew({ kind }: ListStep): boolean {
  return kind === 'start' || kind === 'work' || kind === 'take-up'
}

function spends({ kind }: ListStep): boolean {
  return kind === 'start' || kind === 'take-up'
}

/** Undefined: nothing can be done about it now. */
function stepOf({ planned, state, task }: ItemFacts, facts: ListFacts, byId: ItemsById): ListStep | undefined {
  const item = planned.id
  switch (state?.phase ?? 'ready') {
    case 'ready':
      return beginning(planned, byId)
    case 'working':
      return task ? afterTask(item, task, facts) : { kind: 'work', item }
    case 'merged':
      return { kind: 'clear', item }
    case 'ended':
      return undefined
  }
}

type ItemsById = ReadonlyMap<string, ItemFacts>

function beginning({ id, after }: PlannedItem, byId: ItemsById): ListStep | undefined {
  const needed = after.flatMap((other) => byId.get(other) ?? [])
  const failed = needed.find(({ state }) => state?.phase === 'ended' && state.outcome !== 'completed')
  if (failed) {
    const because = `it needs ${failed.planned.id}, which is not completed`
    return { kind: 'end-item', item: id, outcome: 'not-started', because }
  }
  const isReady = needed.every(({ state }) => state?.phase === 'ended')
  return isReady ? { kind: 'start', item: id } : undefined
}

function afterTask(item: string, task: ItemTask, { list, isInterrupted }: ListFacts): ListStep | undefined {
  if (task.status === 'awaiting-review' || task.status === 'paused') return undefined
  if (task.status !== 'ended' || task.outcome === undefined) return { kind: 'work', item }
  const { outcome } = task
  // A person took the list up after the task had been broken off.
  const isWanted = list.resumedAt !== undefined && (task.endedAt ?? '') < list.resumedAt
  switch (outcome) {
    case 'completed':
      return { kind: 'merge', item }
    case 'interrupted':
      return isInterrupted ? { kind: 'leave' } : { kind: 'take-up', item }
    case 'over-budget':
    case 'usage-limited':
      return isWanted ? { kind: 'take-up', item } : { kind: 'pause', why: outcome }
    default:
      return { kind: 'end-item', item, outcome, because: task.why ?? '' }
  }
}

/** Once nothing can be done any more. */
export function outcomeOf({ items }: Pick<ListFacts, 'items'>): ListOutcome {
  if (items.every(isCompleted)) return 'completed'
  // Whatever an item needs comes before it, so that one pass will do.
  const reviewed = new Set<string>()
  for (const { planned, state, task } of items) {
    const isReady = state === undefined || state.phase === 'ready'
    const isReviewed =
      isCompleted({ planned, state }) ||
      task?.status === 'awaiting-review' ||
      (isReady && planned.after.every((other) => reviewed.has(other)))
    if (!isReviewed) return 'partial'
    reviewed.add(planned.id)
  }
  return 'awaiting-review'
}

function isCompleted({ state }: ItemFacts): boolean {
  return state?.phase === 'ended' && state.outcome === 'completed'
}

/** What became of the merge of an item beside the result branch. */
export type MergeResult =
  | {
      readonly kind: 'conflict' | 'red'
      /** Files that conflict, checks that fail. */ readonly names: readonly string[]
    }
  /** The checks could not run there, or there are none: nothing is proven. */
  | { readonly kind: 'unproven'; readonly because: string }

/** After so many times the work is left on its branch, for a person. */
export const MOST_RETURNS = 3

export type AfterMerge =
  | { readonly kind: 'send-back'; readonly why: 'conflict' | 'red'; readonly names: readonly string[] }
  | { readonly kind: 'end-item'; readonly outcome: ItemOutcome; readonly because: string }

/** An item that cannot be merged as it is goes back to its agent, but not for ever. */
export function afterMerge(returns: number, result: MergeResult): AfterMerge {
  if (result.kind === 'unproven') return { kind: 'end-item', outcome: 'unverified', because: result.because }
  if (returns < MOST_RETURNS) return { kind: 'send-back', why: result.kind, names: result.names }
  const names = result.names.join(', ')
  const what = result.kind === 'conflict' ? `its merge conflicts in ${names}` : `after its merge ${names} fails`
  return { kind: 'end-item', outcome: 'stuck', because: `${what}, and it was sent back ${MOST_RETURNS} times` }
}
