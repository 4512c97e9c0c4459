// How to claim success, as the end of a sentence: by the best of the ways that a session has.
import type { Way, WayByCall, WaysToClaim } from '../../../contract/facts.ts'

/** Refusals are shorter than the contract. */
export interface Wording {
  readonly end: string
  /** Before the line that may stand in place of the tool. */
  readonly orLine: string
}

export function howToClaim(ways: WaysToClaim, { end, orLine }: Wording): string {
  const call = ways.find((way): way is WayByCall => 'needsRows' in way)
  if (call) return withRows(call)
  const [described, line, words] = (['described', 'line', 'words'] as const).map((kind) => sayOf(ways, kind))
  if (described) return `${end} ${described}.`
  if (hasWay(ways, 'tool')) return `call complete_task${line ? `, or ${orLine}\n${line}` : '.'}`
  if (line) return `${end} this line alone:\n${line}`
  if (hasWay(ways, 'cli')) return 'run `fullstop claim success --summary "…"`.'
  return words ? `${end} ${words}` : 'say so to the user.'
}

function withRows({ kind }: WayByCall): string {
  if (kind === 'tool')
    return 'call complete_task, with a row {id, state, by} in criteria for each acceptance criterion.'
  return 'run `fullstop claim success --summary "…" --criterion ID=met:BY`, with one --criterion for each acceptance criterion.'
}

export function hasWay(ways: WaysToClaim, kind: Way['kind']): boolean {
  return ways.some((way) => way.kind === kind)
}

function sayOf(ways: WaysToClaim, kind: Way['kind']): string | undefined {
  return ways.flatMap((way) => (way.kind === kind && 'say' in way ? [way.say] : []))[0]
}
