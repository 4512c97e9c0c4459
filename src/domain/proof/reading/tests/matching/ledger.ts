// The account of assertions, test by test: which are gone, and which are there now that were not.
import type { Assertion } from '../../test-file/assertions.ts'
import { isCarried } from './carried.ts'
import type { Matches } from './match-cases.ts'
import type { TestCase, TestFile } from '../../test-file/test-file.ts'

export interface Ledger {
  readonly lost: ReadonlySet<Assertion>
  readonly gained: ReadonlySet<Assertion>
  /** They read like a lost one and look at something else. */
  readonly alike: ReadonlySet<Assertion>
}

interface Entry {
  readonly one: Assertion
  /** None: it stands outside of tests. */
  readonly test?: TestCase
}

interface Account {
  readonly lost: Set<Assertion>
  readonly gained: Set<Assertion>
}

/** Each assertion of today answers for one of before: in the same test, in the same helper, then where it was carried. */
export function keepLedger(
  before: readonly TestFile[],
  after: readonly TestFile[],
  { matches, dead }: { readonly matches: Matches; readonly dead: ReadonlySet<Assertion> },
): Ledger {
  const [old, now] = [before.flatMap(entriesOf), after.flatMap(entriesOf)]
  const lost = new Set(old.map(({ one }) => one).filter(({ isVacuous }) => !isVacuous))
  const gained = new Set(now.map(({ one }) => one).filter((one) => !one.isVacuous && !dead.has(one)))
  const account = { lost, gained }
  for (const [one, other] of matches) balance(one.assertions.map(toEntry), other.assertions.map(toEntry), account)
  for (const [one, other] of sameHelpers(before, after)) balance(one.map(toEntry), other.map(toEntry), account)
  const alike = balance(old, now, account, matches)
  return { lost, gained, alike }
}

function toEntry(one: Assertion): Entry {
  return { one }
}

function entriesOf({ cases, loose }: TestFile): Entry[] {
  return [...cases.flatMap((test) => test.assertions.map((one) => ({ one, test }))), ...loose.map(toEntry)]
}

function* sameHelpers(
  before: readonly TestFile[],
  after: readonly TestFile[],
): Generator<[readonly Assertion[], readonly Assertion[]]> {
  const now = new Map(after.map((file) => [file.path, file]))
  for (const file of before) {
    const helpers = new Map(now.get(file.path)?.helpers.map((helper) => [helper.block.title, helper]))
    for (const { block, assertions } of file.helpers) {
      const same = helpers.get(block.title)
      if (same) yield [assertions, same.assertions]
    }
  }
}

const MOST_TRIED = 20

/** Gives back those of today that read like a lost one but were not matched with it. */
function balance(
  before: readonly Entry[],
  after: readonly Entry[],
  { lost, gained }: Account,
  matches?: Matches,
): Set<Assertion> {
  const waiting = new Map<string, Entry[]>()
  for (const entry of after) {
    if (!gained.has(entry.one)) continue
    const list = waiting.get(entry.one.key)
    if (list) list.push(entry)
    else waiting.set(entry.one.key, [entry])
  }
  const alike = new Set<Assertion>()
  for (const entry of before) {
    const list = lost.has(entry.one) ? waiting.get(entry.one.key) : undefined
    if (!list || list.length === 0) continue
    const from = Math.max(0, list.length - MOST_TRIED)
    const place = list.findLastIndex((other, index) => index >= from && isSame(entry, other, matches))
    if (place < 0) {
      for (const { one } of list.slice(from)) alike.add(one)
      continue
    }
    const [other] = list.splice(place, 1)
    lost.delete(entry.one)
    if (other) gained.delete(other.one)
  }
  return alike
}

function isSame(was: Entry, is: Entry, matches: Matches | undefined): boolean {
  if (!was.test || !is.test) return true
  return isCarried({ one: was.one, test: was.test }, { one: is.one, test: is.test }, matches?.get(was.test))
}
