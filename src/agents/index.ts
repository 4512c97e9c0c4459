// The table of agents. To add one, write its folder and a line here.
import type { Agent } from './agent.ts'
import { claude } from './claude/index.ts'
import { codex } from './codex/index.ts'

export const agents: readonly Agent[] = [
  // In the order in which people see them.
  claude,
  codex,
]

export function findAgent(id: string): Agent | undefined {
  return agents.find((agent) => agent.id === id)
}
