// A prompt entered the session: an order to us is obeyed, a person's own words open a request or join one.
import type { HookAnswer } from '../../agents/agent.ts'
import type { Event } from '../../contract/event.ts'
import type { HookEvent, Host } from '../../contract/agent/hook-event.ts'
import type { Policy } from '../../contract/config/policy.ts'
import type { RequestState, TaskState } from '../../contract/state.ts'
import { reasonLines } from '../../domain/gate/words/quoted.ts'
import { orderIn } from '../../domain/tasks/typed-order.ts'
import { asksOnly } from '../../domain/last-words/question.ts'
import { cutPrompt } from '../../domain/tasks/request/request.ts'
import type { Known } from '../../domain/tasks/known.ts'
import { expectedSession, loadKnown } from '../session/load-known.ts'
import { readFeedback, removeFeedback } from '../session/feedback.ts'
import { type News, newsForSession } from '../session/subtask-news.ts'
import { readRequest } from '../transcript/source.ts'
import { isScripted, loadPolicy } from '../project/load-policy.ts'
import { maskFor } from '../project/mask.ts'
import { answerBy } from '../home/answer-by.ts'
import { inTime } from '../home/in-time.ts'
import { type KnownPrompt, openRequest, promptJoined } from '../session/open-request.ts'
import { obey, policyQuery, type Prompted } from './orders.ts'
import type { HookCall } from './hook-call.ts'
import { answered } from './answer-order.ts'
import type { StartAsked } from '../verify/start/load-start.ts'
import { tellAll, toldLate } from '../../domain/gate/words/person-text.ts'
import { stamp, type World } from '../world.ts'
import { untilRecorded } from '../home/until-recorded.ts'
import { given } from '../../contract/given.ts'

export type PromptEvent = Extract<HookEvent, { kind: 'prompt-submitted' }>

export async function onPrompt(world: World, call: HookCall, event: PromptEvent): Promise<HookAnswer> {
  if (event.by !== 'person') return { kind: 'silent' }
  const { agentSessionId, cwd, transcriptPath, text, planMode } = event
  const { agent, host, source } = call
  const order = orderIn(text)
  const answer = await untilRecorded(async (): Promise<HookAnswer | 'conflict'> => {
    const known = await loadKnown(world, agent, agentSessionId)
    const prompted = { agent, host, known, sighting: { agentSessionId, cwd, transcriptPath } }
    const obeyed = order ? await obey(world, prompted, order) : undefined
    const opened = obeyed ? { events: obeyed.events } : await openOrJoin(world, { ...prompted, source }, text)
    const { events: opening, start }: Opening = opened
    const isHeard = !obeyed && opening.length > 0
    const feedback = isHeard ? feedbackFor(world, known) : undefined
    const news = isHeard ? await newsFor(world, known) : undefined
    const told = obeyed
      ? answered(call, { typed: text, text: tellAll([obeyed.text]) })
      : withFeedback(withNews(informed(known), news), feedback)
    if (opening.length === 0) return told
    const events = [...opening, ...(feedback ? [feedback.told] : []), ...(news?.told ?? [])]
    const expected = [...expectedSession(known), ...(news?.expected ?? [])]
    if ((await world.store.append(events, expected)) === 'conflict') return 'conflict'
    news?.onceAnswered()
    if (feedback) await removeFeedback(world, feedback.task)
    if (start) await (await import('../verify/start/begin-start.ts')).beginStart(world, start)
    await takeBaseline(world, host, { events, planMode: planMode === true })
    return told
  })
  return answer ?? { kind: 'silent' }
}

/** Person and agent hear with the next prompt what was found out after the last stop. */
function informed(known: Known): HookAnswer {
  const [line] = toldLate(known)
  const decision = known.session.state?.untold?.decision
  if (line === undefined || !decision) return { kind: 'silent' }
  const tell = tellAll([line])
  if (decision.kind !== 'continue') return { kind: 'tell', line: tell }
  const text = decision.because.map((reason) => reasonLines(reason.text)).join('\n')
  return {
    kind: 'inform',
    at: 'prompt',
    text: `Fullstop: the checks of your last claim ended after you had stopped, and it did not hold.\n${text}`,
    tell,
  }
}

interface Feedback {
  readonly text: string
  readonly task: TaskState
  readonly told: Event
}

/** What a person answered to a review since the agent last heard of them. */
function feedbackFor(world: World, { openTask, sessionId }: Known): Feedback | undefined {
  const text = openTask && readFeedback(world, openTask)
  if (!openTask || text === undefined) return undefined
  const told: Event = { ...stamp(world), kind: 'feedback.told', session: sessionId, task: openTask.id }
  return { text, task: openTask, told }
}

function withFeedback(told: HookAnswer, feedback: Feedback | undefined): HookAnswer {
  return feedback ? withMore(told, feedback.text, 'the agent is told what you answered to its review.') : told
}

/** Of a task that has ended too: its agent may be asked about it now. */
async function newsFor(world: World, { task }: Known): Promise<News | undefined> {
  return task.state ? newsForSession(world, task.state.id) : undefined
}

function withNews(told: HookAnswer, news: News | undefined): HookAnswer {
  return news ? withMore(told, `FULLSTOP: how subtasks of yours ended.\n${news.text}`, news.line) : told
}

function withMore(told: HookAnswer, text: string, line: string): HookAnswer {
  const before = told.kind === 'inform' ? `${told.text}\n\n` : ''
  const said = told.kind === 'tell' ? told.line : told.kind === 'inform' ? told.tell : undefined
  const tell = [...(said === undefined ? [] : [said]), tellAll([line])].join('\n')
  return { kind: 'inform', at: 'prompt', text: `${before}${text}`, tell }
}

/** Where the config asks for it, the checks run before the agent begins, so that old failures are known as such. */
async function takeBaseline(
  world: World,
  host: Host,
  { events, planMode }: { events: readonly Event[]; planMode: boolean },
): Promise<void> {
  const opened = events.find((event) => event.kind === 'task.opened')
  const isPlanning = planMode || events.some((event) => event.kind === 'request.opened' && event.planMode === true)
  if (!opened || isPlanning || opened.policy.baseline === 'off' || opened.policy.checks.length === 0) return
  // What the checks write must not count as there before.
  if (opened.start !== undefined)
    await (await import('../verify/start/load-start.ts')).waitForStart(world, opened.start, answerBy(world, host))
  const { runBaseline } = await import('../verify/baseline.ts')
  await runBaseline(world, host, opened)
}

interface Opening {
  readonly events: Event[]
  /** To be read once the events are stored, by a process of its own: a large repository must not hold the prompt. */
  readonly start?: Omit<StartAsked, 'openedAt'> | undefined
}

const NOTHING: Opening = { events: [] }

async function openOrJoin(
  world: World,
  { source, ...prompted }: Prompted & Pick<HookCall, 'source'>,
  text: string,
): Promise<Opening> {
  const { agent, host, known, sighting } = prompted
  const session = known.session.state
  // The host wakes the session up with a prompt of its own, and tells it to us like a person's.
  if (session?.wakeUps.includes(world.hashOf(text))) return NOTHING
  const mask = maskFor(world, [session?.cwd, sighting.cwd])
  const prompt = { text: mask(text), ...given({ promptId: source.turn }) }
  if (await isScripted(world, session, policyQuery(prompted))) return NOTHING
  const request = session?.request
  if (request && isTold(request, prompt)) return NOTHING
  // An interruption ends a request without a stop, and a goal may have been met since: only the transcript tells.
  const { window } = readRequest(source, { state: session, mask, needs: { running: true } })
  if (request && !request.closed && !window.interrupted && known.openTask) {
    const joins = { session: known.sessionId, task: known.openTask.id, request: request.id }
    return { events: [promptJoined(world, joins, prompt, true)] }
  }
  const { policy } = await loadPolicy(world, policyQuery(prompted))
  if (!known.openTask && policy.mode === 'off') return NOTHING
  // A transcript that does not exist yet will begin with this request.
  const offset = source.size() ?? (source.path === undefined ? undefined : 0)
  const start = known.openTask ? undefined : await inTime(world, answerBy(world, host), startOf(world, policy))
  const { events } = openRequest(world, agent, {
    ...given({ start: start?.name }),
    known,
    sighting,
    host,
    policy,
    heard: true,
    prompt,
    isQuestion: asksOnly(text),
    ...(offset === undefined ? {} : { offset, vendorGoal: window.vendorGoal, planMode: window.planMode }),
  })
  return { events, ...given({ start }) }
}

/** What the checks are compared with, and what a brief tells of the files that the task touched. */
async function startOf(world: World, policy: Policy): Promise<Opening['start']> {
  if (policy.root === undefined) return undefined
  const { nameStart } = await import('../verify/start/begin-start.ts')
  return nameStart(world, policy)
}

/** A hook that is registered twice tells each prompt twice. */
function isTold(request: RequestState, { text, promptId }: KnownPrompt): boolean {
  return promptId !== undefined && request.promptIds.includes(promptId) && request.prompts.at(-1) === cutPrompt(text)
}
