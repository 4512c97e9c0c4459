// Tests that are gone: deleted, emptied, commented out, replaced by others. Moved, merged and parametrised ones are not.
import { lazily } from '../../../../contract/lazily.ts'
import type { Comparison } from './matching/comparison.ts'
import { shrunkText } from './assertions/fewer-assertions.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { plural } from '../../../text/plural.ts'
import { isRetoldWhole } from './matching/retold.ts'
import { isAskedOfItsText } from './matching/same-texts.ts'
import { hasGaps, isMadeByLoop } from './matching/loop-titles.ts'
import { linesIn, liveText } from '../test-file/live-text.ts'
import type { Removed } from './matching/removed-code.ts'
import { effectOf } from './new-marks.ts'
import { writtenOut } from './matching/one-liners.ts'
import { calledIn, replacements } from './replaced-tests.ts'
import { lineAt, lineEnd, lineStart } from '../../source/source.ts'
import { stemOf } from '../../source/stem.ts'
import { goneSubject, goneSubjectOfCase, subjectName } from './matching/subject.ts'
import type { PlacedMark, TestCase, TestFile } from '../test-file/test-file.ts'
import type { Tokens } from '../test-file/tokens.ts'
import { isSaidIn, tokensOf } from '../test-file/tokens.ts'
import { partOf } from './matching/shrunk-code.ts'
import { formerTest } from './matching/unreached.ts'
import { type SharedTests, sharedTests } from './matching/shared-tests.ts'

/** More of one file are never shown, so their places are not looked for. */
const MOST_SHOWN = 20

interface Known {
  readonly there: () => Tokens
  readonly bodies: () => ReadonlySet<string>
  /** Tests that a loop makes since then. */
  readonly loops: () => readonly TestCase[]
}

/** What is the same for every file that is asked about. */
interface Shared {
  /** What the tests of added files say. */
  readonly added: () => Tokens
  readonly bodies: () => ReadonlySet<string>
  readonly loops: () => readonly TestCase[]
  readonly together: () => SharedTests
}

type Fate = { readonly kind: 'kept' } | { readonly kind: 'gone' } | { readonly kind: 'shrunk'; readonly lost: number }

/** Tests that cannot be found again: a deleted file, an emptied one, single tests. */
export function goneTests(comparison: Comparison): TamperFinding[] {
  const shared = {
    added: lazily(() => addedTokens(comparison)),
    bodies: lazily(() => bodiesNow(comparison)),
    loops: lazily(() => newLoops(comparison)),
  }
  const together = lazily(() => sharedTests(comparison))
  return [
    ...comparison.before.flatMap((file) => goneTestsOf(file, comparison, { ...shared, together })),
    ...(comparison.before.length > 1 && comparison.after.length > 1 ? together().left() : []),
  ]
}

function goneTestsOf(
  file: TestFile,
  comparison: Comparison,
  { added, bodies, loops, together }: Shared,
): TamperFinding[] {
  if (file.cases.length === 0) return []
  const same = comparison.now.get(file.path)
  const there = same ? lazily(() => newTokens(file, same, comparison)) : added
  const out = writtenOut(file, same, comparison.ledger)
  const fates = withHolders(
    file.cases.map((one) => ({
      one,
      fate: out.has(one)
        ? { kind: 'kept' }
        : orShared(one, fateOf(one, { there, bodies, loops }, comparison), together),
    })),
  )
  const gone = fates.filter(({ fate }) => fate.kind === 'gone').map(({ one }) => one)
  const now = comparison.now.get(file.path)
  const isAllGone = gone.length === file.cases.length
  if (isAllGone && !now) return [deletedFile(file, comparison)]
  const isRenamed =
    now !== undefined && gone.slice(0, MOST_SHOWN).every((one) => formerTest(one, comparison.unreached) !== undefined)
  if (isAllGone && now && now.cases.length === 0 && !isRenamed)
    return isRuleTest(now, file.cases.length) ? [] : [emptiedFile(file, now, comparison)]
  const said = lazily(() => (now?.cases ?? []).slice(0, MOST_COMPARED).map(linesOf))
  const replaced = replacements(gone.slice(0, MOST_SHOWN), comparison)
  return fates
    .filter(({ fate }) => fate.kind !== 'kept')
    .slice(0, MOST_SHOWN)
    .flatMap(({ one, fate }) => {
      if (fate.kind === 'gone') {
        const found = goneTest(one, now, comparison)
        const by = replaced.get(one)
        if (wasSkipped(one))
          return [{ ...found, what: `${found.what}, and it was skipped before`, meant: true, isNote: true }]
        if (by !== 'other' && isSaidByAnother(one, said()))
          return [{ ...found, what: `${found.what}, and another one says the same`, meant: true, isNote: true }]
        if (by === undefined || found.isNote) return [found]
        if (by === 'other') return [{ ...found, meant: true }]
        return [{ ...found, what: `${found.what}, and another one stands in its place`, meant: true, isNote: true }]
      }
      if (fate.kind === 'shrunk') {
        const found = finding('fewer-assertions', file.path, one.line, shrunkText(fate.lost, one))
        return [{ ...found, about: partOf(file, one.block) }]
      }
      return []
    })
}

function orShared(one: TestCase, fate: Fate, together: () => SharedTests): Fate {
  return fate.kind === 'gone' && together().isTakenIn(one) ? { kind: 'kept' } : fate
}

/** Whatever it said, nobody heard it. */
function wasSkipped({ file: { marks, cases }, title }: TestCase): boolean {
  const isItsMark = (mark: PlacedMark): boolean =>
    mark.isOnCase && mark.target === title && effectOf(mark) === 'skipped'
  return marks.some(isItsMark) && cases.filter((other) => other.title === title).length === 1
}

interface Fated {
  readonly one: TestCase
  readonly fate: Fate
}

/** A test that asserted nothing itself and held others, as with tap, is what became of them: a suite may hold them now. */
function withHolders(fates: readonly Fated[]): Fated[] {
  let next = Infinity
  // Backwards, so that the first behind it that is not gone is known.
  return fates
    .toReversed()
    .map(({ one, fate }): Fated => {
      const isHolder = next < one.block.end && one.assertions.every(({ isVacuous }) => isVacuous)
      if (fate.kind !== 'gone') next = one.block.start
      return { one, fate: fate.kind === 'gone' && isHolder ? { kind: 'kept' } : fate }
    })
    .toReversed()
}

const MOST_COMPARED = 500
const FEWEST_LINES = 4
const ASKS = /\b(?:expect|assert\w*|should\w*|require)\b/

/** One test that stays does the same, line by line, and at most asks for more. */
function isSaidByAnother(one: TestCase, others: readonly (readonly string[])[]): boolean {
  const lines = linesOf(one)
  return lines.length >= FEWEST_LINES && one.assertions.length > 0 && others.some((other) => isSaidBy(lines, other))
}

function isSaidBy(lines: readonly string[], other: readonly string[]): boolean {
  let next = 0
  for (const line of other) {
    if (line === lines[next]) next++
    else if (!ASKS.test(line)) return false
  }
  return next === lines.length
}

/** What stands between the first line of a test and its last, whatever the case of headers and the ends of lines. */
function linesOf({ file: { source }, block }: TestCase): string[] {
  const body = source.bare.slice(block.bodyStart, block.end).split('\n').slice(1, -1)
  return body
    .map((line) =>
      line
        .trim()
        .replace(/[;,]+$/, '')
        .toLowerCase(),
    )
    .filter((line) => /\w/.test(line))
}

const RULE_TESTER = /\w\.run\(\s{0,9}["'`][\w@/-]{1,80}["'`],\s{0,9}[\w$.]{1,80},\s{0,9}\{/
const RULE_CASE = /\b(?:code:|errors:)|^\s{1,40}(?:\w{1,40}\(|["'`])/gm

/** ESLint: its tester makes a test of every case of a rule, and there are as many as there were tests. */
function isRuleTest({ source: { bare } }: TestFile, tests: number): boolean {
  if (!RULE_TESTER.test(bare) || !/\bvalid:/.test(bare) || !/\binvalid:/.test(bare)) return false
  return (bare.match(RULE_CASE)?.length ?? 0) >= tests
}

function deletedFile(file: TestFile, comparison: Comparison): TamperFinding {
  const feature = featureOfFile(file, comparison)
  if (feature) {
    const what = `test file deleted${withFeature(feature)} (${plural(file.cases.length, 'test')})`
    return { ...finding('deleted', file.path, 1, what), meant: true, isNote: true }
  }
  const helper = goneHelper(file, comparison)
  if (helper !== undefined) {
    const what = `test file deleted${besides(helper)} (${plural(file.cases.length, 'test')})`
    return { ...finding('deleted', file.path, 1, what), meant: true, isNote: true }
  }
  const subject = goneSubject(file, comparison.gone)
  const company = subject === file.path ? ' together with the code in it' : besides(subject)
  const found = finding('deleted', file.path, 1, `test file deleted${company} (${plural(file.cases.length, 'test')})`)
  return { ...found, meant: subject !== undefined, about: partOf(file) }
}

/** What tests were helped by, and a test of its own was about: `MatchersTest` beside `Matchers`, both gone. */
function goneHelper({ path }: TestFile, { before, now }: Comparison): string | undefined {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  return before.find(
    (other) =>
      other.path !== path &&
      other.cases.length === 0 &&
      !now.has(other.path) &&
      other.path.startsWith(folder) &&
      subjectName(path) === stemOf(other.path) &&
      !isSaidInStaying(stemOf(other.path), now),
  )?.path
}

/** Tests that stay name it: nothing of it went but its own test. */
function isSaidInStaying(name: string, now: Comparison['now']): boolean {
  return [...now.values()].some(({ source }) =>
    new RegExp(`(?<![\\w$])${name.replaceAll(/\W/g, '\\$&')}(?![\\w$])`).test(source.code),
  )
}

function besides(subject: string | undefined): string {
  return subject === undefined ? '' : ` together with ${subject}`
}

function withFeature({ name, from }: Removed): string {
  return ` together with ${quote(name)} in ${from}`
}

/** What this test spoke of, itself or through a helper of its file, and the product no longer has. */
function featureOf({ file, block }: TestCase, { removed }: Comparison): Removed | undefined {
  const own = removed.namedIn(file.source, block.start, block.end)
  if (own) return own
  const code = file.source.code.slice(block.bodyStart, block.end)
  const called = new Set(Array.from(code.matchAll(/[A-Za-z_$][\w$]*/g), ([word]) => word))
  for (const { block: helper } of file.helpers) {
    const found = called.has(helper.title) ? removed.namedIn(file.source, helper.at, helper.end) : undefined
    if (found) return found
  }
  return undefined
}

/** Nearly all of its tests spoke of it. */
function featureOfFile(file: TestFile, comparison: Comparison): Removed | undefined {
  const [first] = file.cases
  const found = first ? file.cases.slice(0, MOST_SHOWN * 5).map((one) => featureOf(one, comparison)) : []
  const named = found.filter((one) => one !== undefined)
  return named.length * 3 >= found.length * 2 ? named[0] : featureInName(file, comparison)
}

/** A name of several words, such as `setLenientParsing`: nothing else is called so. */
const OWN_NAME = /^[a-z]{2,}(?:[A-Z][a-z]+)+$|^[A-Z][a-z]+(?:[A-Z][a-z]+)+$/

/** `DateAssert_setLenientParsing_Test` is about a function that the product no longer has. */
function featureInName({ path }: TestFile, { removed }: Comparison): Removed | undefined {
  const words = stemOf(path)
    .split(/[._-]/)
    .filter((word) => OWN_NAME.test(word))
  return words.map((word) => removed.named(word)).find((one) => one !== undefined)
}

function emptiedFile(file: TestFile, now: TestFile, comparison: Comparison): TamperFinding {
  const { gone } = comparison
  const [first] = file.cases
  const comment = first && commentLine(first, now)
  const count = plural(file.cases.length, 'test')
  if (comment !== undefined) return finding('emptied', file.path, comment, `test file emptied (${count} commented out)`)
  const feature = featureOfFile(file, comparison)
  if (feature) {
    const what = `test file emptied${withFeature(feature)} (${count})`
    return { ...finding('emptied', file.path, 1, what), meant: true, isNote: true }
  }
  const subject = goneSubject(
    file,
    gone.filter((path) => path !== file.path),
  )
  const what = `test file emptied${besides(subject)} (${count})`
  return { ...finding('emptied', file.path, 1, what), meant: subject !== undefined, about: partOf(file) }
}

function goneTest(one: TestCase, now: TestFile | undefined, comparison: Comparison): TamperFinding {
  const { gone, unreached } = comparison
  const { path } = one.file
  const title = quote(one.title)
  const former = formerTest(one, unreached)
  if (former)
    return finding(
      'gone',
      path,
      lineAt(former.file.source, former.helper.block.at),
      `test ${title} is no longer run as a test`,
    )
  const comment = now && commentLine(one, now)
  if (comment !== undefined) return finding('gone', path, comment, `test ${title} is commented out`)
  const feature = featureOf(one, comparison)
  if (feature) {
    const found = finding('gone', path, one.line, `test ${title} is gone${withFeature(feature)}`)
    return { ...found, meant: true, isNote: true }
  }
  const subject = goneSubjectOfCase(one, gone)
  const what = `test ${title} is gone${besides(subject)}`
  return { ...finding('gone', path, one.line, what), meant: subject !== undefined, about: partOf(one.file, one.block) }
}

function commentLine({ file: { source }, line }: TestCase, now: TestFile): number | undefined {
  const head = source.text.slice(lineStart(source, line), lineEnd(source, line)).trim()
  const at = head.length < 6 ? -1 : now.source.comments.indexOf(head)
  return at < 0 ? undefined : lineAt(now.source, at)
}

/** A test that nobody can find by name may have been merged into another one, or have become a row of a table. */
function fateOf(one: TestCase, { there, bodies, loops }: Known, comparison: Comparison): Fate {
  const { matches, ledger, after, now } = comparison
  if (matches.has(one)) return { kind: 'kept' }
  const real = one.assertions.filter(({ isVacuous }) => !isVacuous)
  if (real.length === 0)
    return {
      kind:
        isSaidElsewhere(one, after) || isCalledElsewhere(one, after, matches) || isAskedOfItsText(one, after, matches)
          ? 'kept'
          : 'gone',
    }
  const lost = real.filter((assertion) => ledger.lost.has(assertion))
  if (lost.length === 0) return { kind: 'kept' }
  const left = lost.filter((assertion) => !isSaidIn(tokensOf(assertion.key), there()))
  if (left.length === 0 || isTwin(one, bodies) || isMadeByLoop(one, loops())) return { kind: 'kept' }
  if (isRetoldWhole(one, now.get(one.file.path))) return { kind: 'kept' }
  return lost.length === real.length ? { kind: 'gone' } : { kind: 'shrunk', lost: left.length }
}

/** The same body stands under another title: in a test that is new, or right beside it in the same suite. */
function isTwin(one: TestCase, bodies: () => ReadonlySet<string>): boolean {
  return bodies().has(bodyKey(one)) || bodies().has(placeKey(one))
}

function bodiesNow({ after, matches }: Comparison): Set<string> {
  const old = new Set(matches.values())
  return new Set(after.flatMap(({ cases }) => cases.map((one) => (old.has(one) ? placeKey(one) : bodyKey(one)))))
}

/** Titles with gaps that nobody bore before. */
function newLoops({ before, after }: Comparison): TestCase[] {
  const old = new Set(before.flatMap(({ titles }) => [...titles]))
  return after.flatMap(({ cases }) => cases.filter(({ title }) => hasGaps(title) && !old.has(title)))
}

/** Whole, however long. */
function bodyKey({ file, block }: TestCase): string {
  return file.source.bare.slice(block.bodyStart, block.end).replaceAll(/[\s;]+/g, '')
}

function placeKey(one: TestCase): string {
  return JSON.stringify([one.file.path, one.fullTitle.slice(0, one.fullTitle.length - one.title.length), bodyKey(one)])
}

function isSaidElsewhere({ file, block }: TestCase, after: readonly TestFile[]): boolean {
  const body = file.source.bare.slice(block.bodyStart, Math.min(block.end, block.bodyStart + 4000))
  const lines = body
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length > 4)
  return lines.length > 0 && after.some(({ source }) => lines.every((line) => source.bare.includes(line)))
}

/** It asserted nothing, and what it called is called by tests that came or that assert something in its file. */
function isCalledElsewhere(one: TestCase, after: readonly TestFile[], matches: Comparison['matches']): boolean {
  const called = [...calledIn(one)]
  if (called.length === 0) return false
  const old = new Set(matches.values())
  const others = after.filter(({ path }) => path === one.file.path).flatMap(({ cases }) => cases)
  const known = others.filter((other) => !old.has(other) || other.assertions.some(({ isVacuous }) => !isVacuous))
  const now = new Set(known.slice(0, MOST_SHOWN * 5).flatMap((other) => [...calledIn(other), ...throughHelpers(other)]))
  return called.every((name) => now.has(name))
}

/** What helpers of its own file call for a test. */
function throughHelpers(test: TestCase): string[] {
  const text = test.file.source.code.slice(test.block.bodyStart, test.block.end)
  const helpers = test.file.helpers.filter(({ block }) => text.includes(`${block.title}(`)).slice(0, MOST_SHOWN)
  return helpers.flatMap(({ block }) => [...calledIn({ file: test.file, block })])
}

/** What tests of the file assert now that was not there before. */
function newTokens(file: TestFile, same: TestFile, { before, after, ledger }: Comparison): Tokens {
  return tokensIn(same.cases.length > 0 ? [same] : [], linesIn(file.source.bare), { before, after, ledger })
}

/** For a file that is gone: what those of added files assert. */
function addedTokens({ before, after, ledger }: Comparison): Tokens {
  const old = pathsOf(before)
  const homes = after.filter(({ path, cases }) => !old.has(path) && cases.length > 0)
  return tokensIn(homes, new Set(), { before, after, ledger })
}

function tokensIn(
  homes: readonly TestFile[],
  known: ReadonlySet<string>,
  { before, after, ledger: { gained } }: Pick<Comparison, 'before' | 'after' | 'ledger'>,
): Tokens {
  const said = homes.map((home) => liveText({ file: home, start: 0, end: home.source.text.length, known, gained }))
  return tokensOf([...said, ...importedRows(homes, after, pathsOf(before))].join('\n'))
}

function pathsOf(files: readonly TestFile[]): ReadonlySet<string> {
  return new Set(files.map(({ path }) => path))
}

const TAKES_ROWS = /\.(?:each|for)\s{0,9}\(\s{0,9}[\w$]|\bparametrize\s?\([^[\]\n]{0,200},\s{0,9}\w/

/** Rows of a table may lie in a file of their own. */
function importedRows(homes: readonly TestFile[], after: readonly TestFile[], old: ReadonlySet<string>): string[] {
  if (!homes.some(({ source }) => TAKES_ROWS.test(source.code))) return []
  const lists = after.filter(({ path, cases }) => !old.has(path) && cases.length === 0)
  return lists
    .filter(({ path }) => homes.some(({ source }) => source.bare.includes(stemOf(path))))
    .map(({ source }) => source.bare)
}
