// A stint: one process of an agent in a supervised task, from its start to its end. It is written down before it begins
// and read by the process that hosts it.
import type { Ending } from '../ending.ts'

export interface StintRequest {
  readonly stint: string
  readonly task: string
  readonly argv: readonly [string, ...string[]]
  readonly cwd: string
  /** What the agent is given beside the environment of the host. */
  readonly env: Readonly<Record<string, string>>
  /** Its standard input: a file of the stint's folder; absent: none. */
  readonly input?: string
  /** Its standard input is a pipe instead, for the lines that orders send. */
  readonly pipe?: boolean
  /** It runs in a pseudo-terminal of this size; absent: its output goes to a file. */
  readonly terminal?: { readonly columns: number; readonly rows: number }
  readonly askedAt: string
}

/** What the host writes down when the agent has ended. */
export interface StintEnd {
  readonly how: Ending
  readonly at: string
  /** How long the agent ran, without the time that the machine slept; absent where nobody counted. */
  readonly ranMs?: number
  /** More output than may be kept: the agent was ended for it. */
  readonly isTooLong?: boolean
}

/** What the supervisor tells the host while the agent runs: one JSON object a line, appended to a file. */
export type StintOrder =
  /** Into the pseudo-terminal: as a bracketed paste, then Enter. */
  | { readonly kind: 'paste'; readonly text: string; readonly id?: string }
  /** Nothing is asked of the host: what is sent from here on belongs to the next turn. */
  | { readonly kind: 'turn'; readonly id: string }
  /** Into the pipe: a line, or null to close it. Counted from 1 in each turn, so that no line is sent twice. */
  | { readonly kind: 'send'; readonly id: number; readonly text: string | null }
  | { readonly kind: 'end' }
