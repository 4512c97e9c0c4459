// What is shown of a run while it goes on: one value, from the task, what its agent tells, and how its checks stand.
import { findAgent } from '../../agents/index.ts'
import type { Event } from '../../contract/event.ts'
import type { CheckView, RunPhase, RunView } from '../../contract/run-view.ts'
import type { SessionState } from '../../contract/state.ts'
import { refusalLimit } from '../../domain/gate/guard.ts'
import { budgetsOf } from './budgets.ts'
import type { Look } from './supervising.ts'

export interface Viewing extends Look {
  readonly session: SessionState | undefined
  readonly checks: readonly CheckView[]
  readonly isStopping: boolean
  readonly isAsking: boolean
  readonly now: Date
}

export function toView({ task, reading, session, checks, isStopping, isAsking, isVerifying, now }: Viewing): RunView {
  const { run, policy } = task
  const model = reading?.model ?? run.stint?.model ?? run.setup.model
  const doing = reading?.retries ?? reading?.doing?.text
  const said = reading?.window.lastSaid
  const limit = refusalLimit({ blockCap: 0 }, policy)
  return {
    task: task.id,
    request: task.title ?? '',
    agent: findAgent(task.agent)?.title ?? run.setup.command?.[0] ?? task.agent,
    ...(model === undefined ? {} : { model }),
    folder: run.setup.cwd,
    phase: isAsking ? 'asking' : phaseOf(task, isVerifying === true),
    ...(doing === undefined ? {} : { doing }),
    ...(said === undefined ? {} : { said }),
    todos: reading?.window.todos ?? session?.todos ?? [],
    checks,
    continuations: { used: session?.request?.continuations ?? 0, ...(limit === undefined ? {} : { limit }) },
    ...budgetsOf(task, reading, now),
    ...(run.wait
      ? { wait: { why: run.wait.why, fromMs: Date.parse(run.wait.since), untilMs: Date.parse(run.wait.until) } }
      : {}),
    isStopping,
    ...(task.outcome === undefined ? {} : { outcome: task.outcome }),
  }
}

function phaseOf({ status, run }: Look['task'], isVerifying: boolean): RunPhase {
  if (status === 'ended') return 'over'
  if (isVerifying) return 'verifying'
  if (run.phase === 'waiting') return 'waiting'
  return run.phase === 'running' ? 'working' : 'starting'
}

/** How the checks stand after one more event. */
export function withChecks(checks: readonly CheckView[], event: Event): readonly CheckView[] {
  if (event.kind === 'check.started') return put(checks, { name: event.name, state: 'running', ms: 0 })
  if (event.kind === 'check.finished') {
    const { name, result, durationMs } = event.check
    return put(checks, { name, state: result, ms: durationMs })
  }
  if (event.kind !== 'claim.verified') return checks
  return event.evidence.checks.reduce(
    (all, { name, result, durationMs }) => put(all, { name, state: result, ms: durationMs }),
    checks,
  )
}

function put(checks: readonly CheckView[], view: CheckView): readonly CheckView[] {
  return checks.some(({ name }) => name === view.name)
    ? checks.map((one) => (one.name === view.name ? view : one))
    : [...checks, view]
}
