// Entries that an agent sends with a hook call: which of them are new, and whether any are missing in between.
import type { Entry } from '../../../contract/agent/entry.ts'
import type { Delivered } from '../../../contract/agent/hook-event.ts'

/** The same shape as the reading of a transcript file, with items in place of bytes. */
export interface DeliveredRead {
  readonly kind: 'entries'
  readonly entries: readonly Entry[]
  /** The number of the next item. */
  readonly offset: number
  readonly size: number
  /** No item between the last reading and this one is missing. */
  readonly whole: boolean
  readonly isSparse: boolean
  /** The number of the newest item with a call that may have changed something, counted from the last reading. */
  readonly movedAt?: number
  readonly gaveUp: boolean
}

/** `offset`: the number of the first item that has not been read yet. */
export function readDelivered(delivered: Delivered, offset = 0): DeliveredRead {
  const { from, items, isCut = false } = delivered
  const end = endOfDelivered(delivered)
  // A session that has become shorter is another one: read all of it.
  const start = offset <= end ? offset : 0
  const fresh = items.slice(Math.max(start - from, 0))
  const whole = from <= start
  const movedAt = fresh.findLastIndex((entries) => entries.some(isChange))
  return {
    kind: 'entries',
    entries: fresh.flat(),
    offset: end,
    size: end,
    whole,
    isSparse: !whole,
    ...(movedAt < 0 ? {} : { movedAt: end - fresh.length + movedAt - start + 1 }),
    gaveUp: isCut && !whole,
  }
}

/** The number that the next item of the session will have. */
export function endOfDelivered({ from, items }: Delivered): number {
  return from + items.length
}

function isChange(entry: Entry): boolean {
  return entry.kind === 'tool-called' && (entry.access === 'write' || entry.access === 'run')
}
