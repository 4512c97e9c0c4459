// Which claims of success held, by agent and model.
import type { Decision } from '../../../contract/decision.ts'
import type { Event } from '../../../contract/event.ts'
import { given } from '../../../contract/given.ts'
import type { TaskState } from '../../../contract/state.ts'
import { programOf } from '../task/task.ts'

export interface JudgedClaim {
  readonly agent: string
  /** The program that the person named instead of an agent of the table. */
  readonly program?: string
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
  const program = programOf(task.run?.setup)
  return [...judged.values()].map((came) => ({ agent: task.agent, ...given({ program }), model, came }))
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
  readonly program?: string
  readonly model: string
  readonly held: number
  readonly didNotHold: number
  readonly notShown: number
}

export function claimRows(claims: readonly JudgedClaim[]): ClaimRow[] {
  const groups = Map.groupBy(claims, ({ agent, program = '', model }) => `${agent}\0${program}\0${model}`)
  const sorted = [...groups].sort(([one], [other]) => (one < other ? -1 : 1))
  return sorted.flatMap(([, [first, ...rest]]) => {
    if (!first) return []
    const { agent, program, model } = first
    const count = (wanted: JudgedClaim['came']): number => [first, ...rest].filter(({ came }) => came === wanted).length
    return [
      {
        agent,
        ...given({ program }),
        model,
        held: count('held'),
        didNotHold: count('did-not-hold'),
        notShown: count('not-shown'),
      },
    ]
  })
}
