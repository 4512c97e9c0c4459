// Finds events that repeat what a session already recorded. A hook that is registered twice runs in two processes at
// once; if the store is locked for one of them, its events arrive later and were never compared with the other's.
import type { Event } from '../../contract/event.ts'
import type { SessionState } from '../../contract/state.ts'
import { cutPrompt } from './request/request.ts'

/** A stop delivered twice comes at the same moment; later it is a new one, so that guards never end late. */
export const SAME_STOP_MS = 5000

/** The events of one late append; `session`: the state before them. */
export function isRepeat(session: SessionState | undefined, events: readonly Event[]): boolean {
  return events.some((event) => isKnownPrompt(session, event) || isKnownStop(session, event))
}

function isKnownPrompt(session: SessionState | undefined, event: Event): boolean {
  if (event.kind !== 'request.opened' && event.kind !== 'prompt.joined') return false
  const { promptId, prompt } = event
  const request = session?.request
  if (!request || promptId === undefined || prompt === undefined) return false
  return request.promptIds.includes(promptId) && request.prompts.at(-1) === cutPrompt(prompt)
}

function isKnownStop(session: SessionState | undefined, event: Event): boolean {
  if (event.kind !== 'stop.decided' || event.key === undefined) return false
  const last = session?.request?.lastDecision
  return last?.key === event.key && Math.abs(Date.parse(event.at) - Date.parse(last.at)) < SAME_STOP_MS
}
