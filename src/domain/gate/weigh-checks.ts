// The results of the checks behind a success claim, sorted by what they mean for it, with the words for each.
import type { Reason } from '../../contract/decision.ts'
import type { CheckEvidence, Facts } from '../../contract/facts.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { flat } from './words/quoted.ts'
import { because } from './ruling.ts'
import { type WeighedCriteria, weighCriteria } from './weigh-criteria.ts'

export interface WeighedChecks {
  readonly failed: readonly Reason[]
  readonly preexisting: readonly Reason[]
  /** Failed, but the agent says that the check is wrong, and no person has said otherwise. */
  readonly disputed: readonly Reason[]
  readonly couldNotRun: readonly Reason[]
  readonly passed: readonly CheckEvidence[]
  /** Passed, but what ran speaks against it. */
  readonly doubted: readonly Reason[]
  readonly criteria: WeighedCriteria
}

export function weighChecks(facts: Facts, policy: Policy): WeighedChecks {
  const evidence = facts.verification.kind === 'done' ? facts.verification.evidence : []
  const red = evidence.filter((check) => check.result === 'failed' || check.result === 'timed-out')
  const disputes = openDisputes(facts)
  const isOld = (check: CheckEvidence): boolean => wasThereBefore(check, facts, policy)
  const isDisputed = (check: CheckEvidence): boolean => !isOld(check) && disputes.has(check.name)
  return {
    failed: red.filter((check) => !isOld(check) && !isDisputed(check)).map((check) => toFailure(check, facts)),
    preexisting: red.filter(isOld).map(toOldFailure),
    disputed: red.filter(isDisputed).map((check) => toDisputed(check, disputes.get(check.name))),
    couldNotRun: evidence
      .filter((check) => check.result === 'could-not-run')
      .map((check) =>
        because(
          'check-could-not-run',
          `check "${nameOf(check)}" could not run${check.why ? `: ${flat(check.why)}` : ''}`,
        ),
      ),
    passed: evidence.filter((check) => check.result === 'passed'),
    doubted: evidence.flatMap((check) =>
      check.result === 'passed' && check.suspicion !== undefined
        ? [because('tampered', `check "${nameOf(check)}" passed, but ${flat(check.suspicion)}`)]
        : [],
    ),
    criteria: weighCriteria(facts),
  }
}

/** In one line: behind the first line of a reason stands what a check printed. */
export function nameOf({ name }: CheckEvidence): string {
  return flat(name)
}

/** `failed (exit 1)`. */
function howOf({ result, why }: CheckEvidence): string {
  return why ? `${result} (${flat(why)})` : result
}

/** A failure that the baseline knows, or that the agent claims and no baseline denies. */
function wasThereBefore(check: CheckEvidence, facts: Facts, policy: Policy): boolean {
  if (check.before === 'passed') return false
  if (check.before === 'failed') {
    return policy.baseline !== 'must-not-worsen' || (check.newFailures ?? []).length === 0
  }
  return facts.claim?.preexistingFailures?.includes(check.name) === true
}

/** Why the agent disputes a check, by its name; a check of which a person said that it stands is not disputed again. */
function openDisputes({ claim, standing = [] }: Facts): ReadonlyMap<string, string> {
  const disputes = (claim?.disputedChecks ?? []).filter(({ check }) => !standing.includes(check))
  return new Map(disputes.map(({ check, why }) => [check, why]))
}

function toDisputed(check: CheckEvidence, why = ''): Reason {
  return because(
    'check-disputed',
    `check "${nameOf(check)}" ${howOf(check)}, and the agent says that it is wrong: ${flat(why)}`,
  )
}

function toFailure(check: CheckEvidence, { standing = [] }: Facts): Reason {
  const ran = check.ran ? `, ran ${check.ran} on this same tree` : ''
  const before = check.before === 'passed' ? ', it passed when the task began' : ''
  const worse = check.before === 'failed' ? ', worse than when the task began' : ''
  const stands = standing.includes(check.name) ? ', and a person said that it stands' : ''
  const tail = check.tail ? `\n${check.tail}` : ''
  return because('check-failed', `check "${nameOf(check)}" ${howOf(check)}${ran}${before}${worse}${stands}${tail}`)
}

function toOldFailure(check: CheckEvidence): Reason {
  const isKnown = check.newFailures !== undefined
  const text =
    check.before === 'failed'
      ? `check "${nameOf(check)}" fails, as it did when the task began${isKnown ? '' : '; whether it is worse cannot be told'}`
      : `the agent says "${nameOf(check)}" failed before it began`
  return because('failure-claimed-preexisting', text)
}
