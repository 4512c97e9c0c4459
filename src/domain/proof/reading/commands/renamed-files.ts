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
  const [was, is] = [wordsOf(old), wordsOf(now)]
  return was !== '' && (was === is || wordsOf(old, '') === wordsOf(now, ''))
}

function wordsOf(path: string, joiner = '-'): string {
  const name = path.replace(/^.*\//, '').replace(/\.\w+$/, '')
  if (joiner === '') return name.toLowerCase().replaceAll(/[._-]/g, '')
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
  return withNewEndings(text, renamed, folder)
}

/** `test/*.cjs` is `test/*.mjs` where every file of that ending in the folder has the other one now. */
function withNewEndings(command: string, renamed: ReadonlyMap<string, string>, folder: string): string {
  return command.replaceAll(PATTERN, (whole, start: string, ending: string) => {
    const below = `${folder}${start.replace(/^\.\//, '').replace(/\*.*$/, '')}`
    const own = [...renamed].filter(([old]) => old.startsWith(below) && old.endsWith(`.${ending}`))
    const endings = new Set(own.map(([, now]) => now.slice(now.lastIndexOf('.') + 1)))
    const [only] = endings
    return endings.size === 1 && only !== undefined ? `${start}.${only}` : whole
  })
}

const PATTERN = /([\w./-]{0,80}\*[\w.*/-]{0,40}?)\.([cm]?[jt]sx?)\b/g
