// Rules for a run that was left behind: whether a new request is that run again, and what `resume` makes of it.
import type { Criterion } from '../../../contract/criterion.ts'
import { given } from '../../../contract/given.ts'
import type { Event, EventOf } from '../../../contract/event.ts'
import type { Policy } from '../../../contract/config/policy.ts'
import type { RunSetup } from '../../../contract/agent/run-setup.ts'
import type { RunTask } from '../../../contract/state.ts'

export interface WantedRun {
  /** The id that the task gets, where it was chosen beforehand. */
  readonly task?: string
  /** An agent of the table, or `command`. */
  readonly agent: string
  readonly setup: RunSetup
  readonly policy: Policy
  readonly prompt: string
  /** What the result must meet. */
  readonly criteria?: readonly Criterion[]
}

/** An unfinished run in the tree of a new request. */
export interface FormerFacts {
  readonly status: RunTask['status']
  /** It has the same request in the same folder. */
  readonly isSameRequest: boolean
  /** … and was started with the same agent and options. */
  readonly isStartedAlike: boolean
  /** Its agent still works, without a supervisor. */
  readonly isAtWork: boolean
}

export function isUnfinished({ status }: Pick<RunTask, 'status'>): boolean {
  return status !== 'ended' && status !== 'awaiting-review'
}

/** `same`: the run continues. `busy`: it keeps the tree for itself. `other`: it does not concern the new request. */
export type Former =
  | { readonly kind: 'same' }
  | { readonly kind: 'other' }
  | { readonly kind: 'busy'; readonly why: string }

export function judgeFormer({ status, isSameRequest, isStartedAlike, isAtWork }: FormerFacts): Former {
  const isAlike = isSameRequest && isStartedAlike
  if (isAlike && status !== 'paused') return { kind: 'same' }
  if (isAtWork) return { kind: 'busy', why: 'has an agent that is still at work here' }
  if (!isSameRequest) return { kind: 'other' }
  return { kind: 'busy', why: isAlike ? 'is paused' : 'was left at this request with other options' }
}

/** A run that is asked for with less than before must not get what was allowed then. */
export function isStartedAlike({ agent, policy, run, criteria }: RunTask, wanted: Omit<WantedRun, 'prompt'>): boolean {
  const options = ({ budget, supervision, maxContinuations }: Policy): unknown => [
    budget,
    supervision,
    maxContinuations,
  ]
  const before = [agent, run.setup, options(policy), criteria ?? []]
  const now = [wanted.agent, wanted.setup, options(wanted.policy), wanted.criteria ?? []]
  return JSON.stringify(before) === JSON.stringify(now)
}

/** Only a person resumes a run that a person cancelled or paused; no agent one that a person reviews or rejected. */
export function whoMayResume({
  outcome,
  status,
}: Pick<RunTask, 'outcome' | 'status'>): 'anybody' | 'person' | 'no-agent' {
  if (outcome === 'cancelled' || status === 'paused') return 'person'
  return status === 'awaiting-review' || outcome === 'rejected' ? 'no-agent' : 'anybody'
}

/**
 * A person's `resume` uses the checks, the trust and the config of today. Checks that were trusted when the task opened
 * stay where the project file is no longer trusted: the agent itself may have edited it.
 */
export function policyOfToday(frozen: Policy, today: Policy): Policy {
  if (frozen.trustHash === undefined || today.trustHash !== undefined) return today
  const { checks, root, trustHash, trustedAt, untrustedChecks } = frozen
  return { ...today, checks, trustHash, untrustedChecks, ...given({ root, trustedAt }) }
}

/** Options that were given before, with those that are given now above them. */
export function mergeFlags(before: RunFlags = {}, now: RunFlags = {}): RunFlags {
  const budget = { ...before.budget, ...now.budget }
  return { ...before, ...now, ...(Object.keys(budget).length > 0 ? { budget } : {}) }
}

export type RunFlags = NonNullable<RunSetup['flags']>

/** The options that the person adds with `resume`. */
export interface Added {
  readonly words?: string | undefined
  readonly setup: RunSetup
  readonly policy: Policy
}

/** True: the task only lost its supervisor, and continues as it was. Anything else begins a new request. */
export function isOnlyLeft(task: RunTask, added: Added): boolean {
  return isUnfinished(task) && added.words === undefined && isUnchanged(task, added)
}

/** With the options that it has. */
export function isUnchanged({ run, policy }: RunTask, { setup, policy: wanted }: Added): boolean {
  return canonical([setup, wanted]) === canonical([run.setup, policy])
}

/**
 * It ended with a claim that nothing could prove, and nothing more is asked for. Where no check can prove it today either, the
 * agent could only claim it again: it is not paid for that.
 */
export function mayStand({ outcome, run }: RunTask, { words, setup }: Added): boolean {
  return words === undefined && canonical(setup) === canonical(run.setup) && outcome === 'unverified'
}

/** The hash of the files as they are now. */
export interface TreeToday {
  readonly hash: string
  /** Without the project file, where git does not know it: the person may have written it since. */
  readonly beside: string
}

export interface TreesOfClaim {
  /** Absent where there is neither a repository nor a project file. */
  readonly today: TreeToday | undefined
  /** There was neither when it was claimed: nobody can tell whether the files have changed since. */
  readonly wasTreeless: boolean
}

/**
 * The claim that the task ended with, as it is recorded once more. On another tree it says nothing: the work may be gone, and
 * checks that pass without it would prove what is not there. Where there was no tree to compare, the checks of today decide.
 */
export function claimOfEnd(
  events: readonly Event[],
  { today, wasTreeless }: TreesOfClaim,
): EventOf<'claim.made'> | undefined {
  const at = events.findLastIndex((event) => event.kind === 'claim.made')
  const made = events[at]
  if (made?.kind !== 'claim.made' || made.claim.status !== 'success') return undefined
  const since = events.slice(at)
  const then = treeOfClaim(made.claim.id, since)
  const isSame = then === undefined ? wasTreeless && isDecided(since) : then === today?.hash || then === today?.beside
  if (!isSame) return undefined
  const { digest = made.claim.id, progress = 0 } = made.call ?? {}
  return { ...made, call: { digest, ...given({ tree: today?.hash }), progress, isBound: true, isStanding: true } }
}

function isDecided(since: readonly Event[]): boolean {
  return since.some(({ kind }) => kind === 'stop.decided')
}

/** That of its checks; where there was none, that of the stop it was made with. */
function treeOfClaim(claim: string, since: readonly Event[]): string | undefined {
  const verified = since.findLast((event) => event.kind === 'claim.verified')
  if (verified) return verified.claim === claim ? verified.evidence.tree : undefined
  return since.findLast((event) => event.kind === 'stop.decided')?.observed?.tree
}

/** Equal for equal values, in whatever order their keys stand. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}
