// The parts of a typical brief, for the tests of its text.
import type { BriefParts } from './brief.ts'

export const NOW = new Date('2026-11-15T12:00:00.000Z')
export const minutesAgo = (minutes: number): string => new Date(NOW.getTime() - minutes * 60_000).toISOString()

export const emptyParts: BriefParts = {
  task: 'tsk_7',
  now: NOW,
  prompts: [],
  files: { at: minutesAgo(1), items: [] },
  todos: { at: minutesAgo(5), items: [] },
  recentToolCalls: [],
  state: { text: '', at: minutesAgo(6) },
  claimBy: 'call complete_task',
}

export const typicalParts: BriefParts = {
  ...emptyParts,
  prompts: [
    { text: 'Add a rate limit to the login route.\n\nFive tries per minute, then 429.', at: minutesAgo(120) },
    { text: 'Also log every refused try.', at: minutesAgo(30) },
  ],
  context: {
    sessionId: 'abc',
    taskId: 'tsk_7',
    updatedAt: minutesAgo(12),
    originalRequest: 'Rate limit for logins',
    summary: 'The limiter is written and wired into the route.',
    keyDecisions: ['Count in memory: one process serves all logins.', 'Key by address, not by account.'],
    filesModified: [{ path: 'src/limit.ts', operation: 'created', timestamp: minutesAgo(12) }],
    currentStatus: 'All tests pass but one.',
    remainingWork: 'Fix the clock in the test, then write the log line.',
    recentToolCalls: [],
    blockers: ['The staging log needs a token.'],
  },
  files: {
    at: minutesAgo(1),
    items: [
      { path: 'src/limit.ts', operation: 'modified', timestamp: minutesAgo(1) },
      { path: 'src/login.ts', operation: 'modified', timestamp: minutesAgo(1) },
    ],
  },
  todos: {
    at: minutesAgo(5),
    items: [
      { id: '1', text: 'Write the limiter', status: 'done' },
      { id: '2', text: 'Log refused tries', status: 'open' },
      { id: '3', text: 'Ask for a captcha', status: 'cancelled' },
    ],
  },
  recentToolCalls: [
    { name: 'Edit', timestamp: minutesAgo(9), input: 'src/login.ts', status: 'completed' },
    { name: 'Bash', timestamp: minutesAgo(8), input: 'npm test', output: '1 fail', status: 'error' },
  ],
  state: { text: 'open; the last claim was refused: test failed', at: minutesAgo(6) },
  lastFailure: { check: 'test', why: 'exit code 1', tail: 'expected 429\nreceived 200', at: minutesAgo(6) },
  before: { text: 'Moved the login route into a file of its own. It was completed.', at: minutesAgo(1440) },
}
