// The start of a task is read beside the hook. A real agent thinks for a second before it touches a file; ours waits.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const MOST_MS = 20_000

/** Until no start is being read; one whose process was killed is not waited for longer than the limit. */
export async function startRead(state: string): Promise<void> {
  const deadline = performance.now() + MOST_MS
  while (isReading(join(state, 'starts')) && performance.now() < deadline) await Bun.sleep(5)
}

function isReading(starts: string): boolean {
  try {
    return readdirSync(starts).some((name) => name.endsWith('.request'))
  } catch {
    // Nothing was ever opened there.
    return false
  }
}
