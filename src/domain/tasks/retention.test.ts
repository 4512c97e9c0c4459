// How long things are kept: tables of what is due and what may go.
import { describe, expect, test } from 'bun:test'
import type { TaskState } from '../../contract/state.ts'
import { POLICY } from './events.fixture.ts'
import { dueAt, isLookDue, isPastEvent, isPastSession, isPastWorkspace } from './retention.ts'

const DAY_MS = 24 * 3_600_000
const BEFORE = '2026-02-01T00:00:00.000Z'
const OLD = '2026-01-31T23:59:59.999Z'

const ended: Pick<TaskState, 'status' | 'endedAt' | 'policy'> = {
  status: 'ended',
  endedAt: '2026-01-01T00:00:00.000Z',
  policy: POLICY,
}
const keep = (keepMs: number): Partial<TaskState> => ({
  policy: { ...POLICY, memory: { briefCharacters: 8000, keepMs } },
})
const undecided = (stints: readonly string[]): Partial<TaskState> =>
  ({ run: { undecided: stints } }) as unknown as Partial<TaskState>

const due: readonly (readonly [string, Partial<TaskState>, string | undefined])[] = [
  ['30 days after the end where the policy does not say', {}, '2026-01-31T00:00:00.000Z'],
  ['as long after the end as the policy says', keep(DAY_MS), '2026-01-02T00:00:00.000Z'],
  ['at once', keep(0), '2026-01-01T00:00:00.000Z'],
  ['never: beyond the last date', keep(1e300), undefined],
  ['never: the task is open', { status: 'open' }, undefined],
  ['never: the task waits for a review', { status: 'awaiting-review' }, undefined],
  ['never: it was folded already', { erasedAt: BEFORE }, undefined],
  ['not yet: a stint is undecided', undecided(['stint_1']), undefined],
  ['after the last stint was decided', undecided([]), '2026-01-31T00:00:00.000Z'],
]

describe('an ended task is due', () => {
  test.each(due)('%s', (_name, change, expected) =>
    expect(dueAt({ ...ended, ...change } as TaskState)).toBe(expected as string),
  )
})

const sessions: readonly (readonly [string, string, boolean, boolean])[] = [
  ['old and without a task', OLD, false, true],
  ['old, but its task is kept', OLD, true, false],
  ['seen since', BEFORE, false, false],
]

describe('a session may be erased', () => {
  test.each(sessions)('%s', (_name, lastSeen, hasTask, expected) =>
    expect(isPastSession({ lastSeen }, { hasTask }, BEFORE)).toBe(expected),
  )
})

test('a workspace may be erased once no check ran there for long', () => {
  const past = [OLD, BEFORE, undefined].map((ranAt) => isPastWorkspace({ ranAt }, BEFORE))
  expect(past).toEqual([true, false, false])
})

const task = 'task_a'
const events: readonly (readonly [string, Parameters<typeof isPastEvent>[0], boolean])[] = [
  ['of no task and no session', { at: OLD, task: undefined, hasTask: false, hasSession: false }, true],
  ['of a session that is kept', { at: OLD, task: undefined, hasTask: false, hasSession: true }, false],
  ['of a task that is gone, though its session is kept', { at: OLD, task, hasTask: false, hasSession: true }, true],
  ['of a task that is kept, though its session is gone', { at: OLD, task, hasTask: true, hasSession: false }, false],
  ['not old', { at: BEFORE, task: undefined, hasTask: false, hasSession: false }, false],
]

describe('an event may be erased', () => {
  test.each(events)('%s', (_name, event, expected) => expect(isPastEvent(event, BEFORE)).toBe(expected))
})

const looks: readonly (readonly [string, number, boolean, boolean])[] = [
  ['within an hour, whatever is due', 59 * 60_000, true, false],
  ['within a day if a task is due', 2 * 3_600_000, true, true],
  ['within a day if none is due', 2 * 3_600_000, false, false],
  ['after a day', DAY_MS + 1, false, true],
  ['if nobody ever looked', Number.NaN, false, true],
]

describe('it is time to look for what is old', () => {
  test.each(looks)('%s', (_name, sinceMs, isTaskDue, expected) =>
    expect(isLookDue(sinceMs, () => isTaskDue)).toBe(expected),
  )
})
