// A prompt entered the session: an order to us is answered here, a person's own words open a request or join one.
import type { Agent, HookAnswer } from '../agents/agent.ts'
import type { Mode } from '../contract/config.ts'
import type { Event } from '../contract/event.ts'
import type { HookEvent, Host } from '../contract/hook-event.ts'
import type { RequestState } from '../contract/state.ts'
import { maskSecrets } from '../text/mask-secrets.ts'
import { asksOnly } from '../tasks/question.ts'
import { cutPrompt } from '../tasks/request.ts'
import { type Known, loadKnown, readRequest } from './gather.ts'
import { loadPolicy } from './load-policy.ts'
import { openRequest, sessionSeen } from './open-request.ts'
import type { World } from './world.ts'

const MOST_TRIES = 5
const ORDER = /^\s*fullstop\s+(on|off|strict|pause|cancel|status)\s*$/i

export type PromptEvent = Extract<HookEvent, { kind: 'prompt-submitted' }>

export async function onPrompt(world: World, agent: Agent, host: Host, event: PromptEvent): Promise<HookAnswer> {
  if (event.by !== 'person') return { kind: 'silent' }
  const order = ORDER.exec(event.text)?.[1]?.toLowerCase()
  for (let attempt = 1; attempt <= MOST_TRIES; attempt++) {
    const known = await loadKnown(world, agent, event.agentSessionId)
    const step = order
      ? await obey(world, agent, host, event, known, order)
      : { answer: { kind: 'silent' } as const, events: await openOrJoin(world, agent, host, event, known) }
    if (step.events.length === 0) return step.answer
    const appended = await world.store.append(step.events, [
      { kind: 'session', id: known.sessionId, version: known.session.version },
    ])
    if (appended !== 'conflict') return step.answer
  }
  return { kind: 'silent' }
}

async function openOrJoin(world: World, agent: Agent, host: Host, event: PromptEvent, known: Known): Promise<Event[]> {
  const session = known.session.state
  // The host wakes the session up with a prompt of its own, and tells it to us like a person's.
  if (session?.wakeUps.includes(world.hashOf(event.text))) return []
  const prompt = maskSecrets(event.text)
  const task = known.task.state
  const isTaskOpen = task !== undefined && task.status !== 'ended'
  const request = session?.request
  if (request && isTold(request, event, prompt)) return []
  // An interruption ends a request without a stop, and a goal may have been met since: only the transcript tells.
  const { window } = readRequest(world, agent, event, known)
  if (request && !request.closed && !window.interrupted && isTaskOpen) {
    return [
      {
        id: world.newId('evt'),
        at: world.now().toISOString(),
        kind: 'prompt.joined',
        session: known.sessionId,
        task: task.id,
        request: request.id,
        ...(event.promptId === undefined ? {} : { promptId: event.promptId }),
        prompt,
        isQuestion: asksOnly(event.text),
        heard: true,
      },
    ]
  }
  const { policy } = await loadPolicy(world, query(host, event, known))
  if (!isTaskOpen && policy.mode === 'off') return []
  const offset = event.transcriptPath === undefined ? undefined : world.files.sizeOf(event.transcriptPath)
  return openRequest(world, agent, {
    known,
    origin: event,
    host,
    policy,
    heard: true,
    prompt: { text: event.text },
    isQuestion: asksOnly(event.text),
    ...(offset === undefined ? {} : { offset, vendorGoal: window.vendorGoal }),
  }).events
}

/** A hook that is registered twice tells each prompt twice. */
function isTold(request: RequestState, event: PromptEvent, prompt: string): boolean {
  const isKnownId = event.promptId !== undefined && request.promptIds.includes(event.promptId)
  return isKnownId && request.prompts.at(-1) === cutPrompt(prompt)
}

function query(host: Host, event: PromptEvent, known: Known): Parameters<typeof loadPolicy>[1] {
  const sessionMode = known.session.state?.mode
  return {
    attended: host.attended,
    ...(event.cwd === undefined ? {} : { cwd: event.cwd }),
    ...(sessionMode ? { sessionMode } : {}),
  }
}

interface Obeyed {
  readonly answer: HookAnswer
  readonly events: Event[]
}

/** The person's own prompt is one of the two ways to give us an order; the other is their terminal. */
async function obey(
  world: World,
  agent: Agent,
  host: Host,
  event: PromptEvent,
  known: Known,
  order: string,
): Promise<Obeyed> {
  const task = known.task.state
  const open = task && task.status !== 'ended' ? task : undefined
  const seen = known.session.state ? [] : [sessionSeen(world, agent, known.sessionId, event, host, 'first seen')]
  const head = (): { id: string; at: string; session: string } => ({
    id: world.newId('evt'),
    at: world.now().toISOString(),
    session: known.sessionId,
  })
  const setMode = (mode: Mode): Event => ({ ...head(), kind: 'session.mode-set', mode, actor: 'prompt' })
  const about = open ? ` ${open.id} (${(open.title ?? 'no prompt known').slice(0, 60)})` : ''
  switch (order) {
    case 'on':
    case 'strict': {
      const unpaused: Event[] =
        open?.status === 'paused' ? [{ ...head(), kind: 'task.unpaused', task: open.id, actor: 'prompt' }] : []
      return answer('The gate is on (strict) in this session: no claim, no stop.', [
        ...seen,
        setMode('strict'),
        ...unpaused,
      ])
    }
    case 'off':
      return answer('The gate is off in this session. "fullstop on" brings it back.', [...seen, setMode('off')])
    case 'pause':
      if (!open) return answer('No task is open in this session: nothing to pause.', [])
      return answer(`Paused${about}: stops pass until "fullstop on" or \`fullstop unpause ${open.id}\`.`, [
        { ...head(), kind: 'task.paused', task: open.id, actor: 'prompt' },
      ])
    case 'cancel':
      if (!open) return answer('No task is open in this session: nothing to cancel.', [])
      return answer(`Cancelled${about}. Your next prompt opens a new task.`, [
        { ...head(), kind: 'task.cancelled', task: open.id, actor: 'prompt' },
      ])
    default:
      return answer(await status(world, host, event, known), [])
  }
}

async function status(world: World, host: Host, event: PromptEvent, known: Known): Promise<string> {
  const { policy, settings, problems } = await loadPolicy(world, query(host, event, known))
  const origin = settings.find((setting) => setting.key === 'mode')?.origin ?? 'default'
  const task = known.task.state
  const request = known.session.state?.request
  const lines = [`Mode: ${policy.mode} (from ${origin}).`]
  if (!task) lines.push('No task yet in this session.')
  else {
    lines.push(`Task ${task.id}: ${task.outcome ?? task.status}. ${(task.title ?? '').slice(0, 100)}`)
    if (request) lines.push(`Refused ${request.continuations} times since your last prompt.`)
    if (task.lastReason) lines.push(`Last decision: ${task.lastReason}.`)
    lines.push(`More: fullstop show ${task.id}`)
  }
  return [...lines, ...problems].join('\n')
}

function answer(text: string, events: Event[]): Obeyed {
  return { answer: { kind: 'answer', text: `Fullstop: ${text}` }, events }
}
