// Whether the agent's settings may fill in our form without the person: then its answer proves nothing.
import { findAgent } from '../../agents/index.ts'
import type { TaskState } from '../../contract/state.ts'
import type { World } from '../world.ts'

const MOST_BYTES = 4 * 1024 * 1024

/** The settings file that may; undefined where none is known. Files that cannot be read whole count: an agent may write them. */
export async function formFiller(world: World, { agent, policy, cwd }: TaskState): Promise<string | undefined> {
  const installer = await findAgent(agent)?.install?.()
  const filling = installer?.install.formFilling
  if (!filling) return undefined
  const roots = [...new Set([policy.root, cwd].filter((root) => root !== undefined))]
  const files = roots.flatMap((root) => filling.files({ home: world.userHome, root, env: world.env }))
  return files.find((file) => {
    const read = world.files.readText(file, MOST_BYTES)
    return read.kind === 'text' ? filling.isSetIn(read.text) : read.kind !== 'missing'
  })
}
