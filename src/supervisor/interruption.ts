// What the person at the terminal asked for: once, and the run ends after this turn; twice, and it ends now.

export interface Interruption {
  readonly isAsked: () => boolean
  readonly isNow: () => boolean
  /** Aborted when it is to end now. */
  readonly signal: AbortSignal
  readonly ask: () => void
  readonly demand: () => void
}

export function newInterruption(): Interruption {
  const now = new AbortController()
  let isAsked = false
  return {
    isAsked: () => isAsked,
    isNow: () => now.signal.aborted,
    signal: now.signal,
    ask: () => {
      if (isAsked) now.abort()
      isAsked = true
    },
    demand: () => {
      isAsked = true
      now.abort()
    },
  }
}
