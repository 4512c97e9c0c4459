// The evidence of a run that a person asked for, outside of any task.
import type { CheckConfig } from '../../contract/config/config.ts'
import type { Evidence, EvidenceCheck } from '../../contract/evidence.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { Workshop } from '../../adapters/platform/workshop.ts'
import { notRun, whyUntrusted } from './to-evidence.ts'
import { artefactsIn, hashNow } from './round/artefacts.ts'
import { changesSince } from './start/changes-since.ts'
import { listed } from '../../domain/text/listed.ts'
import { readWorkspace } from './read-tree.ts'
import { roundFolder, workspaceId } from '../home/workspace.ts'
import type { World } from '../world.ts'
import { given } from '../../contract/given.ts'

const MOST_CHANGED = 100

export interface RunHere {
  readonly policy: Pick<Policy, 'untrustedChecks' | 'around'>
  readonly root: string
  readonly checks: readonly CheckConfig[]
  readonly run?: string
  readonly isLost?: boolean
}

export async function gatherHere(world: World, shop: Workshop, here: RunHere): Promise<Evidence> {
  const { policy, root, checks, run, isLost } = here
  const read = await readWorkspace(world, shop, root)
  const changes = read.ok ? await changesSince(world, undefined, read.reading, { isNamesOnly: true }) : read
  const changed = changes.ok ? changes.changes.map(({ path, how }) => ({ path, how })) : undefined
  const { state } = await world.store.loadWorkspace(workspaceId(world, root))
  const results = (state?.results ?? []).filter((result) => result.run === run)
  const why =
    isLost && run !== undefined ? `the process that ran it is gone (see ${roundFolder(world, run)})` : 'it was not run'
  const ran = checks.map((check): EvidenceCheck => {
    const result = results.find((one) => one.name === check.name) ?? notRun(world, check.name, why, check)
    return { ...result, reused: false }
  })
  const untrusted = policy.untrustedChecks.map((name) => ({
    ...notRun(world, name, whyUntrusted(policy, root, name)),
    reused: false,
  }))
  const artefacts = state?.artefacts ?? []
  const trees = await world.openTrees()
  const left = read.ok ? artefactsIn(trees, read.reading.tree, artefacts, run === undefined ? [] : [run]) : []
  return {
    root,
    ...(read.ok ? { tree: hashNow(trees, read.reading.tree, artefacts, run === undefined ? [] : [run]) } : {}),
    ...given({ run }),
    checks: [...ran, ...untrusted],
    skipped: [],
    // Outside of a task, what is not committed is what changed.
    ...given({ changed: changed?.slice(0, MOST_CHANGED), changedCount: changed?.length }),
    notes: [
      ...(read.ok ? [] : [`the tree cannot be read: ${read.why}`]),
      ...(state?.run?.id === run ? (state?.run?.notes ?? []) : []),
      ...(left.length > 0 ? [`left out of the tree, since checks write it: ${listed(left)}`] : []),
    ],
    warnings: [],
    tampering: [],
  }
}
