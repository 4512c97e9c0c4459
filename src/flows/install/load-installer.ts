// Imports the installer of an agent: no hook call loads it.
import type { Agent, Installer } from '../../agents/agent.ts'

export async function loadInstaller(agent: Agent | undefined): Promise<Installer | undefined> {
  return (await agent?.install?.())?.install
}
