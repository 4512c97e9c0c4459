// Masks what must not be kept: known shapes of secrets, and the values of the project's own `.env` files.
import { dirname, join } from 'node:path'
import { lazily } from '../../contract/lazily.ts'
import { secretValuesIn, toMasker } from '../../domain/text/env-values.ts'
import { maskSecrets } from '../../domain/text/mask-secrets.ts'
import type { Mask } from '../../domain/tasks/masked.ts'
import type { World } from '../world.ts'

const LARGEST = 256 * 1024
const STAGES = 'development production staging test dev prod qa preview ci'
const envFiles = lazily(() => [
  '.env',
  '.env.local',
  '.envrc',
  ...STAGES.split(' ').flatMap((stage) => [`.env.${stage}`, `.env.${stage}.local`]),
])

type Looking = Pick<World, 'files'>

/** Nothing of those files is kept or shown: they are read to know what must not be. */
export function maskFor({ files }: Looking, folders: readonly (string | undefined)[]): Mask {
  let mask: Mask | undefined
  // Most hooks have little to mask: nothing is looked for before the first text.
  return (text) => {
    if (text === '') return text
    mask ??= toMasker(valuesOf(files, folders))
    return maskSecrets(mask(text))
  }
}

function valuesOf(files: World['files'], folders: readonly (string | undefined)[]): string[] {
  // Mostly the same folder twice: that of the session, and that of this moment.
  const all = [...new Set(folders)].flatMap((folder) =>
    folder === undefined ? [] : [folder, ...rootOf(files, folder)],
  )
  return [...new Set(all)].flatMap((folder) => envFiles().flatMap((name) => valuesIn(files, join(folder, name))))
}

/** The root of the repository: from wherever in it somebody works, its secrets are the same. */
function rootOf(files: World['files'], folder: string): string[] {
  if (files.isRepositoryRoot(folder)) return [folder]
  const parent = dirname(folder)
  return parent === folder ? [] : rootOf(files, parent)
}

function valuesIn(files: World['files'], path: string): readonly string[] {
  const read = files.readText(path, LARGEST)
  return read.kind === 'text' ? secretValuesIn(read.text) : []
}
