// The account of assertions: which are gone everywhere, and which are there now that were not.
import type { Assertion } from '../test-file/assertions.ts'
import type { Matches } from './match-cases.ts'
import type { TestFile } from '../test-file/test-file.ts'

export interface Ledger {
  readonly lost: ReadonlySet<Assertion>
  readonly gained: ReadonlySet<Assertion>
}

/** Each assertion of today answers for one of before, first within the same test, then anywhere. */
export function keepLedger(
  before: readonly TestFile[],
  after: readonly TestFile[],
  { matches, dead }: { readonly matches: Matches; readonly dead: ReadonlySet<Assertion> },
): Ledger {
  const lost = new Set(before.flatMap(assertionsOf).filter(({ isVacuous }) => !isVacuous))
  const gained = new Set(after.flatMap(assertionsOf).filter((one) => !one.isVacuous && !dead.has(one)))
  for (const [one, other] of matches) settle(one.assertions, other.assertions, { lost, gained })
  settle([...lost], [...gained], { lost, gained })
  return { lost, gained }
}

function assertionsOf({ cases, loose }: TestFile): Assertion[] {
  return [...cases.flatMap(({ assertions }) => assertions), ...loose]
}

function settle(
  before: readonly Assertion[],
  after: readonly Assertion[],
  { lost, gained }: { lost: Set<Assertion>; gained: Set<Assertion> },
): void {
  const waiting = new Map<string, Assertion[]>()
  for (const one of after) {
    if (!gained.has(one)) continue
    const list = waiting.get(one.key)
    if (list) list.push(one)
    else waiting.set(one.key, [one])
  }
  for (const one of before) {
    const other = lost.has(one) ? waiting.get(one.key)?.pop() : undefined
    if (!other) continue
    lost.delete(one)
    gained.delete(other)
  }
}
