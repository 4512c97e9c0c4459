// Starts the process that carries a round out.
import { join } from 'node:path'
import type { Workshop } from '../../../adapters/platform/workshop.ts'
import { withPrograms } from '../../../domain/checks/program-variables.ts'
import { withoutMarks } from '../marks.ts'
import { roundFolder } from '../workspace.ts'
import type { World } from '../../world.ts'
import { type RoundRequest, RUNNER } from './round-request.ts'

/** The variables that decide which programs run, if not as they are here. */
export type Programs = Readonly<Record<string, string>>

export function startRunner(
  world: World,
  shop: Workshop,
  { run, root }: Pick<RoundRequest, 'run' | 'root'>,
  programs: Programs | undefined,
): void {
  const log = join(roundFolder(world, run), 'runner.log')
  const env = withPrograms(withoutMarks(world.env), programs)
  shop.startSelf([RUNNER, run], { env, log, cwd: root })
}
