// A new helper in the place of assertions that lets pass what they would not: it looks only at what was thrown, and nobody
// says that something must be, or it asks whether there is an object that always is.
import type { Assertion } from '../../test-file/assertions.ts'
import type { Guard } from '../../test-file/guards.ts'
import { blockOf, guardsAround } from '../../test-file/guards.ts'
import type { Helper, TestCase, TestFile } from '../../test-file/test-file.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import { matchersFor } from '../../matchers/index.ts'
import { readDemand } from '../../matchers/read-demand.ts'
import { lineAt } from '../../../source/source.ts'
import type { Comparison } from '../matching/comparison.ts'
import { isLoose } from '../assertions/substance.ts'

interface Called {
  readonly file: TestFile
  readonly helper: Helper
}

/** Undefined where no such helper stands for an assertion that went. */
export function hollowHelper(one: TestCase, other: TestCase, comparison: Comparison): TamperFinding[] | undefined {
  const { ledger } = comparison
  const lost = one.assertions.filter((assertion) => ledger.lost.has(assertion) && !isLoose(assertion))
  if (lost.length === 0 || COUNTS.test(codeOf(other))) return undefined
  const came = newHelpers(one, other, comparison)
  const hollow = came.flatMap((called) => {
    const why = hollowness(called, lost)
    return why === undefined ? [] : [{ ...called, why }]
  })
  const [first] = hollow
  if (!first) return undefined
  const names = hollow.map(({ helper }) => helper.block.title)
  const real = other.assertions.filter((assertion) => ledger.gained.has(assertion) && !isCallOf(assertion, names))
  const calls = came.filter(({ helper }) => !names.includes(helper.block.title)).length
  if (real.length + calls >= lost.length) return undefined
  const { file, helper, why } = first
  const what = `helper ${quote(helper.block.title)} stands for assertions since then and ${why}`
  return [finding('vacuous', file.path, lineAt(file.source, helper.block.at), what)]
}

/** The test says itself how many assertions must have been made. */
const COUNTS = /\b(?:expect\.(?:assertions|hasAssertions)|(?:t|assert)\.(?:plan|expect))\s?\(/

function codeOf({ file, block }: TestCase): string {
  return file.source.code.slice(block.bodyStart, block.end)
}

/** Functions that assert, that were not there or asserted otherwise, and that this test calls since then. */
function newHelpers(one: TestCase, other: TestCase, { before, after }: Comparison): Called[] {
  const [was, is] = [codeOf(one), codeOf(other)]
  return after.flatMap((file) =>
    file.helpers
      .filter(
        ({ block: { title }, assertions }) => title.length > 2 && assertions.length > 0 && isCalledNow(title, was, is),
      )
      .filter(
        ({ block: { title } }) =>
          !before.some(({ helpers }) => helpers.some((old) => old.block.title === title && old.assertions.length > 0)),
      )
      .map((helper) => ({ file, helper })),
  )
}

function isCalledNow(name: string, was: string, is: string): boolean {
  if (!is.includes(name)) return false
  const call = new RegExp(`(?<![\\w$])${name.replaceAll(/\W/g, '\\$&')}\\s?[({]`)
  return call.test(is) && !call.test(was)
}

function isCallOf({ key, helper }: Assertion, names: readonly string[]): boolean {
  return (
    (helper !== undefined && names.includes(helper)) ||
    names.some((name) => key.startsWith(`${name}(`) || key.includes(`.${name}(`))
  )
}

function hollowness(called: Called, lost: readonly Assertion[]): string | undefined {
  if (isOnlyOnFailure(called, lost)) return 'fails only where something was thrown'
  return isOnlyPresence(called) ? 'asks for no value' : undefined
}

const HANDLER =
  /^(?:\} ?)?(?:catch|rescue|except)\b|\.onFailure ?(?:\{|$)|\.(?:catch|onErrorResume|exceptionally|catchError|otherwise)\( ?(?:async )?(?:function\b|\(?[^()]{0,80}\)? ?(?:=>|->))|\.then\( ?(?:undefined|null|\(\) ?=> ?\{ ?\}), ?(?:async )?(?:function\b|\(?[^()]{0,80}\)? ?=>)/
/** What else makes it fail, or hands on what was thrown to somebody who looks at it. */
const FAILS =
  /\b(?:throw|raise|reject|panic|fail\w*|flunk|unreachable|abort|exit)\b|\bexpect\.(?:assertions|hasAssertions)\b|\bNever\b|\bresolves\b|\belse\b/i

/** It fails for whatever was thrown: nothing must be. */
const MUST_NOT =
  /\b(?:fail|flunk|unreachable|ifError)\b|\.(?:Fail|Fatal\w*|Errorf?)\(|\btoBe(?:Undefined|Null|Falsy)\b|NoError|\b(?:is|be)_nil\b|isNull\(/
/** Go: where there is an error, which had to be there. */
const ON_ERROR = /^if (?:\w{1,40}(?:, \w{1,40})? :?= [^;]{1,200}; )?\w*[eE]rr\w* != nil ?\{?$/
const WANTS_ERROR = /^(?:assert|require|is|qt)\.(?:EqualError|Error(?:Is|As|Contains)?|Panics\w*)\(/

/** All its assertions stand where something was caught, and nothing else in it fails. */
function isOnlyOnFailure({ file, helper: { block, assertions } }: Called, lost: readonly Assertion[]): boolean {
  const { source, language } = file
  if (assertions.some(({ key }) => MUST_NOT.test(key))) return false
  const isOfGo = file.path.endsWith('.go') && lost.some(({ key }) => WANTS_ERROR.test(key))
  const isHandler = ({ head }: Guard): boolean => HANDLER.test(head) || (isOfGo && ON_ERROR.test(head))
  const range = { from: block.bodyStart, to: block.end }
  const guards = guardsAround(source, language, range, assertions)
  const handlers = guards.map((around) => around.find(isHandler))
  if (handlers.includes(undefined)) return false
  let outside = source.code.slice(block.bodyStart, block.end)
  for (const handler of handlers) outside = outside.replace(handler ? blockOf(source, handler) : '', ' ')
  return !FAILS.test(outside)
}

/** Objects that are there whether or not they show anything: locators of Playwright, promises that nobody waits for. */
const LAZY =
  /["']@?playwright(?:\/test)?["']|\bplaywright\.(?:sync|async)_api\b|\bcom\.microsoft\.playwright\b|\bMicrosoft\.Playwright\b/
const LOOKS_UP =
  /^(?:\w+[.:>-]{1,2}){0,6}\w{0,20}(?:[gG]et|[fF]ind|[qQ]uery|[lL]ocat|[fF]ilter|[sS]elect|[bB]y[A-Z_])\w*\(/

/** Each of its assertions passes for whatever there is, while it is handed what should be there. */
function isOnlyPresence({ file, helper: { block, assertions } }: Called): boolean {
  const { source, path } = file
  const table = matchersFor(path)
  if (!table) return false
  const isLazy = LAZY.test(source.text)
  return (
    assertions.every(({ at, end }) => {
      const demand = readDemand(source.bare.slice(at, Math.min(end, at + 4000)), table)
      if (demand?.mode !== 'value' || demand.level > 1 || demand.tolerance !== undefined) return false
      const [subject = ''] = demand.subjects
      if (demand.level === 0) return true
      if (!isPresence(source.code.slice(at, end))) return false
      // A lookup that is handed the text may fail by itself, or give nothing.
      return isLazy ? !/^\W*a(?:wait)\b/.test(subject) : !LOOKS_UP.test(subject) && !/\(/.test(subject)
    }) && block.title !== ''
  )
}

const PRESENCE =
  /toBeDefined|toBeTruthy|not\.toBe(?:Null|Undefined|Falsy)|to\.exist|to\.be\.ok|[nN]ot_?[nN]one|is not None|[nN]ot_?[nN](?:ull|il)|isPresent|be_truthy|be_present|assert\.ok|^assert [\w.]+(?:\([^()]*\))?$/

function isPresence(written: string): boolean {
  return PRESENCE.test(written.trim())
}
