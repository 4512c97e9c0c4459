// A conversation with an agent that expects answers on its standard input.
import type { Json } from './edit.ts'
import type { Signal } from './signal.ts'

/** The answer to one line of the agent. */
export interface Spoken {
  /** Plain JSON: the stint keeps the first one in a file. */
  readonly state: Json
  readonly signals: readonly Signal[]
  /** Lines for the agent's standard input, each without its line end. */
  readonly send: readonly string[]
  /** Nothing follows: the agent's standard input is closed. */
  readonly closes?: boolean
}
