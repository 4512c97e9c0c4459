// Blanks out comments and strings, so that code can be searched without being fooled by words in prose.
// Offsets and line breaks stay where they are. One forward pass; what is never closed on its line is no string.
import type { FoundSpan, FurtherSpan } from './further-spans.ts'
import type { Heredocs } from './heredocs.ts'
import { findHeredocs, heredocEnd } from './heredocs.ts'

/** How a language writes comments and strings. */
export interface Syntax {
  readonly lineComments: readonly string[]
  readonly blockComments?: boolean
  /** Quotes that end on their line. */
  readonly quotes: string
  /** Delimiters whose strings may run over lines. */
  readonly longQuotes?: readonly string[]
  /** `${…}` may hold further templates. */
  readonly templates?: boolean
  /** `r"…"` and `r#"…"#` know no escapes. */
  readonly rawStrings?: boolean
  readonly regexLiterals?: boolean
  /** `'` opens a character only where it is closed at once: elsewhere it is a lifetime. */
  readonly characters?: boolean
  /** `#[` opens an attribute, no comment. */
  readonly hashAttributes?: boolean
  /** `/* … /* … *\/ … *\/` is one comment. */
  readonly nestedComments?: boolean
  /** `<<~TEXT`: the lines below are a string until one is the word alone. Sticky; the word in the group `word`. */
  readonly heredoc?: RegExp
  /** What few languages know. */
  readonly further?: readonly FurtherSpan[]
}

export interface Masked {
  /** Without comments and without what strings hold. */
  readonly code: string
  /** Without comments. */
  readonly bare: string
  /** Comments only. */
  readonly comments: string
  /** Texts that stand below the line that announces them, in their order. */
  readonly heredocs: readonly Heredoc[]
}

export interface Heredoc {
  /** Where it is announced, and behind that: `<<~TEXT`. */
  readonly at: number
  readonly announced: number
  /** Its first line, and behind the word that ends it. */
  readonly from: number
  readonly end: number
}

interface Span extends FoundSpan {
  readonly heredoc?: Heredoc
}

export function mask(text: string, syntax: Syntax): Masked {
  const spans = spansOf(text, syntax)
  const comments = spans.filter((span) => span.isComment)
  return {
    code: blanked(text, spans),
    bare: blanked(text, comments),
    comments: onlyThese(text, comments),
    heredocs: spans.flatMap(({ heredoc }) => heredoc ?? []),
  }
}

function spansOf(text: string, syntax: Syntax): Span[] {
  const spans: Span[] = []
  const interesting = new RegExp(interestingIn(syntax), 'g')
  const open: Unclosed = { quotes: new Map(), regexes: [], marks: new Set() }
  const further = (syntax.further ?? []).map((one) => ({ ...one, pattern: new RegExp(one.begins, 'y') }))
  const furtherAt = (within: string, at: number): Span | undefined =>
    further
      .find(({ pattern }) => {
        pattern.lastIndex = at
        return pattern.test(within)
      })
      ?.read(within, at, open.marks)
  // Heredocs begin below the line that announces them, and in its order.
  let below: Span[] = []
  for (let hit = interesting.exec(text); hit; hit = interesting.exec(text)) {
    const [next] = below
    if (next && hit.index >= next.from) {
      spans.push(...below)
      interesting.lastIndex = Math.max(below.at(-1)?.to ?? 0, hit.index)
      below = []
      continue
    }
    const heredoc = heredocAt(text, hit.index, { syntax, open, after: below.at(-1)?.to })
    if (heredoc) below.push(heredoc)
    const span = heredoc ? undefined : (furtherAt(text, hit.index) ?? spanAt(text, hit.index, { syntax, open }))
    if (!span) {
      interesting.lastIndex = hit.index + 1
      continue
    }
    // What runs over the end of the line takes the announced texts with it.
    if (next && span.to > next.from) below = []
    spans.push(span)
    interesting.lastIndex = Math.max(span.isComment ? span.to : span.to + 1, hit.index + 1)
  }
  return [...spans, ...below]
}

/** The characters at which a comment or a string may begin. */
function interestingIn({
  lineComments,
  blockComments,
  quotes,
  longQuotes = [],
  templates,
  regexLiterals,
  heredoc,
  further = [],
}: Syntax): string {
  const starts = [...lineComments, ...longQuotes].map((start) => start.charAt(0)).join('')
  const one = `[${starts}${quotes}${blockComments || regexLiterals ? '/' : ''}${templates ? '`' : ''}]`
  return [...further.map(({ begins }) => begins), one, ...(heredoc ? ['<<'] : [])].join('|')
}

/** What was looked through to the end of a line in vain, so that nothing is looked through twice. */
interface Unclosed {
  /** For each quote how far it was looked for. */
  readonly quotes: Map<string, number>
  /** Places in regular expressions that were never closed, once for outside and once for inside of brackets. */
  readonly regexes: [outside?: Uint8Array, inside?: Uint8Array]
  /** Marks of further strings that stand nowhere below. */
  readonly marks: Set<string>
  heredocs?: Heredocs
}

interface Scan {
  readonly syntax: Syntax
  readonly open: Unclosed
}

function spanAt(text: string, at: number, { syntax, open }: Scan): Span | undefined {
  const comment = commentEnd(text, at, syntax)
  if (comment !== undefined) return { from: at, to: comment, isComment: true }
  const mark = text.charAt(at)
  const raw = mark === '"' && syntax.rawStrings ? RAW.exec(text.slice(Math.max(0, at - 12), at))?.[1] : undefined
  if (raw !== undefined) {
    const end = text.indexOf(`"${raw}`, at + 1)
    return { from: at + 1, to: end < 0 ? text.length : end + raw.length, isComment: false }
  }
  const long = (syntax.longQuotes ?? []).find((quote) => text.startsWith(quote, at))
  if (long) return { from: at + long.length, to: longEnd(text, at + long.length, long), isComment: false }
  if (mark === '`' && syntax.templates) return { from: at + 1, to: templateEnd(text, at + 1), isComment: false }
  const end = closingOnLine(text, at, { syntax, open })
  return end === undefined ? undefined : { from: at + 1, to: end, isComment: false }
}

const RAW = /(?<![\w$])b?r(#{0,9})$/

/** Undefined where nothing is announced, or where the word that ends it is missing. */
function heredocAt(
  text: string,
  at: number,
  { syntax, open, after }: Scan & { readonly after: number | undefined },
): Span | undefined {
  if (!syntax.heredoc || !text.startsWith('<<', at)) return undefined
  syntax.heredoc.lastIndex = at
  const hit = syntax.heredoc.exec(text)
  const line = after ?? text.indexOf('\n', at)
  if (!hit || line < 0) return undefined
  open.heredocs ??= findHeredocs(text)
  const end = heredocEnd(open.heredocs, hit.groups?.['word'] ?? '', line + 1)
  if (end === undefined) return undefined
  const heredoc = { at, announced: at + hit[0].length, from: line + 1, end }
  return { from: line, to: end, isComment: false, heredoc }
}

function commentEnd(text: string, at: number, syntax: Syntax): number | undefined {
  if (syntax.blockComments && text.startsWith('/*', at)) return blockEnd(text, at + 2, syntax)
  const isLine = syntax.lineComments.some((start) => text.startsWith(start, at))
  if (!isLine || (syntax.hashAttributes && text.startsWith('#[', at))) return undefined
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

function blockEnd(text: string, from: number, { nestedComments }: Syntax): number {
  const marks = nestedComments ? /\/\*|\*\//g : /\*\//g
  marks.lastIndex = from
  let depth = 1
  for (let hit = marks.exec(text); hit; hit = marks.exec(text)) {
    depth += hit[0] === '/*' ? 1 : -1
    if (depth === 0) return hit.index + 2
  }
  return text.length
}

function longEnd(text: string, from: number, quote: string): number {
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 1)) {
    if (!isEscaped(text, at)) return at
  }
  return text.length
}

/** Looks back no further than anybody writes backslashes. */
function isEscaped(text: string, at: number): boolean {
  let count = 0
  while (count < 20 && text.charAt(at - 1 - count) === '\\') count++
  return count % 2 === 1
}

const IN_TEXT = -1

/** On the stack stand the templates and expressions that are open: of an expression how many braces are. */
function templateEnd(text: string, from: number): number {
  const open = [IN_TEXT]
  const tokens = /[\\`{}"']|\$\{/g
  tokens.lastIndex = from
  for (let hit = tokens.exec(text); hit; hit = tokens.exec(text)) {
    const [token] = hit
    const braces = open.pop() ?? IN_TEXT
    if (token === '"' || token === "'") {
      // Words of an expression may hold what would end it; those of the text around it are just text.
      const end = braces === IN_TEXT ? undefined : quoteEnd(text, hit.index + 1, token, new Map())
      if (end !== undefined) tokens.lastIndex = end + 1
      open.push(braces)
      continue
    }
    if (token === '\\') tokens.lastIndex = hit.index + 2
    if (braces === IN_TEXT) {
      if (token === '`' && open.length === 0) return hit.index
      if (token === '${') open.push(IN_TEXT, 0)
      else if (token !== '`') open.push(IN_TEXT)
    } else if (token === '`') open.push(braces, IN_TEXT)
    else if (token === '}') open.push(...(braces > 0 ? [braces - 1] : []))
    else open.push(token === '\\' ? braces : braces + 1)
  }
  return text.length
}

const CHARACTER = /'(?:\\[^\n]{1,9}?|[^\\'\n])'/y

function closingOnLine(text: string, at: number, { syntax, open }: Scan): number | undefined {
  const mark = text.charAt(at)
  if (mark === '/' && syntax.regexLiterals) return regexEnd(text, at, open.regexes)
  if (!syntax.quotes.includes(mark)) return undefined
  if (mark === "'" && syntax.characters) {
    CHARACTER.lastIndex = at
    const found = CHARACTER.exec(text)
    return found ? at + found[0].length - 1 : undefined
  }
  return quoteEnd(text, at + 1, mark, open.quotes)
}

/** Where one quote found no other, the same quotes after it were all escaped: they find none either. */
function quoteEnd(text: string, from: number, quote: string, open: Unclosed['quotes']): number | undefined {
  if (from <= (open.get(quote) ?? -1)) return undefined
  let at = from
  for (; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === 92) at++
    else if (char === 10) break
    else if (text.charAt(at) === quote) return at
  }
  open.set(quote, at)
  return undefined
}

/** A slash begins a regular expression where a value may begin; otherwise it divides or closes a tag. */
function regexEnd(text: string, at: number, open: Unclosed['regexes']): number | undefined {
  const before = /(\S)\s{0,200}$/.exec(text.slice(Math.max(0, at - 60), at))?.[1] ?? '('
  const isAfterWord = /\b(?:return|typeof|case|in|of)\s{0,9}$/.test(text.slice(Math.max(0, at - 20), at))
  if (!'(,=:[!&|?{};+~^%'.includes(before) && !isAfterWord) return undefined
  if (text.charAt(at + 1) === '>') return undefined
  let isInClass = false
  for (let place = at + 1; place < text.length; place++) {
    const char = text.charAt(place)
    if (char === '\n' || open[isInClass ? 1 : 0]?.[place] === 1) break
    if (char === '\\') place++
    else if (char === '[') isInClass = true
    else if (char === ']') isInClass = false
    else if (char === '/' && !isInClass) return place
  }
  markOpen(text, at, open)
  return undefined
}

/** The same way once more: from none of these places it is closed. */
function markOpen(text: string, at: number, open: Unclosed['regexes']): void {
  const [outside, inside] = [(open[0] ??= new Uint8Array(text.length)), (open[1] ??= new Uint8Array(text.length))]
  let now = outside
  for (let place = at + 1; place < text.length && now[place] === 0; place++) {
    now[place] = 1
    const char = text.charAt(place)
    if (char === '\n') return
    if (char === '\\') place++
    else if (char === '[') now = inside
    else if (char === ']') now = outside
  }
}

function blanked(text: string, spans: readonly Span[]): string {
  const parts: string[] = []
  let at = 0
  for (const { from, to } of spans) {
    parts.push(text.slice(at, from), blank(text.slice(from, to)))
    at = to
  }
  parts.push(text.slice(at))
  return parts.join('')
}

function onlyThese(text: string, spans: readonly Span[]): string {
  const parts: string[] = []
  let at = 0
  for (const { from, to } of spans) {
    parts.push(blank(text.slice(at, from)), text.slice(from, to))
    at = to
  }
  return parts.join('')
}

/** Line by line: to replace one character after the other takes ten times as long. */
function blank(text: string): string {
  if (!text.includes('\n')) return ' '.repeat(text.length)
  return text
    .split('\n')
    .map((line) => ' '.repeat(line.length))
    .join('\n')
}
