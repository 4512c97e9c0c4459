// `fullstop verify`: a change from its base to the files as they are now, read, checked and judged, without a task. First
// everything is read that the change could touch while its checks run; then they run; then the evidence is put together.
import type { CheckConfig } from '../../../contract/config/config.ts'
import type { Evidence } from '../../../contract/evidence.ts'
import { given } from '../../../contract/given.ts'
import type { ProofState } from '../../../contract/state.ts'
import type { Barred, RangeRead, VerifiedChange } from '../../../contract/view/verified-change.ts'
import type { Tree } from '../../../adapters/workspace/tree/tree.ts'
import { judgeChange } from '../../../domain/gate/judge-change.ts'
import { whyOnlyRead, withoutStepFiles } from '../../../domain/gate/may-run.ts'
import type { Doubt } from '../../../domain/proof/reading/product/doubts/doubts.ts'
import { suspicionOf } from '../../../domain/proof/ran.ts'
import { withProof } from '../../../domain/proof/settled.ts'
import { secretVariables } from '../../../domain/text/secret-variables.ts'
import { handSuspicions } from '../../home/rounds/hand-over.ts'
import type { RoundRequest } from '../../home/rounds/round-request.ts'
import { startRound } from '../../home/rounds/start-round.ts'
import { workspaceId } from '../../home/workspace.ts'
import type { World } from '../../world.ts'
import { artefactsIn, hashWithout } from '../round/artefacts.ts'
import { type BaseChecks, findBaseChecks } from './base-checks.ts'
import { gatherHere } from '../check-here.ts'
import { PROJECT_FILE } from '../../project/load-policy.ts'
import { proofAsked } from '../extra/proof-asked.ts'
import { findEnds, openPlace, type Place, type Range } from './range-ends.ts'
import { readEnds, topOf } from './read-range.ts'
import { readWorkspace } from '../read-tree.ts'

/** A change that was read and not run yet. */
export interface ReadChange {
  readonly place: Place
  readonly read: RangeRead
  readonly doubts: readonly Doubt[]
  /** The top folder of the checkout; absent where two commits are compared. */
  readonly top?: string
  /** Absent where nothing is to run anyway. */
  readonly from?: BaseChecks
  readonly barred?: Barred | undefined
}

/** Rejects as git does: a base that is not there, no repository. `isAsked`: a person wants it read and nothing else. */
export async function readChangeHere(world: World, cwd: string, range: Range, isAsked: boolean): Promise<ReadChange> {
  const place = await openPlace(world, cwd)
  const ends = await findEnds(place, range)
  const { read, doubts } = await readEnds(place, ends)
  const top = ends.head === undefined ? await topOf(place) : undefined
  if (isAsked) return { place, read, doubts, ...given({ top }), barred: { kind: 'asked' } }
  if (top === undefined) return { place, read, doubts, barred: { kind: 'two-commits' } }
  const from = await findBaseChecks(place, top, ends.base)
  return { place, read, doubts, top, from, barred: await whyBarred(place, from) }
}

/** After the person has said so. */
export function trustedChange(change: ReadChange): ReadChange {
  const { from } = change
  return from?.ok ? { ...change, from: { ...from, file: { ...from.file, trusted: true } }, barred: undefined } : change
}

async function whyBarred(place: Place, from: BaseChecks): Promise<Barred | undefined> {
  const { world } = place
  const onlyRead = whyOnlyRead(world.env['GITHUB_EVENT_NAME'], secretVariables(world.env))
  if (onlyRead) return onlyRead
  const key = world.env['GITHUB_ACTIONS'] === 'true' ? await tokenInConfig(place) : undefined
  if (key !== undefined) return { kind: 'git-token', key }
  if (!from.ok) return from.barred
  const { file, isSameNow } = from
  return file.trusted ? undefined : { kind: 'untrusted', file: file.file, hash: file.hash, isSameNow }
}

/** The name of a setting by which git sends a token with every request. */
async function tokenInConfig({ trees, door, folder }: Place): Promise<string | undefined> {
  const listed = await trees.runGit(door, folder, ['config', '-z'])
  if (!listed.ok) return undefined
  const keys = listed.stdout
    .toString('utf8')
    .split('\0')
    .map((entry) => entry.split('\n', 1)[0] ?? '')
  return keys.find((key) => /^http\..*extraheader$/is.test(key))
}

/** The checks of the base at work on the files of now. */
export interface StartedChange {
  readonly request: RoundRequest
  readonly checks: readonly CheckConfig[]
  /** The files before any check ran. */
  readonly before: Tree | undefined
}

/** Undefined where nothing may run. `counts`: no agent's shell made the environment. */
export async function startChange(change: ReadChange, counts: boolean): Promise<StartedChange | undefined> {
  const { place, read, doubts, from, barred } = change
  if (barred || !from?.ok) return undefined
  const { world, shop, trees } = place
  const { root, checks, policy } = from
  const proof = proofAsked(world, policy)
  const files = await readWorkspace(world, shop, root)
  const before = files.ok ? files.reading.tree : undefined
  const request = startRound(
    { ...world, env: withoutStepFiles(world.env) },
    shop,
    {
      root,
      cause: 'person',
      checks,
      mayReuse: false,
      counts,
      ...(proof ? { proof: { ...proof, base: read.base } } : {}),
    },
    before ? { tree: () => trees.encodeTree(before) } : {},
  )
  handSuspicions(world, shop, request.run, read.suspicions.length + doubts.length)
  return { request, checks, before }
}

/** Once its checks have ended; `isLost`: their process is gone. */
export async function finishChange(
  change: ReadChange,
  started: StartedChange | undefined,
  isLost: boolean,
): Promise<VerifiedChange> {
  const ran = started && (await gatherRound(change, started, isLost))
  return toVerified(change, ran)
}

interface RoundEvidence {
  readonly evidence: Evidence
  readonly moved?: Barred | undefined
}

async function gatherRound(change: ReadChange, started: StartedChange, isLost: boolean): Promise<RoundEvidence> {
  const { world, shop } = change.place
  const { request, checks } = started
  const { root, run } = request
  const gathered = await gatherHere(world, shop, { policy: { untrustedChecks: [] }, root, checks, run, isLost })
  const evidence: Evidence = {
    ...gathered,
    checks: gathered.checks.map((check) => ({ ...check, ...given({ suspicion: suspicionOf(check, []) }) })),
    tampering: [...change.read.suspicions],
  }
  const { state } = await world.store.loadWorkspace(workspaceId(world, root))
  const proof = state?.proofs?.find((one) => one.run === run)
  const seen = proof && inChange(change, proof, gathered.tree)
  const begun = state?.run?.id === run ? state.run.extra : undefined
  const cutOff = begun && !proof ? ({ kind: 'cut-off', runs: begun } as const) : undefined
  return { evidence: withProof(evidence, seen), moved: (await whatMoved(change.place, started)) ?? cutOff }
}

/** Paths count from the top of the repository, and what settles something must hold for the files that are there. */
function inChange({ from }: ReadChange, proof: ProofState, tree: string | undefined): ProofState {
  const folder = from?.ok ? from.file.file.slice(0, -PROJECT_FILE.length) : ''
  const isHolding = tree !== undefined && proof.tree === tree
  return {
    ...proof,
    extra: proof.extra.map(({ places, ...run }) => ({
      ...run,
      why: ofBase(run.why),
      ...given({ places: places?.map((place) => `${folder}${place}`) }),
    })),
    settled: (isHolding ? proof.settled : []).map(({ file, settled, ...one }) => ({
      ...one,
      file: `${folder}${file}`,
      settled: { ...settled, why: ofBase(settled.why) },
    })),
  }
}

/** Here the base is the start, and there is no task. */
function ofBase(text: string): string {
  return text
    .replaceAll("the task's start", 'the base')
    .replaceAll('the start of the task', 'the base')
    .replaceAll('at the start', 'on the base')
}

/** Checks run what the change contains: it must not be able to put other files in the place of those that were read. */
async function whatMoved(
  { world, shop, trees }: Place,
  { request, before }: StartedChange,
): Promise<Barred | undefined> {
  const { root, run } = request
  const read = await readWorkspace(world, shop, root, before)
  if (!before || !read.ok) return { kind: 'moved', files: [] }
  const now = read.reading.tree
  const { state } = await world.store.loadWorkspace(workspaceId(world, root))
  const left = artefactsIn(trees, now, state?.artefacts ?? [], [run])
  if (hashWithout(trees, before, left) === hashWithout(trees, now, left)) return undefined
  const { tracked, untracked } = trees.diffTrees(before, now)
  return { kind: 'moved', files: [...tracked, ...untracked.filter((path) => !left.includes(path))] }
}

function toVerified({ read, from, barred }: ReadChange, ran: RoundEvidence | undefined): VerifiedChange {
  const { checks = [], extra = [], tampering: suspicions = read.suspicions, root, tree } = ran?.evidence ?? {}
  const why = barred ?? ran?.moved
  // What nobody trusts loosens nothing.
  const tamper = from?.ok && from.file.trusted ? from.policy.tamper : 'ask-human'
  return {
    ...read,
    suspicions,
    result: judgeChange({ suspicions, checks, extra, barred: why, tamper }),
    ...(from?.ok ? { config: from.file } : {}),
    ...given({ barred: why, root, tree }),
    checks,
    extra,
  }
}
