// Which checks a change asks for. What changed is told by the caller.
import type { CheckConfig } from '../../contract/config/config.ts'
import type { Evidence } from '../../contract/evidence.ts'
import { toPathMatcher } from './paths.ts'

interface DueChecks {
  readonly due: readonly CheckConfig[]
  readonly skipped: Evidence['skipped']
}

/** A check that names `paths` is left out when nothing under them changed; what changed must be known for that. */
export function dueChecks(checks: readonly CheckConfig[], changed: readonly string[] | undefined): DueChecks {
  const isSkipped = ({ paths = [] }: CheckConfig): boolean =>
    paths.length > 0 && changed !== undefined && !changed.some(toPathMatcher(paths))
  return {
    due: checks.filter((check) => !isSkipped(check)),
    skipped: checks
      .filter(isSkipped)
      .map(({ name, paths = [] }) => ({ name, why: `nothing under ${paths.join(', ')} changed` })),
  }
}
