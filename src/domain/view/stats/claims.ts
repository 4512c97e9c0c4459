// Which claims of success held, by agent and model.
import type { Decision } from '../../../contract/decision.ts'
import type { Event } from '../../../contract/event.ts'
import type { TaskState } from '../../../contract/state.ts'

export interface JudgedClaim {
  readonly agent: string
  /** Empty where the agent does not tell it. */
  readonly model: string
  readonly came: 'held' | 'did-not-hold' | 'not-shown'
}

/** Claims of success in the events of one task, oldest first; each counts once. */
export function claimsIn(task: TaskState, events: readonly Event[]): JudgedClaim[] {
  const judged = new Map<string, JudgedClaim['came']>()
  /** The newest claim in words, which the stop decides. */
  let said: string | undefined
  /** The one that a person was asked about. */
  let asked: string | undefined
  let model = task.run?.setup.model ?? ''
  const open = new Set<string>()
  const judge = (claim: string | undefined, decision: Decision): void => {
    const came = cameOf(decision)
    if (claim === undefined || came === undefined || !open.has(claim)) return
    judged.set(claim, came)
    open.delete(claim)
    if (decision.kind === 'ask-human') asked = claim
  }
  for (const event of events) {
    if (event.kind === 'stint.known') model = event.model ?? model
    if (event.kind === 'claim.made' && event.claim.status === 'success') {
      open.add(event.claim.id)
      said = event.claim.id
    }
    if (event.kind === 'claim.voided') judged.delete(event.claim)
    if (event.kind === 'claim.decided') judge(event.claim, event.decision)
    if (event.kind === 'stop.decided') judge(said, event.decision)
    const answer = ANSWERS[event.kind]
    if (answer && asked !== undefined && judged.has(asked)) judged.set(asked, answer)
  }
  return [...judged.values()].map((came) => ({ agent: task.agent, model, came }))
}

/** A person's word decides what no check could. */
const ANSWERS: Readonly<Partial<Record<Event['kind'], JudgedClaim['came']>>> = {
  'review.approved': 'held',
  'review.changes-requested': 'did-not-hold',
  'review.rejected': 'did-not-hold',
}

/** Undefined: the decision says nothing about the claim yet, such as while its checks run. */
function cameOf(decision: Decision): JudgedClaim['came'] | undefined {
  if (decision.kind === 'ask-human') return 'not-shown'
  if (decision.kind === 'allow' && decision.outcome === 'completed') return 'held'
  if (decision.kind === 'allow' && decision.outcome === 'unverified') return 'not-shown'
  const isFalse = decision.because.some(({ code }) =>
    ['check-failed', 'todo-open', 'subtask-open', 'subtask-failed', 'tampered', 'rigged'].includes(code),
  )
  return isFalse ? 'did-not-hold' : undefined
}

export interface ClaimRow {
  readonly agent: string
  readonly model: string
  readonly held: number
  readonly didNotHold: number
  readonly notShown: number
}

export function claimRows(claims: readonly JudgedClaim[]): ClaimRow[] {
  const keys = [...new Set(claims.map(({ agent, model }) => `${agent}\0${model}`))].sort()
  return keys.map((key) => {
    const [agent = '', model = ''] = key.split('\0')
    const count = (came: JudgedClaim['came']): number =>
      claims.filter((one) => one.agent === agent && one.model === model && one.came === came).length
    return {
      agent,
      model,
      held: count('held'),
      didNotHold: count('did-not-hold'),
      notShown: count('not-shown'),
    }
  })
}
