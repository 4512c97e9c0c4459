// Says which proposed checks could not run here, before somebody keeps them.
import type { ChosenChecks } from '../../../flows/install/find-checks.ts'
import { missingFor } from '../../../flows/install/missing-programs.ts'
import type { World } from '../../../flows/world.ts'
import type { Context } from '../command.ts'
import { paperFor } from '../screen/paper.ts'
import { wrapText } from '../screen/wrap.ts'

export async function warnAboutMissing(world: World, context: Context, { root, found }: ChosenChecks): Promise<void> {
  const { columns, style } = paperFor(context)
  const checks = found.map(({ check }) => check)
  for (const text of await missingFor(world, checks, root))
    for (const line of wrapText(`warning: ${text}`, columns)) context.complain(`${style.warn(line)}\n`)
}
