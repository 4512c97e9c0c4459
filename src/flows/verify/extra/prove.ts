// Settles suspicions by extra runs of the checks that passed, within the round that ran them: the yardstick of the start over
// the current code, and a test that must fail. Decides nothing. Loaded by `prove-if-due.ts`.
import type { CheckConfig } from '../../../contract/config/config.ts'
import type { EventOf } from '../../../contract/event.ts'
import type { CheckRun, ExtraRun } from '../../../contract/evidence.ts'
import type { TaskState, WorkspaceState } from '../../../contract/state.ts'
import type { Tree } from '../../../adapters/workspace/tree/tree.ts'
import { ranBefore } from '../../../domain/proof/ran.ts'
import type { DoubtKind } from '../../../domain/proof/reading/product/doubts/doubts.ts'
import { clearedBySealed } from '../../../domain/proof/running/cleared-by.ts'
import type { ProofAsked } from '../../home/rounds/round-request.ts'
import { gitDoor } from '../../home/workspace.ts'
import { yardstickOf } from './proof-asked.ts'
import type { Due } from './plan-extra.ts'
import { proveChecks } from './prove-checks.ts'
import { readSinceStart, type SinceStart } from '../start/read-since-start.ts'
import { type Carrying, head, record } from '../round/round-files.ts'

const START_MS = 10_000
/** A copy may grow, and the machine is somebody's. */
const LEAST_ROOM = 2 * 1024 * 1024 * 1024

export interface ToProve {
  readonly tree: Tree
  readonly hash: string
  /** The passes of this round, by the name of their check. */
  readonly passed: ReadonlyMap<string, CheckRun>
  readonly state: WorkspaceState | undefined
  /** The hash of the files as they are when it is asked. */
  readonly hashNow: () => Promise<string | undefined>
}

export type Proved = EventOf<'proof.finished'>

/** What was found out before it was loaded. */
export interface ProofDue {
  readonly asked: ProofAsked
  /** Those that may settle something. */
  readonly checks: readonly CheckConfig[]
  readonly task: TaskState | undefined
  /** What ran speaks against a pass. */
  readonly isRunSuspected: boolean
}

/** Undefined where there is nothing to settle, or where it was ended before it was settled. */
export async function prove(
  carrying: Carrying,
  round: ToProve,
  { asked, checks, task, isRunSuspected }: ProofDue,
): Promise<Proved | undefined> {
  const { world, shop, trees, request, workspace } = carrying
  const reading = trees.toReading(gitDoor(world, shop), round.tree)
  const until = world.now().getTime() + START_MS
  const { base } = asked
  const since = await readSinceStart(world, reading, { task, base, checks: task?.policy.checks ?? checks, until })
  const due = dueFor(since, asked.when, isRunSuspected)
  if (!due) return undefined
  const yardstick = yardstickOf(world, request.checks, since)
  const event = { kind: 'proof.finished' as const, workspace, run: request.run, yardstick }
  const known = round.state?.proofs?.find((one) => one.yardstick === yardstick && one.tree === round.hash)
  if (known)
    return { ...head(carrying), ...event, tree: round.hash, extra: [...known.extra], settled: [...known.settled] }
  const why = whyNot(carrying, since)
  const { changes } = since
  if (why !== undefined || !changes.ok)
    return { ...head(carrying), ...event, tree: round.hash, extra: cannotTell(checks, due, why ?? ''), settled: [] }
  const { extra, settled } = await proveChecks(carrying, {
    due,
    reading,
    changes,
    checks,
    since,
    passed: round.passed,
    before: (check) => ranBeforeTask(round, task, check),
    limitMs: asked.timeMs,
    onBegin: (begun) =>
      record(carrying, { ...head(carrying), kind: 'proof.started', workspace, run: request.run, extra: [...begun] }),
  })
  // What a run could not finish is no answer: nothing is kept, and the next claim asks again.
  if (carrying.signal.aborted) return undefined
  if ((await round.hashNow()) === round.hash) return { ...head(carrying), ...event, tree: round.hash, extra, settled }
  return { ...head(carrying), ...event, extra: extra.map(voided), settled: [] }
}

/** Reading a claim that nothing speaks against costs no extra run, unless the policy wants one each time. */
function dueFor(
  { suspicions, doubts }: SinceStart,
  when: 'suspicion' | 'always',
  isRunSuspected: boolean,
): Due | undefined {
  if (when === 'always') return { sealed: true, canary: true, bent: true, plain: true, isCounted: isRunSuspected }
  const isRigged = suspicions.some(({ kind }) => kind === 'rigged')
  const isDoubted = (kind: DoubtKind): boolean => doubts.some((doubt) => doubt.kind === kind)
  const canary = isRigged || isDoubted('reaches')
  const bent = isRigged || isDoubted('compares')
  const sealed = isRunSuspected || suspicions.some((one) => clearedBySealed(one) !== 'nothing')
  const plain = isRigged || doubts.length > 0
  return sealed || plain ? { sealed, canary, bent, plain, isCounted: isRunSuspected } : undefined
}

function ranBeforeTask({ passed, state }: ToProve, task: TaskState | undefined, { name }: CheckConfig) {
  const key = passed.get(name)?.key
  if (!task || key === undefined) return undefined
  return ranBefore(key, task, state?.results ?? []).find(({ ran }) => ran !== undefined)?.ran
}

function whyNot({ world, shop, request }: Carrying, { changes }: SinceStart): string | undefined {
  if (!changes.ok) return `what changed is not known: ${changes.why}`
  if (changes.lost !== undefined || changes.isLost) return 'the start of the task can no longer be read'
  const rooms = [request.root, world.env['TMPDIR'] || '/tmp', world.stateHome].flatMap(
    (path) => shop.disk.room(path) ?? [],
  )
  return rooms.some(({ bytes }) => bytes < LEAST_ROOM) ? 'less than 2 GiB is free on the disk' : undefined
}

export function kindsOf({ sealed, canary }: Due): readonly ExtraRun['kind'][] {
  return [...(sealed ? ['sealed' as const] : []), ...(canary ? ['canary' as const] : [])]
}

function cannotTell(checks: readonly CheckConfig[], due: Due, why: string): ExtraRun[] {
  return checks.flatMap(({ name }) =>
    kindsOf(due).map((kind) => ({ check: name, kind, answer: 'cannot-tell' as const, why, durationMs: 0 })),
  )
}

function voided({ tests: _tests, ...run }: ExtraRun): ExtraRun {
  return { ...run, answer: 'cannot-tell', why: 'the files changed while it ran' }
}
