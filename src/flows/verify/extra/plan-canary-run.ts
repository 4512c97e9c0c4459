// The canary run of a check: the texts that its plan needs, read from the workspace.
import type { CheckConfig } from '../../../contract/config/config.ts'
import type { TreeReading } from '../../../adapters/workspace/start.ts'
import { type PlannedBent, planBent } from '../../../domain/proof/running/bent/plan.ts'
import { type PlannedPlain, planPlain } from '../../../domain/proof/running/plain/plan.ts'
import { canaryNames } from '../../../domain/proof/running/canary/words.ts'
import { type CheckCommands, checkCommands } from '../../../domain/proof/running/check-commands.ts'
import { planCanaryAtStart } from '../../../domain/proof/running/canary/at-start.ts'
import { planCanary, type PlannedCanary, type ToCanary } from '../../../domain/proof/running/canary/plan.ts'
import type { StartPlan } from '../../../domain/proof/running/plan-start.ts'
import { isTestFile, kindOfConfig } from '../../../domain/proof/yardstick/yardstick.ts'
import type { World } from '../../world.ts'
import { askWithTexts } from './ask-with-texts.ts'
import type { Changes } from '../start/changes-since.ts'
import { toNaming } from '../start/to-naming.ts'

const MOST_TESTS = 400
const MOST_SETTINGS = 100

export interface ToCanaryRun {
  readonly reading: TreeReading
  readonly changes: Changes & { readonly ok: true }
}

type CanaryRunPlanned =
  | Extract<PlannedCanary, { kind: 'none' }>
  | (Exclude<PlannedCanary, { kind: 'none' }> & {
      readonly atStart: StartPlan | undefined
      readonly commands: CheckCommands
    })

export async function planCanaryRun(
  world: World,
  check: CheckConfig,
  { reading, changes }: ToCanaryRun,
): Promise<CanaryRunPlanned> {
  const asked = await gather(world, check, { reading, changes })
  if (!asked) return { kind: 'none', why: 'it cannot be told what it starts' }
  const planned = planCanary(asked)
  if (planned.kind === 'none') return planned
  const atStart = planCanaryAtStart(asked, planned.plan.file, changes.changes)
  return { ...planned, atStart, commands: asked.commands }
}

export async function planBentRun(
  world: World,
  check: CheckConfig,
  { reading, changes }: ToCanaryRun,
): Promise<(PlannedBent & { readonly commands: CheckCommands }) | undefined> {
  const asked = await gather(world, check, { reading, changes })
  const planned = asked && planBent(asked, changes.changes)
  return planned && { ...planned, commands: asked.commands }
}

export async function planPlainRun(
  world: World,
  check: CheckConfig,
  { reading, changes }: ToCanaryRun,
): Promise<(PlannedPlain & { readonly commands: CheckCommands }) | undefined> {
  const asked = await gather(world, check, { reading, changes })
  const planned = asked && planPlain(asked, changes.changes)
  return planned && { ...planned, commands: asked.commands }
}

async function gather(
  world: World,
  check: CheckConfig,
  { reading, changes }: ToCanaryRun,
): Promise<ToCanary | undefined> {
  const trees = await world.openTrees()
  const [naming] = toNaming([check])
  if (!naming) return undefined
  const { answer: commands, texts } = await askWithTexts(world, reading, new Map(), (known) =>
    checkCommands(naming, { texts: known }),
  )
  const placed = trees.yardstickIn(reading, placeOf, trees.KEPT_BOUNDS).map(([path]) => path)
  const tests = placed.filter(isTestFile).slice(0, MOST_TESTS)
  const settings = placed.filter((path) => placeOf(path) === SETTINGS).slice(0, MOST_SETTINGS)
  const read = await trees.textsThen(reading.door, reading.tree.root, [...tests, ...settings])
  return {
    commands,
    tests: tests.flatMap((path) => {
      const text = read.get(path)
      return text === undefined || text === '' ? [] : [{ path, text }]
    }),
    changed: changes.changes.filter(({ path, how }) => how !== 'deleted' && !isTestFile(path)).map(({ path }) => path),
    texts: new Map([...texts, ...read]),
    names: canaryNames(randomLetters(world)),
  }
}

const SETTINGS = 1

function placeOf(path: string): number | undefined {
  const isSettings =
    /(?:^|\/)(?:conftest\.py|go\.mod|pyproject\.toml|\.env\.test)$/.test(path) || kindOfConfig(path) !== undefined
  if (isSettings) return SETTINGS
  return isTestFile(path) ? 0 : undefined
}

/** Ids are random, and about half of them letters. */
function randomLetters({ newId }: Pick<World, 'newId'>): string {
  return Array.from({ length: 8 }, () => newId('x').slice(2)).join('')
}
