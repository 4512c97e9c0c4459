// One line of `fullstop doctor`.
export interface DoctorFinding {
  /** Absent: it is about ourselves. */
  readonly agent?: string
  readonly what: string
  readonly result: 'ok' | 'not ok' | 'not proven'
  readonly detail: string
  /** The one command that fixes it. */
  readonly fix?: string
}
