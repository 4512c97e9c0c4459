// A round of checks that a person asked for, from its start to its end: shown at work, and ended when the person leaves.
import { FullstopError } from '../../../contract/error.ts'
import { CHECK_MARK } from '../../../flows/home/check-mark.ts'
import { waitForRound } from '../../../flows/home/follow.ts'
import type { RoundRequest } from '../../../flows/home/rounds/round-request.ts'
import { stopRound } from '../../../flows/home/rounds/start-round.ts'
import { folderName, workspaceId } from '../../../flows/home/workspace.ts'
import type { World } from '../../../flows/world.ts'
import type { Context } from '../command.ts'
import { openRoundScreen } from '../screen/progress.ts'
import { showCheck } from '../screen/show-evidence.ts'
import { paperFor } from '../screen/paper.ts'

const LONGEST_MS = 24 * 60 * 60 * 1000

/**
 * From its start until it has ended; without a request nothing runs. Ctrl-C is listened for before it starts, and holds until
 * there is a process to end: on a busy machine a check may begin before we go on. `isLost`: its process is gone and recorded
 * no end.
 */
export async function showRound(
  world: World,
  start: () => RoundRequest | Promise<RoundRequest | undefined>,
  context: Context,
  isQuiet: boolean,
): Promise<{ readonly isLost: boolean }> {
  const shop = await world.openWorkshop()
  const paper = paperFor(context)
  const interruption: { isAsked: boolean; run?: string } = { isAsked: false }
  const endIfAsked = (): void => {
    if (interruption.isAsked && interruption.run !== undefined) stopRound(world, shop, interruption.run)
  }
  context.onInterrupt(() => {
    interruption.isAsked = true
    endIfAsked()
  })
  const request = await start()
  if (!request) return { isLost: false }
  interruption.run = request.run
  const { run, root, checks } = request
  const screen = openRoundScreen(
    world,
    { workspace: workspaceId(world, root), run, names: checks.map(({ name }) => name) },
    context,
    { isQuiet, show: (check) => showCheck(check, paper) },
  )
  const state = await waitForRound(world, shop, request, {
    until: world.now().getTime() + LONGEST_MS,
    onLook: async (workspace) => {
      endIfAsked()
      await screen.look(workspace)
    },
  })
  await screen.close()
  return { isLost: state === 'lost' }
}

/** A check that runs the checks of its own folder would wait for itself. */
export function refuseInside(world: World, root: string, command: string): void {
  if (world.env[CHECK_MARK] !== folderName(world, root)) return
  throw new FullstopError(
    'usage',
    'this runs inside a check of the same folder, and would wait for itself',
    `take \`fullstop ${command}\` out of the command of that check`,
  )
}
