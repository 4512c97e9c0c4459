// Proposed checks that the person declined, for each root, in our own folder: `init` and `run` do not ask again.
import type { CheckConfig } from '../../contract/config/config.ts'
import { given } from '../../contract/given.ts'
import type { Found } from '../../domain/checks/find/find.ts'
import { joinWords } from '../../domain/shell/words.ts'
import { readJson } from '../home/read-json.ts'
import { inState } from '../home/state-folder.ts'
import type { World } from '../world.ts'

const LARGEST = 64 * 1024
/** A repository has at most a few dozen proposals. */
const MOST = 200

type DeclinedCheck = Pick<CheckConfig, 'name' | 'run' | 'cwd'>

interface DeclinedFile {
  readonly root: string
  readonly checks: readonly DeclinedCheck[]
}

export interface CheckOffer {
  readonly open: readonly Found[]
  readonly declined: readonly Found[]
}

/** A check whose command changed since is offered again. A file that cannot be read declines nothing. */
export function toOffer(world: World, root: string, found: readonly Found[]): CheckOffer {
  const known = new Set(readDeclined(world, root).map(keyOf))
  const isDeclined = ({ check }: Found): boolean => known.has(keyOf(check))
  return { open: found.filter((one) => !isDeclined(one)), declined: found.filter(isDeclined) }
}

export interface AskedChecks {
  readonly asked: readonly Found[]
  readonly chosen: readonly Found[]
}

/** Replaces what was known about the checks that were asked about. */
export async function noteDeclined(world: World, root: string, { asked, chosen }: AskedChecks): Promise<void> {
  const before = readDeclined(world, root)
  const names = new Set(chosen.map(({ check }) => check.name))
  const declined = asked.flatMap(({ check: { name, run, cwd } }) =>
    names.has(name) ? [] : [{ name, run, ...given({ cwd }) }],
  )
  const about = new Set(asked.map(({ check }) => keyOf(check)))
  const checks = [...before.filter((one) => !about.has(keyOf(one))), ...declined].slice(-MOST)
  if (before.length === 0 && checks.length === 0) return
  const { disk } = await world.openWorkshop()
  const file: DeclinedFile = { root: world.files.realPath(root), checks }
  disk.writeWhole(declinedFile(world, root), `${JSON.stringify(file)}\n`)
}

function readDeclined(world: World, root: string): readonly DeclinedCheck[] {
  const read = readJson<Partial<DeclinedFile>>(world, declinedFile(world, root), LARGEST)
  if (read?.root !== world.files.realPath(root) || !Array.isArray(read.checks)) return []
  return read.checks
}

function declinedFile(world: World, root: string): string {
  return inState(world, 'declined', `${world.hashOf(world.files.realPath(root))}.json`)
}

function keyOf({ name, run, cwd = '' }: DeclinedCheck): string {
  return JSON.stringify([name, typeof run === 'string' ? run : joinWords(run), cwd])
}
