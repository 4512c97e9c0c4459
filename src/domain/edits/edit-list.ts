// A list between brackets, as text: adds an item after the last one or removes one, and leaves every other byte as it
// is. JSON lists and objects, TOML lists and inline tables are all such lists; what an item means is left to them.
import type { Edited } from '../../contract/agent/edit.ts'

export type Left = Extract<Edited, { ok: false }>

export interface TextSpan {
  readonly start: number
  readonly end: number
}

export interface Splice extends TextSpan {
  readonly text: string
}

export interface List {
  readonly text: string
  /** After the opening bracket. */
  readonly open: number
  /** Before the closing one. */
  readonly close: number
  readonly items: readonly TextSpan[]
  /** Commas and comments, in what lies between items. */
  readonly between: RegExp
}

export interface Layout {
  readonly eol: string
  /** One step of indentation. */
  readonly unit: string
  /** After a comma on one line. */
  readonly space: string
  /** Whether an empty list is to be filled on several lines. */
  readonly isTall: boolean
}

/** The text of an item: with this indentation for its other lines, or on one line. */
export type Render = (indent: string | undefined) => string

export const BETWEEN_JSON = /\/\/[^\r\n]*|\/\*[\s\S]*?\*\/|,/g
export const BETWEEN_TOML = /#[^\r\n]*|,/g

export function left(why: string, text?: string, offset?: number): Left {
  return text === undefined || offset === undefined
    ? { ok: false, why }
    : { ok: false, why, line: lineAt(text, offset) }
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\n|\r/).length
}

/** Applies all edits at once; characters that two of them remove are removed once. */
export function splice(text: string, splices: readonly Splice[]): string {
  let result = ''
  let done = 0
  for (const { start, end, text: put } of splices.toSorted((a, b) => a.start - b.start)) {
    result += text.slice(done, Math.max(done, start)) + put
    done = Math.max(done, end)
  }
  return result + text.slice(done)
}

/** The line end that the text uses most. */
export function eolOf(text: string): string {
  const pairs = text.split('\r\n').length - 1
  return pairs > text.split('\n').length - 1 - pairs ? '\r\n' : '\n'
}

/** The white space at the start of the line of this place. */
export function indentAt(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? ''
}

// An empty list of others that we fill gets one space after its bracket, or two if white space must stay before the
// closing one. Our own lists never begin so. That tells us, when our item is removed, whether the list goes too.
const FILLED = ' '
const FILLED_BEFORE_SPACE = '  '

export function append(list: List, layout: Layout, render: Render): Splice[] {
  const { text } = list
  const last = list.items.at(-1)
  if (!last) return fill(list, layout, render)
  const tail = found(list, last.end, list.close)
  const comma = tail.find((between) => between.isComma)
  let at = comma?.end ?? last.end
  let mustBreak = false
  for (const comment of tail) {
    if (comment.start < at || comment.isComma || hasBreak(text.slice(at, comment.start))) continue
    at = comment.end
    mustBreak = comment.isLine
  }
  const gap = whiteBefore(text, last.start)
  const isOwnLine = hasBreak(gap)
  const indent = indentAt(text, last.start)
  const space = list.items.length > 1 && !isOwnLine ? gap : layout.space
  const before = isOwnLine || mustBreak ? `${layout.eol}${indent}` : space
  const item = render(isOwnLine || hasBreak(text.slice(list.open, list.close)) ? indent : undefined)
  if (comma) return [insert(at, `${before}${item},`)]
  if (at === last.end) return [insert(at, `,${before}${item}`)]
  return [insert(last.end, ','), insert(at, `${before}${item}`)]
}

function fill(list: List, layout: Layout, render: Render): Splice[] {
  const { text } = list
  const comments = found(list, list.open, list.close)
  const closing = indentAt(text, list.open)
  const indent = closing + layout.unit
  const broken = `${layout.eol}${indent}`
  const last = comments.at(-1)
  if (last) {
    const isTall = layout.isTall || last.isLine
    return [insert(last.end, isTall ? `${broken}${render(indent)}` : ` ${render(undefined)}`)]
  }
  const mark = list.open === list.close ? FILLED : FILLED_BEFORE_SPACE
  if (!layout.isTall) return [insert(list.open, `${mark}${render(undefined)}`)]
  const end = list.open === list.close ? `${layout.eol}${closing}` : ''
  return [insert(list.open, `${mark}${broken}${render(indent)}${end}`)]
}

/** `whole`: nothing else is in the list and it was ours, so the list itself is to go. */
export function remove(list: List, index: number): Splice[] | 'whole' {
  const { text } = list
  const item = list.items[index]
  if (!item) return []
  const before = list.items[index - 1]?.end ?? list.open
  const tail = found(list, item.end, list.items[index + 1]?.start ?? list.close)
  const comma = tail.find((between) => between.isComma)
  const isLast = index === list.items.length - 1
  const head = found(list, before, item.start)
  if (list.items.length === 1 && head.length === 0 && tail.every((between) => between.isComma)) {
    const gap = text.slice(list.open, item.start)
    if (isMark(gap, FILLED)) return [drop(list.open, list.close)]
    if (!isMark(gap, FILLED_BEFORE_SPACE)) return 'whole'
  }
  const splices: Splice[] = []
  const earlier = head.find((between) => between.isComma)
  if (isLast && !comma && earlier) splices.push(drop(earlier.start, earlier.end))
  const end = comma && text.slice(item.end, comma.start).trim() === '' ? comma.end : item.end
  if (comma && end !== comma.end) splices.push(drop(comma.start, comma.end))
  return [...splices, dropItem(list, { start: item.start, end }, { isLast, head })]
}

function dropItem(list: List, item: TextSpan, at: { isLast: boolean; head: readonly Between[] }): Splice {
  const { text } = list
  const rest = /^[ \t]*/.exec(text.slice(item.end, list.close))?.[0].length ?? 0
  const next = item.end + rest
  const isAlone = next >= text.length || hasBreak(text[next] ?? '')
  const gap = whiteBefore(text, item.start)
  const from = item.start - gap.length
  // A comment of others follows our item on the line: it stays where it is.
  if (!isAlone && next < list.close && hasBreak(gap) && /[/#]/.test(text[next] ?? '')) return drop(item.start, item.end)
  const isBehindComment = at.head.at(-1)?.end === from && at.head.at(-1)?.isLine === true
  if (isBehindComment && !isAlone) return drop(item.start - indentAt(text, item.start).length, item.end)
  return drop(from, gap === '' && !at.isLast ? next : item.end)
}

const insert = (at: number, text: string): Splice => ({ start: at, end: at, text })
const drop = (start: number, end: number): Splice => ({ start, end, text: '' })
const hasBreak = (text: string): boolean => /[\r\n]/.test(text)
const isMark = (gap: string, mark: string): boolean =>
  gap === mark || (gap.startsWith(mark) && hasBreak(gap[mark.length] ?? ''))

export function whiteBefore(text: string, offset: number): string {
  let start = offset
  while (start > 0 && ' \t\r\n'.includes(text[start - 1] ?? '')) start--
  return text.slice(start, offset)
}

interface Between extends TextSpan {
  readonly isComma: boolean
  /** A comment that continues to the end of its line. */
  readonly isLine: boolean
}

function found(list: List, start: number, end: number): Between[] {
  return [...list.text.slice(start, end).matchAll(list.between)].map(({ index, 0: match }) => ({
    start: start + index,
    // White space at the end of a comment counts as white space after it.
    end: start + index + match.length - whiteBefore(match, match.length).length,
    isComma: match === ',',
    isLine: match.startsWith('//') || match.startsWith('#'),
  }))
}
