// Tests before against tests now. What counts as a loss is said in one file per concern.
import type { FileChange } from '../../../../contract/change.ts'
import type { Comparison } from './comparison.ts'
import { textOf } from './comparison.ts'
import { fewerDataCases } from './data-cases.ts'
import { fewerCases } from './fewer-cases.ts'
import { fewerAssertions } from './fewer-assertions.ts'
import type { TamperFinding } from '../finding.ts'
import { goneTests } from './gone-tests.ts'
import { newMarks } from './new-marks.ts'
import { fewerRows } from './rows.ts'
import { shrunkHelpers } from './shrunk-helpers.ts'
import { shadowedTests, undeclaredModules } from './shadowed-tests.ts'
import type { TestCase } from '../test-file/test-file.ts'
import { uncollectedTests } from './uncollected.ts'
import { weakenedBody } from './weakened-bodies.ts'

export function compareTests(changes: readonly FileChange[], comparison: Comparison): TamperFinding[] {
  return [
    ...newMarks(comparison.before, comparison.after),
    ...comparison.before.flatMap((file) => goneTests(file, comparison)),
    ...[...comparison.matches].flatMap(([one, other]) => shrunkTest(one, other, comparison)),
    ...shadowedTests(comparison),
    ...undeclaredModules(comparison),
    ...uncollectedTests(comparison, changes),
    ...comparison.before.flatMap((file) => fewerCases(file, comparison)),
    ...changes.flatMap((change) => fewerDataCases(change, changes)),
    ...comparison.before.flatMap((file) => shrunkHelpers(file, comparison)),
  ]
}

function shrunkTest(one: TestCase, other: TestCase, comparison: Comparison): TamperFinding[] {
  const rows = fewerRows(one, other, comparison)
  if (rows || textOf(one) === textOf(other)) return rows ?? []
  return fewerAssertions(one, other, comparison) ?? weakenedBody(one, other)
}
