// What a stint has told so far, signal by signal: its request window, its session, what it used, how it ended. Bounded,
// however long the stint.
import type { AgentEnd, Usage } from '../contract/agent-end.ts'
import type { BackgroundTask } from '../contract/hook-event.ts'
import type { Signal } from '../contract/signal.ts'
import { openWindow, type OpenWindow, stepWindow, type WindowStart } from './request.ts'

/** Nobody reads back further than this for a claim. */
const MOST_TEXTS = 200
const MOST_NOTICES = 20

export interface StintReading {
  readonly window: OpenWindow
  readonly agentSessionId?: string
  readonly model?: string
  /** Our server runs beside the agent, as far as it tells. */
  readonly hasServer: boolean
  /** The sum that the agent told, over its own session. */
  readonly used?: Usage
  /** Tokens of this stint, answer by answer. */
  readonly spent: { readonly before: number; readonly id: string; readonly tokens: number }
  readonly contextTokens?: number
  readonly contextWindow?: number
  readonly isCompacted: boolean
  /** Why the agent waits for the provider by itself. */
  readonly retries?: string
  readonly limitUntil?: string
  /** What still runs beside the conversation. */
  readonly background: readonly BackgroundTask[]
  readonly notices: readonly string[]
  /** The tool that was called last, until it returns. */
  readonly doing?: { readonly id: string; readonly text: string }
  readonly end?: AgentEnd
}

export function openReading(start: WindowStart): StintReading {
  return {
    window: openWindow(start),
    hasServer: true,
    spent: { before: 0, id: '', tokens: 0 },
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
      return { ...rest, agentSessionId: signal.id, ...(signal.model === undefined ? {} : { model: signal.model }) }
    }
    case 'no-server':
      return { ...reading, hasServer: false }
    case 'entry':
      return withEntry(withoutRetries(reading), signal.entry)
    case 'doing':
      return { ...withoutRetries(reading), doing: { id: signal.id, text: signal.text } }
    case 'used':
      return {
        ...reading,
        used: { tokens: signal.tokens, ...(signal.cost === undefined ? {} : { cost: signal.cost }) },
      }
    case 'spent':
      return { ...reading, spent: withSpent(reading.spent, signal) }
    case 'context':
      return {
        ...reading,
        ...(signal.tokens === undefined ? {} : { contextTokens: signal.tokens }),
        ...(signal.window === undefined ? {} : { contextWindow: signal.window }),
      }
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
      // What was told of an error first is nearer to it than the summary that follows.
      return signal.end.kind === 'api-error' && reading.end ? reading : { ...reading, end: signal.end }
  }
}

/** Another process of the agent begins: how the one before ended is over. */
export function nextStint(reading: StintReading): StintReading {
  const { end: _past, doing: _done, limitUntil: _over, used: _summed, ...rest } = withoutRetries(reading)
  // Ids of calls may begin anew with each process, and nothing of the former one returns any more.
  const window = { ...rest.window, work: { ...rest.window.work, pending: [] } }
  return {
    ...rest,
    window,
    spent: { before: 0, id: '', tokens: 0 },
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
    return { ...reading, window, doing: { id: entry.id, text } }
  }
  if (entry.kind === 'tool-returned' && reading.doing?.id === entry.id) {
    const { doing: _done, ...rest } = reading
    return { ...rest, window }
  }
  return entry.kind === 'compacted' ? { ...reading, window, isCompacted: true } : { ...reading, window }
}

function bounded(window: OpenWindow): OpenWindow {
  if (window.texts.length <= MOST_TEXTS && window.staleTexts.length <= MOST_TEXTS) return window
  return { ...window, texts: window.texts.slice(-MOST_TEXTS), staleTexts: window.staleTexts.slice(-MOST_TEXTS) }
}

/** Lines of one answer follow one another. */
function withSpent(
  spent: StintReading['spent'],
  { id, tokens }: Extract<Signal, { kind: 'spent' }>,
): StintReading['spent'] {
  return spent.id === id ? { ...spent, tokens } : { before: spent.before + spent.tokens, id, tokens }
}

/** Over the agent's session: what it told, else what it had used before and this stint's answers. */
export function usageOf({ used, spent }: StintReading, before: Usage | undefined): Usage | undefined {
  if (used) return used
  const tokens = spent.before + spent.tokens
  if (tokens === 0) return before
  return { tokens: (before?.tokens ?? 0) + tokens, ...(before?.cost === undefined ? {} : { cost: before.cost }) }
}

export function contextUse({ contextTokens, contextWindow }: StintReading): number | undefined {
  if (contextTokens === undefined || contextWindow === undefined || contextWindow <= 0) return undefined
  return Math.min(1, contextTokens / contextWindow)
}
