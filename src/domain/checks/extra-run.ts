// Extra runs of a check in words.
import type { ExtraRun } from '../../contract/evidence.ts'

/** `sealed run of test`. */
export function extraName({ kind, check }: Pick<ExtraRun, 'kind' | 'check'>): string {
  return `${kind} run of ${check}`
}

/** `sealed run of test: passes with the tests from the start of the task`. */
export function toldBy({ kind, check, why }: Pick<ExtraRun, 'kind' | 'check' | 'why'>): string {
  return `${extraName({ kind, check })}: ${why}`
}
