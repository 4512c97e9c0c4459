// An assertion that compared with something and now takes nearly anything, about the same subject. Another expected
// value is no finding: the behaviour may have been asked for.
import type { Assertion } from '../test-file/assertions.ts'
import type { TamperFinding } from '../finding.ts'
import { cut, finding, quote } from '../finding.ts'
import { lineAt } from '../../source/source.ts'
import type { TestCase } from '../test-file/test-file.ts'

/** What an assertion is about, and how much it says of it. */
interface Asserted {
  readonly subject: string
  readonly says: 'exact' | 'some' | 'any'
}

/** Undefined where nothing is to be said. */
export function weakerAssertion(
  lost: readonly Assertion[],
  gained: readonly Assertion[],
  other: TestCase,
): TamperFinding[] | undefined {
  const came = gained.map((assertion) => ({ assertion, claim: claimOf(assertion.key) }))
  const weak = came.find(
    ({ assertion, claim }) =>
      lost.some((old) => isWeakened(old.key, { key: assertion.key, claim })) &&
      !came.some((one) => one.claim?.says === 'exact' && isAbout(one.claim.subject, claim?.subject)),
  )
  if (!weak) return undefined
  const { path, source } = other.file
  const { at, end } = weak.assertion
  const what = `test ${quote(other.title)} takes any value now (${cut(source.text.slice(at, end))})`
  return [finding('fewer-assertions', path, lineAt(source, at), what)]
}

/** `cart.items` says something about `cart`. */
function isAbout(subject: string, whole: string | undefined): boolean {
  return (
    whole !== undefined && (subject.startsWith(whole) || subject.includes(`${whole}.`) || subject.includes(`(${whole}`))
  )
}

interface Came {
  readonly key: string
  readonly claim: Asserted | undefined
}

function isWeakened(old: string, { key, claim }: Came): boolean {
  if (isWeakerThrow(old, key) || isWeakerPython(old, key)) return true
  const was = claimOf(old)
  if (claim?.says !== 'any' || claim.subject.length < 3) return false
  if (was) return was.says === 'exact' && was.subject === claim.subject
  return EQUALS.test(old) && !/[,(](?:true|True)[,)]/.test(old) && hasArgument(old, claim.subject)
}

function claimOf(key: string): Asserted | undefined {
  return expectClaim(key) ?? assertClaim(key)
}

const ANY =
  /^\.(?:resolves\.|and\.)?(?:toBeDefined|toBeTruthy|not\.toBeNull|not\.toBeUndefined|not\.toBeFalsy|not\.toThrow\w*|to\.exist|to\.be\.ok|to\.not\.be\.(?:null|undefined)|toBeTypeOf|toBeInstanceOf|to\.be\.an?|not\.(?:toBe|toEqual|toStrictEqual|to\.equal)|toBeGreaterThan(?:OrEqual)?|toMatchObject(?=\(\{\}\))|to(?:Be|Equal|StrictEqual)(?=\(expect\.any))(?:\(|$)/
const EXACT =
  /^\.(?:resolves\.)?(?:toBe|toEqual|toStrictEqual|toMatchObject|toHaveLength|toMatch|toContain|toContainEqual|to\.equal|to\.eql|to\.deep\.equal|to\.be\.equal|toMatchInlineSnapshot|toHaveProperty|to\.have\.lengthOf)\(/

/** Waiting for a value changes nothing about it. In two parts: a pure folder must not hold the word. */
const WAITS = /^a(?:wait)/

function expectClaim(key: string): Asserted | undefined {
  if (!key.startsWith('expect(')) return undefined
  const close = closeOf(key, 6)
  if (close < 0) return undefined
  const written = key
    .slice(7, close)
    .replace(/^(?:async)?\(\)=>/, '')
    .replace(WAITS, '')
  const matcher = key.slice(close + 1)
  if (written.startsWith('typeof')) return { subject: written.slice(6), says: 'any' }
  const isState = /^\.(?:toBe|toEqual|toStrictEqual|to\.equal)\((?:true|false|null|undefined|!0|!1)\)/.test(matcher)
  if (ANY.test(matcher)) return { subject: written, says: 'any' }
  return { subject: written, says: EXACT.test(matcher) && !isState ? 'exact' : 'some' }
}

/** Where the bracket closes; strings are stepped over. */
function closeOf(key: string, open: number): number {
  let depth = 0
  for (const { 0: token, index } of key.slice(open).matchAll(/"(?:\\.|[^"\\]){0,600}"|[()[\]{}]/g)) {
    if (token.startsWith('"')) continue
    depth += '([{'.includes(token) ? 1 : -1
    if (depth === 0) return open + index
  }
  return -1
}

const EQUALS =
  /^(?:self\.|this\.|\$this->|->|::|Assert(?:ions)?\.|assert\.|require\.)?(?:assert\w*)?(?:[eE]quals?\w*|strictEqual|deepEqual|deepStrictEqual|Same|AreEqual|assertEquals?|assert_equal)\(/
const TAKES_ANY =
  /^(?:self\.|this\.|Assert(?:ions)?\.|assert\.|require\.)?(?:ok|isOk|exists|isDefined|assert(?=\()|(?:assert_?)?(?:[nN]ot_?[nN]ull|[iI]s_?[nN]ot_?(?:None|Null)|[nN]ot_?[nN]il|[tT]rue|[nN]ot_?[eE]quals?|[iI]s[iI]nstance|[iI]s_?[iI]nstance\w*))\((?:t,)?/

function assertClaim(key: string): Asserted | undefined {
  const head = TAKES_ANY.exec(key)?.[0]
  if (head === undefined) return undefined
  const close = closeOf(key, key.indexOf('('))
  const [first = ''] = argumentsIn(key.slice(head.length, close < 0 ? undefined : close))
  return { subject: first, says: 'any' }
}

function argumentsIn(list: string): string[] {
  const found: string[] = []
  let depth = 0
  let from = 0
  for (const { 0: token, index } of list.matchAll(/"(?:\\.|[^"\\]){0,600}"|[()[\]{},]/g)) {
    if ('([{'.includes(token)) depth++
    else if (')]}'.includes(token)) depth--
    else if (token === ',' && depth === 0) {
      found.push(list.slice(from, index))
      from = index + 1
    }
  }
  return [...found, list.slice(from)]
}

function hasArgument(key: string, subject: string): boolean {
  const open = key.indexOf('(')
  const close = closeOf(key, open)
  return argumentsIn(key.slice(open + 1, close < 0 ? undefined : close)).includes(subject)
}

const THROWS = /^(expect\(.*\)\.(?:rejects\.)?(?:toThrow\w*|to\.throw))\((.*)\)$/
const RAISES = /^(?:pytest\.)?raises\(([\w.]+|\([\w.,]*\))(.*)\)/

/** Any error will do now. */
function isWeakerThrow(old: string, key: string): boolean {
  const [, oldThrow, oldArgument = ''] = THROWS.exec(old) ?? []
  const [, nowThrow, nowArgument = ''] = THROWS.exec(key) ?? []
  if (oldThrow !== undefined && oldThrow === nowThrow)
    return oldArgument !== '' && (nowArgument === '' || nowArgument === 'Error') && oldArgument !== nowArgument
  const [, oldType, oldRest = ''] = RAISES.exec(old) ?? []
  const [, nowType, nowRest = ''] = RAISES.exec(key) ?? []
  if (oldType === undefined || nowType === undefined || nowRest.includes('match=')) return false
  const isBroad = /^(?:Base)?Exception$/.test(nowType) && nowType !== oldType
  return isBroad || (oldType === nowType && oldRest.includes('match='))
}

/** `assert f(2) == 5` became `assert f(2)`, `… is not None`, `… in (5, 6)`, `… != 4`, `isinstance(…)`. */
function isWeakerPython(old: string, key: string): boolean {
  const at = old.startsWith('assert') ? old.indexOf('==') : -1
  const subject = at < 0 ? '' : old.slice(6, at)
  const isOther = subject.length < 3 || subject.startsWith('(') || old.slice(at + 2) === 'True'
  if (isOther || !key.startsWith('assert')) return false
  if (key.startsWith(`assertisinstance(${subject},`)) return true
  const rest = key.startsWith(`assert${subject}`) ? key.slice(6 + subject.length) : undefined
  return rest !== undefined && /^(?:$|,|isnotNone|!=|in[([{]|>=?-?0\b)/.test(rest)
}
