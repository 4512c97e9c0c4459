// Lines of a test that could fail, in a language that we do not read: by words that tests of many languages share.
import { codeLines } from '../../../source/foreign-lines.ts'
import type { SourceText } from '../../../source/source.ts'
import { lineStarts } from '../../../source/source.ts'
import { isForeignName, isForeignTest, isTestPlace } from '../../../yardstick/yardstick.ts'

/** `assert_output`, `expect_equal(`, `shouldBe`, `Should Be Equal`, `t.expect` */
const WORDS = /assert|expect|should|refute|verify|\b(?:die|fail)\b|@test\b|@\?=|={3}/i
/** Where a test begins: its title stands there. */
const BEGINS =
  /^(?:@test\b|(?:test_that|x?it|x?test|x?specify|x?describe|x?context|pending|subtest|scenario|prop|property|testCase|testGroup|testProperty)\b[\s([{]{1,3}["'`]|\((?:deftest|testing|ert-deftest|test-case|define-test|facts?|it|describe)\b|@testset\b|(?:Scenario|Example)(?: Outline| Template)?:|(?:(?:local )?function |sub |def |proc )?test\w*\s?\(?\)?\s?\{|\*{3} ?Test ?Cases?\b)|[\s=,[(](?:testGroup|testCase|testProperty)\s{1,3}"|:: (?:\[?TestTree|Spec)\b/i
/** TAP as Perl writes it, clojure.test, steps of a scenario. */
const OF_LIBRARIES =
  /^(?:is|isnt|ok|like|unlike|is_deeply|cmp_ok|isa_ok|can_ok|pass|plan|done_testing|eq_or_diff|\w+_(?:ok|is|isnt|like|unlike))\b[\s(]|->\w+_(?:ok|is|isnt|like|unlike)\(|\((?:is|are|check-\w+)\s|^(?:Given|When|Then|And|But|\*)\s/
/** In a shell. */
const OF_SHELL =
  /^(?:\[\[? |\(\(|! \S|(?:run|diff|cmp|test)\s|grep -\w*q)|\|\|\s*(?:exit|return|\{)|\b(?:exit|return) [1-9]/

export function isClaim(line: string): boolean {
  return line !== '' && (WORDS.test(line) || BEGINS.test(line) || OF_LIBRARIES.test(line) || OF_SHELL.test(line))
}

/** A test of its own, or a group of them. */
export function beginsTest(line: string): boolean {
  return BEGINS.test(line)
}

/** As the rules about code read it: all of it is code. */
export function sourceOf(path: string, text: string): SourceText {
  const bare = codeLines(path, text).join('\n')
  return {
    text: bare,
    bare,
    code: bare,
    comments: '',
    heredocs: [],
    starts: lineStarts(bare),
    pairs: new Int32Array(0),
  }
}

export interface ForeignTest {
  readonly path: string
  readonly text: string
  /** Lines that do something, and those of them that could fail. */
  readonly code: readonly string[]
  readonly claims: readonly string[]
}

/** Undefined: no test, as far as can be told. What only lies among tests must say that it is one. */
export function readForeign(path: string, text: string): ForeignTest | undefined {
  const isScript = !path.includes('.', path.lastIndexOf('/') + 1) && isTestPlace(path) && text.startsWith('#!')
  if (!isScript && !isForeignTest(path)) return undefined
  const lines = codeLines(path, text)
  const code = lines.filter((line) => /\w/.test(line))
  const claims = code.filter(isClaim)
  const file = { path, text, code, claims }
  if (claims.length === 0) return undefined
  return isForeignName(path) || isRunByItself(text, lines) ? file : undefined
}

/** Helpers claim something too, but inside of functions that others call. */
function isRunByItself(text: string, lines: readonly string[]): boolean {
  const written = text.split('\n')
  return lines.some((line, index) => BEGINS.test(line) || (isClaim(line) && /^\S/.test(written[index] ?? '')))
}
