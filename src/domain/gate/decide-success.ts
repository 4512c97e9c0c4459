// Rules 4 to 7: what becomes of a success claim, from open items and the results of its checks to the person who may have
// to look.
import type { Allow, AskHuman, Reason } from '../../contract/decision.ts'
import type { Facts } from '../../contract/facts.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { RefusalDraft } from './guard.ts'
import { leftOver } from './left-over.ts'
import { firstLine, flat } from './words/quoted.ts'
import { allow, because, refuse, type Ruled } from './ruling.ts'
import { failingOldTests, lostStart, riggedChecks, toTampered, unsettled, unsettledAlone } from './suspicions.ts'
import { nameOf, type WeighedChecks, weighChecks } from './weigh-checks.ts'
import { openCriteria } from './weigh-criteria.ts'

/** Rules 4 to 7. Open todos, subtasks and criteria come first: they are known without running anything. */
export function claimedSuccess(facts: Facts, policy: Policy): Ruled | undefined {
  if (facts.claim?.status !== 'success') return undefined
  const unfinished = openItems(facts)
  if (unfinished.length > 0) {
    const isEarly = [...(facts.awaitedSubtasks ?? []), ...(facts.heldSubtasks ?? [])].length > 0
    return isEarly ? { ...refuse(5, unfinished), counts: ['wait'] } : refuse(5, unfinished)
  }
  if (facts.verification.kind === 'due') return { kind: 'verify', checks: facts.verification.checks }
  if (facts.verification.kind === 'running') return checksRunning(facts, facts.verification.checks)
  if (facts.review?.answer === 'reject') {
    return allow(4, [because('rejected', facts.review.feedback ?? 'a person rejected the result')], 'rejected')
  }
  const evidence = weighChecks(facts, policy)
  if (facts.review?.answer === 'approve') return approved(facts, evidence)
  // "Done" that names what is left is not done. With what the checks found: the agent is sent back once for both.
  const left = leftToDo(facts.claim)
  const undone = [...evidence.failed, ...(left ? [left] : [])]
  if (undone.length > 0) return refuse(5, [...undone, ...notHeardYet(evidence)])
  if (evidence.criteria.unproven.length > 0) return refuse(5, evidence.criteria.unproven)
  // A check that passes whatever happens proves nothing, so no setting lets it count.
  const rigged = riggedChecks(facts)
  if (rigged.length > 0) return refuse(5, rigged)
  const suspicions = unsettled(facts)
  // What looks asked for is shown to a person: the agent must not be pushed to undo what the user wanted.
  const undoable = suspicions.filter((finding) => !finding.meant).map(toTampered)
  if (suspicions.every((finding) => !finding.meant)) undoable.push(...evidence.doubted)
  if (undoable.length > 0 && policy.tamper === 'refuse') return refuse(5, undoable)
  const asked = needsPerson(facts, policy, evidence)
  if (!asked) return verified(facts, evidence)
  return isApproved(asked, facts) ? approved(facts, evidence) : asked
}

function openItems(facts: Facts): Reason[] {
  return [
    ...facts.openTodos.map((todo) => because('todo-open', `open todo: ${todo}`)),
    ...facts.openSubtasks.map((subtask) => because('subtask-open', `open subtask: ${subtask}`)),
    ...(facts.failedSubtasks ?? []).map((subtask) => because('subtask-failed', subtask)),
    // A person who answers has seen them.
    ...(facts.review ? [] : openCriteria(facts)),
  ]
}

/** Rule 6. */
function checksRunning(facts: Facts, checks: readonly string[]): Allow | RefusalDraft {
  const reasons = [because('checks-running', `still running: ${checks.join(', ')}`)]
  // No guard of ours counts the wait, but the host counts every refusal: before it gives up on us, we let go.
  const isHostPatient = facts.blockCap === 0 || facts.continuations + facts.waits < facts.blockCap - 1
  if (facts.attended || !isHostPatient) return { ...allow(6, reasons), status: 'verifying' }
  return { ...refuse(6, reasons), counts: ['wait'] }
}

/** A dispute asks a person for their time: first the agent does all that it can do by itself. */
function notHeardYet({ disputed }: WeighedChecks): Reason[] {
  return disputed.length === 0 ? [] : [because('check-disputed', 'your dispute is heard once the rest is done')]
}

function leftToDo({ remainingWork = '' }: NonNullable<Facts['claim']>): Reason | undefined {
  return leftOver(remainingWork) ? because('partial', `remaining work: ${flat(remainingWork)}`) : undefined
}

/** An approval in the agent's screen covers what the person was asked about then, and nothing that came up since. */
function isApproved({ because: reasons }: AskHuman, { approvedFor = [] }: Facts): boolean {
  return reasons.every(({ code, text }) => approvedFor.some((one) => one.code === code && one.text === text))
}

function approved(facts: Facts, weighed: WeighedChecks): Allow {
  const { failed, disputed, preexisting, couldNotRun, doubted, criteria } = weighed
  const reds = [...failed, ...disputed, ...preexisting, ...couldNotRun, ...criteria.failed, ...criteria.waived]
  const despite = [...reds, ...openCriteria(facts), ...openDoubts(facts), ...doubted]
  if (despite.length === 0) return allow(4, [because('approved', 'a person approved the result')], 'completed')
  const listed = despite.map(({ code, text }) => (code.startsWith('criterion-') ? firstLine(text) : text)).join('; ')
  return allow(4, [because('approved-despite', `approved despite: ${listed}`)], 'completed')
}

/** What was done to tests and checks, as far as no run cleared it. */
function openDoubts(facts: Facts): readonly Reason[] {
  return [...failingOldTests(facts), ...lostStart(facts), ...unsettledAlone(facts).map(toTampered)]
}

/** Rule 7, where only a person can say yes. */
function needsPerson(facts: Facts, policy: Policy, weighed: WeighedChecks): AskHuman | undefined {
  const { disputed, preexisting, doubted, criteria } = weighed
  const warnings = policy.review === 'on-warning' ? facts.warnings.map((text) => because('review-needed', text)) : []
  const always = policy.review === 'always' ? [because('review-needed', 'every completion needs a person here')] : []
  const isTamperAsked = policy.tamper !== 'warn' || policy.review !== 'never'
  const tampering = isTamperAsked ? [...lostStart(facts), ...unsettledAlone(facts).map(toTampered), ...doubted] : []
  // The person who set a criterion is asked before it is dropped.
  const dropped = policy.review === 'never' ? [] : criteria.waived
  const claimed = [...disputed, ...preexisting, ...criteria.failed, ...dropped]
  const reasons = [...claimed, ...failingOldTests(facts), ...tampering, ...warnings, ...always]
  return reasons.length > 0 ? { kind: 'ask-human', rule: 7, because: reasons } : undefined
}

/** Rules 4 and 7: completed only if every check passed, else said plainly. */
function verified(facts: Facts, { couldNotRun, passed, criteria }: WeighedChecks): Allow {
  if (couldNotRun.length > 0) {
    return allow(7, [...couldNotRun, ...criteria.couldNotRun, ...criteria.waived], 'unverified')
  }
  const skipped = facts.verification.kind === 'done' ? (facts.verification.skipped ?? []) : []
  // A command that the agent proposed stands for none of the checks that were skipped.
  if (passed.every((check) => check.proposed) && skipped.length > 0) {
    const text = `claimed, but no check applies to what changed (skipped: ${skipped.join(', ')})`
    return allow(7, [because('no-check-exists', text), ...criteria.waived], 'unverified')
  }
  if (passed.length === 0) {
    const none = because('no-check-exists', 'claimed, but no check can prove it')
    return allow(7, [none, ...criteria.waived], 'unverified')
  }
  const left = skipped.length > 0 ? `; skipped: ${skipped.join(', ')}` : ''
  const all = because('checks-passed', `passed: ${passed.map(nameOf).join(', ')}${left}`)
  return allow(4, [all, ...criteria.waived], 'completed')
}
