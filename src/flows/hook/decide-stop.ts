// The decision on a stop: made at once where the facts suffice, after the checks have run where it needs them.
import type { Verdict, Verify } from '../../contract/decision.ts'
import type { Evidence } from '../../contract/evidence.ts'
import type { Facts } from '../../contract/facts.ts'
import type { Policy } from '../../contract/policy.ts'
import type { CalledClaim, Observed, RequestState, Verifying } from '../../contract/state.ts'
import { decide } from '../../domain/gate/decide.ts'
import { isRefusal, restsOnClaim } from '../../domain/gate/consequences.ts'
import { STUCK_AFTER } from '../../domain/gate/guard.ts'
import { movesAfter } from '../../domain/tasks/progress.ts'
import { answerBy } from '../home/answer-by.ts'
import { inTime } from '../home/in-time.ts'
import { type Asked, type Gathered, policyUnder } from './gather-stop.ts'
import type { Reading } from '../../adapters/workspace/start.ts'
import type { LookedAt } from '../verify/tree-now.ts'
import type { World } from '../world.ts'

/** What may come after the checks: the tree is read once more. */
const READING_MS = 700

/** What a decision needs beside what was gathered; `onLook` is told which checks have not ended yet. */
export type Deciding = Pick<Asked, 'host' | 'known' | 'policy'> & {
  readonly onLook?: (open: readonly string[]) => void
  /** The claim was made by a call, and is counted already. */
  readonly isRecorded?: boolean
  /** The tree, where this very claim had it read already. */
  readonly reading?: Reading | undefined
  /** The name that a run of the checks gets, where the same stop may be decided by several processes. */
  readonly run?: string
}

/** What a claim was found to rest on, and the run that it still waits for. */
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

/** `task`: the one that is open, or that this very stop opens. */
export async function decideStop(
  world: World,
  asked: Deciding,
  gathered: Gathered,
  task: string | undefined,
): Promise<Decided> {
  return lookOnce(world, gathered, asked, await decideNow(world, asked, gathered, task))
}

/** Decides; where that needs the checks, runs them in between. */
async function decideNow(
  world: World,
  asked: Deciding,
  gathered: Gathered,
  taskId: string | undefined,
): Promise<Decided> {
  const { facts, decision, place, reading } = gathered
  const policy = policyUnder(asked.policy, reading.order)
  const { called } = gathered.read
  // What its checks say holds for a tree by itself; any other claim is compared with the tree that it was made on.
  const isChecked = decision.kind === 'verify' && (called?.run !== undefined || called?.isVerified === true)
  const isCompared = called !== undefined && !isChecked && restsOnClaim(decision)
  const now = isCompared ? await treeOf(world, called, policy) : undefined
  if (now && now.hash !== called?.tree) {
    const left = withoutClaim(facts, 'the tree changed after it')
    return { facts: left, decision: decided(left, policy) }
  }
  if (decision.kind !== 'verify') return { facts, decision }
  const { claim } = facts
  if (!claim) throw new Error('checks were asked for without a claim')
  const { verify } = await import('../verify/verify.ts')
  const isCarried = gathered.read.claim === undefined || isChecked
  const until = answerBy(world, asked.host)
  const work = verify(world, {
    policy,
    claim,
    session: asked.known.sessionId,
    taskId,
    task: place.task,
    verifying: called ? verifyingOf(called) : place.request?.verifying,
    isCarried,
    isRecorded: asked.isRecorded ?? called !== undefined,
    run: asked.run,
    reading: asked.reading ?? now?.reading,
    until,
    ...(asked.onLook ? { onLook: asked.onLook } : {}),
  })
  const verified = orFail(await inTime(world, until + READING_MS, work))
  const observed: Observed | undefined = verified.run === undefined ? observedIn(verified.evidence) : undefined
  const found: Facts = {
    ...(verified.isStale ? withoutClaim(facts, whyStale(verified.isLost === true, called)) : facts),
    progress: withMoves(facts, place.request, observed),
    verification: verified.verification,
    warnings: [...facts.warnings, ...verified.evidence.warnings],
    tampering: verified.evidence.tampering,
  }
  const again = decided(found, policy)
  if (verified.isStale) return { facts: found, decision: again, ...(observed ? { observed } : {}) }
  const evidence = { ...verified.evidence, warnings: [...found.warnings] }
  return {
    facts: found,
    decision: again,
    verified: { evidence, ...(verified.run === undefined ? {} : { run: verified.run }) },
    ...(observed ? { observed } : {}),
  }
}

/** Checks go on beside us; but a workspace that cannot even be read in time must not hold the agent. */
function orFail<T>(done: T | undefined): T {
  if (done !== undefined) return done
  throw new Error('the workspace could not be read within the time limit of the hook')
}

/** Work came after the claim that was still being verified. */
function withoutClaim({ claim, ...facts }: Facts, why: string): Facts {
  return { ...facts, staleClaim: `you claimed ${claim?.status ?? 'success'}, but ${why}: claim again` }
}

function whyStale(isLost: boolean, called: CalledClaim | undefined): string {
  if (isLost) return 'the process that ran its checks is gone without a result'
  return called?.decision ? 'the tree changed after it' : 'the tree changed before its checks had ended'
}

/** As it is now; undefined where there is nothing to compare it with. */
async function treeOf(world: World, { tree }: CalledClaim, { root }: Policy): Promise<LookedAt | undefined> {
  if (tree === undefined || root === undefined) return undefined
  const { lookAtTree } = await import('../verify/tree-now.ts')
  return lookAtTree(world, root, { walks: false })
}

/** The run that a call began: what it found out was found out for this claim. */
function verifyingOf({ claim, run, evidence }: CalledClaim): Verifying | undefined {
  if (run === undefined) return undefined
  const nothing: Evidence = { checks: [], skipped: [], notes: [], warnings: [], tampering: [] }
  return { claim, run, evidence: evidence ?? nothing }
}

/** After the checks have run, there is nothing left to ask for. */
function decided(facts: Facts, policy: Policy): Decided['decision'] {
  const decision = decide(facts, policy)
  if (decision.kind === 'verify') throw new Error('checks were asked for once more after they had run')
  return decision
}

function observedIn({ tree, checks }: Evidence): Observed {
  return {
    ...(tree === undefined ? {} : { tree }),
    checks: checks.map(({ name, result }) => `${name}=${result}`).join(),
  }
}

function withMoves(facts: Facts, request: RequestState | undefined, observed: Observed | undefined): number {
  return facts.progress - (request?.moves ?? 0) + movesAfter(request, observed)
}

/** The tree is looked at just before the guards would call the agent stuck: it may have moved where no transcript tells. */
async function lookOnce(
  world: World,
  { place, reading }: Gathered,
  { policy, host }: Deciding,
  decided: Decided,
): Promise<Decided> {
  const { facts, decision } = decided
  const idle = facts.refusals.filter((given) => given.progress === facts.progress).length
  const isStuck = decision.kind === 'allow' && decision.outcome === 'stuck'
  const isNext = isRefusal(decision) && idle >= STUCK_AFTER - 1
  if (decided.observed !== undefined || policy.root === undefined || (!isStuck && !isNext)) return decided
  const { treeNow } = await import('../verify/tree-now.ts')
  const tree = await inTime(world, answerBy(world, host), treeNow(world, policy.root))
  if (tree === undefined) return decided
  const observed = { tree }
  const moved = { ...facts, progress: withMoves(facts, place.request, observed) }
  if (moved.progress === facts.progress) return { ...decided, observed }
  const again = decide(moved, policyUnder(policy, reading.order))
  return again.kind === 'verify' ? { ...decided, observed } : { facts: moved, decision: again, observed }
}
