// When extra runs are asked for, and what tells their answers from those for another yardstick.
import type { CheckConfig } from '../../../contract/config/config.ts'
import type { Policy } from '../../../contract/config/policy.ts'
import { isYardstick } from '../../../domain/proof/yardstick/yardstick.ts'
import type { ProofAsked } from '../../home/rounds/round-request.ts'
import type { World } from '../../world.ts'
import type { SinceStart } from '../start/read-since-start.ts'
import { checkKey } from '../round/round-files.ts'

const BY_DEFAULT = { when: 'suspicion', timeMs: 600_000 } as const

/** Undefined: never. */
export function proofAsked(
  { processes }: Pick<World, 'processes'>,
  { proof = BY_DEFAULT, checks }: Pick<Policy, 'proof' | 'checks'>,
): ProofAsked | undefined {
  const { when, timeMs } = proof
  if (when === 'read') return undefined
  return { when, timeMs, checks: checks.map(({ name }) => name), by: processes.keyOf(processes.self) }
}

/** Equal for the same changes of the yardstick, the same checks, suspicions and doubts. */
export function yardstickOf(
  world: Pick<World, 'hashOf'>,
  checks: readonly CheckConfig[],
  { changes, suspicions, doubts }: Pick<SinceStart, 'changes' | 'suspicions' | 'doubts'>,
): string {
  const { changes: all, named } = changes.ok ? changes : { changes: [], named: new Map() }
  const measured = all.filter(({ path }) => isYardstick(path) || named.has(path))
  return world.hashOf(
    JSON.stringify([
      measured.map(({ path, how, before, bytes }) => [path, how, before ?? bytes?.before ?? null]),
      checks.map((check) => [checkKey(world, check), check.repeat ?? null]),
      suspicions.map(({ file, line, what }) => [file, line, what]),
      ...(doubts.length === 0 ? [] : [doubts.map(({ kind, file, line }) => [kind, file, line])]),
    ]),
  )
}
