// The hook of an agent: its input to our event, our answer to its output.
import type { HookEvent, Host } from '../../contract/agent/hook-event.ts'
import type { Environment } from './places.ts'

/** Never throws. A payload we do not understand is an outcome, not an exception. */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: 'not-ours' | 'invalid'; readonly message: string }

export interface HookCodec {
  readonly decode: (payload: unknown) => Decoded<HookEvent>
  readonly host: (env: Environment) => Host
  readonly encode: (answer: HookAnswer) => HookOutput
}

/** What we answer to a hook, before it is put into the agent's own words. */
export type HookAnswer =
  | { readonly kind: 'silent' }
  /** The stop is refused; the agent reads `say`. */
  | { readonly kind: 'refuse'; readonly say: string; readonly tell?: string }
  /** The stop is allowed; the person reads the line. */
  | { readonly kind: 'tell'; readonly line: string }
  /** The agent is given text, at the start of a session or with a prompt. */
  | { readonly kind: 'inform'; readonly at: 'session-start' | 'prompt'; readonly text: string; readonly tell?: string }
  /** The person's prompt is answered here and never reaches the model. */
  | { readonly kind: 'answer'; readonly text: string }

export interface HookOutput {
  readonly stdout: string
  readonly exitCode: number
}
