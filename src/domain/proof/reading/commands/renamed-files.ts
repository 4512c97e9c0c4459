// Scripts that got another name in a change: a command that follows them is the same command.
import type { FileChange } from '../../../../contract/change.ts'
import { withoutEnding } from '../../yardstick/named/paths.ts'

const MOST_PAIRS = 500

/** Old path to new path, for files that are gone where others with a like name or the same text came. */
export function renamedFiles(changes: readonly FileChange[]): ReadonlyMap<string, string> {
  const isProgram = ({ path }: FileChange): boolean => !/\.(?:md|rst|txt|json|snap|lock)$/.test(path)
  const gone = changes.filter((change) => change.how === 'deleted' && isProgram(change)).slice(0, MOST_PAIRS)
  const came = changes.filter((change) => change.how === 'added' && isProgram(change)).slice(0, MOST_PAIRS)
  const byText = firstBy(came, ({ after }) => (after === undefined || after === '' ? [] : [after]))
  const byPlace = firstBy(came, ({ path }) => [withoutEnding(path)])
  const byName = firstBy(came, ({ path }) => [nameOf(path)])
  const byWords = firstBy(came, ({ path }) => likeNames(path))
  return new Map(
    gone.flatMap(({ path, before }) => {
      const twin =
        (before === undefined ? undefined : byText.get(before)) ??
        byPlace.get(withoutEnding(path)) ??
        byName.get(nameOf(path)) ??
        likeNames(path)
          .map((name) => byWords.get(name))
          .find((one) => one !== undefined) ??
        (gone.length > MOST_COMPARED ? undefined : nearlySame(before, came))
      return twin ? [[path, twin.path] as const] : []
    }),
  )
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

const MOST_COMPARED = 20
const FEWEST_LINES = 5

/** Nine of ten lines are the same but for semicolons: what else differs are the paths of its imports. */
function nearlySame(before: string | undefined, came: readonly FileChange[]): FileChange | undefined {
  const lines = linesIn(before)
  if (lines.size < FEWEST_LINES) return undefined
  return came.slice(0, MOST_COMPARED).find(({ after }) => {
    const now = linesIn(after)
    const kept = [...lines].filter((line) => now.has(line)).length
    return kept * 10 >= lines.size * 9 && kept * 10 >= now.size * 9
  })
}

function linesIn(text = ''): ReadonlySet<string> {
  return new Set(text.split('\n').map((line) => line.replaceAll(/[\s;,]+/g, '')))
}

function firstBy(
  files: readonly FileChange[],
  keys: (file: FileChange) => readonly string[],
): ReadonlyMap<string, FileChange> {
  return new Map(files.toReversed().flatMap((file) => keys(file).map((key) => [key, file] as const)))
}

/** `semver-check.ts` and `check-semver.mts`: the same words, in whatever order and with whatever ending. */
function likeNames(path: string): string[] {
  const words = wordsOf(path)
  return words === '' ? [] : [words, `joined ${wordsOf(path, '')}`]
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
    const [was, is] = [old.slice(folder.length), now.slice(folder.length)]
    text = text.replaceAll(was, is)
    // Node finds a script without its ending.
    const stem = /^([\w./-]+)\.js$/.exec(was)?.[1]
    if (stem !== undefined && text.includes(`node ./${stem} `)) text = text.replace(`node ./${stem} `, `node ./${is} `)
    if (stem !== undefined && text.includes(`node ${stem} `)) text = text.replace(`node ${stem} `, `node ${is} `)
  }
  return withNewEndings(withWholeFolders(withNewFolders(text, renamed, folder), renamed, folder), renamed, folder)
}

const FEWEST_MOVED = 2

/** A folder alone, also behind `--cov=`. */
const FOLDER = /(?<![\w./*@$(-])(\.\/)?([A-Za-z_][\w-]{1,60}(?:\/[\w.-]{1,60}){0,6})(?=\/?(?:[\s"';)]|$))/g

/** `mypy backend` is `mypy server` where all that the change took from the one folder came to the other. */
function withWholeFolders(command: string, renamed: ReadonlyMap<string, string>, folder: string): string {
  if (renamed.size < FEWEST_MOVED) return command
  return command.replaceAll(FOLDER, (whole, start: string | undefined, word: string) => {
    const old = `${folder}${word}/`
    const moved = [...renamed].filter(([path]) => path.startsWith(old))
    const homes = new Set(moved.map(([path, now]) => homeOf(path.slice(old.length), now)))
    const [home = ''] = homes
    const isMoved = moved.length >= FEWEST_MOVED && homes.size === 1 && home.startsWith(folder) && home !== folder
    return isMoved ? `${start ?? ''}${home.slice(folder.length, -1)}` : whole
  })
}

/** Up to what is called the same in both, but for capital letters. */
function homeOf(tail: string, now: string): string {
  return now.toLowerCase().endsWith(`/${tail.toLowerCase()}`) ? now.slice(0, -tail.length) : ''
}

/** `src/web/*.js` is `packages/web/src/*.js` where all that the change took from the one folder came to the other. */
function withNewFolders(command: string, renamed: ReadonlyMap<string, string>, folder: string): string {
  return command.replaceAll(BELOW, (whole, start: string, pattern: string) => {
    const ending = pattern.slice(pattern.lastIndexOf('*') + 1)
    const old = `${folder}${start.replace(/^\.\//, '')}`
    const moved = [...renamed].filter(
      ([path]) => path.startsWith(old) && (ending.includes('{') || path.endsWith(ending)),
    )
    const homes = new Set(
      moved.map(([path, now]) => {
        const tail = path.slice(old.length)
        return now.startsWith(folder) && now.endsWith(`/${tail}`) ? now.slice(folder.length, -tail.length) : ''
      }),
    )
    const [home = ''] = homes
    return moved.length < FEWEST_MOVED || homes.size > 1 || home === '' ? whole : `${home}${whole.slice(start.length)}`
  })
}

/** A pattern: its fixed part up to the last slash, and the rest. */
const BELOW = /(?<![\w./*-])((?:\.\/)?(?:[\w.-]{1,80}\/){1,9})([\w.-]{0,80}\*[\w.*/{},-]{0,80})/g

/** `test/*.cjs` is `test/*.mjs` where the files of that ending in the folder have the other one now. */
function withNewEndings(command: string, renamed: ReadonlyMap<string, string>, folder: string): string {
  return command.replaceAll(PATTERN, (whole, start: string, written: string) => {
    const below = `${folder}${start.replace(/^\.\//, '').replace(/\*.*$/, '')}`
    const tail = start.slice(start.lastIndexOf('*') + 1)
    const endingsNow = (ending: string): string[] => {
      const own = [...renamed].filter(([old]) => old.startsWith(below) && old.endsWith(`${tail}.${ending}`))
      const found = own.map(([, now]) => now.slice(now.lastIndexOf('.') + 1))
      return found.length === 0 ? [ending] : found
    }
    const old = written.replaceAll(/[{}]/g, '').split(',')
    const endings = [...new Set(old.flatMap(endingsNow))].sort()
    if (endings.join() === old.toSorted().join()) return whole
    return `${start}.${endings.length === 1 ? endings.join() : `{${endings.join()}}`}`
  })
}

const PATTERN = /([\w./-]{0,80}\*[\w.*/-]{0,40}?)\.([cm]?[jt]sx?\b|\{[cm]?[jt]sx?(?:,[cm]?[jt]sx?){1,5}\})/g
