// Checks proposed from what a repository holds, and written into its `fullstop.json` with everything else left as it is.
import { applyEdits, findNodeAtLocation, type FormattingOptions, modify, parseTree, stripComments } from 'jsonc-parser'
import { dirname, join, sep } from 'node:path'
import { type FolderBelow, type FolderFiles, type Found, findInTree, isNeeded } from '../../domain/checks/find/find.ts'
import { DEEPEST, isLookedAt, MOST_FOLDERS } from '../../domain/checks/find/folders.ts'
import type { CheckConfig } from '../../contract/config/config.ts'
import { FullstopError } from '../../contract/error.ts'
import { parseConfig } from '../project/config-file.ts'
import { PROJECT_FILE } from '../project/load-policy.ts'
import type { World } from '../world.ts'

const LARGEST = 1024 * 1024
/** Below the root there may be many, so that less of each is read. */
const LARGEST_BELOW = 128 * 1024

export interface FoundHere {
  readonly root: string
  readonly found: readonly Found[]
  readonly problems: readonly string[]
  readonly lookedFor: readonly string[]
  readonly seenIn: readonly string[]
}

/** Looks at the root of the repository, or at this folder where there is none, and a little below; runs nothing. */
export async function findHere(world: World, cwd: string): Promise<FoundHere> {
  const root = rootAbove(world, cwd)
  const files = world.files.names(root)
  return { root, ...findInTree(readFolder(world, root, files, LARGEST), foldersBelow(world, root, files)) }
}

/** Read when asked for, and once: most of what a folder holds is never looked at. */
function readFolder(world: World, folder: string, files: readonly string[], most: number): FolderFiles {
  const { files: disk } = world
  const texts = new Map<string, string | undefined>()
  const text = (name: string): string | undefined => {
    if (!isNeeded(name) || !files.includes(name)) return undefined
    if (!texts.has(name)) {
      const read = disk.readText(join(folder, name), most)
      texts.set(name, read.kind === 'text' ? read.text : undefined)
    }
    return texts.get(name)
  }
  const inside = (name: string): FolderFiles => {
    const path = join(folder, name)
    return readFolder(world, path, disk.names(path), LARGEST_BELOW)
  }
  return { files, text, inside }
}

/** Level by level and by name, up to a number of folders: the cost is bounded in the largest repository. */
function foldersBelow(world: World, root: string, files: readonly string[]): FolderBelow[] {
  const below: FolderBelow[] = []
  let level = [{ path: '', files }]
  for (let depth = 0; depth < DEEPEST; depth++) {
    const next = level.flatMap((folder) => namesBelow(folder)).slice(0, MOST_FOLDERS - below.length)
    level = next.map((path) => ({ path, files: world.files.names(join(root, path)) }))
    for (const folder of level)
      below.push({ path: folder.path, ...readFolder(world, join(root, folder.path), folder.files, LARGEST_BELOW) })
  }
  return below
}

function namesBelow({ path, files }: { readonly path: string; readonly files: readonly string[] }): string[] {
  const folders = files.filter((name) => name.endsWith('/')).map((name) => name.slice(0, -1))
  const names = folders.filter((name) => isLookedAt(name) && /^[\w.@ -]+$/.test(name)).sort()
  return names.map((name) => (path === '' ? name : `${path}/${name}`))
}

/** Where a `fullstop.json` is, or would be: beside `.git`, unless one lies nearer. */
export function rootAbove(world: World, cwd: string): string {
  let folder = cwd
  for (let depth = 0; depth < 40; depth++) {
    if (world.files.exists(join(folder, PROJECT_FILE)) || world.files.isRepositoryRoot(folder)) return folder
    const parent = dirname(folder)
    if (parent === folder) return cwd
    folder = parent
  }
  return cwd
}

/** What is to be written, and into the file of which folder. */
export type ChosenChecks = Pick<FoundHere, 'root' | 'found'>

export interface ChecksWritten {
  readonly file: string
  readonly added: readonly string[]
}

export interface PlannedChecks extends ChecksWritten {
  /** Of what was found, what the file does not have yet. */
  readonly missing: readonly Found[]
  /** Undefined: there is no such file yet. */
  readonly before: string | undefined
  readonly after: string
}

/** Checks whose name or command is there already stay as they are; comments, order and formatting too. */
export function planChecks(world: World, { root, found }: ChosenChecks): PlannedChecks {
  const file = world.files.realPath(join(root, PROJECT_FILE))
  // A repository may hold links to anywhere; our own config would need no trust.
  if (!file.startsWith(`${world.files.realPath(root)}${sep}`)) {
    throw new FullstopError(
      'config-invalid',
      `${join(root, PROJECT_FILE)} is a link to ${file}, outside the project`,
      'put a file there instead of the link',
    )
  }
  const read = world.files.readText(file, LARGEST)
  if (read.kind === 'refused')
    throw new FullstopError(
      'config-invalid',
      `${file} cannot be read: ${read.why}`,
      'make it readable, then run this again',
    )
  const before = read.kind === 'text' ? read.text : undefined
  const text = before ?? '{}\n'
  const parsed = parseConfig(text)
  if (!parsed.ok) {
    throw new FullstopError(
      'config-invalid',
      `${file}: ${parsed.errors.join('; ')}`,
      'fix the file, then run this again',
    )
  }
  const known = parsed.config.checks ?? []
  const isKnown = (check: CheckConfig): boolean =>
    known.some(({ name, run, cwd }) => name === check.name || (run === check.run && cwd === check.cwd))
  const missing = found.filter(({ check }) => !isKnown(check))
  const added = missing.map(({ check }) => check)
  const after = added.length > 0 ? withChecks(text, added) : text
  return { file, added: added.map((check) => check.name), missing, before, after }
}

export async function writeChecks(world: World, found: ChosenChecks): Promise<ChecksWritten> {
  const { file, added, after } = planChecks(world, found)
  if (added.length > 0) {
    const { disk } = await world.openWorkshop()
    disk.writeWhole(file, after, 0o644)
  }
  return { file, added }
}

function withChecks(before: string, added: readonly object[]): string {
  const eol = before.includes('\r\n') ? '\r\n' : '\n'
  const tree = parseTree(before, [], { allowTrailingComma: true })
  const list = tree && findNodeAtLocation(tree, ['checks'])
  const last = list?.children?.at(-1)
  if (!list || !last) {
    const formattingOptions: FormattingOptions = { insertSpaces: true, tabSize: 2, eol }
    return applyEdits(before, modify(before, ['checks'], added, { formattingOptions }))
  }
  // By hand: the library formats the neighbours too, and puts what is new before the comment of the last one.
  const end = last.offset + last.length
  const close = list.offset + list.length - 1
  const between = before.slice(end, close)
  const comma = stripComments(between).includes(',') ? '' : ','
  const indent = indentAt(before, last.offset)
  if (!before.slice(list.offset, close).includes('\n')) {
    const items = added.map((check) => JSON.stringify(check)).join(', ')
    return `${before.slice(0, end)}, ${items}${comma === '' ? between.replace(',', '') : between}${before.slice(close)}`
  }
  const items = added.map((check) => `${indent}${JSON.stringify(check, null, 2).replaceAll('\n', `${eol}${indent}`)}`)
  const closing = `${eol}${indentAt(before, list.offset)}`
  return `${before.slice(0, end)}${comma}${between.trimEnd()}${eol}${items.join(`,${eol}`)}${closing}${before.slice(close)}`
}

/** The white space with which the line of this place begins. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? ''
}
