// What a person typed at us rather than at the agent: `fullstop on|off|strict|pause|cancel|status`, answered at once.
import type { Agent } from '../../agents/agent.ts'
import type { Mode } from '../../contract/config/config.ts'
import type { Event } from '../../contract/event.ts'
import { given } from '../../contract/given.ts'
import type { Host } from '../../contract/agent/hook-event.ts'
import type { Known } from '../../domain/tasks/known.ts'
import { loosens } from '../../domain/tasks/typed-order.ts'
import { loadPolicy, type PolicyQuery } from '../project/load-policy.ts'
import { sessionSeen, type Sighting } from '../session/open-request.ts'
import { stamp, type World } from '../world.ts'

/** A prompt and the session it entered. */
export interface Prompted {
  readonly agent: Agent
  readonly host: Host
  readonly sighting: Sighting
  readonly known: Known
  /** The task that the same event opens. */
  readonly opened?: { readonly id: string; readonly title?: string } | undefined
}

export interface Obeyed {
  /** What the person is told. */
  readonly text: string
  readonly events: Event[]
}

/** The person's own prompt is one of the two ways to give us an order; the other is their terminal. */
export async function obey(world: World, prompted: Prompted, order: string): Promise<Obeyed> {
  if (await isDoubted(world, prompted, order)) return doubt(world, prompted, order)
  switch (order) {
    case 'on':
    case 'strict':
      return switchOn(world, prompted)
    case 'off':
      return obeyed('The gate is off in this session. "fullstop on" brings it back.', setMode(world, prompted, 'off'))
    case 'pause':
      return pause(world, prompted)
    case 'cancel':
      return cancel(world, prompted)
    default:
      return { text: await status(world, prompted), events: [] }
  }
}

type Given = Pick<Prompted, 'agent' | 'known'>

/** An agent can call its own hook: what loosens the gate must not come from its shell. */
export async function isDoubted(world: World, { agent, known }: Given, order: string): Promise<boolean> {
  if (!loosens(order)) return false
  const { isInDoubt } = await import('../session/order-origin.ts')
  return isInDoubt(world, agent, known.session.state)
}

export function doubt(world: World, { agent, known }: Given, order: string): Obeyed {
  const task = known.openTask?.id
  const line = `fullstop ${order === 'cancel' ? 'cancel' : 'pause'}${task === undefined ? '' : ` ${task}`}`
  const message = `"fullstop ${order}" was not obeyed: it seems to come from a command of the agent, not from you`
  return obeyed(`${message}. In a terminal of your own, run: ${line}`, [
    { ...stamp(world), kind: 'hook.failed', ...given({ task }), agent: agent.id, code: 'person-needed', message },
  ])
}

/** A paused task is taken up again: "on" is the only word a person should need. */
function switchOn(world: World, prompted: Prompted): Obeyed {
  const open = prompted.known.openTask
  const unpaused: Event[] =
    open?.status === 'paused'
      ? [{ ...head(world, prompted), kind: 'task.unpaused', task: open.id, actor: 'prompt' }]
      : []
  const events = [...setMode(world, prompted, 'strict'), ...unpaused]
  return obeyed('The gate is on (strict) in this session: no claim, no stop.', events)
}

function pause(world: World, prompted: Prompted): Obeyed {
  const open = prompted.known.openTask ?? prompted.opened
  if (!open) return obeyed('No task is open in this session: nothing to pause.', [])
  return obeyed(`Paused ${named(open)}: stops pass until "fullstop on" or \`fullstop unpause ${open.id}\`.`, [
    { ...head(world, prompted), kind: 'task.paused', task: open.id, actor: 'prompt' },
  ])
}

function cancel(world: World, prompted: Prompted): Obeyed {
  const open = prompted.known.openTask ?? prompted.opened
  if (!open) return obeyed('No task is open in this session: nothing to cancel.', [])
  return obeyed(`Cancelled ${named(open)}. Your next prompt opens a new task.`, [
    { ...head(world, prompted), kind: 'task.cancelled', task: open.id, actor: 'prompt' },
  ])
}

async function status(world: World, prompted: Prompted): Promise<string> {
  const { policy, settings, problems, warnings } = await loadPolicy(world, policyQuery(prompted))
  const origin = settings.find((setting) => setting.key === 'mode')?.origin ?? 'default'
  const task = prompted.known.task.state
  const request = prompted.known.session.state?.request
  const lines = [`Mode: ${policy.mode} (from ${origin}).`]
  if (!task) lines.push('No task yet in this session.')
  else {
    lines.push(`Task ${task.id}: ${task.outcome ?? task.status}. ${(task.title ?? '').slice(0, 100)}`)
    if (request) lines.push(`Refused since your last prompt: ${request.continuations}.`)
    if (task.lastReason) lines.push(`Last decision: ${task.lastReason.split('\n')[0]}.`)
    lines.push(`More: fullstop show ${task.id}`)
  }
  return [...lines, ...problems, ...warnings].join('\n')
}

export function policyQuery({ host, sighting, known }: Prompted): PolicyQuery {
  return { cwd: sighting.cwd, attended: host.attended, sessionMode: known.session.state?.mode }
}

function setMode(world: World, prompted: Prompted, mode: Mode): Event[] {
  const { agent, host, sighting, known } = prompted
  const seen = known.session.state
    ? []
    : [sessionSeen(world, agent, { session: known.sessionId, sighting, host, source: 'first seen' })]
  return [...seen, { ...head(world, prompted), kind: 'session.mode-set', mode, actor: 'prompt' }]
}

function head(world: World, { known }: Prompted): { id: string; at: string; session: string } {
  return { ...stamp(world), session: known.sessionId }
}

function named({ id, title }: { id: string; title?: string }): string {
  return `${id} (${(title ?? 'no prompt known').slice(0, 60)})`
}

function obeyed(text: string, events: Event[]): Obeyed {
  return { text, events }
}
