// The lists that git keeps beside .gitignore: what they name is in no tree, and no commit shows who added it. At the start of
// a task git is asked where they are; later the same files are read again, without git.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { FileChange } from '../../contract/change.ts'
import { type GitDoor, runGit } from './git.ts'

export interface OwnExcludes {
  /** Of the repository: it can name another list. */
  readonly config: string
  readonly lists: readonly ExcludeList[]
}

interface ExcludeList {
  readonly path: string
  /** As people know it. */
  readonly shown: string
  /** Empty where there is no such file. */
  readonly text: string
}

const MOST_BYTES = 64 * 1024

/** Never rejects. Undefined: git failed. What a list said before `at` is lost once it has changed: then it counts as empty. */
export async function readOwnExcludes(door: GitDoor, root: string, at?: Date): Promise<OwnExcludes | undefined> {
  const answer = await runGit(door, root, ['rev-parse', '--git-path', 'info/exclude', '--git-path', 'config'])
  if (!answer.ok) return undefined
  const [own = '', config = ''] = answer.stdout
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((path) => (isAbsolute(path) ? path : join(root, path)))
  const lists = [
    { path: own, shown: '.git/info/exclude', text: textOf(own, at) },
    ...[usualList(door), listIn(door, config)]
      .filter(isAbsolute)
      .map((path) => ({ path, shown: path, text: textOf(path, at) })),
  ]
  return { config, lists }
}

/** How the lists differ from those of the start. */
export function changedExcludes(door: GitDoor, { config, lists }: OwnExcludes): FileChange[] {
  const other = listIn(door, config)
  const isNew = isAbsolute(other) && !lists.some(({ path }) => path === other)
  return [...lists, ...(isNew ? [{ path: other, shown: other, text: '' }] : [])].flatMap(
    ({ path, shown, text: before }) => {
      const after = textOf(path)
      return before === after ? [] : [{ path: shown, how: 'modified' as const, before, after }]
    },
  )
}

/** Where git looks if nobody names another one. */
export function usualList({ env }: Pick<GitDoor, 'env'>): string {
  return `${env['XDG_CONFIG_HOME'] || `${env['HOME'] ?? ''}/.config`}/git/ignore`
}

function listIn(door: GitDoor, config: string): string {
  const named = /^\s*excludesfile\s*=\s*"?([^"\n]{1,500})"?\s*$/im.exec(textOf(config))?.[1]?.trim() ?? ''
  return atHome(named, door)
}

/** As git puts it together: where a link is followed, `..` behind it leads elsewhere. */
export function atHome(path: string, { env }: Pick<GitDoor, 'env'>): string {
  return path.startsWith('~/') ? `${env['HOME'] ?? ''}/${path.slice(2)}` : path
}

function textOf(path: string, at?: Date): string {
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    const stats = fstatSync(file)
    if (!stats.isFile() || (at && stats.ctime > at)) return ''
    const bytes = Buffer.alloc(MOST_BYTES)
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, MOST_BYTES, 0))
  } catch {
    // Most have none.
    return ''
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
