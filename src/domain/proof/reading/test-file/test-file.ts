// A test file as read: its tests with marks and assertions, and the functions they may call for help.
import type { Assertion } from './assertions.ts'
import { readAssertions, withHelperCalls, withKitCalls } from './assertions.ts'
import type { CodeBlock, Mark } from './block.ts'
import { byStart, firstAfter, innermostOf } from './block.ts'
import type { Language } from '../../source/languages.ts'
import { languageOf } from '../../source/languages.ts'
import { wrapperMarks } from './side-roads.ts'
import type { SourceText } from '../../source/source.ts'
import { lineAt, lineEnd, lineStart, readSource } from '../../source/source.ts'
import { callMarks, testCalls } from './test-calls.ts'
import { functionBlocks, markHits } from './test-functions.ts'

export interface TestFile {
  readonly path: string
  readonly source: SourceText
  readonly language: Language
  readonly cases: readonly TestCase[]
  readonly suites: readonly CodeBlock[]
  readonly helpers: readonly Helper[]
  /** Assertions that stand in no test. */
  readonly loose: readonly Assertion[]
  readonly marks: readonly PlacedMark[]
  /** Of tests and suites. */
  readonly titles: ReadonlySet<string>
}

export interface TestCase {
  readonly file: TestFile
  readonly block: CodeBlock
  readonly title: string
  /** With the suites around it. */
  readonly fullTitle: string
  readonly line: number
  readonly assertions: readonly Assertion[]
}

const named = new WeakMap<TestFile, ReadonlyMap<string, readonly Helper[]>>()

/** In the order in which they stand there. */
export function helpersNamed(file: TestFile, title: string): readonly Helper[] {
  const known = named.get(file) ?? Map.groupBy(file.helpers, ({ block }) => block.title)
  named.set(file, known)
  return known.get(title) ?? []
}

export interface Helper {
  readonly block: CodeBlock
  readonly assertions: readonly Assertion[]
}

export interface PlacedMark extends Mark {
  readonly line: number
  /** What it keeps from running; empty: the file. */
  readonly target: string
  readonly isOnCase: boolean
  readonly isPlan: boolean
  /** Where the test or suite begins that it stands on. */
  readonly blockAt: number | undefined
}

/** `kit`: functions of other files that assert, as they are called. */
export function readTestFile(path: string, text: string, kit: readonly string[] = []): TestFile | undefined {
  const language = languageOf(path)
  if (!language) return undefined
  const source = readSource(text, language.syntax)
  const blocks = [...(language.hasTestCalls ? testCalls(source) : []), ...functionBlocks(source, language)].sort(
    byStart,
  )
  const cases = blocks.filter(({ kind }) => kind === 'case')
  const written = withKitCalls(source, readAssertions(source, language), kit)
  const functions = blocks.filter(({ kind }) => kind === 'function')
  const loose = groupByOwner(cases, written).get(undefined) ?? []
  const helpers = groupByOwner(functions, loose)
  const live = withHelperCalls(source, written, namesOfHelpers(source, functions, helpers)).filter(
    isReached(source, cases, functions),
  )
  const assertions = groupByOwner(cases, live)
  const titles = fullTitles(blocks)
  const file: TestFile = {
    path,
    source,
    language,
    cases: [],
    suites: blocks.filter(({ kind }) => kind === 'suite'),
    helpers: functions.map((block) => ({ block, assertions: helpers.get(block) ?? [] })),
    loose,
    marks: placeMarks(source, language, blocks),
    titles: new Set(blocks.filter(({ kind }) => kind !== 'function').map(({ title }) => title)),
  }
  const readCases = cases
    .filter(({ isPlan }) => !isPlan)
    .map((block) => ({
      file,
      block,
      title: block.title,
      fullTitle: titles.get(block) ?? block.title,
      line: lineAt(source, block.at),
      assertions: assertions.get(block) ?? [],
    }))
  return Object.assign(file, { cases: readCases })
}

const MOST_HELPERS = 40
const LONGEST_HANDOVER = 300

/** Those that assert, and those that do nothing but call one of these. */
function namesOfHelpers(
  { code }: SourceText,
  functions: readonly CodeBlock[],
  helpers: ReadonlyMap<CodeBlock | undefined, readonly Assertion[]>,
): string[] {
  const names = helperNames(helpers)
  if (names.length === 0) return names
  const known = new Set(names)
  const others = functions.filter((one) => {
    if (helpers.has(one) || one.title.length <= 2 || one.end - one.bodyStart > LONGEST_HANDOVER) return false
    return known.has(handsOverTo(code.slice(one.bodyStart, one.end)) ?? '')
  })
  return [...names, ...others.map(({ title }) => title)].slice(0, MOST_HELPERS)
}

/** What the one call is that a body consists of. */
export function handsOverTo(body: string): string | undefined {
  return ONE_CALL.exec(body)?.[1]
}

const ONE_CALL =
  /^[\s{:]*(?:(?:return|[a-z]{5})\s){0,2}(?:self\.|this\.|@)?(\w{3,60})\([^;\n]{0,200}\);?\s*(?:\}|end)?\s*$/

function helperNames(helpers: ReadonlyMap<CodeBlock | undefined, readonly Assertion[]>): string[] {
  return [...helpers.keys()]
    .flatMap((block) => (block && block.title.length > 2 ? [block.title] : []))
    .slice(0, MOST_HELPERS)
}

function groupByOwner(
  blocks: readonly CodeBlock[],
  assertions: readonly Assertion[],
): Map<CodeBlock | undefined, Assertion[]> {
  const groups = new Map<CodeBlock | undefined, Assertion[]>()
  const innermost = innermostOf(blocks)
  for (const assertion of assertions) {
    const owner = innermost(assertion.at)
    const group = groups.get(owner)
    if (group) group.push(assertion)
    else groups.set(owner, [assertion])
  }
  return groups
}

/** Not in a function inside the test that nobody there names again. */
function isReached(
  source: SourceText,
  cases: readonly CodeBlock[],
  functions: readonly CodeBlock[],
): (one: Assertion) => boolean {
  const [testAt, functionAt] = [innermostOf(cases), innermostOf(functions)]
  const known = new Map<CodeBlock, boolean>()
  return ({ at }) => {
    const inner = functionAt(at)
    const test = inner && testAt(inner.at)
    if (!inner || !test || inner.at < test.bodyStart || inner.bodyStart > at) return true
    const isKnown = known.get(inner) ?? isNamedAgain(source, inner, test)
    known.set(inner, isKnown)
    return isKnown
  }
}

const DECLARATION = /^\s*(?:const|let|var|function|async|def|fn|func)\b/

/** What stands under a decorator or in an object is called by others. */
function isNamedAgain({ code }: SourceText, inner: CodeBlock, test: CodeBlock): boolean {
  const isPlain =
    DECLARATION.test(code.slice(inner.at, inner.at + 80)) && code.slice(inner.start, inner.at).trim() === ''
  if (!isPlain || inner.title === '') return true
  return code.slice(test.bodyStart, test.end).split(inner.title).length > 2
}

function fullTitles(blocks: readonly CodeBlock[]): Map<CodeBlock, string> {
  const titles = new Map<CodeBlock, string>()
  const around: CodeBlock[] = []
  for (const block of blocks) {
    while (around.length > 0 && (around.at(-1)?.end ?? 0) <= block.start) around.pop()
    titles.set(block, [...around, block].map(({ title }) => title).join(' › '))
    if (block.kind === 'suite') around.push(block)
  }
  return titles
}

function placeMarks(source: SourceText, language: Language, blocks: readonly CodeBlock[]): PlacedMark[] {
  const tests = blocks.filter(({ kind }) => kind !== 'function')
  const innermost = innermostOf(tests)
  const onBlocks = tests.flatMap((block) => block.marks.map((mark) => place(source, mark, block)))
  const calls = language.hasTestCalls ? callMarks(source).map((mark) => place(source, mark, innermost(mark.at))) : []
  const wraps = language.hasTestCalls ? wrapperMarks(source, tests).map((mark) => place(source, mark, mark.block)) : []
  const known = new Set([...onBlocks, ...calls].map(({ at }) => at))
  const fromTable = markHits(source, language)
    .filter(({ at }) => !known.has(at) && known.add(at))
    .map((mark) => {
      const around = innermost(mark.at)
      const isAbove = mark.stands === 'above' && !(around && mark.at < around.bodyStart)
      return place(source, mark, isAbove ? firstAfter(tests, mark.at) : around)
    })
  return [...onBlocks, ...calls, ...wraps, ...fromTable].sort((a, b) => a.at - b.at)
}

function place(source: SourceText, mark: Mark, block: CodeBlock | undefined): PlacedMark {
  return {
    label: mark.label,
    at: mark.at,
    isConditional:
      mark.isConditional || (block !== undefined && mark.at > block.bodyStart && isNested(source, mark.at, block)),
    line: lineAt(source, mark.at),
    target: block?.title ?? '',
    isOnCase: block?.kind === 'case',
    isPlan: block?.isPlan === true,
    blockAt: block?.at,
  }
}

/** Deeper than the first line of the body: something decides whether it is reached. */
function isNested(source: SourceText, at: number, block: CodeBlock): boolean {
  const line = lineAt(source, at)
  const start = lineStart(source, line)
  if (/\b(?:if|unless|when)\b/.test(source.code.slice(start, at))) return true
  const opening = lineAt(source, block.bodyStart)
  const from = lineStart(source, opening) === block.bodyStart ? block.bodyStart : lineEnd(source, opening) + 1
  if (at < from) return false
  const body = source.code
    .slice(from, Math.min(block.end, from + 4000))
    .split('\n')
    .find((text) => text.trim() !== '')
  return body !== undefined && indentOf(source.code.slice(start, at + 1)) > indentOf(body)
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length
}
