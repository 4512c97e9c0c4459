// The entrance to verification: the decision on a stop or a claim, at once if the facts suffice, otherwise after the
// checks have run.
//
//   verify.ts         what a success claim rests on: known results, or a round of checks
//   look-around.ts    what changed since the start, and what speaks against the yardstick
//   start/            the workspace as it was when the task began
//   round/            a round of checks, in a process of its own
//   extra/            extra runs that settle a suspicion
//   change/           `fullstop verify`: a change without an agent
//   decide-late.ts    checks that ended after their stop had passed
//   to-evidence.ts    check results to evidence
//   criteria.ts       what a claim says of the acceptance criteria
//   baseline.ts       the checks as they stand when a task opens
//   keep-reviewed.ts  the files as they are when a person must look
//   check-here.ts     `fullstop check`: a round outside of any task
//   read-tree.ts      the files of a workspace as they are now
//   tree-now.ts       the hash of them
//   forget-files.ts   removes what a task left on disk
import type { TreeReading } from '../../adapters/workspace/start.ts'
import type { Verdict, Verify } from '../../contract/decision.ts'
import type { Evidence } from '../../contract/evidence.ts'
import type { Facts } from '../../contract/facts.ts'
import type { Host } from '../../contract/agent/hook-event.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { Observed, RequestState, TaskState } from '../../contract/state.ts'
import type { ClaimRead } from '../../domain/facts/claim-read.ts'
import {
  isLookDue,
  observedIn,
  verifyingOf,
  whyStale,
  withMoves,
  withoutClaim,
  withVerified,
} from '../../domain/facts/verified.ts'
import { restsOnClaim } from '../../domain/gate/consequences.ts'
import { decide } from '../../domain/gate/decide.ts'
import { answerAtLast, answerBy } from '../home/answer-by.ts'
import { inTime } from '../home/in-time.ts'
import type { World } from '../world.ts'
import { given } from '../../contract/given.ts'

export interface ToDecide {
  readonly facts: Facts
  readonly policy: Policy
  readonly session: string
  /** The task that is open, or that this very stop opens. */
  readonly taskId: string | undefined
  readonly task: TaskState | undefined
  readonly request: RequestState | undefined
  readonly claim: ClaimRead
  /** The claim was made by a call, and is counted already. */
  readonly isRecorded?: boolean
  /** The tree, if it was read for this very claim already. */
  readonly tree?: TreeReading | undefined
  /** The name of the round of checks, if several processes may decide the same stop. */
  readonly run?: string | undefined
}

/** With what the rows of the claim have answered. */
interface Asked extends ToDecide {
  readonly seen?: Observed
}

/** How long the answer may take, and who is told meanwhile which checks have not ended yet. */
export interface Waiting extends Pick<Host, 'withinMs'> {
  readonly onLook?: ((open: readonly string[]) => void) | undefined
}

/** What a claim was found to rest on, and the round of checks that it still waits for. */
export interface VerifiedStop {
  readonly evidence: Evidence
  readonly run?: string
}

export interface Decided {
  readonly facts: Facts
  readonly decision: Exclude<Verdict, Verify>
  readonly verified?: VerifiedStop
  /** What was looked at beyond the transcript. */
  readonly observed?: Observed
}

export async function decideWithChecks(world: World, toDecide: ToDecide, waiting: Waiting): Promise<Decided> {
  const asked = await gatherCriteria(world, toDecide)
  const decided = await decideNow(world, asked, waiting)
  return lookOnce(world, asked, decided, answerBy(world, waiting))
}

/** Loaded only for a claim of a task that has criteria. */
async function gatherCriteria(world: World, asked: ToDecide): Promise<Asked> {
  const { facts, task, tree, request } = asked
  if (!facts.claim || !task?.criteria) return asked
  const { criteriaOf, answeredRows } = await import('./criteria.ts')
  const criteria = await criteriaOf(world, task, facts.claim, tree)
  return { ...asked, facts: { ...facts, criteria }, seen: { rows: answeredRows(criteria, request?.observed?.rows) } }
}

async function decideNow(world: World, asked: Asked, waiting: Waiting): Promise<Decided> {
  const { policy, request, seen } = asked
  const { called } = asked.claim
  const facts = { ...asked.facts, progress: withMoves(asked.facts, request, seen) }
  const verdict = decide(facts, policy)
  // The results of its checks hold for a tree by themselves; any other claim is compared with the tree it was made on.
  const isChecked = verdict.kind === 'verify' && (called?.run !== undefined || called?.isVerified === true)
  const now = called && !isChecked && restsOnClaim(verdict) ? await treeOf(world, called.tree, policy) : undefined
  if (now && now.hash !== called?.tree) {
    const left = withoutClaim(facts, 'the tree changed after it')
    return { facts: left, decision: decided(left, policy) }
  }
  if (verdict.kind !== 'verify') return { facts, decision: verdict, ...given({ observed: seen }) }
  return verifyAndDecide(world, { ...asked, tree: asked.tree ?? now?.reading, isChecked }, waiting)
}

async function verifyAndDecide(
  world: World,
  asked: Asked & { readonly isChecked: boolean },
  waiting: Waiting,
): Promise<Decided> {
  const { facts, policy, request } = asked
  const { called } = asked.claim
  if (!facts.claim) throw new Error('checks were asked for without a claim')
  const { verify } = await import('./verify.ts')
  const work = verify(world, {
    policy,
    claim: facts.claim,
    session: asked.session,
    taskId: asked.taskId,
    task: asked.task,
    verifying: called ? verifyingOf(called) : request?.verifying,
    isCarried: asked.claim.claim === undefined || asked.isChecked,
    isRecorded: asked.isRecorded ?? called !== undefined,
    run: asked.run,
    reading: asked.tree,
    until: answerBy(world, waiting),
    ...given({ onLook: waiting.onLook }),
  })
  const verified = orFail(await inTime(world, answerAtLast(world, waiting), work))
  const { evidence, run } = verified
  const observed = run === undefined ? { ...observedIn(evidence), ...asked.seen } : undefined
  const standing = verified.isStale ? withoutClaim(facts, whyStale(verified.isLost === true, called)) : facts
  const found = withVerified(standing, { request, observed, verification: verified.verification, evidence })
  const seen = { facts: found, decision: decided(found, policy), ...given({ observed }) }
  if (verified.isStale) return seen
  const kept = { ...evidence, warnings: [...found.warnings] }
  return { ...seen, verified: { evidence: kept, ...given({ run }) } }
}

/** The checks continue beside us; but a workspace that cannot even be read in time must not hold the agent. */
function orFail<T>(done: T | undefined): T {
  if (done !== undefined) return done
  throw new Error('the workspace could not be read within the time limit of the hook')
}

/** The tree as it is now; undefined if there is nothing to compare it with. */
async function treeOf(
  world: World,
  tree: string | undefined,
  { root }: Policy,
): Promise<{ readonly hash?: string | undefined; readonly reading?: TreeReading | undefined } | undefined> {
  if (tree === undefined || root === undefined) return undefined
  const { lookAtTree } = await import('./tree-now.ts')
  return lookAtTree(world, root, { walks: false })
}

/** After the checks have run, there is nothing left to ask for. */
function decided(facts: Facts, policy: Policy): Decided['decision'] {
  const verdict = decide(facts, policy)
  if (verdict.kind === 'verify') throw new Error('checks were asked for once more after they had run')
  return verdict
}

/** Before the guards call the agent stuck, the tree is looked at: it may have moved although no transcript shows it. */
async function lookOnce(world: World, asked: Asked, before: Decided, by: number): Promise<Decided> {
  const { policy, request } = asked
  const { facts, decision } = before
  if (before.observed?.tree !== undefined || policy.root === undefined || !isLookDue(facts, decision)) return before
  const { treeNow } = await import('./tree-now.ts')
  const tree = await inTime(world, by, treeNow(world, policy.root))
  if (tree === undefined) return before
  const observed = { ...before.observed, tree }
  const moved = { ...facts, progress: withMoves(asked.facts, request, observed) }
  if (moved.progress === facts.progress) return { ...before, observed }
  const again = decide(moved, policy)
  return again.kind === 'verify' ? { ...before, observed } : { facts: moved, decision: again, observed }
}
