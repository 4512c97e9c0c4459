// What a hook does at a prompt about the start: it names the commit, and begins the process that reads the rest.
import type { Policy } from '../../../contract/config/policy.ts'
import { withoutMarks } from '../../home/marks.ts'
import { RUNNER } from '../../home/rounds/round-request.ts'
import { gitDoor, isInRepository } from '../../home/workspace.ts'
import type { World } from '../../world.ts'
import { logFile, type Opening, requestFile, type StartAsked } from './load-start.ts'
import { toNaming } from './to-naming.ts'

/** Reads the commit alone, which costs the same in every repository. Undefined: no repository, or git failed. */
export async function nameStart(
  world: World,
  { root, checks }: Policy,
): Promise<Omit<StartAsked, 'openedAt'> | undefined> {
  if (root === undefined || !isInRepository(world, root)) return undefined
  const shop = await world.openWorkshop()
  const { runGit } = await world.openTrees()
  const answer = await runGit(gitDoor(world, shop), root, ['rev-parse', '--revs-only', 'HEAD'])
  if (!answer.ok) return undefined
  const head = answer.stdout.toString('latin1').trim()
  return { name: world.newId('start'), root, ...(head === '' ? {} : { head }), checks: toNaming(checks) }
}

/** The files are read beside us: if that process is killed, the start is not known. Never rejects. */
export async function beginStart(world: World, { name, ...opening }: Omit<StartAsked, 'openedAt'>): Promise<void> {
  const { disk, startSelf } = await world.openWorkshop()
  const request: Opening = { ...opening, openedAt: world.now().toISOString() }
  try {
    disk.writeQuickly(requestFile(world, name), JSON.stringify(request))
    startSelf([RUNNER, name], { env: withoutMarks(world.env), log: logFile(world, name), cwd: opening.root })
  } catch {
    // No room, or no right to write: a start that is not known.
  }
}
