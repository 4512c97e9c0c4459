// A test that lost something while product code changed, in a file whose tests say as much as before about the same
// functions: it was brought up to date. The same holds for expected values that were replaced.
import type { Assertion } from '../test-file/assertions.ts'
import type { Comparison } from './matching/comparison.ts'
import { textOf } from './matching/comparison.ts'
import { lineAt, lineStart } from '../../source/source.ts'
import type { CodePart } from './matching/shrunk-code.ts'
import { isLoose, substanceOf } from './assertions/substance.ts'
import type { TestFile } from '../test-file/test-file.ts'
import { COMMON } from '../test-file/tokens.ts'

/** For each assertion of the file that went, one came that says something, in tests of what this part calls. */
export function isUpdated(part: CodePart, { before, now, ledger, removed }: Comparison): boolean {
  const [was, is] = [before.find(({ path }) => path === part.path), now.get(part.path)]
  if (!was || !is || !removed.isTouched) return false
  const came = realOf(is, ledger.gained)
  if (came.length === 0 || came.length < realOf(was, ledger.lost).length) return false
  const old = namesIn(lostIn(part, was, ledger.lost))
  const known = namesOfTests([is], new Set(came))
  const same = [...old].filter((name) => known.has(name)).length
  return same > 0 && same * 2 >= old.size
}

/**
 * Tests came that say at least twice as much as all that went, and that call what this part calls: a rewrite of tests,
 * whatever else changed.
 */
export function isOutweighed(part: CodePart, comparison: Comparison): boolean {
  const { before, ledger } = comparison
  const was = before.find(({ path }) => path === part.path)
  if (!was) return false
  const lost = realOf(was, ledger.lost)
  const { came, substance, namesOf } = gainOf(comparison)
  if (lost.length === 0 || came.length < 2 * lost.length) return false
  if (substance < 2 * substanceOf(lost)) return false
  const names = namesIn(lostIn(part, was, ledger.lost))
  const known = namesOf()
  const same = [...names].filter((name) => known.has(name)).length
  return same > 0 && same * 3 >= names.size * 2
}

/** What came in all tests together. */
interface Gain {
  readonly came: readonly Assertion[]
  readonly substance: number
  readonly namesOf: () => ReadonlySet<string>
}

const gains = new WeakMap<Comparison, Gain>()

/** Asked for every test that lost something. */
function gainOf(comparison: Comparison): Gain {
  const known = gains.get(comparison)
  if (known) return known
  const homes = comparison.after.slice(0, MOST_TESTS)
  const came = homes.flatMap((home) => realOf(home, comparison.ledger.gained))
  let names: ReadonlySet<string> | undefined
  const gain = { came, substance: substanceOf(came), namesOf: () => (names ??= namesOfTests(homes, new Set(came))) }
  gains.set(comparison, gain)
  return gain
}

function namesOfTests(homes: readonly TestFile[], came: ReadonlySet<Assertion>): Set<string> {
  const tests = homes.flatMap(({ cases }) => cases.filter(({ assertions }) => assertions.some((one) => came.has(one))))
  return new Set(tests.slice(0, MOST_TESTS).flatMap((test) => [...namesIn(textOf(test).slice(0, LONGEST))]))
}

/** The assertions of this part that went, with the lines they stand on; for rows and the like all of it. */
export function lostIn(part: CodePart, { cases }: TestFile, lost: ReadonlySet<Assertion>): string {
  const { source, start, end } = part
  const gone = cases
    .flatMap(({ assertions }) => assertions)
    .filter((one) => one.at >= start && one.at < end && lost.has(one))
  const all = gone.length === 0 ? [{ at: start, end }] : gone
  return all
    .map((one) => source.code.slice(lineStart(source, lineAt(source, one.at)), one.end))
    .join('\n')
    .slice(0, LONGEST)
}

const LONGEST = 6000
const MOST_TESTS = 100

function realOf({ cases }: TestFile, among: ReadonlySet<Assertion>): Assertion[] {
  return cases.flatMap(({ assertions }) =>
    assertions.filter((one) => among.has(one) && !one.isVacuous && !isLoose(one)),
  )
}

const CALLED = /(?<![\w$])([A-Za-z_$][\w$]*)\s?(?=\()|(?<=[\w)\]]\.)([A-Za-z_$][\w$]*)/g
/** Belong to frameworks. */
const FRAMEWORK =
  /^(?:raises|pytest|toThrow\w*|rejects|resolves|be_\w+|raise_error|len|str|print|String|Number|errors|must_\w+|wont_\w+|Run|Helper|Error\w*|Fatal\w*|[aA]ssert\w*|[eE]xpect|That|Is|Does|Has|Should|Be|Equals?|EqualTo|AreEqual|True|False|shouldBe|isEqualTo|eq|eql|equal|Same|Throws\w*)$/

/** What is called or looked at there. */
function namesIn(code: string): Set<string> {
  const names = Array.from(code.matchAll(CALLED), ([, call, member]) => call ?? member ?? '')
  return new Set(names.filter((name) => name.length > 2 && !COMMON.test(name) && !FRAMEWORK.test(name)))
}
