// Marks on files and suites that are new, with tests in them that were run before: they moved behind a condition.
import type { TestCase, TestFile, PlacedMark } from '../../test-file/test-file.ts'
import type { Matches } from '../matching/match-cases.ts'

/** The tests of before that stand under the mark now, where it did not stand above them before. */
export function movedUnder(mark: PlacedMark, file: TestFile, former: ReadonlyMap<TestCase, TestCase>): TestCase[] {
  // Which features are on by default is said in a file that nobody may have read.
  if (mark.isPlan || file.path.endsWith('.rs')) return []
  const moved = file.cases
    .filter((one) => isUnder(one, mark, file))
    .flatMap((one) => former.get(one) ?? [])
    .filter(({ file: home }) => !home.marks.some(({ label }) => label === mark.label))
  return gateOf(mark)?.length === 0 ? [] : moved
}

export function formerOf(matches: Matches): Map<TestCase, TestCase> {
  return new Map([...matches].map(([one, other]) => [other, one]))
}

function isUnder(one: TestCase, { target, isOnCase, at, blockAt }: PlacedMark, { cases }: TestFile): boolean {
  if (target === '') return true
  if (isOnCase) return blockAt === undefined ? one.title === target : one.block.at === blockAt
  return cases.length > 0 && one.block.at > at && one.fullTitle.split(' › ').includes(target)
}

const BUILD = /^\/\/(?:go:build| ?\+build) (.{1,80})/
const GIVEN =
  /^(?:linux|darwin|windows|unix|freebsd|openbsd|netbsd|android|ios|js|wasm|wasip1|plan9|solaris|aix|amd64|arm64|386|arm|cgo|gc|gccgo|race|msan|asan|go1\.\d{1,3})$/

/** Go: tags that somebody must ask for; undefined for other marks. */
export function gateOf({ label }: Pick<PlacedMark, 'label'>): string[] | undefined {
  const written = BUILD.exec(label)?.[1]
  return written === undefined
    ? undefined
    : Array.from(written.matchAll(/(?<![\w.!])[A-Za-z_][\w.]*/g), ([tag]) => tag).filter((tag) => !GIVEN.test(tag))
}

/** Some command asks for each of them. */
export function areAskedFor(tags: readonly string[], texts: Iterable<string>): boolean {
  const asked = new Set(
    Array.from(texts).flatMap((text) =>
      Array.from(text.matchAll(ASKS), ([, one, two, bare]) => (one ?? two ?? bare ?? '').split(/[,\s]+/)).flat(),
    ),
  )
  return tags.every((tag) => asked.has(tag))
}

const ASKS = /-tags[= ](?:"([^"\n]{1,200})"|'([^'\n]{1,200})'|([\w.,]{1,200}))/g
