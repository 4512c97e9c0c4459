// Agents by the names that a person typed.
import type { Agent } from '../../agents/agent.ts'
import { agents } from '../../agents/index.ts'
import { FullstopError } from '../../contract/error.ts'
import { nearest } from '../../domain/text/nearest.ts'
import { oneLine } from '../../domain/text/printable.ts'

/** Several in one word are parted by commas; in the order of the table. `offered`: those that a wrong name is told of. */
export function toAgents(words: readonly string[], offered: readonly string[] = agentNames()): Agent[] {
  const names = words.flatMap((word) => word.split(',')).map((name) => name.trim().toLowerCase())
  const named = names.filter(Boolean).map((name) => toAgent(name, offered))
  return agents.filter((agent) => named.includes(agent))
}

export function agentNames(): string[] {
  return agents.filter((agent) => agent.install).map((agent) => agent.id)
}

function toAgent(name: string, offered: readonly string[]): Agent {
  const ids = agentNames()
  const found = agents.find((agent) => agent.id === name && ids.includes(name))
  if (found) return found
  throw unknownAgent(name, offered)
}

export function unknownAgent(name: string, known: readonly string[]): FullstopError {
  const near = nearest(name, known)
  return new FullstopError(
    'unknown-agent',
    `there is no agent "${oneLine(name, 40)}"`,
    near ? `did you mean ${near}? Known: ${known.join(', ')}` : `known: ${known.join(', ')}`,
  )
}
