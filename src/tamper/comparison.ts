// The tests of before and now side by side: which is which, and which assertions are lost or gained.
import type { FileChange } from '../contract/change.ts'
import type { Assertion } from './assertions.ts'
import type { Ledger } from './ledger.ts'
import { keepLedger } from './ledger.ts'
import type { Matches } from './match-cases.ts'
import { matchCases } from './match-cases.ts'
import { goneFiles } from './subject.ts'
import type { Helper, TestCase, TestFile } from './test-file.ts'
import { readTestFile } from './test-file.ts'
import { isTestFile } from './yardstick.ts'

export interface Comparison {
  readonly before: readonly TestFile[]
  readonly after: readonly TestFile[]
  /** By path. */
  readonly now: ReadonlyMap<string, TestFile>
  readonly matches: Matches
  readonly ledger: Ledger
  /** Product files that went. */
  readonly gone: readonly string[]
}

export function compare(changes: readonly FileChange[]): Comparison {
  const tests = changes.filter(({ path, before, after }) => isTestFile(path) && before !== after)
  const read = (path: string, text: string | undefined): TestFile[] => {
    const file = text === undefined ? undefined : readTestFile(path, text)
    return file ? [file] : []
  }
  const before = tests.flatMap((change) => read(change.path, change.before))
  const after = tests.flatMap((change) => read(change.path, change.after))
  const matches = matchCases(before, after)
  const now = new Map(after.map((file) => [file.path, file]))
  const dead = deadAssertions(before, { now, matches })
  return { before, after, now, matches, ledger: keepLedger(before, after, { matches, dead }), gone: goneFiles(changes) }
}

const MOST_LOOKED_FOR = 300

/** Assertions that nobody runs any more. */
function deadAssertions(
  before: readonly TestFile[],
  { now, matches }: { readonly now: ReadonlyMap<string, TestFile>; readonly matches: Matches },
): Set<Assertion> {
  const dead = new Set<Assertion>()
  const unmatched = before.flatMap(({ cases }) => cases).filter((one) => !matches.has(one))
  for (const one of unmatched.slice(0, MOST_LOOKED_FOR)) {
    for (const assertion of formerTest(one, now.get(one.file.path))?.assertions ?? []) dead.add(assertion)
  }
  return dead
}

/** What was a test and is now a function that nobody calls. */
export function formerTest({ title }: TestCase, now: TestFile | undefined): Helper | undefined {
  const name = title.toLowerCase().replace(/^test_?/, '')
  if (!now || !/^\w+$/.test(title)) return undefined
  return now.helpers.find(
    ({ block, assertions }) =>
      assertions.length > 0 &&
      (name.length < 3 ? block.title === title : block.title.toLowerCase().includes(name)) &&
      isNamedOnce(block.title, now.source.code),
  )
}

function isNamedOnce(name: string, code: string): boolean {
  const uses = new RegExp(`(?<![\\w$])${name.replaceAll(/\W/g, '\\$&')}(?![\\w$])`, 'g')
  return (code.match(uses) ?? []).length === 1
}

export function textOf({ file, block }: TestCase): string {
  return file.source.bare.slice(block.start, block.end)
}
