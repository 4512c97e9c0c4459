// The entrance to sessions: loads a session and its newest task. Every stop, call and prompt begins with that; beside it
// are the steps that they share.
//
//   identify.ts       whose call is this
//   open-request.ts   a prompt opens a request
//   open-by-call.ts   a call opens one where no prompt was heard
//   find-claim.ts     the newest claim of the request
//   same-stop.ts      whether this stop was decided a moment ago
//   stop-events.ts    the events of a decided stop
//   feedback.ts       the answer to a review, until the agent has been told
//   replies.ts        what the agent replies to comments
//   subtask-news.ts   how subtasks ended, until the agent has been told
//   reach.ts          our server and our command, as far as the session can reach them
//   host-of.ts        which process the host is, and whether a person is there
//   session-alive.ts  whether somebody still works in the session
//   on-screen.ts      whether a person sits in front of the agent
//   person-beside.ts  whether a person sits at the client of our server
//   order-origin.ts   whether an order was typed on the agent's own screen
//   agent-above.ts    whether an agent started this process
//   inside-check.ts   whether this process belongs to a running check
//   supervised.ts     whether `fullstop run` started the agent
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
