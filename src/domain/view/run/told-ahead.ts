// Events in the order in which a person tells them, while they come in. A claim in the agent's words is recorded with its
// decision, after its checks; it is told when they begin.
import type { Event } from '../../../contract/event.ts'
import { toText } from '../part.ts'
import { type RunLine, viewRunEvent } from './log.ts'

export interface ToldAhead {
  /** A claim is told, and not decided yet. */
  readonly isClaimed: boolean
  /** It was told before it was recorded. */
  readonly isAhead: boolean
}

export const nothingTold: ToldAhead = { isClaimed: false, isAhead: false }

/** What one more event adds for the person. */
export function tellAhead(
  told: ToldAhead,
  event: Event,
): { readonly told: ToldAhead; readonly lines: readonly RunLine[] } {
  const lines = [viewRunEvent(event)]
  switch (event.kind) {
    case 'checks.started':
      if (told.isClaimed || event.cause !== 'claim') return { told, lines }
      return { told: { isClaimed: true, isAhead: true }, lines: [claimed(event.at), ...lines] }
    case 'claim.made':
      return { told: { isClaimed: true, isAhead: false }, lines: told.isAhead ? [] : lines }
    case 'claim.decided':
    case 'claim.voided':
    case 'stop.decided':
      return { told: nothingTold, lines }
    default:
      return { told, lines }
  }
}

function claimed(at: string): RunLine {
  return { at, subject: 'claim', parts: [toText('success, in the words above')], details: [], output: [] }
}
