// What an agent is to us: data and pure functions. A missing part means that the agent cannot do it. Each part is a file in
// `parts/`, with the name that it has in the folder of an agent.
import type { Archive } from './parts/archive.ts'
import type { Driver } from './parts/driver.ts'
import type { HookCodec } from './parts/hook.ts'
import type { Installer } from './parts/install.ts'
import type { Environment } from './parts/places.ts'
import type { TranscriptReader } from './parts/transcript.ts'

export type { Archive, LineGlance, CallSeen, Skimmed, LineTold, ClaimTold, UsageSeen } from './parts/archive.ts'
export type {
  Driver,
  Conversation,
  ConversationOpening,
  SessionRecord,
  TurnRecord,
  Exit,
  StintQuery,
  StintCommand,
} from './parts/driver.ts'
export type { Decoded, HookCodec, HookAnswer, HookOutput } from './parts/hook.ts'
export type {
  Installer,
  InstallQuery,
  FormFilling,
  Withdrawn,
  MovedKeys,
  SwitchedOff,
  TrustQuestion,
} from './parts/install.ts'
export type { Environment, Places, Scope, SettingsQuery } from './parts/places.ts'
export type { TranscriptReader, SeenCall, Attendance, Landmarks, Glance } from './parts/transcript.ts'
export type { Trial, TrialQuery, StagedTrial } from './parts/trial.ts'

export interface Agent {
  readonly id: string
  readonly title: string
  /** The version whose real binary our tests run. */
  readonly tested: string
  /** The program that a person starts, and the npm package that brings it. */
  readonly program: string
  readonly npmPackage: string
  /** Environment variables whose presence shows that a process runs inside this agent. */
  readonly marks: readonly string[]
  /** Names of the variables, beside the marks, that tell a child process about the session. */
  readonly sessionDetail?: RegExp
  /** What the listing of our tools says to this agent alone. */
  readonly toolMeta?: Readonly<Record<string, unknown>>
  /** Where a call to our tools comes from, as far as the call and the environment tell: a hint, never a proof. */
  readonly callOf?: (call: { readonly env: Environment; readonly meta: CallMeta }) => CallHint | undefined
  /** A process with this environment was started by the agent's own shell, not by the agent itself. */
  readonly isShell?: (env: Environment) => boolean
  /** Variables that it gives to the commands of its tools, and not to its hooks. */
  readonly toolMarks?: readonly string[]
  /** The process that starts hooks and servers may serve many sessions: does this one, by its command line? */
  readonly isDaemon?: (command: string) => boolean
  /** Started with this command line it talks to a person, if it has a terminal. Where only the environment tells else. */
  readonly isInteractive?: (words: readonly string[]) => boolean
  /** A call of its main agent stands in the transcript before it is answered; a subagent's call never does. */
  readonly callsInTranscript?: true
  readonly hook?: HookCodec
  readonly transcript?: TranscriptReader
  /** Imported only when it is needed: no hook call loads it. */
  readonly driver?: () => Promise<{ readonly driver: Driver }>
  readonly install?: () => Promise<{ readonly install: Installer }>
  readonly archive?: () => Promise<{ readonly archive: Archive }>
}

/** What a client sends along with a call. */
export type CallMeta = Readonly<Record<string, unknown>>

export interface CallHint {
  readonly agentSessionId: string
  /** The call comes from an agent that the session's own agent started. */
  readonly isSubagent?: boolean
  /** The call itself says so, or an environment made for it; not one that may be older than the session. */
  readonly isOfCall?: boolean
  readonly toolUseId?: string
}
