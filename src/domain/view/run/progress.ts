// A run while it is under way as one value to draw: from the task, the output of its agent and the state of its checks.
import type { Event, EventOf } from '../../../contract/event.ts'
import type { CheckView, RunPhase, RunView } from '../../../contract/view/run-view.ts'
import type { RunSetup } from '../../../contract/agent/run-setup.ts'
import type { RunTask, SessionState } from '../../../contract/state.ts'
import { ownWords } from '../../lists/item-text.ts'
import { extraName } from '../../checks/extra-run.ts'
import { refusalLimit } from '../../gate/guard.ts'
import { budgetsOf } from '../../tasks/run/budgets.ts'
import type { StintReading } from '../../tasks/run/stint.ts'
import { toolText } from './tool-text.ts'
import { given } from '../../../contract/given.ts'

export interface RunFacts {
  readonly task: RunTask
  /** The agent's own name; absent for a program that we have no driver for. */
  readonly agentTitle?: string | undefined
  /** What the running stint has printed so far. */
  readonly reading?: StintReading | undefined
  readonly isVerifying?: boolean
  readonly session: SessionState | undefined
  readonly checks: readonly CheckView[]
  readonly isStopping: boolean
  readonly isAsking: boolean
  readonly now: Date
}

export function toRunView(facts: RunFacts): RunView {
  const { task, agentTitle, reading, session, checks, isStopping, isAsking, isVerifying, now } = facts
  const { run, policy } = task
  const model = reading?.model ?? run.stint?.model ?? run.setup.model
  const doing = reading?.retries ?? (reading?.doing && toolText(reading.doing.text))
  const said = reading?.printed ?? lastWords(reading?.window.lastSaid, run.setup)
  const limit = refusalLimit({ blockCap: 0 }, policy)
  return {
    task: task.id,
    ...given({ parent: task.parent }),
    request: ownWords(task.title ?? ''),
    agent: agentTitle ?? run.setup.command?.[0] ?? task.agent,
    ...given({ model }),
    folder: run.setup.cwd,
    phase: isAsking ? 'asking' : phaseOf(task, isVerifying === true),
    ...given({ doing, said }),
    todos: reading?.window.todos ?? session?.todos ?? [],
    checks: checks.map((check) => withTime(check, now)),
    continuations: { used: session?.request?.continuations ?? 0, ...given({ limit }) },
    ...budgetsOf(task, reading, now),
    ...(run.wait
      ? { wait: { why: run.wait.why, fromMs: Date.parse(run.wait.since), untilMs: Date.parse(run.wait.until) } }
      : {}),
    isStopping,
    ...given({ outcome: task.outcome }),
  }
}

/** All that a plain program printed are its words, and the last of them say where it stands. */
function lastWords(said: string | undefined, { command, acp }: RunSetup): string | undefined {
  return command === undefined || acp === true ? said : said?.trimEnd().split('\n').at(-1)
}

function phaseOf({ status, run }: RunTask, isVerifying: boolean): RunPhase {
  if (status === 'ended') return 'over'
  if (isVerifying) return 'verifying'
  switch (run.phase) {
    case 'waiting':
      return 'waiting'
    case 'running':
      return 'working'
    case 'stopped':
      return 'judging'
    case 'ready':
      return run.stints === 0 ? 'starting' : 'returning'
  }
}

/** The state of the checks after one more event. */
export function withChecks(checks: readonly CheckView[], event: Event): readonly CheckView[] {
  if (event.kind === 'check.started') return put(checks, { name: event.name, state: 'running', since: event.at })
  if (event.kind === 'check.finished') {
    const { name, result, durationMs } = event.check
    return put(checks, { name, state: result, ms: durationMs })
  }
  if (event.kind === 'proof.started') return [...withoutExtra(checks), toExtra(event)]
  if (event.kind === 'proof.finished' || event.kind === 'checks.finished') return withoutExtra(checks)
  if (event.kind !== 'claim.verified') return checks
  return event.evidence.checks.reduce(
    (all, { name, result, durationMs }) => put(all, { name, state: result, ms: durationMs }),
    checks,
  )
}

/** They run one after the other, and only their start is known. */
function toExtra({ extra, at }: EventOf<'proof.started'>): CheckView {
  const name = [...new Set(extra.map(extraName))].join(', ')
  return { name, state: 'running', since: at, isExtra: true }
}

function withoutExtra(checks: readonly CheckView[]): readonly CheckView[] {
  return checks.filter(({ isExtra }) => !isExtra)
}

function withTime({ since, ...check }: CheckView, now: Date): CheckView {
  return since === undefined ? check : { ...check, ms: Math.max(0, now.getTime() - Date.parse(since)) }
}

/** The checks of the policy that have not run yet, then those that have an event. */
export function withUnrun(checks: readonly CheckView[], names: readonly string[]): readonly CheckView[] {
  const unrun = names.filter((name) => checks.every((check) => check.name !== name))
  return [...unrun.map((name): CheckView => ({ name, state: 'not-run' })), ...checks]
}

function put(checks: readonly CheckView[], view: CheckView): readonly CheckView[] {
  return checks.some(({ name }) => name === view.name)
    ? checks.map((one) => (one.name === view.name ? view : one))
    : [...checks, view]
}
