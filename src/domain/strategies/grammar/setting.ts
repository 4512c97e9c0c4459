// Collects what surrounds a signal in a message: its sentence, the line that introduces it, what stands above it.
// Looks at a bounded stretch only, whatever the size of the message.
import type { InlineSpan } from './inline.ts'
import { inlineSpans, spoken } from './inline.ts'
import type { Document, MarkdownLine } from './markdown.ts'
import { lineAt } from './markdown.ts'
import type { SignalSetting } from './sentence.ts'
import type { Paragraph, ParagraphKind } from './paragraph.ts'
import { markerOf, paragraphAround } from './paragraph.ts'
import { isEnded, sentences } from './sentence.ts'

export interface SignalSurroundings extends SignalSetting {
  readonly line: MarkdownLine
  readonly paragraph: ParagraphKind
  /** The inline span that holds the signal, if any; marks that belong to the signal itself do not count. */
  readonly span: InlineSpan | null
  /** The complete sentence right before the one with the signal. */
  readonly previous: string
  /** A heading, or the line that opens the list, fence or quotation in which the signal stands. */
  readonly above: string
}

const WINDOW = 2000
const FARTHEST = 200

export function surroundings(document: Document, at: number, end: number): SignalSurroundings {
  const index = lineAt(document, at)
  const line = document.lines.at(index) ?? { start: 0, end: document.text.length, kind: 'prose' }
  const paragraph = line.kind === 'prose' ? paragraphAround(document, index) : loneLine(index, line, end)
  const start = Math.max(Math.min(paragraph.start, at), at - WINDOW)
  const raw = document.text.slice(start, Math.min(Math.max(paragraph.end, end), end + WINDOW))
  const spans = inlineSpans(raw)
  const plain = spoken(raw, spans, at - start)
  const lead = plain.slice(0, at - start)
  const ownLine = !/[\p{L}\p{N}]/u.test(lead.slice(lead.lastIndexOf('\n') + 1))
  const isAlone = ownLine && !/[\p{L}\p{N}]/u.test(document.text.slice(end, line.end))
  const within = openSentence(leadOf(paragraph, lead, ownLine))
  const isFirst = lead.trim() === '' || !/[\p{L}\p{N}]/u.test(lead)
  const intro = isFirst ? introducing(document, paragraph) : { before: '', previous: '', above: '' }
  return {
    line,
    paragraph: paragraph.kind,
    span: spans.find((span) => span.start < at - start && at - start < span.end) ?? null,
    before: within.open || intro.before,
    after: sentenceRest(plain.slice(end - start)) || continuation(document, lineAt(document, end)),
    ownLine,
    isAlone,
    previous: within.previous || intro.previous,
    above: intro.above || listIntroduction(document, paragraph, line),
  }
}

/** Outside prose every line is read by itself. */
function loneLine(index: number, line: MarkdownLine, end: number): Paragraph {
  return { kind: 'text', first: index, start: line.start, end: Math.max(line.end, end) }
}

/** A signal on its own line under a list item is not part of the item, unless the item leads up to it. */
function leadOf(paragraph: Paragraph, lead: string, ownLine: boolean): string {
  const isItem = paragraph.kind === 'item' || paragraph.kind === 'open-item'
  return isItem && ownLine && !/:[\s*_]*$/.test(lead) ? '' : lead
}

function openSentence(lead: string): { readonly open: string; readonly previous: string } {
  const all = sentences(lead)
  const last = all.at(-1)?.text ?? ''
  if (isEnded(last)) return { open: '', previous: last }
  return { open: last, previous: all.at(-2)?.text ?? '' }
}

/** A paragraph that begins in mid-sentence continues with the one above it. */
function continuation(document: Document, index: number): string {
  let below = index + 1
  while (below - index < FARTHEST && document.lines.at(below)?.kind === 'blank') below++
  const line = document.lines.at(below)
  if (line?.kind !== 'prose') return ''
  const words = document.text.slice(line.start, Math.min(line.end, line.start + WINDOW))
  const goesOn = /^\s{0,3}(?:\.{3}|…)?\s{0,3}(?=[a-z]+ )(?!https?)/.exec(words)
  return goesOn ? ` ${sentenceRest(words.slice(goesOn[0].length))}` : ''
}

function sentenceRest(after: string): string {
  const stop = after.search(/[.!?…](?=[\s"'”’»)\]*_]|$)|[。！？]|\n/)
  return stop < 0 ? after : after.slice(0, stop + 1)
}

/** The last line above a paragraph, if it leads up to it. */
function introducing(document: Document, paragraph: Paragraph): { before: string; previous: string; above: string } {
  const nothing = { before: '', previous: '', above: '' }
  const index = lineAbove(document, paragraph.first)
  const line = document.lines.at(index)
  if (!line || line.kind !== 'prose') return nothing
  const marker = markerOf(document, line)
  const words = lastWords(document, index, line, marker.length)
  if (marker.kind === 'heading') return { ...nothing, above: words }
  if (marker.kind !== 'text') return /:[\s*_]*$/.test(words) ? { ...nothing, above: words } : nothing
  const { open, previous } = openSentence(words)
  return { before: open, previous, above: '' }
}

/** The line above the list, fence or quotation that this paragraph belongs to, if it leads up to it. */
function listIntroduction(document: Document, paragraph: Paragraph, line: MarkdownLine): string {
  const isInside = line.kind === 'fence' || line.kind === 'quote' || line.kind === 'code'
  if (!isInside && paragraph.kind !== 'item' && paragraph.kind !== 'open-item') return ''
  let index = paragraph.first - 1
  for (let steps = 0; index >= 0 && steps < FARTHEST; index--, steps++) {
    const above = document.lines.at(index)
    if (!above || above.kind === 'blank') continue
    if (isInside && above.kind === line.kind) continue
    if (!isInside && (above.kind !== 'prose' || isListLine(document, index, above))) continue
    break
  }
  const above = document.lines.at(index)
  if (!above || above.kind !== 'prose') return ''
  const marker = markerOf(document, above)
  const words = lastWords(document, index, above, marker.length)
  return marker.kind === 'heading' || !isEnded(words) ? words : ''
}

function isListLine(document: Document, index: number, line: MarkdownLine): boolean {
  const kind = markerOf(document, line).kind
  if (kind === 'item' || kind === 'open-item') return true
  return kind === 'text' && paragraphAround(document, index).kind !== 'text'
}

function lineAbove(document: Document, index: number): number {
  let above = index - 1
  while (above >= 0 && index - above < FARTHEST && document.lines.at(above)?.kind === 'blank') above--
  return above
}

function lastWords(document: Document, index: number, line: MarkdownLine, marker: number): string {
  const start = marker > 0 ? line.start + marker : paragraphAround(document, index).start
  const raw = document.text.slice(Math.max(start, line.end - WINDOW), line.end)
  return spoken(raw, inlineSpans(raw)).trim()
}
