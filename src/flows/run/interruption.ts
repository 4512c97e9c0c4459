// What the person at the terminal asked for: once, and the run ends after this turn; twice, and it ends now.

export interface Interruption {
  /** Aborted when it is to end after this turn. */
  readonly asked: AbortSignal
  /** Aborted when it is to end now. */
  readonly now: AbortSignal
  readonly ask: () => void
  readonly demand: () => void
}

export function newInterruption(): Interruption {
  const asked = new AbortController()
  const now = new AbortController()
  const demand = (): void => {
    asked.abort()
    now.abort()
  }
  return {
    asked: asked.signal,
    now: now.signal,
    ask: () => (asked.signal.aborted ? demand() : asked.abort()),
    demand,
  }
}
