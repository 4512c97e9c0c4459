// What the agent said last, for a person: where it changed nothing, that is all there is of its work.
import type { Event } from '../../../contract/event.ts'
import { isSignal } from '../../review/replies.ts'
import { LAST_WORDS_KEPT, printable } from '../../text/printable.ts'

const MOST_LINES = 20
const TAG_AT_END = /\s*<promise>[^<>]*<\/promise>\s*$/

/** Its lines without the claim; none if anything changed, or if that is not known. */
export function wordsInstead(events: readonly Event[]): readonly string[] {
  const evidence = events.findLast((event) => event.kind === 'claim.verified')?.evidence
  if (evidence?.changed === undefined || evidence.changed.length > 0 || (evidence.changedCount ?? 0) > 0) return []
  for (const event of events.toReversed()) {
    const lines = event.kind === 'stop.decided' ? linesOf(event.lastWords ?? '') : []
    if (lines.length > 0) return lines
  }
  return []
}

function linesOf(words: string): readonly string[] {
  const lines = printable(words)
    .split('\n')
    .filter((line) => !isSignal(line))
    .map((line) => line.replace(TAG_AT_END, '').trimEnd())
    .filter((line) => line !== '')
  const isCut = words.length >= LAST_WORDS_KEPT || lines.length > MOST_LINES
  return isCut && lines.length > 0 ? ['…', ...lines.slice(-MOST_LINES)] : lines
}
