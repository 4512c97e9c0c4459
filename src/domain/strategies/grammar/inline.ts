// Inline markup of one paragraph: which stretches are code, quotation, comment or struck out.
// The caller passes a bounded piece of text, so looking ahead inside it is cheap.
import { silentElement } from './markdown.ts'

export type SpanKind = 'code' | 'quotation' | 'comment' | 'element' | 'struck'

export interface InlineSpan {
  readonly kind: SpanKind
  readonly start: number
  readonly end: number
}

const CLOSING_QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”“"',
  '”': '”',
  '„': '“”"',
  '«': '»',
  '»': '«',
  '‹': '›',
  '「': '」',
  '『': '』',
}

const WORD = /[\p{L}\p{N}]/u

export function inlineSpans(text: string): readonly InlineSpan[] {
  const spans: InlineSpan[] = []
  const unmatchedRuns = new Set<number>()
  const unmatchedQuotes = new Set<string>()
  for (let at = 0; at < text.length;) {
    const span = spanAt(text, at, unmatchedRuns, unmatchedQuotes)
    if (span) spans.push(span)
    at = span ? span.end : at + skip(text, at)
  }
  return spans
}

/**
 * The paragraph as a reader hears it, at equal length so that positions stay: a span becomes one neutral word, a hidden
 * one becomes space, a wrapped line is joined. The spans around `keep` stay as they are.
 */
export function spoken(text: string, spans: readonly InlineSpan[], keep = -1): string {
  let out = ''
  let from = 0
  for (const span of spans) {
    if (span.start <= keep && keep < span.end) continue
    const isHidden = span.kind === 'comment' || span.kind === 'element'
    out += text.slice(from, span.start) + (isHidden ? ' ' : 'x').repeat(span.end - span.start)
    from = span.end
  }
  return (out + text.slice(from)).replace(/\n(?=[ \t]{0,80}\p{Ll})/gu, ' ')
}

function spanAt(text: string, at: number, runs: Set<number>, quotes: Set<string>): InlineSpan | null {
  const character = text[at] ?? ''
  if (character === '`') return codeSpan(text, at, runs)
  if (character === '\\' && text[at + 1] === '`') return escapedCode(text, at)
  if (character === '<') return commentSpan(text, at) ?? elementSpan(text, at)
  if (character === '~') return struckSpan(text, at)
  if (character === "'" || character === '‘') return singleQuotation(text, at, quotes)
  return character in CLOSING_QUOTES ? quotation(text, at, quotes) : null
}

/** A character that opens nothing is passed over; so is what a backslash escapes, and a whole unmatched run. */
function skip(text: string, at: number): number {
  if (text[at] === '\\') return 2
  return text[at] === '`' ? backticks(text, at) : 1
}

function backticks(text: string, at: number): number {
  let end = at
  while (text[end] === '`') end++
  return end - at
}

function codeSpan(text: string, at: number, unmatched: Set<number>): InlineSpan | null {
  const length = backticks(text, at)
  if (unmatched.has(length)) return null
  for (let next = text.indexOf('`', at + length); next >= 0;) {
    const run = backticks(text, next)
    if (run === length) return { kind: 'code', start: at, end: next + run }
    next = text.indexOf('`', next + run)
  }
  unmatched.add(length)
  return null
}

/** Code that somebody quoted for a shell: each backtick behind a backslash. */
function escapedCode(text: string, at: number): InlineSpan | null {
  const end = text.slice(at + 2, at + 2 + LONGEST_CODE).indexOf('\\`')
  return end <= 0 ? null : { kind: 'code', start: at, end: at + end + 4 }
}

const LONGEST_CODE = 300

function commentSpan(text: string, at: number): InlineSpan | null {
  if (!text.startsWith('<!--', at)) return null
  const end = text.indexOf('-->', at + 4)
  return end < 0 ? null : { kind: 'comment', start: at, end: end + 3 }
}

function elementSpan(text: string, at: number): InlineSpan | null {
  silentElement.lastIndex = at
  const name = silentElement.exec(text)?.[1]
  if (!name) return null
  const closing = new RegExp(`</${name}\\s{0,8}>`, 'gi')
  closing.lastIndex = at
  return closing.exec(text) ? { kind: 'element', start: at, end: closing.lastIndex } : null
}

function struckSpan(text: string, at: number): InlineSpan | null {
  if (!text.startsWith('~~', at)) return null
  const end = text.indexOf('~~', at + 2)
  return end < 0 ? null : { kind: 'struck', start: at, end: end + 2 }
}

function quotation(text: string, at: number, unmatched: Set<string>): InlineSpan | null {
  const opening = text[at] ?? ''
  const isInchMark = opening === '"' && /[0-9]/.test(text[at - 1] ?? '')
  if (isInchMark || unmatched.has(opening)) return null
  const closing = CLOSING_QUOTES[opening] ?? opening
  for (let end = at + 1; end < text.length; end++) {
    if (text[end] === '\\') end++
    else if (closing.includes(text[end] ?? '')) return { kind: 'quotation', start: at, end: end + 1 }
  }
  unmatched.add(opening)
  return null
}

/** An apostrophe inside or after a word is not a quotation mark. */
function singleQuotation(text: string, at: number, unmatched: Set<string>): InlineSpan | null {
  if (unmatched.has("'")) return null
  if (WORD.test(text[at - 1] ?? '') || /\s/.test(text[at + 1] ?? ' ')) return null
  for (let end = at + 1; end < text.length; end++) {
    const isMark = text[end] === "'" || text[end] === '’'
    if (isMark && !/\s/.test(text[end - 1] ?? '') && !WORD.test(text[end + 1] ?? '')) {
      return { kind: 'quotation', start: at, end: end + 1 }
    }
  }
  unmatched.add("'")
  return null
}
