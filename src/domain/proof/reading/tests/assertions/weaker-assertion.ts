// An assertion that was replaced by one that says less about the same subject. Another expected value is no finding
// here: the behaviour may have been asked for.
import type { Assertion } from '../../test-file/assertions.ts'
import type { TamperFinding } from '../../finding.ts'
import { cut, finding, quote } from '../../finding.ts'
import { normalised } from '../../matchers/arguments.ts'
import { failureDemand } from '../../matchers/condition.ts'
import type { Demand } from '../../matchers/demand.ts'
import type { MatcherTable } from '../../matchers/matcher.ts'
import { optionsIn, readDemand } from '../../matchers/read-demand.ts'
import { matchersFor } from '../../matchers/index.ts'
import { lineAt, lineEnd, lineStart } from '../../../source/source.ts'
import type { TestCase, TestFile } from '../../test-file/test-file.ts'
import { spelledOut } from '../helpers/spelled-out.ts'
import { isOfItself } from './of-itself.ts'
import { isCounted, isOnlyWithoutSize, isSaidOtherwise, isSameCallWithMore } from './other-words.ts'
import { isOpener, isWeaker, makesUp } from './weaker-demand.ts'

interface Stated {
  readonly assertion: Assertion
  readonly demand: Demand
}

/** Files without tests, whose short helpers and constants tests may use. */
export interface Support {
  readonly before: readonly TestFile[]
  readonly after: readonly TestFile[]
}

const NO_SUPPORT: Support = { before: [], after: [] }

const MOST = 60

const ANY_VALUE = 'takes any value now'
const ANY_OTHER = 'takes any other value now'
/** Of all values it refuses one, which is not nothing. */
const REFUSES_ONE =
  /\.not\.to(?:Be|Equal|StrictEqual|Match)\((?!null|undefined|false|"")\S|(?:[nN]ot_?[eE]quals?|NotSame|NotEqual)\((?!null|nil|None)\S|\.(?:not_to|to_not) eq/

/** Only one that holds for every value. */
export function anyValue(before: TestCase, after: TestCase): TamperFinding[] | undefined {
  return weakerAssertion(before, after)?.filter(({ what }) =>
    [ANY_VALUE, ANY_OTHER].some((says) => what.includes(` ${says} (`)),
  )
}

/** Undefined where none is weaker. */
export function weakerAssertion(
  before: TestCase,
  after: TestCase,
  support: Support = NO_SUPPORT,
): TamperFinding[] | undefined {
  const all = statedOf(before, after, support.before).filter(({ demand }) => demand.level > 0)
  const { lost, came } = withoutTwins(all, statedOf(after, before, support.after))
  const weak =
    came.find(
      ({ demand, assertion }) =>
        !before.assertions.some(({ key }) => isSaidOtherwise(key, assertion.key)) &&
        !isCounted(assertion.key, after) &&
        lost.some(
          (old) =>
            isWeaker(old.demand, demand) &&
            (demand.tolerance !== undefined || !isSameCallWithMore(old.assertion.key, assertion.key)) &&
            !isOnlyWithoutSize(old.assertion.key, assertion.key) &&
            !came.some((one) => makesUp(one.demand, old.demand)),
        ),
    ) ?? came.find((one) => isNoAnswer(one, before, after))
  if (!weak) return undefined
  const { path, source } = after.file
  const { at, end } = weak.assertion
  const isAny = weak.demand.level <= 1 || weak.demand.mode === 'throws'
  const says = !isAny ? 'is less strict now' : REFUSES_ONE.test(weak.assertion.key) ? ANY_OTHER : ANY_VALUE
  const what = `test ${quote(after.title)} ${says} (${cut(source.text.slice(startOf(after.file, weak.assertion), end))})`
  return [finding('fewer-assertions', path, lineAt(source, at), what)]
}

/** Asks whether there is one, or of which kind it is. */
const PRESENCE =
  /NotNull|toBeDefined|not\.toBeNull|IsNotNone|isnotNone|NotNil|refute_nil|not_nil|wont_be_nil|be_nil$|BeOfType|InstanceOf|kind_of|assertIsBool/
const ANSWER =
  /(?:true|false|True|False)\)?$|[iI]s(?:True|False)\(|Be(?:True|False)\(|assert(?:True|False)\(|\.(?:True|False)\(|be_(?:truthy|falsey)/

/** It had to be true or false, now it only has to be there: an answer always is. */
function isNoAnswer({ assertion, demand }: Stated, before: TestCase, after: TestCase): boolean {
  if (!PRESENCE.test(assertion.key) || demand.mode !== 'value') return false
  const kept = new Set(after.assertions.map(({ key }) => key))
  const subjects = demand.subjects.map((one) => one.replaceAll(/\s/g, '')).filter((one) => /[A-Za-z_]/.test(one))
  return before.assertions.some(
    ({ key }) =>
      !kept.has(key) &&
      ANSWER.test(key) &&
      subjects.some((one) => key.includes(`(${one})`) || key.startsWith(`${one}.`) || key.startsWith(`assert${one}is`)),
  )
}

/** Those that say as much of the same in other words are left out. */
function withoutTwins(lost: readonly Stated[], came: readonly Stated[]): { lost: Stated[]; came: Stated[] } {
  const open = [...came]
  const left = lost.filter(({ demand }) => {
    const twin = open.findIndex(
      (one) =>
        one.demand.level === demand.level &&
        one.demand.mode === 'value' &&
        demand.mode === 'value' &&
        one.demand.tolerance === demand.tolerance &&
        one.demand.isLoose === demand.isLoose &&
        one.demand.expected === demand.expected &&
        !isOpener(demand, one.demand) &&
        one.demand.subjects.some((subject) => demand.subjects.includes(subject)),
    )
    if (twin >= 0) open.splice(twin, 1)
    return twin < 0
  })
  return { lost: left, came: open }
}

/** The assertions of one test that the other does not have. */
function statedOf({ file, block, assertions }: TestCase, other: TestCase, support: readonly TestFile[]): Stated[] {
  const plain = demandsOf(file)
  if (!plain) return []
  const read = (written: string): Demand | undefined =>
    withTolerance(written, plain, { file, support }) ?? plain(written)
  const left = other.assertions.map(({ key }) => key)
  return assertions
    .filter(({ key }) => {
      const place = left.indexOf(key)
      if (place >= 0) left.splice(place, 1)
      return place < 0
    })
    .slice(0, MOST)
    .flatMap((assertion) => {
      const isCondition = file.language.failsUnderCondition !== undefined && assertion.key.endsWith('{')
      const demand = isCondition
        ? failed(conditionAbove(file, assertion), matchersFor(file.path))
        : read(file.source.bare.slice(startOf(file, assertion), Math.min(assertion.end, assertion.at + 4000)))
      return demand
        ? [
            {
              assertion,
              demand: isOfItself(demand, file.source.bare.slice(block.bodyStart, assertion.at))
                ? { ...demand, level: 0 }
                : demand,
            },
          ]
        : []
    })
}

interface Around {
  readonly file: TestFile
  readonly support: readonly TestFile[]
}

/** How far off a number may be can stand in a helper or under a name. */
function withTolerance(
  written: string,
  read: (written: string) => Demand | undefined,
  { file, support }: Around,
): Demand | undefined {
  const text = spelledOut(written, file, support)
  const demand = text === normalised(written) ? undefined : read(text)
  return demand?.tolerance === undefined ? undefined : demand
}

function failed(condition: string, table: MatcherTable | undefined): Demand | undefined {
  const demand = failureDemand(condition)
  return demand && table ? { ...demand, ...optionsIn(condition, table) } : demand
}

const STRICT_ASSERT = /["'](?:node:)?assert\/strict["']|\bassert["']\)?\.strict\b|\bstrict as assert\b/

/** Node: in the strict mode of its assertions nothing is loose. */
function demandsOf({ path, source }: TestCase['file']): ((written: string) => Demand | undefined) | undefined {
  const table = matchersFor(path)
  if (!table) return undefined
  const { loose: _, ...strict } = table
  const own = isStrict(source) ? strict : table
  return (written) => readDemand(written, own)
}

const strictness = new WeakMap<TestCase['file']['source'], boolean>()

function isStrict(source: TestCase['file']['source']): boolean {
  const isKnown = strictness.get(source) ?? STRICT_ASSERT.test(source.text)
  strictness.set(source, isKnown)
  return isKnown
}

/** Of a report in Go: `got := c.Len(); got != 3`. */
function conditionAbove({ source }: TestCase['file'], { at }: Assertion): string {
  const line = lineAt(source, at) - 1
  const written = source.bare.slice(lineStart(source, line), lineEnd(source, line)).slice(0, 1000)
  return normalised(
    written
      .trim()
      .replace(/^(?:\} else )?if\s+/, '')
      .replace(/\{$/, ''),
  )
}

/** What is asserted may stand before the word: `x.ShouldBe(5)`. */
function startOf({ source }: TestCase['file'], { at }: Assertion): number {
  if (!/[.\s:-]/.test(source.code.charAt(at)) && !source.code.startsWith('should', at)) return at
  const line = source.code.lastIndexOf('\n', at - 1) + 1
  return Math.max(line, at - 500)
}
