// The request as far as it could be read: the window over its entries, orders to us among them, secrets masked.
import type { Entry } from '../../contract/agent/entry.ts'
import type { SessionRead } from '../../contract/agent/session-read.ts'
import type { RequestState, SessionState } from '../../contract/state.ts'
import type { Work } from '../../contract/work.ts'
import { type Mask, maskedTodos, maskedWork } from '../tasks/masked.ts'
import { orderIn } from '../tasks/typed-order.ts'
import { readWindow, type Window } from '../tasks/request/request.ts'
import { emptyWork } from '../tasks/request/work.ts'
import { given } from '../../contract/given.ts'

export interface RequestRead {
  readonly window: Window
  /** The last order to us among the prompts that only the transcript shows. */
  readonly order?: string
  readonly transcript: SessionRead
}

export function toRequestRead(state: SessionState | undefined, transcript: SessionRead, mask: Mask): RequestRead {
  const request = state?.request
  const whole = request?.work.whole === true && transcript.kind === 'entries' && transcript.whole
  const entries = transcript.kind === 'entries' ? transcript.entries.map((entry) => masked(entry, mask)) : []
  const order = orderAmong(entries)
  const window = readWindow(
    {
      work: { ...(request?.work ?? emptyWork(false)), whole },
      todos: state?.todos ?? [],
      knownPromptIds: request?.promptIds ?? [],
      // Without the prompt hook only the transcript shows prompts, and shows each once.
      knownPrompts: state?.promptsHeard ? (request?.prompts ?? []) : [],
      closed: request?.closed ?? true,
      vendorGoal: state?.vendorGoal ?? false,
      planMode: state?.planMode ?? false,
    },
    entries.filter((entry) => !isOrder(entry)),
  )
  const work = maskedWork(asSparse(window.work, transcript, request), mask)
  const read = { ...window, work, todos: maskedTodos(window.todos, mask) }
  return { window: read, transcript, ...given({ order }) }
}

/**
 * If lines were skipped, movements cannot be counted. The offset of the newest one stands in: it is the same for every
 * reading from the same start, and grows with each movement.
 */
function asSparse(work: Work, transcript: SessionRead, request: RequestState | undefined): Work {
  if (transcript.kind !== 'entries' || !transcript.isSparse) return work
  return { ...work, progress: (request?.work.progress ?? 0) + (transcript.movedAt ?? 0), whole: false }
}

/** The last order counts, unless it stopped the task and the person has asked for more since. */
function orderAmong(entries: readonly Entry[]): string | undefined {
  const at = entries.findLastIndex(isOrder)
  const entry = entries[at]
  const order = entry?.kind === 'prompt' ? orderIn(entry.text) : undefined
  const isOver = entries.slice(at + 1).some((later) => later.kind === 'prompt' && later.by === 'person')
  return isOver && (order === 'cancel' || order === 'pause') ? undefined : order
}

/** The prompt hook answers such a prompt; it gets here only if that hook is not registered. */
function isOrder(entry: Entry): boolean {
  return entry.kind === 'prompt' && entry.by === 'person' && orderIn(entry.text) !== undefined
}

/** Prompts are compared with the stored ones, which are masked. */
function masked(entry: Entry, mask: Mask): Entry {
  return entry.kind === 'prompt' ? { ...entry, text: mask(entry.text) } : entry
}

/** Part of the request was not read, or none of it. */
export function isUnseen({ window, transcript }: RequestRead): boolean {
  if (transcript.kind !== 'entries') return true
  return (!transcript.whole || transcript.gaveUp) && !window.work.whole
}

/** The transcript does not end with the agent's last words yet: the host writes them after it has called us. */
export function isBehind({ window, transcript }: RequestRead, lastMessage: string | undefined): boolean {
  const words = lastMessage?.trim()
  if (!words) return false
  if (transcript.kind !== 'entries') return true
  const said = window.lastSaid?.trim() ?? ''
  return said === '' || !words.endsWith(said)
}
