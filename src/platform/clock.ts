// The clock: the only place that reads it.

export function now(): Date {
  return new Date()
}

/** When this process began. */
export function startedAt(): Date {
  return new Date(performance.timeOrigin)
}

export async function sleep(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.min(ms, 2 ** 31 - 1)))
}
