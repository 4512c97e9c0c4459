// Checks proposed from what a repository holds, and written into its `fullstop.json` with everything else left as it is.
import { applyEdits, findNodeAtLocation, type FormattingOptions, modify, parseTree, stripComments } from 'jsonc-parser'
import { dirname, join, sep } from 'node:path'
import { type Found, findChecks, isNeeded } from '../../domain/checks/find.ts'
import { FullstopError } from '../../contract/error.ts'
import { parseConfig } from '../project/config-file.ts'
import { PROJECT_FILE } from '../project/load-policy.ts'
import type { World } from '../world.ts'

const LARGEST = 1024 * 1024

export interface FoundHere {
  readonly root: string
  readonly found: readonly Found[]
  readonly problems: readonly string[]
}

/** Looks at the root of the repository, or at this folder where there is none; runs nothing. */
export async function findHere(world: World, cwd: string): Promise<FoundHere> {
  const root = rootAbove(world, cwd)
  const { disk } = await world.openWorkshop()
  const files = disk.names(root)
  const texts = new Map<string, string>()
  for (const name of files.filter(isNeeded)) {
    const read = world.files.readText(join(root, name), LARGEST)
    if (read.kind === 'text') texts.set(name, read.text)
  }
  return { root, ...findChecks({ files, text: (name) => texts.get(name) }) }
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

export interface ChecksWritten {
  readonly file: string
  readonly added: readonly string[]
}

export interface PlannedChecks extends ChecksWritten {
  /** Undefined: there is no such file yet. */
  readonly before: string | undefined
  readonly after: string
}

/** Checks whose names are there already stay as they are; comments, order and formatting too. */
export function planChecks(world: World, { root, found }: FoundHere): PlannedChecks {
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
    throw new FullstopError('config-invalid', `${file} cannot be read: ${read.why}`, 'mend it')
  const before = read.kind === 'text' ? read.text : undefined
  const text = before ?? '{}\n'
  const parsed = parseConfig(text)
  if (!parsed.ok) {
    throw new FullstopError(
      'config-invalid',
      `${file}: ${parsed.errors.join('; ')}`,
      'mend the file, then run this again',
    )
  }
  const known = new Set((parsed.config.checks ?? []).map((check) => check.name))
  const added = found.map(({ check }) => check).filter((check) => !known.has(check.name))
  const after = added.length > 0 ? withChecks(text, added) : text
  return { file, added: added.map((check) => check.name), before, after }
}

export async function writeChecks(world: World, found: FoundHere): Promise<ChecksWritten> {
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
