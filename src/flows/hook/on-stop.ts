// A stop: gather, decide, record, answer. Two processes that see the same stop give one decision.
import { given } from '../../contract/given.ts'
import type { HookAnswer } from '../../agents/agent.ts'
import type { Decision } from '../../contract/decision.ts'
import type { Event } from '../../contract/event.ts'
import type { HookOrigin, StopRequested } from '../../contract/agent/hook-event.ts'
import type { Policy } from '../../contract/config/policy.ts'
import { asksQuestion } from '../../domain/facts/place.ts'
import { asDecision } from '../../domain/gate/consequences.ts'
import { type Known, reopened } from '../../domain/tasks/known.ts'
import { asRemembered } from '../session/host-of.ts'
import { expectedOf, loadKnown } from '../session/load-known.ts'
import type { SessionReading } from '../transcript/source.ts'
import { decideWithChecks } from '../verify/decide-with-checks.ts'
import { type Gathered, gatherStop, sizeRead } from './gather-stop.ts'
import type { HookCall } from './hook-call.ts'
import { isScripted, type LoadedPolicy, loadPolicy, type PolicyQuery } from '../project/load-policy.ts'
import { maskFor } from '../project/mask.ts'
import { openRequest, type RequestOpening } from '../session/open-request.ts'
import { withNews } from '../session/subtask-news.ts'
import { repliesInWords } from '../session/replies.ts'
import { doubt, obey, type Obeyed, type Prompted } from './orders.ts'
import { type OpenedRequest, stopEvents } from '../session/stop-events.ts'
import { isSameStop, stopKey, stopWords } from '../session/same-stop.ts'
import { tellAll, tellDecision, type PersonTold, toldLate } from '../../domain/gate/words/person-text.ts'
import { stamp, type World } from '../world.ts'
import { untilRecorded } from '../home/until-recorded.ts'

type Stop = HookOrigin & StopRequested

const GAVE_UP = 'Fullstop: the stop was allowed, because other processes kept changing this session.'

export async function onStop(world: World, call: HookCall, stop: Stop): Promise<HookAnswer> {
  const answer = await untilRecorded(() => tryStop(world, call, stop))
  return answer ?? { kind: 'tell', line: GAVE_UP }
}

async function tryStop(world: World, call: HookCall, stop: Stop): Promise<HookAnswer | 'conflict'> {
  const { agent, source } = call
  const { agentSessionId, cwd, transcriptPath, lastMessage, wakeUps } = stop
  const stored = await loadKnown(world, agent, agentSessionId)
  const known = reopened(stored)
  const host = asRemembered(call.host, known.session.state)
  const { policy, problems } = await policyFor(world, known, { cwd, attended: host.attended })
  if (policy.mode === 'off') return { kind: 'silent' }
  const remedied = known.session.state?.remedied ?? []
  const words = stopWords(world, agent.id, stop)
  const before = known.session.state?.request?.lastDecision
  if (before && (await isSameStop(world, { words, size: source.size }, before))) {
    return toAnswer(before.decision, { task: known.task.state?.id, policy, remedied }, problems)
  }
  const mask = maskFor(world, [known.session.state?.cwd, cwd])
  const gathered = await gatherStop(world, { ...call, host, known, policy, mask }, stop)
  if (gathered.kind === 'refused') return unreadable(world, agent.id, source.path, gathered.why)
  const entered = { agent, host, known, sighting: { agentSessionId, cwd, transcriptPath } }
  const opening = openingOf(world, { ...entered, policy, promptId: source.turn }, gathered)
  const obeyed = await obeyOrder(world, entered, gathered, opening)
  const { task, request } = gathered.place
  const toDecide = { ...gathered, session: known.sessionId, taskId: opening.task, task, request }
  const decided = await decideWithChecks(world, toDecide, host)
  const { decision, told: news, expected, onceAnswered } = await withNews(world, asDecision(decided.decision), task?.id)
  const replying = {
    session: known.sessionId,
    task: task?.id === opening.task ? task : undefined,
    said: lastMessage ?? gathered.reading.window.lastSaid,
    mask,
  }
  const events = [
    ...(await repliesInWords(world, replying)),
    ...stopEvents(world, {
      ...gathered,
      ...decided,
      session: known.sessionId,
      opening,
      said: lastMessage,
      wakeUps,
      key: stopKey(words, sizeRead(gathered)),
      decision,
    }),
    ...(obeyed?.events ?? []),
    ...(await savesMoved(world, known, gathered.reading.window.saves, opening.task)),
    ...news,
  ]
  if ((await world.store.append(events, [...expectedOf(known), ...expected])) === 'conflict') return 'conflict'
  onceAnswered()
  const run = decided.verified?.run
  if (run !== undefined) await decideLateIfOver(world, run)
  if (decision.kind === 'ask-human') {
    const { keepReviewed } = await import('../verify/keep-reviewed.ts')
    await keepReviewed(world, opening.task, decision)
  }
  const told = [...(obeyed ? [obeyed.text] : []), ...toldLate(known), ...tellReading(gathered.reading.transcript)]
  return toAnswer(decision, { task: opening.task, policy, remedied }, [...told, ...problems])
}

/** The request that this stop opens, or the one that continues. */
function openingOf(
  world: World,
  { agent, ...entered }: Prompted & Pick<RequestOpening, 'policy' | 'promptId'>,
  { place, reading }: Gathered,
): OpenedRequest {
  if (!place.opens) return { events: [], task: place.task?.id, request: place.request?.id }
  const isQuestion = asksQuestion(place, reading.window)
  return openRequest(world, agent, { ...entered, heard: false, prompt: place.prompt, isQuestion })
}

/** An order that only the transcript shows. */
async function obeyOrder(
  world: World,
  prompted: Prompted,
  { place, reading: { order }, doubted }: Gathered,
  { task }: OpenedRequest,
): Promise<Obeyed | undefined> {
  if (doubted !== undefined && isHeld(prompted)) return doubt(world, prompted, doubted)
  if (order === undefined) return undefined
  const opened = place.opens && task ? { id: task, ...given({ title: place.prompt?.text }) } : undefined
  return obey(world, { ...prompted, opened }, order)
}

/** Otherwise the prompt hook has obeyed the same order already. */
function isHeld({ known: { openTask } }: Prompted): boolean {
  return openTask !== undefined && openTask.status !== 'paused'
}

/** Decided from what is known, and said so. */
function tellReading(transcript: SessionReading['transcript']): string[] {
  if (transcript.kind !== 'entries' || !transcript.gaveUp) return []
  return ['this turn is too long to be read in full, or its transcript is damaged: decided from the end of it.']
}

/** A save is known by its receipt: if it was stored with another task, that is corrected. */
async function savesMoved(
  world: World,
  known: Known,
  saves: SessionReading['window']['saves'],
  task: string | undefined,
): Promise<Event[]> {
  const misplaced = task === undefined ? [] : saves.filter((receipt) => receipt.task !== task)
  if (task === undefined || misplaced.length === 0) return []
  const { saveMovedHere } = await import('../memory/moved-save.ts')
  const events = await Promise.all(misplaced.map((receipt) => saveMovedHere(world, receipt, { known, task })))
  return events.flat()
}

/** The run may have ended between our last look and the record that its end looks for. */
async function decideLateIfOver(world: World, run: string): Promise<void> {
  const { decideLateIfEnded } = await import('../verify/decide-late.ts')
  await decideLateIfEnded(world, run)
}

/** The open task's frozen policy, else the one a new task would get; the person's own mode stands above both. */
async function policyFor(
  world: World,
  { openTask, session: { state } }: Known,
  at: Pick<PolicyQuery, 'cwd' | 'attended'>,
): Promise<{ policy: Policy; problems: readonly string[] }> {
  const frozen = openTask?.policy
  const sessionMode = state?.mode
  const query = { ...at, sessionMode }
  if (!frozen) return toTell(await loadPolicy(world, query))
  if (await isScripted(world, state, query)) return { policy: { ...frozen, mode: 'off' }, problems: [] }
  return { policy: sessionMode ? { ...frozen, mode: sessionMode } : frozen, problems: [] }
}

async function unreadable(world: World, agent: string, path: string | undefined, why: string): Promise<HookAnswer> {
  const message = `the transcript ${JSON.stringify((path ?? '').slice(0, 200))} cannot be read: ${why}`
  await world.store.append([{ ...stamp(world), kind: 'hook.failed', agent, code: 'input-invalid', message }])
  return { kind: 'tell', line: `Fullstop: the stop was allowed, because ${message}.` }
}

function toTell({ policy, problems, warnings }: LoadedPolicy): { policy: Policy; problems: readonly string[] } {
  return { policy, problems: [...problems, ...warnings] }
}

function toAnswer(decision: Decision, told: PersonTold, problems: readonly string[]): HookAnswer {
  const line = [tellDecision(decision, told), tellAll(problems)].filter(Boolean).join('\n')
  if (decision.kind === 'continue') return { kind: 'refuse', say: decision.say, ...(line ? { tell: line } : {}) }
  return line ? { kind: 'tell', line } : { kind: 'silent' }
}
