// May this agent stop? The one place where that is answered, in the order of the decision table.
// Pure and total: facts and policy in, a decision out. Gathering facts and acting on the answer are left to the flows.
import type { Needs } from '../../contract/claim.ts'
import type {
  Allow,
  AskHuman,
  Continue,
  Reason,
  ReasonCode,
  Recorded,
  Rule,
  Verdict,
  Verify,
} from '../../contract/decision.ts'
import type { Involuntary } from '../../contract/entry.ts'
import type { ExtraRun } from '../../contract/evidence.ts'
import type { CallFacts, CheckEvidence, Facts } from '../../contract/facts.ts'
import type { Outcome } from '../../contract/outcome.ts'
import type { Policy } from '../../contract/policy.ts'
import { countsOf, restsOnClaim, SUBSTANTIAL_WORK_CALLS } from './consequences.ts'
import { guard, type RefusalDraft, refusalLimit } from './guard.ts'
import { fingerprint, goOnText, refusalText } from './message.ts'
import { testTitles } from './test-titles.ts'
import { firstLine, flat } from './quoted.ts'
import { openCriteria, type WeighedCriteria, weighCriteria } from './weigh-criteria.ts'
import { given } from '../../contract/given.ts'

/** What a rule says; a refusal gets its text last. */
type Ruled = Allow | AskHuman | RefusalDraft | Verify

export function decide(facts: Facts, policy: Policy): Verdict {
  const ruled = firstRuleThatFits(facts, policy)
  if (facts.call && isLeftToStop(ruled, facts, facts.call)) return recorded(ruled)
  if (ruled.kind !== 'continue') return ruled
  if (policy.mode === 'watch' && !facts.supervised) return onlyWatching(ruled)
  const guarded = guard(ruled, facts, policy)
  if (guarded.kind !== 'continue') return guarded
  return facts.canProbe && isUnclaimed(guarded) ? { kind: 'probe' } : withText(guarded, facts, policy)
}

/** The stop that follows a call decides where checks cannot run from here, and where a supervisor continues the agent. */
function isLeftToStop(decision: Ruled, { claim }: Facts, call: CallFacts): boolean {
  if (decision.kind === 'verify') return !call.mayRun && call.stopFollows !== 'none'
  // Without a claim it turned out stale while it was decided: the agent hears that at once.
  const isUnfinished = claim !== undefined && claim.status !== 'success'
  return call.stopFollows === 'supervisor' && isUnfinished && restsOnClaim(decision)
}

function recorded(decision: Ruled): Recorded {
  return { kind: 'recorded', checks: decision.kind === 'verify' ? decision.checks : [] }
}

function isUnclaimed({ rule, because: [first] }: RefusalDraft): boolean {
  return rule === 11 && first?.code === 'no-claim'
}

function withText({ words, mentions = [], ...refusal }: RefusalDraft, facts: Facts, policy: Policy): Continue {
  const { kind, rule, because: reasons, ...rest } = refusal
  const say = words ?? refusalText(rule, [...reasons, ...mentions], facts, refusalLimit(facts, policy))
  return { kind, rule, because: reasons, say, ...rest }
}

function firstRuleThatFits(facts: Facts, policy: Policy): Ruled {
  return (
    theUserDecided(facts, policy) ??
    notTheAgentsChoice(facts) ??
    notOurStop(facts) ??
    unheard(facts) ??
    personWants(facts) ??
    reviewAwaited(facts) ??
    heedsSubtasks(facts) ??
    claimedSuccess(facts, policy) ??
    claimedPartial(facts) ??
    claimedBlocked(facts, policy) ??
    waitsOrConverses(facts) ??
    noClaim(facts, policy)
  )
}

/** Rule 1. */
function theUserDecided(facts: Facts, policy: Policy): Allow | undefined {
  if (facts.user === 'cancelled') return allow(1, [because('cancelled', 'the user cancelled the task')], 'cancelled')
  if (facts.user === 'paused') return allow(1, [because('paused', 'the user paused the task')])
  if (facts.user === 'interrupted') return allow(1, [because('interrupted', 'the user interrupted the agent')])
  if (policy.mode === 'off') return allow(1, [because('mode-off', 'the gate is off in this session')])
  if (!facts.taskOpen)
    return allow(1, [because('no-open-task', 'no task is open: nobody asked for anything since the last one ended')])
  return undefined
}

/** Rule 2. A supervisor recovers: by a push where that helps, by waiting where it may pass, and never by giving up unsaid. */
function notTheAgentsChoice(facts: Facts): Allow | RefusalDraft | undefined {
  const { involuntary, endDetail } = facts
  if (!involuntary) return undefined
  const detail = endDetail ? ` (${endDetail})` : ''
  const reasons = [because('not-the-agents-choice', `the stop is not the agent's choice: ${involuntary}${detail}`)]
  if (!facts.supervised) return allow(2, reasons)
  switch (RECOVERY[involuntary]) {
    case 'wait':
      return { ...allow(2, reasons), then: 'recover' }
    case 'fail':
      return allow(2, reasons, 'agent-failed')
    case 'refused':
      return allow(2, reasons, 'blocked')
    case 'push':
      // What the lost session was to be told has been counted, if it counts: a fresh one takes its place.
      return facts.isUntold
        ? { ...refuse(2, reasons), words: goOnText(involuntary), counts: ['wait'] }
        : refuse(2, reasons)
  }
}

/** `wait`: it may pass by itself; `push`: the agent can continue, here or in a fresh session. */
const RECOVERY: Readonly<Record<Involuntary, 'wait' | 'push' | 'fail' | 'refused'>> = {
  'usage-limit': 'wait',
  'api-error': 'wait',
  crashed: 'wait',
  'output-cut': 'push',
  'context-limit': 'push',
  compaction: 'push',
  'agent-cap': 'push',
  hung: 'push',
  'session-missing': 'push',
  interrupted: 'push',
  auth: 'fail',
  'model-missing': 'fail',
  'not-started': 'fail',
  'model-refused': 'refused',
}

/** Rule 3. */
function notOurStop(facts: Facts): Allow | undefined {
  if (facts.subagent) return allow(3, [because('subagent', 'a subagent stopped, not the main agent')])
  if (facts.planMode) {
    // Nobody would ever take it out of that mode.
    const outcome = facts.supervised ? 'needs-input' : undefined
    return allow(3, [because('plan-mode', 'the agent is in plan or read-only mode')], outcome)
  }
  // A supervised agent has ended: whatever feature of its own kept it going is through.
  if (facts.vendorGoal && !facts.supervised)
    return allow(3, [because('vendor-goal', "the agent's own goal feature is active and decides")])
  return undefined
}

/** Rule 11, before any claim: what the person added since is part of the request. */
function unheard(facts: Facts): RefusalDraft | undefined {
  if (!facts.isUnheard) return undefined
  return { ...refuse(11, [because('claim-stale', 'the user has added to the request since')]), counts: ['wait'] }
}

/** Rule 5: what a person wants changed is told in their own words. It counts as their prompt, and no guard counts it. */
function personWants({ review }: Facts): RefusalDraft | undefined {
  if (review?.answer !== 'request-changes') return undefined
  const reasons = [because('changes-requested', 'a person wants something changed')]
  return { ...refuse(5, reasons), words: review.feedback, counts: ['wait'] }
}

/** Rule 7, still: a claim that waits for a person is neither forgotten nor pushed on. */
function reviewAwaited(facts: Facts): AskHuman | undefined {
  if (!facts.isReviewAwaited || facts.review) return undefined
  return { kind: 'ask-human', rule: 7, because: [because('review-needed', 'a person has not answered the review yet')] }
}

/** Rule 10: the agent waits for subtasks with sessions of their own, and hears of their ends. No guard counts the wait. */
function heedsSubtasks({
  awaitedSubtasks = [],
  heldSubtasks = [],
  openSubtasks,
  areSubtasksOver,
  supervised,
  claim,
  call,
}: Facts): Allow | RefusalDraft | undefined {
  // Whoever calls is still at work: the answer says to stop and wait.
  if (call) return undefined
  if (awaitedSubtasks.length > 0 && claim?.status !== 'blocked') {
    const reasons = awaitedSubtasks.map((subtask) => because('subtask-open', `waits for subtask ${subtask}`))
    return { ...allow(10, reasons), status: 'waiting', then: 'subtasks' }
  }
  if (heldSubtasks.length > 0 && !areSubtasksOver && (claim?.status ?? 'success') === 'success') {
    const reasons = heldSubtasks.map((text) => because('subtask-open', text))
    return { ...allow(10, reasons), status: 'waiting', ...(supervised ? { then: 'subtasks' as const } : {}) }
  }
  if (!areSubtasksOver) return undefined
  const still = heldSubtasks.length === 0 ? [] : openSubtasks.map((subtask) => `Open: ${subtask}.`)
  const words = ['FULLSTOP: no subtask is at work any more. Continue with your own task.', ...still].join('\n')
  const reasons = [because('subtask-ended', 'the subtasks that the agent waited for have ended')]
  return { ...refuse(10, reasons), words, counts: ['wait'] }
}

/** Rules 4 to 7. Open todos, subtasks and criteria come first: they are known without running anything. */
function claimedSuccess(facts: Facts, policy: Policy): Ruled | undefined {
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
  const evidence = weigh(facts, policy)
  if (facts.review?.answer === 'approve') return approved(facts, evidence)
  if (evidence.failed.length > 0) return refuse(5, [...evidence.failed, ...notHeardYet(evidence)])
  const left = evidence.disputed.length > 0 ? leftToDo(facts.claim) : undefined
  if (left !== undefined) return refuse(5, [left, ...notHeardYet(evidence)])
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

/** An approval in the agent's screen covers what the person was asked about then, and nothing that came up since. */
function isApproved({ because: reasons }: AskHuman, { approvedFor = [] }: Facts): boolean {
  return reasons.every(({ code, text }) => approvedFor.some((one) => one.code === code && one.text === text))
}

type Suspicion = Facts['tampering'][number]

function toTampered(suspicion: Suspicion): Reason {
  return because('tampered', placeOf(suspicion))
}

function placeOf({ file, line, what }: Suspicion): string {
  return `${file}:${line} ${what}`
}

/** Those that no extra run cleared. */
function unsettled({ tampering }: Facts): readonly Suspicion[] {
  return tampering.filter(({ settled }) => settled?.how !== 'cleared')
}

function isConfirmedBy(kind: ExtraRun['kind']): (suspicion: Suspicion) => boolean {
  return ({ settled }) => settled?.by === kind && settled.how === 'confirmed'
}

/** Rule 5: a canary run stayed green. */
function riggedChecks({ extra = [], tampering }: Facts): Reason[] {
  const confirmed = tampering.filter(isConfirmedBy('canary'))
  const places = confirmed.length === 0 ? '' : `: ${confirmed.map(placeOf).join('; ')}`
  return extra
    .filter(({ kind, answer }) => kind === 'canary' && answer === 'green')
    .map(({ check }) => because('rigged', `check "${flat(check)}" passes even with a test that must fail${places}`))
}

/** Rule 7: sealed runs that are red, while the same checks pass with the tests of now. */
function failingOldTests({ extra = [], tampering }: Facts): Reason[] {
  const changed = tampering.filter(isConfirmedBy('sealed'))
  const places = changed.length === 0 ? '' : `; changed: ${changed.map(placeOf).join('; ')}`
  return extra
    .filter(({ kind, answer }) => kind === 'sealed' && answer === 'red')
    .map(({ check, tests = [] }) => {
      const titles = testTitles(tests)
      const named = titles.length === 0 ? '' : `: ${titles.slice(0, MOST_TESTS).map(flat).join('; ')}`
      const more = titles.length > MOST_TESTS ? ` and ${titles.length - MOST_TESTS} more` : ''
      return because(
        'old-tests-fail',
        `tests from the start of the task fail on the new code (sealed run of "${flat(check)}")${named}${more}${places}`,
      )
    })
}

const MOST_TESTS = 5

/** Rule 6. */
function checksRunning(facts: Facts, checks: readonly string[]): Allow | RefusalDraft {
  const reasons = [because('checks-running', `still running: ${checks.join(', ')}`)]
  // No guard of ours counts the wait, but the host counts every refusal: before it gives up on us, we let go.
  const isHostPatient = facts.blockCap === 0 || facts.continuations + facts.waits < facts.blockCap - 1
  if (facts.attended || !isHostPatient) return { ...allow(6, reasons), status: 'verifying' }
  return { ...refuse(6, reasons), counts: ['wait'] }
}

interface Weighed {
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

function weigh(facts: Facts, policy: Policy): Weighed {
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
function nameOf({ name }: CheckEvidence): string {
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

/** A dispute asks a person for their time: first the agent does all that it can do by itself. */
function notHeardYet({ disputed }: Weighed): Reason[] {
  return disputed.length === 0 ? [] : [because('check-disputed', 'your dispute is heard once the rest is done')]
}

const NOTHING: readonly string[] = ['', 'none', 'nothing', 'no', 'n a']

function leftToDo({ remainingWork = '' }: NonNullable<Facts['claim']>): Reason | undefined {
  const words = remainingWork
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
  return NOTHING.includes(words) ? undefined : because('partial', `remaining work: ${flat(remainingWork)}`)
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

function approved(facts: Facts, weighed: Weighed): Allow {
  const { failed, disputed, preexisting, couldNotRun, doubted, criteria } = weighed
  const reds = [...failed, ...disputed, ...preexisting, ...couldNotRun, ...criteria.failed, ...criteria.waived]
  const despite = [...reds, ...openCriteria(facts), ...openDoubts(facts), ...doubted]
  if (despite.length === 0) return allow(4, [because('approved', 'a person approved the result')], 'completed')
  const listed = despite.map(({ code, text }) => (code.startsWith('criterion-') ? firstLine(text) : text)).join('; ')
  return allow(4, [because('approved-despite', `approved despite: ${listed}`)], 'completed')
}

/** What was done to tests and checks, as far as no run cleared it. */
function openDoubts(facts: Facts): readonly Reason[] {
  // What a sealed run confirmed is told with the tests that fail.
  const suspicions = unsettled(facts).filter((suspicion) => !isConfirmedBy('sealed')(suspicion))
  return [...failingOldTests(facts), ...lostStart(facts), ...suspicions.map(toTampered)]
}

/** Rule 7, where only a person can say yes. */
function needsPerson(facts: Facts, policy: Policy, weighed: Weighed): AskHuman | undefined {
  const { disputed, preexisting, doubted, criteria } = weighed
  const warnings = policy.review === 'on-warning' ? facts.warnings.map((text) => because('review-needed', text)) : []
  const always = policy.review === 'always' ? [because('review-needed', 'every completion needs a person here')] : []
  const isTamperAsked = policy.tamper !== 'warn' || policy.review !== 'never'
  // What a sealed run confirmed is told with the tests that fail.
  const suspicions = unsettled(facts).filter((suspicion) => !isConfirmedBy('sealed')(suspicion))
  const tampering = isTamperAsked ? [...lostStart(facts), ...suspicions.map(toTampered), ...doubted] : []
  // Whoever set a criterion is asked before it is dropped.
  const dropped = policy.review === 'never' ? [] : criteria.waived
  const claimed = [...disputed, ...preexisting, ...criteria.failed, ...dropped]
  const reasons = [...claimed, ...failingOldTests(facts), ...tampering, ...warnings, ...always]
  return reasons.length > 0 ? { kind: 'ask-human', rule: 7, because: reasons } : undefined
}

/** Whoever makes the start of the task go away could have changed any test unseen. */
function lostStart({ startLost }: Facts): Reason[] {
  if (startLost === undefined) return []
  return [because('start-lost', `what changed since the task began can no longer be told: ${flat(startLost)}`)]
}

/** Rules 4 and 7: completed only if every check passed, else said plainly. */
function verified(facts: Facts, { couldNotRun, passed, criteria }: Weighed): Allow {
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
    const none = because('no-check-exists', 'claimed, but no check exists that could show it')
    return allow(7, [none, ...criteria.waived], 'unverified')
  }
  const left = skipped.length > 0 ? `; skipped: ${skipped.join(', ')}` : ''
  const all = because('checks-passed', `passed: ${passed.map(nameOf).join(', ')}${left}`)
  return allow(4, [all, ...criteria.waived], 'completed')
}

/** Rule 8. */
function claimedPartial(facts: Facts): Allow | RefusalDraft | undefined {
  if (facts.claim?.status !== 'partial') return undefined
  const before = facts.newestClaim
  if (before?.status === 'partial' && before.progress === facts.progress) {
    return allow(8, [because('partial', 'claimed partial twice with no progress in between')], 'partial')
  }
  const reasons = [because('partial', `remaining work: ${facts.claim.remainingWork ?? 'not named'}`)]
  return { ...refuse(8, reasons), then: 'hand-over' }
}

const NEEDED: Readonly<Record<Needs, string>> = {
  input: 'input',
  credentials: 'credentials',
  permission: 'a permission',
  external: 'something external',
}

/** Rule 9. */
function claimedBlocked(facts: Facts, policy: Policy): Allow | RefusalDraft | undefined {
  if (facts.claim?.status !== 'blocked') return undefined
  if (facts.claim.needs)
    return allow(9, [because('needs-input', `the agent needs ${NEEDED[facts.claim.needs]}`)], 'needs-input')
  const { summary, remainingWork, text } = facts.claim
  const why = summary === undefined ? (remainingWork ?? text) : summary.trimEnd().replace(/\.$/, '')
  const left = summary === undefined || remainingWork === undefined ? '' : `; remaining: ${remainingWork}`
  const reasons = [because('blocked', `the agent says it is blocked: ${why}${left}`)]
  if (facts.blockedPushes >= policy.blockedPushes) return allow(9, reasons, 'blocked')
  return refuse(9, reasons)
}

/** Rule 10. */
function waitsOrConverses(facts: Facts): Allow | RefusalDraft | undefined {
  const waiting = facts.waitingFor
  if (waiting?.kind === 'question' && !facts.attended) return unattendedQuestion(facts, waiting.what)
  if (waiting?.kind === 'permission' && facts.supervised) return unattendedPermission(facts, waitingText(waiting))
  if (waiting) return { ...allow(10, [because(waiting.kind, waitingText(waiting))]), status: 'waiting' }
  // Whoever was sent to wait, or whose claim no longer counts, has claimed: that is no conversation.
  const hasClaimed = facts.waits > 0 || facts.staleClaim !== undefined || facts.refusedClaim !== undefined
  if (facts.conversation && !facts.supervised && facts.continuations === 0 && !hasClaimed) {
    return allow(10, [because('conversation', 'a conversation: nothing was changed')])
  }
  return undefined
}

function unattendedQuestion(facts: Facts, question: string): Allow | RefusalDraft {
  if (facts.answer?.kind === 'ask') {
    return { ...allow(10, [because('question', `the agent asks: ${question}`)]), status: 'waiting', then: 'answer' }
  }
  const reasons = [because('question', `nobody is there to answer: ${question}`)]
  // Standing words answer every question; the guards see to it that this has an end.
  if (facts.answer?.kind === 'text') return refuse(10, reasons)
  if (facts.questionsPushed > 0 || facts.answer?.kind === 'fail') return allow(10, reasons, 'needs-input')
  return refuse(10, reasons)
}

function unattendedPermission(facts: Facts, text: string): Allow | RefusalDraft {
  const reasons = [because('permission', text)]
  if (facts.questionsPushed > 0) return allow(10, reasons, 'needs-input')
  return refuse(10, reasons)
}

function waitingText(waiting: NonNullable<Facts['waitingFor']>): string {
  switch (waiting.kind) {
    case 'background-work':
      return `background work is still running: ${waiting.what}`
    case 'wake-up':
      return 'a wake-up is scheduled'
    case 'permission':
      return waiting.what === undefined ? 'a permission prompt is open' : `nobody could permit: ${waiting.what}`
    case 'question':
      return `the agent asks the user: ${waiting.what}`
  }
}

/** Rule 11. */
function noClaim(facts: Facts, policy: Policy): Allow | RefusalDraft {
  const reasons = [noClaimReason(facts)]
  // Whoever has claimed is held to it, however little work it was.
  if (policy.mode === 'balanced' && !isSubstantial(facts) && facts.refusedClaim === undefined && facts.waits === 0) {
    return allow(11, [...reasons, because('no-substantial-work', 'balanced mode lets a stop after little work pass')])
  }
  return { ...refuse(11, reasons), mentions: (facts.refusedFor ?? []).filter(({ code }) => code === 'check-failed') }
}

function noClaimReason(facts: Facts): Reason {
  if (facts.refusedClaim) return because('claim-refused-before', facts.refusedClaim)
  if (facts.staleClaim) return because('claim-stale', facts.staleClaim)
  return because('no-claim', 'nothing says that the task is done')
}

function isSubstantial(facts: Facts): boolean {
  if (facts.isWorkUnseen || facts.workCalls >= SUBSTANTIAL_WORK_CALLS) return true
  if (facts.openTodos.length > 0) return true
  const isLeftFailing = facts.lastTool?.failed === true && facts.isFailureAsked !== true
  return facts.hasWritten === true && (isLeftFailing || facts.ownRemainder !== undefined)
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

function onlyWatching(decision: RefusalDraft): Allow {
  return allow(decision.rule, [...decision.because, because('watching', 'watch mode: would have refused this stop')])
}

function refuse(rule: Rule, reasons: readonly Reason[]): RefusalDraft {
  return {
    kind: 'continue',
    rule,
    because: [...reasons],
    fingerprint: fingerprint(rule, reasons),
    counts: countsOf(rule),
  }
}

function allow(rule: Rule, reasons: readonly Reason[], outcome?: Outcome): Allow {
  return { kind: 'allow', rule, because: [...reasons], ...given({ outcome }) }
}

function because(code: ReasonCode, text: string): Reason {
  return { code, text }
}
