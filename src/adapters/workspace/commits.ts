// What changed between two commits, read from git objects alone: no checkout is needed, and a bare repository will do.
import type { FileChange } from '../../contract/change.ts'
import { given } from '../../contract/given.ts'
import type { TreeEntry } from './tree/file-id.ts'
import { type GitDoor, runGit } from './git.ts'
import { toPath } from './tree/index-lines.ts'
import type { TextOrder } from './start.ts'
import { blobOf, readBlobs, type TextBounds } from './texts.ts'

/** The id of a commit, or of a tree where the name stands for none; undefined: there is no such object here. */
export async function findCommit(door: GitDoor, folder: string, name: string): Promise<string | undefined> {
  // What begins with a dash would be an option.
  if (name === '' || name.startsWith('-')) return undefined
  for (const kind of ['commit', 'tree']) {
    const answer = await runGit(door, folder, ['rev-parse', '--verify', '--quiet', `${name}^{${kind}}`])
    if (answer.ok) return answer.stdout.toString('latin1').trim()
  }
  return undefined
}

/** Where two lines of history parted; undefined: they have nothing in common, or too little of it was fetched. */
export async function findMergeBase(
  door: GitDoor,
  folder: string,
  commits: readonly [string, string],
): Promise<string | undefined> {
  const answer = await runGit(door, folder, ['merge-base', ...commits])
  return answer.ok ? answer.stdout.toString('latin1').trim() : undefined
}

/** The top folder of the checkout; undefined: a bare repository, or none at all. */
export async function findTop(door: GitDoor, folder: string): Promise<string | undefined> {
  const answer = await runGit(door, folder, ['rev-parse', '--show-toplevel'])
  const top = answer.ok ? answer.stdout.toString('utf8').trimEnd() : ''
  return top === '' ? undefined : top
}

export type Between =
  | { readonly ok: true; readonly changes: readonly FileChange[] }
  | { readonly ok: false; readonly why: string }

/** Texts only of files that have a place in the order. Never rejects. */
export async function changesBetween(
  door: GitDoor,
  folder: string,
  [base, head]: readonly [string, string],
  { order, bounds }: { readonly order: TextOrder; readonly bounds: TextBounds },
): Promise<Between> {
  const answer = await runGit(door, folder, [...DIFF_TREE, base, head])
  if (!answer.ok) return answer
  const moves = toMoves(answer.stdout.toString('latin1'))
  const kept = new Set(inOrder(moves, order))
  const ids = [...kept].flatMap(({ before, after }) => [blobOf(before) ?? [], blobOf(after) ?? []].flat())
  const { texts, sizes } = await readBlobs(door, folder, [...new Set(ids)], bounds)
  return { ok: true, changes: moves.map((move) => toChange(move, kept.has(move), { texts, sizes })) }
}

/** Names at the top of a commit; folders end with `/`. None where git fails. */
export async function namesAt(door: GitDoor, folder: string, commit: string): Promise<readonly string[]> {
  const answer = await runGit(door, folder, ['ls-tree', '-z', '--full-tree', commit])
  if (!answer.ok) return []
  const lines = answer.stdout.toString('utf8').split('\0').slice(0, -1)
  return lines.map((line) => `${line.slice(line.indexOf('\t') + 1)}${line.includes(' tree ') ? '/' : ''}`)
}

/** Paths of all files of a commit. None where git fails. */
export async function pathsAt(door: GitDoor, folder: string, commit: string): Promise<readonly string[]> {
  const answer = await runGit(door, folder, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit])
  return answer.ok ? answer.stdout.toString('utf8').split('\0').slice(0, -1) : []
}

/** Files as a commit holds them, by path; undefined: no such file, or none that can be read. Never rejects. */
export async function textsAt(
  door: GitDoor,
  folder: string,
  { commit, paths }: { readonly commit: string; readonly paths: readonly string[] },
  bounds: TextBounds,
): Promise<ReadonlyMap<string, string | undefined>> {
  const asked = paths.filter((path) => !/[\n\0]/.test(path))
  const texts = new Map<string, string | undefined>(paths.map((path) => [path, undefined]))
  if (asked.length === 0) return texts
  const input = `${asked.map((path) => `${commit}:${path}`).join('\n')}\n`
  const listed = await runGit(door, folder, ['cat-file', '--batch-check'], { input })
  const ids = listed.ok ? listed.stdout.toString('latin1').split('\n') : []
  const blobs = asked.flatMap((path, index) => {
    const [, id] = /^([0-9a-f]{40,64}) blob /.exec(ids[index] ?? '') ?? []
    return id === undefined ? [] : [{ path, id }]
  })
  const read = await readBlobs(door, folder, [...new Set(blobs.map(({ id }) => id))], bounds)
  // A file that is there and no text has an empty one.
  for (const { path, id } of blobs) texts.set(path, read.texts.get(id) ?? '')
  return texts
}

/** The bound falls on the last ones. */
function inOrder(moves: readonly Move[], order: TextOrder): Move[] {
  return moves
    .flatMap((move) => {
      const place = order(move.path)
      return place === undefined ? [] : [{ move, place }]
    })
    .sort((one, other) => one.place - other.place)
    .map(({ move }) => move)
}

const DIFF_TREE = ['diff-tree', '-r', '--raw', '-z', '--full-index', '--no-renames']

interface Move {
  readonly path: string
  readonly before: TreeEntry | undefined
  readonly after: TreeEntry | undefined
}

function toMoves(listing: string): Move[] {
  const fields = listing.split('\0')
  const moves: Move[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [was = '', is = '', old = '', now = ''] = fields[at]?.slice(1).split(' ') ?? []
    moves.push({ path: toPath(fields[at + 1] ?? ''), before: toEntry(was, old), after: toEntry(is, now) })
  }
  return moves
}

function toEntry(mode: string, id: string): TreeEntry | undefined {
  return mode === '000000' ? undefined : `${mode} ${id}`
}

function toChange(
  { path, before, after }: Move,
  isKept: boolean,
  { texts, sizes }: Awaited<ReturnType<typeof readBlobs>>,
): FileChange {
  const how = before === undefined ? 'added' : after === undefined ? 'deleted' : 'modified'
  if (!isKept) return { path, how }
  const was = texts.get(blobOf(before) ?? '')
  const is = texts.get(blobOf(after) ?? '')
  const isMissing = (before !== undefined && was === undefined) || (after !== undefined && is === undefined)
  const bytes = given({ before: sizes.get(blobOf(before) ?? ''), after: sizes.get(blobOf(after) ?? '') })
  return { path, how, ...given({ before: was, after: is, bytes: isMissing ? bytes : undefined }) }
}
