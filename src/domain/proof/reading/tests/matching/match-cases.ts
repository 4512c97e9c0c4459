// Which test of today is which test of before: by title, then by its assertions, then by its words.
import type { Assertion } from '../../test-file/assertions.ts'
import { isCarried } from './carried.ts'
import { isRenamed, shapeOf } from './renamed-cases.ts'
import type { TestCase, TestFile } from '../../test-file/test-file.ts'
import type { Tokens } from '../../test-file/tokens.ts'
import { tokensOf } from '../../test-file/tokens.ts'

export type Matches = ReadonlyMap<TestCase, TestCase>

const MOST_COMPARED = 150

export function matchCases(before: readonly TestFile[], after: readonly TestFile[]): Matches {
  const matches = new Map<TestCase, TestCase>()
  const open = { before: new Set(casesOf(before)), after: new Set(casesOf(after)) }
  const link = (one: TestCase, other: TestCase): void => {
    matches.set(one, other)
    open.before.delete(one)
    open.after.delete(other)
  }
  linkByKey(open, inPlace, link)
  const known = new Set(before.map(({ path }) => path))
  const isNew = ({ file }: TestCase): boolean => !known.has(file.path)
  for (const key of [byFullTitle, byTitle, byDeed])
    linkByKey(
      open,
      key,
      (one, other) =>
        (isPlausible(one, other) ||
          (isNew(other) && one.fullTitle === other.fullTitle && isOfMovedSuite(one, other))) &&
        link(one, other),
    )
  linkByHome(open, matches, after, link)
  linkBySuite(open, isNew, link)
  linkByAssertions(open, link)
  linkByShape(open, link)
  linkByWords(open, link)
  return matches
}

interface Open {
  readonly before: Set<TestCase>
  readonly after: Set<TestCase>
}

type Link = (one: TestCase, other: TestCase) => unknown

const inPlace = ({ file, fullTitle }: TestCase): string => JSON.stringify([file.path, fullTitle])
const byFullTitle = ({ fullTitle }: TestCase): string => fullTitle
const byTitle = ({ title }: TestCase): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

/** "should keep the address" and "keeps the address" are the same deed in two manners of speaking. */
const byDeed = (one: TestCase): string => {
  // `testKeepsTheAddress` is a third one.
  const spoken = one.title.replace(/^test(?=[A-Z_])/, '').replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
  const words = byTitle({ ...one, title: spoken.replaceAll(/n't\b/g, ' not') }).split(' ')
  return words
    .filter((word) => !/^(?:it|should|must|does|do|will)$/.test(word))
    .map((word) => word.replace(/(?<=ss|sh|ch|x|z)es$|(?<=[^s])s$/, ''))
    .join(' ')
}

function casesOf(files: readonly TestFile[]): TestCase[] {
  return files.flatMap(({ cases }) => cases)
}

/** "works" may be the title of two strangers in two files. */
function isPlausible(one: TestCase, other: TestCase): boolean {
  if (one.file.path === other.file.path || one.assertions.length === 0) return true
  const keys = new Set(other.assertions.map(({ key }) => key))
  return one.assertions.some(({ key }) => keys.has(key)) || likeness(toWorded(one), toWorded(other)) > 0
}

/**
 * A file under another name: at least half of its tests stand in one that is new. There the same title is the same test,
 * in whatever words it asserts now.
 */
function linkByHome(open: Open, matches: Matches, after: readonly TestFile[], link: Link): void {
  const now = new Set(after.map(({ path }) => path))
  const votes = new Map<TestFile, Map<TestFile, number>>()
  for (const [one, other] of matches) {
    if (now.has(one.file.path)) continue
    const homes = votes.get(one.file) ?? new Map<TestFile, number>()
    votes.set(one.file, homes.set(other.file, (homes.get(other.file) ?? 0) + 1))
  }
  const homeOf = new Map(
    [...votes].flatMap(([file, homes]) => {
      const [home, count = 0] = [...homes].sort((a, b) => b[1] - a[1])[0] ?? []
      return home && count * 2 >= file.cases.length ? [[file, home] as const] : []
    }),
  )
  if (homeOf.size === 0) return
  const left = [...open.after].filter((one) => byTitle(one) !== '')
  const waiting = new Map(left.map((one) => [JSON.stringify([one.file.path, byTitle(one)]), one]))
  for (const one of open.before) {
    const home = homeOf.get(one.file)
    const other = home && waiting.get(JSON.stringify([home.path, byTitle(one)]))
    if (other && open.after.has(other)) link(one, other)
  }
}

const SHORTEST_SUITE = 6

/** A suite that stands in a file of its own now, whatever its tests call the subject there. */
function isOfMovedSuite(one: TestCase, other: TestCase): boolean {
  const suite = suiteOf(one)
  if (suite.length < SHORTEST_SUITE || suite !== suiteOf(other)) return false
  const [was, is] = [real(one), real(other)]
  const [values, left] = [valuesOf(was), valuesOf(is)]
  return is.length >= was.length && [...values].filter((value) => left.has(value)).length * 2 >= values.size
}

function real({ assertions }: TestCase): readonly Assertion[] {
  return assertions.filter(({ isVacuous }) => !isVacuous)
}

function valuesOf(assertions: readonly Assertion[]): ReadonlySet<string> {
  return tokensOf(assertions.map(({ key }) => key).join('\n')).literals
}

function suiteOf({ fullTitle, title }: TestCase): string {
  return fullTitle.slice(0, fullTitle.length - title.length)
}

/** In such a suite one title may have become a part of the other. */
function linkBySuite(open: Open, isNew: (one: TestCase) => boolean, link: Link): void {
  const homes = [...open.after].filter((one) => isNew(one) && suiteOf(one) !== '').slice(0, MOST_COMPARED)
  for (const one of homes.length === 0 ? [] : [...open.before].slice(0, MOST_COMPARED)) {
    const title = byTitle(one)
    const other = homes.find(
      (home) =>
        open.after.has(home) &&
        isOfMovedSuite(one, home) &&
        Math.min(title.length, byTitle(home).length) >= SHORTEST_SUITE &&
        (title.startsWith(byTitle(home)) || byTitle(home).startsWith(title)),
    )
    if (other) link(one, other)
  }
}

function linkByKey(open: Open, keyOf: (one: TestCase) => string, link: Link): void {
  const waiting = new Map<string, TestCase[]>()
  // Backwards, so that the first is taken first from the end of its list.
  for (const one of [...open.after].reverse()) {
    const key = keyOf(one)
    const list = waiting.get(key)
    if (list) list.push(one)
    else waiting.set(key, [one])
  }
  for (const one of open.before) {
    if (keyOf(one).trim() === '') continue
    const other = waiting.get(keyOf(one))?.pop()
    if (other) link(one, other)
  }
}

/** At least half of its assertions stand in the other one, about the same values. */
function linkByAssertions(open: Open, link: Link): void {
  const homes = new Map<string, { readonly home: TestCase; readonly as: Assertion }[]>()
  for (const one of open.after) {
    for (const as of one.assertions) homes.set(as.key, [...(homes.get(as.key) ?? []).slice(0, 9), { home: one, as }])
  }
  for (const one of open.before) {
    const votes = new Map<TestCase, number>()
    for (const was of one.assertions) {
      const found = (homes.get(was.key) ?? []).filter(({ home }) => open.after.has(home))
      for (const home of new Set(
        found
          .filter(({ home, as }) => isCarried({ one: was, test: one }, { one: as, test: home }))
          .map(({ home }) => home),
      ))
        votes.set(home, (votes.get(home) ?? 0) + 1)
    }
    const [best, count] = [...votes].sort((a, b) => b[1] - a[1])[0] ?? []
    if (best && count !== undefined && count * 2 >= one.assertions.length) link(one, best)
  }
}

const MOST_ALIKE = 50

/** The same but for names. */
function linkByShape(open: Open, link: Link): void {
  const homes = new Map<string, TestCase[]>()
  for (const one of open.after) {
    const shape = shapeOf(one)
    const list = homes.get(shape)
    if (list) list.push(one)
    else homes.set(shape, [one])
  }
  for (const one of open.before) {
    const list = one.assertions.length === 0 ? [] : (homes.get(shapeOf(one)) ?? [])
    const place = list.slice(0, MOST_ALIKE).findIndex((home) => isRenamed(one, home))
    const [other] = place < 0 ? [] : list.splice(place, 1)
    if (other) link(one, other)
  }
}

function linkByWords(open: Open, link: Link): void {
  const candidates = [...open.after].slice(0, MOST_COMPARED).map(toWorded)
  for (const one of [...open.before].slice(0, MOST_COMPARED).map(toWorded)) {
    const best = candidates
      .filter((other) => open.after.has(other.test))
      .map((other) => ({ test: other.test, score: likeness(one, other) }))
      .sort((a, b) => b.score - a.score)[0]
    if (best && best.score > 0) link(one.test, best.test)
  }
}

interface Worded {
  readonly test: TestCase
  readonly title: ReadonlySet<string>
  readonly body: Tokens
}

function toWorded(test: TestCase): Worded {
  const { file, block, title } = test
  return {
    test,
    title: new Set(title.toLowerCase().match(/[a-z]{2,}/g) ?? []),
    body: tokensOf(file.source.bare.slice(block.bodyStart, Math.min(block.end, block.bodyStart + 4000))),
  }
}

/** 0: another test. Mostly the same tokens, or the same names under a title that says nearly the same. */
function likeness(one: Worded, other: Worded): number {
  const all = overlap([...one.body.words, ...one.body.literals], [...other.body.words, ...other.body.literals])
  const words = overlap([...one.body.words], [...other.body.words])
  if (all >= 0.6) return 1 + all
  const isTitleAlike = overlap([...one.title], [...other.title]) >= 0.5
  return words >= (isTitleAlike ? 0.5 : 0.8) && (isTitleAlike || one.body.words.size > 4) ? words : 0
}

/** 0 to 1: how much of the two is the same. */
function overlap(a: readonly string[], b: readonly string[]): number {
  const others = new Set(b)
  const same = a.filter((token) => others.has(token)).length
  return same === 0 ? 0 : same / (a.length + others.size - same)
}
