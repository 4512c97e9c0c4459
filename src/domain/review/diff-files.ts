// Changed files as a review shows them: renames found, what measures the work and what was generated marked.
import type { FileChange } from '../../contract/change.ts'
import { given } from '../../contract/given.ts'
import type { DiffFile } from '../../contract/view/review.ts'
import { foldedKind } from '../diff/file-kind.ts'
import { findRenames } from '../diff/renames.ts'

/** In the order of the paths; files that measure the work come first. */
export function toDiffFiles(changes: readonly FileChange[], isYardstick: (path: string) => boolean): DiffFile[] {
  const olds = oldFiles(changes)
  const gone = new Set(olds.values())
  const files = changes
    .filter((change) => !gone.has(change))
    .map((change): DiffFile => {
      const { path, after, bytes } = change
      const old = olds.get(path)
      const [before, oldPath] = old ? [old.before, old.path] : [change.before]
      return {
        path,
        ...given({ oldPath }),
        kind: old ? 'renamed' : change.how,
        ...given({ before, after }),
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

/** What a new file was before, by its path, where it was renamed. */
function oldFiles(changes: readonly FileChange[]): ReadonlyMap<string, FileChange> {
  const gone = changes.filter(({ how, before }) => how === 'deleted' && before !== undefined)
  const came = changes.filter(({ how, after }) => how === 'added' && after !== undefined)
  const byPath = new Map(gone.map((change) => [change.path, change]))
  return new Map(
    [...findRenames(gone, came)].flatMap(([old, now]) => {
      const change = byPath.get(old)
      return change ? [[now, change] as const] : []
    }),
  )
}
