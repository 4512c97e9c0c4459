// Waiting in tests: for a condition, never for a time.
import { WAIT_MS } from './limits.ts'

/** Looks until something has happened; otherwise it fails the test and says what was there instead. */
export async function until(happened: () => boolean | Promise<boolean>, instead = () => `${happened}`): Promise<void> {
  const deadline = performance.now() + WAIT_MS
  while (!(await happened())) {
    if (performance.now() > deadline) throw new Error(`did not happen within ${WAIT_MS} ms: ${instead()}`)
    await Bun.sleep(10)
  }
}

/**
 * That nothing happens can only be seen by looking for a while. On a slow machine less is seen, but nothing fails.
 * Not for waiting until something has happened.
 */
export function aWhile(ms: number): Promise<void> {
  return Bun.sleep(ms)
}
