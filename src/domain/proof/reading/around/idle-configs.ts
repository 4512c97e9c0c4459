// Configs that decide nothing where they stand: another one of the tool is read in their place, or all they were for went too.
import type { FileChange } from '../../../../contract/change.ts'
import { kindOfConfig } from '../../yardstick/yardstick.ts'
import type { TamperFinding } from '../finding.ts'

const OLD_ESLINT = /(?:^|\/)\.eslint(?:rc(?:\.\w+)?|ignore)$/
const FLAT = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts'].map((ending) => `eslint.config.${ending}`)

/** ESLint reads no older config where one of the newer kind stands beside it or above. */
export function isSuperseded(config: string, files: ReadonlySet<string>, changes: readonly FileChange[]): boolean {
  if (!OLD_ESLINT.test(config)) return false
  const gone = goneIn(changes)
  return foldersAbove(config).some((folder) =>
    FLAT.some((name) => files.has(`${folder}${name}`) && !gone.has(`${folder}${name}`)),
  )
}

/** Its own folder and all above: `a/b/`, `a/` and the root. */
function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return [...parts.map((_, index) => `${parts.slice(0, parts.length - index).join('/')}/`), '']
}

/** How code is typed and linted went with every file of its folder. */
export function wentWithItsFolder(
  { file, kind }: TamperFinding,
  files: readonly string[],
  changes: readonly FileChange[],
): boolean {
  const folder = file.slice(0, file.lastIndexOf('/') + 1)
  if (kind !== 'deleted' || folder === '' || !/^(?:types|lint)$/.test(kindOfConfig(file) ?? '')) return false
  const gone = goneIn(changes)
  return files.every((path) => !path.startsWith(folder) || gone.has(path))
}

function goneIn(changes: readonly FileChange[]): ReadonlySet<string> {
  return new Set(changes.filter(({ how }) => how === 'deleted').map(({ path }) => path))
}
