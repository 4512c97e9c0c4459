// The only clock of the tests, for values that a program compares with its own: file times, the reset of a limit, how
// long a program lives where it is to be killed in mid-life, and the bounds of a time that it counted itself. Nothing is
// expected of how long something took.

export function ago(ms: number): Date {
  return new Date(Date.now() - ms)
}

/** In whole seconds since 1970, as agents name the reset of a limit. */
export function inSeconds(seconds: number): number {
  return Math.ceil(Date.now() / 1000) + seconds
}

/** How long the work takes here and now. */
export async function lifeOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
