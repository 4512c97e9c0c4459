// A subtask as tests need it.
import type { TaskState } from '../../contract/state.ts'
import { POLICY } from '../tasks/events.fixture.ts'

export function subtask(change: Partial<TaskState> = {}): TaskState {
  return {
    id: 'task_a1',
    status: 'open',
    agent: 'claude',
    session: 'ses_a1',
    parent: 'task_p',
    title: 'Port the parser',
    policy: POLICY,
    openedAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-02T00:00:00.000Z',
    prompts: 1,
    stops: 0,
    refusals: 0,
    claims: 0,
    ...change,
  }
}
