// Blanks out comments and strings, so that code can be searched without being fooled by words in prose.
// Offsets and line breaks stay where they are. One forward pass; what is never closed on its line is no string.

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
}

export interface Masked {
  /** Without comments and without what strings hold. */
  readonly code: string
  /** Without comments. */
  readonly bare: string
  /** Comments only. */
  readonly comments: string
}

interface Span {
  readonly from: number
  readonly to: number
  readonly isComment: boolean
}

export function mask(text: string, syntax: Syntax): Masked {
  const spans = spansOf(text, syntax)
  const comments = spans.filter((span) => span.isComment)
  return {
    code: blanked(text, spans),
    bare: blanked(text, comments),
    comments: onlyThese(text, comments),
  }
}

function spansOf(text: string, syntax: Syntax): Span[] {
  const spans: Span[] = []
  const interesting = new RegExp(interestingIn(syntax), 'g')
  const open: Unclosed = { quotes: new Map(), regexes: [] }
  for (let hit = interesting.exec(text); hit; hit = interesting.exec(text)) {
    const span = spanAt(text, hit.index, { syntax, open })
    if (!span) continue
    spans.push(span)
    interesting.lastIndex = Math.max(span.isComment ? span.to : span.to + 1, hit.index + 1)
  }
  return spans
}

/** The characters at which a comment or a string may begin. */
function interestingIn({
  lineComments,
  blockComments,
  quotes,
  longQuotes = [],
  templates,
  regexLiterals,
}: Syntax): string {
  const starts = [...lineComments, ...longQuotes].map((start) => start.charAt(0)).join('')
  return `[${starts}${quotes}${blockComments || regexLiterals ? '/' : ''}${templates ? '`' : ''}]`
}

/** What was looked through to the end of a line in vain, so that nothing is looked through twice. */
interface Unclosed {
  /** For each quote how far it was looked for. */
  readonly quotes: Map<string, number>
  /** Places in regular expressions that were never closed, once for outside and once for inside of brackets. */
  readonly regexes: [outside?: Uint8Array, inside?: Uint8Array]
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

function commentEnd(text: string, at: number, syntax: Syntax): number | undefined {
  if (syntax.blockComments && text.startsWith('/*', at)) {
    const end = text.indexOf('*/', at + 2)
    return end < 0 ? text.length : end + 2
  }
  const isLine = syntax.lineComments.some((start) => text.startsWith(start, at))
  if (!isLine || (syntax.hashAttributes && text.startsWith('#[', at))) return undefined
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
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
