// The acceptance criteria of a task with what the claim says of each, one line for each.
import type { Claim } from '../../../contract/claim.ts'
import type { Criterion } from '../../../contract/criterion.ts'
import type { Event, EventOf } from '../../../contract/event.ts'
import { oneLine } from '../../text/printable.ts'

export interface CriterionLine {
  readonly text: string
  readonly isMet: boolean
}

export function viewCriteria(criteria: readonly Criterion[], claim: Claim | undefined): CriterionLine[] {
  return criteria.map(({ id, text }) => {
    const row = claim?.criteria?.find((one) => one.id === id)
    const by = row?.by === undefined ? '' : `${row.state === 'met' ? ' by ' : ': '}${oneLine(row.by, 200)}`
    const state = row ? `${row.state}${by}` : claim ? 'the claim says nothing of it' : 'nothing is claimed yet'
    return { text: `${oneLine(id, 60)}: ${oneLine(text, 300)} (${state})`, isMet: row?.state === 'met' }
  })
}

/** By the newest claim of the task that still stands. */
export function criteriaIn(criteria: readonly Criterion[] | undefined, events: readonly Event[]): CriterionLine[] {
  if (criteria === undefined) return []
  const voided = new Set(events.flatMap((event) => (event.kind === 'claim.voided' ? [event.claim] : [])))
  const made = events.findLast(
    (event): event is EventOf<'claim.made'> => event.kind === 'claim.made' && !voided.has(event.claim.id),
  )
  return viewCriteria(criteria, made?.claim)
}
