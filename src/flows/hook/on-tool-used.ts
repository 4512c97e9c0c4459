// One of our tools was used, and the hook tells by whom: claims and saves that were attributed to another session are corrected.
import { given } from '../../contract/given.ts'
import type { Agent, HookAnswer } from '../../agents/agent.ts'
import type { Receipt } from '../../contract/agent/entry.ts'
import type { Event } from '../../contract/event.ts'
import type { HookEvent } from '../../contract/agent/hook-event.ts'
import { isClaimTool, isSaveTool } from '../../contract/agent/tool-name.ts'
import type { CalledClaim } from '../../contract/state.ts'
import { tellClaim } from '../../domain/view/refused-claim.ts'
import { progressOf } from '../../domain/tasks/progress.ts'
import { loadCalled } from '../session/find-claim.ts'
import type { Known } from '../../domain/tasks/known.ts'
import { expectedSession, loadKnown } from '../session/load-known.ts'
import { movedHere } from '../session/stop-events.ts'
import { savedIn, saveMovedHere } from '../memory/moved-save.ts'
import { stamp, type World } from '../world.ts'
import { untilRecorded } from '../home/until-recorded.ts'

export type ToolUsed = Extract<HookEvent, { kind: 'tool-used' }>

/** The hook follows right after the call. */
const MOST_RECENT = 500

export async function onToolUsed(world: World, agent: Agent, event: ToolUsed): Promise<HookAnswer> {
  const line = await untilRecorded(async () => {
    const known = await loadKnown(world, agent, event.agentSessionId)
    const mode = known.session.state?.mode ?? known.openTask?.policy.mode
    if (!known.session.state || mode === 'off') return undefined
    const events = [toEvent(world, known, event), ...(await setRight(world, known, event))]
    if ((await world.store.append(events, expectedSession(known))) === 'conflict') return 'conflict'
    return toldNow(known, event)
  })
  return line === undefined ? { kind: 'silent' } : { kind: 'tell', line }
}

/** What came of this claim of the session, where its stop will not tell. */
function toldNow({ session }: Known, event: ToolUsed): string | undefined {
  const called = session.state?.request?.called
  if (!called || event.subagent !== undefined || !isClaimTool(event.tool)) return undefined
  return isCallOf(called, event) ? tellClaim(called.claim, called.decision) : undefined
}

/** By its receipt, or by the host's own id of the call where the host does not tell what our tool answered. */
function isCallOf(called: CalledClaim, { receipt, toolUseId }: Pick<ToolUsed, 'receipt' | 'toolUseId'>): boolean {
  return receipt ? called.claim.id === receipt.id : toolUseId !== undefined && called.toolUseId === toolUseId
}

async function setRight(world: World, known: Known, event: ToolUsed): Promise<Event[]> {
  if (isClaimTool(event.tool)) return claimSetRight(world, known, event)
  return isSaveTool(event.tool) ? saveSetRight(world, known, event) : []
}

/** A call that says the same as one before it is answered with that one's receipt: it is not the call that made it. */
function isRepeat(made: string | undefined, now: string | undefined): boolean {
  return made !== undefined && now !== undefined && made !== now
}

async function claimSetRight(world: World, known: Known, event: ToolUsed): Promise<Event[]> {
  const { receipt, toolUseId, subagent } = event
  const request = known.session.state?.request
  const task = known.task.state?.id
  const called = request?.called
  if (called && isCallOf(called, event) && request && task !== undefined) {
    const head = { ...stamp(world), session: known.sessionId, task, request: request.id, claim: called.claim.id }
    if (called.isBound || (subagent !== undefined && isRepeat(called.toolUseId, toolUseId))) return []
    return subagent === undefined
      ? [{ ...head, kind: 'claim.bound' }]
      : [{ ...head, kind: 'claim.voided', why: 'subagent' }]
  }
  const place = receipt ?? (await recentCall(world, 'claim.made', toolUseId))
  const found = place && (await loadCalled(world, place))
  if (!found?.from) return []
  const { called: claimed, from } = found
  if (claimed.isBound || isRepeat(claimed.toolUseId, toolUseId)) return []
  if (subagent !== undefined) {
    const { isNobodys: _whose, ...there } = from
    return [{ ...stamp(world), kind: 'claim.voided', ...there, claim: claimed.claim.id, why: 'subagent' }]
  }
  // Attributed to another session: it belongs to the task of this session, if it has one.
  if (!request || task === undefined || !known.openTask || from.request === request.id) return []
  const here = { session: known.sessionId, task, request: request.id }
  const answer: Event[] = claimed.decision
    ? [
        {
          ...stamp(world),
          kind: 'claim.decided',
          ...here,
          claim: claimed.claim.id,
          decision: claimed.decision,
          inMidWork: true,
        },
      ]
    : []
  const progress = progressOf(request)
  return [...movedHere(world, { called: claimed, from }, { ...here, progress }), ...answer]
}

async function saveSetRight(world: World, known: Known, event: ToolUsed): Promise<Event[]> {
  const { subagent } = event
  const receipt = event.receipt ?? (await recentCall(world, 'context.saved', event.toolUseId))
  if (!receipt) return []
  const own = known.task.state?.id
  if (subagent === undefined)
    return own === undefined ? [] : saveMovedHere(world, { ...receipt, call: event.toolUseId }, { known, task: own })
  const saved = await savedIn(world, receipt.task, receipt.id)
  return saved && !isRepeat(saved.toolUseId, event.toolUseId)
    ? [{ ...stamp(world), kind: 'context.withdrawn', task: saved.task, save: saved.save, why: 'subagent' }]
    : []
}

/** Where the host does not tell what our tool answered, its own id of the call does. */
async function recentCall(
  world: World,
  kind: 'claim.made' | 'context.saved',
  toolUseId: string | undefined,
): Promise<Receipt | undefined> {
  if (toolUseId === undefined) return undefined
  const events = await world.store.readEvents({ most: MOST_RECENT, newest: true })
  for (const { event } of events.toReversed()) {
    if (event.kind !== kind) continue
    if (event.kind === 'claim.made' && event.call?.toolUseId === toolUseId)
      return { id: event.claim.id, task: event.task }
    if (event.kind === 'context.saved' && event.toolUseId === toolUseId) return { id: event.save, task: event.task }
  }
  return undefined
}

function toEvent(world: World, { sessionId, task }: Known, event: ToolUsed): Event {
  return {
    ...stamp(world),
    session: sessionId,
    ...given({ task: task.state?.id }),
    kind: 'tool.used',
    tool: event.tool.slice(0, 200),
    ...given({ toolUseId: event.toolUseId?.slice(0, 200), subagent: event.subagent?.slice(0, 200) }),
  }
}
