// All checks of a list on the merged result, as frozen when the list opened: run like those of a claim, in a process of
// their own, and only while the trust in them stands. A round outlives its supervisor, and the next one waits for it.
import type { Workshop } from '../../adapters/platform/workshop.ts'
import type { CheckRun } from '../../contract/evidence.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { stateOfRound, waitForRound } from '../home/follow.ts'
import { readRoundRequest, type RoundRequest } from '../home/rounds/round-request.ts'
import { startRound, stopRound } from '../home/rounds/start-round.ts'
import { wasTrusted } from '../project/trust.ts'
import { type KnownResults, lookUp } from '../verify/round/known-results.ts'
import { readWorkspace } from '../verify/read-tree.ts'
import type { World } from '../world.ts'
import { mergeRoundFile } from './list-places.ts'

const LONGEST_MS = 24 * 3_600_000
const LARGEST_NOTE = 1000

export type Checked =
  | { readonly kind: 'passed' }
  | { readonly kind: 'red'; readonly failed: readonly CheckRun[] }
  | { readonly kind: 'unproven'; readonly because: string }
  /** The person wants it to end: nothing is known. */
  | { readonly kind: 'interrupted' }

/** What a round of checks is about: the same merge in the same try has the same round, under any supervisor. */
export interface MergeToCheck {
  readonly list: string
  readonly key: string
  readonly signal: AbortSignal
  readonly onLook: () => Promise<void>
}

export interface ToCheck extends MergeToCheck {
  readonly policy: Policy
  readonly task: string
}

/**
 * A supervisor that was killed leaves its round at work in the worktree. One for the same merge is waited for, another one
 * is ended. `interrupted`: the person does not want to wait.
 */
export async function waitForFormerRound(world: World, merge: MergeToCheck): Promise<'quiet' | 'interrupted'> {
  const shop = await world.openWorkshop()
  const former = formerRound(world, merge)
  if (!former) return 'quiet'
  const { request, isSame } = former
  const state = await wait(world, shop, request, {
    ...merge,
    onLook: async () => {
      if (!isSame) stopRound(world, shop, request.run)
      await merge.onLook()
    },
  })
  return state === 'running' ? 'interrupted' : 'quiet'
}

export async function checkMerged(world: World, asked: ToCheck): Promise<Checked> {
  const { root, checks, trustHash, trustedAt } = asked.policy
  if (root === undefined || checks.length === 0) return { kind: 'unproven', because: 'no check is configured' }
  if (trustHash !== undefined && !wasTrusted(world, trustedAt ?? root, trustHash)) {
    return { kind: 'unproven', because: 'the trust in fullstop.json was revoked' }
  }
  const shop = await world.openWorkshop()
  const former = formerRound(world, asked)
  if (former?.isSame && (await stateOfRound(world, shop, former.request)) === 'ended') {
    const known = await judgeRound(world, shop, former.request, asked)
    // What it could not tell is asked again.
    if (known.kind !== 'unproven') return known
  }
  const run = world.newId('run')
  const note: RoundNote = { key: asked.key, run }
  shop.disk.writeWhole(mergeRoundFile(world, asked.list), JSON.stringify(note))
  // Results for this very tree may be known, of the same work merged before.
  const ask = { run, root, cause: 'claim', checks, task: asked.task, mayReuse: true, counts: true } as const
  const request = startRound(world, shop, ask)
  const state = await wait(world, shop, request, asked)
  if (state === 'running') return { kind: 'interrupted' }
  if (state === 'lost') return { kind: 'unproven', because: 'the process that ran the checks is gone without a result' }
  return judgeRound(world, shop, request, asked)
}

interface RoundNote {
  readonly key: string
  readonly run: string
}

interface FormerRound {
  readonly request: RoundRequest
  readonly isSame: boolean
}

function formerRound(world: World, { list, key }: MergeToCheck): FormerRound | undefined {
  const read = world.files.readText(mergeRoundFile(world, list), LARGEST_NOTE)
  if (read.kind !== 'text') return undefined
  const note = JSON.parse(read.text) as RoundNote
  const request = readRoundRequest(world, note.run)
  return request && { request, isSame: note.key === key }
}

/** `running`: the person wants it to end, and it was told to. */
async function wait(
  world: World,
  shop: Workshop,
  request: RoundRequest,
  { signal, onLook }: Pick<MergeToCheck, 'signal' | 'onLook'>,
): ReturnType<typeof waitForRound> {
  const until = world.now().getTime() + LONGEST_MS
  const state = await waitForRound(world, shop, request, {
    until,
    onLook: async () => {
      await onLook()
      return signal.aborted ? 'enough' : undefined
    },
  })
  if (state === 'running') stopRound(world, shop, request.run)
  return state
}

async function judgeRound(
  world: World,
  shop: Workshop,
  { run, askedAt }: RoundRequest,
  { policy: { root = '', checks }, task }: ToCheck,
): Promise<Checked> {
  const read = await readWorkspace(world, shop, root)
  if (!read.ok) return { kind: 'unproven', because: `the merged result cannot be read: ${read.why}` }
  const ours = { runs: [run], since: askedAt, task, opened: undefined }
  return judge(await lookUp(world, { root, checks }, read.reading.tree, ours))
}

/** A check that could not run proves nothing, and is nobody's fault. */
function judge({ held, missing }: KnownResults): Checked {
  const failed = held.flatMap(({ result }) => (isRed(result) ? [result] : []))
  if (failed.length > 0) return { kind: 'red', failed }
  const unrun = held.find(({ result }) => result.result !== 'passed')
  if (unrun)
    return { kind: 'unproven', because: `${unrun.check.name} could not run: ${unrun.result.why ?? 'no reason'}` }
  const [left] = missing
  if (left) return { kind: 'unproven', because: `${left.name} has no result for the merged files` }
  return { kind: 'passed' }
}

function isRed({ result }: CheckRun): boolean {
  return result === 'failed' || result === 'timed-out'
}
