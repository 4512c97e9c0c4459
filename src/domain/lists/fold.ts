// The state of a task list and of its items from events: the only place where they change. An event of an item changes
// the row of that item alone, so that it costs the same however long the list is.
import type { Event, EventOf } from '../../contract/event.ts'
import { given } from '../../contract/given.ts'
import type { ItemState, ListState } from '../../contract/list.ts'

export interface ListColumns {
  readonly openedAt: string
  /** Absent while it has not ended. */
  readonly endedAt: string | undefined
}

export interface ItemColumns {
  readonly list: string
}

export function listColumns({ openedAt, updatedAt, status }: ListState): ListColumns {
  return { openedAt, endedAt: status === 'ended' ? updatedAt : undefined }
}

/** Whose state an event changes; undefined: no list's. */
export function listOf(event: Event): string | undefined {
  return event.kind.startsWith('list.') && 'list' in event ? event.list : undefined
}

export function itemOf(event: Event): string | undefined {
  return event.kind.startsWith('item.') && 'item' in event ? itemKey(event.list, event.item) : undefined
}

/** The id of an item is its own within its list alone. */
export function itemKey(list: string, item: string): string {
  return `${list}/${item}`
}

export function stepList(before: ListState | undefined, event: Event): ListState | undefined {
  if (event.kind === 'list.opened') return before ?? opened(event)
  if (!before) return before
  switch (event.kind) {
    case 'list.paused':
      return { ...before, status: 'paused', pausedFor: event.why, updatedAt: event.at }
    case 'list.resumed':
      return resumed(before, event)
    case 'list.ended':
      return { ...open(before, event.at), status: 'ended', outcome: event.outcome, missing: event.missing }
    default:
      return before
  }
}

function opened(event: EventOf<'list.opened'>): ListState {
  const { list, file, hash, top, base, branch, agent, setup, policy, items, tracker, at } = event
  const plan = { file, hash, top, base, branch, agent, setup, policy, items, ...given({ tracker }) }
  return { id: list, ...plan, status: 'open', missing: [], openedAt: at, updatedAt: at }
}

function resumed(before: ListState, { at, policy, setup }: EventOf<'list.resumed'>): ListState {
  return { ...open(before, at), ...given({ policy, setup }), resumedAt: at }
}

function open({ outcome: _outcome, pausedFor: _why, ...rest }: ListState, at: string): ListState {
  return { ...rest, status: 'open', missing: [], updatedAt: at }
}

export function stepItem(before: ItemState | undefined, event: Event): ItemState | undefined {
  switch (event.kind) {
    case 'item.started': {
      const { list, item, task, worktree, branch } = event
      return before?.task === undefined
        ? { list, item, phase: 'working', task, worktree, branch, returns: before?.returns ?? 0 }
        : before
    }
    case 'item.sent-back':
      return before && { ...before, phase: 'working', returns: before.returns + 1 }
    case 'item.merged':
      return before && { ...before, phase: 'merged', commit: event.commit }
    case 'item.ended': {
      const { list, item, outcome, because } = event
      return { returns: 0, ...before, list, item, phase: 'ended', outcome, ...given({ because }) }
    }
    case 'item.resumed':
      return before && tried(before)
    default:
      return before
  }
}

/** What is completed stays so; the others begin where they stood. */
function tried(before: ItemState): ItemState {
  if (before.phase !== 'ended' || before.outcome === 'completed') return before
  const { outcome: _outcome, because: _because, ...rest } = before
  return { ...rest, phase: rest.task === undefined ? 'ready' : 'working', returns: 0 }
}
