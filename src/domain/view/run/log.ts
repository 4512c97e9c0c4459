// Every event of a run, for a person who wants to see all of it, with the last output of a check that failed.
import type { Event } from '../../../contract/event.ts'
import { printable } from '../../text/printable.ts'
import { type EventView, viewEvent } from '../event.ts'

const TAIL_LINES = 6

export interface RunLine extends EventView {
  /** The last lines of the output of a check that did not pass: the agent reads them too. */
  readonly output: readonly string[]
}

export function viewRunEvent(event: Event): RunLine {
  return { ...viewEvent(event), output: outputOf(event) }
}

function outputOf(event: Event): readonly string[] {
  if (event.kind !== 'check.finished' || event.check.result === 'passed') return []
  const lines = event.check.tail.split('\n').filter((line) => line.trim() !== '')
  return lines.slice(-TAIL_LINES).map(printable)
}
