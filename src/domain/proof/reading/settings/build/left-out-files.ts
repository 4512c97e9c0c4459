// MSBuild: files of a test project that are no longer compiled.
import type { FileChange } from '../../../../../contract/change.ts'
import { lineAt, lineStarts } from '../../../source/source.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'

const TEST_PROJECT = /<IsTestProject>\s{0,9}true\b|"Microsoft\.NET\.Test\.Sdk"|"(?:xunit|NUnit|MSTest)[\w.]{0,40}"/i
const REMOVES = /<Compile\s{1,9}Remove="([^"\n]{1,300})"([^>\n]{0,300})/g
/** The group may ask for a framework: code for another one is no test that was there. */
const ASKS = /Condition\s{0,9}=/
const NO_TESTS =
  /(?:^|[\\/])(?:bin|obj|generated|fixtures?|test-?data|testdata|testassets|assets|resources|snapshots?|samples?|templates?|node_modules)(?:[\\/]|$)|\.(?:g|generated|designer|received|verified)\./i

/** `text` is without comments, with its lines where they were. */
export function leftOutFiles(
  { path }: FileChange,
  texts: { readonly before: string; readonly after: string },
  changes: readonly FileChange[],
): TamperFinding[] {
  const { before, after } = texts
  if (!path.endsWith('proj') || !TEST_PROJECT.test(before)) return []
  const starts = lineStarts(after)
  return Array.from(after.matchAll(REMOVES)).flatMap(({ 0: written, 1: files = '', 2: rest = '', index }) => {
    // What names tests is said with the switches.
    if (before.includes(written) || /[Tt]est/.test(files) || ASKS.test(rest) || ASKS.test(groupAbove(after, index)))
      return []
    const left = files.split(';').filter((one) => /\S/.test(one) && !NO_TESTS.test(one) && !isNew(one, path, changes))
    if (left.length === 0) return []
    return [finding('config', path, lineAt({ starts }, index), `${quote(`<Compile Remove="${files}"`)} added`)]
  })
}

function groupAbove(text: string, at: number): string {
  const from = text.lastIndexOf('<ItemGroup', at)
  return from < 0 ? '' : text.slice(from, Math.min(at, from + 300))
}

/** The files that it names came with this change, or went. */
function isNew(pattern: string, project: string, changes: readonly FileChange[]): boolean {
  const folder = project.slice(0, project.lastIndexOf('/') + 1)
  const glob = pattern
    .trim()
    .replaceAll('\\', '/')
    .replaceAll(/[.+^${}()|[\]]/g, '\\$&')
    .replaceAll(/\*{2}\/?|\*|\?/g, (sign) =>
      sign.startsWith('**') ? '(?:.{0,200}/)?' : sign === '*' ? '[^/]{0,100}' : '.',
    )
  const isNamed = new RegExp(`^${folder.replaceAll(/[.+^${}()|[\]]/g, '\\$&')}${glob}$`)
  const named = changes.filter(({ path }) => isNamed.test(path))
  return named.length > 0 && named.every(({ how }) => how !== 'modified')
}
