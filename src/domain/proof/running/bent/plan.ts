// Which test file is bent, and the same file as it was at the task's start.
import type { FileChange } from '../../../../contract/change.ts'
import type { CanaryFile } from '../canary/in-file.ts'
import { filesFor, loadedBy, type ToCanary } from '../canary/plan.ts'
import { given } from '../../../../contract/given.ts'
import { runnersIn, type StartedRunner } from '../canary/runners.ts'
import { layered, planStart, type StartPlan } from '../plan-start.ts'
import type { BentPlan } from '../plans.ts'
import { bendFile } from './bend.ts'
import { type ProductBuilders, productBuilders } from './builders.ts'

export interface PlannedBent {
  readonly plan: BentPlan
  readonly atStart: StartPlan | undefined
}

/** Prefers files that load changed code, and among them the one with the most assertions. Undefined: none can be bent. */
export function planBent(
  { commands, tests, changed, names }: ToCanary,
  changes: readonly FileChange[],
): PlannedBent | undefined {
  const old = new Map(changes.map(({ path, before }) => [path, before]))
  const textThen = ({ path, text }: CanaryFile): string | undefined => (old.has(path) ? old.get(path) : text)
  const product = productBuilders(changes)
  const bent = runnersIn(commands).flatMap((started) =>
    filesFor(started, tests).flatMap((file) => {
      const bending = bendFile(started.runner, file, { names, product })
      return bending ? [{ started, file, bending, isLoading: loadedBy(file, changed).length > 0 }] : []
    }),
  )
  const [best] = bent.toSorted(
    (a, b) => Number(b.isLoading) - Number(a.isLoading) || b.bending.assertions.length - a.bending.assertions.length,
  )
  if (!best) return undefined
  const { started, file, bending } = best
  const then = textThen(file)
  const plan: BentPlan = {
    put: bending.put,
    remove: [],
    file: file.path,
    tried: names.witness,
    passed: names.reached,
    hasNegatives: bending.hasNegatives,
    isSame: then === file.text,
    assertions: bending.assertions.map(({ line, written, isBuilt }) => ({
      line,
      isOld: then?.includes(written) === true,
      ...given({ isBuilt }),
    })),
  }
  return { plan, atStart: atStart(started, file, { then, names, changes, product }) }
}

function atStart(
  { runner }: StartedRunner,
  { path }: CanaryFile,
  {
    then,
    names,
    changes,
    product,
  }: Pick<ToCanary, 'names'> & {
    readonly then: string | undefined
    readonly changes: readonly FileChange[]
    readonly product: ProductBuilders
  },
): StartPlan | undefined {
  const bent = then === undefined ? undefined : bendFile(runner, { path, text: then }, { names, product })
  if (!bent) return undefined
  const start = planStart(changes)
  return { ...layered(start, { put: bent.put, remove: [] }), missing: start.missing }
}
