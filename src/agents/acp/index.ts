// Any agent that speaks the Agent Client Protocol, version 1, on its standard streams. It is not in the table of agents:
// a person names its command line, to `fullstop run --acp` or to `fullstop acp`.
import type { Agent } from '../agent.ts'

/** In the environment of our server, and of nothing else: the session that it was started for. */
export const ACP_SESSION = 'FULLSTOP_ACP_SESSION'

export const acp: Agent = {
  id: 'acp',
  title: 'ACP agent',
  tested: '1',
  program: '',
  npmPackage: '',
  marks: [],
  callOf: ({ env }) => {
    const agentSessionId = env[ACP_SESSION]
    return agentSessionId ? { agentSessionId, isOfCall: true } : undefined
  },
  driver: () => import('./driver.ts'),
}
