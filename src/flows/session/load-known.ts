// Loads a session and its newest task.
import type { Expected } from '../../adapters/store/store.ts'
import type { Agent } from '../../agents/agent.ts'
import { type Known, toKnown } from '../../domain/tasks/known.ts'
import type { World } from '../world.ts'

export async function loadKnown(world: World, agent: Agent, agentSessionId: string): Promise<Known> {
  return loadSession(world, `ses_${world.hashOf(agent.id, agentSessionId)}`)
}

export async function loadSession(world: World, sessionId: string): Promise<Known> {
  const session = await world.store.loadSession(sessionId)
  const taskId = session.state?.task
  const task = taskId === undefined ? { version: 0, state: undefined } : await world.store.loadTask(taskId)
  return toKnown(sessionId, session, task)
}

/** What must not have changed since it was loaded. */
export function expectedOf({ sessionId, session, task }: Known): Expected[] {
  return [
    ...expectedSession({ sessionId, session }),
    ...(task.state ? [{ kind: 'task' as const, id: task.state.id, version: task.version }] : []),
  ]
}

/** The same for an append that does not rest on the task. */
export function expectedSession({ sessionId, session }: Pick<Known, 'sessionId' | 'session'>): Expected[] {
  return [{ kind: 'session', id: sessionId, version: session.version }]
}
