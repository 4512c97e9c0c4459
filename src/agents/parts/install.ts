// How the gate gets into the files of an agent, and out again.
import type { FileEdit, KeyPath } from '../../contract/edit.ts'
import type { Places, Scope, SettingsQuery } from './places.ts'
import type { Trial } from './trial.ts'

/** How the gate gets into the agent's own files. It says what must stand where; others read, ask and write. */
export interface Installer {
  /** Files or folders by which its use is seen, in the home folder and in a repository. */
  readonly signs: (places: Places) => readonly string[]
  readonly edits: (query: InstallQuery) => readonly FileEdit[]
  /** What else the agent has to keep it from stopping: hooks of others, features of its own. Plain sentences. */
  readonly rivals: (settings: SettingsQuery) => readonly string[]
  /** The file that says that our plugin is on, where it is: it registers all of this by itself. */
  readonly asPlugin: (settings: SettingsQuery) => string | undefined
  /** Settings of the person's own by which no hook runs; where they stand. */
  readonly switchedOff: (settings: SettingsQuery) => readonly SwitchedOff[]
  /** How the agent itself says whether it trusts our hooks, where it asks for that. */
  readonly trust?: TrustQuestion
  /** Settings by which it fills in a form of ours without the person. */
  readonly formFilling?: FormFilling
  readonly trial?: Trial
  /** Where others' settings stand under keys that name a place in a file, and our part goes from that file. */
  readonly moved?: (withdrawn: Withdrawn) => MovedKeys | undefined
}

export interface InstallQuery extends SettingsQuery {
  readonly scope: Scope
  /** What starts us: for a shell, and for where there is none. The same after every upgrade. */
  readonly commandLine: (args: readonly string[]) => string
  readonly argv: (args: readonly string[]) => readonly [string, ...string[]]
  /** The skill that every agent is given. */
  readonly skill: { readonly text: string; readonly known: RegExp }
  /** The file as it will be after this edit; undefined where it cannot be made. */
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
