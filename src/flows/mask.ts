// Masks what must not be kept: known shapes of secrets, and the values of the project's own `.env` files.
import { join } from 'node:path'
import { maskValues, secretValuesIn } from '../text/env-values.ts'
import { maskSecrets } from '../text/mask-secrets.ts'
import type { World } from './world.ts'

const ENV_FILE = /^\.env(?:\.[\w.-]{1,40})?$/
const EXAMPLES = /\.(?:example|sample|template|dist|defaults?)$/
const MOST_FILES = 20
const LARGEST = 256 * 1024

export type Mask = (text: string) => string

/** Nothing of those files is kept or shown: they are read to know what must not be. */
export async function maskFor(world: World, folders: readonly (string | undefined)[]): Promise<Mask> {
  const { disk } = await world.openWorkshop()
  const files = [...new Set(folders)].flatMap((folder) =>
    folder === undefined
      ? []
      : disk
          .names(folder)
          .filter((name) => ENV_FILE.test(name) && !EXAMPLES.test(name))
          .map((name) => join(folder, name)),
  )
  const values = files.slice(0, MOST_FILES).flatMap((path) => {
    const read = world.files.readText(path, LARGEST)
    return read.kind === 'text' ? secretValuesIn(read.text) : []
  })
  return (text) => maskSecrets(maskValues(text, values))
}
