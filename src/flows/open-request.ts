// A person's prompt opens a request: in the task that is open, or in a new one after the last has ended.
import type { Agent } from '../agents/agent.ts'
import type { Event } from '../contract/event.ts'
import type { HookOrigin, Host } from '../contract/hook-event.ts'
import type { Policy } from '../contract/policy.ts'
import { maskSecrets } from '../text/mask-secrets.ts'
import type { Known } from './gather.ts'
import { stamp, type World } from './world.ts'

export interface RequestOpening {
  readonly known: Known
  readonly origin: HookOrigin
  readonly host: Host
  readonly policy: Policy
  /** The prompt hook told us, rather than the transcript. */
  readonly heard: boolean
  readonly prompt?: { readonly text: string; readonly promptId?: string } | undefined
  /** It only asks something; need not be known where work was done already. */
  readonly isQuestion: boolean
  /** Where in the transcript the request begins. */
  readonly offset?: number
  readonly vendorGoal?: boolean
}

export function openRequest(
  world: World,
  agent: Agent,
  opening: RequestOpening,
): { events: Event[]; task: string; request: string } {
  const { known, origin, host, policy, prompt } = opening
  const session = known.sessionId
  const events: Event[] = []
  if (!known.session.state) events.push(sessionSeen(world, agent, { session, origin, host, source: 'first seen' }))
  const open = known.task.state && known.task.state.status !== 'ended' ? known.task.state.id : undefined
  const task = open ?? world.newId('task')
  if (open === undefined) {
    events.push({
      ...stamp(world),
      kind: 'task.opened',
      session,
      task,
      agent: agent.id,
      ...(origin.cwd === undefined ? {} : { cwd: origin.cwd }),
      policy,
      ...(known.task.state ? { before: known.task.state.id } : {}),
    })
  }
  const request = world.newId('req')
  const promptId = prompt?.promptId ?? origin.promptId
  events.push({
    ...stamp(world),
    kind: 'request.opened',
    session,
    task,
    request,
    ...(promptId === undefined ? {} : { promptId }),
    ...(prompt === undefined ? {} : { prompt: maskSecrets(prompt.text) }),
    isQuestion: opening.isQuestion,
    heard: opening.heard,
    ...(opening.offset === undefined ? {} : { offset: opening.offset }),
    ...(opening.vendorGoal === undefined ? {} : { vendorGoal: opening.vendorGoal }),
  })
  return { events, task, request }
}

export interface Seen {
  readonly session: string
  readonly origin: HookOrigin
  readonly host: Host
  readonly source: string
}

export function sessionSeen(world: World, agent: Agent, { session, origin, host, source }: Seen): Event {
  return {
    ...stamp(world),
    kind: 'session.seen',
    session,
    agent: agent.id,
    agentSessionId: origin.agentSessionId,
    ...(origin.cwd === undefined ? {} : { cwd: origin.cwd }),
    attended: host.attended,
    source,
  }
}
