// What a claim says of the task's acceptance criteria, with the files that its rows name looked up in the tree.
import { isAbsolute, join, relative } from 'node:path'
import type { TreeReading } from '../../adapters/workspace/start.ts'
import type { Claim } from '../../contract/claim.ts'
import type { CriterionFact } from '../../contract/facts.ts'
import type { TaskState } from '../../contract/state.ts'
import { criteriaFacts } from '../../domain/facts/criteria.ts'
import type { World } from '../world.ts'

export { answeredRows } from '../../domain/facts/criteria.ts'

/** Without a reading, or a repository, every file below the root is one of the tree. */
export async function criteriaOf(
  world: World,
  { criteria, policy, cwd }: TaskState,
  claim: Claim,
  reading?: TreeReading,
): Promise<readonly CriterionFact[]> {
  const root = policy.root ?? cwd
  const { isListed } = await world.openTrees()
  const isFile = (path: string): boolean => {
    if (root === undefined) return false
    const below = relative(root, isAbsolute(path) ? path : join(root, path))
    if (below === '' || below.startsWith('..') || isAbsolute(below) || /^\.git(?:\/|$)/.test(below)) return false
    return world.files.exists(join(root, below)) && (reading === undefined || isListed(reading.tree, below))
  }
  return criteriaFacts({
    criteria: criteria ?? [],
    rows: claim.criteria ?? [],
    checks: [...policy.checks.map(({ name }) => name), ...policy.untrustedChecks],
    isFile,
  })
}
