// A wire between an agent and its model: what was asked, and our answer as the stream the agent expects.
import type { ModelRequest, ModelOutput } from './talk.ts'
import { anthropic } from './anthropic.ts'
import { chat } from './chat.ts'
import { responses } from './responses.ts'

export interface Wire {
  /** Undefined: not a request to a model. */
  readonly toAsked: (path: string, body: unknown) => ModelRequest | undefined
  readonly toStream: (said: ModelOutput, id: string) => string
}

export const wires = { anthropic, responses, chat } satisfies Record<string, Wire>
