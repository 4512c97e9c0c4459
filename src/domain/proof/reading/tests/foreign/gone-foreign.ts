// Test files in languages that we do not read: deleted, emptied, put where no runner looks. Moved, merged and rewritten
// ones are not gone, and those that went with their code are for a person to see.
import type { FileChange } from '../../../../../contract/change.ts'
import { lazily } from '../../../../../contract/lazily.ts'
import { findRenames } from '../../../../diff/renames.ts'
import { plural } from '../../../../text/plural.ts'
import { codeLines } from '../../../source/foreign-lines.ts'
import { stemOf } from '../../../source/stem.ts'
import { isForeignName, isForeignTest, isTestFile, isTestPlace } from '../../../yardstick/yardstick.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding } from '../../finding.ts'
import { isPutAside } from '../../test-file/collected.ts'
import { isAnyProduct } from '../matching/removed-code.ts'
import { partOf } from '../matching/shrunk-code.ts'
import { subjectName } from '../matching/subject.ts'
import { changedBats } from './bats-tests.ts'
import { changedForeign } from './changed-foreign.ts'
import { hollowFunctions } from './shell-helpers.ts'
import { type ForeignTest, isClaim, readForeign, sourceOf } from './claims.ts'

interface Lost {
  readonly test: ForeignTest
  readonly change: FileChange
}

/** Where nothing can run (`isOnlyRead`), more tests in the place of others are a rewrite, as with tests that we read. */
export function foreignLosses(changes: readonly FileChange[], isOnlyRead: boolean): TamperFinding[] {
  const came = lazily(() => cameIn(changes))
  const gone = goneForeign(changes, isOnlyRead, came)
  const said = new Set(gone.map(({ file }) => file))
  const others = changes.filter(({ path }) => !said.has(path))
  return [
    ...gone,
    ...others.flatMap((change) => [
      ...unsaidTwice(
        changedForeign(change, () => came().lines),
        changedBats(change),
      ),
      ...hollowFunctions(change),
    ]),
  ]
}

/** That a failure is passed over says more than that an assertion is gone. */
function unsaidTwice(found: readonly TamperFinding[], others: readonly TamperFinding[]): TamperFinding[] {
  return [...found, ...(found.length > 0 ? [] : others)]
}

function goneForeign(changes: readonly FileChange[], isOnlyRead: boolean, comes: () => Came): TamperFinding[] {
  const lost = changes.flatMap((change): Lost[] => {
    const test = change.before === undefined ? undefined : readForeign(change.path, change.before)
    return test && isLost(test, change) ? [{ test, change }] : []
  })
  if (lost.length === 0) return []
  const renamed = renamesOf(lost, changes)
  const hidden = new Set([...renamed].filter(([from, to]) => !isRunAt(to, from)).map(([from]) => from))
  const came = comes()
  const subjects = goneSubjects(changes)
  const isMore = isOnlyRead && came.claims >= 2 * sumOf(lost.map(({ test }) => test.claims.length))
  return lost.flatMap(({ test, change }) => {
    const { path } = test
    const to = renamed.get(path)
    if (to !== undefined) return hidden.has(path) && !isNewHabit(to, hidden.size) ? [putAside(path, to)] : []
    if (isCarried(test, came)) return []
    const found = asGone(test, change, subjects.get(nameOfSubject(path)))
    const why = isRewritten(test, came) ? IN_PLACE : isMore && isSpokenOf(test, came) ? MORE : undefined
    return [why === undefined ? found : { ...found, what: `${found.what}, and ${why}`, meant: true, isNote: true }]
  })
}

const IN_PLACE = 'another one stands in its place'
const MORE = 'more came in its place'

/** Deleted, or most of it is gone and next to nothing in it can fail any more. */
function isLost({ path, code, claims }: ForeignTest, { how, after }: FileChange): boolean {
  if (how === 'deleted') return true
  if (how !== 'modified' || after === undefined) return false
  const now = codeLines(path, after).filter((line) => /\w/.test(line))
  return now.length * 2 <= code.length && now.filter(isClaim).length * LEAST <= claims.length
}

/** Of so many lines that could fail, one is left at most. */
const LEAST = 5

function renamesOf(lost: readonly Lost[], changes: readonly FileChange[]): ReadonlyMap<string, string> {
  return findRenames(
    lost.map(({ change }) => change).filter(({ how }) => how === 'deleted'),
    changes.filter(({ how }) => how === 'added'),
  )
}

/** What only lies among tests may be a script that found its place: it is put aside where the name of a folder says so. */
function isRunAt(to: string, from: string): boolean {
  if (isPutAside(to) && !isPutAside(from)) return false
  if (!isForeignName(from)) return true
  return isTestFile(to) || (isForeignTest(to) && (isForeignName(to) || endingOf(to) !== endingOf(from)))
}

function endingOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}

const MANY = 3

/** Several at once got names of another form among the tests: to hide one, nobody renames them all. */
function isNewHabit(to: string, count: number): boolean {
  return count >= MANY && isForeignTest(to) && !isPutAside(to)
}

function putAside(from: string, to: string): TamperFinding {
  return finding('gone', to, 1, `the tests of ${from} moved to where no runner looks`)
}

/** New lines of tests in any language, and what they say. */
interface Came {
  readonly lines: ReadonlySet<string>
  readonly claims: number
  /** By what each file is about: how many of its new lines could fail. */
  readonly subjects: ReadonlyMap<string, number>
  readonly texts: () => ReadonlySet<string>
  readonly words: () => ReadonlySet<string>
}

function cameIn(changes: readonly FileChange[]): Came {
  const files = changes
    .filter(({ path, after }) => after !== undefined && (isTestFile(path) || isForeignTest(path) || isTestPlace(path)))
    .map(({ path, before = '', after = '' }) => {
      const old = new Set(codeLines(path, before))
      const lines = codeLines(path, after).filter((line) => line !== '' && !old.has(line))
      return { subject: nameOfSubject(path), lines, claims: lines.filter(isClaim).length }
    })
  const subjects = new Map<string, number>()
  for (const { subject, claims } of files) subjects.set(subject, Math.max(claims, subjects.get(subject) ?? 0))
  const lines = new Set(files.flatMap((file) => file.lines))
  return {
    lines,
    claims: sumOf(files.map(({ claims }) => claims)),
    subjects,
    texts: lazily(() => new Set([...lines].flatMap(textsIn))),
    words: lazily(() => new Set([...lines].flatMap(wordsIn))),
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0)
}

function textsIn(line: string): string[] {
  return Array.from(line.matchAll(/"([^"\n]{6,200})"|'([^'\n]{6,200})'/g), ([, one, two]) => one ?? two ?? '')
}

function wordsIn(line: string): readonly string[] {
  return line.match(/[A-Za-z_]\w{3,60}/g) ?? []
}

/** At least half of what could fail stands elsewhere now. */
function isCarried({ claims }: ForeignTest, { lines }: Came): boolean {
  const kinds = [...new Set(claims)]
  return kinds.filter((line) => lines.has(line)).length * 2 >= kinds.length
}

/** A file about the same came or grew, in whatever language, or most of the texts in it stand in tests that came. */
function isRewritten({ path, claims, code }: ForeignTest, { subjects, texts }: Came): boolean {
  if ((subjects.get(nameOfSubject(path)) ?? 0) * 2 >= claims.length) return true
  const said = [...new Set(code.flatMap(textsIn))]
  const kept = said.filter((one) => texts().has(one)).length
  return kept > 1 && kept * 2 >= said.length
}

/** Two of three names in it stand in tests that came. */
function isSpokenOf({ code }: ForeignTest, { words }: Came): boolean {
  const own = [...new Set(code.flatMap(wordsIn))]
  return own.length > 0 && own.filter((word) => words().has(word)).length * 3 >= own.length * 2
}

/** Product files that went, by their names. */
function goneSubjects(changes: readonly FileChange[]): ReadonlyMap<string, string> {
  const added = new Set(changes.filter(({ how }) => how === 'added').map(({ path }) => stemOf(path)))
  const gone = changes.filter(({ path, how }) => how === 'deleted' && isAnyProduct(path) && !added.has(stemOf(path)))
  return new Map(gone.map(({ path }) => [plainName(stemOf(path)), path]))
}

function nameOfSubject(path: string): string {
  return plainName(subjectName(path))
}

function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

function asGone(test: ForeignTest, { how }: FileChange, subject: string | undefined): TamperFinding {
  const { path, text, code } = test
  const company = subject === undefined ? '' : ` together with ${subject}`
  const verb = how === 'deleted' ? 'deleted' : 'emptied'
  const what = `test file ${verb}${company} (${plural(code.length, 'line')} of code)`
  return {
    ...finding(verb, path, 1, what),
    meant: subject !== undefined,
    about: partOf({ path, source: sourceOf(path, text) }),
  }
}
