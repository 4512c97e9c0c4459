// Example projects that are gone as a whole: their tests measured the example and nothing else.
import type { FileChange } from '../../../../contract/change.ts'
import type { TamperFinding } from '../finding.ts'

const EXAMPLES = /(?:^|\/)(?:examples?|samples?|demos?)\//
const MANIFEST =
  /^(?:package\.json|pyproject\.toml|setup\.py|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|mix\.exs|Gemfile|[\w.-]+\.(?:cs|fs|vb)proj)$/

/** A note where the project of the test went with its own manifest, and nothing of it is left or came. */
export function withItsExample(found: TamperFinding, changes: readonly FileChange[]): TamperFinding {
  if (found.kind !== 'deleted' || found.isNote || !EXAMPLES.test(found.file)) return found
  const folder = foldersOf(found.file).find((one) => isGone(one, changes))
  if (folder === undefined) return found
  return { ...found, what: `${found.what}, together with all of ${folder}`, meant: true, isNote: true }
}

/** Below the folder of examples, the nearest first. */
function foldersOf(path: string): string[] {
  const root = (EXAMPLES.exec(path)?.index ?? 0) + 1
  const parts = path.split('/')
  return parts
    .map((_, index) => parts.slice(0, index).join('/'))
    .filter((folder) => folder.indexOf('/', root) > 0)
    .toReversed()
}

function isGone(folder: string, changes: readonly FileChange[]): boolean {
  const inside = changes.filter(({ path }) => path.startsWith(`${folder}/`))
  return (
    inside.every(({ how }) => how === 'deleted') &&
    inside.some(({ path }) => MANIFEST.test(path.slice(folder.length + 1)))
  )
}
