// Scripts that got another name in a change: a command that follows them is the same command.
import type { FileChange } from '../../../../contract/change.ts'

const MOST_PAIRS = 50

/** Old path to new path, for files that are gone where others with a like name or the same text came. */
export function renamedFiles(changes: readonly FileChange[]): ReadonlyMap<string, string> {
  const isProgram = ({ path }: FileChange): boolean => !/\.(?:md|rst|txt|json|snap|lock)$/.test(path)
  const gone = changes.filter((change) => change.how === 'deleted' && isProgram(change)).slice(0, MOST_PAIRS)
  const came = changes.filter((change) => change.how === 'added' && isProgram(change)).slice(0, MOST_PAIRS)
  return new Map(
    gone.flatMap(({ path, before }) => {
      const same = came.find((other) => before !== undefined && before === other.after)
      const twin = same ?? came.find((other) => isLikeNamed(path, other.path))
      return twin ? [[path, twin.path] as const] : []
    }),
  )
}

/** `semver-check.ts` and `check-semver.mts`: the same words, in whatever order and with whatever ending. */
function isLikeNamed(old: string, now: string): boolean {
  return wordsOf(old) === wordsOf(now) && wordsOf(old) !== ''
}

function wordsOf(path: string): string {
  const name = path.replace(/^.*\//, '').replace(/\.\w+$/, '')
  return name
    .toLowerCase()
    .split(/[._-]/)
    .filter((word) => word !== '')
    .sort()
    .join('-')
}

/** The command with new names in the place of old ones; paths count from `folder`. */
export function withNewNames(command: string, renamed: ReadonlyMap<string, string>, folder = ''): string {
  let text = command
  for (const [old, now] of renamed) {
    if (!old.startsWith(folder) || !now.startsWith(folder)) continue
    text = text.replaceAll(old.slice(folder.length), now.slice(folder.length))
  }
  return text
}
