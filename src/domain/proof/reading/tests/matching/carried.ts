// An assertion that now stands in another test: does it still look at the same thing there? The same words about a value
// of another making say nothing.
import type { Assertion } from '../../test-file/assertions.ts'
import { lineAt, lineEnd, lineStart } from '../../../source/source.ts'
import type { TestCase, TestFile } from '../../test-file/test-file.ts'
import { COMMON } from '../../test-file/tokens.ts'

interface Place {
  readonly one: Assertion
  readonly test: TestCase
}

/**
 * Both read the same. `home` is the test of before as it is now: what is still made there in the same words, and here
 * in others, is another thing.
 */
export function isCarried({ one: was, test: from }: Place, { one: is, test: to }: Place, home?: TestCase): boolean {
  const needed = neededBy(was, from)
  if (needed.length === 0) return true
  const above = new Set(linesAbove(is, to))
  const known = [...above].map(tokensIn)
  const kept = home && home !== to ? new Set(linesOf(home)) : undefined
  const isThere = (line: string): boolean => {
    if (above.has(line) || outsideOf(to.file).has(line)) return true
    if (kept?.has(line) === true && /[\d"']/.test(line)) return false
    const tokens = tokensIn(line)
    return known.some((other) => isAlike(tokens, other))
  }
  return needed.filter(isThere).length * 3 >= needed.length
}

const WORD = /[A-Za-z_$][\w$]*/g
const MOST_LINES = 60
const MOST_NEEDED = 6
const LONGEST_LINE = 300

/** The nearest lines above it, in its test, that speak of what it looks at; none: it stands on its own. */
function neededBy(one: Assertion, test: TestCase): string[] {
  const { source } = test.file
  const said = `${one.key} ${source.bare.slice(one.at, Math.min(one.end, one.at + 2000))}`
  const above = linesAbove(one, test)
  const bound = boundIn(above, test)
  const words = new Set(
    (said.replaceAll(STRING, '').match(WORD) ?? []).filter((word) => !COMMON.test(word) && bound.has(word)),
  )
  // An assertion above makes nothing.
  const telling = above
    .filter((line) => !CLAIM.test(line))
    .filter((line) =>
      line
        .replaceAll(STRING, '')
        .match(WORD)
        ?.some((word) => words.has(word)),
    )
  if (telling.length > 0) return telling.slice(0, MOST_NEEDED)
  return CALL.test(said.replace(FRAMEWORK, '')) ? [] : above.slice(0, 3)
}

const BOUND =
  /(?<![\w$.])([A-Za-z_$][\w$]*)(?:\s{0,3}:[^=\n]{1,60})?\s{0,3}(?::=|=(?![=>~]))|(?:\bas|\bfor|\|)\s{0,3}([A-Za-z_$][\w$]*)|[,[({]\s{0,3}([A-Za-z_$][\w$]*)(?=[^=\n]{0,120}[\])}]\s{0,3}(?::=|=(?![=>~])))/g
const MEMBER = /(?:\bself|\bthis|@|\$this)(?:\.|->)?([A-Za-z_]\w*)/g

/** Names that the test made itself, or was handed: all others mean the same wherever they stand. */
function boundIn(above: readonly string[], { file: { source }, block }: TestCase): Set<string> {
  const head = source.code.slice(block.at, Math.min(block.bodyStart, block.at + 400))
  const text = `${above.join('\n')}`
  const names = Array.from(text.matchAll(BOUND), ([, one, two, three]) => one ?? two ?? three ?? '')
  const members = Array.from(text.matchAll(MEMBER), ([, name = '']) => name)
  const handed = /\(([^()]{0,300})\)/.exec(head)?.[1]?.match(WORD) ?? []
  return new Set([...names, ...members, ...handed])
}

const CLAIM = /^(?:self\.assert|assert[\w.]{0,30}[( ]|expect\([\w.$]{1,40}\)\.|Assert\.|t\.(?:Error|Fatal))/
const STRING = /"[^"\n]{0,300}"|'[^'\n]{0,300}'/g
/** `assert_equal`, `expect(`: whose call is not what is looked at. */
const FRAMEWORK = /^[\w$.:>\-!]{0,80}[\s(]{0,3}/
const CALL = /[\w$]\s?\([^)\n]/

/** Trimmed, from the nearest to the head of the test; without what does nothing. */
function linesAbove(one: Assertion, { file: { source }, block }: TestCase): string[] {
  const lines: string[] = []
  const last = lineAt(source, one.at)
  const first = Math.max(lineAt(source, block.at), last - MOST_LINES)
  const own = source.bare.slice(lineStart(source, last), one.at).trim()
  if (own.length > 3 && one.key.startsWith('.')) lines.push(own.slice(0, LONGEST_LINE))
  for (let line = last - 1; line >= first; line--) {
    const start = lineStart(source, line)
    const text = source.bare.slice(start, Math.min(lineEnd(source, line), start + LONGEST_LINE)).trim()
    if (text.length > 3) lines.push(text)
  }
  return lines
}

function linesOf({ file: { source }, block }: TestCase): string[] {
  return source.bare
    .slice(block.bodyStart, block.end)
    .split('\n', 200)
    .map((line) => line.trim())
}

const outsides = new WeakMap<TestFile, ReadonlySet<string>>()

/** What is done outside of tests, such as before each of them. */
function outsideOf(file: TestFile): ReadonlySet<string> {
  const known = outsides.get(file)
  if (known) return known
  const inside = new Uint8Array(file.source.starts.length + 2)
  for (const { block } of file.cases)
    inside.fill(1, lineAt(file.source, block.start), lineAt(file.source, block.end) + 1)
  const lines = file.source.bare.split('\n').flatMap((line, index) => (inside[index + 1] === 1 ? [] : [line.trim()]))
  const found = new Set(lines)
  outsides.set(file, found)
  return found
}

function tokensIn(line: string): ReadonlySet<string> {
  return new Set(line.match(/"[^"]{0,80}"|'[^']{0,80}'|\d+|[A-Za-z_$][\w$]*/g))
}

function isAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  let same = 0
  for (const token of one) if (other.has(token)) same++
  return same > 1 && same * 2 >= Math.max(one.size, other.size)
}
