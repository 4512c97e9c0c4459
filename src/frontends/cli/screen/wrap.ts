// Lines of text broken between words, as wide as the window.
import { stringWidth } from '../../../adapters/platform/terminal/window.ts'
import { graphemes } from './spans.ts'

/** Lines of at most this width, broken between words where there are any. */
export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  const flush = (): void => {
    lines.push(line.trimEnd())
    line = ''
    used = 0
  }
  for (const word of wordsOf(text.replaceAll('\t', '    '), width)) {
    const wide = stringWidth(word)
    if (used + wide <= width) {
      line += word
      used += wide
      continue
    }
    if (word.startsWith(' ')) {
      flush()
      continue
    }
    if (used > 0) flush()
    for (const letter of wide > width ? piecesOf(word, width) : [word]) {
      const letterWide = stringWidth(letter)
      if (used + letterWide > width && used > 0) flush()
      line += letter
      used += letterWide
    }
  }
  if (line !== '' || lines.length === 0) flush()
  return lines
}

/** A command in backticks is one word where it fits on a line: a person copies it from there. */
function wordsOf(text: string, width: number): string[] {
  const words = text.match(/`[^`]+`[^ ]*| +|[^ ]+/g) ?? []
  return words.flatMap((word) => (stringWidth(word) > width ? (word.match(/ +|[^ ]+/g) ?? []) : [word]))
}

/** Of a word that is too long: a path is broken behind a slash, anything else between letters. */
function piecesOf(word: string, width: number): string[] {
  const parts = word.match(/[^/]*\/|[^/]+/g) ?? []
  return parts.flatMap((part) => (stringWidth(part) > width ? graphemes(part) : [part]))
}

/** Things to copy: what stands in backticks, and a command of ours behind a colon. */
const WHOLE = /`[^`\n]+`\S*|(?<=: )fullstop [^;`]+?(?=[;.,]\s|[;.]?$)\S?|\S+/g

/** As `wrapText`, for text with paths and commands to copy: one that is too long for a line gets a line of its own, unbroken. */
export function wrapWhole(text: string, width: number): string[] {
  const lines: string[] = []
  for (const part of text.match(WHOLE) ?? ['']) {
    const longer = `${lines.at(-1)} ${part}`
    if (lines.length > 0 && stringWidth(longer) <= width) lines[lines.length - 1] = longer
    else lines.push(part)
  }
  return lines
}

/** Each line behind its lead: `fullstop: `, `  next: `, or its indent. */
export function foldLines(text: string, columns: number): string {
  if (!Number.isFinite(columns)) return text
  const folded = text.split('\n').flatMap((line) => {
    if (stringWidth(line) <= columns) return [line]
    const lead = /^(?: *(?:fullstop|next): | *)/.exec(line)?.[0] ?? ''
    const rest = wrapWhole(line.slice(lead.length), Math.max(20, columns - lead.length))
    return rest.map((each, index) => `${index === 0 ? lead : ' '.repeat(lead.length)}${each}`)
  })
  return folded.join('\n') + (text.endsWith(' ') && !folded.at(-1)?.endsWith(' ') ? ' ' : '')
}

/** Text behind a lead that is `indent` columns wide; further lines begin below its first letter. */
export function hangBehind(
  lead: string,
  text: string,
  { indent, columns }: { readonly indent: number; readonly columns: number },
): string[] {
  const room = Math.max(20, columns - indent)
  if (stringWidth(text) <= room) return [`${lead}${text}`]
  return wrapText(text, room).map((line, index) => `${index === 0 ? lead : ' '.repeat(indent)}${line}`)
}

/** Whole lines as they are, wider ones broken: below the text behind a label or a bullet, or below the first letter. */
export function fitLines(lines: readonly string[], columns: number): string[] {
  return lines.flatMap((line) => {
    if (stringWidth(line) <= columns) return [line]
    const lead = /^ *(?:\S+ {2,}|(?:[-*]|\d{1,3}\.) )?/.exec(line)?.[0] ?? ''
    return hangBehind(lead, line.slice(lead.length), { indent: stringWidth(lead), columns })
  })
}
