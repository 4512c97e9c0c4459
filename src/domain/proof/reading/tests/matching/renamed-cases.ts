// A test that was renamed together with what it tests: one name for another, in title and body alike.
import { COMMON } from '../../test-file/tokens.ts'
import type { TestCase } from '../../test-file/test-file.ts'

const TOKEN = /"[^"\n]{0,400}"|\d+(?:\.\d+)?|[A-Za-z_$][\w$]*|[^\s\w]/g
const NAME = /^[A-Za-z_$]/
/** Names of matchers say what is asserted: they never stand for one another. */
const FIXED =
  /^(?:be_\w+|have_\w+|raises?\w*|throws?\w*|rejects|Raises\w*|Throws\w*|has[A-Z]\w*|contains\w*|XCT\w+|len|length)$/
const MOST_NAMES = 3
const LONGEST_BODY = 4000

function tokensIn({ file, block }: TestCase): string[] {
  const body = file.source.bare.slice(block.bodyStart, Math.min(block.end, block.bodyStart + LONGEST_BODY))
  return body.replaceAll(/['`]/g, '"').replaceAll(';', '').match(TOKEN) ?? []
}

function isFree(token: string): boolean {
  return NAME.test(token) && !COMMON.test(token) && !FIXED.test(token)
}

/** The body without its free names: equal for tests that differ in names only. */
export function shapeOf(test: TestCase): string {
  const tokens = tokensIn(test)
  return tokens.length === 0 ? '' : tokens.map((token) => (isFree(token) ? '_' : token)).join(' ')
}

/** For two of equal shape: few names changed, each into one other, and the title followed or says mostly the same. */
export function isRenamed(one: TestCase, other: TestCase): boolean {
  const now = tokensIn(other)
  const names = new Map<string, string>()
  for (const [index, token] of tokensIn(one).entries()) {
    const is = now[index] ?? ''
    if (token === is) continue
    if ((names.get(token) ?? is) !== is) return false
    names.set(token, is)
  }
  if (names.size > MOST_NAMES || new Set(names.values()).size < names.size) return false
  let title = plain(one.title)
  for (const [was, is] of names) title = title.replaceAll(plain(was), plain(is))
  return title === plain(other.title) || isAlike(wordsIn(one.title), wordsIn(other.title))
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '')
}

function wordsIn(title: string): Set<string> {
  const words =
    title
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]{2,}/g) ?? []
  return new Set(words.filter((word) => word !== 'test'))
}

function isAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const same = [...one].filter((word) => other.has(word)).length
  return same > 0 && same * 2 >= Math.max(one.size, other.size)
}
