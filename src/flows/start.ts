// How the workspace stood when a task began: kept beside the store, so that what the agent did can be told from what was
// there before.
import { join } from 'node:path'
import type { Policy } from '../contract/policy.ts'
import { isYardstick } from '../tamper/yardstick.ts'
import { maskSecrets } from '../text/mask-secrets.ts'
import { type Reading, type Start, startIn } from '../workspace/start.ts'
import { readWorkspace } from './read-tree.ts'
import { isInRepository } from './workspace.ts'
import type { World } from './world.ts'

const LARGEST = 32 * 1024 * 1024

/** The name under which the start is kept; undefined where there is no repository. Never rejects. */
export async function keepStart(world: World, policy: Policy, reading?: Reading): Promise<string | undefined> {
  // Without a repository every file would have to be read.
  if (policy.root === undefined || !isInRepository(world, policy.root)) return undefined
  try {
    const shop = await world.openWorkshop()
    const read = reading ? { ok: true as const, reading } : await readWorkspace(world, shop, policy.root)
    const start = read.ok ? await startIn(read.reading, isYardstick) : undefined
    if (!start) return undefined
    const name = world.newId('start')
    shop.disk.writeWhole(startFile(world, name), JSON.stringify(masked(start)))
    return name
  } catch {
    // A start that could not be kept is a start that is not known: the last commit stands in for it.
    return undefined
  }
}

export function loadStart(world: World, name: string | undefined): Start | undefined {
  if (name === undefined || !/^start_[0-9a-z]+$/.test(name)) return undefined
  const read = world.files.readText(startFile(world, name), LARGEST)
  if (read.kind !== 'text') return undefined
  try {
    return JSON.parse(read.text) as Start
  } catch {
    // Half a file cannot be: it was written whole. Somebody else's is no start.
    return undefined
  }
}

export function startFile({ stateHome }: Pick<World, 'stateHome'>, name: string): string {
  return join(startsFolder({ stateHome }), `${name}.json`)
}

export function startsFolder({ stateHome }: Pick<World, 'stateHome'>): string {
  return join(stateHome, 'starts')
}

function masked(start: Start): Start {
  return {
    ...start,
    dirty: start.dirty.map((file) => (file.text === undefined ? file : { ...file, text: maskSecrets(file.text) })),
  }
}
