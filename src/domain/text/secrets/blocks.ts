// Private keys as blocks of text: PEM (RFC 7468), OpenPGP (RFC 9580), SSH2 (RFC 4716) and PuTTY's own format. They may be
// whole, cut off at their end, or have only their end left.
import type { SecretSpan } from './span.ts'

const LONGEST = 100_000

export function blockSpans(text: string): SecretSpan[] {
  return [
    ...(text.includes('PRIVATE KEY') ? markedSpans(text) : []),
    ...(text.includes('Private-Lines') ? puttySpans(text) : []),
  ]
}

function markedSpans(text: string): SecretSpan[] {
  const marks = [...text.matchAll(/-{4,5} ?(BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g)]
  return marks.flatMap((mark, at) => {
    const start = mark.index
    const end = start + mark[0].length
    const before = marks[at - 1]
    if (mark[1] === 'END') {
      const from = before ? before.index + before[0].length : 0
      return before?.[1] === 'BEGIN' ? [] : [{ start: start - tailOfBody(text.slice(from, start)), end }]
    }
    const next = marks[at + 1]
    if (next?.[1] === 'END' && next.index - end < LONGEST) {
      return holdsBase64(text.slice(end, next.index)) ? [{ start, end: next.index + next[0].length }] : []
    }
    const body = headOfBody(text, end)
    return holdsBase64(body) ? [{ start, end: end + body.length }] : []
  })
}

/** A mark alone is not secret, nor is one around dots. */
function holdsBase64(text: string): boolean {
  return /[A-Za-z0-9+/=]{16}/.test(text)
}

/**
 * The lines below the beginning of a block whose end is missing: base64, the headers above it, and between them line ends,
 * also escaped ones, indentation, signs of diffs, quotes.
 */
function headOfBody(text: string, at: number): string {
  const body =
    /(?:(?:[\s>+|*#"',]|\\+[nrt]|-(?!-)){0,60}(?:[A-Za-z0-9+/=]{12,}|[A-Z][A-Za-z-]{2,20}: [^\n\\]{0,100}(?=\n|\\n)))+/y
  body.lastIndex = at
  return body.exec(text)?.[0] ?? ''
}

/** How much of the text above the end of a block belongs to it: lines of base64. */
function tailOfBody(above: string): number {
  const lines = above.slice(-LONGEST).split(/(\n|\\n)/)
  const isOfBody = (line: string): boolean => /^(?:\n|\\n|[\s>+|"'-]{0,20}[A-Za-z0-9+/=]*\s{0,4})$/.test(line)
  return lines.slice(lines.findLastIndex((line) => !isOfBody(line)) + 1).join('').length
}

function puttySpans(text: string): SecretSpan[] {
  const lines = /^Private-Lines: \d{1,4}\r?\n((?:[A-Za-z0-9+/=]{1,80}\r?(?:\n|$))+)(Private-MAC: [0-9a-f]{40,64})?/gm
  return Array.from(text.matchAll(lines), ({ index, 0: whole, 1: body = '', 2: mac }) => {
    const start = index + whole.indexOf('\n') + 1
    return { start, end: mac === undefined ? start + body.trimEnd().length : index + whole.length }
  })
}
