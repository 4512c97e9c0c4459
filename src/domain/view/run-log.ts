// The events of a run that a person who watches it is told, with the last output of a check that failed.
import type { Event } from '../../contract/event.ts'
import { printable } from '../text/printable.ts'
import { type EventView, viewEvent } from './event.ts'

const TAIL_LINES = 6

/** Events that `fullstop log` prints and that a person who watches the run does not need. */
const LEFT_OUT: readonly Event['kind'][] = [
  'session.seen',
  'session.ended',
  'request.opened',
  'tool.used',
  'claim.bound',
  'claim.verifying',
  'check.started',
  'checks.started',
  'subagent.stopped',
  'brief.given',
  'stint.settled',
]

export interface RunLine extends EventView {
  /** The last lines of the output of a check that did not pass: the agent reads them too. */
  readonly output: readonly string[]
}

/** Absent: the event is left out. `agentSession` is the agent's session that was told last. */
export function viewRunEvent(event: Event, agentSession: string | undefined): RunLine | undefined {
  if (LEFT_OUT.includes(event.kind)) return undefined
  if (event.kind === 'stint.known' && event.agentSessionId === agentSession) return undefined
  if (event.kind === 'checks.finished' && event.notes.length === 0) return undefined
  return { ...viewEvent(event), output: outputOf(event) }
}

function outputOf(event: Event): readonly string[] {
  if (event.kind !== 'check.finished' || event.check.result === 'passed') return []
  const lines = event.check.tail.split('\n').filter((line) => line.trim() !== '')
  return lines.slice(-TAIL_LINES).map(printable)
}
