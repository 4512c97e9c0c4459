// What an agent is to us: data and pure functions. A missing part means that the agent cannot do it.
import type { Entry } from '../contract/entry.ts'
import type { HookEvent, Host } from '../contract/hook-event.ts'

export interface Agent {
  readonly id: string
  readonly title: string
  /** Environment variables whose presence shows that a process runs inside this agent. */
  readonly marks: readonly string[]
  /** Where a call to our tools comes from, as far as the call and the environment tell: a hint, never a proof. */
  readonly callOf?: (call: { readonly env: Environment; readonly meta: CallMeta }) => CallHint | undefined
  /** A process with this environment was started by the agent's own shell, not by the agent itself. */
  readonly isShell?: (env: Environment) => boolean
  readonly hook?: HookCodec
  readonly transcript?: TranscriptReader
}

/** Never throws. A payload we do not understand is an outcome, not an exception. */
export type Decoded<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: 'not-ours' | 'invalid'; readonly message: string }

export interface HookCodec {
  readonly decode: (payload: unknown) => Decoded<HookEvent>
  readonly host: (env: Environment) => Host
  readonly encode: (answer: HookAnswer) => HookOutput
}

/** What a client sends along with a call. */
export type CallMeta = Readonly<Record<string, unknown>>

export interface CallHint {
  readonly agentSessionId: string
  readonly toolUseId?: string
}

export type Environment = Readonly<Record<string, string | undefined>>

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

/** A tool call or what it returned; texts whole, as the agent wrote them. */
export type SeenCall =
  | { readonly kind: 'called'; readonly id: string; readonly name: string; readonly at: string; readonly input: string }
  | { readonly kind: 'returned'; readonly id: string; readonly failed: boolean; readonly output: string }

export interface TranscriptReader {
  /** One line of the transcript, already parsed, to what it says. Lines that say nothing to us yield nothing. */
  readonly toEntries: (line: unknown) => readonly Entry[]
  /** Tool calls of the main chain in the same line, for whoever takes the work up. */
  readonly toCalls?: (line: unknown) => readonly SeenCall[]
  /** Folders beside the home directory where the agent may keep transcripts. */
  readonly folders: (env: Environment) => readonly string[]
}
