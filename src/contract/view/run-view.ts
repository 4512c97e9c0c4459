// What a person sees of a supervised task while it runs: one value, drawn by the live screen and told in lines.
import type { CheckResult } from '../evidence.ts'
import type { Outcome } from '../outcome.ts'
import type { TodoItem } from '../work.ts'

export interface RunView {
  readonly task: string
  /** The task that it is a subtask of. */
  readonly parent?: string
  /** The request, in the user's words. */
  readonly request: string
  readonly agent: string
  readonly model?: string
  readonly folder: string
  readonly phase: RunPhase
  /** What the agent does now, such as a command that runs. */
  readonly doing?: string
  /** The last words of the agent. */
  readonly said?: string
  readonly todos: readonly TodoItem[]
  readonly checks: readonly CheckView[]
  readonly continuations: Meter
  readonly tokens: Meter
  /** Absent where the agent reports no cost. In dollars. */
  readonly cost?: Meter
  /** In milliseconds. */
  readonly time: Meter
  readonly wait?: { readonly why: string; readonly fromMs: number; readonly untilMs: number }
  /** The person asked it to end after this turn. */
  readonly isStopping: boolean
  readonly outcome?: Outcome
}

/** `judging`: the agent has stopped, and nothing is decided yet; `returning`: it is about to be sent back. */
export type RunPhase = 'starting' | 'working' | 'judging' | 'verifying' | 'returning' | 'waiting' | 'asking' | 'over'

export interface Meter {
  readonly used: number
  /** Absent: no limit. */
  readonly limit?: number
}

export interface CheckView {
  readonly name: string
  readonly state: 'not-run' | 'running' | CheckResult
  /** When one that runs has begun. */
  readonly since?: string
  /** How long it took, or has been running. */
  readonly ms?: number
  /** No check of the task, but extra runs of some, as people read them. */
  readonly isExtra?: true
}
