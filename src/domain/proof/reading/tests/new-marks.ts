// Marks that were not there before: skip, only, todo, expected to fail.
import type { FileChange } from '../../../../contract/change.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { isConstant, isOfEnvironment, leavesOnePlatformOut } from './guards/guard-condition.ts'
import { areAskedFor, formerOf, gateOf, movedUnder } from './guards/gates.ts'
import { isOnImported } from './imported-flags.ts'
import { lineStart, type SourceText } from '../../source/source.ts'
import type { PlacedMark, TestCase, TestFile } from '../test-file/test-file.ts'
import type { Comparison } from './matching/comparison.ts'
import { isProduct } from './matching/removed-code.ts'
import { kindOfConfig } from '../../yardstick/yardstick.ts'

/** A test that nobody had before and that does not run yet takes nothing away: a note. */
export function newMarks(
  { before, after, matches }: Pick<Comparison, 'before' | 'after' | 'matches'>,
  changes: readonly FileChange[] = [],
): TamperFinding[] {
  const old = new Set(matches.values())
  const known = knownMarks(before, after)
  const former = formerOf(matches)
  const commands = changes.flatMap(({ path, after: text }) =>
    text === undefined || kindOfConfig(path) === undefined ? [] : [text],
  )
  const titlesBefore = new Set(before.flatMap(({ titles }) => [...titles]))
  const pathsBefore = new Set(before.map(({ path }) => path))
  return after.flatMap((file) =>
    file.marks
      .filter((mark) => !known.has(mark))
      .flatMap((mark) => {
        const isNew =
          mark.target === ''
            ? !pathsBefore.has(file.path)
            : !titlesBefore.has(mark.target) || isOnNewTwin(mark, file, old)
        const tags = gateOf(mark)
        if (isNew && (mark.isConditional || mark.isPlan)) {
          const [moved] = movedUnder(mark, file, former)
          if (!moved || (tags && areAskedFor(tags, commands))) return []
          const found = finding('skipped', file.path, mark.line, sentence(mark, false))
          return isOfPlatform(mark, file)
            ? [{ ...found, isNote: true as const }]
            : [{ ...found, ...(tags && { tags }) }]
        }
        if (isNew && mark.label.startsWith('__test__') && !hasTests(mark, file)) return []
        if (mark.label === IMPORT && isUsed(mark, file)) return []
        if (mark.target === '' && stoodThere(mark, file, changes)) return []
        if (mark.target === '' && (isInNewFunction(mark, file, before) || isForOthers(mark, file))) return []
        if (mark.target === '' && (isOfNewFixture(mark, file, before) || isOfNewParam(mark, file, before))) return []
        if (WITHOUT.test(mark.label) && !hadAssertions(mark, file, before)) return []
        if (WITH_ROWS.test(mark.label) && hadRows(mark, file, before)) return []
        const found = {
          ...finding('skipped', file.path, mark.line, sentence(mark, isNew)),
          ...(tags && { tags }),
        }
        const isFresh =
          isNew &&
          effectOf(mark) !== 'only' &&
          (mark.isOnCase ? !marks(mark, file, old) : isOfNewFile(mark, file, old) || isOfNewSuite(mark, file, old))
        const isFine =
          isFresh ||
          (tags && tags.length > 0 && areAskedFor(tags, commands)) ||
          isOfPlatform(mark, file) ||
          isOfNewFeature(mark, file, changes) ||
          wasLeft(mark, file, before) ||
          wasSkipped(mark, file, former)
        if (isFine) return [{ ...found, isNote: true }]
        return [isOnOwnCondition(mark, file) ? { ...found, isOnCondition: true } : found]
      }),
  )
}

/** A new test of a title that an old one in the file still bears. */
function isOnNewTwin({ target, blockAt }: PlacedMark, { cases }: TestFile, old: ReadonlySet<TestCase>): boolean {
  const alike = cases.filter(({ title }) => title === target)
  return alike.some((one) => old.has(one)) && alike.some((one) => one.block.at === blockAt && !old.has(one))
}

/** A helper that offers `it` under a name of its own skips nothing by itself: who uses it is looked at. */
function isForOthers({ isConditional, label }: PlacedMark, { path, cases }: TestFile): boolean {
  return isConditional && cases.length === 0 && /\.[cm]?[jt]sx?$/.test(path) && /^(?:it|test|describe)\./.test(label)
}

/** pytest: one of the values of a fixture that nobody had before. */
function isOfNewFixture({ at, label }: PlacedMark, { path, source }: TestFile, before: readonly TestFile[]): boolean {
  if (!label.includes('skipif') || !path.endsWith('.py')) return false
  const above = source.code.slice(Math.max(0, at - 2000), at)
  const fixture = above.lastIndexOf('@pytest.fixture(')
  if (fixture < 0 || /^def |\n(?:async )?def /.test(above.slice(fixture))) return false
  const name = /\n(?:async )?def (\w+)\(/.exec(source.code.slice(at, at + 2000))?.[1]
  return name !== undefined && !before.some((file) => file.source.code.includes(`def ${name}(`))
}

/** pytest: a row that nobody had before, with a mark of its own. */
function isOfNewParam({ at }: PlacedMark, { path, source }: TestFile, before: readonly TestFile[]): boolean {
  const above = source.code.slice(Math.max(0, at - LONGEST_CONDITION), at)
  const call = /\bpytest\.param\((?=[^()]{0,200}\bmarks\s?=\s?\[?[^()]{0,40}$)/.exec(above)
  if (!call || !path.endsWith('.py')) return false
  const start = at - above.length + call.index
  const value = firstArgument(source, start).trim()
  return value.length > 2 && !before.some((file) => file.path === path && file.source.text.includes(value))
}

/** Rust: the product code of the file stood under it before there were tests in it. */
function stoodThere({ line }: PlacedMark, { path, source }: TestFile, changes: readonly FileChange[]): boolean {
  const before = path.endsWith('.rs') ? changes.find((one) => one.path === path)?.before : undefined
  const written = source.text.slice(lineStart(source, line), lineStart(source, line + 1)).trim()
  return before !== undefined && written.startsWith('#![cfg(') && before.split('\n').includes(written)
}

const WITHOUT = /NotToPerformAssertions|DoesNotPerformAssertions/

/** PHPUnit is told that a test asserts nothing; that takes something away only where it did. */
function hadAssertions({ target }: PlacedMark, { path }: TestFile, before: readonly TestFile[]): boolean {
  const same = before.filter((file) => file.path === path).flatMap(({ cases }) => cases)
  return same.some(({ title, assertions }) => title === target && assertions.some(({ isVacuous }) => !isVacuous))
}

const WITH_ROWS = /parametrize|\.(?:each|for)\b/

/** The rows of a table that went are told of as such. */
function hadRows({ target }: PlacedMark, { path }: TestFile, before: readonly TestFile[]): boolean {
  const same = before.filter((file) => file.path === path).flatMap(({ cases }) => cases)
  return same.some(
    ({ title, block, file: { source } }) =>
      title === target && WITH_ROWS.test(source.code.slice(Math.max(0, block.start - 200), block.bodyStart)),
  )
}

/** Go skips where it is called: in a function that nobody had before, none of the old tests is skipped by it alone. */
function isInNewFunction({ at }: PlacedMark, file: TestFile, before: readonly TestFile[]): boolean {
  if (file.path.endsWith('.py')) return isInUncalledFunction(at, file, before)
  if (!file.path.endsWith('.go')) return false
  const around = file.helpers.find(({ block }) => block.bodyStart <= at && at < block.end)?.block
  if (!around || around.title === 'TestMain') return false
  // It measures time.
  if (/^Benchmark(?![a-z])/.test(around.title)) return true
  const head = file.source.code.slice(around.at, around.bodyStart)
  return !before.some(({ source }) => source.code.includes(head))
}

/** Python: a plain function that came, and that new tests alone call. */
function isInUncalledFunction(
  at: number,
  { path, cases, helpers, source }: TestFile,
  before: readonly TestFile[],
): boolean {
  const around = helpers.find(({ block }) => block.bodyStart <= at && at < block.end)?.block
  if (!around || /^[ \t]*@/.test(source.code.slice(around.start, around.at))) return false
  const same = before.find((file) => file.path === path)
  if (!same || same.source.code.includes(around.title)) return false
  const known = new Set(same.titles)
  const calls = new RegExp(`(?<![\\w.])${around.title}\\b`)
  const callers = cases.filter(({ block }) => calls.test(source.code.slice(block.start, block.end)))
  const rest = [...cases.map(({ block }) => block), around]
    .toSorted((one, other) => one.start - other.start)
    .reduceRight((code, { start, end }) => code.slice(0, start) + code.slice(end), source.code)
  return callers.length > 0 && callers.every(({ title }) => !known.has(title)) && !calls.test(rest)
}

const FEATURE = /^#!?\[cfg\(\s?(?:all\(\s?test,\s?)?feature = "([\w-]{1,60})"\s?\)?\s?\)\]/

/** Rust: the code that the test is about stands behind the same feature since this change. */
function isOfNewFeature({ at }: PlacedMark, { path: own, source }: TestFile, changes: readonly FileChange[]): boolean {
  const name = FEATURE.exec(source.text.slice(at, at + 120))?.[1]
  if (name === undefined) return false
  const gate = `feature = "${name}"`
  const count = (text = ''): number => text.split(gate).length
  return changes.some(
    ({ path, before, after }) =>
      path !== own && path.endsWith('.rs') && isProduct(path) && count(after) > count(before),
  )
}

/** Nothing in the file ran before. */
function isOfNewFile({ target }: PlacedMark, { cases }: TestFile, old: ReadonlySet<TestCase>): boolean {
  return target === '' && !cases.some((one) => old.has(one))
}

/** None of the tests in it ran before. */
function isOfNewSuite({ target, at }: PlacedMark, { cases }: TestFile, old: ReadonlySet<TestCase>): boolean {
  const own = cases.filter(({ fullTitle, block }) => block.at > at && fullTitle.split(' › ').includes(target))
  return target !== '' && own.length > 0 && !own.some((one) => old.has(one))
}

/** pytest takes classes for suites by their names; `__test__ = False` says that this one is none. */
function hasTests({ target }: PlacedMark, { cases }: TestFile): boolean {
  return cases.some(({ fullTitle, title }) => title !== fullTitle && fullTitle.includes(target))
}

/** Does it stand on one of these tests? */
function marks({ target }: PlacedMark, { cases }: TestFile, tests: ReadonlySet<TestCase>): boolean {
  return cases.some((one) => one.title === target && tests.has(one))
}

const IMPORT = 'pytest.importorskip'

/** The file imports that module by other means too, or speaks of it. */
function isUsed({ at }: PlacedMark, { source }: TestFile): boolean {
  const name = /["'](\w+)/.exec(firstArgument(source, at))?.[1] ?? ''
  return name !== '' && source.bare.split(new RegExp(`\\b${name}\\b`)).length > 2
}

/** One platform or version is left out, which tells little about what was done. */
function isOfPlatform(mark: PlacedMark, { source }: TestFile): boolean {
  if (mark.label === 'XCTSkip' && ON_SIMULATOR.test(lineAbove(source, mark.line))) return true
  if (effectOf(mark) !== 'maybe' && mark.label !== 'pytest.mark.skipif') return false
  const isInside = /^(?:\w+\.|->|::)?(?:Skip(?:Now|f)?|skip|pending|markTestSkipped|skipTest|SkipTest)$/.test(
    mark.label,
  )
  if (REQUIRES.test(mark.label)) return isOwnExtension(mark, source) || isMetOnUsual(mark, source)
  if (OF_RUST.test(source.text.slice(mark.at, mark.at + 80))) return true
  if (OF_GO.test(mark.label) || OF_SWIFT.test(mark.label)) return true
  const alias = aliasCondition(source, mark.at)
  if (alias) return leavesOnePlatformOut(alias.condition, alias.runsWhenTrue)
  const condition = isInside ? lineAbove(source, mark.line) : firstArgument(source, mark.at)
  return leavesOnePlatformOut(condition, RUNS_WHEN_TRUE.test(mark.label)) || isOnImported(condition, source)
}

/** Nobody ran the test before, whatever it was called; now somebody may. */
function wasSkipped(mark: PlacedMark, { cases }: TestFile, former: ReadonlyMap<TestCase, TestCase>): boolean {
  if (effectOf(mark) !== 'maybe' || !mark.isOnCase) return false
  return cases.some((one) => {
    const old = one.block.at === mark.blockAt ? former.get(one) : undefined
    return old?.file.marks.some((known) => known.blockAt === old.block.at && effectOf(known) === 'skipped') === true
  })
}

/** The test returned on the same condition before: now it says so. */
function wasLeft(
  mark: PlacedMark,
  { path, source }: Pick<TestFile, 'path' | 'source'>,
  before: readonly TestFile[],
): boolean {
  if (effectOf(mark) !== 'maybe') return false
  if (wasAnAlternative(mark, { path, source }, before)) return true
  const condition = firstArgument(source, mark.at)
  const [name] = /["'][A-Z][A-Z0-9_]{4,60}["']/.exec(condition) ?? []
  const old = before.find((file) => file.path === path)?.cases.find(({ title }) => title === mark.target)
  if (name === undefined || !old) return false
  const body = old.file.source.text.slice(old.block.bodyStart, old.block.end)
  return LEFT.exec(body)?.[0].includes(name) === true
}

/** `assert x or not db.supports_y` held on that condition too; now the test says so before it begins. */
function wasAnAlternative(
  { line, target }: PlacedMark,
  { path, source }: Pick<TestFile, 'path' | 'source'>,
  before: readonly TestFile[],
): boolean {
  const condition = lineAbove(source, line)
    .replace(/^if\b|[:{]$/g, '')
    .replaceAll(/\s+/g, '')
    .replace(/^\((.*)\)$/, '$1')
  const old = before.find((file) => file.path === path)?.cases.find(({ title }) => title === target)
  const real = old?.assertions.filter(({ isVacuous }) => !isVacuous) ?? []
  return (
    condition.length > 3 &&
    real.length > 0 &&
    real.every(({ key }) => key.includes(`or${condition}`) || key.includes(`||${condition}`))
  )
}

const LEFT = /\bif\s{0,9}\([^;{}]{1,200}\)\s{0,40}\{?\s{0,40}return;/

/** It asks for something that the tests or the language know, not for a variable that somebody may set. */
function isOnOwnCondition(mark: PlacedMark, { source }: TestFile): boolean {
  if (effectOf(mark) !== 'maybe' || !ASKS.test(mark.label)) return false
  const condition = firstArgument(source, mark.at)
  return /[A-Za-z]{2}/.test(condition) && !isOfEnvironment(condition) && !isConstant(condition)
}

const ASKS = /skip_?if|runif|skip_?unless|SkipWhen/i

/** Rust: left out under an interpreter, without unwinding or without the standard library, which is nobody's usual run. */
const OF_RUST =
  /^#!?\[(?:cfg_attr\(\s?(?:miri|loom|\w{0,40}sanitize\w{0,10}|not\(panic = "unwind"\)|panic = "abort"),|cfg\(\s?all\(\s?test(?:,\s?(?:feature = "(?:std|alloc)"|not\((?:miri|loom)\))){1,3}\s?\)|cfg\(\s?(?:feature = "(?:std|alloc)"|not\((?:miri|loom)\)|panic = "unwind"|unix|windows|not\((?:unix|windows)\)|(?:not\()?target_\w{2,20} = "[\w-]{1,20}"\)?)\s?\)\])/
/** Go: one platform is left out, or an old version. */
const OF_GO =
  /^\/\/(?:go:build| ?\+build) (?:(?: && )?(?:!(?:windows|darwin|plan9|js|wasm|wasip1|race|appengine|tinygo|aix|solaris|android|ios|\w{2,9}bsd)|unix|go1\.\d{1,2})){1,5}$/
/** Swift: all systems but one, or both that most work on. */
const OF_SWIFT =
  /^#if(?:(?: && )? ?!os\((?:Windows|Android|WASI|iOS|tvOS|watchOS|visionOS|FreeBSD|OpenBSD)\)){1,6}$|^#if (?=.*\bos\(Linux\))(?=.*\b(?:canImport\(Darwin\)|os\(macOS\)))(?:(?: \|\| )?(?:os|canImport)\(\w{2,12}\)){2,12}$/
const ON_SIMULATOR = /^#if (?:targetEnvironment\(simulator\)|os\((?:Windows|WASI|Android|iOS|tvOS|watchOS|visionOS)\))$/
const REQUIRES = /@requires\b|\bRequiresPhpExtension\b/

/** PHPUnit: the extension or function that the test speaks of. */
function isOwnExtension({ line }: PlacedMark, source: SourceText): boolean {
  const written = source.text.slice(lineStart(source, line), lineStart(source, line + 1))
  const name = /(?:extension|function)\s+(\w{3,})|RequiresPhpExtension\(\s*["'](\w{3,})/i.exec(written)
  const said = (name?.[1] ?? name?.[2] ?? '').toLowerCase()
  return said !== '' && source.code.toLowerCase().includes(said.replace(/^ext_/, '').split('_')[0] ?? said)
}

const OF_SYSTEM = /@requires\s{1,9}OS(?:FAMILY)?\s{1,9}(?:\^?\(\?!\s?(?:win|darwin|mac)|\W{0,3}linux\b)/i
const OF_VERSION = /@requires\s{1,9}PHP\s{1,9}(?:>=?\s{0,9})?\d[\d.]{0,9}(?:-dev)?\s*$/i

/** PHPUnit: Linux, any system but Windows or macOS, or a version and all newer ones. */
function isMetOnUsual({ line }: PlacedMark, source: SourceText): boolean {
  const written = source.text.slice(lineStart(source, line), lineStart(source, line + 1)).trimEnd()
  return OF_SYSTEM.test(written) || OF_VERSION.test(written)
}

/** `const onUnix = process.platform === 'win32' ? test.skip : test`, called at this place. */
function aliasCondition(source: SourceText, at: number): { condition: string; runsWhenTrue: boolean } | undefined {
  const name = /^[\w$]+/.exec(source.code.slice(at, at + 80))?.[0]
  if (name === undefined || /^(?:it|test|describe)$/.test(name)) return undefined
  const defined = new RegExp(
    `(?:const|let|var)\\s{1,9}${name.replaceAll('$', '\\$')}\\s{0,9}=\\s{0,9}([^;?\\n]{2,200})\\?\\s{0,9}(\\w+(?:\\.\\w+)?)`,
  ).exec(source.text)
  const [, condition, first = ''] = defined ?? []
  return condition === undefined ? undefined : { condition: condition.trim(), runsWhenTrue: !/\./.test(first) }
}

const LONGEST_CONDITION = 300
const RUNS_WHEN_TRUE = /^if\b|unless|runif|onlyif|enabled|assume|require/i

/** The condition that a skip in the body of a test stands under. */
function lineAbove(source: SourceText, line: number): string {
  let above = line - 1
  // A comment may stand between them.
  while (above > Math.max(1, line - MOST_COMMENTS) && isBlank(source, above)) above--
  const [from, to] = [lineStart(source, above), lineStart(source, above + 1)]
  const text = source.text.slice(from, Math.min(to, from + LONGEST_CONDITION)).trim()
  return /^(?:\}?\s?(?:else )?#?if|unless)\b/.test(text) ? text : ''
}

const MOST_COMMENTS = 5

/** Nothing but a comment, or nothing at all. */
function isBlank(source: SourceText, line: number): boolean {
  return source.code.slice(lineStart(source, line), lineStart(source, line + 1)).trim() === ''
}

/** A reason that follows the condition is no part of it. */
function firstArgument({ text, code, pairs }: SourceText, at: number): string {
  const open = code.indexOf('(', at)
  const close = open < 0 ? -1 : (pairs[open] ?? -1)
  if (close < open) return ''
  let end = open + 1
  while (end < close && code.charAt(end) !== ',') end = Math.max(end, pairs[end] ?? -1) + 1
  return text.slice(open + 1, Math.min(end, open + LONGEST_CONDITION))
}

/**
 * A mark is an old one if the same test bore it anywhere, or if a test that is gone bore it in this file: it was renamed.
 * One in the same words is looked for first, so that of several the new one is left.
 */
function knownMarks(before: readonly TestFile[], after: readonly TestFile[]): ReadonlySet<PlacedMark> {
  const titlesNow = new Set(after.flatMap(({ titles }) => [...titles]))
  const pathsNow = new Set(after.map(({ path }) => path))
  const byTarget = new Map<string, Written[]>()
  const byPath = new Map<string, Written[]>()
  for (const { path, marks, source } of before) {
    for (const mark of marks) {
      const written = { mark, words: wordsOf(mark, source) }
      push(byTarget, keyOf(mark, pathsNow.has(path) ? path : ''), written)
      if (!titlesNow.has(mark.target)) push(byPath, JSON.stringify([path, effectOf(mark)]), written)
    }
  }
  const used = new Set<PlacedMark>()
  const known = new Set<PlacedMark>()
  const take = (list: readonly Written[] = [], words?: string): boolean => {
    const found = list.findLast((one) => !used.has(one.mark) && (words === undefined || one.words === words))
    if (found) used.add(found.mark)
    return found !== undefined
  }
  const placed = after.flatMap(({ path, marks, source }) => marks.map((mark) => ({ path, mark, source })))
  for (const { path, mark, source } of placed)
    if (take(byTarget.get(keyOf(mark, path)), wordsOf(mark, source))) known.add(mark)
  for (const { path, mark } of placed) {
    if (known.has(mark)) continue
    const isTaken =
      take(byTarget.get(keyOf(mark, path))) ||
      take(byTarget.get(keyOf(mark, ''))) ||
      take(byPath.get(JSON.stringify([path, effectOf(mark)])))
    if (isTaken) known.add(mark)
  }
  return known
}

interface Written {
  readonly mark: PlacedMark
  readonly words: string
}

/** The line that it stands on, and the condition above it. */
function wordsOf({ line }: PlacedMark, source: SourceText): string {
  const own = source.text.slice(lineStart(source, line), lineStart(source, line + 1)).trim()
  return `${lineAbove(source, line)}\n${own.slice(0, LONGEST_CONDITION)}`
}

function push<T>(map: Map<string, T[]>, key: string, one: T): void {
  const list = map.get(key)
  if (list) list.push(one)
  else map.set(key, [one])
}

/** A mark on a whole file belongs to that file, or to nobody's where the file has another name now. */
function keyOf(mark: PlacedMark, path: string): string {
  return JSON.stringify([effectOf(mark), mark.target, mark.target === '' ? path : ''])
}

type Effect = 'only' | 'fails' | 'skipped' | 'maybe'

export function effectOf({ label, isConditional }: PlacedMark): Effect {
  if (/only|focus|^(?:RSpec\.)?f(?:it|test|specify|describe|context|example)$/i.test(label)) return 'only'
  if (isConditional && !/should_panic|xfail/.test(label)) return 'maybe'
  return /fail|should_panic|PendingFeature/i.test(label) ? 'fails' : 'skipped'
}

const EFFECTS: Readonly<Record<Effect, (what: string) => string>> = {
  only: (what) => `${what} runs alone`,
  fails: (what) => `${what} is expected to fail`,
  skipped: (what) => `${what} is skipped`,
  maybe: (what) => `${what} is skipped under a condition`,
}

function sentence(mark: PlacedMark, isNew: boolean): string {
  const noun = mark.isOnCase ? 'test' : 'suite'
  const what = mark.target === '' ? 'the whole file' : `${isNew ? 'new ' : ''}${noun} ${quote(mark.target)}`
  return `${EFFECTS[effectOf(mark)](what)}${isNew ? '' : ' now'} (${mark.label})`
}
