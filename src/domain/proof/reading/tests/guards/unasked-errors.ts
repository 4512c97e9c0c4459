// A test that asked for an error and now only looks at one if it comes: `try` and `catch` without a failure in between.
import { lineAt } from '../../../source/source.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import type { TestCase } from '../../test-file/test-file.ts'

export function unaskedErrors(before: TestCase, after: TestCase): TamperFinding[] | undefined {
  const lost = asked(before) - asked(after)
  if (lost <= 0 || COUNTED.test(codeOf(after))) return undefined
  const open = attemptsIn(after).filter((one) => !mustFail(one))
  const [first] = open.slice(attemptsIn(before).filter((one) => !mustFail(one)).length)
  if (!first) return undefined
  const what = `test ${quote(after.title)} passes without the error that it asked for`
  return [finding('vacuous', after.file.path, lineAt(after.file.source, first.at), what)]
}

/** How often it says that something must be raised. */
const ASKS =
  /\bexpected(?:Exceptions)?\s{0,9}=\s{0,9}\{?\s{0,9}[\w.]{1,80}(?:\.class|::class)|\[[^\]\n]{0,80}\bExpectedException\b|@expectedException\b|(?:->|::)expectException(?:Object)?\(|\b(?:thrown|exception|expectedException|exceptionRule)\.expect\(|\b(?:assertThrows\w*|assertFailsWith|expectThrows|shouldThrow\w*|assertThatThrownBy|assertThatExceptionOfType|assertThat\w*Exception|catchThrowable\w*|XCTAssertThrowsError|assertRaises\w*|assert_raises?\w*|raise_error|raise_exception|intercept)\b|\b(?:EXPECT|ASSERT|CHECK|REQUIRE)_(?:ANY_)?THROWS?\w*|\bAssert\.(?:Throws|Catch)\w*|\bThrow(?:Exactly)?(?:Async)?<|\bThrows\.\w|\bShould\.Throw\w*|\braises\s?\(|\.(?:not\.)?(?:toThrow\w*|to\.throw\w*)|\.(?:throws|rejects)(?:Async|WithError)?\s?\(|\.rejects\b|#expect\(throws:|\bmust_raise\b|\bthrown(?:By)?\s?\(/g

/** A failure where nothing came; in the tests of before too. */
const FAILS =
  /\b(?:[fF]ail\w{0,20}|flunk|XCTFail|Issue\.record|FAIL\w*|ADD_FAILURE\w*|unreachable|never\w{0,20}|shouldHave\w{1,20})\b|\b(?:throw|raise)\b|\bassert\w{0,6}!?(?:\.(?:ok|isTrue|True|IsTrue|equal|strictEqual))?[ (]{1,2}(?:false|False|0|!1|nil|None)\b|\bexpect\((?:true|1|false)\)|\bdone\(/

/** So many assertions must have run. */
const COUNTED = /\b(?:expect\.(?:assertions|hasAssertions)|(?:t|assert|test)\.(?:plan|expect))\s?\(/

function asked({ file: { source }, block }: TestCase): number {
  const text = source.bare.slice(block.start, block.end)
  const [doc = ''] =
    /\/\*\*(?:(?!\*\/)[^])*$/.exec(source.comments.slice(Math.max(0, block.start - 600), block.at)) ?? []
  const must = attemptsIn({ file: { source }, block }).filter(mustFail).length
  return (text.match(ASKS)?.length ?? 0) + (/@expectedException\b/.test(doc) ? 1 : 0) + must
}

interface Attempt {
  readonly at: number
  readonly body: string
  /** What catches the error. */
  readonly handler: string
  /** The rest of the test. */
  readonly behind: string
}

type Part = Pick<TestCase, 'block'> & { readonly file: Pick<TestCase['file'], 'source'> }

function codeOf({ file: { source }, block }: Part): string {
  return source.code.slice(block.bodyStart, block.end)
}

/** Whatever is caught: if nothing was raised, something fails all the same. */
function mustFail({ body, handler, behind }: Attempt): boolean {
  if (HANDS_ON.test(handler) || FAILS.test(body) || FAILS.test(behind.slice(0, LONGEST_BEHIND))) return true
  const kept = Array.from(`${body}\n${handler}`.matchAll(KEEPS), ([, one, two]) => one ?? two ?? '')
  return kept.some((name) => new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`).test(behind))
}

const LONGEST_BEHIND = 2000
const KEEPS =
  /(?<![\w$.])([A-Za-z_$][\w$]*)\s{0,3}(?:[+|&]?=(?![=>~])|\+\+)|(?<![\w$.])([A-Za-z_$][\w$]*)\.(?:push|add|append|set|Add|complete|resolve|countDown)\b/g
const MOST = 30

function attemptsIn(part: Part): Attempt[] {
  const code = codeOf(part)
  const { bodyStart } = part.block
  return [...inBraces(part, code), ...inLines(code)].slice(0, MOST).map((one) => ({ ...one, at: one.at + bodyStart }))
}

/** What was caught is thrown again in the end. */
const HANDS_ON = /(?:^|[\n;{}])\s{0,99}(?:throw|raise)\b(?:[ \t]+(?!new\b)\w{1,40})?\s{0,9};?\s{0,99}$/

const BRACE = /\b(?:try|do)\b\s{0,9}(?:\([^(){}]{0,200}\)\s{0,9})?\{/g
const CATCH = /^\s{0,99}catch\b[^{}]{0,200}\{/

function inBraces({ file: { source }, block: { bodyStart } }: Part, code: string): Attempt[] {
  return Array.from(code.matchAll(BRACE)).flatMap(({ 0: head, index }) => {
    const open = index + head.length - 1
    const close = (source.pairs[bodyStart + open] ?? -1) - bodyStart
    const hit = close > open ? CATCH.exec(code.slice(close + 1, close + 400)) : null
    if (!hit) return []
    const from = close + hit[0].length
    const to = (source.pairs[bodyStart + from] ?? -1) - bodyStart
    if (to <= from) return []
    return [
      { at: index, body: code.slice(open + 1, close), handler: code.slice(from + 1, to), behind: code.slice(to + 1) },
    ]
  })
}

const LINE = /^([ \t]{0,99})(?:try:|begin)[ \t]*$/gm

/** Python and Ruby. */
function inLines(code: string): Attempt[] {
  return Array.from(code.matchAll(LINE)).flatMap(({ 0: head, 1: indent = '', index }) => {
    const rest = code.slice(index + head.length + 1)
    const handler = new RegExp(`^${indent}(?:except|rescue)\\b`, 'm').exec(rest)
    if (!handler) return []
    const after = rest.slice(handler.index)
    const end = new RegExp(`\\n${indent}(?!except\\b|rescue\\b)[^\\s#]`).exec(after)?.index ?? after.length
    return [
      {
        at: index + indent.length,
        body: rest.slice(0, handler.index),
        handler: after.slice(0, end),
        behind: after.slice(end),
      },
    ]
  })
}
