// The acceptance criteria that a task is opened with: their ids and their limits.
import type { Criterion, CriterionRow } from '../../contract/criterion.ts'
import { oneLine } from '../text/printable.ts'
import type { Mask } from './masked.ts'

export const MOST_CRITERIA = 50
export const MOST_CRITERION_CHARACTERS = 1000

/** It stands in a command line before `=`. */
const ID = /^[A-Za-z0-9][\w.-]{0,39}$/

/** For texts that no tracker gave an id: `c1`, `c2`, … */
export function numberedCriteria(texts: readonly string[]): readonly Criterion[] {
  return texts.map((text, index) => ({ id: `c${index + 1}`, text: text.trim() }))
}

/** What is wrong with the criteria of a new task, as a sentence. */
export function troubleWith(criteria: readonly Criterion[]): string | undefined {
  if (criteria.length > MOST_CRITERIA) return `${criteria.length} acceptance criteria; ${MOST_CRITERIA} is the most`
  const ids = new Set<string>()
  for (const { id, text } of criteria) {
    const name = `acceptance criterion "${oneLine(id, 60)}"`
    if (!ID.test(id)) return `${name}: an id has up to 40 letters, digits, dots, dashes and underscores`
    if (ids.has(id)) return `${name} is there twice`
    if (text.trim() === '') return `${name} has no text`
    if (text.length > MOST_CRITERION_CHARACTERS) {
      return `${name} has ${text.length} characters; ${MOST_CRITERION_CHARACTERS} is the most`
    }
    ids.add(id)
  }
  return undefined
}

/** What is wrong with the rows of a claim, as a sentence, and what to do about it. */
export function troubleWithRows(
  rows: readonly CriterionRow[] | undefined,
  criteria: readonly Criterion[] = [],
): { readonly why: string; readonly next: string } | undefined {
  const why = whyWrong(rows ?? [], criteria)
  if (why === undefined) return undefined
  if (criteria.length === 0) return { why, next: 'claim again without criteria' }
  const ids = criteria.map(({ id }) => id).join(', ')
  return { why, next: `claim again with one row for each of the criteria of this task: ${ids}` }
}

function whyWrong(rows: readonly CriterionRow[], criteria: readonly Criterion[]): string | undefined {
  if (rows.length > 0 && criteria.length === 0) return 'this task has no acceptance criteria'
  const seen = new Set<string>()
  for (const { id, state, by = '' } of rows) {
    const name = `criterion "${oneLine(id, 60)}"`
    if (!criteria.some((one) => one.id === id)) return `${name} is no criterion of this task`
    if (seen.has(id)) return `${name} has two rows`
    if (by.trim() === '' && state === 'met')
      return `${name} is met by what? Name in "by" the check or file that shows it`
    if (by.trim() === '' && state === 'not-applicable') return `${name} does not apply: say why in "by"`
    seen.add(id)
  }
  return undefined
}

export function maskedCriteria(criteria: readonly Criterion[] | undefined, mask: Mask): readonly Criterion[] {
  return (criteria ?? []).map(({ id, text }) => ({ id, text: mask(text) }))
}
