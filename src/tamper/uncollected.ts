// Tests that are still written down where the runner does not look any more: renamed, put aside, in a class that is none.
import type { FileChange } from '../contract/change.ts'
import { isCollected, isCollectedCase, isDeclared } from './collected.ts'
import type { Comparison } from './comparison.ts'
import type { Finding } from './finding.ts'
import { finding, plural, quote } from './finding.ts'
import type { TestCase, TestFile } from './test-file.ts'

export function uncollectedTests({ matches, before }: Comparison, changes: readonly FileChange[]): Finding[] {
  const moved = new Map<TestFile, TestCase[]>()
  const found: Finding[] = []
  for (const [one, other] of matches) {
    if (one.file.path !== other.file.path && isLeftOut(one, other, changes)) {
      moved.set(one.file, [...(moved.get(one.file) ?? []), other])
    } else if (isCollectedCase(one) && !isCollectedCase(other)) {
      found.push(finding('gone', other.file.path, other.line, `test ${quote(other.title)} is no longer run as a test`))
    }
  }
  return [...found, ...before.flatMap((file) => movedFile(file, moved.get(file) ?? []))]
}

function isLeftOut(
  { file: { path: from } }: TestCase,
  { file: { path: to } }: TestCase,
  changes: readonly FileChange[],
): boolean {
  return isCollected(from) && !isCollected(to) && !isDeclared(to, changes)
}

function movedFile({ path }: TestFile, tests: readonly TestCase[]): Finding[] {
  const [first] = tests
  if (!first) return []
  const what = `${plural(tests.length, 'test')} of ${path} moved to where no runner looks`
  return [finding('gone', first.file.path, first.line, what)]
}
