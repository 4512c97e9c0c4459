// What a running agent tells of itself, in our words: the value that every driver reads its stream to.
import type { AgentEnd, Usage } from './agent-end.ts'
import type { Entry } from './entry.ts'
import type { BackgroundTask } from './hook-event.ts'

export type Signal =
  | { readonly kind: 'session'; readonly id: string; readonly model?: string }
  /** Our server could not be started beside it: nothing can be claimed by tool. */
  | { readonly kind: 'no-server' }
  | { readonly kind: 'entry'; readonly entry: Entry }
  /** A call has begun that is told of once more when it returns. */
  | { readonly kind: 'doing'; readonly id: string; readonly text: string }
  /** So far, over the agent's own session; the last one stands. */
  | ({ readonly kind: 'used' } & Usage)
  /** One answer of the model, while no sum is known; the same id again replaces it. */
  | {
      readonly kind: 'spent'
      readonly id: string
      readonly tokens: number
      readonly context?: number
      readonly cost?: number
    }
  /** How many tokens the model's context holds at most. */
  | { readonly kind: 'context'; readonly window: number }
  /** What still runs beside the conversation: all of it, each time. */
  | { readonly kind: 'background'; readonly tasks: readonly BackgroundTask[] }
  /** The agent waits for the provider by itself. */
  | { readonly kind: 'retries'; readonly why: string }
  /** When the usage limit ends that the agent has run into, ISO 8601. */
  | { readonly kind: 'limit'; readonly until: string }
  /** A call was denied because nobody could be asked, where the end of the turn does not tell. */
  | { readonly kind: 'denied'; readonly what: string }
  /** Something that the person should know of. */
  | { readonly kind: 'notice'; readonly text: string }
  /** How its turn ended; what its process does after that adds nothing. */
  | { readonly kind: 'ended'; readonly end: AgentEnd }
