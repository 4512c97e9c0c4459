// Exit codes of every command, in one place. No schema library here: the hook path imports it.
import type { ErrorCode } from './error.ts'

export const exitCode = {
  yes: 0,
  no: 1,
  usage: 2,
  internal: 70,
  /** Checks have not ended yet: ask again. */
  stillRunning: 75,
} as const

const OF_ERRORS: Partial<Record<ErrorCode, number>> = {
  usage: exitCode.usage,
  'unknown-command': exitCode.usage,
  'unknown-check': exitCode.usage,
  'config-invalid': exitCode.usage,
  'unknown-agent': exitCode.usage,
  'no-agents': exitCode.no,
  'install-busy': exitCode.no,
  'unknown-task': exitCode.no,
  'ambiguous-task': exitCode.no,
  'person-needed': exitCode.no,
  'no-checks': exitCode.no,
}

export function exitCodeOf(error: ErrorCode): number {
  return OF_ERRORS[error] ?? exitCode.internal
}
