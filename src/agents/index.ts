// The table of agents. To add one, write its folder and a line here.
import type { Agent } from './agent.ts'
import { acp } from './acp/index.ts'
import { claude } from './claude/index.ts'
import { codex } from './codex/index.ts'
import { opencode } from './opencode/index.ts'

export const agents: readonly Agent[] = [
  // In the order in which people see them.
  claude,
  codex,
  opencode,
]

/** Also one that is known by its protocol alone. */
export function findAgent(id: string): Agent | undefined {
  return id === acp.id ? acp : agents.find((agent) => agent.id === id)
}
