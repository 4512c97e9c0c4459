// What a tool of our server is: data that the client is shown, and the function that answers a call.
import type { z } from 'zod'
import type { Caller } from '../../flows/session/identify.ts'
import type { World } from '../../flows/world.ts'

export interface Tool {
  readonly name: string
  readonly title: string
  /** Product text: a model reads it. */
  readonly description: string
  readonly input: z.ZodType
  readonly output: z.ZodType
  readonly annotations: Annotations
  readonly call: (context: CallContext, input: unknown) => Promise<ToolAnswer>
}

export interface Annotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

export interface CallContext {
  /** Its clock began with this call. */
  readonly world: World
  readonly caller: Omit<Caller, 'taskId'>
  /** Tells the client that the call goes on; nothing where it did not ask. */
  readonly onProgress: (message: string) => void
}

export interface ToolAnswer {
  readonly isRefused: boolean
  /** What a client shows; some hosts show the model only `structured`, so that must say it all. */
  readonly text: string
  readonly structured?: Readonly<Record<string, unknown>>
}
