// Changed files as a review shows them: renames found, what measures the work and what was generated marked.
import type { FileChange } from '../../contract/change.ts'
import { given } from '../../contract/given.ts'
import type { DiffFile } from '../../contract/review.ts'
import { foldedKind } from '../diff/file-kind.ts'

/** In the order of the paths; files that measure the work come first. */
export function toDiffFiles(changes: readonly FileChange[], isYardstick: (path: string) => boolean): DiffFile[] {
  const renames = findRenames(changes)
  const gone = new Set(renames.values())
  const files = changes
    .filter((change) => change.how !== 'deleted' || !gone.has(change.path))
    .map((change): DiffFile => {
      const oldPath = renames.get(change.path)
      const { path, before, after, bytes } = change
      const texts = oldPath === undefined ? { before, after } : { before: after, after }
      return {
        path,
        ...given({ oldPath }),
        kind: oldPath === undefined ? change.how : 'renamed',
        ...given(texts),
        isOpaque: isOpaque(change),
        ...given({ bytes }),
        isYardstick: isYardstick(path) || (oldPath !== undefined && isYardstick(oldPath)),
        isGenerated: foldedKind(path, before ?? '') !== undefined,
      }
    })
  return [...files.filter((file) => file.isYardstick), ...files.filter((file) => !file.isYardstick)]
}

function isOpaque({ how, before, after }: FileChange): boolean {
  return (how !== 'added' && before === undefined) || (how !== 'deleted' && after === undefined)
}

/** New paths by the path that exactly the same text had before. */
function findRenames(changes: readonly FileChange[]): Map<string, string> {
  const gone = new Map<string, string[]>()
  for (const { path, how, before } of changes) {
    if (how !== 'deleted' || before === undefined || before === '') continue
    gone.set(before, [...(gone.get(before) ?? []), path])
  }
  const renames = new Map<string, string>()
  for (const { path, how, after } of changes) {
    if (how !== 'added' || after === undefined) continue
    const from = gone.get(after)?.shift()
    if (from !== undefined) renames.set(path, from)
  }
  return renames
}
