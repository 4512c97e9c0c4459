// What the scripts of the shells are made from: commands with their options and arguments, and where values come from.
import type { LookedUp } from '../command.ts'

export const shells = ['bash', 'zsh', 'fish'] as const
export type CompletedShell = (typeof shells)[number]

export interface Completed {
  readonly name: string
  readonly summary: string
  readonly options: readonly CompletedOption[]
  readonly positions: readonly CompletedArgument[]
}

/** What the shell has to look for. */
export type CompletedSource = LookedUp | 'folders' | 'files'

export interface CompletedOption {
  readonly flag: string
  /** One letter, with its dash. */
  readonly short?: string
  readonly source?: CompletedSource
  readonly summary: string
  /** What its value is called; none: it takes no value. */
  readonly value?: string
  readonly choices: readonly string[]
}

export interface CompletedArgument {
  readonly title: string
  readonly source?: CompletedSource
  readonly choices: readonly string[]
  /** It may be repeated, so all that follow are of its kind. */
  readonly isOpen: boolean
}

export const written = (shell: CompletedShell): string =>
  `# Completes fullstop in ${shell}. Written by \`fullstop completions ${shell}\`.`
