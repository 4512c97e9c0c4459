// A session and its newest task: open or not, heard by a hook or not, and open again for a stop after an answered call.
import { describe, expect, test } from 'bun:test'
import type { SessionState, TaskState } from '../../contract/state.ts'
import { AT, POLICY } from './events.fixture.ts'
import { isGated, type Known, reopened, toKnown } from './known.ts'

const task = (changes: Partial<TaskState> = {}): TaskState => ({
  id: 'task_1',
  status: 'open',
  agent: 'claude',
  session: 'ses_1',
  policy: POLICY,
  openedAt: AT,
  updatedAt: AT,
  prompts: 1,
  stops: 0,
  refusals: 0,
  claims: 0,
  ...changes,
})
const session = (gated: boolean): SessionState => ({
  id: 'ses_1',
  agent: 'claude',
  agentSessionId: 'abc',
  attended: true,
  gated,
  promptsHeard: true,
  todos: [],
  vendorGoal: false,
  wakeUps: [],
  lastSeen: AT,
})
const known = (state: TaskState | undefined, gated = true): Known =>
  toKnown('ses_1', { version: 2, state: session(gated) }, { version: 3, state })

describe('toKnown', () => {
  const rows: readonly (readonly [string, TaskState | undefined, { readonly openTask?: TaskState }])[] = [
    ['no task', undefined, {}],
    ['an open task', task(), { openTask: task() }],
    ['a paused task', task({ status: 'paused' }), { openTask: task({ status: 'paused' }) }],
    ['an ended task', task({ status: 'ended' }), {}],
  ]
  test.each(rows)('%s', (_name, state, open) => {
    expect(toKnown('ses_1', { version: 2, state: undefined }, { version: 3, state })).toStrictEqual({
      sessionId: 'ses_1',
      session: { version: 2, state: undefined },
      task: { version: 3, state },
      ...open,
    })
  })
})

describe('isGated', () => {
  const rows: readonly (readonly [string, SessionState | undefined, boolean])[] = [
    ['a session that a hook was heard of', session(true), true],
    ['a session that only calls are known of', session(false), false],
    ['no session', undefined, true],
  ]
  test.each(rows)('%s', (_name, state, expected) => {
    expect(isGated({ session: { version: 1, state } })).toBe(expected)
  })
})

describe('reopened', () => {
  const ended = task({ status: 'ended', outcome: 'completed', endedByCall: true })
  const asked = task({ status: 'awaiting-review' })
  const cancelled = task({ status: 'ended', outcome: 'cancelled', endedByCall: true })
  const byStop = task({ status: 'ended', outcome: 'completed' })
  const again = (before: Known, open: TaskState): Known => ({
    ...before,
    openTask: open,
    task: { version: 3, state: open },
  })
  const rows: readonly (readonly [string, Known, Known])[] = [
    ['no task', known(undefined), known(undefined)],
    ['an open task', known(task(), false), known(task(), false)],
    ['ended by the answer to a call', known(ended), again(known(ended), task({ endedByCall: true }))],
    ['cancelled', known(cancelled), known(cancelled)],
    ['ended by a stop', known(byStop, false), known(byStop, false)],
    ['put to review by the answer to a call', known(asked, false), again(known(asked, false), task())],
    ['put to review by a stop', known(asked), known(asked)],
  ]
  test.each(rows)('%s', (_name, before, expected) => {
    expect(reopened(before)).toStrictEqual(expected)
  })
})
