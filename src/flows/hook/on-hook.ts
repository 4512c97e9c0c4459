// The entrance to hooks: one hook call, whatever its event. Decoded input in, our answer out.
//
//   on-stop.ts       a stop: gather, decide, record, answer
//   gather-stop.ts   the facts of a stop
//   on-prompt.ts     a prompt opens a request, joins one, or is an order to us
//   orders.ts        the orders that a person can type, such as `fullstop pause`
//   answer-order.ts  the answer to such an order
//   on-session.ts    a session starts, compacts or ends
//   on-tool-used.ts  one of our tools was used: corrects whose claim or save it was
//   hook-call.ts     who asks, and where the session can be read
//   on-failure.ts    our own failure never holds the agent
import type { Agent, HookAnswer } from '../../agents/agent.ts'
import type { HookEvent, Host } from '../../contract/agent/hook-event.ts'
import { isOurTool } from '../../contract/agent/tool-name.ts'
import { toCall } from './hook-call.ts'
import { onPrompt } from './on-prompt.ts'
import { onNoted, onSessionStart } from './on-session.ts'
import { onStop } from './on-stop.ts'
import type { World } from '../world.ts'

export async function onHook(world: World, agent: Agent, known: Host, event: HookEvent): Promise<HookAnswer> {
  switch (event.kind) {
    case 'tool-used': {
      if (!isOurTool(event.tool)) return { kind: 'silent' }
      const { onToolUsed } = await import('./on-tool-used.ts')
      return onToolUsed(world, agent, event)
    }
    case 'session-ended':
    case 'subagent-stopped':
    case 'stop-failed':
    case 'compaction-started':
      return onNoted(world, agent, event)
  }
  const call = toCall(world, agent, known, event)
  switch (event.kind) {
    case 'stop-requested':
      return onStop(world, call, event)
    case 'prompt-submitted':
      return onPrompt(world, call, event)
    case 'session-started':
      return onSessionStart(world, call, event)
  }
}
