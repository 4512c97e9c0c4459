// The events of a stop: the request it opened, the claim that was read, the decision, and how the task ended.
import type { Decision } from '../../contract/decision.ts'
import type { Event, EventOf } from '../../contract/event.ts'
import type { Facts } from '../../contract/facts.ts'
import type { Observed } from '../../contract/state.ts'
import { isRefusal } from '../../domain/gate/consequences.ts'
import type { CalledAt, CalledFound } from '../../domain/facts/called.ts'
import type { ClaimRead } from '../../domain/facts/claim-read.ts'
import type { VerifiedStop } from '../verify/decide-with-checks.ts'
import { promptJoined } from './open-request.ts'
import type { SessionReading } from '../transcript/source.ts'
import { stamp, type World } from '../world.ts'
import { LAST_WORDS_KEPT } from '../../domain/text/printable.ts'
import { given } from '../../contract/given.ts'

/** Masked first, cut then: a secret that a cut goes through would be left in part. */
const LAST_WORDS_READ = 8000

export interface OpenedRequest {
  readonly events: readonly Event[]
  readonly task?: string | undefined
  readonly request?: string | undefined
}

export interface StopRecord {
  readonly session: string
  readonly opening: OpenedRequest
  /** The agent's last words. */
  readonly said: string | undefined
  /** The prompts with which the host will wake the session up by itself. */
  readonly wakeUps: readonly string[]
  readonly key: string
  readonly decision: Decision
  readonly claim: ClaimRead
  readonly found: CalledFound
  readonly reading: SessionReading
  readonly facts: Facts
  readonly verified?: VerifiedStop | undefined
  readonly observed?: Observed | undefined
}

export function stopEvents(world: World, stopped: StopRecord): Event[] {
  const {
    session,
    opening,
    said,
    wakeUps,
    key,
    decision,
    claim: read,
    found,
    reading,
    facts,
    verified,
    observed,
  } = stopped
  const { task, request } = opening
  const { mask } = reading
  const events: Event[] = [...opening.events]
  if (task !== undefined && request !== undefined) {
    // Prompts typed in mid-work that only the transcript tells of.
    events.push(
      ...reading.window.joined.map((prompt) => promptJoined(world, { session, task, request }, prompt, false)),
    )
    events.push(...calledEvents(world, found, { session, task, request, progress: facts.progress }))
  }
  if (read.claim && !read.called && facts.taskOpen && task !== undefined && request !== undefined) {
    const claim = { ...read.claim, text: mask(read.claim.text) }
    events.push({ ...stamp(world), kind: 'claim.made', session, task, request, claim })
  }
  const { claim } = facts
  if (claim && verified && verified.run === undefined && task !== undefined && request !== undefined) {
    const { evidence } = verified
    events.push({ ...stamp(world), kind: 'claim.verified', session, task, request, claim: claim.id, evidence })
  }
  events.push({
    ...stamp(world),
    kind: 'stop.decided',
    session,
    ...given({ task, request }),
    key,
    decision,
    continuations: facts.continuations + (isRefusal(decision) ? 1 : 0),
    ...given({ lastWords: said }, (text) => mask(text.slice(-LAST_WORDS_READ)).slice(-LAST_WORDS_KEPT)),
    nearMisses: read.nearMisses.slice(0, 10).map(mask),
    work: reading.window.work,
    ...followed(reading),
    ...(claim && verified?.run !== undefined
      ? { verifying: { claim, run: verified.run, evidence: verified.evidence } }
      : {}),
    ...given({ observed }),
    vendorGoal: reading.window.vendorGoal,
    planMode: reading.window.planMode,
    wakeUps: wakeUps.map((prompt) => world.hashOf(prompt)),
  })
  if (
    decision.kind === 'allow' &&
    decision.outcome !== undefined &&
    decision.outcome !== 'cancelled' &&
    task !== undefined
  ) {
    events.push({
      ...stamp(world),
      kind: 'task.ended',
      session,
      task,
      outcome: decision.outcome,
      because: decision.because,
    })
  }
  return events
}

/** How far the transcript was read, and the todo list as far as it was followed. */
function followed({
  transcript,
  window,
}: SessionReading): Pick<EventOf<'stop.decided'>, 'todos' | 'todosFrom' | 'offset'> {
  if (transcript.kind !== 'entries') return { todos: [...window.todos] }
  const { offset, todosFrom } = transcript
  return todosFrom === undefined ? { offset, todos: [...window.todos] } : { offset, todosFrom }
}

interface Here {
  readonly session: string
  readonly task: string
  readonly request: string
}

/** What this stop found out about a claim by tool or command: whose it is. */
function calledEvents(
  world: World,
  found: CalledFound,
  { progress, ...here }: Here & { readonly progress: number },
): Event[] {
  if (found.kind === 'none') return []
  const { claim: made } = found.called
  const claim = made.id
  if (found.kind === 'not-ours') return [{ ...stamp(world), kind: 'claim.voided', ...here, claim, why: 'not-seen' }]
  if (found.from) return movedHere(world, { ...found, from: found.from }, { ...here, progress })
  const isNew = found.by === 'transcript' && !found.called.isBound
  return isNew ? [{ ...stamp(world), kind: 'claim.bound', ...here, claim }] : []
}

/** Recorded once more where it belongs, and taken back where it was taken to belong. */
export function movedHere(
  world: World,
  { called, from }: Required<Pick<CalledAt, 'called' | 'from'>>,
  { progress, ...here }: Here & { readonly progress: number },
): Event[] {
  const { claim, digest, toolUseId, tree } = called
  const call = {
    digest,
    ...given({ toolUseId, tree }),
    progress,
    isBound: true,
  }
  const { isNobodys, ...there } = from
  const voided: Event = { ...stamp(world), kind: 'claim.voided', ...there, claim: claim.id, why: 'another-session' }
  return [
    ...(from.session === here.session ? [] : [voided]),
    ...(isNobodys ? [{ ...stamp(world), kind: 'task.withdrawn' as const, task: from.task }] : []),
    { ...stamp(world), kind: 'claim.made', ...here, claim, call },
  ]
}
