// Says which proposed checks could not run here, before somebody keeps them.
import type { Found } from '../../../domain/checks/find/find.ts'
import { missingPrograms } from '../../../flows/install/missing-programs.ts'
import type { World } from '../../../flows/world.ts'
import type { Context } from '../command.ts'
import { paperFor } from '../screen/paper.ts'
import { wrapText } from '../screen/wrap.ts'

export async function warnAboutMissing(world: World, context: Context, found: readonly Found[]): Promise<void> {
  const { columns, style } = paperFor(context)
  const checks = found.map(({ check }) => check)
  for (const text of await missingPrograms(world, checks))
    for (const line of wrapText(`warning: ${text}`, columns)) context.complain(`${style.warn(line)}\n`)
}
