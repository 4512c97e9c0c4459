// The files that the checks use by name. Texts are read until no new name turns up, within bounds.
import type { NamedFiles } from '../../../contract/change.ts'
import { namedFiles, type NamingCheck } from '../../../domain/proof/yardstick/named/named-files.ts'

export type ReadTexts = (paths: readonly string[]) => Promise<ReadonlyMap<string, string | undefined>>

/** Each round follows the names one step further. */
const MOST_ROUNDS = 12

/** `known`: texts that were read already. */
export async function findNamed(
  checks: readonly NamingCheck[],
  root: string | undefined,
  read: ReadTexts,
  known: ReadonlyMap<string, string | undefined> = new Map(),
): Promise<NamedFiles> {
  const texts = new Map(known)
  for (let round = 0; ; round++) {
    const { named, missing } = namedFiles(checks, texts, root)
    if (missing.length === 0 || round === MOST_ROUNDS) return named
    const found = await read(missing)
    for (const path of missing) texts.set(path, found.get(path))
  }
}
