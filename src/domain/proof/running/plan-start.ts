// The tree of the task's start in a copy, and plans laid over each other: the same canary is tried there too.
import type { FileChange } from '../../../contract/change.ts'
import { withoutPointers } from './sealed/lfs-pointers.ts'
import type { CopyChanges, PutFile } from './plans.ts'

export interface StartPlan extends CopyChanges {
  /** Files of the start without a text in the changes: without their bytes nobody can tell. */
  readonly missing: readonly string[]
}

/** All of it, the code too. */
export function planStart(changes: readonly FileChange[]): StartPlan {
  const old = withoutPointers(changes).filter(({ how }) => how !== 'added')
  return {
    put: old.flatMap(({ path, before }) => (before === undefined ? [] : [toPut(path, before)])),
    remove: changes.filter(({ how }) => how === 'added').map(({ path }) => path),
    missing: old.filter(({ before }) => before === undefined).map(({ path }) => path),
  }
}

function toPut(path: string, text: string): PutFile {
  return { path, text, ...(text.startsWith('#!') ? { executable: true as const } : {}) }
}

/** What the second puts wins, and is not removed. */
export function layered(below: CopyChanges, above: CopyChanges): CopyChanges {
  const put = new Set(above.put.map(({ path }) => path))
  const gone = new Set(above.remove)
  return {
    put: [...below.put.filter(({ path }) => !put.has(path) && !gone.has(path)), ...above.put],
    remove: [...below.remove.filter((path) => !put.has(path) && !gone.has(path)), ...above.remove],
  }
}
