// Tests that are functions or blocks of their own: `def test_adds`, `func TestAdds`, `@Test void adds()`, `it 'adds' do`.
import type { CodeBlock, Mark } from './block.ts'
import type { Language } from '../../source/languages.ts'
import type { SourceText } from '../../source/source.ts'
import { lineAt, lineEnd, lineStart } from '../../source/source.ts'

export function functionBlocks(source: SourceText, language: Language): CodeBlock[] {
  return [...functions(source, language), ...starts(source, language), ...suites(source, language)]
}

/** PHPUnit's older way: in the comment above. */
const TAG = /\*\s{0,9}@test\b/

function functions(source: SourceText, language: Language): CodeBlock[] {
  if (!language.functions) return []
  const blocks: CodeBlock[] = []
  const inherited = language.inherited?.file.test(source.code) === true ? language.inherited.name : undefined
  for (const hit of source.code.matchAll(language.functions)) {
    const written = source.text.slice(hit.index, hit.index + hit[0].length)
    const name = hit[1] ?? hit[2] ?? hit[3] ?? ''
    const start = headStart(source, hit.index, language)
    const head = source.code.slice(start, hit.index)
    const isCase =
      language.testName?.test(name) === true ||
      language.testHead?.test(head) === true ||
      (inherited?.test(name) === true && !/\bprivate\b/.test(head)) ||
      TAG.test(source.comments.slice(start, hit.index))
    const title = /[`"]/.test(name) ? (/[`"]([^`"]*)/.exec(written)?.[1] ?? name) : name
    const body = bodyOf(source, hit.index, hit[0].length, language)
    if (!body) continue
    blocks.push({ kind: isCase ? 'case' : 'function', title, start, at: hit.index, ...body, marks: [] })
  }
  return blocks
}

function starts(source: SourceText, language: Language): CodeBlock[] {
  if (!language.testStarts) return []
  const blocks: CodeBlock[] = []
  for (const hit of source.code.matchAll(language.testStarts)) {
    const at = hit.index + (hit[0].length - hit[0].trimStart().length)
    const body = bodyOf(source, at, hit[0].trim().length, language)
    const title = titleAfter(source, hit.index + hit[0].length).replace(/^:["']/, '')
    // Ruby: a method of any name.
    if (body && (!hit[0].endsWith('define_method') || title.startsWith('test_')))
      blocks.push({
        kind: 'case',
        title,
        start: at,
        at,
        ...body,
        marks: [],
      })
  }
  return blocks
}

function suites(source: SourceText, language: Language): CodeBlock[] {
  if (!language.suites) return []
  const blocks: CodeBlock[] = []
  for (const hit of source.code.matchAll(language.suites)) {
    const at = hit.index + (hit[0].length - hit[0].trimStart().length)
    const body = bodyOf(source, at, hit[0].trim().length, language)
    const title = hit[1] ?? titleAfter(source, hit.index + hit[0].length)
    if (body) blocks.push({ kind: 'suite', title, start: headStart(source, at, language), at, ...body, marks: [] })
  }
  return blocks
}

/** The string that follows, or else the rest of the line. */
function titleAfter(source: SourceText, from: number): string {
  const rest = source.bare.slice(from, Math.min(lineEnd(source, lineAt(source, from)), from + 300))
  const quoted = /^[\s(]{0,9}(["'])(.*?)\1/.exec(rest)?.[2]
  return (quoted ?? rest.replace(/\b(?:do|end)\b.*$/, '')).replaceAll(/^[\s(]+|[\s){]+$/g, '')
}

type Body = Pick<CodeBlock, 'bodyStart' | 'end'>

function bodyOf(source: SourceText, at: number, length: number, language: Language): Body | undefined {
  return language.blocks === 'indent' ? indentedBody(source, at, length) : bracketBody(source, at, length)
}

const OPENING = /[({;]|=>|=(?!=)/
/** Nobody writes more between a name and its body; what stands in brackets does not count. */
const FURTHEST_BODY = 2000

/** Parameters are stepped over; a body without braces ends at its line. */
function bracketBody(source: SourceText, at: number, length: number): Body | undefined {
  const { code, pairs } = source
  const from = at + length
  if (code.slice(at, from).endsWith('=>') && !/^\s{0,200}\{/.test(code.slice(from, from + 201)))
    return { bodyStart: from, end: statementEnd(source, from) }
  let place = from - (code.charAt(from - 1) === '(' ? 1 : 0)
  for (let steps = 0; steps < 40; steps++) {
    const hit = OPENING.exec(code.slice(place, place + FURTHEST_BODY))
    if (!hit) return undefined
    const index = place + hit.index
    const pair = pairs[index] ?? -1
    if (hit[0] === '{') return pair < 0 ? undefined : { bodyStart: index + 1, end: pair + 1 }
    if (hit[0] === ';') return undefined
    const isBraceless = hit[0] === '=>' && !/^\s{0,200}\{/.test(code.slice(index + 2, index + 200))
    if (isBraceless) return { bodyStart: index + 2, end: statementEnd(source, index + 2) }
    if (hit[0] === '=' && /\bfun\b/.test(code.slice(at, from))) {
      // Kotlin: a body that is one expression ends with it, and the next brace is somebody else's.
      const end = statementEnd(source, index + 1)
      if (!code.slice(index, end).includes('{')) return { bodyStart: index + 1, end }
    }
    place = hit[0] === '(' && pair > 0 ? pair + 1 : index + hit[0].length
  }
  return undefined
}

/** More lines than anybody chains calls over. */
const MOST_STEPS = 400

/** The end of the statement that begins here: its line, further lines while brackets are open or a call continues. */
export function statementEnd({ code, pairs }: SourceText, from: number): number {
  const first = /\S/g
  first.lastIndex = from
  const ends = /[()[\]{};\n]/g
  ends.lastIndex = first.exec(code)?.index ?? code.length
  for (let hit = ends.exec(code), steps = 0; hit; hit = ends.exec(code), steps++) {
    const char = hit[0]
    if (char === ';') return hit.index
    if (')]}'.includes(char)) return hit.index
    if (char === '\n' && (steps > MOST_STEPS || !GOES_ON.test(code.slice(hit.index, hit.index + 120)))) return hit.index
    const pair = pairs[hit.index] ?? -1
    if (pair > hit.index) ends.lastIndex = pair + 1
  }
  return code.length
}

const GOES_ON = /^\s{1,100}(?:\??\.[\w$]|->|&&|\|\|)/

/** Ruby, Elixir: stands as far left as the head, and the body continues behind it. */
const HANDLES = /^(?:rescue|ensure)(?:[ \t]+[A-Z=][^()\n]*)?[ \t]*$/

function indentedBody(source: SourceText, at: number, length: number): Body {
  const { code, pairs, starts } = source
  const indent = at - lineStart(source, lineAt(source, at))
  const column = indent + leading(code, at)
  const bracket = /[ \t]{0,9}\(/y
  bracket.lastIndex = at + length
  const parameters = bracket.test(code) ? (pairs[bracket.lastIndex - 1] ?? -1) : -1
  const first = lineAt(source, Math.max(parameters, at + length)) + 1
  let end = lineEnd(source, first - 1)
  for (let line = first; line <= starts.length; line++) {
    const from = lineStart(source, line)
    const to = lineEnd(source, line)
    const width = leading(code, from)
    if (from + width >= to) continue
    if (width === column && HANDLES.test(code.slice(from + width, to))) continue
    if (width <= column)
      return { bodyStart: bodyStartOf(source, first), end: endKeyword(code, from + width, to) ? to : end }
    end = to
  }
  return { bodyStart: bodyStartOf(source, first), end }
}

function bodyStartOf(source: SourceText, line: number): number {
  return lineStart(source, Math.min(line, source.starts.length))
}

function endKeyword(code: string, from: number, to: number): boolean {
  return /^(?:end\b|\})/.test(code.slice(from, Math.min(to, from + 9)))
}

function leading(code: string, from: number): number {
  let at = from
  while (code.charCodeAt(at) === 32 || code.charCodeAt(at) === 9) at++
  return at - from
}

function headStart(source: SourceText, at: number, language: Language): number {
  if (language.blocks === 'indent') return decoratorsStart(source, at)
  return language.testHead ? attributesStart(source, at) : at
}

/** Up to whatever ended before: a statement, a block or the line of another opening brace. */
function attributesStart({ code, pairs }: SourceText, at: number): number {
  let place = at - 1
  for (const lowest = Math.max(0, at - 1000); place >= lowest; place--) {
    const char = code.charAt(place)
    if (char === ';' || char === '{' || char === '}') break
    const pair = char === ')' || char === ']' ? (pairs[place] ?? -1) : -1
    if (pair >= 0) place = pair
  }
  return place + 1
}

function decoratorsStart(source: SourceText, at: number): number {
  let line = lineAt(source, at)
  for (let steps = 0; steps < 50 && line > 1; steps++) {
    const above = startOfLogicalLine(source, line - 1)
    if (source.code.charAt(lineStart(source, above) + leading(source.code, lineStart(source, above))) !== '@') break
    line = above
  }
  return lineStart(source, line)
}

/** A decorator may be written over several lines: its last one leads to its first by the brackets. */
function startOfLogicalLine(source: SourceText, line: number): number {
  const end = lineEnd(source, line)
  const closing = source.code.slice(lineStart(source, line), end).trimEnd().length + lineStart(source, line) - 1
  const pair = source.code.charAt(closing) === ')' ? (source.pairs[closing] ?? -1) : -1
  return pair >= 0 ? lineAt(source, pair) : line
}

/** Marks that the table knows, wherever they stand. */
export function markHits(source: SourceText, language: Language): (Mark & { readonly stands: 'above' | 'inside' })[] {
  return language.marks.flatMap(({ pattern, stands, isConditional = false, isComment = false }) =>
    Array.from((isComment ? source.comments : source.code).matchAll(pattern), (hit) => {
      const at = hit.index + (hit[0].length - hit[0].trimStart().length)
      return { label: labelOf(source, hit[0].trim(), at), at, isConditional, stands }
    }),
  )
}

const LONGEST_LABEL = 60

/** An attribute is shown as a whole. */
function labelOf({ text, pairs }: SourceText, written: string, at: number): string {
  const bracket = at + (/^#!?/.exec(written)?.[0].length ?? 0)
  const close = text.charAt(bracket) === '[' ? (pairs[bracket] ?? -1) : -1
  if (close > 0 && close - at < LONGEST_LABEL) return text.slice(at, close + 1).replaceAll(/\s+/g, ' ')
  return written
    .replace(/\s{0,9}[({]$/, '')
    .replaceAll(/\s+/g, ' ')
    .slice(0, LONGEST_LABEL)
}
