// The one reader of command lines: a line in its smallest pieces, by the rules of POSIX quoting. Nothing is expanded and
// nothing is judged; what the pieces mean to a check, a proof or a read-only command is left to the views on top.

/**
 * - `blank` runs of spaces, tabs and carriage returns; `newline` is a piece of its own
 * - `operator` joins commands; `redirect` is the operator without its target
 * - `plain` characters with no meaning for quoting: expansions and parentheses stay among them
 * - `escaped` a backslash and the next character, a continued line has no text
 * - `open` a quote that is not closed, or a backslash at the end
 */
export type LexemeKind =
  | 'blank'
  | 'newline'
  | 'operator'
  | 'redirect'
  | 'plain'
  | 'escaped'
  | 'single'
  | 'double'
  | 'open'

export interface Lexeme {
  readonly kind: LexemeKind
  /** As it stands in the line. */
  readonly raw: string
  /** Without its quotes and backslashes. */
  readonly text: string
  readonly start: number
  readonly end: number
}

interface LexemeOptions {
  /** A quote that is not closed takes the rest of the line, or the quote alone is a piece and reading continues. */
  readonly open?: 'rest' | 'mark'
  /** Also a line end of Windows can be escaped. A shell would see an escaped carriage return and a second line. */
  readonly windowsLines?: boolean
}

/** Never throws. The pieces, put together, are the line. Linear: a quote of either kind is open only once. */
export function toLexemes(line: string, options: LexemeOptions = {}): readonly Lexeme[] {
  if (newest?.line === line) return newest.lexemes
  const lexemes: Lexeme[] = []
  let isClear = line.length <= LONGEST_KEPT && !line.includes('\\')
  for (let at = 0; at < line.length;) {
    const lexeme = readQuoted(line, at, options) ?? readPiece(line, at)
    if (lexeme.kind === 'open') isClear = false
    lexemes.push(lexeme)
    at = lexeme.end
  }
  if (isClear) newest = { line, lexemes }
  return lexemes
}

/** Several questions about one line follow each other. Without backslashes and open quotes, options change nothing. */
const LONGEST_KEPT = 4000
let newest: { readonly line: string; readonly lexemes: readonly Lexeme[] } | undefined

function readPiece(line: string, at: number): Lexeme {
  const kind = kindOf(line.charCodeAt(at))
  const end = kind === 'plain' || kind === 'blank' ? endOfRun(line, at, kind) : at + lengthOfSign(line, at, kind)
  const raw = line.slice(at, end)
  return { kind, raw, text: raw, start: at, end }
}

/** By character codes: a pattern would make an array for every piece. */
function kindOf(code: number): LexemeKind {
  switch (code) {
    case 32: // space
    case 9: // tab
    case 13: // carriage return
      return 'blank'
    case 10:
      return 'newline'
    case 59: // ;
    case 124: // |
    case 38: // &
      return 'operator'
    case 60: // <
    case 62: // >
      return 'redirect'
    case 39: // '
    case 34: // "
    case 92: // backslash
      return 'escaped'
    default:
      return 'plain'
  }
}

function endOfRun(line: string, at: number, kind: LexemeKind): number {
  let end = at + 1
  while (end < line.length && kindOf(line.charCodeAt(end)) === kind) end++
  return end
}

function lengthOfSign(line: string, at: number, kind: LexemeKind): number {
  const two = line.slice(at, at + 2)
  if (kind === 'operator') return two === '&&' || two === '||' ? 2 : 1
  if (kind !== 'redirect') return 1
  if (two === '<<') return line[at + 2] === '<' ? 3 : 2
  return two === '>>' || two === '<>' || two === '>|' || two === '<&' || two === '>&' ? 2 : 1
}

function readQuoted(line: string, at: number, options: LexemeOptions): Lexeme | undefined {
  const mark = line[at]
  if (mark === '\\') return readEscaped(line, at, options)
  if (mark !== "'" && mark !== '"') return undefined
  const close = mark === "'" ? line.indexOf(mark, at + 1) : closeOfDouble(line, at)
  if (close >= 0) {
    const inner = line.slice(at + 1, close)
    const raw = line.slice(at, close + 1)
    if (mark === "'") return { kind: 'single', raw, text: inner, start: at, end: close + 1 }
    return { kind: 'double', raw, text: withoutEscapes(inner), start: at, end: close + 1 }
  }
  const end = options.open === 'mark' ? at + 1 : line.length
  return { kind: 'open', raw: line.slice(at, end), text: line.slice(at + 1, end), start: at, end }
}

function readEscaped(line: string, at: number, { windowsLines = false }: LexemeOptions): Lexeme {
  const length = windowsLines && line.startsWith('\r\n', at + 1) ? 3 : 2
  const raw = line.slice(at, at + length)
  if (raw.length === 1) return { kind: 'open', raw, text: '', start: at, end: at + 1 }
  return { kind: 'escaped', raw, text: raw.endsWith('\n') ? '' : raw.slice(1), start: at, end: at + length }
}

function closeOfDouble(line: string, at: number): number {
  for (let index = at + 1; index < line.length; index++) {
    if (line[index] === '"') return index
    if (line[index] === '\\') index += 1
  }
  return -1
}

/** Within double quotes a backslash is special only before these (POSIX.1-2024, XCU 2.2.3). */
function withoutEscapes(inner: string): string {
  if (!inner.includes('\\')) return inner
  return inner.replaceAll(/\\(["\\$`\n])/g, (_, char: string) => (char === '\n' ? '' : char))
}
