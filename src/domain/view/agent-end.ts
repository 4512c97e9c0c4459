// How a turn of the agent ended when it did not end it by itself, in words for people: never a code.
import type { AgentEnd } from '../../contract/agent/agent-end.ts'
import type { Decision } from '../../contract/decision.ts'
import type { Involuntary } from '../../contract/agent/entry.ts'
import { oneLine } from '../text/printable.ts'

const WORDS: Readonly<Record<Involuntary, string>> = {
  'context-limit': 'ran out of context',
  compaction: 'could not compact its context',
  auth: 'is not logged in',
  'api-error': 'could not reach its model',
  'usage-limit': 'hit a usage limit',
  'output-cut': 'was cut off in the middle of its answer',
  'model-missing': 'does not know the model',
  'model-refused': 'refused the request',
  'agent-cap': 'reached a limit of its own',
  hung: 'did nothing for too long',
  crashed: 'crashed',
  'not-started': 'could not be started',
  'session-missing': 'lost its session',
  interrupted: 'was interrupted',
}

/** `hit a usage limit: You've hit your 5-hour limit`; undefined where the agent stopped by itself. */
export function endWords(end: AgentEnd | undefined): string | undefined {
  if (!end || end.kind === 'stopped') return undefined
  if (isOverBudget(end)) return `was stopped: ${end.detail}`
  return `${WORDS[end.kind]}${end.detail ? `: ${oneLine(end.detail, 300)}` : ''}`
}

/** We stopped it, and no limit of its own. Older records say `tokens`. */
export function isOverBudget(end: AgentEnd | undefined): boolean {
  return end?.kind === 'agent-cap' && /^the (?:time|tokens?|cost) budget is used up$/.test(end.detail ?? '')
}

/** The agent continues after a fault, and was refused nothing. */
export function isCutOff({ kind, because }: Pick<Decision, 'kind' | 'because'>): boolean {
  return kind === 'continue' && because[0]?.code === 'not-the-agents-choice'
}

/** A reason of the gate for people: how the turn ended in words instead of its code. */
export function reasonText(text: string): string {
  return text.replace(CODED, (all, code: string) => {
    const words = Object.hasOwn(WORDS, code) ? WORDS[code as Involuntary] : undefined
    return words === undefined ? all : `the agent ${words}`
  })
}

const CODED = /^the stop is not the agent's choice: ([a-z-]+)/
