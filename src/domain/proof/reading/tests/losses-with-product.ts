// Where nothing will run: a part of a test file that went while product code changed that the file may load. Reading cannot
// tell an update from a loss there, and nobody saw the test fail: a person sees it as a note. An agent's change is judged
// more strictly, since a sealed run can settle it.
import type { FileChange } from '../../../../contract/change.ts'
import { touchedBy } from '../expected/touched.ts'
import type { TamperFinding } from '../finding.ts'
import type { TestCase, TestFile } from '../test-file/test-file.ts'
import { isLoose, substanceOf } from './assertions/substance.ts'
import type { Comparison } from './matching/comparison.ts'
import type { SmallChange } from './matching/small-change.ts'

const LOSSES: ReadonlySet<string> = new Set(['gone', 'fewer-assertions'])

export function withProduct(
  findings: readonly TamperFinding[],
  changes: readonly FileChange[],
  { comparison, isSmallFor }: { readonly comparison: Comparison; readonly isSmallFor: SmallChange },
): TamperFinding[] {
  const { isProductTouched } = touchedBy(changes, comparison)
  const isMostGone = mostGone(findings, comparison)
  return findings.map((one) => {
    const path = one.isOnCondition ? one.file : one.about?.path
    if (one.isNote || path === undefined || !(one.isOnCondition || LOSSES.has(one.kind))) return one
    if (isMostGone(path) || !isProductTouched(path)) return one
    if (one.about && !one.isOnCondition && isSmallFor(one.about)) return one
    return { ...one, what: `${one.what}, and product code changed too`, meant: true, isNote: true }
  })
}

/** What is left of the file is no longer the same yardstick. */
function mostGone(findings: readonly TamperFinding[], { before, now }: Comparison): (path: string) => boolean {
  const gone = Map.groupBy(
    findings.filter(({ kind, isNote }) => kind === 'gone' && !isNote),
    ({ about }) => about?.path,
  )
  // As many tests that say something, and they say as much.
  const isRewritten = (path: string): boolean => {
    const [was, is] = [before.find((file) => file.path === path), now.get(path)].map(realTests)
    return was !== undefined && is !== undefined && is.length >= was.length && sumOf(is) >= sumOf(was)
  }
  const tests = new Map(before.map(({ path, cases }) => [path, cases.length]))
  return (path) => (gone.get(path)?.length ?? 0) * 2 > (tests.get(path) ?? 0) && !isRewritten(path)
}

function realTests(file: TestFile | undefined): TestCase[] {
  return file?.cases.filter(({ assertions }) => assertions.some((one) => !one.isVacuous && !isLoose(one))) ?? []
}

function sumOf(tests: readonly TestCase[]): number {
  return tests.reduce((sum, { assertions }) => sum + substanceOf(assertions), 0)
}
