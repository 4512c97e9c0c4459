// A task as values: its row in the list, and the head of `show`.
import { describe, expect, test } from 'bun:test'
import type { TaskState } from '../../../contract/state.ts'
import { openedRun } from '../../tasks/run/run.ts'
import { policy } from '../../gate/facts.fixture.ts'
import { erasedLine, type TaskHead, type TaskRow, viewTaskHead, viewTaskRow } from './task.ts'

const NOW = new Date('2026-11-15T12:00:00.000Z')
const TASK: TaskState = {
  id: 'task_1',
  status: 'open',
  agent: 'claude',
  session: 'ses_1',
  title: 'Add a test',
  policy: { ...policy(), mode: 'strict', memory: { briefCharacters: 8000, keepMs: 24 * 3_600_000 } },
  openedAt: '2026-11-15T10:00:00.000Z',
  updatedAt: '2026-11-15T10:00:00.000Z',
  prompts: 1,
  stops: 3,
  refusals: 2,
  claims: 0,
}
const { title: _title, ...UNTITLED } = TASK
const BY_COMMAND: TaskState = {
  ...TASK,
  agent: 'command',
  run: openedRun({ cwd: '/a', permissions: 'edits', args: [], command: ['sh', '../x.sh'] }, TASK.openedAt),
}

describe('viewTaskRow', () => {
  const ROW: TaskRow = {
    id: 'task_1',
    state: 'open',
    agent: 'claude',
    age: '2h',
    refused: '2',
    folder: '',
    request: 'Add a test',
  }
  const rows: ReadonlyArray<readonly [name: string, task: TaskState, expected: TaskRow]> = [
    ['an open task', TASK, ROW],
    ['stops and claims that passed are not counted', { ...TASK, stops: 9, calls: 4 }, ROW],
    [
      'an ended task',
      { ...TASK, status: 'ended', outcome: 'unverified' },
      { ...ROW, state: 'unverified', tone: 'warn' },
    ],
    ['a task opened by a call', UNTITLED, { ...ROW, request: '(not known)' }],
    ['a program that was named by its command line', BY_COMMAND, { ...ROW, agent: 'x.sh' }],
    ['its folder', { ...TASK, cwd: '/a\nb' }, { ...ROW, folder: '/a\\nb' }],
    ['a request of two lines', { ...TASK, title: 'Add\na\u0007test' }, { ...ROW, request: 'Add a\u{fffd}test' }],
  ]
  test.each(rows)('%s', (_name, task, expected) => expect(viewTaskRow(task, NOW)).toEqual(expected))
})

describe('viewTaskHead', () => {
  const HEAD: TaskHead = {
    id: 'task_1',
    state: 'open',
    about: 'claude, mode strict, opened 2h ago',
    session: 'session s-1',
  }
  const ended = (outcome: NonNullable<TaskState['outcome']>): TaskState => ({ ...TASK, status: 'ended', outcome })
  const erased: TaskState = { ...TASK, erasedAt: '2026-11-14T08:00:00.000Z' }
  const line = 'its events were erased on 2026-11-14: a task is kept for 1 day after its end (memory.keep)'
  const rows: ReadonlyArray<readonly [name: string, task: TaskState, session: string | undefined, expected: TaskHead]> =
    [
      ['an open task', TASK, 's-1', HEAD],
      ['a session that nobody knows', TASK, undefined, { ...HEAD, session: 'session not known' }],
      ['its folder', { ...TASK, cwd: '/a\nb' }, 's-1', { ...HEAD, session: 'session s-1 in /a\\nb' }],
      ['completed', ended('completed'), 's-1', { ...HEAD, state: 'ended: completed', tone: 'good' }],
      ['any other end', ended('partial'), 's-1', { ...HEAD, state: 'ended: partial', tone: 'warn' }],
      [
        'a program that was named by its command line: what we keep of its session is no session of its own',
        { ...BY_COMMAND, cwd: '/a' },
        'task_1',
        { ...HEAD, about: 'x.sh, mode strict, opened 2h ago', session: 'in /a' },
      ],
      ['erased', erased, 's-1', { ...HEAD, request: 'Add a test', erased: line }],
      ['erased, and never named', { ...UNTITLED, erasedAt: '2026-11-14' }, 's-1', { ...HEAD, erased: line }],
    ]
  test.each(rows)('%s', (_name, task, session, expected) => expect(viewTaskHead(task, session, NOW)).toEqual(expected))
})

test('a task is kept for 30 days where its policy does not say how long', () => {
  const { memory: _memory, ...old } = TASK.policy
  expect(erasedLine({ ...TASK, policy: old }, '2026-11-14')).toContain('is kept for 30 days after its end')
})
