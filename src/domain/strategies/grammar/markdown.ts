// Which lines of a message are the author's own prose, and which are code, quotation or hidden markup.
// Follows the block rules of CommonMark as far as they decide that; inline markup is left to inline.ts.

const KINDS = ['prose', 'blank', 'fence', 'code', 'quote', 'hidden'] as const

export type LineKind = (typeof KINDS)[number]

export interface MarkdownLine {
  readonly start: number
  /** Index after the last character, the line break left out. */
  readonly end: number
  readonly kind: LineKind
}

export interface Document {
  readonly text: string
  readonly lines: MarkdownLines
}

/** Many lines, kept as numbers: objects would take more room than the text. */
export interface MarkdownLines {
  readonly length: number
  /** Nothing below 0 and behind the last one. */
  readonly at: (index: number) => MarkdownLine | undefined
}

interface Fence {
  readonly mark: string
  readonly length: number
}

interface Indent {
  readonly columns: number
  readonly characters: number
}

/** Elements whose content is not the author speaking: code, quotation, struck text, thinking, echoed input. */
const SILENT_ELEMENTS =
  'code pre samp kbd q blockquote del s strike example examples think thinking thought thoughts reasoning ' +
  'scratchpad analysis quote user prompt instructions system-reminder tool_result tool_use function_results ' +
  'template script style'

export const silentElement = new RegExp(`<(${SILENT_ELEMENTS.split(' ').join('|')})(?:\\s[^<>]{0,200})?>`, 'iy')

const LIST_MARKER = /^(?:[-*+•‣◦]|\d{1,9}[.)])(?=\s|$)/
/** A link reference that exists only to hide its text. */
const REFERENCE_COMMENT = /^\[(?:\/\/|comment|_metadata_|#)[^\]]{0,40}\]:/i
/** A line of a file as tools show it: its number, then a tab, an arrow or a bar. */
const NUMBERED_LINE = /^ {0,9}\d{1,7}(?:\t|→|│| +\|)/
const HEADING = /^ {0,3}#{1,6}\s/
/** No structure of interest begins further to the right than this. */
const HEAD = 400

export function readDocument(text: string): Document {
  const lines = lineTable()
  const closing = closers(text)
  let fence: Fence | null = null
  let listColumn = 0
  let before: LineKind = 'blank'
  let hiddenUntil = 0

  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf('\n', start)
    const stop = newline < 0 ? text.length : newline
    const end = stop > start && text[stop - 1] === '\r' ? stop - 1 : stop
    const from = Math.max(start, hiddenUntil)
    // No structure begins with a letter, and most lines do.
    const isPlain = from < end && isLetter(text.charCodeAt(from))
    let kind: LineKind = 'prose'

    if (from > end || (from === end && from > start)) kind = 'hidden'
    else if (isPlain) {
      if (fence) kind = 'fence'
      else if (before === 'blank') listColumn = 0
    } else if (fence) {
      kind = 'fence'
      if (closesFence(text, from, end, fence)) fence = null
    } else if (isBlank(text, from, end)) kind = 'blank'
    else {
      const line = text.slice(from, Math.min(end, from + HEAD))
      const indent = indentOf(line)
      if (before === 'blank' && indent.columns < listColumn && !LIST_MARKER.test(line.trimStart())) listColumn = 0
      const item = listItem(line, indent, listColumn)
      const bodyAt = item ? item.characters : indent.characters
      const body = line.slice(bodyAt)

      if ((indent.columns >= listColumn + 4 && before !== 'prose') || NUMBERED_LINE.test(line)) kind = 'code'
      else if (body.startsWith('>')) kind = 'quote'
      else if (REFERENCE_COMMENT.test(body)) kind = 'hidden'
      else {
        fence = opensFence(text, from + bodyAt, end)
        if (fence) kind = 'fence'
        else hiddenUntil = Math.max(hiddenUntil, closing(from + bodyAt))
        if (hiddenUntil >= end && hiddenUntil > from) kind = 'hidden'
      }
      if (item && kind !== 'code') listColumn = item.columns
    }

    lines.add(kind === 'prose' ? from : start, end, kind)
    before = kind === 'prose' && !isPlain && HEADING.test(text.slice(from, from + 12)) ? 'blank' : kind
    start = stop + 1
  }
  return { text, lines }
}

/** The author's own prose line by line, with its blank lines: no code, no quotation. */
export function ownLines(message: string): readonly string[] {
  const { text, lines } = readDocument(message)
  return Array.from({ length: lines.length }, (_, index) => lines.at(index)).flatMap((line) => {
    if (line?.kind === 'blank') return ['']
    return line?.kind === 'prose' ? [text.slice(line.start, line.end)] : []
  })
}

interface LineTable extends MarkdownLines {
  readonly add: (start: number, end: number, kind: LineKind) => void
}

function lineTable(): LineTable {
  let length = 0
  let places = new Int32Array(128)
  let kinds = new Uint8Array(64)
  return {
    get length() {
      return length
    },
    at: (index) => {
      const kind = index >= 0 && index < length ? KINDS[kinds[index] ?? 0] : undefined
      return kind && { start: places[index * 2] ?? 0, end: places[index * 2 + 1] ?? 0, kind }
    },
    add: (start, end, kind) => {
      if (length === kinds.length) {
        const [fewerPlaces, fewerKinds] = [places, kinds]
        places = new Int32Array(length * 4)
        kinds = new Uint8Array(length * 2)
        places.set(fewerPlaces)
        kinds.set(fewerKinds)
      }
      places[length * 2] = start
      places[length * 2 + 1] = end
      kinds[length] = KINDS.indexOf(kind)
      length += 1
    },
  }
}

/** The index in `lines` of the line that holds this position. */
export function lineAt(document: Document, position: number): number {
  let low = 0
  let high = document.lines.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((document.lines.at(middle)?.start ?? 0) <= position) low = middle
    else high = middle - 1
  }
  return low
}

/** An ASCII letter, as a character's code. */
function isLetter(code: number): boolean {
  const lower = code | 32
  return lower >= 97 && lower <= 122
}

function indentOf(line: string): Indent {
  let columns = 0
  let characters = 0
  for (; characters < line.length; characters++) {
    if (line[characters] === ' ') columns += 1
    else if (line[characters] === '\t') columns += 4 - (columns % 4)
    else break
  }
  return { columns, characters }
}

function listItem(line: string, indent: Indent, listColumn: number): Indent | null {
  if (indent.columns >= listColumn + 4) return null
  const marker = LIST_MARKER.exec(line.slice(indent.characters))
  if (!marker) return null
  const after = indentOf(line.slice(indent.characters + marker[0].length))
  const gap = after.columns > 4 ? 1 : after.columns
  return {
    columns: indent.columns + marker[0].length + Math.max(1, gap),
    characters: indent.characters + marker[0].length + after.characters,
  }
}

function opensFence(text: string, from: number, end: number): Fence | null {
  const escaped = escapedTicks(text, from, end)
  if (escaped >= 3 && isBlank(text, from + 2 * escaped + wordLength(text, from + 2 * escaped, end), end))
    return { mark: '\\', length: escaped }
  const mark = text[from]
  if (mark !== '`' && mark !== '~') return null
  const length = runLength(text, from, end)
  if (length < 3) return null
  if (mark === '`' && text.slice(from + length, end).includes('`')) return null
  return { mark, length }
}

function closesFence(text: string, from: number, end: number, fence: Fence): boolean {
  const head = text.slice(from, Math.min(end, from + HEAD))
  const at = from + head.length - head.trimStart().length
  if (text[at] !== fence.mark) return false
  if (fence.mark === '\\') return escapedTicks(text, at, end) >= 3
  const length = runLength(text, at, end)
  return length >= fence.length && isBlank(text, at + length, end)
}

/** A fence that somebody quoted for a shell: each backtick behind a backslash. */
function escapedTicks(text: string, from: number, end: number): number {
  let at = from
  while (at + 1 < end && text[at] === '\\' && text[at + 1] === '`') at += 2
  return (at - from) / 2
}

/** The language that a fence may name. */
function wordLength(text: string, from: number, end: number): number {
  let at = from
  while (at < end && at - from < 20 && /\w/.test(text[at] ?? '')) at++
  return at - from
}

function runLength(text: string, from: number, end: number): number {
  let at = from
  while (at < end && text[at] === text[from]) at++
  return at - from
}

function isBlank(text: string, from: number, end: number): boolean {
  if (from >= end) return true
  const code = text.charCodeAt(from)
  // Printable ASCII: the rest need not be looked at.
  return !(code > 32 && code < 127) && text.slice(from, end).trim() === ''
}

/**
 * Where hidden markup that begins at a position ends (0 if none begins there). A comment that is never closed hides
 * the rest; an element that is never closed hides nothing. Positions must be asked in rising order: each end is
 * searched once, so the whole document costs one pass per name.
 */
function closers(text: string): (position: number) => number {
  const known = new Map<string, number>()
  const endOf = (closer: string, position: number): number => {
    const last = known.get(closer)
    if (last !== undefined && (last < 0 || last > position)) return last
    const pattern = new RegExp(closer, 'gi')
    pattern.lastIndex = position
    const end = pattern.exec(text) ? pattern.lastIndex : -1
    known.set(closer, end)
    return end
  }
  return (position) => {
    if (text[position] !== '<') return 0
    if (text.startsWith('<!--', position)) {
      const end = endOf('-->', position + 4)
      return end < 0 ? text.length + 1 : end
    }
    silentElement.lastIndex = position
    const name = silentElement.exec(text)?.[1]
    return name ? Math.max(0, endOf(`</${name.toLowerCase()}\\s{0,8}>`, position)) : 0
  }
}
