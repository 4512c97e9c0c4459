// A wire between an agent and its model: what was asked, and our answer as the stream the agent expects.
import type { Asked, Said } from './talk.ts'
import { anthropic } from './anthropic.ts'
import { responses } from './responses.ts'

export interface Wire {
  /** Undefined: not a request to a model. */
  readonly toAsked: (path: string, body: unknown) => Asked | undefined
  readonly toStream: (said: Said, id: string) => string
}

export const wires = { anthropic, responses } satisfies Record<string, Wire>
