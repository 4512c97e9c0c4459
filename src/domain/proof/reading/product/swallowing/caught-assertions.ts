// Product code that asserts for tests and keeps each failure to itself: the assertion stands in a `try` whose handler only continues.
import { PYTHON, SCRIPT } from '../product-file.ts'
import type { RigPlace, RigRule, RigSpan } from '../rig-rule.ts'

const CATCHES = 'product code catches the assertions that it makes for tests'

export const CAUGHT_RULES: readonly RigRule[] = [
  {
    files: SCRIPT,
    pattern: /\btry\s?\{/g,
    what: CATCHES,
    suspect: inScripts,
  },
  {
    files: PYTHON,
    pattern:
      /^([ \t]{0,40})try:[ \t]*\n((?:\1[ \t]+[^ \t\n][^\n]*\n|[ \t]*\n){1,20})\1except\b([^\n:]{0,100}):[^\n]*\n?((?:\1[ \t]+[^ \t\n][^\n]*\n|[ \t]*\n){0,20})/gm,
    what: CATCHES,
    suspect: ({ text, at, match }) => {
      const [whole, , body = '', kinds = '', handler = ''] = match
      const isCaught = /^\s*$|\b(?:AssertionError|Exception|BaseException)\b/.test(kinds)
      const asserts = /^[ \t]*(?:assert\b|(?:self|case|test\w*)\.assert\w+\()/m.test(body)
      const isOver = !ANSWERS.test(`${whole.slice(whole.indexOf('except'))}\n${handler}`)
      return !text.isTestSupport && isCaught && asserts && isOver
        ? { from: at, to: at + whole.trimStart().length }
        : undefined
    },
  },
]

/** Somebody hears of the failure, by whatever way. */
const ANSWERS =
  /\b(?:throw|raise|return|reject|exit|fail\w*|done|next|abort|yield|break|continue|exitCode|resolve|push|append|add)\b|\b\w+\s?[-+|]?=(?![=>])/

const ASSERTS = /(?<![\w$.])(?:assert(?:\.strict)?(?:\.\w+)?|(?:strict|deep)\w*|expect)\(/

function inScripts({ text, at, match }: RigPlace): RigSpan | undefined {
  const { code, bare, pairs } = text.source
  const open = at + match[0].length - 1
  const close = pairs[open] ?? -1
  if (text.isTestSupport || close < open || !ASSERTS.test(bare.slice(open, close))) return undefined
  const head = /^\}\s*catch\s*(?:\([^)\n]{0,60}\)\s*)?\{/.exec(code.slice(close, close + 120))
  if (!head) return undefined
  const handler = close + head[0].length - 1
  const end = pairs[handler] ?? -1
  return end > handler && !ANSWERS.test(bare.slice(handler, end)) ? { from: at, to: end } : undefined
}
