// `fullstop verify`: a change from its base to the files as they are now, read, checked and judged, without a task. First
// everything is read that the change could touch while its checks run; then they run; then the evidence is put together.
import type { CheckConfig } from '../../contract/config.ts'
import type { EvidenceCheck } from '../../contract/evidence.ts'
import { given } from '../../contract/given.ts'
import type { Policy } from '../../contract/policy.ts'
import type { Barred, RangeRead, VerifiedChange } from '../../contract/verified-change.ts'
import type { Tree } from '../../adapters/workspace/tree.ts'
import { judgeChange } from '../../domain/gate/judge-change.ts'
import { whyOnlyRead, withoutStepFiles } from '../../domain/gate/may-run.ts'
import { suspicionOf } from '../../domain/proof/ran.ts'
import { secretVariables } from '../../domain/text/secret-variables.ts'
import { startRun, type RunRequest } from '../home/run-request.ts'
import { workspaceId } from '../home/workspace.ts'
import type { World } from '../world.ts'
import { artefactsIn, hashWithout } from './artefacts.ts'
import { type BaseChecks, findBaseChecks } from './base-checks.ts'
import { gatherHere } from './check-here.ts'
import { findEnds, openPlace, type Place, type Range } from './range-ends.ts'
import { readEnds, topOf } from './read-range.ts'
import { readWorkspace } from './read-tree.ts'

const DEFAULT_TAMPER: Policy['tamper'] = 'ask-human'

/** A change that was read and not run yet. */
export interface ReadChange {
  readonly place: Place
  readonly read: RangeRead
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
  const read = await readEnds(place, ends)
  const top = ends.head === undefined ? await topOf(place) : undefined
  if (isAsked) return { place, read, ...given({ top }), barred: { kind: 'asked' } }
  if (top === undefined) return { place, read, barred: { kind: 'two-commits' } }
  const from = await findBaseChecks(place, top, ends.base)
  return { place, read, top, from, barred: await whyBarred(place, from) }
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
  readonly request: RunRequest
  readonly checks: readonly CheckConfig[]
  /** The files before any check ran. */
  readonly before: Tree | undefined
}

/** Undefined where nothing may run. `counts`: no agent's shell made the environment. */
export async function startChange(change: ReadChange, counts: boolean): Promise<StartedChange | undefined> {
  const { place, from, barred } = change
  if (barred || !from?.ok) return undefined
  const { world, shop, trees } = place
  const { root, checks } = from
  const read = await readWorkspace(world, shop, root)
  const before = read.ok ? read.reading.tree : undefined
  const request = startRun(
    { ...world, env: withoutStepFiles(world.env) },
    shop,
    { root, cause: 'person', checks, mayReuse: false, counts },
    before ? { tree: () => trees.encodeTree(before) } : {},
  )
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
  readonly root: string
  readonly tree?: string | undefined
  readonly checks: readonly EvidenceCheck[]
  readonly moved?: Barred | undefined
}

async function gatherRound(change: ReadChange, started: StartedChange, isLost: boolean): Promise<RoundEvidence> {
  const { world, shop } = change.place
  const { request, checks } = started
  const { root, run } = request
  const evidence = await gatherHere(world, shop, { policy: { untrustedChecks: [] }, root, checks, run, isLost })
  return {
    root,
    ...given({ tree: evidence.tree }),
    checks: evidence.checks.map((check) => ({ ...check, ...given({ suspicion: suspicionOf(check, []) }) })),
    moved: await whatMoved(change.place, started),
  }
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
  const checks = ran?.checks ?? []
  const why = barred ?? ran?.moved
  const isTrusted = from?.ok === true && from.file.trusted
  const tamper = (isTrusted ? from.config.tamper : undefined) ?? DEFAULT_TAMPER
  const extra = [] as const
  return {
    ...read,
    result: judgeChange({ suspicions: read.suspicions, checks, extra, barred: why, tamper }),
    ...(from?.ok ? { config: from.file } : {}),
    ...given({ barred: why, root: ran?.root, tree: ran?.tree }),
    checks,
    extra,
  }
}
