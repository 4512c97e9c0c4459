// The tests of before and now side by side: which is which, and which assertions are lost or gained.
import type { FileChange } from '../../../../../contract/change.ts'
import type { Ledger } from './ledger.ts'
import { keepLedger } from './ledger.ts'
import type { Matches } from './match-cases.ts'
import { matchCases } from './match-cases.ts'
import type { RemovedCode } from './removed-code.ts'
import { removedCode } from './removed-code.ts'
import type { ShrunkCode } from './shrunk-code.ts'
import { shrunkCode } from './shrunk-code.ts'
import { goneFiles } from './subject.ts'
import type { TestCase, TestFile } from '../../test-file/test-file.ts'
import { kitsIn } from '../../test-file/kits.ts'
import { readTestFile } from '../../test-file/test-file.ts'
import type { Unreached } from './unreached.ts'
import { unreachedIn } from './unreached.ts'
import { isTestFile } from '../../../yardstick/yardstick.ts'

export interface Comparison {
  readonly before: readonly TestFile[]
  readonly after: readonly TestFile[]
  /** By path. */
  readonly now: ReadonlyMap<string, TestFile>
  readonly matches: Matches
  readonly unreached: readonly Unreached[]
  readonly ledger: Ledger
  /** Product files that went. */
  readonly gone: readonly string[]
  /** What the product no longer has. */
  readonly removed: RemovedCode
  /** Where the product has less code. */
  readonly shrunk: ShrunkCode
}

export function compare(changes: readonly FileChange[]): Comparison {
  const tests = changes.filter(({ path, before, after }) => isTestFile(path) && before !== after)
  const kit = tests.length === 0 ? () => [] : kitsIn(changes)
  const read = (path: string, text: string | undefined): TestFile[] => {
    const file = text === undefined ? undefined : readTestFile(path, text, kit(path, text))
    return file ? [file] : []
  }
  const before = tests.flatMap((change) => read(change.path, change.before))
  const after = tests.flatMap((change) => read(change.path, change.after))
  const matches = matchCases(before, after)
  const now = new Map(after.map((file) => [file.path, file]))
  const unreached = unreachedIn(before, after)
  const dead = new Set(unreached.flatMap(({ helper }) => helper.assertions))
  const ledger = keepLedger(before, after, { matches, dead })
  const [removed, shrunk] = [removedCode(changes), shrunkCode(changes)]
  return { before, after, now, matches, unreached, ledger, gone: goneFiles(changes), removed, shrunk }
}

export function textOf({ file, block }: TestCase): string {
  return file.source.bare.slice(block.start, block.end)
}
