// Go: set-up that makes a call less need not look at the error of that call.
import type { Assertion } from '../../test-file/assertions.ts'
import type { CodeBlock } from '../../test-file/block.ts'
import type { SourceText } from '../../../source/source.ts'

interface Part {
  readonly source: SourceText
  readonly block: CodeBlock
}

const NO_ERROR = /^(?:require|assert)\.(?:NoError|Nil)\(\w+,(\w*[eE]rr)\b/
/** They take place in the test, and end it where they fail. */
const BY_TEST: readonly (readonly [old: RegExp, now: RegExp])[] = [
  [/^(?:ioutil\.TempDir|os\.MkdirTemp)$/, /\.TempDir\(\)/g],
  [/^os\.Setenv$/, /\b(?:t|tb|b)\.Setenv\(/g],
  [/^os\.Chdir$/, /\b(?:t|tb|b)\.Chdir\(/g],
]

const ASSERTS = /assert|check|verify|expect|must|require|ensure|should/i
const FEWEST_LINES = 3

/** The helper only sets up, no longer makes the call whose error it looked at, and still does the rest. */
export function isOfGoneCall(one: Assertion, was: Part, is: Part): boolean {
  const called = ASSERTS.test(was.block.title) ? undefined : callOf(one, was)
  const now = codeOf(is)
  if (called === undefined || now.includes(`${called}(`)) return false
  return now.split('\n').filter((line) => /\w/.test(line)).length > FEWEST_LINES
}

/** `dir, err := os.MkdirTemp(…)` has become `dir := t.TempDir()`. */
export function isOfCallByTest(one: Assertion, was: Part, is: Part): boolean {
  const called = callOf(one, was)
  const row = called === undefined ? undefined : BY_TEST.find(([old]) => old.test(called))
  const [before, now] = [codeOf(was), codeOf(is)]
  const count = (text: string): number => text.match(row?.[1] ?? /$^/g)?.length ?? 0
  return called !== undefined && !now.includes(`${called}(`) && count(now) > count(before)
}

/** What was called last before, and gave the error. */
function callOf({ key, at }: Assertion, { source, block }: Part): string | undefined {
  const name = NO_ERROR.exec(key)?.[1]
  if (name === undefined) return undefined
  const above = source.code.slice(block.bodyStart, at)
  return [...above.matchAll(new RegExp(`\\b${name} :?= ([\\w.]{1,80})\\(`, 'g'))].at(-1)?.[1]
}

function codeOf({ source, block }: Part): string {
  return source.code.slice(block.bodyStart, block.end)
}
