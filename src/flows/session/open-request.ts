// A person's prompt opens a request: in the task that is open, or in a new one after the last has ended.
import { programVariables } from '../../domain/checks/program-variables.ts'
import type { Agent } from '../../agents/agent.ts'
import type { Event, EventOf } from '../../contract/event.ts'
import type { Host } from '../../contract/agent/hook-event.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { asksOnly } from '../../domain/last-words/question.ts'
import type { Known } from '../../domain/tasks/known.ts'
import { stamp, type World } from '../world.ts'
import { given } from '../../contract/given.ts'

/** A prompt as it is kept: its secrets are masked already. */
export interface KnownPrompt {
  readonly text: string
  readonly promptId?: string
}

/** A session as a call shows it. */
export interface Sighting {
  readonly agentSessionId: string
  readonly cwd?: string | undefined
  readonly transcriptPath?: string | undefined
}

export interface RequestOpening {
  readonly known: Known
  readonly sighting: Sighting
  readonly host: Host
  readonly policy: Policy
  /** The prompt hook told us, rather than the transcript. */
  readonly heard: boolean
  readonly prompt?: KnownPrompt | undefined
  /** The host's id of the turn, where the prompt names none. */
  readonly promptId?: string | undefined
  /** It only asks something; need not be known where work was done already. */
  readonly isQuestion: boolean
  /** Where in the transcript the request begins. */
  readonly offset?: number
  readonly vendorGoal?: boolean
  readonly planMode?: boolean
  /** The name under which the workspace as it is now is kept. */
  readonly start?: string
  /** The id that a new task gets; made up if there is none. */
  readonly task?: string
  /** A new task is a subtask of this one. */
  readonly parent?: string
  /** How the session became known. */
  readonly source?: string
}

export function openRequest(
  world: World,
  agent: Pick<Agent, 'id'>,
  opening: RequestOpening,
): { events: Event[]; task: string; request: string } {
  const { known, sighting, host, policy, prompt } = opening
  const session = known.sessionId
  const events: Event[] = []
  if (!known.session.state)
    events.push(sessionSeen(world, agent, { session, sighting, host, source: opening.source ?? 'first seen' }))
  const task = known.openTask?.id ?? opening.task ?? world.newId('task')
  if (!known.openTask) {
    events.push({
      ...stamp(world),
      kind: 'task.opened',
      session,
      task,
      agent: agent.id,
      ...given({ cwd: sighting.cwd }),
      policy,
      ...given({ start: opening.start, parent: opening.parent }),
      // Whatever opens one later may be called from the agent's shell.
      ...(opening.heard ? { programs: programVariables(world.env) } : {}),
      ...beforeOf(known),
    })
  }
  const request = world.newId('req')
  const promptId = prompt?.promptId ?? opening.promptId
  events.push({
    ...stamp(world),
    kind: 'request.opened',
    session,
    task,
    request,
    ...given({ promptId, prompt: prompt?.text }),
    isQuestion: opening.isQuestion,
    heard: opening.heard,
    ...given({ offset: opening.offset, vendorGoal: opening.vendorGoal, planMode: opening.planMode }),
  })
  return { events, task, request }
}

/** The ended task of this session, else the one that this session was told of when it began. */
function beforeOf({ task, session }: Known): { before?: string } {
  return given({ before: task.state?.id ?? session.state?.briefed })
}

export interface Joins {
  readonly session: string
  readonly task: string
  readonly request: string
}

/** A prompt typed in mid-work; `heard`: the prompt hook told us, rather than the transcript. */
export function promptJoined(
  world: World,
  joins: Joins,
  { text, promptId }: KnownPrompt,
  heard: boolean,
): EventOf<'prompt.joined'> {
  return {
    ...stamp(world),
    kind: 'prompt.joined',
    ...joins,
    ...given({ promptId }),
    prompt: text,
    isQuestion: asksOnly(text),
    heard,
  }
}

export interface SeenSession {
  readonly session: string
  readonly sighting: Sighting
  readonly host: Host
  readonly source: string
}

export function sessionSeen(
  world: World,
  agent: Pick<Agent, 'id'>,
  { session, sighting, host, source }: SeenSession,
): Event {
  const { agentSessionId, cwd, transcriptPath } = sighting
  const process = host.pid === undefined || host.isShared ? undefined : world.processes.keyOf(host.pid)
  return {
    ...stamp(world),
    kind: 'session.seen',
    session,
    agent: agent.id,
    agentSessionId,
    ...given({ cwd }),
    attended: host.attended,
    source,
    ...given({ host: process, client: host.client, transcriptPath }),
  }
}
