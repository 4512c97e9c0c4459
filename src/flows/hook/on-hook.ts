// One hook call, whatever its event: decoded input in, our answer out.
import type { Agent, HookAnswer } from '../../agents/agent.ts'
import type { HookEvent, Host } from '../../contract/hook-event.ts'
import { OUR_TOOL } from '../../contract/tool-name.ts'
import { hostOf } from '../session/host-of.ts'
import { onPrompt } from './on-prompt.ts'
import { onNoted, onSessionStart } from './on-session.ts'
import { onStop } from './on-stop.ts'
import type { ToolUsed } from './on-tool-used.ts'
import type { World } from '../world.ts'

export async function onHook(world: World, agent: Agent, told: Host, event: HookEvent): Promise<HookAnswer> {
  switch (event.kind) {
    case 'stop-requested':
      return onStop(world, agent, hostOf(world, agent, told, event), event)
    case 'prompt-submitted':
      return onPrompt(world, agent, hostOf(world, agent, told, event), event)
    case 'session-started':
      return onSessionStart(world, agent, hostOf(world, agent, told, event), event)
    case 'tool-used':
      return OUR_TOOL.test(event.tool) ? onOurTool(world, agent, event) : { kind: 'silent' }
    case 'session-ended':
    case 'subagent-stopped':
    case 'stop-failed':
    case 'compaction-started':
      return onNoted(world, agent, event)
  }
}

async function onOurTool(world: World, agent: Agent, event: ToolUsed): Promise<HookAnswer> {
  const { onToolUsed } = await import('./on-tool-used.ts')
  return onToolUsed(world, agent, event)
}
