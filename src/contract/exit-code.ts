// Exit codes of every command, in one place. No schema library here: the hook path imports it.
import type { ErrorCode } from './error.ts'
import type { ListOutcome } from './list.ts'
import type { Outcome } from './outcome.ts'

export const exitCode = {
  yes: 0,
  no: 1,
  usage: 2,
  internal: 70,
  /** Checks have not ended yet: ask again. */
  stillRunning: 75,
  /** Of `verify`: nothing proves the change, and nothing speaks against it. */
  unverified: 3,
  /** Of `verify`: a person must look. */
  look: 9,
} as const

/** How `run` and `resume` tell the outcome of a task. */
export const outcomeExit: Readonly<Record<Outcome | 'awaiting-review', number>> = {
  completed: 0,
  unverified: 3,
  partial: 4,
  blocked: 5,
  rejected: 6,
  capped: 7,
  stuck: 7,
  'over-budget': 8,
  'awaiting-review': 9,
  'agent-failed': 10,
  'usage-limited': 11,
  'needs-input': 12,
  interrupted: 130,
  cancelled: 130,
}

/** How they tell the outcome of a task list. */
export const listExit: Readonly<Record<ListOutcome, number>> = { completed: 0, 'awaiting-review': 9, partial: 4 }

const OF_ERRORS: Partial<Record<ErrorCode, number>> = {
  usage: exitCode.usage,
  'unknown-command': exitCode.usage,
  'unknown-check': exitCode.usage,
  'config-invalid': exitCode.usage,
  'unknown-agent': exitCode.usage,
  'no-agents': exitCode.no,
  'agent-missing': outcomeExit['agent-failed'],
  'run-busy': exitCode.usage,
  'not-resumable': exitCode.usage,
  'no-repository': exitCode.usage,
  'unknown-commit': exitCode.usage,
  'install-busy': exitCode.no,
  'unknown-task': exitCode.no,
  'ambiguous-task': exitCode.no,
  'person-needed': exitCode.no,
  'no-checks': exitCode.no,
}

/** Of `run` and `resume` every code above 2 is an outcome. */
export function internalExit(command: string | undefined): number {
  return command === 'run' || command === 'resume' ? exitCode.no : exitCode.internal
}

export function exitCodeOf(error: ErrorCode): number {
  return OF_ERRORS[error] ?? exitCode.internal
}
