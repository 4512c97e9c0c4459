// A stop: gather, decide, record, answer. Two processes that see the same stop give one decision.
import type { Agent, HookAnswer } from '../../agents/agent.ts'
import type { Decision } from '../../contract/decision.ts'
import type { Event } from '../../contract/event.ts'
import type { Host } from '../../contract/hook-event.ts'
import type { Policy } from '../../contract/policy.ts'
import { asksQuestion } from '../../domain/facts/place.ts'
import { asDecision, mayChangeWithWords } from '../../domain/gate/consequences.ts'
import { decide } from '../../domain/gate/decide.ts'
import { type Known, reopened } from '../../domain/tasks/known.ts'
import { expectedOf, loadKnown } from '../session/load-known.ts'
import type { Reading } from '../session/read-request.ts'
import { sessionSize } from '../session/read-session.ts'
import { decideWithChecks } from '../verify/decide-with-checks.ts'
import { type Asked, type Gathered, gatherStop, type Refused } from './gather-stop.ts'
import { isScripted, type LoadedPolicy, loadPolicy } from '../project/load-policy.ts'
import { openRequest } from '../session/open-request.ts'
import { obey, type Obeyed, type Prompted } from './orders.ts'
import { type Opening, stopEvents } from '../session/stop-events.ts'
import { FLUSH, isSameStop, stopKey } from '../session/same-stop.ts'
import { tellAll, tellDecision, toldLate } from './tell.ts'
import { stamp, type World } from '../world.ts'
import { untilRecorded } from '../home/until-recorded.ts'

const GAVE_UP = 'Fullstop: the stop was allowed, because other processes kept changing this session.'

type Stop = Asked['stop']

export async function onStop(world: World, agent: Agent, host: Host, stop: Stop): Promise<HookAnswer> {
  const answer = await untilRecorded(() => tryStop(world, agent, host, stop))
  return answer ?? { kind: 'tell', line: GAVE_UP }
}

async function tryStop(world: World, agent: Agent, host: Host, stop: Stop): Promise<HookAnswer | 'conflict'> {
  const known = reopened(await loadKnown(world, agent, stop.agentSessionId))
  const { policy, problems } = await policyFor(world, host, stop, known)
  if (policy.mode === 'off') return { kind: 'silent' }
  const before = known.session.state?.request?.lastDecision
  if (before && (await isSameStop(world, agent, stop, before))) {
    return toAnswer(before.decision, known.task.state?.id, problems)
  }
  const gathered = await gatherWhole(world, agent, { host, stop, known, policy })
  if (gathered.kind === 'refused') return unreadable(world, agent, stop, gathered.why)
  const opening = openingOf(world, agent, { host, stop, known, policy }, gathered)
  const obeyed = await obeyOrder(world, { agent, host, event: stop, known }, gathered, opening)
  const decided = await decideWithChecks(world, {
    ...gathered,
    host,
    session: known.sessionId,
    taskId: opening.task,
    task: gathered.place.task,
    request: gathered.place.request,
  })
  const decision = asDecision(decided.decision)
  const events = [
    ...stopEvents(world, {
      ...gathered,
      ...decided,
      session: known.sessionId,
      opening,
      said: stop.lastMessage,
      wakeUps: stop.wakeUps,
      key: stopKey(world, agent, stop, sizeRead(gathered)),
      decision,
    }),
    ...(obeyed?.events ?? []),
    ...(await savesMoved(world, known, gathered.reading.window.saves, opening.task)),
  ]
  if ((await world.store.append(events, expectedOf(known))) === 'conflict') return 'conflict'
  const run = decided.verified?.run
  if (run !== undefined) await settleIfOver(world, run)
  const told = [...(obeyed ? [obeyed.text] : []), ...toldLate(known), ...tellReading(gathered.reading.transcript)]
  return toAnswer(decision, opening.task, [...told, ...problems])
}

/** Gathers; while the transcript is behind and its end could change the decision, gathers again. */
async function gatherWhole(world: World, agent: Agent, asked: Asked): Promise<Gathered | Refused> {
  let gathered = await gatherStop(world, agent, asked)
  // Counted in looks and not by the clock: on a busy machine the host takes longer too.
  for (let waited = 0; waited < FLUSH.longestMs; waited += FLUSH.lookMs) {
    if (gathered.kind === 'refused' || !gathered.isBehind || !mayChange(gathered)) break
    await world.sleep(FLUSH.lookMs)
    const size = sessionSize(world, asked.stop)
    if (size !== undefined && size !== sizeRead(gathered)) gathered = await gatherStop(world, agent, asked)
  }
  return gathered
}

function mayChange({ facts, policy, found }: Gathered): boolean {
  // A claim that only names this session may be a subagent's: the transcript shows whose it is.
  return (found.kind === 'ours' && found.by === 'hint') || mayChangeWithWords(decide(facts, policy))
}

function sizeRead({ reading: { transcript } }: Gathered): number | undefined {
  return transcript.kind === 'entries' ? transcript.size : undefined
}

/** The request that this stop opens, or the one that continues. */
function openingOf(world: World, agent: Agent, { host, stop, known, policy }: Asked, gathered: Gathered): Opening {
  const { place, reading } = gathered
  if (!place.opens) return { events: [], task: place.task?.id, request: place.request?.id }
  const isQuestion = asksQuestion(place, reading.window)
  return openRequest(world, agent, {
    known,
    origin: stop,
    host,
    policy,
    heard: false,
    prompt: place.prompt,
    isQuestion,
  })
}

/** An order that only the transcript shows. */
async function obeyOrder(
  world: World,
  prompted: Prompted,
  { place, reading: { order } }: Gathered,
  { task }: Opening,
): Promise<Obeyed | undefined> {
  if (order === undefined) return undefined
  const opened = place.opens && task ? { id: task, ...titled(place.prompt?.text) } : undefined
  return obey(world, { ...prompted, opened }, order)
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
