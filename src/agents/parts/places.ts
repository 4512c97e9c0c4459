// Where an agent keeps its files, and how its settings are read: what the other parts are asked with.

export type Environment = Readonly<Record<string, string | undefined>>

export interface Places {
  readonly home: string
  /** The root of the repository, or the folder where there is none. */
  readonly root: string
  readonly env: Environment
}

export type Scope = 'user' | 'project'

export interface SettingsQuery {
  readonly places: Places
  /** A settings file as a value; undefined where there is none, or none that can be read. */
  readonly settings: (path: string) => unknown
}
