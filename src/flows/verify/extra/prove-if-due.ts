// Whether there is anything to settle by extra runs. Mostly there is not: then the round loads nothing of them.
import type { CheckRun } from '../../../contract/evidence.ts'
import type { TaskState } from '../../../contract/state.ts'
import { ranBefore, suspicionOf } from '../../../domain/proof/ran.ts'
import { takeSuspicions } from '../../home/rounds/hand-over.ts'
import { wasTrusted } from '../../project/trust.ts'
import type { Carrying } from '../round/round-files.ts'
import type { Proved, ToProve } from './prove.ts'

/** Undefined where there is nothing to settle. */
export async function proveIfDue(carrying: Carrying, round: ToProve): Promise<Proved | undefined> {
  const { world, request } = carrying
  const { proof: asked } = request
  const checks = request.checks.filter(({ name }) => asked?.checks.includes(name))
  if (!asked || checks.length === 0 || carrying.signal.aborted) return undefined
  const task = request.task === undefined ? undefined : (await world.store.loadTask(request.task)).state
  if (!isTrustedStill(carrying, task)) return undefined
  const isRunSuspected = suspectsRuns(round, task)
  // The process that asked reads the change too: mostly there is nothing to settle, and nothing to read again.
  if (asked.when === 'suspicion' && !isRunSuspected && (await takeSuspicions(world, request)) === 0) return undefined
  const { prove } = await import('./prove.ts')
  return prove(carrying, round, { asked, checks, task, isRunSuspected })
}

function suspectsRuns({ passed, state }: ToProve, task: TaskState | undefined): boolean {
  const before = (key: string): readonly CheckRun[] => (task ? ranBefore(key, task, state?.results ?? []) : [])
  return [...passed.values()].some((run) => suspicionOf(run, before(run.key)))
}

/** The trust may have been revoked while the checks ran. */
function isTrustedStill({ world, request }: Carrying, task: TaskState | undefined): boolean {
  const hash = task?.policy.trustHash
  return hash === undefined || wasTrusted(world, task?.policy.trustedAt ?? request.root, hash)
}
