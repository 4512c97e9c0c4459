// One hook call, whatever its event: decoded input in, our answer out.
import type { Agent, HookAnswer } from '../../agents/agent.ts'
import type { HookEvent, Host } from '../../contract/hook-event.ts'
import { isOurTool } from '../../contract/tool-name.ts'
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
