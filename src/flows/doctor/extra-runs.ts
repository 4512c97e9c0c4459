// Where a check can be run once more to settle a suspicion: which kind of copy this machine can make.
import { oneLine } from '../../domain/text/printable.ts'
import type { World } from '../world.ts'
import type { DoctorFinding } from './finding.ts'

const HOW = {
  overlay: 'an overlay',
  clone: 'a copy that shares its blocks',
  copy: 'a plain copy',
} as const

export async function extraRuns(world: World, root: string): Promise<DoctorFinding> {
  const what = 'extra runs'
  const { copiesHere } = await world.openCopies()
  const { means, isIsolated, why = '' } = await copiesHere({ root, env: world.env })
  const because = oneLine(why, 200)
  if (means === 'none')
    return { what, result: 'not proven', detail: `checks cannot run again in a copy here: ${because}` }
  if (isIsolated) return { what, result: 'ok', detail: `checks can run again in isolation, in ${HOW[means]}` }
  const detail = `only checks with "repeat": true can run again, in ${HOW[means]}; not isolated: ${because}`
  return { what, result: 'ok', detail }
}
