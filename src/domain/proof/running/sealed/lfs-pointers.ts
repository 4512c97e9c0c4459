// Files that git keeps elsewhere (Git LFS): a commit holds a pointer in their place, and a test that reads it fails.
import type { FileChange } from '../../../../contract/change.ts'

const POINTER = 'version https://git-lfs.github.com/spec/v1\n'

/** The same changes; where a pointer stands for a file that is there now, the content of the start is not known. */
export function withoutPointers(changes: readonly FileChange[]): FileChange[] {
  return changes.map((change) => {
    if (!change.before?.startsWith(POINTER) || change.after?.startsWith(POINTER)) return change
    const { before: _pointer, ...rest } = change
    return rest
  })
}
