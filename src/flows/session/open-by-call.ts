// A call to our tools opens what it needs: where no prompt was ever heard, it is the first that is known of a task.
import { findAgent } from '../../agents/index.ts'
import type { PromptEntry } from '../../contract/agent/entry.ts'
import type { Event } from '../../contract/event.ts'
import type { Host } from '../../contract/agent/hook-event.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { TreeReading } from '../../adapters/workspace/start.ts'
import { BY_CALL } from '../../domain/tasks/fold-session.ts'
import type { Identity } from './identify.ts'
import { loadPolicy } from '../project/load-policy.ts'
import { openRequest } from './open-request.ts'
import type { World } from '../world.ts'
import { given } from '../../contract/given.ts'

export async function callPolicy(world: World, cwd: string, { agent, known }: Identity): Promise<Policy> {
  const { attended } = callHost(world, agent)
  return (await loadPolicy(world, { cwd, attended, sessionMode: known.session.state?.mode })).policy
}

/** A client that nobody knows has somebody who uses it. */
export function callHost(world: World, agent: string): Host {
  const known = findAgent(agent)?.hook?.host(world.env)
  if (known) return { ...known, attended: known.attended || world.agentOnScreen === agent }
  const [client] = world.processes.starters()
  return { attended: true, blockCap: 0, ...given({ client }) }
}

export interface Call {
  readonly cwd: string
  readonly prompt?: PromptEntry | undefined
  /** The workspace, if it was read for this very call already. */
  readonly reading?: TreeReading | undefined
}

export async function openByCall(
  world: World,
  { agent, agentSessionId, known, taskId }: Identity,
  policy: Policy,
  { cwd, prompt, reading }: Call,
): Promise<{ events: Event[]; task: string; request: string }> {
  const request = known.session.state?.request
  if (known.openTask && request && !prompt) return { events: [], task: known.openTask.id, request: request.id }
  const start = known.openTask ? undefined : await startOf(world, policy, reading)
  const { attended, blockCap, client } = callHost(world, agent)
  return openRequest(
    world,
    { id: agent },
    {
      known,
      sighting: { agentSessionId, cwd },
      host: { attended, blockCap, ...given({ client }) },
      policy,
      heard: false,
      isQuestion: false,
      source: BY_CALL,
      ...given({ prompt, start, task: taskId }),
    },
  )
}

/** Loaded only here: most calls belong to a task that is open already. */
async function startOf(world: World, policy: Policy, reading: TreeReading | undefined): Promise<string | undefined> {
  const { keepStart } = await import('../verify/start/keep-start.ts')
  return keepStart(world, policy, reading)
}
