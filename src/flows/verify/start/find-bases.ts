// The texts of configs that changed ones build on, and of those that these build on: from files that did not change, and
// from changed ones that nobody reads otherwise.
import type { FileChange } from '../../../contract/change.ts'
import { basesNamed } from '../../../domain/proof/reading/settings/extended-bases.ts'
import type { ReadTexts } from './named.ts'

const MOST_HOPS = 4
/** Names, of which few are files: one without an ending may stand for another with it. */
const MOST_ASKED = 200

export interface BaseTexts {
  readonly texts: ReadonlyMap<string, string>
  readonly unread: readonly FileChange[]
}

export interface ReadBases {
  /** Files that did not change. */
  readonly same: ReadTexts
  /** Changed ones on both sides. */
  readonly changed: (paths: ReadonlySet<string>) => Promise<readonly FileChange[]>
}

export async function findBases(changes: readonly FileChange[], read: ReadBases): Promise<BaseTexts> {
  const byPath = new Map(changes.map((change) => [change.path, change]))
  const texts = new Map<string, string>()
  const unread = new Map<string, FileChange>()
  const asked = new Set<string>()
  for (let hop = 0; hop < MOST_HOPS; hop++) {
    const known = new Map(Array.from(asked, (path) => [path, texts.get(path) ?? '']))
    const missing = basesNamed([...changes, ...unread.values()], known)
      .filter((path) => !asked.has(path))
      .slice(0, MOST_ASKED - asked.size)
    if (missing.length === 0) break
    for (const path of missing) asked.add(path)
    const same = missing.filter((path) => !byPath.has(path))
    for (const [path, text] of await read.same(same)) if (text !== undefined) texts.set(path, text)
    const changed = new Set(missing.filter((path) => isUnread(byPath.get(path))))
    if (changed.size === 0) continue
    for (const change of await read.changed(changed)) if (changed.has(change.path)) unread.set(change.path, change)
  }
  return { texts, unread: [...unread.values()] }
}

function isUnread(change: FileChange | undefined): boolean {
  return change !== undefined && change.before === undefined && change.after === undefined
}
