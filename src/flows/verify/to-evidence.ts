// Check results to evidence, and evidence to the facts that a decision is made from.
import { inLine } from '../../domain/text/printable.ts'
import { isComparable, newFailures } from '../../domain/checks/output/failure-lines.ts'
import type { CheckConfig } from '../../contract/config/config.ts'
import type { CheckRun, Evidence, EvidenceCheck } from '../../contract/evidence.ts'
import type { CheckEvidence, Verification } from '../../contract/facts.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { TaskState } from '../../contract/state.ts'
import { ageText } from '../../domain/text/age.ts'
import { ranBefore, suspicionOf } from '../../domain/proof/ran.ts'
import { checkKey } from './round/round-files.ts'
import type { World } from '../world.ts'
import { given } from '../../contract/given.ts'

export interface KnownBeside {
  readonly task: TaskState | undefined
  readonly policy: Policy
  /** All that are known of the workspace, newest first. */
  readonly results: readonly CheckRun[]
}

/** How a check stood when the task began, where that is known, and how many tests ran then. */
export function compared(check: EvidenceCheck, { task, policy, results }: KnownBeside): EvidenceCheck {
  const suspicion = suspicionOf(check, task ? ranBefore(check.key, task, results) : [])
  const isConfigured = policy.checks.some(({ name }) => name === check.name)
  return {
    ...withBaseline(check, task),
    ...given({ suspicion }),
    ...(isConfigured ? {} : { proposed: true as const }),
  }
}

function withBaseline(check: EvidenceCheck, task: TaskState | undefined): EvidenceCheck {
  const before = task?.baseline?.find((one) => one.key === check.key && one.tree !== undefined)
  if (!before || before.result === 'could-not-run') return check
  if (before.result === 'passed') return { ...check, before: 'passed' }
  if (!isComparable(before.failures) || !isComparable(check.failures)) return { ...check, before: 'failed' }
  return { ...check, before: 'failed', newFailures: newFailures(before.failures, check.failures).slice(0, 10) }
}

export function toVerification(evidence: Evidence, now: Date): Verification {
  const skipped = evidence.skipped.map(({ name }) => name)
  if (evidence.checks.length === 0 && skipped.length === 0) return { kind: 'none' }
  return { kind: 'done', evidence: evidence.checks.map((check) => toFact(check, now)), skipped }
}

function toFact(check: EvidenceCheck, now: Date): CheckEvidence {
  const fresh = check.newFailures?.length ? `new: ${check.newFailures.join('\n     ')}\n` : ''
  const tail = `${fresh}${check.tail}`
  return {
    name: check.name,
    result: check.result,
    why: check.why,
    ...(tail === '' || check.result === 'passed' ? {} : { tail }),
    ...(check.reused ? { ran: ageText(check.startedAt, now) } : {}),
    before: check.before,
    newFailures: check.newFailures,
    ...given({ suspicion: isCleared(check) ? undefined : check.suspicion, proposed: check.proposed }),
  }
}

function isCleared({ settled }: EvidenceCheck): boolean {
  return settled?.how === 'cleared'
}

export function notRun(world: World, name: string, why: string, check?: CheckConfig): CheckRun {
  return {
    name,
    key: check ? checkKey(world, check) : '',
    result: 'could-not-run',
    why,
    run: '',
    startedAt: world.now().toISOString(),
    durationMs: 0,
    tail: '',
    failures: [],
  }
}

export function whyUntrusted({ around }: Pick<Policy, 'around'>, root: string, name: string): string {
  if (around?.checks.includes(name))
    return `it belongs to ${inLine(around.root)}, and this is ${inLine(root)}, a project of its own that is not trusted`
  return `not trusted; run \`fullstop trust\` in ${inLine(root)}`
}
