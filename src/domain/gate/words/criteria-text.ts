// The acceptance criteria of a task as its agent reads them.
import type { Criterion } from '../../../contract/criterion.ts'
import { flat } from './quoted.ts'

/** A request with the criteria below it. */
export function withCriteria(request: string, criteria: readonly Criterion[] = []): string {
  if (criteria.length === 0) return request
  const lines = criteria.map(({ id, text }) => `- ${id}: ${flat(text)}`)
  return `${request}\n\nThe result must meet each of these acceptance criteria:\n${lines.join('\n')}`
}
