// Where a text may be cut: after a sentence or a line, else after a word, never inside a surrogate pair.

/** A good place to cut is looked for no further back than this part of the room: then too much would be lost. */
const SENTENCE_FROM = 1 / 2
const WORD_FROM = 1 / 4

/** As much as fits into `room` characters, cut at its end. */
export function headOf(text: string, room: number): string {
  if (text.length <= room) return text
  const isEnd = (index: number): boolean => endsSentence(text, index)
  const isWord = (index: number): boolean => isSpace(text[index])
  const end =
    lastWhere(room, SENTENCE_FROM, isEnd) ??
    lastWhere(room, WORD_FROM, isWord) ??
    room - (splitsPair(text, room) ? 1 : 0)
  return text.slice(0, end).trimEnd()
}

/** The same from the other side: the end of a text, begun at a line or a word. */
export function tailOf(text: string, room: number): string {
  if (text.length <= room) return text
  const first = text.length - room
  const isLine = (back: number): boolean => text[text.length - back - 1] === '\n'
  const isWord = (back: number): boolean => isSpace(text[text.length - back - 1])
  const kept =
    lastWhere(room, SENTENCE_FROM, isLine) ??
    lastWhere(room, WORD_FROM, isWord) ??
    room - (splitsPair(text, first) ? 1 : 0)
  return kept === 0 ? '' : text.slice(-kept).replace(/^\n+/, '')
}

/** A whole number as people write it: 4,210. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')
}

function lastWhere(room: number, from: number, fits: (index: number) => boolean): number | undefined {
  for (let index = room; index >= room * from && index > 0; index--) if (fits(index)) return index
  return undefined
}

function endsSentence(text: string, index: number): boolean {
  if (text[index] === '\n') return true
  if (/[。！？]/.test(text[index - 1] ?? '')) return true
  return isSpace(text[index]) && /[.!?…][)\]"'`*_]{0,3}$/.test(text.slice(Math.max(index - 4, 0), index))
}

function isSpace(character: string | undefined): boolean {
  return character !== undefined && /\s/.test(character)
}

function splitsPair(text: string, index: number): boolean {
  return /[\ud800-\udbff]/.test(text[index - 1] ?? '') && /[\udc00-\udfff]/.test(text[index] ?? '')
}
