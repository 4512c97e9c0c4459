// A change to a file of an agent, as data: what must stand in it, and by what our part is known again.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }

/** `json` may hold comments and trailing commas; `whole` is a file of ours alone. */
export type FileFormat = 'json' | 'toml' | 'whole'

/** Keys from the top of the document down. */
export type KeyPath = readonly string[]

export type Part =
  /** This key has this value; whatever stood there is replaced, and taking it back removes the key. */
  | {
      readonly kind: 'set'
      readonly at: KeyPath
      readonly value: Json
      /** Taken back only while it has this very value: another's may have come under the same key. */
      readonly ifSame?: boolean
    }
  /** This list holds the value. What `known` fits is ours: it is replaced, and it alone is taken out again. No two parts
   * of one list may know the same. */
  | {
      readonly kind: 'add'
      readonly at: KeyPath
      readonly value: Json
      /** Fits the text (a string itself, or the `command` of an object) by which one of ours is known. */
      readonly known: RegExp
      /** Entries are groups that hold the real entries under this key: others may have put theirs into our group. */
      readonly inner?: string
    }
  /** The whole file; what `known` fits is an earlier one of ours. */
  | { readonly kind: 'text'; readonly text: string; readonly known: RegExp }

export interface FileEdit {
  /** Absolute. */
  readonly path: string
  readonly format: FileFormat
  readonly parts: readonly Part[]
  /** What it is for, in two or three words. */
  readonly what: string
  /** A folder that the agent makes while it writes the file, and that we make in turn. */
  readonly lock?: string
}

/** Never throws: what we cannot parse is left alone, with the reason. */
export type Edited =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly why: string; readonly line?: number }
