// A task whose events were erased, in words: since when, and why.
import type { TaskState } from '../../contract/state.ts'
import { keptFor } from './save-context.ts'

const A_DAY_MS = 24 * 3_600_000

export function erasedLine(task: TaskState, erasedAt: string): string {
  const days = Math.round(keptFor(task) / A_DAY_MS)
  const kept = days === 1 ? '1 day' : `${days} days`
  return `its events were erased on ${erasedAt.slice(0, 10)}: a task is kept for ${kept} after its end (memory.keep)`
}
