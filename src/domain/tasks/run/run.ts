// The state of a supervised task, folded from its events. The supervisor decides the next step.
import type { AgentEnd, Usage } from '../../../contract/agent/agent-end.ts'
import type { Event, EventOf } from '../../../contract/event.ts'
import type { RunSetup } from '../../../contract/agent/run-setup.ts'
import type { Faults, RunState, SessionUsage, Stint, StintBill } from '../../../contract/state.ts'
import { given } from '../../../contract/given.ts'

const MOST_BILLS = 200
const MOST_SESSIONS = 200

const NONE: Faults = { limits: 0, errors: 0, crashes: 0 }

export function openedRun(setup: RunSetup, at: string): RunState {
  return {
    setup,
    phase: 'ready',
    stints: 0,
    turns: 0,
    undecided: [],
    hasWaited: false,
    faults: NONE,
    isProbed: false,
    spentMs: 0,
    tick: at,
    usage: [],
    bill: [],
    warned: [],
  }
}

export function stepRun(run: RunState, event: Event): RunState {
  switch (event.kind) {
    case 'run.attached':
      // Time counts while an agent keeps working without a supervisor, and not while neither of them runs.
      return {
        ...(run.phase === 'running' && !run.stint?.isAlive ? run : { ...run, tick: event.at }),
        ...(event.source === 'resume' ? { isReattached: true } : {}),
      }
    case 'task.resumed':
      return resumed(run, event)
    case 'claim.made':
      return event.call?.isStanding ? standing(run, event.at) : run
    case 'prompt.joined':
      return { ...run, isTakenUp: true, isAddedTo: true }
    case 'request.opened':
      return run.turns > 0 && event.prompt !== undefined ? { ...run, isAddedTo: true } : run
    case 'review.approved':
    case 'review.rejected':
    case 'review.changes-requested':
    case 'review.answered':
      // While a person thought about it nobody was at work, unless the agent was.
      return run.phase === 'running' ? run : { ...run, tick: event.at }
    case 'stint.started':
      return started(ticked(run, event.at), event)
    case 'stint.known':
      return known(run, event)
    case 'stint.told':
      return told(ticked(run, event.at), event)
    case 'stint.settled':
      return settled(ticked(run, event.at), event)
    case 'stint.ended':
      return stintEnded(ticked(run, event.endedAt), event)
    case 'stop.decided':
      return decided(ticked(run, event.at), event)
    case 'wait.started': {
      const wait = { since: event.at, until: event.until, why: event.why }
      return { ...ticked(run, event.at), phase: 'waiting', wait }
    }
    case 'wait.ended': {
      const { wait: _over, ...rest } = ticked(run, event.at)
      const waitedMs = (run.waitedMs ?? 0) + rest.spentMs - run.spentMs
      return { ...rest, phase: 'ready', hasWaited: true, waitedMs }
    }
    case 'checks.finished':
      return event.cause === 'baseline' ? { ...run, hasBaseline: true } : run
    case 'subtask.ended':
      return withSubtask(run, event)
    case 'budget.warned':
      return { ...run, warned: [...run.warned, event.budget] }
    case 'clock.skipped':
      return skipped(run, event.ms)
    case 'task.ended':
      return ticked(run, event.at)
    default:
      return run
  }
}

/** Nothing is counted twice, and time never runs backwards. */
function ticked(run: RunState, at: string): RunState {
  const ms = Date.parse(at) - Date.parse(run.tick)
  return ms > 0 ? { ...run, spentMs: run.spentMs + ms, tick: at } : run
}

/** Time is counted from a later moment, or an earlier one where the clock was set back: what was counted stays. */
function skipped(run: RunState, ms: number): RunState {
  const tick = new Date(Date.parse(run.tick) + ms).toISOString()
  if (run.phase !== 'running' || !run.stint) return { ...run, tick }
  return { ...run, tick, stint: { ...run.stint, skippedMs: (run.stint.skippedMs ?? 0) + ms } }
}

/** A person begins anew: what was decided before has been dealt with, and what was warned of may be warned of again. */
function resumed(run: RunState, event: EventOf<'task.resumed'>): RunState {
  const { wait: _past, waitedMs: _before, ...rest } = run
  return {
    ...rest,
    setup: event.run ?? run.setup,
    phase: run.phase === 'running' || run.phase === 'stopped' ? run.phase : 'ready',
    faults: NONE,
    hasWaited: true,
    isTakenUp: true,
    warned: [],
    tick: run.phase === 'running' ? run.tick : event.at,
  }
}

/** As if the agent had stopped with its claim just now. */
function standing(run: RunState, at: string): RunState {
  return { ...run, phase: 'stopped', lastEnd: { kind: 'stopped' }, stoppedAt: at }
}

/** Whatever comes next begins with a stint of its own. */
export function withoutStints(run: RunState): RunState {
  if (!run.stint) return { ...run, phase: 'ready', undecided: [] }
  const { isAlive: _ended, ...stint } = run.stint
  return { ...run, phase: 'ready', undecided: [], stint }
}

function started(run: RunState, event: EventOf<'stint.started'>): RunState {
  const { agentSessionId } = event
  const stint: Stint = {
    id: event.stint,
    how: event.how,
    startedAt: event.at,
    offset: 0,
    ...given({ agentSessionId }),
    ...(run.stint?.isBegun && isSame(run.stint, agentSessionId) ? { isBegun: true } : {}),
  }
  const { isTakenUp: _begun, isAddedTo: _told, isReattached: _on, ...rest } = run
  return {
    ...rest,
    phase: 'running',
    stints: run.stints + 1,
    turns: run.turns + 1,
    stint,
    undecided: [...run.undecided, event.stint],
    hasWaited: false,
    isProbed: event.how === 'probe',
  }
}

/** The stint continues the session of the one before it. */
function isSame(before: Stint, agentSessionId: string | undefined): boolean {
  return agentSessionId !== undefined && before.agentSessionId === agentSessionId
}

function known(run: RunState, { stint, agentSessionId, model }: EventOf<'stint.known'>): RunState {
  if (run.stint?.id !== stint) return run
  return { ...run, stint: { ...run.stint, agentSessionId, ...given({ model }) } }
}

function told(run: RunState, event: EventOf<'stint.told'>): RunState {
  if (run.stint?.id !== event.stint) return run
  const { isAlive: _busy, ...stint } = run.stint
  const { isTakenUp: _begun, isAddedTo: _told, isReattached: _on, ...rest } = run
  return {
    ...rest,
    phase: 'running',
    turns: run.turns + 1,
    stint: { ...stint, how: event.how, offset: event.offset, told: event.id, toldAt: event.at },
    undecided: [event.stint],
    hasWaited: false,
    isProbed: event.how === 'probe',
  }
}

function settled(run: RunState, event: EventOf<'stint.settled'>): RunState {
  if (run.stint?.id !== event.stint) return run
  const lastEnd: AgentEnd = { kind: 'stopped', ...given({ denied: event.turn?.denied }) }
  const stopped = { ...run, phase: 'stopped', lastEnd, stoppedAt: event.at, faults: NONE } as const
  const begun = event.turn?.isEmpty ? {} : { isBegun: true }
  const settledRun = { ...stopped, ...begun, stint: { ...run.stint, isAlive: true, ...begun } }
  return event.turn ? afterTurn(settledRun, event.at, event.turn) : settledRun
}

/** An agent that keeps its process from turn to turn is billed by the turn. */
function afterTurn(
  run: RunState & { readonly stint: Stint },
  at: string,
  turn: NonNullable<EventOf<'stint.settled'>['turn']>,
): RunState {
  const { contextUse: _past, ...rest } = run
  const startedAt = run.stint.toldAt ?? run.stint.startedAt
  return {
    ...rest,
    ...given({ contextUse: turn.contextUse }),
    isCompacted: turn.isCompacted === true,
    ...billed(run, { ...run.stint, startedAt }, { endedAt: at, ...given({ usage: turn.usage }) }),
  }
}

function stintEnded(run: RunState, event: EventOf<'stint.ended'>): RunState {
  if (run.stint?.id !== event.stint) return run
  const { isAlive: wasWaiting, ...stint } = run.stint
  const { contextUse: _past, ...rest } = run
  return {
    ...rest,
    // A program that waited at its prompt and was ended there has nothing more to say.
    phase: wasWaiting && run.phase === 'ready' ? 'ready' : 'stopped',
    stint: event.isEmpty ? stint : { ...stint, isBegun: true },
    ...(event.isEmpty ? {} : { isBegun: true }),
    lastEnd: event.end,
    faults: withFault(run.faults, event.end),
    stoppedAt: event.at,
    // No work was done between the end of the stint and the moment we learn of it.
    tick: event.at,
    ...given({ contextUse: event.contextUse }),
    isCompacted: event.isCompacted === true,
    ...billed(run, stint, event),
  }
}

/** Counted apart: a limit says nothing about how often the agent crashes. */
function withFault(faults: Faults, { kind }: AgentEnd): Faults {
  if (kind === 'usage-limit') return { ...faults, limits: faults.limits + 1 }
  if (kind === 'api-error') return { ...faults, errors: faults.errors + 1 }
  // Nothing was asked of the agent: what broke off its session may break off the next one.
  if (kind === 'session-missing') return faults
  return kind === 'crashed' ? { ...faults, crashes: faults.crashes + 1 } : NONE
}

function billed(
  run: RunState,
  stint: Stint,
  event: Pick<EventOf<'stint.ended'>, 'endedAt' | 'usage'>,
): Pick<RunState, 'usage' | 'bill'> {
  const ms = Math.max(0, Date.parse(event.endedAt) - Date.parse(stint.startedAt) - (stint.skippedMs ?? 0))
  const id = stint.agentSessionId ?? stint.id
  const before = run.usage.find((one) => one.agentSessionId === id)
  const after: SessionUsage | undefined = event.usage && { agentSessionId: id, ...event.usage }
  const bill: StintBill = { stint: stint.id, how: stint.how, ms, ...difference(before, after) }
  const usage = after ? [...run.usage.filter((one) => one !== before), after] : run.usage
  return { usage: bounded(usage), bill: [...run.bill, bill].slice(-MOST_BILLS) }
}

/** The oldest sessions become one: what they used is never forgotten. */
function bounded(usage: readonly SessionUsage[]): readonly SessionUsage[] {
  const [oldest, next, ...rest] = usage
  if (!oldest || !next || usage.length <= MOST_SESSIONS) return usage
  const cost =
    oldest.cost === undefined && next.cost === undefined ? {} : { cost: (oldest.cost ?? 0) + (next.cost ?? 0) }
  return [{ agentSessionId: 'earlier', tokens: oldest.tokens + next.tokens, ...cost }, ...rest]
}

function difference(before: Usage | undefined, after: Usage | undefined): { tokens: number; cost?: number } {
  const tokens = Math.max(0, (after?.tokens ?? 0) - (before?.tokens ?? 0))
  if (after?.cost === undefined) return { tokens }
  return { tokens, cost: Math.max(0, after.cost - (before?.cost ?? 0)) }
}

function decided(run: RunState, { decision }: EventOf<'stop.decided'>): RunState {
  return { ...run, phase: 'ready', undecided: [], lastDecision: decision, hasWaited: false, isProbed: false }
}

/** What a subtask used counts against the budgets of the task above it. */
function withSubtask(run: RunState, { subtask, used }: EventOf<'subtask.ended'>): RunState {
  const ended = { ...run, subtaskEnds: (run.subtaskEnds ?? 0) + 1 }
  if (!used) return ended
  const others = run.usage.filter(({ agentSessionId }) => agentSessionId !== subtask)
  return { ...ended, usage: bounded([...others, { agentSessionId: subtask, ...used }]) }
}

/** The usage of the task so far, over all sessions. */
export function usedBy(run: RunState): { readonly tokens: number; readonly cost?: number } {
  const tokens = run.usage.reduce((sum, one) => sum + one.tokens, 0)
  const costs = run.usage.flatMap(({ cost }) => (cost === undefined ? [] : [cost]))
  return costs.length === 0 ? { tokens } : { tokens, cost: costs.reduce((sum, cost) => sum + cost, 0) }
}
