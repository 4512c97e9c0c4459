// Which agents are used here: their program on the PATH, their folders in the home folder or in the repository.
import { delimiter, isAbsolute, join } from 'node:path'
import type { Agent, Places } from '../../agents/agent.ts'
import { agents } from '../../agents/index.ts'
import { FullstopError } from '../../contract/error.ts'
import type { World } from '../world.ts'
import { loadInstaller } from './load-installer.ts'
import { given } from '../../contract/given.ts'

export interface FoundAgent {
  readonly agent: Agent
  /** Where its program is, if it is on the PATH. */
  readonly program?: string
  /** Files and folders of it that are there. */
  readonly signs: readonly string[]
}

export async function findAgents(world: World, places: Places): Promise<FoundAgent[]> {
  const { foreignFiles } = await world.openWorkshop()
  const found: FoundAgent[] = []
  for (const agent of agents) {
    const installer = await loadInstaller(agent)
    if (!installer) continue
    const program = programOnPath(world.env, agent.program, foreignFiles.isProgram)
    const signs = installer.signs(places).filter((path) => foreignFiles.exists(path))
    found.push({ agent, ...given({ program }), signs })
  }
  return found
}

export function isUsed({ program, signs }: FoundAgent): boolean {
  return program !== undefined || signs.length > 0
}

/** With the line that brings it. */
export function agentMissing({
  title,
  program,
  npmPackage,
}: Pick<Agent, 'title' | 'program' | 'npmPackage'>): FullstopError {
  const what = `${title} is not installed: there is no program "${program}" on the PATH`
  return new FullstopError('agent-missing', what, `npm install -g ${npmPackage}`)
}

/** Where a program is that the user starts by its name; a name with a path in it stands for itself. */
export async function findProgram(world: World, name: string): Promise<string | undefined> {
  const { foreignFiles } = await world.openWorkshop()
  if (name.includes('/')) return foreignFiles.isProgram(name) ? name : undefined
  return programOnPath(world.env, name, foreignFiles.isProgram)
}

/** Like a shell, but never from the folder we happen to be in. */
function programOnPath(env: World['env'], name: string, isProgram: (path: string) => boolean): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder))
  return folders.map((folder) => join(folder, name)).find(isProgram)
}
