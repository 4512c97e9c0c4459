// The state of a stint, folded from its signals: request window, session, usage, end. Its size is bounded, however long
// the stint.
import type { AgentEnd, Usage } from '../../../contract/agent/agent-end.ts'
import type { Spoken } from '../../../contract/agent/conversation.ts'
import type { BackgroundTask } from '../../../contract/agent/hook-event.ts'
import type { Signal } from '../../../contract/agent/signal.ts'
import { type Conversing, openConversing, stepConversing } from './conversation.ts'
import { openWindow, type OpenWindow, stepWindow, type WindowStart } from '../request/request.ts'
import { given } from '../../../contract/given.ts'

/** Nobody reads back further than this for a claim, and less far for one that work came after. */
const MOST_TEXTS = 100
const MOST_STALE = 8
const MOST_NOTICES = 20
const MOST_DENIED = 20
/** An agent that compacts so often without a call in between only compacts. */
const MOST_COMPACTIONS = 3

export interface StintReading {
  readonly window: OpenWindow
  /** Nothing was said or done in it yet. */
  readonly isEmpty: boolean
  readonly agentSessionId?: string
  readonly model?: string
  /** Our server runs beside the agent, as far as it tells. */
  readonly hasServer: boolean
  /** The sum that the agent told, over its own session. */
  readonly used?: Usage
  /** Tokens of this stint, answer by answer. */
  readonly spent: Spent
  readonly contextTokens?: number
  readonly contextWindow?: number
  readonly isCompacted: boolean
  /** Since the last call of a tool. */
  readonly compactions?: number
  /** Calls of this turn that nobody was there to permit. */
  readonly denied?: readonly string[]
  /** Why the agent waits for the provider by itself. */
  readonly retries?: string
  readonly limitUntil?: string
  /** Background work that is still running. */
  readonly background: readonly BackgroundTask[]
  readonly notices: readonly string[]
  /** The tool that was called last, until it returns. */
  readonly doing?: { readonly id: string; readonly text: string } | undefined
  /** The last line of a plain program, for the screen alone. */
  readonly printed?: string
  readonly end?: AgentEnd
  /** Only of an agent that expects answers. */
  readonly conversation?: Conversing
}

export interface Spent {
  readonly before: number
  /** Absent while no answer named its cost. */
  readonly cost?: number
  /** The last answers: more of their lines may come. */
  readonly recent: readonly Answered[]
}

interface Answered {
  readonly id: string
  readonly tokens: number
  readonly cost?: number
}

const NOTHING: Spent = { before: 0, recent: [] }
/** So many answers may be under way at once: the agent's own, and those of subagents. */
const MOST_RECENT = 8

export function openReading(start: WindowStart): StintReading {
  return {
    window: openWindow(start),
    isEmpty: true,
    hasServer: true,
    spent: NOTHING,
    isCompacted: false,
    background: [],
    notices: [],
  }
}

export function stepReading(reading: StintReading, signal: Signal): StintReading {
  // Whatever else it tells: it gets nowhere.
  if (compactsInVain(reading) && (signal.kind === 'session' || signal.kind === 'ended')) return reading
  switch (signal.kind) {
    case 'session': {
      // A turn begins, maybe one more in the same process: the end of the one before is none.
      const { end: _before, ...rest } = reading
      return { ...rest, agentSessionId: signal.id, ...given({ model: signal.model }) }
    }
    case 'no-server':
      return { ...reading, hasServer: false }
    case 'entry':
      return withEntry(withoutRetries(reading), signal.entry)
    case 'doing':
      return { ...withoutRetries(reading), isEmpty: false, doing: { id: signal.id, text: signal.text } }
    case 'used':
      return {
        ...reading,
        used: { tokens: signal.tokens, ...given({ cost: signal.cost }) },
      }
    case 'spent':
      return {
        ...reading,
        spent: withSpent(reading.spent, signal),
        ...given({ contextTokens: signal.context }),
      }
    case 'context':
      return { ...reading, contextWindow: signal.window }
    case 'retries':
      return { ...reading, retries: signal.why }
    case 'background':
      return { ...reading, background: signal.tasks }
    case 'limit':
      return { ...reading, limitUntil: signal.until }
    case 'denied':
      return { ...reading, denied: [...(reading.denied ?? []), signal.what].slice(-MOST_DENIED) }
    case 'notice':
      return reading.notices.includes(signal.text) || reading.notices.length >= MOST_NOTICES
        ? reading
        : { ...reading, notices: [...reading.notices, signal.text] }
    case 'ended':
      // The first report of an error is more precise than the summary that follows.
      return signal.end.kind === 'api-error' && reading.end ? reading : withEnd(reading, signal.end)
  }
}

function withEnd(reading: StintReading, end: AgentEnd): StintReading {
  const { denied } = reading
  return { ...reading, end: denied === undefined || end.denied !== undefined ? end : { ...end, denied: [...denied] } }
}

/** The agent compacts the conversation again and again and does nothing else. */
export function compactsInVain({ compactions = 0 }: StintReading): boolean {
  return compactions >= MOST_COMPACTIONS
}

/** Before the first line of a stint whose agent expects answers. */
export function openSpoken(reading: StintReading, opened: Spoken): StintReading {
  return { ...opened.signals.reduce(stepReading, reading), conversation: openConversing(opened) }
}

/** After the signals of the line itself. */
export function stepSpoken(reading: StintReading, conversation: Conversing, spoken: Spoken): StintReading {
  return { ...spoken.signals.reduce(stepReading, reading), conversation: stepConversing(conversation, spoken) }
}

/** Another process of the agent begins: how the one before ended is over. */
export function nextStint(reading: StintReading): StintReading {
  const {
    end: _past,
    doing: _done,
    printed: _printed,
    denied: _denied,
    compactions: _compacted,
    limitUntil: _over,
    used: _summed,
    conversation: _closed,
    ...rest
  } = withoutRetries(reading)
  // Ids of calls may begin anew with each process, and nothing of the former one returns any more.
  const window = { ...rest.window, work: { ...rest.window.work, pending: [] } }
  return {
    ...rest,
    window,
    spent: NOTHING,
    hasServer: true,
    isCompacted: false,
    background: [],
  }
}

function withoutRetries(reading: StintReading): StintReading {
  if (reading.retries === undefined) return reading
  const { retries: _over, ...rest } = reading
  return rest
}

function withEntry(reading: StintReading, entry: Extract<Signal, { kind: 'entry' }>['entry']): StintReading {
  const window = bounded(stepWindow(reading.window, entry))
  if (entry.kind === 'tool-called') {
    const text = entry.detail === undefined ? entry.name : `${entry.name} ${entry.detail}`
    const { compactions: _over, ...rest } = reading
    return { ...rest, window, isEmpty: false, doing: { id: entry.id, text } }
  }
  // To leave a key out costs more than all else that is done for a result.
  if (entry.kind === 'tool-returned' && reading.doing?.id === entry.id) return { ...reading, window, doing: undefined }
  if (entry.kind === 'compacted') return withCompaction({ ...reading, window, isCompacted: true })
  return entry.kind === 'said' ? { ...reading, window, isEmpty: false } : { ...reading, window }
}

function withCompaction(reading: StintReading): StintReading {
  const compacted = { ...reading, compactions: (reading.compactions ?? 0) + 1 }
  if (!compactsInVain(compacted)) return compacted
  return { ...compacted, end: { kind: 'context-limit', detail: 'it compacted the conversation again and again' } }
}

function bounded(window: OpenWindow): OpenWindow {
  if (window.texts.length <= MOST_TEXTS && window.staleTexts.length <= MOST_STALE) return window
  return { ...window, texts: window.texts.slice(-MOST_TEXTS), staleTexts: window.staleTexts.slice(-MOST_STALE) }
}

function withSpent({ recent, ...past }: Spent, { id, tokens, cost }: Extract<Signal, { kind: 'spent' }>): Spent {
  const others = recent.filter((one) => one.id !== id)
  const all = [...others, { id, tokens, ...given({ cost }) }]
  const [oldest] = all
  if (!oldest || all.length <= MOST_RECENT) return { ...past, recent: all }
  return {
    before: past.before + oldest.tokens,
    ...given({ cost: addCost(past.cost, oldest.cost) }),
    recent: all.slice(1),
  }
}

function sumOf({ before, recent }: Spent): number {
  return recent.reduce((sum, one) => sum + one.tokens, before)
}

function costOf({ cost, recent }: Spent): number | undefined {
  return recent.reduce((sum, one) => addCost(sum, one.cost), cost)
}

function addCost(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0)
}

/** Over the agent's session: what it told, and what it could not tell any more of stints that were broken off. */
export function usageOf({ used, spent }: StintReading, before: Usage | undefined): Usage | undefined {
  const unsummed = before?.unsummed ?? 0
  const known = given({ cost: before?.cost })
  if (used) return withUnsummed({ ...known, ...used, tokens: used.tokens + unsummed }, unsummed)
  const tokens = sumOf(spent)
  if (tokens === 0) return before
  const cost = addCost(before?.cost, costOf(spent))
  return withUnsummed({ tokens: (before?.tokens ?? 0) + tokens, ...given({ cost }) }, unsummed + tokens)
}

function withUnsummed(usage: Usage, unsummed: number): Usage {
  return unsummed > 0 ? { ...usage, unsummed } : usage
}

export function contextUse({ contextTokens, contextWindow }: StintReading): number | undefined {
  if (contextTokens === undefined || contextWindow === undefined || contextWindow <= 0) return undefined
  return Math.min(1, contextTokens / contextWindow)
}
