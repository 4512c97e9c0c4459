// What a success claim rests on, here and now: known results where they hold for exactly this tree, a round of checks where
// they do not, and what the agent did to the yardstick. Gathers; `decide` judges.
import { dueChecks } from '../../domain/checks/due-checks.ts'
import type { Claim } from '../../contract/claim.ts'
import type { CheckConfig } from '../../contract/config/config.ts'
import type { CheckRun, Evidence, EvidenceCheck } from '../../contract/evidence.ts'
import type { Verification } from '../../contract/facts.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { ProofState, TaskState, Verifying, WorkspaceState } from '../../contract/state.ts'
import type { Workshop } from '../../adapters/platform/workshop.ts'
import type { ProposedCommand } from '../../domain/checks/proposed-command.ts'
import { withProof } from '../../domain/proof/settled.ts'
import { unreadNotes } from '../../domain/proof/reading/unread.ts'
import type { TreeReading } from '../../adapters/workspace/start.ts'
import type { Tree } from '../../adapters/workspace/tree/tree.ts'
import type { Changes } from './start/changes-since.ts'
import { proofAsked, yardstickOf } from './extra/proof-asked.ts'
import { type Around, lookAround } from './look-around.ts'
import type { SinceStart } from './start/read-since-start.ts'
import { type KnownResults, lookUp, lookUpEnded } from './round/known-results.ts'
import { readWorkspace } from './read-tree.ts'
import { stateOfRound, waitForRound } from '../home/follow.ts'
import { announceRound, callOffRound } from '../home/rounds/announce-round.ts'
import { handSuspicions, handTree } from '../home/rounds/hand-over.ts'
import { readRoundRequest, type RoundRequest } from '../home/rounds/round-request.ts'
import { startRound } from '../home/rounds/start-round.ts'
import { compared, notRun, toVerification, whyUntrusted } from './to-evidence.ts'
import { wasTrusted } from '../project/trust.ts'
import { roundFolder, workspaceId } from '../home/workspace.ts'
import type { World } from '../world.ts'
import { given } from '../../contract/given.ts'

const MOST_CHANGED = 100

export interface ToVerify {
  readonly policy: Policy
  readonly claim: Claim
  readonly session: string
  readonly taskId: string | undefined
  /** Absent where this very stop opens the task. */
  readonly task?: TaskState | undefined
  /** A claim whose checks had not ended at the last stop. */
  readonly verifying?: Verifying | undefined
  /** The claim is that one: it counts only if the tree is still the one it was made on. */
  readonly isCarried: boolean
  /** It was made by a call, and is counted already. */
  readonly isRecorded?: boolean
  /** The name that a round for this stop gets, so that after a crash the one that was begun is found. */
  readonly run?: string | undefined
  /** The tree, where this very claim had it read already. */
  readonly reading?: TreeReading | undefined
  /** When the answer must be given. */
  readonly until: number
  /** Called now and then with the checks that have not ended yet. */
  readonly onLook?: (open: readonly string[]) => void
}

export interface Verified {
  readonly verification: Verification
  readonly evidence: Evidence
  /** The run that the claim still waits for. */
  readonly run?: string
  /** The tree is another than the one that the claim was made on. */
  readonly isStale?: boolean
  /** … or nobody knows: its run never ended. */
  readonly isLost?: boolean
}

export async function verify(world: World, asked: ToVerify): Promise<Verified> {
  const { policy } = asked
  const { root } = policy
  if (root === undefined) return nowhere(world, policy)
  const shop = await world.openWorkshop()
  const read = asked.reading ? { ok: true as const, reading: asked.reading } : await readWorkspace(world, shop, root)
  // Begun once the checks run, unless they depend on what changed: they must not wait for it.
  let begun: Promise<Around> | undefined
  const around = (): Promise<Around> => (begun ??= lookAround(world, asked, read))
  const isDependent = policy.checks.some(({ paths = [] }) => paths.length > 0)
  const { due, skipped } = isDependent
    ? dueChecks(policy.checks, seenPaths((await around()).changes))
    : { due: policy.checks, skipped: [] }
  const proposed = await proposedIn(asked.claim, policy)
  const base: Base = {
    asked,
    root,
    checks: [...due, ...proposed.checks],
    skipped,
    notes: proposed.notes,
    around,
    untrusted: policy.untrustedChecks.map((name) => notRun(world, name, whyUntrusted(policy, root, name))),
  }
  if (policy.trustHash !== undefined && !wasTrusted(world, policy.trustedAt ?? root, policy.trustHash)) {
    return withoutRun(world, base, 'the trust in fullstop.json was revoked, or the file it was given for is another')
  }
  if (!read.ok) return withoutRun(world, base, `the workspace cannot be read: ${read.why}`)
  return resolve(world, shop, base, read.reading.tree)
}

/** Most claims propose no command, and do without what judges one. */
async function proposedIn({ command }: Claim, policy: Policy): Promise<ProposedCommand> {
  if (command === undefined) return { checks: [], notes: [] }
  const { proposedCommand } = await import('../../domain/checks/proposed-command.ts')
  return proposedCommand(command, policy)
}

interface Base {
  readonly asked: ToVerify
  readonly root: string
  readonly checks: readonly CheckConfig[]
  readonly skipped: Evidence['skipped']
  readonly notes: readonly string[]
  readonly around: () => Promise<Around>
  readonly untrusted: readonly CheckRun[]
}

interface Claimed {
  readonly tree: Tree
  /** The round whose runner has the tree and waits for its request. */
  readonly announced?: string
}

/**
 * Nearly every claim has its checks run: their runner starts while we look for results that hold already. A round that has
 * its name beforehand may be begun by others too, and is not announced.
 */
async function resolve(world: World, shop: Workshop, base: Base, tree: Tree): Promise<Verified> {
  const { asked, root, checks } = base
  const isNew = asked.run === undefined && asked.verifying === undefined && !asked.isCarried
  if (!isNew || checks.length === 0) return resolveWith(world, shop, base, { tree })
  const trees = await world.openTrees()
  const announced = world.newId('run')
  try {
    announceRound(world, shop, { run: announced, root }, asked.task?.programs)
    handTree(world, shop, announced, () => trees.encodeTree(tree))
    return await resolveWith(world, shop, base, { tree, announced })
  } catch (error) {
    callOffRound(world, shop, announced)
    throw error
  }
}

/** Known results, or else a run: waited for as long as there is time. */
async function resolveWith(world: World, shop: Workshop, base: Base, { tree, announced }: Claimed): Promise<Verified> {
  const { asked, root, checks } = base
  const begun = asked.run !== undefined && readRoundRequest(world, asked.run) ? asked.run : undefined
  const pending = asked.verifying?.run ?? begun
  // What ended since this stop began was found out for it, even if another process asked.
  const since = world.startedAt().toISOString()
  const ours = { since, task: asked.taskId, opened: asked.task?.openedAt }
  const waitedFor = pending === undefined ? undefined : await runningStill(world, shop, pending)
  const trees = await world.openTrees()
  if (!waitedFor) {
    const known = await lookUp(world, base, tree, {
      runs: pending === undefined ? [] : [pending],
      ...ours,
      mayHaveWritten: true,
    })
    // Nobody asks twice for what a run of this claim could not tell; one that was ended before it could say so told nothing.
    const hasTold = known.proofs.some(({ run }) => run === pending)
    const isLeft = !hasTold && (await isProofLeft(world, base, known))
    if (known.missing.length === 0 && !isLeft) {
      if (announced !== undefined) callOffRound(world, shop, announced)
      return finished(world, base, known)
    }
    if (asked.isCarried && known.missing.length > 0) {
      return { ...(await finished(world, base, known)), isStale: true, isLost: await isLost(world, shop, pending) }
    }
  }
  const request =
    waitedFor ??
    startRound(
      world,
      shop,
      {
        ...given({ run: announced ?? (begun === undefined ? asked.run : undefined) }),
        root,
        cause: 'claim',
        checks,
        ...ours,
        session: asked.session,
        mayReuse: true,
        counts: true,
        heldUntil: new Date(asked.until).toISOString(),
        ...given({ proof: proofAsked(world, asked.policy), treeHash: trees.knownHash(tree) }),
      },
      {
        programs: asked.task?.programs,
        ...(announced === undefined ? { tree: () => trees.encodeTree(tree) } : { isAnnounced: true }),
      },
    )
  const { run } = request
  // Meanwhile; a failure is seen where the result is needed.
  base
    .around()
    .then(
      ({ tampering, since: read }) => tampering.length + read.doubts.length,
      () => undefined,
    )
    .then((count) => handSuspicions(world, shop, run, count))
    .catch(() => undefined)
  const state = await waitForRound(world, shop, request, {
    until: asked.until,
    onLook: async (workspace) => {
      asked.onLook?.(openIn(base, run, workspace))
      return orderGiven(world, asked)
    },
  })
  if (state === 'running') {
    const { state: workspace } = await world.store.loadWorkspace(workspaceId(world, root))
    const names = openIn(base, run, workspace)
    const evidence = await toEvidence(base, { run, checks: [] })
    return { verification: { kind: 'running', checks: names }, evidence, run }
  }
  // Begun by us, while the agent is held: what it read last is what is there.
  const ended = state === 'ended' && !waitedFor ? await lookUpEnded(world, base, { run, ...ours }) : undefined
  if (ended) return finished(world, base, ended)
  const read = await readWorkspace(world, shop, root)
  if (!read.ok) return withoutRun(world, base, `the workspace cannot be read: ${read.why}`)
  const after = read.reading.tree
  const known = await lookUp(world, base, after, {
    runs: [run],
    ...ours,
    mayHaveWritten: waitedFor !== undefined,
  })
  // The run that was waited for was asked for an earlier claim: what it does not answer is run now.
  if (waitedFor && !asked.isCarried && known.missing.length > 0) {
    return resolve(world, shop, { ...base, asked: { ...asked, verifying: undefined } }, after)
  }
  if (asked.isCarried && state === 'ended' && known.missing.length > 0) {
    return { ...(await finished(world, base, known)), isStale: true }
  }
  const why =
    state === 'lost'
      ? `the process that ran the checks is gone without a result (see ${roundFolder(world, run)})`
      : 'the tree changed after the checks had run'
  return finished(world, base, { ...known, run, missing: [], held: [...known.held, ...failedAll(world, known, why)] })
}

/** All checks passed, but something speaks against that, and no extra run has looked into it. */
async function isProofLeft(world: World, base: Base, known: KnownResults): Promise<boolean> {
  const { policy } = base.asked
  const asked = proofAsked(world, policy)
  if (!asked || known.held.length === 0 || known.held.some(({ result }) => result.result !== 'passed')) return false
  const { since, tampering } = await base.around()
  const isRunSuspected = comparedAll(world, base, known).some(({ suspicion }) => suspicion !== undefined)
  if (asked.when === 'suspicion' && tampering.length === 0 && since.doubts.length === 0 && !isRunSuspected) return false
  return (await proofOf(world, base, known, since)) === undefined
}

/** The newest that holds for this tree and yardstick. */
async function proofOf(
  world: World,
  { checks }: Base,
  { tree, held, proofs }: KnownResults,
  since: SinceStart,
): Promise<ProofState | undefined> {
  const yardstick = yardstickOf(world, checks, since)
  // Files that checks write may be left out of one hash and not yet of the other: results speak for the same tree.
  const isTree = (one: string): boolean => one === tree || held.every(({ result }) => result.tree === one)
  return proofs.find((one) => one.yardstick === yardstick && one.tree !== undefined && isTree(one.tree))
}

function openIn({ checks }: Base, run: string, workspace: WorkspaceState | undefined): readonly string[] {
  const done = workspace?.run?.id === run ? workspace.run.done : []
  const all = checks.map((check) => check.name)
  const open = all.filter((name) => !done.includes(name))
  const extra = workspace?.run?.id === run ? workspace.run.extra : undefined
  if (extra !== undefined) return extra
  // All may have ended once, and one of them may run again.
  return open.length > 0 ? open : all
}

/** Cancelling or pausing a task frees the agent at once, whatever still runs. */
async function orderGiven(world: World, { task }: ToVerify): Promise<'enough' | undefined> {
  if (task === undefined) return undefined
  const { state } = await world.store.loadTask(task.id)
  // What only the answer to a call has ended continues with this stop.
  const isOver = state?.status === 'ended' && !state.endedByCall
  return isOver || state?.status === 'paused' ? 'enough' : undefined
}

async function isLost(world: World, shop: Workshop, run: string | undefined): Promise<boolean> {
  if (run === undefined) return false
  const request = readRoundRequest(world, run)
  return !request || (await stateOfRound(world, shop, request)) === 'lost'
}

async function runningStill(world: World, shop: Workshop, run: string): Promise<RoundRequest | undefined> {
  const request = readRoundRequest(world, run)
  return request && (await stateOfRound(world, shop, request)) === 'running' ? request : undefined
}

function failedAll(world: World, { missing }: KnownResults, why: string): KnownResults['held'] {
  return missing.map((check) => ({ check, result: notRun(world, check.name, why, check), reused: false }))
}

async function finished(world: World, base: Base, known: KnownResults): Promise<Verified> {
  const found = await toEvidence(base, {
    ...given({ tree: known.tree, run: known.run }),
    checks: comparedAll(world, base, known),
    notes: known.notes,
  })
  const { since } = await base.around()
  const evidence = withProof(found, await proofOf(world, base, known, since))
  return { verification: toVerification(evidence, world.now()), evidence }
}

function comparedAll(world: World, { asked: { task, policy } }: Base, known: KnownResults): EvidenceCheck[] {
  const began = world.startedAt().getTime()
  return known.held.map(({ result, reused, check }) => {
    // A check that ran since this stop began was run for it, no matter which process asked.
    const isEarlier = reused && Date.parse(result.startedAt) < began
    return compared({ ...result, name: check.name, reused: isEarlier }, { task, policy, results: known.results })
  })
}

async function toEvidence(
  { root, skipped, notes, around, untrusted, asked }: Base,
  found: { tree?: string; run?: string; checks: readonly EvidenceCheck[]; notes?: readonly string[] },
): Promise<Evidence> {
  const { changes, files, yardstickNotes, notes: first, tampering, startLost } = await around()
  const isUnchanged = files?.length === 0 && changes.ok && changes.isSeen
  const isWarned = isUnchanged && asked.policy.strategies.includes('file-change')
  return {
    root,
    ...given({ tree: found.tree, run: found.run }),
    checks: [...found.checks, ...untrusted.map((check) => ({ ...check, reused: false }))],
    skipped,
    ...given({ changed: files?.slice(0, MOST_CHANGED), changedCount: files?.length }),
    ...(yardstickNotes.length === 0 ? {} : { yardstickNotes: [...yardstickNotes] }),
    notes: [...first, ...notes, ...(found.notes ?? []), ...(changes.ok ? unreadNotes(changes.changes) : [])],
    warnings: isWarned ? ['success is claimed on a tree that is unchanged since the task began'] : [],
    tampering: [...tampering],
    ...given({ startLost }),
  }
}

async function withoutRun(world: World, base: Base, why: string): Promise<Verified> {
  const checks = base.checks.map((check) => ({ ...notRun(world, check.name, why, check), reused: false }))
  const evidence = await toEvidence(base, { checks })
  return { verification: toVerification(evidence, world.now()), evidence }
}

function nowhere(world: World, { checks, untrustedChecks }: Policy): Verified {
  const why = 'there is no repository and no fullstop.json here, so no tree that a result could hold for'
  const all = [...checks.map((check) => check.name), ...untrustedChecks]
  const evidence: Evidence = {
    checks: all.map((name) => ({ ...notRun(world, name, why), reused: false })),
    skipped: [],
    notes: [],
    warnings: [],
    tampering: [],
  }
  return { verification: toVerification(evidence, world.now()), evidence }
}

/** Undefined where nobody saw what changed. */
function seenPaths(changes: Changes): readonly string[] | undefined {
  return changes.ok && changes.isSeen ? changes.changes.map(({ path }) => path) : undefined
}
