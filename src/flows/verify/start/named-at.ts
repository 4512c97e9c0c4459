// The files that checks use by name, as a commit holds them: the checks of its own fullstop.json, and those that its other
// files speak for, such as the test script of package.json.
import type { NamedFiles } from '../../../contract/change.ts'
import type { CheckConfig } from '../../../contract/config/config.ts'
import type { GitDoor } from '../../../adapters/workspace/git.ts'
import type { Trees } from '../../../adapters/workspace/trees.ts'
import { findChecks, isNeeded } from '../../../domain/checks/find/find.ts'
import { parseConfig } from '../../project/config-file.ts'
import { PROJECT_FILE } from '../../project/load-policy.ts'
import { findNamed, type ReadTexts } from './named.ts'

export interface AtCommit {
  readonly trees: Trees
  readonly door: GitDoor
  readonly folder: string
}

/** Nothing is run: that a check is not trusted does not matter here. */
export async function namedAt(place: AtCommit, commit: string): Promise<NamedFiles> {
  const { checks, texts } = await checksAt(place, commit)
  return findNamed(checks, undefined, readerAt(place, commit), texts)
}

interface ChecksAt {
  readonly checks: readonly CheckConfig[]
  /** What was read to find them. */
  readonly texts: ReadonlyMap<string, string | undefined>
}

export async function checksAt(place: AtCommit, commit: string): Promise<ChecksAt> {
  const { trees, door, folder } = place
  const files = await trees.namesAt(door, folder, commit)
  const texts = await readerAt(place, commit)([PROJECT_FILE, ...files.filter(isNeeded)])
  return { checks: [...ownChecks(texts.get(PROJECT_FILE)), ...foundChecks(files, texts)], texts }
}

export function readerAt({ trees, door, folder }: AtCommit, commit: string): ReadTexts {
  return (paths) => trees.textsAt(door, folder, { commit, paths }, trees.SMALL_TEXTS)
}

function ownChecks(text: string | undefined): readonly CheckConfig[] {
  const parsed = parseConfig(text ?? '{}')
  return parsed.ok ? (parsed.config.checks ?? []) : []
}

function foundChecks(files: readonly string[], texts: ReadonlyMap<string, string | undefined>): readonly CheckConfig[] {
  return findChecks({ files, text: (name) => texts.get(name) }).found.map(({ check }) => check)
}
