// What a command is: data from which parsing, help and the reference are made, and the function that runs it.
import type { World } from '../flows/world.ts'

export interface Command {
  readonly name: string
  readonly summary: string
  /** Names of the positional arguments; one in brackets may be left out. */
  readonly args: readonly string[]
  readonly options: Readonly<Record<string, Option>>
  readonly examples: readonly Example[]
  readonly run: (context: Context) => Promise<number>
}

export interface Option {
  readonly type: 'string' | 'boolean'
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
  readonly openWorld: () => World
  readonly input: () => string
  readonly print: (text: string) => void
  readonly complain: (text: string) => void
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
  /** A person sits at a terminal here; for colour, standard output is one. */
  readonly terminal: { readonly input: boolean; readonly output: boolean }
}

export const jsonOption: Readonly<Record<string, Option>> = {
  json: { type: 'boolean', summary: 'print JSON for machines' },
}
