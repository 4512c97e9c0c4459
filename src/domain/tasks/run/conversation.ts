// The conversation of a stint so far: the state of the driver, and the lines for the agent that have not been sent yet.
import type { Spoken } from '../../../contract/agent/conversation.ts'
import type { Json } from '../../../contract/agent/edit.ts'

export interface Conversing {
  readonly state: Json
  /** How many lines came before those in `unsent`. */
  readonly sent: number
  /** Null: the agent's input is closed. */
  readonly unsent: readonly (string | null)[]
  /** The agent is told nothing more. */
  readonly isClosed?: boolean
}

export function openConversing(opened: Spoken): Conversing {
  return stepConversing({ state: null, sent: 0, unsent: [] }, opened)
}

export function stepConversing(before: Conversing, { state, send, closes = false }: Spoken): Conversing {
  const { unsent } = before
  const more = closes ? [...send, null] : send
  const next = { ...before, state, unsent: more.length === 0 ? unsent : [...unsent, ...more] }
  return closes ? { ...next, isClosed: true } : next
}

export interface Numbered {
  readonly id: number
  readonly text: string | null
}

/** The lines that have not been sent yet; `given`: how many an earlier supervisor has sent. */
export function linesToSend({ sent, unsent }: Conversing, given: number): readonly Numbered[] {
  return unsent.map((text, index) => ({ id: sent + index + 1, text })).filter(({ id }) => id > given)
}

export function withAllSent(conversing: Conversing): Conversing {
  return { ...conversing, sent: conversing.sent + conversing.unsent.length, unsent: [] }
}
