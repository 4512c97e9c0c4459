// The end of every loop, whatever cap was asked for.
export const HARD_END = { continuations: 100, ms: 8 * 60 * 60 * 1000 } as const
