// Decides whether this process belongs to a running check. A repository can set the mark, so the runner of that check must
// also be one of our ancestors and hold the lock of the folder.
import { CHECK_MARK } from '../home/check-mark.ts'
import { pidFile, readRoundRequest, RUNNER } from '../home/rounds/round-request.ts'
import { folderLock, folderName } from '../home/workspace.ts'
import type { World } from '../world.ts'

export async function isInsideCheck(world: World): Promise<boolean> {
  const folder = world.env[CHECK_MARK]
  if (folder === undefined || folder === '') return false
  const isBelow = (await world.ancestors()).some(({ pid, words }) => isRunnerOf(world, folder, pid, words))
  if (!isBelow) return false
  const shop = await world.openWorkshop()
  return shop.isLocked(folderLock(world, folder))
}

function isRunnerOf(world: World, folder: string, pid: number, words: readonly string[]): boolean {
  const run = words[words.indexOf(RUNNER) + 1]
  if (run === undefined || !words.includes(RUNNER)) return false
  const request = readRoundRequest(world, run)
  if (!request || folderName(world, request.root) !== folder) return false
  const read = world.files.readText(pidFile(world, run), 100)
  return read.kind === 'text' && Number.parseInt(read.text, 10) === pid
}
