// Tests that go with a package: the project no longer depends on what they were written against.
import type { FileChange } from '../../../../contract/change.ts'
import { readLiteral } from '../settings/formats/read-literal.ts'
import type { TamperFinding } from '../finding.ts'

const MOST_IMPORTS = 100
const IMPORT =
  /(?:\bfrom\s{1,9}|\bimport\s{1,9}|\b(?:require|import)\(\s{0,9})["']((?:@[\w.-]+\/)?[\w.-]+)(?:\/[^"'\n]{0,200})?["']/g

/** A note where a whole test file went, and a package that it imports left every list of dependencies. */
export function withoutPackage(findings: readonly TamperFinding[], changes: readonly FileChange[]): TamperFinding[] {
  if (!findings.some(isDeletedTest)) return [...findings]
  const gone = gonePackages(changes)
  if (gone.size === 0) return [...findings]
  return findings.map((one) => {
    const text = isDeletedTest(one) ? changes.find(({ path }) => path === one.file)?.before : undefined
    if (text === undefined) return one
    const imports = Array.from(text.matchAll(IMPORT), ([, name = '']) => name).slice(0, MOST_IMPORTS)
    return imports.some((name) => gone.has(name)) ? { ...one, isNote: true as const } : one
  })
}

function isDeletedTest({ kind, what, isNote }: TamperFinding): boolean {
  return kind === 'deleted' && isNote !== true && what.startsWith('test file deleted (')
}

function gonePackages(changes: readonly FileChange[]): ReadonlySet<string> {
  const manifests = changes.filter(({ path }) => /(?:^|\/)package\.json$/.test(path))
  const named = (side: (change: FileChange) => string | undefined): Set<string> =>
    new Set(manifests.flatMap((change) => dependenciesIn(side(change))))
  const now = named(({ after }) => after)
  return new Set([...named(({ before }) => before)].filter((name) => !now.has(name)))
}

function dependenciesIn(text: string | undefined): string[] {
  if (text === undefined) return []
  return readLiteral(text)
    .filter(({ path }) => path.length === 2 && /^(?:dev|peer|optional)?dependencies$/i.test(String(path[0])))
    .map(({ path }) => String(path[1]))
}
