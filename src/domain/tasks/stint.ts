// The state of a stint, folded from its signals: request window, session, usage, end. Its size is bounded, however long
// the stint.
import type { AgentEnd, Usage } from '../../contract/agent-end.ts'
import type { Spoken } from '../../contract/conversation.ts'
import type { BackgroundTask } from '../../contract/hook-event.ts'
import type { Signal } from '../../contract/signal.ts'
import { type Conversing, openConversing, stepConversing } from './conversation.ts'
import { openWindow, type OpenWindow, stepWindow, type WindowStart } from './request.ts'
import { given } from '../../contract/given.ts'

/** Nobody reads back further than this for a claim, and less far for one that work came after. */
const MOST_TEXTS = 100
const MOST_STALE = 8
const MOST_NOTICES = 20

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
  /** Why the agent waits for the provider by itself. */
  readonly retries?: string
  readonly limitUntil?: string
  /** Background work that is still running. */
  readonly background: readonly BackgroundTask[]
  readonly notices: readonly string[]
  /** The tool that was called last, until it returns. */
  readonly doing?: { readonly id: string; readonly text: string } | undefined
  readonly end?: AgentEnd
  /** Only of an agent that expects answers. */
  readonly conversation?: Conversing
}

export interface Spent {
  readonly before: number
  /** The last answers: more of their lines may come. */
  readonly recent: readonly { readonly id: string; readonly tokens: number }[]
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
    case 'notice':
      return reading.notices.includes(signal.text) || reading.notices.length >= MOST_NOTICES
        ? reading
        : { ...reading, notices: [...reading.notices, signal.text] }
    case 'ended':
      // The first report of an error is more precise than the summary that follows.
      return signal.end.kind === 'api-error' && reading.end ? reading : { ...reading, end: signal.end }
  }
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
    return { ...reading, window, isEmpty: false, doing: { id: entry.id, text } }
  }
  // To leave a key out costs more than all else that is done for a result.
  if (entry.kind === 'tool-returned' && reading.doing?.id === entry.id) return { ...reading, window, doing: undefined }
  if (entry.kind === 'compacted') return { ...reading, window, isCompacted: true }
  return entry.kind === 'said' ? { ...reading, window, isEmpty: false } : { ...reading, window }
}

function bounded(window: OpenWindow): OpenWindow {
  if (window.texts.length <= MOST_TEXTS && window.staleTexts.length <= MOST_STALE) return window
  return { ...window, texts: window.texts.slice(-MOST_TEXTS), staleTexts: window.staleTexts.slice(-MOST_STALE) }
}

function withSpent({ before, recent }: Spent, { id, tokens }: Extract<Signal, { kind: 'spent' }>): Spent {
  const others = recent.filter((one) => one.id !== id)
  const all = [...others, { id, tokens }]
  const [oldest] = all
  if (!oldest || all.length <= MOST_RECENT) return { before, recent: all }
  return { before: before + oldest.tokens, recent: all.slice(1) }
}

function sumOf({ before, recent }: Spent): number {
  return recent.reduce((sum, one) => sum + one.tokens, before)
}

/** Over the agent's session: what it told, and what it could not tell any more of stints that were broken off. */
export function usageOf({ used, spent }: StintReading, before: Usage | undefined): Usage | undefined {
  const unsummed = before?.unsummed ?? 0
  const known = given({ cost: before?.cost })
  if (used) return withUnsummed({ ...known, ...used, tokens: used.tokens + unsummed }, unsummed)
  const tokens = sumOf(spent)
  if (tokens === 0) return before
  return withUnsummed({ tokens: (before?.tokens ?? 0) + tokens, ...known }, unsummed + tokens)
}

function withUnsummed(usage: Usage, unsummed: number): Usage {
  return unsummed > 0 ? { ...usage, unsummed } : usage
}

export function contextUse({ contextTokens, contextWindow }: StintReading): number | undefined {
  if (contextTokens === undefined || contextWindow === undefined || contextWindow <= 0) return undefined
  return Math.min(1, contextTokens / contextWindow)
}
