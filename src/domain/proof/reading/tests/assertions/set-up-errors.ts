// Go: set-up that makes a call less need not look at the error of that call.
import type { Assertion } from '../../test-file/assertions.ts'
import type { CodeBlock } from '../../test-file/block.ts'
import type { SourceText } from '../../../source/source.ts'

interface Part {
  readonly source: SourceText
  readonly block: CodeBlock
}

const NO_ERROR = /^(?:require|assert)\.NoError\(\w+,(\w*[eE]rr)\b/
const ASSERTS = /assert|check|verify|expect|must|require|ensure|should/i
const FEWEST_LINES = 3

/** The helper only sets up, no longer makes the call whose error it looked at, and still does the rest. */
export function isOfGoneCall({ key, at }: Assertion, was: Part, is: Part): boolean {
  const name = NO_ERROR.exec(key)?.[1]
  if (name === undefined || ASSERTS.test(was.block.title)) return false
  const above = was.source.code.slice(was.block.bodyStart, at)
  const calls = [...above.matchAll(new RegExp(`\\b${name} :?= ([\\w.]{1,80})\\(`, 'g'))]
  const called = calls.at(-1)?.[1]
  const now = is.source.code.slice(is.block.bodyStart, is.block.end)
  if (called === undefined || now.includes(`${called}(`)) return false
  return now.split('\n').filter((line) => /\w/.test(line)).length > FEWEST_LINES
}
