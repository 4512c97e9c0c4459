// How the gate gets into the files of an agent, and out again.
import type { FileEdit, KeyPath } from '../../contract/agent/edit.ts'
import type { Places, Scope, SettingsQuery } from './places.ts'
import type { Trial } from './trial.ts'

/** States what must be in which file. Reading, asking and writing is left to others. */
export interface Installer {
  /** Files or folders that show that the agent is used, in the home folder and in a repository. */
  readonly signs: (places: Places) => readonly string[]
  readonly edits: (query: InstallQuery) => readonly FileEdit[]
  /** What else may keep the agent from stopping: hooks of others, its own features. In plain sentences. */
  readonly rivals: (settings: SettingsQuery) => readonly string[]
  /** What is told where there are none. */
  readonly noRivals: string
  /** The file that turns our plugin on, if there is one: the plugin registers all of this by itself. */
  readonly asPlugin: (settings: SettingsQuery) => string | undefined
  /** The person's own settings that turn all hooks off, and the files they are in. */
  readonly switchedOff: (settings: SettingsQuery) => readonly SwitchedOff[]
  /** How the agent is asked whether it trusts our hooks, if it needs to. */
  readonly trust?: TrustQuestion
  /** Settings that let the agent fill in our form without the person. */
  readonly formFilling?: FormFilling
  readonly trial?: Trial
  /** For settings of others whose keys name a position in a file: how the keys change when our part leaves that file. */
  readonly moved?: (withdrawn: Withdrawn) => MovedKeys | undefined
}

export interface InstallQuery extends SettingsQuery {
  readonly scope: Scope
  /** How we are started, as a line for a shell and as arguments. Both stay the same after every upgrade. */
  readonly commandLine: (args: readonly string[]) => string
  readonly argv: (args: readonly string[]) => readonly [string, ...string[]]
  /** The skill that every agent is given. */
  readonly skill: { readonly text: string; readonly known: RegExp }
  /** The file as it will be after this edit; undefined if the edit cannot be made. */
  readonly preview: (edit: FileEdit) => string | undefined
  readonly sha256: (text: string) => string
}

export interface FormFilling {
  readonly files: (places: Places) => readonly string[]
  /** By the text of such a file; true in doubt. */
  readonly isSetIn: (text: string) => boolean
}

export interface Withdrawn {
  readonly places: Places
  readonly path: string
  /** The file as a value, with our part and without it. */
  readonly before: unknown
  readonly after: unknown
}

export interface MovedKeys {
  readonly path: string
  readonly keys: ReadonlyArray<{ readonly from: KeyPath; readonly to: KeyPath }>
}

export interface SwitchedOff {
  readonly file: string
  readonly setting: string
}

/** One exchange of lines with the agent's own program. */
export interface TrustQuestion {
  readonly args: readonly string[]
  readonly input: (root: string) => string
  /** From its output: how many of our hooks it knows, and which of them it would not run. Undefined: it did not say. */
  readonly toTrust: (output: string) => { readonly known: number; readonly untrusted: readonly string[] } | undefined
}
