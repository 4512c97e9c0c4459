// Saves for the tests of the memory, and what a test changes in them.
import type { ContextUpdate, Observation, RecentToolCall, Saved, TouchedFile } from '../../contract/context.ts'

export const AT = '2026-11-15T10:00:00.000Z'
export const LATER = '2026-11-15T10:05:00.000Z'

export const update = (changes: Partial<ContextUpdate> = {}): ContextUpdate => ({
  originalRequest: 'Limit the logins.',
  summary: 'The limiter is written.',
  currentStatus: 'Tests run.',
  ...changes,
})

export const saved = (
  changes: Partial<ContextUpdate> = {},
  seen: Partial<Observation> = {},
  head: Partial<Omit<Saved, 'update' | 'seen'>> = {},
): Saved => ({
  id: 'sav_1',
  at: AT,
  sessionId: 'abc',
  taskId: 'task_1',
  update: update(changes),
  seen: { files: [], recentToolCalls: [], ...seen },
  ...head,
})

export const file = (path: string, operation: TouchedFile['operation'], timestamp = AT): TouchedFile => ({
  path,
  operation,
  timestamp,
})

export const call = (name: string): RecentToolCall => ({ name, timestamp: AT, status: 'completed' })
