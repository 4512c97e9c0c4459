// What the evidence of a change proves. A pass that a canary unmasks is worth less than a failure; what nobody settled is
// for a person.
import type { Tampering } from '../../contract/change.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { EvidenceCheck, ExtraRun } from '../../contract/evidence.ts'
import type { Barred, ChangeResult } from '../../contract/view/verified-change.ts'

export interface ChangeEvidence {
  readonly suspicions: readonly Tampering[]
  readonly checks: readonly EvidenceCheck[]
  readonly extra: readonly ExtraRun[]
  readonly barred?: Barred | undefined
  /** As the trusted config of the base says; under `warn` a suspicion is shown and triggers nothing. */
  readonly tamper: Policy['tamper']
}

export function judgeChange({ suspicions, checks, extra, barred, tamper }: ChangeEvidence): ChangeResult {
  if (checks.some(({ result }) => result === 'failed' || result === 'timed-out')) return 'red'
  if (isRigged({ suspicions, checks, extra })) return 'red'
  const isOpen =
    suspicions.some(isUnsettled) || checks.some((check) => check.suspicion !== undefined && isUnsettled(check))
  if ((isOpen && tamper !== 'warn') || extra.some(isOldTestFailing)) return 'look'
  const isProven = barred === undefined && checks.length > 0 && checks.every(({ result }) => result === 'passed')
  return isProven ? 'proven' : 'unverified'
}

/** No run cleared it. */
export function isUnsettled({ settled }: Pick<Tampering, 'settled'>): boolean {
  return settled?.how !== 'cleared'
}

/** A canary stayed green: the check passes whatever the code does. */
export function isRigged({
  suspicions,
  checks,
  extra,
}: Pick<ChangeEvidence, 'suspicions' | 'checks' | 'extra'>): boolean {
  const isConfirmed = ({ settled }: Pick<Tampering, 'settled'>): boolean =>
    settled?.by === 'canary' && settled.how === 'confirmed'
  return suspicions.some(isConfirmed) || checks.some(isConfirmed) || extra.some(isRigging)
}

/** Tests of the base fail on the current code but pass with the current yardstick: a person is shown which. */
export function isOldTestFailing({ kind, answer }: ExtraRun): boolean {
  return kind === 'sealed' && answer === 'red'
}

/** The canary is a test that must fail. */
export function isRigging({ kind, answer }: ExtraRun): boolean {
  return kind === 'canary' && answer === 'green'
}
