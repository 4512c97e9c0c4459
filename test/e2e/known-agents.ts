// The agents that messages list, from the table: one more agent changes no test of a message.
import { agents } from '../../src/agents/index.ts'

/** By id, those that have a part. */
export function knownFor(part: 'hook' | 'install'): string {
  return agents.flatMap((agent) => (agent[part] === undefined ? [] : [agent.id])).join(', ')
}

export const HOW_TO_INSTALL = agents
  .flatMap(({ title, npmPackage, install }) => (install ? [`${title} (npm install -g ${npmPackage})`] : []))
  .join(', ')
