// Our own failure in a hook: it never holds the agent, and it is said in one line that the person sees.
import type { Agent, HookAnswer } from '../../agents/agent.ts'
import { FullstopError } from '../../contract/error.ts'
import type { HookEvent, Host } from '../../contract/agent/hook-event.ts'
import { loadPolicy } from '../project/load-policy.ts'
import { toCall } from './hook-call.ts'
import { answered } from './answer-order.ts'
import { orderIn } from '../../domain/tasks/typed-order.ts'
import type { World } from '../world.ts'

export interface Problem {
  readonly code: string
  readonly message: string
  readonly hint: string
}

export function toProblem(error: unknown): Problem {
  if (error instanceof FullstopError) return error
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'internal', message: `of an internal error: ${message.slice(0, 300)}`, hint: 'please report it' }
}

/** Without the store the session's own mode is not known; what config and environment say still is. */
export async function onFailure(
  world: World,
  agent: Agent,
  told: Host,
  { event, error }: { readonly event: HookEvent | undefined; readonly error: unknown },
): Promise<HookAnswer> {
  const { message, hint } = toProblem(error)
  const call = event && toCall(world, agent, told, event)
  const because = `because ${message}. Next: ${hint}.`
  const order = event?.kind === 'prompt-submitted' ? orderIn(event.text) : undefined
  if (call && order && event?.kind === 'prompt-submitted') {
    const text = `Fullstop: could not obey "${order}", ${because}`
    return answered(call, { typed: event.text, text })
  }
  const { policy } = await loadPolicy(world, { cwd: event?.cwd, attended: (call?.host ?? told).attended })
  if (policy.mode === 'off') return { kind: 'silent' }
  const what =
    event === undefined || event.kind === 'stop-requested' ? 'the stop was allowed' : 'this event was passed over'
  return { kind: 'tell', line: `Fullstop: ${what}, ${because}` }
}
