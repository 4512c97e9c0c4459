// The names that schemas and commands share. Without the schema library, which a command that only names them need not load.

export const CLAIM_STATUSES = ['success', 'partial', 'blocked'] as const
export const NEEDS = ['input', 'credentials', 'permission', 'external'] as const
export const CRITERION_STATES = ['met', 'not-applicable', 'open'] as const
export const TASK_STATUSES = ['open', 'verifying', 'waiting', 'paused', 'awaiting-review', 'ended'] as const
export const MODES = ['off', 'watch', 'balanced', 'strict'] as const
export const OUTCOMES = [
  'completed',
  'unverified',
  'partial',
  'blocked',
  'needs-input',
  'rejected',
  'capped',
  'stuck',
  'over-budget',
  'agent-failed',
  'usage-limited',
  'interrupted',
  'cancelled',
] as const

/** As users write one: `90s`, `10m`. */
export const DURATION = /^\d+(\.\d+)?(ms|s|m|h|d)$/

export function isOneOf<Name extends string>(names: readonly Name[], text: string | undefined): text is Name {
  return (names as readonly (string | undefined)[]).includes(text)
}
