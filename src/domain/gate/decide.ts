// May this agent stop? The one place where that is answered, in the order of the decision table.
// Pure and total: facts and policy in, a decision out. Gathering facts and acting on the answer are left to the flows.
import type { Needs } from '../../contract/claim.ts'
import type { Allow, AskHuman, Continue, Reason, Recorded, Verdict } from '../../contract/decision.ts'
import type { Involuntary } from '../../contract/agent/entry.ts'
import type { CallFacts, Facts } from '../../contract/facts.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { restsOnClaim, SUBSTANTIAL_WORK_CALLS } from './consequences.ts'
import { claimedSuccess } from './decide-success.ts'
import { guard, type RefusalDraft, refusalLimit } from './guard.ts'
import { goOnText, refusalText } from './words/message.ts'
import { allow, because, refuse, type Ruled } from './ruling.ts'

export function decide(facts: Facts, policy: Policy): Verdict {
  const decision = decideUnsaid(facts, policy)
  return decision.kind === 'continue' ? withText(decision, facts, policy) : decision
}

export type Unsaid = Exclude<Verdict, Continue> | RefusalDraft

/** The same without the text that the agent would be told, for those who only count. */
export function decideUnsaid(facts: Facts, policy: Policy): Unsaid {
  const ruled = firstRuleThatFits(facts, policy)
  if (facts.call && isLeftToStop(ruled, facts, facts.call)) return recorded(ruled)
  if (ruled.kind !== 'continue') return ruled
  if (policy.mode === 'watch' && !facts.supervised) return onlyWatching(ruled)
  const guarded = guard(ruled, facts, policy)
  if (guarded.kind !== 'continue') return guarded
  return facts.canProbe && isUnclaimed(guarded) ? { kind: 'probe' } : guarded
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
  // An agent that calls is still at work: the answer says to stop and wait.
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
  // An agent that was sent to wait, or whose claim no longer counts, has claimed: that is no conversation.
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
  // An agent that has claimed is held to it, however little work it was.
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

function onlyWatching(decision: RefusalDraft): Allow {
  return allow(decision.rule, [...decision.because, because('watching', 'watch mode: would have refused this stop')])
}
