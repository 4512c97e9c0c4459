// The acceptance criteria of a task with what the claim says of each, one line for each.
import type { Claim } from '../../../contract/claim.ts'
import type { Criterion } from '../../../contract/criterion.ts'
import { oneLine } from '../../text/printable.ts'

export interface CriterionLine {
  readonly text: string
  readonly isMet: boolean
}

export function viewCriteria(criteria: readonly Criterion[], claim: Claim | undefined): CriterionLine[] {
  return criteria.map(({ id, text }) => {
    const row = claim?.criteria?.find((one) => one.id === id)
    const by = row?.by === undefined ? '' : `${row.state === 'met' ? ' by ' : ': '}${oneLine(row.by, 200)}`
    const state = row ? `${row.state}${by}` : 'the claim says nothing of it'
    return { text: `${oneLine(id, 60)}: ${oneLine(text, 300)} (${state})`, isMet: row?.state === 'met' }
  })
}
