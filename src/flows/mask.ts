// Masks what must not be kept: known shapes of secrets, and the values of the project's own `.env` files.
import { join } from 'node:path'
import { maskValues, secretValuesIn } from '../text/env-values.ts'
import { maskSecrets } from '../text/mask-secrets.ts'
import type { World } from './world.ts'

const LARGEST = 256 * 1024
const STAGES = `development production staging test dev prod qa preview ci`.split(' ')
const ENV_FILES = [
  '.env',
  '.env.local',
  '.envrc',
  ...STAGES.flatMap((stage) => [`.env.${stage}`, `.env.${stage}.local`]),
]

export type Mask = (text: string) => string

/** Nothing of those files is kept or shown: they are read to know what must not be. */
export function maskFor({ files }: Pick<World, 'files'>, folders: readonly (string | undefined)[]): Mask {
  const values = [...new Set(folders)].flatMap((folder) =>
    folder === undefined ? [] : ENV_FILES.flatMap((name) => valuesIn(files, join(folder, name))),
  )
  return (text) => maskSecrets(maskValues(text, values))
}

function valuesIn(files: World['files'], path: string): readonly string[] {
  const read = files.readText(path, LARGEST)
  return read.kind === 'text' ? secretValuesIn(read.text) : []
}
