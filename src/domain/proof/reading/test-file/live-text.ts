// What tests say where it counts: in assertions that came, in the heads of tests with their rows, and in what is bound
// to the names used there. A value that is computed and then dropped says nothing.
import type { Assertion } from './assertions.ts'
import type { SourceText } from '../../source/source.ts'
import { lineAt, lineEnd, lineStart } from '../../source/source.ts'
import { statementEnd } from './test-functions.ts'
import type { TestCase, TestFile } from './test-file.ts'

interface Range {
  readonly start: number
  readonly end: number
}

interface Scope extends Range {
  readonly file: TestFile
  /** Lines that were there before, trimmed. */
  readonly known: ReadonlySet<string>
  readonly gained: ReadonlySet<Assertion>
}

/** Only new lines count, and only those that an assertion depends on. */
export function liveText({ file, start, end, known, gained }: Scope): string {
  const { source } = file
  const cases = file.cases.filter(({ block }) => block.start >= start && block.start < end)
  const isInside = (one: Range): boolean => one.start >= start && one.start < end
  const came = claims(source, [...cases.flatMap(({ assertions }) => assertions), ...file.loose], gained).filter(
    isInside,
  )
  const said = [...came, ...heads(cases).filter(isInside)]
  // An assertion that came says all that is in it, whatever lines were there before.
  const isWhole = ({ start: from, end: to }: Range, at: number): boolean =>
    at < came.length && to - from < LONGEST_CLAIM
  const texts = said.map((one, at) => newText(source, one, isWhole(one, at) ? NONE : known))
  const bindings = [
    ...bindingsIn(source, { start, end }, known),
    ...iterations(source, { start, end }, known),
    ...providers(file, known),
  ]
  const names = new Set(said.flatMap((one) => wordsOf(source.text.slice(one.start, one.end))))
  for (let round = 0; round < MOST_ROUNDS; round++) {
    for (const binding of bindings) {
      if (!binding.names.some((name) => names.has(name))) continue
      const text = binding.text()
      texts.push(text)
      for (const name of wordsOf(text)) names.add(name)
    }
  }
  return texts.join('\n')
}

/** A row may be a list that a loop inside the loop runs through. */
const MOST_ROUNDS = 3
/** A longer one holds functions with assertions of their own. */
const LONGEST_CLAIM = 600
const NONE: ReadonlySet<string> = new Set()

/** Lines as they are compared: without the white space around them. */
export function linesIn(text: string): Set<string> {
  return new Set(text.split('\n').map((line) => line.trim()))
}

function claims(source: SourceText, assertions: readonly Assertion[], gained: ReadonlySet<Assertion>): Range[] {
  return assertions
    .filter((one) => gained.has(one))
    .map(({ at, end }) => ({ start: lineStart(source, lineAt(source, at)), end }))
}

/** The rows of a test that asserts nothing real say nothing. */
function heads(cases: readonly TestCase[]): Range[] {
  const real = cases.filter(
    ({ assertions }) => assertions.length === 0 || assertions.some(({ isVacuous }) => !isVacuous),
  )
  return real.map(({ block }) => ({ start: block.start, end: Math.max(block.at, block.bodyStart) }))
}

function newText(source: SourceText, { start, end }: Range, known: ReadonlySet<string>): string {
  return source.bare
    .slice(start, end)
    .split('\n')
    .filter((line) => !known.has(line.trim()))
    .join('\n')
}

const BINDING =
  /^\s*(?:export\s+)?(?:(?:const|let|var|val|final|auto|static|private|public|mut)\b[^=\n]{1,200}=|(?:for|foreach|while|if)\b[^\n]{1,200}|\[[^\n]{1,200}\]\.(?:each|forEach)\b[^\n]{0,200}|[\w$@.,() ]{1,120}(?::=|=(?![=>])))/
const LONGEST_BINDING = 20_000
const MOST_BINDINGS = 2000

interface Binding {
  readonly names: readonly string[]
  /** Read only where somebody names it. */
  readonly text: () => string
}

function bindingsIn(source: SourceText, { start, end }: Range, known: ReadonlySet<string>): Binding[] {
  const found: Binding[] = []
  for (let line = lineAt(source, start); line <= source.starts.length && found.length < MOST_BINDINGS; line++) {
    const from = lineStart(source, line)
    if (from >= end) break
    const head = BINDING.exec(source.code.slice(from, Math.min(lineEnd(source, line), from + 400)))?.[0]
    if (head === undefined) continue
    const to = Math.min(
      statementEnd(source, from + head.length - (/[[({]$/.test(head) ? 1 : 0)),
      from + LONGEST_BINDING,
    )
    const range = { start: from, end: Math.max(to, lineEnd(source, line)) }
    found.push({ names: wordsOf(head), text: () => newText(source, range, known) })
  }
  return found
}

const ITERATION = /([\])}]?)\s{0,99}\.(?:forEach|each|each_with_index|for_each|map|flatMap)\b[^\n]{1,200}/g

/** `[…].forEach(([n, want]) => …`: the list is bound to the names behind it. */
function iterations(source: SourceText, { start, end }: Range, known: ReadonlySet<string>): Binding[] {
  return Array.from(source.code.slice(start, end).matchAll(ITERATION))
    .slice(0, MOST_BINDINGS)
    .map(({ 0: written, 1: close = '', index }) => {
      const at = start + index
      const open = close === '' ? at : (source.pairs[at] ?? -1)
      const from = lineStart(source, lineAt(source, open < 0 ? at : open))
      const to = Math.min(at + written.length, from + LONGEST_BINDING)
      return { names: wordsOf(written), text: () => newText(source, { start: from, end: to }, known) }
    })
}

/** Functions that tests name as the source of their rows, such as PHPUnit's data providers. */
function providers({ source, helpers }: TestFile, known: ReadonlySet<string>): Binding[] {
  return helpers.map(({ block }) => ({
    names: [block.title],
    text: () => newText(source, { start: block.at, end: Math.min(block.end, block.at + LONGEST_BINDING) }, known),
  }))
}

function wordsOf(code: string): string[] {
  return code.match(/[A-Za-z_$][\w$]*/g) ?? []
}
