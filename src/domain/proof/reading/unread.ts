// Files of the yardstick that could not be compared, because one of their texts is too large to be read, or is no text.
import type { FileChange } from '../../../contract/change.ts'
import type { TamperFinding } from './finding.ts'
import { finding } from './finding.ts'
import { isYardstick } from '../yardstick/yardstick.ts'

/** A file that could be read before and cannot now, or the other way round: a person is asked, nobody is pushed. */
export function unreadNow(change: FileChange, named: { readonly has: (path: string) => boolean }): TamperFinding[] {
  const { path, how, before, after } = change
  if (how === 'added' || !(isYardstick(path) || named.has(path))) return []
  if (how === 'deleted') {
    if (isProductLink(change)) return []
    return before === undefined ? [asked(path, 'deleted, and too large or no text, so it was not compared')] : []
  }
  if ((before === undefined) === (after === undefined)) return []
  const what = after === undefined ? 'now too large to read or no text' : 'was too large to read or no text before'
  return [asked(path, `${what}, so it was not compared`)]
}

/** Rust keeps tests in files of product code; a link to one of them, which has no size of its own, holds none. */
function isProductLink({ path, before, bytes }: FileChange): boolean {
  const isLink = before === undefined && bytes !== undefined && bytes.before === undefined
  return isLink && path.endsWith('.rs') && !/(?:^|\/)tests?\//.test(path)
}

/** Files that could be read neither before nor now: said, and no more, since they may well have been so for years. */
export function unreadNotes(changes: readonly FileChange[]): string[] {
  const paths = changes
    .filter(
      ({ path, how, before, after }) =>
        how === 'modified' && before === undefined && after === undefined && isYardstick(path),
    )
    .map(({ path }) => path)
  if (paths.length === 0) return []
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : ''
  const named = paths.slice(0, MOST_NAMED).join(', ')
  return [`not compared with the start, too large to read or no text: ${named}${more}`]
}

const MOST_NAMED = 5

function asked(path: string, what: string): TamperFinding {
  return { ...finding('emptied', path, 1, what), meant: true }
}
