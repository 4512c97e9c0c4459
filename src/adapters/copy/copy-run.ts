// One command in a copy of the workspace: the words of this room.
import type { CommandEnd, CommandOptions } from '../platform/processes/command.ts'

export interface CopyRun {
  /** The workspace: absolute, without symbolic links. */
  readonly root: string
  readonly argv: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
  /** Written into the copy before the command starts, with the time of now. Paths are relative to the root. */
  readonly put: readonly FileToPut[]
  /** Taken out of the copy, folders with all they hold. Relative to the root; one that is not there is no error. */
  readonly remove: readonly string[]
  readonly mark: CommandOptions['mark']
  readonly spared: CommandOptions['spared']
  readonly signal: AbortSignal
  /** False only where the check says that it may be repeated anywhere. */
  readonly needsIsolation: boolean
}

interface FileToPut {
  readonly path: string
  readonly bytes: Uint8Array
  readonly executable?: boolean
}

export type CopyMeans = 'overlay' | 'clone' | 'copy'

export type CopyEnd =
  | { readonly kind: 'ran'; readonly end: CommandEnd; readonly means: CopyMeans; readonly isIsolated: boolean }
  /** Nobody can tell what the command would have said. Never an accusation. */
  | { readonly kind: 'not-run'; readonly why: string }

/** Never rejects. When it resolves, no process, mount or file of the run is left. */
export type RunInCopy = (run: CopyRun) => Promise<CopyEnd>

export interface CopiesHere {
  readonly means: CopyMeans | 'none'
  readonly isIsolated: boolean
  /** Why it is no better than that. */
  readonly why?: string
}
