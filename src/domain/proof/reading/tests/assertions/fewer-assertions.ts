// A test that is still there and asserts less than before.
import type { Assertion } from '../../test-file/assertions.ts'
import { keyOf } from '../../test-file/assertions.ts'
import type { Comparison } from '../matching/comparison.ts'
import { textOf } from '../matching/comparison.ts'
import type { TamperFinding } from '../../finding.ts'
import { cut, finding, quote } from '../../finding.ts'
import { plural } from '../../../../text/plural.ts'
import { isDecided } from './branches.ts'
import { judgesErrors } from './errors-of-rows.ts'
import { isFolded, isMessage } from './folded-assertions.ts'
import { isInWhole } from './folded-fields.ts'
import { isCalledPlainly, isImplied } from '../matching/implied.ts'
import { linesIn, liveText } from '../../test-file/live-text.ts'
import { isSameSpelledOut } from '../matching/locals.ts'
import type { Removed } from '../matching/removed-code.ts'
import { isRetold } from '../matching/retold.ts'
import { rowsOf } from '../cases/rows.ts'
import { partOf } from '../matching/shrunk-code.ts'
import { isOfCallByTest } from './set-up-errors.ts'
import { isLoose, keepsValues, substanceOf } from './substance.ts'
import { tablesOf } from '../cases/tables.ts'
import { isOfCaughtError, isTrap, isUnwrapped } from './traps.ts'
import { lineAt, lineStart } from '../../../source/source.ts'
import type { TestCase } from '../../test-file/test-file.ts'
import type { Tokens } from '../../test-file/tokens.ts'
import { isSaidIn, tokensOf } from '../../test-file/tokens.ts'

/** Undefined where nothing is to be said. */
export function fewerAssertions(one: TestCase, other: TestCase, comparison: Comparison): TamperFinding[] | undefined {
  const { ledger } = comparison
  if (isEmptied(one, other)) return [finding('fewer-assertions', other.file.path, other.line, emptiedText(one))]
  const gained = other.assertions.filter((assertion) => ledger.gained.has(assertion))
  const lost = one.assertions.filter(
    (assertion) =>
      ledger.lost.has(assertion) &&
      !isOldCallback(assertion, other) &&
      !isTrap(assertion, one, other) &&
      !isOfCaughtError(assertion, one, other) &&
      !isUnwrapped(assertion, partsOf(one), partsOf(other)) &&
      !isOfCallByTest(assertion, partsOf(one), partsOf(other)) &&
      !isInside(assertion, other) &&
      !isMessage(assertion, gained, one.assertions) &&
      !(NO_ERROR_IN_GO.test(assertion.key) && judgesErrors(codeOf(other))) &&
      !isOfGroup(assertion, gained) &&
      !isRepeated(assertion, one, other) &&
      !isImplied(assertion, one, other, ledger.gained) &&
      !isCalledPlainly(assertion, one, other),
  )
  if (lost.length <= gained.length) return undefined
  // Where something is said of a value, that it is there goes without saying.
  if (gained.some((one) => !isLoose(one)) && lost.filter((one) => !isLoose(one)).length <= gained.length)
    return undefined
  if (gained.some((assertion) => isHelperCall(assertion, other, comparison))) return undefined
  if (callsOtherFile(one, other, comparison)) return undefined
  const hadVacuous = one.assertions.some(({ isVacuous }) => isVacuous)
  const vacuous = hadVacuous ? undefined : other.assertions.find(({ isVacuous }) => isVacuous)
  const isBare = other.assertions.every(({ isVacuous }) => isVacuous)
  const missing =
    vacuous || isBare
      ? lost
      : stillMissing(lost, { one, other, gained: ledger.gained }).filter(
          (assertion) =>
            !isDecided(assertion, one, other) &&
            !isSameSpelledOut(assertion, one, gained, other) &&
            !isSaidAnew(assertion, one, comparison) &&
            !isRetold(assertion, one, comparison.now.get(one.file.path)),
        )
  const count = Math.min(missing.length, lost.length - gained.length)
  if (count === 0) return undefined
  const { path, source } = other.file
  const feature = vacuous ? undefined : featureOf(missing, count, { one, comparison })
  if (feature) {
    const what = `${shrunkText(count, one)} together with ${quote(feature.name)} in ${feature.from}`
    return [{ ...finding('fewer-assertions', path, other.line, what), meant: true, isNote: true }]
  }
  if (vacuous) {
    const written = cut(source.text.slice(vacuous.at, vacuous.end))
    const what = `test ${quote(other.title)} asserts nothing real now (${written})`
    return [finding('vacuous', path, lineAt(source, vacuous.at), what)]
  }
  const found = finding('fewer-assertions', path, other.line, shrunkText(count, one))
  // Rewritten: what came says as much as what went.
  const isAsMuch = gained.length > 0 && substanceOf(gained) >= substanceOf(lost)
  const came = rowCount(other) - rowCount(one)
  if (came > 1 && came * 2 >= count && substanceOf(other.assertions) > 0 && areRows(missing, other))
    return [{ ...found, what: `${found.what}, and ${plural(came, 'row')} came`, meant: true, isNote: true }]
  if (isAsMuch && (comparison.removed.isTouched || keepsValues(lost, textOf(other))))
    return [{ ...found, what: `${found.what}, and others say as much`, meant: true, isNote: true }]
  const about = partOf(one.file, one.block)
  if (gained.length > 0 && 3 * substanceOf(gained) >= 2 * substanceOf(lost) && comparison.shrunk.isChangedFor(about))
    return [{ ...found, what: `${found.what}, and the rest changed with its code`, meant: true, isNote: true, about }]
  if (isBare) return [found]
  return [isSmallPart(lost, one, other, comparison) ? { ...found, about, isPart: true } : { ...found, about }]
}

/** Nothing is done there any more, so that no other word can stand for what it asserted. */
function isEmptied(one: TestCase, other: TestCase): boolean {
  const isReal = one.assertions.some(({ isVacuous }) => !isVacuous) && other.assertions.length === 0
  return isReal && /\w/.test(codeOf(one)) && !/\w/.test(codeOf(other).replace(IDLE_BODY, ''))
}

const IDLE_BODY = /^[\s{:]*(?:pass|do\s|nil|return;?|:ok)?[\s}]*(?:end\s*)?$/

function emptiedText(one: TestCase): string {
  return shrunkText(one.assertions.filter(({ isVacuous }) => !isVacuous).length, one)
}

/** At most half of it went, something real is left, and what went speaks of code that changed. */
function isSmallPart(lost: readonly Assertion[], one: TestCase, other: TestCase, { shrunk }: Comparison): boolean {
  const real = one.assertions.filter(({ isVacuous }) => !isVacuous)
  if (lost.length * 2 > real.length || substanceOf(other.assertions) * 2 < substanceOf(real)) return false
  const { path, source } = one.file
  return lost.every(({ at, end }) => {
    const start = lineStart(source, lineAt(source, at))
    return shrunk.isChangedFor({ path, source, start, end, title: '' })
  })
}

/** So many of them spoke of what the product no longer has that the others are made up for. */
function featureOf(
  missing: readonly Assertion[],
  count: number,
  { one, comparison: { removed } }: { readonly one: TestCase; readonly comparison: Comparison },
): Removed | undefined {
  const { source } = one.file
  const named = missing.flatMap(({ at, end }) => {
    const from = lineStart(source, lineAt(source, at))
    return removed.namedIn(source, from, end) ?? []
  })
  return named.length >= count ? named[0] : undefined
}

/** A test that came in the same file says it, and the code changed with it. */
function isSaidAnew({ key }: Assertion, { file, block }: TestCase, { now, matches, shrunk }: Comparison): boolean {
  if (!shrunk.isChangedFor(partOf(file, block))) return false
  const old = new Set(matches.values())
  const came = now.get(file.path)?.cases.filter((test) => !old.has(test)) ?? []
  const said = tokensOf(key)
  return said.literals.size > 0 && came.some((test) => isSaidIn(said, tokensOf(textOf(test))))
}

/** Rows that hold the texts that some of them asked about must hold those of all of them. */
function areRows(missing: readonly Assertion[], test: TestCase): boolean {
  const rows = rowsOf(test).map(({ key }) => tokensOf(key))
  const asked = missing.filter(({ key }) => [...tokensOf(key).literals].some((one) => one.startsWith('"')))
  const held = asked.filter(({ key }) => {
    const { literals } = tokensOf(key)
    return rows.some((row) => [...literals].every((one) => row.literals.has(one)) && !isOpposite(key, row))
  })
  return held.length === 0 || held.length === asked.length
}

const SAYS_TRUE = /^(?:\w{1,40}\.)?assert_?true\(/i
const SAYS_FALSE = /^(?:\w{1,40}\.)?assert_?false\(/i

/** `assertTrue(isOpen("monday"))` and the row `"monday,false"` */
function isOpposite(key: string, { text }: Tokens): boolean {
  const [hasTrue, hasFalse] = [/\btrue\b/i.test(text), /\bfalse\b/i.test(text)]
  return (SAYS_TRUE.test(key) && hasFalse && !hasTrue) || (SAYS_FALSE.test(key) && hasTrue && !hasFalse)
}

/** In the test, and in the function that it names as the source of its rows. */
function rowCount(test: TestCase): number {
  const { source } = test.file
  const head = source.text.slice(Math.max(0, test.block.start - LONGEST_HEAD), test.block.bodyStart)
  const named = Array.from(head.matchAll(SOURCES), ([, name]) => name)
  const tables = named.length === 0 ? [] : tablesOf(test.file).filter(({ name }) => named.includes(name))
  return rowsOf(test).length + tables.reduce((sum, { rows }) => sum + rows.length, 0)
}

const LONGEST_HEAD = 300
const SOURCES = /(?:@dataProvider|DataProvider|MethodSource|MemberData|TestCaseSource)\W{1,20}(?:nameof\()?(\w+)/g

const NO_ERROR =
  /^(?:expect\((err|error)\)\.(?:toBeNull|toBeUndefined|toBeFalsy|to\.not\.exist|to\.be\.(?:null|undefined))|assert\.ifError\((err|error)\)|t\.error\((err|error)\)|(?:require|assert)\.NoError\(t,(err)\b|(?:.*;)?(err)!=nil\{?$)/

const NO_ERROR_IN_GO = /(?:^|;)err!=nil\{?$/

/** `k, _ := open()`: the error is still there. */
const DROPS = /(?<![\w.])_ :?= /

/** A callback became a promise, or a call returns no error any more: nobody has to look at it. */
function isOldCallback({ key }: Assertion, now: TestCase): boolean {
  const name = NO_ERROR.exec(key)
    ?.slice(1)
    .find((group) => group !== undefined)
  const text = textOf(now)
  return name !== undefined && !new RegExp(`\\b${name}\\b`).test(text) && !DROPS.test(text)
}

/** It stands inside a larger one, such as in the callback of `assert.rejects`. */
function isInside({ key }: Assertion, { file: { source }, assertions }: TestCase): boolean {
  return assertions.some(
    (larger) =>
      !larger.isVacuous &&
      larger.end - larger.at > key.length &&
      keyOf(source.bare.slice(larger.at, larger.end)).indexOf(key) > 0,
  )
}

/** It stood there twice in a row, and stands there once. */
function isRepeated(lost: Assertion, one: TestCase, other: TestCase): boolean {
  if (!other.assertions.some(({ key }) => key === lost.key)) return false
  const place = one.assertions.indexOf(lost)
  const isNext = (step: 1 | -1): boolean => {
    for (let at = place + step, from = lost; ; at += step) {
      const near = one.assertions[at]
      if (!near) return false
      const [start, end] = step > 0 ? [from.end, near.at] : [near.end, from.at]
      if (/\w/.test(one.file.source.code.slice(start, end).replaceAll(/\b(?:expect|assert|self)\b/g, ''))) return false
      if (near.key === lost.key) return true
      from = near
    }
  }
  return isNext(1) || isNext(-1)
}

/** pytest: `RaisesGroup` asks for the group and for what is in it. */
function isOfGroup({ key }: Assertion, gained: readonly Assertion[]): boolean {
  return (
    /^(?:pytest\.)?raises\((?:Base)?ExceptionGroup\b/.test(key) && gained.some((one) => /RaisesGroup\(/.test(one.key))
  )
}

interface Pair {
  readonly one: TestCase
  readonly other: TestCase
  readonly gained: ReadonlySet<Assertion>
}

/** Lost ones whose content the test does not assert in another form, such as rows or one larger assertion. */
function stillMissing(lost: readonly Assertion[], { one, other, gained }: Pair): Assertion[] {
  const { start, end } = other.block
  const said = liveText({ file: other.file, start, end, known: linesIn(textOf(one)), gained })
  const there = tokensOf(said)
  const came = other.assertions.filter((assertion) => gained.has(assertion))
  const before = textOf(one)
    .split('\n')
    .map((line) => keyOf(line))
    .join('\n')
  // Where something is said of a value, that it is there goes without saying.
  const isSaidMore = came.some((assertion) => !isLoose(assertion))
  return lost.filter(
    (assertion) =>
      !(isSaidMore && isLoose(assertion)) &&
      !isSaidIn(tokensOf(assertion.key), there) &&
      !isFolded(assertion, came, said, before) &&
      !isInWhole(assertion, came, before, other.file.source.bare),
  )
}

const OWN_NAME = /^(?:self\.|this\.)?(?:assert|expect|verify|check|require|must)_?[A-Za-z]\w*\(/
const STANDARD =
  /^(?:self\.|this\.)?(?:assert(?:_?(?:[eE]quals?|[nN]ot|[tT]rue|[fF]alse|[iI]s|[iI]n|[rR]aises|[wW]arns|[gG]reater|[lL]ess|[aA]lmost|[cC]ount|[dD]ict|[lL]ist|[rR]egex|[lL]ogs|[nN]ull|[tT]hat|[tT]hrows|[sS]ame|[aA]rray|[mM]atch|[dD]oes|[cC]ontains|[nN]il|[eE]mpty|[iI]nstance|[dD]ifference|[rR]esponse)\w*)|expectTypeOf|verifyNoMoreInteractions|verifyZeroInteractions)\(/

/** A call into a helper that asserts: one that we see doing so, or one whose name says so and that lies elsewhere. */
function isHelperCall({ key, helper }: Assertion, { file }: TestCase, { after }: Comparison): boolean {
  if (helper !== undefined) return true
  if (!OWN_NAME.test(key) || STANDARD.test(key)) return false
  const name = /(\w+)\($/.exec(OWN_NAME.exec(key)?.[0] ?? '')?.[1]
  const seen = [file, ...after].flatMap(({ helpers }) => helpers).find(({ block }) => block.title === name)
  return seen === undefined || seen.assertions.length > 0
}

const NAMED_CALL =
  /(?<![\w$.]|(?<!\$this)->)(?:self\.|this\.)?((?:assert|expect|verify|check|ensure)_?[A-Za-z]\w*)\s?\(/g

/** A call that is new here, of a helper in another file: one that is seen asserting, or that says so by its name. */
function callsOtherFile(one: TestCase, other: TestCase, { after }: Comparison): boolean {
  const [was, is] = [codeOf(one), codeOf(other)]
  const helpers = after.flatMap((file) => file.helpers)
  const isNew = (name: string): boolean => name.length > 2 && !was.includes(name) && is.includes(`${name}(`)
  if (helpers.some(({ block, assertions }) => assertions.length > 0 && isNew(block.title))) return true
  return Array.from(is.matchAll(NAMED_CALL), ([written, name = '']) => ({ written, name })).some(
    ({ written, name }) =>
      isNew(name) &&
      !STANDARD.test(written.replace(/\s?\($/, '(')) &&
      !helpers.some(({ block }) => block.title === name),
  )
}

function partsOf({ file: { source }, block }: TestCase): Parameters<typeof isUnwrapped>[1] {
  return { source, block }
}

function codeOf({ file, block }: TestCase): string {
  return file.source.code.slice(block.bodyStart, block.end)
}

export function shrunkText(count: number, { title, assertions }: TestCase): string {
  const total = assertions.filter(({ isVacuous }) => !isVacuous).length
  if (total === 1) return `the only assertion of test ${quote(title)} is gone`
  return count >= total
    ? `all ${total} assertions of test ${quote(title)} are gone`
    : `${count} of ${total} assertions of test ${quote(title)} ${count === 1 ? 'is' : 'are'} gone`
}
