// Tables for the values by which tasks and sessions are found.
import { describe, expect, test } from 'bun:test'
import type { SessionState, TaskState } from '../../contract/state.ts'
import { sessionColumns, type SessionColumns, taskColumns, type TaskColumns } from './columns.ts'
import { POLICY } from './events.fixture.ts'

const task: TaskState = {
  id: 'task_a',
  status: 'open',
  agent: 'claude',
  session: 'ses_a',
  policy: POLICY,
  openedAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  prompts: 1,
  stops: 0,
  refusals: 0,
  claims: 0,
}

const columns: TaskColumns = {
  session: 'ses_a',
  isWithdrawn: false,
  openedAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  folder: undefined,
  runCwd: undefined,
  dueAt: undefined,
  isErased: false,
  waitsSince: '',
  parent: undefined,
  concerns: '',
}

const ended = { status: 'ended', endedAt: '2026-01-03T00:00:00.000Z' } as const
const run = { setup: { cwd: '/repo/run' }, undecided: [] } as unknown as TaskState['run']

const tasks: readonly (readonly [string, Partial<TaskState>, Partial<TaskColumns>])[] = [
  ['an open task', {}, {}],
  ['a withdrawn task', { isWithdrawn: true }, { isWithdrawn: true }],
  ['a task in a folder', { cwd: '/home/me/project' }, { folder: 'project' }],
  ['a task in a folder of Windows', { cwd: 'C:\\me\\project' }, { folder: 'project' }],
  ['a task at the root', { cwd: '/' }, { folder: '' }],
  ['a run', { run } as Partial<TaskState>, { runCwd: '/repo/run' }],
  ['a task that waits for a person', { status: 'awaiting-review' }, { waitsSince: task.updatedAt }],
  ['an open subtask', { parent: 'task_p' }, { parent: 'task_p', concerns: 'task_p' }],
  [
    'a failed subtask that was told of',
    { ...ended, parent: 'task_p', outcome: 'blocked', isTold: true },
    { parent: 'task_p', concerns: 'task_p', dueAt: '2026-02-02T00:00:00.000Z' },
  ],
  [
    'a completed subtask that nobody was told of',
    { ...ended, parent: 'task_p', outcome: 'completed' },
    { parent: 'task_p', concerns: 'task_p', dueAt: '2026-02-02T00:00:00.000Z' },
  ],
  [
    'a completed subtask that was told of',
    { ...ended, parent: 'task_p', outcome: 'completed', isTold: true },
    { parent: 'task_p', dueAt: '2026-02-02T00:00:00.000Z' },
  ],
  ['a withdrawn subtask', { parent: 'task_p', isWithdrawn: true }, { parent: 'task_p', isWithdrawn: true }],
  ['an ended task', ended, { dueAt: '2026-02-02T00:00:00.000Z' }],
  ['an erased task', { ...ended, erasedAt: '2026-03-01T00:00:00.000Z' }, { isErased: true }],
]

describe('a task is found by', () => {
  test.each(tasks)('%s', (_name, change, expected) =>
    expect(taskColumns({ ...task, ...change })).toEqual({ ...columns, ...expected }),
  )
})

const session: SessionState = {
  id: 'ses_a',
  agent: 'claude',
  agentSessionId: 'a',
  attended: true,
  gated: true,
  promptsHeard: true,
  todos: [],
  vendorGoal: false,
  wakeUps: [],
  lastSeen: '2026-01-01T00:00:00.000Z',
}

const inProcess = { host: '7-1', hostSince: '2026-01-01T00:00:00.000Z' }

const sessions: readonly (readonly [string, Partial<SessionState>, Partial<SessionColumns>])[] = [
  ['a session', {}, {}],
  ['a session in a folder', { cwd: '/home/me/project' }, { folder: 'project' }],
  ['a session with a task', { task: 'task_a' }, { task: 'task_a' }],
  ['a session in a process', inProcess, inProcess],
  ['a session that ended in its process', { ...inProcess, ended: true }, { ...inProcess, host: undefined }],
]

describe('a session is found by', () => {
  const none = { folder: undefined, task: undefined, host: undefined, hostSince: undefined }
  test.each(sessions)('%s', (_name, change, expected) =>
    expect(sessionColumns({ ...session, ...change })).toEqual({ lastSeen: session.lastSeen, ...none, ...expected }),
  )
})
