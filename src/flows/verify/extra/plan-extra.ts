// Which extra runs of a check are possible, and what each changes in its copy.
import type { CheckConfig } from '../../../contract/config/config.ts'
import { given } from '../../../contract/given.ts'
import type { TreeReading } from '../../../adapters/workspace/start.ts'
import { affectedArgv } from '../../../domain/proof/running/affected-argv.ts'
import { checkCommands } from '../../../domain/proof/running/check-commands.ts'
import { mayRepeat } from '../../../domain/proof/running/may-repeat.ts'
import { isAboutTestsAlone, planSealed, testsNow } from '../../../domain/proof/running/sealed/plan.ts'
import { toPlainPlan } from '../../../domain/proof/running/plain/plan.ts'
import type { BentPlan, CanaryPlan, CopyChanges, PlainPlan, SealedPlan } from '../../../domain/proof/running/plans.ts'
import type { StartPlan } from '../../../domain/proof/running/plan-start.ts'
import { planBentRun, planCanaryRun, planPlainRun } from './plan-canary-run.ts'
import { toArgv } from '../../../domain/checks/argv.ts'
import { toNaming } from '../start/to-naming.ts'
import type { World } from '../../world.ts'
import { askWithTexts, type Texts } from './ask-with-texts.ts'
import type { Changes } from '../start/changes-since.ts'

/** Which kinds of runs the suspicions ask for. */
export interface Due {
  readonly sealed: boolean
  readonly canary: boolean
  /** Assertions with other expected values. */
  readonly bent: boolean
  /** Test files as plain programs. */
  readonly plain: boolean
  /** How many tests a check ran is not sure: some of its files cannot settle that. */
  readonly isCounted?: boolean
}

export interface CanaryRunPlan {
  readonly kind: 'canary'
  readonly canary: CanaryPlan
  /** The same canary over all files of the start; absent where they are not known. */
  readonly atStart?: CopyChanges
  /** The words that start the check with the file of the canary alone. */
  readonly affected?: readonly string[]
}

/** Further runs of the kind `canary`: existing tests that must fail. */
export interface BentRunPlan {
  readonly kind: 'canary'
  readonly bent: BentPlan
  readonly atStart?: CopyChanges
  readonly affected?: readonly string[]
}

export interface PlainRunPlan {
  readonly kind: 'plain'
  readonly plain: PlainPlan
}

export interface SealedRunPlan {
  readonly kind: 'sealed'
  readonly sealed: SealedPlan
  /** The words that start the check with the test files of the plan alone: as they were, and as they are now. */
  readonly affected?: { readonly then: readonly string[]; readonly now: readonly string[] }
}

/** An extra run as it is planned; without a plan nobody can tell. */
export type Planned = { readonly check: CheckConfig } & (
  | { readonly kind: 'sealed' | 'canary'; readonly why: string }
  | SealedRunPlan
  | CanaryRunPlan
  | BentRunPlan
  | PlainRunPlan
)

export interface ToPlan {
  readonly due: Due
  readonly reading: TreeReading
  readonly changes: Changes & { readonly ok: true }
}

export async function planExtra(world: World, check: CheckConfig, asked: ToPlan): Promise<Planned[]> {
  const { due } = asked
  return [
    ...(due.canary ? [await canaryFor(world, check, asked)] : []),
    ...(due.sealed ? [await sealedFor(world, check, asked)] : []),
    ...(due.bent ? await bentFor(world, check, asked) : []),
    ...(due.plain ? await plainFor(world, check, asked) : []),
  ]
}

async function canaryFor(world: World, check: CheckConfig, asked: ToPlan): Promise<Planned> {
  const { reading } = asked
  const why = await whyNotRepeated(world, reading, check, { put: [], remove: [] })
  if (why !== undefined) return { check, kind: 'canary', why }
  const planned = await planCanaryRun(world, check, asked)
  if (planned.kind === 'none') return { check, kind: 'canary', why: planned.why }
  const { plan: canary, atStart, commands } = planned
  const affected = affectedArgv(check, commands, [canary.file])
  const start = await knownStart(world, reading, check, atStart)
  return { check, kind: 'canary', canary, ...given({ atStart: start, affected }) }
}

/** Where no assertion can be bent, there is nothing to tell. */
async function bentFor(world: World, check: CheckConfig, asked: ToPlan): Promise<Planned[]> {
  const { reading } = asked
  if ((await whyNotRepeated(world, reading, check, { put: [], remove: [] })) !== undefined) return []
  const planned = await planBentRun(world, check, asked)
  if (!planned) return []
  const { plan: bent, atStart, commands } = planned
  const affected = affectedArgv(check, commands, [bent.file])
  const start = await knownStart(world, reading, check, atStart)
  return [{ check, kind: 'canary', bent, ...given({ atStart: start, affected }) }]
}

/** Where no test file can be told without its runner, there is nothing to tell. */
async function plainFor(world: World, check: CheckConfig, asked: ToPlan): Promise<Planned[]> {
  const words = toArgv(check)
  if (!words.ok || (await whyNotRepeated(world, asked.reading, check, { put: [], remove: [] })) !== undefined) return []
  const planned = await planPlainRun(world, check, asked)
  if (!planned) return []
  const argv = affectedArgv(check, planned.commands, planned.files) ?? words.argv
  const depth = (check.cwd ?? '').split('/').filter((part) => part !== '' && part !== '.').length
  return [{ check, kind: 'plain', plain: toPlainPlan(planned, { argv, depth }) }]
}

/** Undefined where not all of the start is known, or the check may not run over it. */
async function knownStart(
  world: World,
  reading: TreeReading,
  check: CheckConfig,
  atStart: StartPlan | undefined,
): Promise<StartPlan | undefined> {
  const isKnown = atStart?.missing.length === 0 && !atStart.put.some(({ text }) => MASKED.test(text))
  return isKnown && (await whyNotRepeated(world, reading, check, atStart)) === undefined ? atStart : undefined
}

async function sealedFor(world: World, check: CheckConfig, { due, reading, changes }: ToPlan): Promise<Planned> {
  const cannot = (why: string): Planned => ({ check, kind: 'sealed', why })
  const sealed = planSealed(changes)
  const why = await whyNotRepeated(world, reading, check, sealed)
  if (why !== undefined) return cannot(why)
  const [missing] = sealed.missing
  if (missing !== undefined) return cannot(`${missing} cannot be put back: its content at the start is not known`)
  const masked = sealed.put.find(({ text }) => MASKED.test(text))
  if (masked) return cannot(`${masked.path} cannot be put back: it holds what may be a secret, which is not kept`)
  if (sealed.put.length === 0 && sealed.remove.length === 0) return cannot('nothing that it runs with has changed')
  const mayNarrow = !due.isCounted && isAboutTestsAlone(sealed)
  const affected = mayNarrow ? await affectedBy(world, reading, check, sealed) : undefined
  return { check, kind: 'sealed', sealed, ...given({ affected }) }
}

async function affectedBy(
  world: World,
  reading: TreeReading,
  check: CheckConfig,
  sealed: SealedPlan,
): Promise<SealedRunPlan['affected']> {
  const [naming] = toNaming([check])
  if (!naming) return undefined
  const { answer } = await askWithTexts(world, reading, new Map(), (texts) => checkCommands(naming, { texts }))
  const then = affectedArgv(
    check,
    answer,
    sealed.put.map(({ path }) => path),
  )
  const now = affectedArgv(check, answer, testsNow(sealed))
  return then && now ? { then, now } : undefined
}

/** In place of a secret, in texts that we kept ourselves. */
const MASKED = /\[masked/

/** By the texts that stand in the copy, not by those of the workspace. */
async function whyNotRepeated(
  world: World,
  reading: TreeReading,
  check: CheckConfig,
  { put, remove }: CopyChanges,
): Promise<string | undefined> {
  const [naming] = toNaming([check])
  if (!naming) return undefined
  const known: Texts = new Map([
    ...put.map(({ path, text }) => [path, text] as const),
    ...remove.map((path) => [path, undefined] as const),
  ])
  const { answer } = await askWithTexts(world, reading, known, (texts) =>
    mayRepeat({ ...naming, repeat: check.repeat }, { texts }),
  )
  return answer.may ? undefined : `the check is not repeated: ${answer.why}`
}
