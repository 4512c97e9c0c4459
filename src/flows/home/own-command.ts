// Runs a command of the user's own config to its end. Its processes carry the mark of checks, so that no matter which process is killed,
// nothing of it stays behind.
import type { ProgramOptions, Ran } from '../../adapters/platform/processes/process.ts'
import type { World } from '../world.ts'
import { CHECK_MARK } from './check-mark.ts'
import { REAPER } from './rounds/round-request.ts'

export interface OwnCommand extends Omit<ProgramOptions, 'env' | 'until'> {
  readonly argv: readonly string[]
  /** By which its processes are known: two commands that may run beside each other have different ones. */
  readonly mark: string
}

type OwnWorld = Pick<World, 'openWorkshop' | 'env'>

/** Never rejects. */
export async function runOwnCommand(world: OwnWorld, { argv, mark, ...options }: OwnCommand): Promise<Ran> {
  const shop = await world.openWorkshop()
  const reaper = shop.startReaper([REAPER, mark], world.env)
  try {
    return await shop.runProgram(argv, { ...options, env: { ...world.env, [CHECK_MARK]: mark } })
  } finally {
    await endOwnCommand(world, mark)
    await reaper.dismiss()
  }
}

/** Ends what an earlier one left behind. */
export async function endOwnCommand(world: OwnWorld, mark: string): Promise<void> {
  await (await world.openWorkshop()).endMarked(`${CHECK_MARK}=${mark}`, new Set())
}
