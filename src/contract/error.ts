// An error that a user can meet: a pinned code, what happened, and what to do next.

export type ErrorCode =
  | 'usage'
  | 'unknown-command'
  | 'unknown-task'
  | 'ambiguous-task'
  | 'person-needed'
  | 'store-damaged'
  | 'store-unwritable'
  | 'store-newer'
  | 'input-invalid'
  | 'no-checks'
  | 'unknown-check'
  | 'config-invalid'
  | 'journal-damaged'
  | 'install-busy'
  | 'unknown-agent'
  | 'no-agents'
  | 'agent-missing'
  | 'run-busy'
  | 'not-resumable'
  | 'no-repository'
  | 'unknown-commit'
  | 'unreadable'
  | 'internal'

export class FullstopError extends Error {
  readonly code: ErrorCode
  readonly hint: string

  constructor(code: ErrorCode, message: string, hint: string) {
    super(message)
    this.name = 'FullstopError'
    this.code = code
    this.hint = hint
  }
}
