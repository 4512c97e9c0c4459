// Tests before against tests now: what is gone, what shrank, what was made empty.
import type { FileChange } from '../contract/change.ts'
import type { Assertion } from './assertions.ts'
import type { Finding } from './finding.ts'
import { cut, finding, plural, quote } from './finding.ts'
import type { Ledger } from './ledger.ts'
import { keepLedger } from './ledger.ts'
import type { Matches } from './match-cases.ts'
import { matchCases } from './match-cases.ts'
import { newMarks } from './new-marks.ts'
import { lineAt, lineEnd, lineStart } from './source.ts'
import { goneFiles, goneSubject, goneSubjectOfCase } from './subject.ts'
import type { Helper, TestCase, TestFile } from './test-file.ts'
import { readTestFile } from './test-file.ts'
import type { Tokens } from './tokens.ts'
import { isSaidIn, newLines, tokensOf } from './tokens.ts'
import { weakenedBody } from './weakened-bodies.ts'
import { isTestFile } from './yardstick.ts'

interface Comparison {
  readonly before: readonly TestFile[]
  readonly after: readonly TestFile[]
  readonly now: ReadonlyMap<string, TestFile>
  readonly matches: Matches
  readonly ledger: Ledger
  readonly gone: readonly string[]
}

export function compareTests(changes: readonly FileChange[]): Finding[] {
  const comparison = compare(changes)
  return [
    ...newMarks(comparison.before, comparison.after),
    ...comparison.before.flatMap((file) => goneTests(file, comparison)),
    ...[...comparison.matches].flatMap(([one, other]) => shrunkTest(one, other, comparison)),
    ...comparison.before.flatMap((file) => shrunkHelpers(file, comparison)),
  ]
}

function compare(changes: readonly FileChange[]): Comparison {
  const tests = changes.filter(({ path, before, after }) => isTestFile(path) && before !== after)
  const read = (path: string, text: string | undefined): TestFile[] => {
    const file = text === undefined ? undefined : readTestFile(path, text)
    return file ? [file] : []
  }
  const before = tests.flatMap((change) => read(change.path, change.before))
  const after = tests.flatMap((change) => read(change.path, change.after))
  const matches = matchCases(before, after)
  const now = new Map(after.map((file) => [file.path, file]))
  const dead = deadAssertions(before, { now, matches })
  return { before, after, now, matches, ledger: keepLedger(before, after, { matches, dead }), gone: goneFiles(changes) }
}

const MOST_LOOKED_FOR = 300

/** Assertions that stand in what was a test and is now a function that nobody calls. */
function deadAssertions(
  before: readonly TestFile[],
  { now, matches }: { readonly now: ReadonlyMap<string, TestFile>; readonly matches: Matches },
): Set<Assertion> {
  const dead = new Set<Assertion>()
  const unmatched = before.flatMap(({ cases }) => cases).filter((one) => !matches.has(one))
  for (const one of unmatched.slice(0, MOST_LOOKED_FOR)) {
    for (const assertion of formerTest(one, now.get(one.file.path))?.assertions ?? []) dead.add(assertion)
  }
  return dead
}

function formerTest({ title }: TestCase, now: TestFile | undefined): Helper | undefined {
  const name = title.toLowerCase().replace(/^test_?/, '')
  if (!now || name.length < 3 || !/^\w+$/.test(title)) return undefined
  return now.helpers.find(
    ({ block, assertions }) =>
      assertions.length > 0 &&
      block.title.toLowerCase().includes(name) &&
      now.source.code.split(block.title).length === 2,
  )
}

/** More of one file are never shown, so their places are not looked for. */
const MOST_SHOWN = 20

type Fate = { readonly kind: 'kept' } | { readonly kind: 'gone' } | { readonly kind: 'shrunk'; readonly lost: number }

function goneTests(file: TestFile, comparison: Comparison): Finding[] {
  if (file.cases.length === 0) return []
  const there = newTokens(file, comparison)
  const fates = file.cases.map((one) => ({ one, fate: fateOf(one, there, comparison) }))
  const gone = fates.filter(({ fate }) => fate.kind === 'gone').map(({ one }) => one)
  const now = comparison.now.get(file.path)
  const isAllGone = gone.length === file.cases.length
  if (isAllGone && !now) return [deletedFile(file, comparison)]
  if (isAllGone && now && now.cases.length === 0) return [emptiedFile(file, now, comparison)]
  return fates
    .filter(({ fate }) => fate.kind !== 'kept')
    .slice(0, MOST_SHOWN)
    .flatMap(({ one, fate }) => {
      if (fate.kind === 'gone') return [goneTest(one, now, comparison)]
      if (fate.kind === 'shrunk') return [finding('fewer-assertions', file.path, one.line, shrunkText(fate.lost, one))]
      return []
    })
}

function deletedFile(file: TestFile, { gone }: Comparison): Finding {
  const subject = goneSubject(file, gone)
  const company = subject === undefined || subject === file.path ? '' : ` together with ${subject}`
  const found = finding('deleted', file.path, 1, `test file deleted${company} (${plural(file.cases.length, 'test')})`)
  return { ...found, meant: subject !== undefined }
}

function emptiedFile(file: TestFile, now: TestFile, { gone }: Comparison): Finding {
  const [first] = file.cases
  const comment = first && commentLine(first, now)
  const count = plural(file.cases.length, 'test')
  if (comment !== undefined) return finding('emptied', file.path, comment, `test file emptied (${count} commented out)`)
  const subject = goneSubject(
    file,
    gone.filter((path) => path !== file.path),
  )
  const what = `test file emptied${subject === undefined ? '' : ` together with ${subject}`} (${count})`
  return { ...finding('emptied', file.path, 1, what), meant: subject !== undefined }
}

function goneTest(one: TestCase, now: TestFile | undefined, { gone }: Comparison): Finding {
  const { path } = one.file
  const title = quote(one.title)
  const former = formerTest(one, now)
  if (former && now)
    return finding('gone', path, lineAt(now.source, former.block.at), `test ${title} is no longer run as a test`)
  const comment = now && commentLine(one, now)
  if (comment !== undefined) return finding('gone', path, comment, `test ${title} is commented out`)
  const subject = goneSubjectOfCase(one, gone)
  const what = `test ${title} is gone${subject === undefined ? '' : ` together with ${subject}`}`
  return { ...finding('gone', path, one.line, what), meant: subject !== undefined }
}

function commentLine({ file: { source }, line }: TestCase, now: TestFile): number | undefined {
  const head = source.text.slice(lineStart(source, line), lineEnd(source, line)).trim()
  const at = head.length < 6 ? -1 : now.source.comments.indexOf(head)
  return at < 0 ? undefined : lineAt(now.source, at)
}

/** A test that nobody can find by name may have been merged into another one, or have become a row of a table. */
function fateOf(one: TestCase, there: () => Tokens, { matches, ledger, after }: Comparison): Fate {
  if (matches.has(one)) return { kind: 'kept' }
  const real = one.assertions.filter(({ isVacuous }) => !isVacuous)
  if (real.length === 0) return { kind: isSaidElsewhere(one, after) ? 'kept' : 'gone' }
  const lost = real.filter((assertion) => ledger.lost.has(assertion))
  if (lost.length === 0) return { kind: 'kept' }
  const left = lost.filter((assertion) => !isSaidIn(tokensOf(assertion.key), there()))
  if (left.length === 0) return { kind: 'kept' }
  return lost.length === real.length ? { kind: 'gone' } : { kind: 'shrunk', lost: left.length }
}

function isSaidElsewhere({ file, block }: TestCase, after: readonly TestFile[]): boolean {
  const body = file.source.bare.slice(block.bodyStart, Math.min(block.end, block.bodyStart + 4000))
  const lines = body
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length > 4)
  return lines.length > 0 && after.some(({ source }) => lines.every((line) => source.bare.includes(line)))
}

/** What the file says now that it did not say before; for a file that is gone, what the added files say. Read once. */
function newTokens(file: TestFile, { now, before, after }: Comparison): () => Tokens {
  let tokens: Tokens | undefined
  const same = now.get(file.path)
  const read = (): Tokens => {
    if (same) return tokensOf(newLines(file.source.bare, same.source.bare))
    const old = new Set(before.map(({ path }) => path))
    const added = after.filter(({ path }) => !old.has(path))
    return tokensOf(added.map(({ source }) => source.bare).join('\n'))
  }
  return () => (tokens ??= read())
}

function shrunkTest(one: TestCase, other: TestCase, comparison: Comparison): Finding[] {
  const { ledger } = comparison
  const lost = one.assertions.filter((assertion) => ledger.lost.has(assertion))
  const gained = other.assertions.filter((assertion) => ledger.gained.has(assertion))
  if (lost.length <= gained.length) return weakenedBody(one, other)
  if (gained.some((assertion) => isHelperCall(assertion, other, comparison))) return []
  const count = Math.min(stillMissing(lost, one, other).length, lost.length - gained.length)
  if (count === 0) return weakenedBody(one, other)
  const { path, source } = other.file
  const vacuous = other.assertions.find((assertion) => assertion.isVacuous)
  if (vacuous && !one.assertions.some(({ isVacuous }) => isVacuous)) {
    const written = cut(source.text.slice(vacuous.at, vacuous.end))
    return [
      finding(
        'vacuous',
        path,
        lineAt(source, vacuous.at),
        `test ${quote(other.title)} asserts nothing real now (${written})`,
      ),
    ]
  }
  return [finding('fewer-assertions', path, other.line, shrunkText(count, one))]
}

/** Lost ones whose content the new lines of the test do not hold in another form, such as rows or one larger assertion. */
function stillMissing(lost: readonly Assertion[], one: TestCase, other: TestCase): Assertion[] {
  const textOf = ({ file, block }: TestCase): string => file.source.bare.slice(block.start, block.end)
  const there = tokensOf(newLines(textOf(one), textOf(other)))
  return lost.filter((assertion) => !isSaidIn(tokensOf(assertion.key), there))
}

const OWN_NAME = /^(?:self\.|this\.)?(?:assert|expect|verify|check|require|must)_?[A-Za-z]\w*\(/
const STANDARD =
  /^(?:self\.|this\.)?(?:assert(?:_?(?:[eE]quals?|[nN]ot|[tT]rue|[fF]alse|[iI]s|[iI]n|[rR]aises|[wW]arns|[gG]reater|[lL]ess|[aA]lmost|[cC]ount|[dD]ict|[lL]ist|[rR]egex|[lL]ogs|[nN]ull|[tT]hat|[tT]hrows|[sS]ame|[aA]rray|[mM]atch|[dD]oes|[cC]ontains|[nN]il|[eE]mpty|[iI]nstance|[dD]ifference|[rR]esponse)\w*)|expectTypeOf|verifyNoMoreInteractions|verifyZeroInteractions)\(/

/** A call into a helper that asserts: one that we see doing so, or one whose name says so and that lies elsewhere. */
function isHelperCall({ key, helper }: Assertion, { file }: TestCase, { after }: Comparison): boolean {
  if (helper !== undefined) return true
  if (!OWN_NAME.test(key) || STANDARD.test(key)) return false
  const name = /(\w+)\($/.exec(OWN_NAME.exec(key)?.[0] ?? '')?.[1]
  const seen = [file, ...after].flatMap(({ helpers }) => helpers).find(({ block }) => block.title === name)
  return seen === undefined || seen.assertions.length > 0
}

function shrunkText(count: number, { title, assertions }: TestCase): string {
  const total = assertions.filter(({ isVacuous }) => !isVacuous).length
  if (total === 1) return `the only assertion of test ${quote(title)} is gone`
  return count >= total
    ? `all ${total} assertions of test ${quote(title)} are gone`
    : `${count} of ${total} assertions of test ${quote(title)} ${count === 1 ? 'is' : 'are'} gone`
}

/** A helper that still bears its name but asserts less, and assertions that stand in no test at all. */
function shrunkHelpers(file: TestFile, { now, ledger }: Comparison): Finding[] {
  const same = now.get(file.path)
  if (!same || (file.path.endsWith('.rs') && !/(?:^|\/)tests\//.test(file.path))) return []
  const fewer = (before: readonly Assertion[], after: readonly Assertion[]): number =>
    before.filter((one) => ledger.lost.has(one)).length - after.filter((one) => ledger.gained.has(one)).length
  const found = file.helpers.flatMap(({ block, assertions }) => {
    const other = same.helpers.find((helper) => helper.block.title === block.title)
    const count = other ? fewer(assertions, other.assertions) : 0
    if (!other || count <= 0) return []
    const what = `${count} of ${plural(assertions.length, 'assertion')} of helper ${quote(block.title)} ${count === 1 ? 'is' : 'are'} gone`
    return [finding('fewer-assertions', file.path, lineAt(same.source, other.block.at), what)]
  })
  if (file.cases.length > 0 || file.helpers.length > 0) return found
  const count = fewer(file.loose, same.loose)
  return count > 0
    ? [
        finding(
          'fewer-assertions',
          file.path,
          1,
          `${count} of ${plural(file.loose.length, 'assertion')} ${count === 1 ? 'is' : 'are'} gone`,
        ),
      ]
    : []
}
