// What looking for checks works on and gives: the names in a folder, and the checks they speak for.
import type { CheckConfig } from '../../../contract/config/config.ts'
import { given } from '../../../contract/given.ts'
import { joinWords } from '../../shell/words.ts'

export interface FolderFiles {
  /** Names in the folder; folders end with "/". */
  readonly files: readonly string[]
  /** Content of a file in it; loaded for the names that `isNeeded` knows. */
  readonly text: (name: string) => string | undefined
  /** A folder in it, `tests/`; absent where only this one is looked at. */
  readonly inside?: (folder: string) => FolderFiles
}

/** A folder below the root, such as `packages/web`. */
export interface FolderBelow extends FolderFiles {
  readonly path: string
}

export interface Found {
  readonly check: CheckConfig
  /** Where it comes from: `package.json, script "test"`. */
  readonly from: string
}

/** What one ecosystem finds, under the plain names; `covers` names what its checks do on the way. */
export interface EcosystemChecks {
  readonly found: readonly Found[]
  readonly problems: readonly string[]
  readonly covers?: readonly string[]
}

/** Most need only the folder itself; a workspace is known by the folders below it. */
export type Finder = (seen: FolderFiles, below: readonly FolderBelow[]) => EcosystemChecks

/** Looks only for the names that nothing else has brought. */
export type GapFinder = (seen: FolderFiles, isMissing: (name: string) => boolean) => EcosystemChecks

/** One row of the table of ecosystems. */
export interface Ecosystem<F> {
  /** Put before names that another ecosystem has taken: `go-test`. */
  readonly id: string
  /** As users call it. */
  readonly title: string
  /** Files that show that it is used here; the first one found is reported. */
  readonly marks: ReadonlyArray<string | RegExp>
  /** Files whose content decides. */
  readonly reads: ReadonlyArray<string>
  readonly find: F
}

export const NOTHING: EcosystemChecks = { found: [], problems: [] }

/** Longer lines are no recipe that a person wrote, and slow to read. */
export const LONGEST_LINE = 10_000

/** The whole of a `fullstop.json` for a person who has a command of their own. */
export const OWN_CHECK = '{"checks":[{"name":"test","run":"YOUR TEST COMMAND"}]}'

const TIMEOUT = '10m'

export interface Proposal {
  readonly name: string
  readonly run: string | readonly string[]
  readonly from: string
  readonly env?: Readonly<Record<string, string>>
  /** The line needs a shell. */
  readonly shell?: true
}

export function propose({ name, run, from, env, shell }: Proposal): Found {
  const line = typeof run === 'string' ? run : joinWords(run)
  return {
    check: { name, run: line, ...given({ shell }), timeout: TIMEOUT, ...given({ env: env && { ...env } }) },
    from,
  }
}

export function firstOf(seen: FolderFiles, names: readonly string[]): string | undefined {
  return names.find((name) => seen.files.includes(name))
}
