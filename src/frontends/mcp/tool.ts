// What a tool of our server is: data that the client is shown, and the function that answers a call.
import type { z } from 'zod'
import type { Caller } from '../../flows/session/identify.ts'
import type { AskPerson } from '../../flows/review/ask-on-screen.ts'
import type { World } from '../../flows/world.ts'

/** What a client is shown of a tool. */
interface ToolFace<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string
  readonly title: string
  /** Product text: a model reads it. */
  readonly description: string
  readonly input: Input
  readonly output: Output
  readonly annotations: Annotations
}

/** A tool with the types of its schemas. */
interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> extends ToolFace<Input, Output> {
  readonly call: (context: CallContext, input: z.output<Input>) => Promise<ToolAnswer<z.input<Output>>>
}

/** A tool in the table, beside tools with other schemas. */
export interface Tool extends ToolFace<z.ZodObject, z.ZodObject> {
  readonly read: (given: unknown) => ReadCall
}

/** Arguments that fit the schema become a call; the others have issues. */
type ReadCall =
  | { readonly ok: true; readonly call: (context: CallContext) => Promise<ToolAnswer> }
  | { readonly ok: false; readonly issues: readonly z.core.$ZodIssue[] }

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: ToolDefinition<Input, Output>,
): Tool {
  const { call, ...face } = tool
  return {
    ...face,
    read: (given) => {
      const parsed = tool.input.safeParse(given)
      if (!parsed.success) return { ok: false, issues: parsed.error.issues }
      return { ok: true, call: (context) => call(context, parsed.data) }
    },
  }
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
  /** Tells the client that the call continues; nothing where it did not ask. */
  readonly onProgress: (message: string) => void
  /** Asks the person at the client; absent where it cannot. */
  readonly ask?: AskPerson
}

export interface ToolAnswer<Structured extends Record<string, unknown> = Record<string, unknown>> {
  readonly isRefused: boolean
  /** What a client shows; some hosts show the model only `structured`, so that must say it all. */
  readonly text: string
  readonly structured?: Structured
}
