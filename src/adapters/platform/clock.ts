// The clock: the only place that reads it.

export function now(): Date {
  return new Date()
}

/** Milliseconds on a clock that cannot be set: only differences mean something, and only within this process. */
export function elapsed(): number {
  return performance.now()
}

/** Milliseconds of processor time that this process has used so far. */
export function worked(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** When this process began. */
export function startedAt(): Date {
  return new Date(performance.timeOrigin)
}

export async function sleep(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.min(ms, 2 ** 31 - 1)))
}
