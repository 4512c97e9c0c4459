// Waiting in tests: for a condition, never for a time.
import { WAIT_MS } from './limits.ts'

/** Looks often at first, then less: looking at all processes or at a store takes time from what is waited for. */
const LOOK_MS = { first: 10, longest: 50, growth: 1.2 } as const

/** Looks until something has happened; otherwise it fails the test and says what was there instead. */
export async function until(happened: () => boolean | Promise<boolean>, instead = () => `${happened}`): Promise<void> {
  const deadline = performance.now() + WAIT_MS
  for (let ms: number = LOOK_MS.first; !(await happened()); ms = Math.min(ms * LOOK_MS.growth, LOOK_MS.longest)) {
    if (performance.now() > deadline) throw new Error(`did not happen within ${WAIT_MS} ms: ${instead()}`)
    await Bun.sleep(ms)
  }
}

/**
 * That nothing happens can only be seen by looking for a while. On a slow machine less is seen, but nothing fails.
 * Not for waiting until something has happened.
 */
export function aWhile(ms: number): Promise<void> {
  return Bun.sleep(ms)
}
