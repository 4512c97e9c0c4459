// Assertions that stand under a question whether their own subject is there: where it is missing, the test passes.
import type { Assertion } from '../../test-file/assertions.ts'
import type { Guard } from '../../test-file/guards.ts'
import { behindBlock } from '../../test-file/guards.ts'
import type { TestCase } from '../../test-file/test-file.ts'

/** Asks whether something is there, visible, not empty. */
const ASKS = new RegExp(
  [
    /^!{0,2}[\w$]+(?:\[[^[\]]{1,40}\])?$/,
    /[!=]==? ?(?:null|undefined|None|nil|nullptr|"")|\bis not None/,
    /(?:\blen\([^()]{1,60}\)|\bcount\([^()]{1,60}\)|(?:length|size|[cC]ount|Length)(?:\(\))?) ?(?:>=?|!==?) ?[01]\b/,
    /\.(?:isPresent|is_some|is_ok|isVisible|is_visible|isDisplayed|exists\??|isNotEmpty|isNotBlank|present\?|any\?|Any|key\?|has|has_key\?|contains|containsKey|ContainsKey)(?:\(|$)/,
    /!\s?[\w.]+(?:\.isEmpty\(\)|\.is_empty\(\)|\.empty\?)|!string\.IsNullOr\w+\(/,
    /^let (?:Some|Ok)\(/,
    /^["'\w.]+ in \w/,
  ]
    .map(({ source }) => `(?:${source})`)
    .join('|'),
)
const WORD = /(?<![\w$.])[A-Za-z_$][\w$]*/g
const NO_SUBJECT =
  /^(?:if|unless|let|not|null|undefined|None|nil|len|count|string|in|is|a(?:wait)|Some|Ok|this|self|expect|assert\w*|and|or|true|false|t)$/
const OTHERWISE = /^\s*\}?\s*(?:else|elif|elsif)\b/

export function isOnlyIfPresent(
  { guard, outer }: { readonly guard: Guard; readonly outer: readonly Guard[] },
  assertion: Assertion,
  { test, free }: { readonly test: TestCase; readonly free: readonly Assertion[] },
): boolean {
  const { source } = test.file
  const condition = conditionIn(guard.head)
  if (condition === '' || condition.length > 200 || !ASKS.test(condition)) return false
  if (
    OTHERWISE.test(
      guard.open < 0 ? source.code.slice(assertion.end, assertion.end + 40) : behindBlock(source, guard, 60),
    )
  )
    return false
  const said = source.code.slice(assertion.at, assertion.end)
  const names = wordsIn(condition).filter((name) => wordsIn(said).includes(name))
  if (names.length === 0 || outer.some(({ head }) => /^\s*(?:for|while)\b|\beach\b|forEach/.test(head))) return false
  const body = source.code.slice(test.block.bodyStart, assertion.at)
  const isMade = wordsIn(condition).some((name) =>
    new RegExp(`(?<![\\w$.])${name.replaceAll('$', '\\$')}(?:, ?\\w+)*(?:: [^=\\n]{1,60})?\\s?:?=(?!=)`).test(body),
  )
  return isMade && !free.some(({ at, end }) => wordsIn(source.code.slice(at, end)).some((name) => names.includes(name)))
}

function conditionIn(head: string): string {
  const text = head
    .replace(/^\}? ?(?:if|unless)\b ?/, '')
    .replace(/(?: ?\{| ?:| then| && ?\(?| ?\?)$/, '')
    .trim()
  const bare = text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1).trim() : text
  return bare.replace(/^a(?:wait) /, '')
}

function wordsIn(code: string): string[] {
  return (code.match(WORD) ?? []).filter((word) => !NO_SUBJECT.test(word))
}
