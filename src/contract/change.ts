// What happened to a file between two moments, and what of it touches the yardstick.
import { z } from 'zod'

/** A changed file. Texts are there only where somebody has to read them, and only where they are text. */
export interface FileChange {
  readonly path: string
  readonly how: 'added' | 'modified' | 'deleted'
  readonly before?: string
  readonly after?: string
  /** How large the file was and is, where one of the texts is missing. */
  readonly bytes?: { readonly before?: number; readonly after?: number }
}

/** What an extra run in a copy of the workspace showed about a suspicion. */
export const Settlement = z.strictObject({
  by: z.enum(['sealed', 'canary']),
  /** `confirmed` by a canary: the check stays green whatever the code does. By a sealed run: the tests of the start fail. */
  how: z.enum(['cleared', 'confirmed']),
  /** One line for people. */
  why: z.string(),
  /** The check of that run. */
  check: z.string().optional(),
})
export type Settlement = z.infer<typeof Settlement>

/** Something the agent did to what its work is measured by. */
export const Tampering = z.strictObject({
  file: z.string(),
  /** In the file as it is now; in the file as it was, where the line is gone. */
  line: z.int().min(1),
  /** What happened, without file and line: `test "adds" is skipped now`. */
  what: z.string(),
  /** It looks asked for, such as tests that went together with the code they tested: a person is asked, the agent never pushed. */
  meant: z.boolean(),
  /** One word for scripts, such as `skipped`; absent in events of fullstop 0.1. */
  kind: z.string().optional(),
  /** Absent: no extra run could tell, so a person decides. */
  settled: Settlement.optional(),
})
export type Tampering = z.infer<typeof Tampering>

/** A suspicion, by its place and words, that an extra run cleared or confirmed. */
export const SettledSuspicion = z.strictObject({
  ...Tampering.pick({ file: true, line: true, what: true }).shape,
  settled: Settlement,
})
export type SettledSuspicion = z.infer<typeof SettledSuspicion>

/** A change of the yardstick that a person should see first, and that triggers nothing. */
export const ChangeNote = z.strictObject({ file: z.string(), line: z.int().min(1), kind: z.string(), what: z.string() })
export type ChangeNote = z.infer<typeof ChangeNote>

/**
 * How a check uses a file that it names.
 * - `runs` a program or script of the check
 * - `defines` it holds commands under names: package.json, a Makefile
 * - `reads` data that the check or its script is given
 * - `shadows` it is not there, and would be used instead of a file or program that is
 */
export type NamedUse = 'runs' | 'defines' | 'reads' | 'shadows'

export interface NamedFile {
  readonly use: NamedUse
  /** The scripts or targets in it that are called. */
  readonly calls: readonly string[]
}

/** By path, relative to the root, with forward slashes. */
export type NamedFiles = ReadonlyMap<string, NamedFile>
