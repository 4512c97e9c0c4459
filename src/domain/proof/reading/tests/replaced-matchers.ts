// Matchers and assertions that everybody knows, defined anew in the tests: by the names in an object that is handed to
// `expect.extend`, and by functions of such a name that hand nothing on to the one they stand in for.
import type { SourceText } from '../../source/source.ts'
import { elementsOf } from './cases/elements.ts'

const KNOWN =
  /^(?:toBe|toEqual|toStrictEqual|toThrow|toThrowError|toMatch|toMatchObject|toContain|toContainEqual|toHaveLength|toHaveProperty|toBeTruthy|toBeFalsy|toBeDefined|toBeUndefined|toBeNull|toBeNaN|toBeInstanceOf|toBeCloseTo|toBe(?:Greater|Less)Than(?:OrEqual)?|toHaveBeenCalled\w{0,20}|toHaveReturned\w{0,20}|toMatchSnapshot|toMatchInlineSnapshot)$/
const EXTENDS =
  /(?:\bexpect\.extend|\badd(?:Async)?Matchers)\s?(?:<[^<>()\n]{0,100}>)?\(\s{0,99}(?:\{|([A-Za-z_$][\w$]{0,60})\s{0,9}[,)])/g
const MOST = 20

/** Where the names stand. */
export function replacedMatchers(source: SourceText): number[] {
  return Array.from(source.code.matchAll(EXTENDS))
    .slice(0, MOST)
    .flatMap(({ 0: written, 1: name, index }) =>
      name === undefined ? keysIn(source, index + written.length - 1, true) : objectNamed(source, name),
    )
}

function objectNamed(source: SourceText, name: string): number[] {
  const declared = new RegExp(
    `\\b(?:const|let|var)\\s{1,9}${name.replaceAll('$', '\\$')}(?:\\s?:[^=\\n]{1,120})?\\s{0,9}=\\s{0,9}(?=\\{)`,
  ).exec(source.code)
  return declared ? keysIn(source, declared.index + declared[0].length, false) : []
}

const KEY = /(?:async\s{1,9})?\[?\s{0,9}["'`]?(\.{3})?([\w$]{1,60})/y

function keysIn(source: SourceText, open: number, isOuter: boolean): number[] {
  return elementsOf(source, open).flatMap(({ start, end }) => {
    const first = /\S/g
    first.lastIndex = start
    const at = first.exec(source.bare)?.index ?? end
    KEY.lastIndex = at
    const [, spread, name = ''] = (at < end && KEY.exec(source.bare)) || []
    if (spread !== undefined) return isOuter ? objectNamed(source, name) : []
    return KNOWN.test(name) ? [at] : []
  })
}

const NAMES = {
  python:
    /^[ \t]{1,20}def (assert(?:Equals?|NotEqual|True|False|Is|IsNot|IsNone|In|AlmostEqual|DictEqual|ListEqual|SequenceEqual|CountEqual|Greater|Less|Raises|Regex))\(\s?self\b/gm,
  ruby: /^[ \t]{0,20}def ((?:assert|refute)_(?:equal|nil|match|includes|in_delta|empty|same|operator|predicate|raises|kind_of|instance_of))\b/gm,
  jvm: /\b(?:void|fun)(?: <[^<>\n]{1,60}>)? (?:[\w<>?*]{1,40}\.)?(assert(?:Equals|True|False|Null|NotNull|That|Same|Throws|ArrayEquals|NotEquals)|should(?:Be|Equal|NotBe|Contain|Throw))\s?\(/g,
}
/** It fails by itself, or asks another assertion that can. */
const FAILS =
  /\bsuper\b|\bTestCase\.|\btesting\.|\braise\b|\bthrow\b|\bfail(?:ure)?\w{0,20}\(|\bflunk\b|\bAssert(?:ions)?\.|\bassert(?:[A-Z_]\w{0,30})?[ (]|\bshould[A-Z]\w{0,30}\b|\berror\(/
const PYTHON_FAILS = /\bsuper\b|\bTestCase\.|\btesting\.|\braise\b|\bassert_\w{1,30}\(|\bself\.fail|^\s{0,99}assert\b/m
const LONGEST = 4000

/** `def assertEqual(self, …)` in a class of unittest that never comes to the assertion of that name. */
export function replacedInPython({ code }: SourceText): number[] {
  if (!/\bclass \w{1,60}\([^)\n]{0,200}TestCase\b/.test(code)) return []
  return replacedByIndent(code, { names: NAMES.python, endsWith: '\\S', fails: PYTHON_FAILS })
}

export function replacedInRuby({ code }: SourceText): number[] {
  return replacedByIndent(code, { names: NAMES.ruby, endsWith: 'end\\b', fails: FAILS })
}

/** `endsWith`: what stands behind a definition, no further in than it. */
function replacedByIndent(
  code: string,
  { names, endsWith, fails }: { readonly names: RegExp; readonly endsWith: string; readonly fails: RegExp },
): number[] {
  return Array.from(code.matchAll(names))
    .slice(0, MOST)
    .flatMap(({ 0: head, index }) => {
      const indent = head.length - head.trimStart().length
      const at = index + indent
      const body = code.slice(at + head.trimStart().length, at + LONGEST)
      const end = new RegExp(`\\n[ \\t]{0,${indent}}${endsWith}`).exec(body)?.index ?? body.length
      return fails.test(body.slice(0, end)) ? [] : [at]
    })
}

export function replacedInJava({ code, pairs }: SourceText): number[] {
  return Array.from(code.matchAll(NAMES.jvm))
    .slice(0, MOST)
    .flatMap(({ 0: head, index }) => {
      const close = pairs[index + head.length - 1] ?? -1
      if (close < 0) return []
      const brace = /^[^{};=\n]{0,80}\n?\s{0,40}\{/.exec(code.slice(close + 1, close + 200))
      const open = brace ? close + brace[0].length : -1
      const end = open < 0 ? -1 : (pairs[open] ?? -1)
      // A plan of an interface has no body; an expression is a line.
      const body = end > 0 ? code.slice(open, Math.min(end, open + LONGEST)) : lineOf(code, close)
      return body === '' || FAILS.test(body) ? [] : [index]
    })
}

function lineOf(code: string, close: number): string {
  return /^[^{};=\n]{0,80}=(?!=)[^\n]{1,300}/.exec(code.slice(close + 1, close + 400))?.[0] ?? ''
}
