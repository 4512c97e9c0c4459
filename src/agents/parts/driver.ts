// How `fullstop run` starts an agent, understands what it prints, and knows how it ended.
import type { AgentEnd } from '../../contract/agent/agent-end.ts'
import type { Spoken } from '../../contract/agent/conversation.ts'
import type { Json } from '../../contract/agent/edit.ts'
import type { Ending } from '../../contract/ending.ts'
import type { Permissions } from '../../contract/agent/run-setup.ts'
import type { Signal } from '../../contract/agent/signal.ts'
import type { Places, SettingsQuery } from './places.ts'
import type { SeenCall } from './transcript.ts'

/** How `fullstop run` starts the agent and understands what it prints: a command line out, signals in. */
export interface Driver {
  readonly start: (query: StintQuery) => StintCommand
  /** A prompt as it must be sent, so that the agent takes it for nothing but a prompt. */
  readonly toInput?: (prompt: string) => string
  /** A new session gets the id that we choose for it, or its conversation puts the real one in the place of ours. */
  readonly takesId: boolean
  /**
   * What a line says that need not be parsed for it, such as the long result of a tool that went well; undefined: parse it.
   * In JSON a bare quote never stands within a string: so text of an agent or a tool never looks like a key.
   */
  readonly skim?: (line: Buffer) => readonly Signal[] | undefined
  /** One line of its output, already parsed, to what it says. */
  readonly toSignals: (line: unknown) => readonly Signal[]
  /** For an agent that expects answers on its standard input, such as an ACP agent. */
  readonly conversation?: Conversation
  /** How it ended where its stream did not tell, from the end of its process and what it wrote to its standard error. */
  readonly toEnd: (exit: Exit) => AgentEnd
  /** Where only the agent's own record of a session says why a turn failed. */
  readonly record?: SessionRecord
  /** Options of the agent that permit what `AgentEnd.denied` names, where it has some. */
  readonly toPermit?: (denied: readonly string[]) => readonly string[]
  /** Tool calls in the same line, for a session that takes the work up. */
  readonly toCalls?: (line: unknown) => readonly SeenCall[]
}

/**
 * Pure and deterministic: the same lines give the same answers. A supervisor that takes a stint up reads its output from
 * the beginning, and so learns which of the answers have been sent already.
 */
export interface Conversation {
  /** What the agent is told before it has printed anything. */
  readonly open: (opening: ConversationOpening) => Spoken
  /**
   * The agent waits for its next prompt in the same process. Absent: it is left when its turn has ended. An end that is
   * not the agent's choice closes the conversation.
   */
  readonly again?: (opening: ConversationOpening) => Spoken
  /** One line of its output, already parsed; `toSignals` is given the same line. A skimmed line is not answered. */
  readonly speak: (state: Json, line: unknown) => Spoken
}

export interface ConversationOpening extends StintQuery {
  readonly prompt: string
  /** The folder in which the agent works. */
  readonly cwd: string
}

export interface SessionRecord {
  /** The folder under which the records lie, in folders by year, month and day. */
  readonly folder: (places: Places) => string
  readonly isOf: (fileName: string, agentSessionId: string) => boolean
  /** From its last lines, newest last. */
  readonly read: (lines: readonly unknown[]) => TurnRecord
}

/** What only the record tells of the last turn. */
export interface TurnRecord {
  /** Why it failed, if it did. */
  readonly end?: AgentEnd
  readonly contextUse?: number
  readonly isCompacted?: boolean
}

export interface Exit {
  readonly how: Ending
  readonly errors: string
}

export interface StintQuery {
  /** `id`: of the agent's own session; for a new one a fresh UUID. */
  readonly session: { readonly kind: 'new' | 'resume'; readonly id: string }
  /** What the agent is told beside the prompt, in every stint the same. */
  readonly contract: string
  /** The same in a file, and a file for settings of this run alone. */
  readonly contractFile: string
  readonly settingsFile: string
  /** What starts our server, and what it must find in its environment. */
  readonly server: readonly [string, ...string[]]
  readonly serverEnv: Readonly<Record<string, string>>
  readonly model?: string
  readonly permissions: Permissions
  /** Command lines that the agent may run beside that: those of the trusted checks. */
  readonly permits: readonly string[]
  /** Passed on as they are. */
  readonly args: readonly string[]
  /** Money that is left for this stint. */
  readonly mostCost?: number
  /** The user's own settings: what a list of ours would replace is joined with it. */
  readonly places: Places
  readonly settings: SettingsQuery['settings']
}

export interface StintCommand {
  /** The prompt goes to the program's standard input, or into its conversation. */
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** Written to `settingsFile` before it starts. */
  readonly settingsText?: string
  /** The agent could not be told by its command line: the contract stands before the first prompt of a session. */
  readonly contractInPrompt?: boolean
  /** The agent's session will have this id. */
  readonly agentSessionId?: string
}
