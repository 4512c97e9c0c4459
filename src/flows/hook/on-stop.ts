// A stop: gather, decide, record, answer. Two processes that see the same stop give one decision.
import type { Agent, HookAnswer } from '../../agents/agent.ts'
import type { Decision } from '../../contract/decision.ts'
import type { Event } from '../../contract/event.ts'
import type { Host } from '../../contract/hook-event.ts'
import type { Policy } from '../../contract/policy.ts'
import { asDecision } from '../../domain/gate/consequences.ts'
import { decideStop } from './decide-stop.ts'
import { type Known, loadKnown, type Reading, reopened, type Stop } from '../session/gather.ts'
import { gatherStop } from './gather-stop.ts'
import { isScripted, type LoadedPolicy, loadPolicy } from '../project/load-policy.ts'
import { openRequest } from '../session/open-request.ts'
import { obey } from './orders.ts'
import { recordStop } from './record-stop.ts'
import { isSameStop, stopKey } from '../session/same-stop.ts'
import { tellAll, tellDecision, toldLate } from './tell.ts'
import { stamp, type World } from '../world.ts'

const MOST_TRIES = 5

export async function onStop(world: World, agent: Agent, host: Host, stop: Stop): Promise<HookAnswer> {
  for (let attempt = 1; attempt <= MOST_TRIES; attempt++) {
    const answer = await tryStop(world, agent, host, stop)
    if (answer !== 'conflict') return answer
  }
  return { kind: 'tell', line: 'Fullstop: the stop was allowed, because other processes kept changing this session.' }
}

async function tryStop(world: World, agent: Agent, host: Host, stop: Stop): Promise<HookAnswer | 'conflict'> {
  const known = reopened(await loadKnown(world, agent, stop.agentSessionId))
  const { policy, problems } = await policyFor(world, host, stop, known)
  if (policy.mode === 'off') return { kind: 'silent' }
  const before = known.session.state?.request?.lastDecision
  if (before && (await isSameStop(world, agent, stop, before))) {
    return toAnswer(before.decision, known.task.state?.id, problems)
  }
  const asked = { host, stop, known, policy }
  const gathered = await gatherStop(world, agent, asked)
  if (gathered.kind === 'refused') return unreadable(world, agent, stop, gathered.why)
  const { place, isQuestion, reading, read, called } = gathered
  const size = reading.transcript.kind === 'entries' ? reading.transcript.size : undefined
  const key = stopKey(world, agent, stop, size)
  const opening = place.opens
    ? openRequest(world, agent, { known, origin: stop, host, policy, heard: false, prompt: place.prompt, isQuestion })
    : { events: [], task: place.task?.id, request: place.request?.id }
  const opened = place.opens && opening.task ? { id: opening.task, ...titled(place.prompt?.text) } : undefined
  const obeyed = reading.order
    ? await obey(world, { agent, host, event: stop, known, opened }, reading.order)
    : undefined
  const { facts, verified, observed, ...decided } = await decideStop(world, asked, gathered, opening.task)
  const decision = asDecision(decided.decision)
  const appended = await world.store.append(
    [
      ...recordStop(world, { known, opening, stop, key, decision, read, called, reading, facts, verified, observed }),
      ...(obeyed?.events ?? []),
      ...(await savesMoved(world, known, reading.window.saves, opening.task)),
    ],
    [
      { kind: 'session', id: known.sessionId, version: known.session.version },
      ...(known.task.state ? [{ kind: 'task' as const, id: known.task.state.id, version: known.task.version }] : []),
    ],
  )
  if (appended === 'conflict') return 'conflict'
  if (verified?.run !== undefined) await settleIfOver(world, verified.run)
  const lines = [...(obeyed ? [obeyed.text] : []), ...toldLate(known), ...tellReading(reading.transcript), ...problems]
  return toAnswer(decision, opening.task, lines)
}

function titled(title: string | undefined): { title?: string } {
  return title === undefined ? {} : { title }
}

/** Decided from what is known, and said so. */
function tellReading(transcript: Reading['transcript']): string[] {
  if (transcript.kind !== 'entries' || !transcript.gaveUp) return []
  return ['this turn is too long to be read in full, or its transcript is damaged: decided from the end of it.']
}

/** A save is known by its receipt: where it was taken for another task's, it is set right. */
async function savesMoved(
  world: World,
  known: Known,
  saves: Reading['window']['saves'],
  task: string | undefined,
): Promise<Event[]> {
  const misplaced = task === undefined ? [] : saves.filter((receipt) => receipt.task !== task)
  if (task === undefined || misplaced.length === 0) return []
  const { saveMovedHere } = await import('../memory/moved-save.ts')
  const events = await Promise.all(misplaced.map((receipt) => saveMovedHere(world, receipt, { known, task })))
  return events.flat()
}

/** The run may have ended between our last look and the record that its end looks for. */
async function settleIfOver(world: World, run: string): Promise<void> {
  const { settleIfEnded } = await import('../verify/settle.ts')
  await settleIfEnded(world, run)
}

/** The open task's frozen policy, else the one a new task would get; the person's own mode stands above both. */
async function policyFor(
  world: World,
  host: Host,
  stop: Stop,
  known: Known,
): Promise<{ policy: Policy; problems: readonly string[] }> {
  const frozen = known.openTask?.policy
  const sessionMode = known.session.state?.mode
  const query = { cwd: stop.cwd, attended: host.attended, sessionMode }
  if (!frozen) return toTell(await loadPolicy(world, query))
  if (await isScripted(world, known.session.state, query)) return { policy: { ...frozen, mode: 'off' }, problems: [] }
  return { policy: sessionMode ? { ...frozen, mode: sessionMode } : frozen, problems: [] }
}

async function unreadable(world: World, agent: Agent, stop: Stop, why: string): Promise<HookAnswer> {
  const message = `the transcript ${JSON.stringify((stop.transcriptPath ?? '').slice(0, 200))} cannot be read: ${why}`
  await world.store.append([
    {
      ...stamp(world),
      kind: 'hook.failed',
      agent: agent.id,
      code: 'input-invalid',
      message,
    },
  ])
  return { kind: 'tell', line: `Fullstop: the stop was allowed, because ${message}.` }
}

function toTell({ policy, problems, warnings }: LoadedPolicy): { policy: Policy; problems: readonly string[] } {
  return { policy, problems: [...problems, ...warnings] }
}

function toAnswer(decision: Decision, task: string | undefined, problems: readonly string[]): HookAnswer {
  const line = [tellDecision(decision, task), tellAll(problems)].filter(Boolean).join('\n')
  if (decision.kind === 'continue') return { kind: 'refuse', say: decision.say, ...(line ? { tell: line } : {}) }
  return line ? { kind: 'tell', line } : { kind: 'silent' }
}
