// Checks proposed from what a repository holds, and written into its `fullstop.json` with everything else left as it is.
import { applyEdits, type FormattingOptions, modify, parse } from 'jsonc-parser'
import { dirname, join } from 'node:path'
import { type Found, findChecks, isNeeded } from '../checks/find.ts'
import { FullstopError } from '../contract/error.ts'
import { parseConfig } from './config-file.ts'
import { PROJECT_FILE } from './load-policy.ts'
import type { World } from './world.ts'

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
function rootAbove(world: World, cwd: string): string {
  let folder = cwd
  for (let depth = 0; depth < 40; depth++) {
    if (world.files.exists(join(folder, PROJECT_FILE)) || world.files.isRepositoryRoot(folder)) return folder
    const parent = dirname(folder)
    if (parent === folder) return cwd
    folder = parent
  }
  return cwd
}

export interface Written {
  readonly file: string
  readonly added: readonly string[]
}

/** Checks whose names are there already stay as they are; comments, order and formatting too. */
export async function writeChecks(world: World, { root, found }: FoundHere): Promise<Written> {
  const file = world.files.realPath(join(root, PROJECT_FILE))
  const read = world.files.readText(file, LARGEST)
  if (read.kind === 'refused')
    throw new FullstopError('config-invalid', `${file} cannot be read: ${read.why}`, 'mend it')
  const before = read.kind === 'text' ? read.text : '{}\n'
  const parsed = parseConfig(before)
  if (!parsed.ok) {
    throw new FullstopError(
      'config-invalid',
      `${file}: ${parsed.errors.join('; ')}`,
      'mend the file, then run this again',
    )
  }
  const known = new Set((parsed.config.checks ?? []).map((check) => check.name))
  const added = found.map(({ check }) => check).filter((check) => !known.has(check.name))
  if (added.length > 0) {
    const { disk } = await world.openWorkshop()
    disk.writeWhole(file, withChecks(before, added), 0o644)
  }
  return { file, added: added.map((check) => check.name) }
}

function withChecks(before: string, added: readonly object[]): string {
  const formattingOptions: FormattingOptions = {
    insertSpaces: true,
    tabSize: 2,
    eol: before.includes('\r\n') ? '\r\n' : '\n',
  }
  const { checks } = parse(before) as { checks?: readonly unknown[] }
  if (checks === undefined) return applyEdits(before, modify(before, ['checks'], added, { formattingOptions }))
  return added.reduce<string>(
    (text, check, index) =>
      applyEdits(
        text,
        modify(text, ['checks', checks.length + index], check, { formattingOptions, isArrayInsertion: true }),
      ),
    before,
  )
}
