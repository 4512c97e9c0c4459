// Which suspicion an extra run can clear, with the reason: one row per kind. Everything else is left to a person.
import type { Tampering } from '../../../contract/change.ts'
import { kindOfConfig } from '../yardstick/yardstick.ts'

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
  // The hidden file is in the copy as well.
  hidden: 'nothing',
  // No check runs the CI or our config.
  ci: 'nothing',
  'own-config': 'nothing',
  // It stands in the code under test, which the sealed run leaves as it is.
  rigged: 'nothing',
}

export function clearedBySealed({ kind = '', file }: Pick<Tampering, 'kind' | 'file'>): SealedMeasure {
  // Settings are put back like changed ones.
  if (kind === 'deleted' && isSettings(file)) return 'all-checks'
  return Object.hasOwn(SEALED, kind) ? (SEALED[kind] ?? 'nothing') : 'nothing'
}

function isSettings(path: string): boolean {
  const kind = kindOfConfig(path)
  return kind !== undefined && kind !== 'ci' && kind !== 'own'
}

/** Changes after which a check may run fewer tests. The sealed run shows how many the check of the start runs. */
const NARROWS: ReadonlySet<string> = new Set(['command', 'config', 'shadowed', 'deleted'])

export function canNarrow({ kind = '' }: Pick<Tampering, 'kind'>): boolean {
  return NARROWS.has(kind)
}

/**
 * A canary that fails clears nothing: code that tells it from other tests, by a file, a name or a stack, fails with it and
 * cheats without it. One that stays green shows that the check cannot fail; these kinds of change can be the reason.
 */
const STOPS_FAILING: ReadonlySet<string> = new Set(['rigged', 'vacuous', 'command', 'config', 'shadowed', 'hidden'])

export function canStopFailing({ kind = '' }: Pick<Tampering, 'kind'>): boolean {
  return STOPS_FAILING.has(kind)
}
