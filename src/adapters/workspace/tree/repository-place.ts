// Where git keeps what it knows of a folder: its index and commit, and what the file system there keeps.
import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'
import type { IdKind } from './file-id.ts'
import { type GitConfig, type GitDoor, runGit } from '../git.ts'
import type { IndexLines } from './index-lines.ts'
import type { FileSystem } from './patches.ts'

export interface RepositoryPlace {
  readonly kind: IdKind
  /** Of the folder within the repository. */
  readonly prefix: string
  readonly index: string
  /** The repository's own list of what is ignored, beside those in the tree. */
  readonly exclude: string
  readonly head: string | undefined
}

type PlaceRead = { readonly ok: true; readonly place: RepositoryPlace } | { readonly ok: false; readonly why: string }

export async function readPlace(door: GitDoor, folder: string): Promise<PlaceRead> {
  const answer = await runGit(door, folder, [
    'rev-parse',
    '--is-inside-work-tree',
    '--show-object-format',
    '--show-prefix',
    '--git-path',
    'index',
    '--git-path',
    'info/exclude',
    '--revs-only',
    'HEAD',
  ])
  if (!answer.ok) return answer
  const [isInside, format, ...rest] = answer.stdout.toString('utf8').trimEnd().split('\n')
  if (isInside !== 'true')
    return {
      ok: false,
      why: `the repository's work tree is not at ${folder} (core.worktree or core.bare in its config)`,
    }
  const head = /^[0-9a-f]{40,64}$/.test(rest.at(-1) ?? '') ? rest.pop() : undefined
  const [prefix = '', index = '', exclude = ''] = rest
  const kind = format === 'sha256' ? 'sha256' : 'sha1'
  const paths = rest.length === 3 ? [prefix, index, exclude] : await readOneByOne(door, folder)
  return paths
    ? { ok: true, place: { kind, head, ...toPlace(folder, paths) } }
    : { ok: false, why: 'git names no index' }
}

/** One of them holds a newline. */
async function readOneByOne(door: GitDoor, folder: string): Promise<readonly string[] | undefined> {
  const asked = [['--show-prefix'], ['--git-path', 'index'], ['--git-path', 'info/exclude']]
  const answers = await Promise.all(asked.map((args) => runGit(door, folder, ['rev-parse', ...args])))
  const paths = answers.flatMap((answer) => (answer.ok ? [answer.stdout.toString('utf8').replace(/\n$/, '')] : []))
  return paths.length === asked.length ? paths : undefined
}

function toPlace(folder: string, [prefix = '', ...paths]: readonly string[]): Omit<RepositoryPlace, 'kind' | 'head'> {
  const [index = '', exclude = ''] = paths.map((path) => (isAbsolute(path) ? path : `${folder}/${path}`))
  return { prefix, index, exclude }
}

interface IndexStamp {
  /** Git replaces the index as a whole, so that another one shows. */
  readonly text: string
  readonly stats: Stats
  readonly isExecutable: boolean
}

export async function readStamp(path: string): Promise<IndexStamp | undefined> {
  const stats = await lstat(path).catch(() => undefined)
  if (!stats) return undefined
  const { dev, ino, size, mtimeMs, ctimeMs, mode } = stats
  return { text: [dev, ino, size, mtimeMs, ctimeMs].join(' '), stats, isExecutable: (mode & 0o100) !== 0 }
}

/** Only an index whose every later change must show: the same rule as for the files. */
export function telling({ ids }: GitDoor, stamp: IndexStamp | undefined): string | undefined {
  return stamp && ids?.stampOf(stamp.stats) ? stamp.text : undefined
}

/**
 * Modes and case are ignored only where the config says so and the file system bears it out: where the index, which is
 * never executable, is, and where it has another name in capitals. Else a setting could hide changes.
 */
export async function readFileSystem(
  index: string,
  config: GitConfig,
  stamp: IndexStamp | undefined,
): Promise<FileSystem> {
  const keepsModes = !(config.ignoresModes && stamp?.isExecutable)
  if (!config.ignoresCase || !stamp) return { keepsModes, keepsCase: true }
  const inCapitals = await readStamp(join(dirname(index), basename(index).toUpperCase()))
  return { keepsModes, keepsCase: inCapitals?.stats.ino !== stamp.stats.ino }
}

/** They outrank the config. */
export function settingsOf({ keepsModes, keepsCase }: FileSystem): readonly string[] {
  return [`core.fileMode=${keepsModes}`, `core.ignoreCase=${!keepsCase}`]
}

/** For the untracked files. `-s`: and those of the index. */
export function listArgs(known: IndexLines | undefined): readonly string[] {
  return ['ls-files', ...(known ? [] : ['-s']), '-v', '-o', '--exclude-standard', '-z']
}
