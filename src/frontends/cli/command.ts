// What a command is: data from which parsing, help and the reference are made, and the function that runs it.
import type { World } from '../../flows/world.ts'
import type { StoreCaller } from './wire.ts'

/** The headings of the overview, in their order. */
export const groups = ['Start', 'Work', 'Look', 'Prove', 'Answer', 'Configure', 'For agents and scripts'] as const

export interface Command {
  readonly name: string
  /** Where the overview lists it; a hidden command has none. */
  readonly group?: (typeof groups)[number]
  readonly summary: string
  /** Names of the positional arguments; one in brackets may be left out, a last one with dots may be repeated. */
  readonly args: readonly string[]
  /** Ours alone: called by ourselves, never by a person. */
  readonly hidden?: boolean
  readonly options: Readonly<Record<string, Option>>
  /** What stands after `--` is for another program; its name in help. */
  readonly passesOn?: string
  /** Fixed values of an argument (by its bare name) or an option, for completions; `a|b` among the arguments needs none. */
  readonly choices?: Readonly<Record<string, readonly string[]>>
  /** Values of an argument (by its bare name) that completions look up. */
  readonly completes?: Readonly<Record<string, LookedUp>>
  readonly examples: readonly Example[]
  readonly run: (context: Context) => Promise<number>
}

/** What `fullstop complete` lists; `at-files`: the files of the shell, behind an @. */
export type LookedUp = 'tasks' | 'open' | 'paused' | 'running' | 'waiting' | 'checks' | 'values' | 'at-files'

export interface Option {
  readonly type: 'string' | 'boolean'
  /** May be given more than once; what was given is joined with commas, or stands one value a line. */
  readonly multiple?: boolean | 'lines'
  /** What the option alone stands for, at the end of the line or before another option. */
  readonly alone?: string
  /** What the value is called in help. */
  readonly value?: string
  readonly summary: string
}

export interface Example {
  readonly line: string
  readonly does: string
}

export interface Context {
  readonly args: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | undefined>>
  /** What stood after `--`. */
  readonly passedOn: readonly string[]
  /** A person waits for a store that is in use, a call less long, a hook hardly. */
  readonly openWorld: (patience?: StoreCaller) => World
  /** Loads the whole table, for a command that is about the others. */
  readonly commands: () => Promise<readonly Command[]>
  readonly input: () => string
  readonly print: (text: string) => void
  readonly complain: (text: string) => void
  /** Asks the person at the terminal; anything but a clear yes is no. */
  readonly confirm: (question: string) => boolean
  /** One line that the person types after the question; empty where there is none. Holds everything else up. */
  readonly answer: (question: string) => string
  /** The input ended at one of these questions: the person typed Ctrl-D. */
  readonly hasLeft: () => boolean
  /** The same for a line of words, without holding up anything else; undefined where it was broken off. */
  readonly ask: (question: string, signal: AbortSignal) => Promise<string | undefined>
  /** Calls back when the person or the system asks this process to end, instead of ending it. */
  readonly onInterrupt: (callback: (signal: string) => void) => void
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** A person sits at a terminal here; for colour, standard output is one. */
  readonly terminal: { readonly input: boolean; readonly output: boolean }
}

export const jsonOption: Readonly<Record<string, Option>> = {
  json: { type: 'boolean', summary: 'print JSON for machines' },
}
