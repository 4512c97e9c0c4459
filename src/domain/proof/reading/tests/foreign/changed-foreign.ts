// Single tests in files of languages that we do not read: gone, skipped, or with a failure that nobody hears. Only what their
// lines say by themselves.
import type { FileChange } from '../../../../../contract/change.ts'
import { codeLines } from '../../../source/foreign-lines.ts'
import { plainLines } from '../../../source/source.ts'
import { countsOf } from '../../../../text/counts.ts'
import type { TamperFinding } from '../../finding.ts'
import { cut, finding, quote } from '../../finding.ts'
import { partOf } from '../matching/shrunk-code.ts'
import { beginsTest, isClaim, readForeign, sourceOf } from './claims.ts'

export function changedForeign(change: FileChange, cameElsewhere: () => ReadonlySet<string>): TamperFinding[] {
  const { path, before, after } = change
  if (before === undefined || after === undefined || before === after || !readForeign(path, before)) return []
  const [was, is] = [readSide(path, before), readSide(path, after)]
  return [...goneCases(was, is, cameElsewhere), ...newSkips(was, is), ...newExcuses(was, is), ...unheard(was, is)]
}

interface Side {
  readonly path: string
  readonly text: string
  readonly written: readonly string[]
  /** Without comments and white space around it, one for each line. */
  readonly lines: readonly string[]
  readonly cases: readonly ForeignCase[]
}

interface ForeignCase {
  /** Its first line. */
  readonly head: string
  /** Counted from 0; the last one is not part of it. */
  readonly from: number
  readonly to: number
}

function readSide(path: string, raw: string): Side {
  const text = plainLines(raw)
  const [written, lines] = [text.split('\n'), codeLines(path, text)]
  const heads = [...lines.keys()].filter((at) => beginsTest(lines[at] ?? ''))
  const cases = heads.map((from, nth) => ({ head: lines[from] ?? '', from, to: heads[nth + 1] ?? lines.length }))
  return { path, text, written, lines, cases }
}

const MOST_SHOWN = 20

/** As many new ones in the file: they have other names, or others stand in their place. */
function goneCases(was: Side, is: Side, cameElsewhere: () => ReadonlySet<string>): TamperFinding[] {
  const now = new Set(is.cases.map(({ head }) => titleOf(head)))
  const known = new Set(was.cases.map(({ head }) => titleOf(head)))
  const gone = was.cases.filter(({ head }) => !now.has(titleOf(head)))
  const came = is.cases.filter(({ head }) => !known.has(titleOf(head)))
  if (gone.length <= came.length) return []
  const [old, left] = [countsOf(was.lines), countsOf(is.lines)]
  const source = sourceOf(was.path, was.text)
  // What other tests say as well is there only if it stands there as often.
  const isThere = (line: string): boolean =>
    (left.get(line) ?? 0) > (old.get(line) ?? 0) - (times.get(line) ?? 0) || cameElsewhere().has(line)
  const times = countsOf(gone.flatMap(({ from, to }) => was.lines.slice(from + 1, to)))
  const comments = is.written.map((line, at) => (is.lines[at] === '' ? line : ''))
  return gone.slice(0, MOST_SHOWN).flatMap((one) => {
    const comment = comments.findIndex((line) => line.includes(one.head))
    if (comment >= 0)
      return [finding('gone', was.path, comment + 1, `test ${quote(shownOf(one.head))} is commented out`)]
    const claims = was.lines.slice(one.from + 1, one.to).filter(isClaim)
    if (claims.filter(isThere).length * 2 >= claims.length) return []
    const [start, end] = [source.starts[one.from] ?? 0, source.starts[one.to] ?? source.text.length]
    const what = `test ${quote(shownOf(one.head))} is gone`
    return [
      {
        ...finding('gone', was.path, one.from + 1, what),
        about: partOf({ path: was.path, source }, { start, end, title: shownOf(one.head) }),
      },
    ]
  })
}

/** `it("adds up"` and `pending("adds up"` are one test. */
function titleOf(head: string): string {
  return /["'`](.{1,200})["'`]/.exec(head)?.[1] ?? head
}

function shownOf(head: string): string {
  const title = titleOf(head)
  return title === head ? head.slice(0, 200).replace(/[\s({]+$/, '') : title
}

/** Stands alone in a test, or in its head, and asks for no condition. */
const SKIPS =
  /^(?:skip(?:\s{0,9}\(?\s{0,9}["'].*|\s{0,9}\(\s{0,9}\))?|pendingWith\b.*|(?:use Test::More |plan )\(?\s{0,9}skip_all\b.*|return error\.SkipZigTest|Skip(?: {2}.*)?|@(?:skip|wip|ignored?|pending|todo|disabled)(?![\w-]).*|\[Tags\].*\b(?:skip|robot:skip)\b.*|@test_(?:skip|broken)\b.*);?$/
const CONDITION = /\s(?:if|unless)\b/
const SKIPPED_HEAD =
  /^(?:x(?:it|describe|test|context|specify)\b|pending\b|#_|ignoreTest\b|expectFail\b)|\s-(?:Skip|Pending)\b|\^:(?:skip|pending)\b/

const MOST_LOOKED_AT = 200

function newSkips(was: Side, is: Side): TamperFinding[] {
  const old = new Map(was.cases.map((one) => [titleOf(one.head), one]))
  const isSkip = (line: string): boolean => !CONDITION.test(line) && (SKIPS.test(line) || SKIPPED_HEAD.test(line))
  const hits = [...is.lines.keys()].filter((at) => isSkip(is.lines[at] ?? '')).slice(0, MOST_LOOKED_AT)
  return hits.flatMap((at) => {
    const line = is.lines[at] ?? ''
    const isTag = line.startsWith('@') && is.path.endsWith('.feature')
    const around = isTag ? is.cases.find(({ from }) => from > at) : is.cases.findLast(({ from }) => from <= at)
    const then = around && old.get(titleOf(around.head))
    if (around && !then) return []
    // A tag stands above its test; what stands in none is about the file.
    const lines = then && !isTag ? was.lines.slice(then.from, then.to) : was.lines
    const isMark = around?.from === at ? SKIPPED_HEAD.test(line) : SKIPS.test(line) && isDirect(is, at, around)
    if (!isMark || lines.includes(line) || (then && SKIPPED_HEAD.test(then.head))) return []
    const whom = around ? `test ${quote(shownOf(around.head))} is` : 'the tests of this file are'
    return [finding('skipped', is.path, at + 1, `${whom} skipped now (${cut(line)})`)]
  })
}

/** Perl: what fails below it, up to the end of the block, is forgiven. */
const EXCUSES = /^(?:local \$(?:::|\w{1,60}::)?TODO\s?=\s?(?!undef\b|''|"")|(?:my|our) \$\w{1,40}\s?=\s?todo\b)/

/** Claims that counted before; those that came with their excuse never did. */
function newExcuses(was: Side, is: Side): TamperFinding[] {
  const known = new Set(was.lines)
  const hits = [...is.lines.keys()].filter((at) => EXCUSES.test(is.lines[at] ?? '')).slice(0, MOST_LOOKED_AT)
  return hits.flatMap((at) => {
    const line = is.lines[at] ?? ''
    if (CONDITION.test(line) || known.has(line)) return []
    const depth = indentOf(is.written[at] ?? '')
    const end = is.lines.findIndex(
      (below, index) => index > at && below !== '' && indentOf(is.written[index] ?? '') < depth,
    )
    const below = is.lines.slice(at + 1, end < 0 ? undefined : end)
    if (!below.some((one) => known.has(one) && isClaim(one))) return []
    return [finding('skipped', is.path, at + 1, `assertions that counted may fail now (${cut(line)})`)]
  })
}

/** No deeper than the first line of its test: nothing decides whether it comes to it. */
function isDirect({ written, lines }: Side, at: number, around: ForeignCase | undefined): boolean {
  const from = around ? around.from + 1 : 0
  if (at < from) return true
  const first = written.find((_, index) => index >= from && lines[index] !== '') ?? ''
  return indentOf(written[at] ?? '') <= indentOf(first)
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

const DEAF = /\|\|\s{0,9}(?:true|:)\s{0,9};?$/

/** `[ "$output" = 3 ] || true` where it was heard before. */
function unheard(was: Side, is: Side): TamperFinding[] {
  const known = new Set(was.lines)
  return is.lines.flatMap((line, at) => {
    if (!DEAF.test(line) || known.has(line)) return []
    const plain = line.replace(DEAF, '').trimEnd()
    if (!known.has(plain) || !isClaim(plain)) return []
    return [finding('vacuous', is.path, at + 1, `a failure is passed over now (${cut(line)})`)]
  })
}
