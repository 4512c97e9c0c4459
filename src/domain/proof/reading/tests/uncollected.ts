// Tests that are still written down where the runner does not look any more: renamed, put aside, in a class that is none.
import type { FileChange } from '../../../../contract/change.ts'
import { lazily } from '../../../../contract/lazily.ts'
import { isCollected, isCollectedCase, isDeclared } from '../test-file/collected.ts'
import type { Comparison } from './matching/comparison.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { plural } from '../../../text/plural.ts'
import { lineAt, lineStart } from '../../source/source.ts'
import { leavesOnePlatformOut } from './guards/guard-condition.ts'
import { effectOfGuard } from './guards/guard-effect.ts'
import { type Guard, guardsAround } from '../test-file/guards.ts'
import { tablesOf } from './cases/tables.ts'
import type { TestCase, TestFile } from '../test-file/test-file.ts'
import { sharedTests } from './matching/shared-tests.ts'
import type { Unreached } from './matching/unreached.ts'

export function uncollectedTests(comparison: Comparison, changes: readonly FileChange[]): TamperFinding[] {
  const { matches, before, after, unreached } = comparison
  const moved = new Map<TestFile, TestCase[]>()
  const together = lazily(() => sharedTests(comparison))
  const found: TamperFinding[] = []
  const isTakenIn = takenIn(after)
  const conditionsAround = conditionsOfFiles()
  for (const [one, other] of matches) {
    const isMoved = one.file.path !== other.file.path
    const isHidden = isInside(other, unreached)
    const isPutAside = isMoved && isLeftOut(one, other, changes)
    const isUnread =
      isHidden ||
      isUndefined(one, other, conditionsAround) ||
      (isCollectedCase(one) && !isCollectedCase(other)) ||
      (!isMoved && isMadeAbstract(one, other, changes))
    if (!isPutAside && !isUnread) continue
    if (isMoved && !isHidden && (isTakenIn(other.file) || (isAbstract(one) && isAbstract(other)))) continue
    if (isMoved && !isHidden && isIncluded(one, other, after)) continue
    if (isPutAside && !other.file.path.endsWith('.rb') && together().isTakenBySome(other)) continue
    if (isPutAside) moved.set(one.file, [...(moved.get(one.file) ?? []), other])
    else
      found.push(finding('gone', other.file.path, other.line, `test ${quote(other.title)} is no longer run as a test`))
  }
  return [...found, ...before.flatMap((file) => movedFile(file, moved.get(file) ?? []))]
}

const BRANCH = /^(?:if|elif|unless)\b/

/** The conditions that a test stands under, outside of itself. */
type ConditionsAround = (test: TestCase) => readonly Guard[]

/** Python, Ruby: it stands under a condition that is met nowhere, or only in some environments. */
function isUndefined(one: TestCase, other: TestCase, conditionsAround: ConditionsAround): boolean {
  if (other.file.language.blocks !== 'indent') return false
  const known = new Set(conditionsAround(one).map(({ head }) => head))
  return conditionsAround(other).some((guard) => {
    if (known.has(guard.head)) return false
    const { source } = other.file
    const effect = effectOfGuard(guard, { source, test: '' })
    if (effect !== 'platform') return effect === 'never' || effect === 'environment'
    const isIf = !guard.head.startsWith('unless')
    return !leavesOnePlatformOut(source.bare.slice(guard.at, guard.to), isIf)
  })
}

/** Read once for each file: the way down to a place passes all lines before it. */
function conditionsOfFiles(): ConditionsAround {
  const known = new Map<TestFile, ReadonlyMap<number, readonly Guard[]>>()
  return ({ file, block }) => {
    const all = known.get(file) ?? conditionsIn(file)
    known.set(file, all)
    return all.get(block.at) ?? []
  }
}

/** By where a test begins. */
function conditionsIn({ source, language, cases }: TestFile): ReadonlyMap<number, readonly Guard[]> {
  const isIndented = ({ block }: TestCase): boolean =>
    /[ \t]/.test(source.code.charAt(lineStart(source, lineAt(source, block.at))))
  const places = cases
    .filter(isIndented)
    .map(({ block: { at, end } }) => ({ at, end }))
    .toSorted((one, other) => one.at - other.at)
  const range = { from: 0, to: source.code.length }
  const guards = guardsAround(source, { blocks: language.blocks }, range, places)
  return new Map(places.map(({ at }, index) => [at, (guards[index] ?? []).filter(({ head }) => BRANCH.test(head))]))
}

/** `function later() { test(…) }` */
function isInside({ file, block }: TestCase, unreached: readonly Unreached[]): boolean {
  return unreached.some(
    ({ file: home, helper }) => home === file && helper.block.bodyStart <= block.start && block.end <= helper.block.end,
  )
}

function isLeftOut(
  { file: { path: from } }: TestCase,
  { file: { path: to } }: TestCase,
  changes: readonly FileChange[],
): boolean {
  return isCollected(from) && !isCollected(to) && !isDeclared(to, changes)
}

/** Tests that others take in: a suite for several, a base class. */
function takenIn(after: readonly TestFile[]): (file: TestFile) => boolean {
  const known = new Map<TestFile, boolean>()
  let homes: readonly Importing[] | undefined
  return (file) => {
    const answer = known.get(file) ?? isImported(file, (homes ??= after.filter(isRun).map(importsOf)))
    known.set(file, answer)
    return answer
  }
}

interface Importing {
  readonly path: string
  /** The lines that take something in. */
  readonly lines: string
}

function isRun({ path }: TestFile): boolean {
  return isCollected(path)
}

function importsOf({ path, source }: TestFile): Importing {
  const lines = source.bare.match(/\b(?:import|from|require\w*|use|include)\b[^\n]*/g)
  return { path, lines: (lines ?? []).join('\n') }
}

function isImported({ path }: TestFile, homes: readonly Importing[]): boolean {
  const stem = path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')
  const taken = new RegExp(
    `\\b(?:import|from|require\\w*|use|include)\\b[^\\n]{0,200}\\b${stem.replaceAll(/\W/g, '\\$&')}\\b`,
  )
  return homes.some(({ path: other, lines }) => other !== path && lines.includes(stem) && taken.test(lines))
}

const SHARED = /^([ \t]*)(?:RSpec\.)?shared_(?:examples(?:_for)?|context)[ (]{1,3}(["'][^"'\n]{1,200}["']|:\w{1,80})/gm

/** RSpec: a spec includes by name the shared examples that hold it now, with the inputs that it was run for. */
function isIncluded(
  one: TestCase,
  { file: { path, source }, block, line }: TestCase,
  after: readonly TestFile[],
): boolean {
  if (!path.endsWith('.rb')) return false
  const own = /^[ \t]*/.exec(source.bare.slice(lineStart(source, line), block.end))?.[0].length ?? 0
  const shared = Array.from(source.bare.slice(0, block.at).matchAll(SHARED)).findLast(
    ([, before = '']) => before.length < own,
  )
  const name = shared?.[2]?.replaceAll(/["':]/g, '').replaceAll(/\W/g, '\\$&')
  if (name === undefined) return false
  const includes = new RegExp(
    `^[ \\t]*(?:it_(?:should_)?behaves?_like|include_(?:examples|context))[ (]{1,3}["':]${name}(?!\\w)`,
    'm',
  )
  const homes = after.filter((file) => file.path !== path && isRun(file) && includes.test(file.source.bare))
  const kept = new Set(homes.flatMap(tablesOf).flatMap(({ rows }) => rows.map(({ key }) => key)))
  return homes.length > 0 && rowsAround(one).every((key) => kept.has(key))
}

/** `["a", "b"].each do |text|` right above it. */
function rowsAround({ file, block }: TestCase): string[] {
  const { code, pairs } = file.source
  return tablesOf(file).flatMap(({ open, rows }) => {
    const close = pairs[open] ?? -1
    const isLoop =
      close > 0 &&
      close < block.start &&
      /^\s{0,99}\.\w{1,40}[^\n]{0,200}\s{0,99}$/.test(code.slice(close + 1, block.start))
    return isLoop ? rows.map(({ key }) => key) : []
  })
}

const ABSTRACT = /^[ \t]*(?:(?:public|internal) )?abstract class \w/m

/** PHP, Java, C#: no runner ever looked there itself; others inherit the tests. */
function isAbstract({ file: { path, source } }: TestCase): boolean {
  return /\.(?:php|java|kt|cs)$/.test(path) && source.code.includes('abstract class ') && ABSTRACT.test(source.code)
}

/** Nobody runs the tests of an abstract class but those who inherit them, and none is here. */
function isMadeAbstract(one: TestCase, other: TestCase, changes: readonly FileChange[]): boolean {
  if (isAbstract(one) || !isAbstract(other)) return false
  const name = /\babstract class (\w+)/.exec(other.file.source.code)?.[1] ?? ''
  const inherits = new RegExp(`(?:\\bextends\\s{1,9}|:\\s{0,9})(?:[\\w.\\\\]{1,60}[.\\\\])?${name}\\b`)
  return !changes.some(({ after = '' }) => after.includes(name) && inherits.test(after))
}

function movedFile({ path }: TestFile, tests: readonly TestCase[]): TamperFinding[] {
  const [first] = tests
  if (!first) return []
  const what = `${plural(tests.length, 'test')} of ${path} moved to where no runner looks`
  return [finding('gone', first.file.path, first.line, what)]
}
