// All checks of a list on the merged result, as frozen when the list opened: run like those of a claim, in a process of
// their own, and only while the trust in them stands.
import type { CheckRun } from '../../contract/evidence.ts'
import type { Policy } from '../../contract/policy.ts'
import { waitForRound } from '../home/follow.ts'
import { startRun, stopRun } from '../home/run-request.ts'
import { wasTrusted } from '../project/trust.ts'
import { type KnownResults, lookUp } from '../verify/round/known-results.ts'
import { readWorkspace } from '../verify/read-tree.ts'
import type { World } from '../world.ts'

const LONGEST_MS = 24 * 3_600_000

export type Checked =
  | { readonly kind: 'passed' }
  | { readonly kind: 'red'; readonly failed: readonly CheckRun[] }
  | { readonly kind: 'unproven'; readonly because: string }
  /** The person wants it to end: nothing is known. */
  | { readonly kind: 'interrupted' }

export interface ToCheck {
  readonly policy: Policy
  readonly task: string
  readonly signal: AbortSignal
  readonly onLook: () => Promise<void>
}

export async function checkMerged(world: World, { policy, task, signal, onLook }: ToCheck): Promise<Checked> {
  const { root, checks, trustHash, trustedAt } = policy
  if (root === undefined || checks.length === 0) return { kind: 'unproven', because: 'no check is configured' }
  if (trustHash !== undefined && !wasTrusted(world, trustedAt ?? root, trustHash)) {
    return { kind: 'unproven', because: 'the trust in fullstop.json was revoked' }
  }
  const shop = await world.openWorkshop()
  // Results for this very tree may be known: a supervisor before this one may have been killed after they had run.
  const request = startRun(world, shop, { root, cause: 'claim', checks, task, mayReuse: true, counts: true })
  const state = await waitForRound(world, shop, request, {
    until: world.now().getTime() + LONGEST_MS,
    onLook: async () => {
      await onLook()
      return signal.aborted ? 'enough' : undefined
    },
  })
  if (state === 'running') {
    stopRun(world, shop, request.run)
    return { kind: 'interrupted' }
  }
  if (state === 'lost') return { kind: 'unproven', because: 'the process that ran the checks is gone without a result' }
  const read = await readWorkspace(world, shop, root)
  if (!read.ok) return { kind: 'unproven', because: `the merged result cannot be read: ${read.why}` }
  const known = await lookUp(world, { root, checks }, read.reading.tree, {
    runs: [request.run],
    since: request.askedAt,
    task,
    opened: undefined,
  })
  return judge(known)
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
