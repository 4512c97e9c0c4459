// A trial of an agent for `fullstop doctor`: without a network, in a home of its own.
import type { FileEdit, Part } from '../../contract/agent/edit.ts'
import type { SettingsQuery } from './places.ts'

/** One run of the agent without a network, in a home of its own: our parts as they are registered, nothing of others. */
export interface Trial {
  readonly wire: 'anthropic' | 'responses' | 'chat'
  readonly stage: (query: TrialQuery) => StagedTrial
}

export interface TrialQuery extends SettingsQuery {
  /** What an installation puts into this file of the project. Nothing else of a repository may run. */
  readonly ofProject: (path: string) => readonly Part[]
  readonly home: string
  readonly root: string
  readonly prompt: string
  readonly modelUrl: string
}

export interface StagedTrial {
  /** Files of the home, as edits of nothing. */
  readonly edits: readonly FileEdit[]
  readonly env: Readonly<Record<string, string>>
  /** For the agent's program. */
  readonly args: readonly string[]
}
