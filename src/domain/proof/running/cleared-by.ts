// Which suspicion an extra run can clear, with the reason: one row per kind. Everything else is left to a person.
import type { Tampering } from '../../../contract/change.ts'

/**
 * - `tests` cleared by green sealed runs of all checks that run tests
 * - `all-checks` cleared by green sealed runs of all checks: the file may decide about any of them
 * - `nothing` no sealed run clears it
 */
export type SealedMeasure = 'tests' | 'all-checks' | 'nothing'

const SEALED: Readonly<Record<string, SealedMeasure>> = {
  // The test of the start runs again, as it was, and passes.
  skipped: 'tests',
  vacuous: 'tests',
  'fewer-assertions': 'tests',
  bent: 'tests',
  snapshot: 'tests',
  // A deleted test protects the next change too: passing today does not replace it.
  deleted: 'nothing',
  emptied: 'nothing',
  gone: 'nothing',
  // Commands and settings of the start ran again, for every check that they could decide about.
  command: 'all-checks',
  config: 'all-checks',
  shadowed: 'all-checks',
  suppressed: 'all-checks',
  // No check runs the CI or our config.
  ci: 'nothing',
  'own-config': 'nothing',
  // It stands in the code under test, which the sealed run leaves as it is.
  rigged: 'nothing',
}

export function clearedBySealed({ kind = '' }: Pick<Tampering, 'kind'>): SealedMeasure {
  return Object.hasOwn(SEALED, kind) ? (SEALED[kind] ?? 'nothing') : 'nothing'
}

/**
 * What a canary that fails shows: its file was loaded with the code in it, its tests ran to the last one, that one could
 * fail, and its failure reached the exit code. That clears code that ends the process early or decides about its exit
 * code. A canary compares plain numbers and is a test like no other, so it says nothing about replaced assertions, objects
 * that equal everything, code that looks at its caller or at tests, or code that hides what it does.
 */
const BY_CANARY: readonly string[] = [
  'product code ends the process with success',
  'product code signals itself and then ends with success',
  'product code decides what the process exits with',
  'product code swallows what nobody caught',
]

export function clearedByCanary({ kind, what }: Pick<Tampering, 'kind' | 'what'>): boolean {
  return kind === 'rigged' && BY_CANARY.some((start) => what.startsWith(start))
}
