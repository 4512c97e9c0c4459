// The sentences at the end of a message, and the plain form in which patterns read one.
import { holdsPart, isAscii, isLetterOrDigit } from '../text/words-in.ts'
import { toSentences } from './question.ts'

/** No rule looks further into a sentence. */
export const LONGEST_SENTENCE = 1000
/** So many sentences at the end are last words. */
const MOST_SENTENCES = 40

/** Lines outside code fences and quotations. */
export function withoutFences(text: string): readonly string[] {
  const kept: string[] = []
  let fence = ''
  for (const line of text.split('\n')) {
    // Mostly a letter: then it is neither.
    const isPlain = isLetterOrDigit(line.charCodeAt(0))
    const mark = isPlain ? '' : (/^\s{0,9}(```|~~~)/.exec(line)?.[1] ?? '')
    if (mark !== '' && (fence === '' || fence === mark)) fence = fence === '' ? mark : ''
    else if (fence === '' && (isPlain || !/^\s{0,3}>/.test(line))) kept.push(line)
  }
  return kept
}

export function sentencesOf(lines: readonly string[]): readonly string[] {
  const text = quotedAsOne(lines.slice(-60).join('\n'))
  if (newest?.text !== text) newest = { text, sentences: toSentences(text).slice(-MOST_SENTENCES) }
  return newest.sentences
}

/** What is quoted may hold sentences, and stays in the one that quotes it. */
function quotedAsOne(text: string): string {
  if (!holdsPart(text, ['`', '"', '“'])) return text
  return text.replace(/`[^`\n]{1,200}`|"[^"\n]{1,200}"|“[^”\n]{1,200}”/g, (quoted) =>
    quoted.replace(/([.!?])\s/g, '$1'),
  )
}

/** Several readings of the same last words follow each other, and so do those of their sentences. */
let newest: { readonly text: string; readonly sentences: readonly string[] } | undefined
const plain = new Map<string, string>()
const MOST_PLAIN = 32

/**
 * Lower case, straight apostrophes, no marks of lists and emphasis, inline code as one word, no end mark. Most sentences
 * hold few of these, and a replacement that nothing calls for is not made.
 */
export function normal(sentence: string): string {
  const known = plain.get(sentence)
  if (known !== undefined) return known
  const read = toNormal(sentence)
  if (plain.size >= MOST_PLAIN) plain.clear()
  plain.set(sentence, read)
  return read
}

function toNormal(sentence: string): string {
  const lower = sentence.slice(0, LONGEST_SENTENCE).toLowerCase()
  const isPlain = isAscii(lower)
  const bare = isPlain && !holdsPart(lower, QUOTES_AND_EMPHASIS) ? lower : withoutQuotes(lower)
  const text = isLetterOrDigit(bare.charCodeAt(0)) && bare.charCodeAt(0) > 57 ? bare : withoutListMark(bare)
  const end = withoutEndMark(text)
  return isPlain && !holdsPart(end, GAPS) ? end : end.replace(/\s{1,100}/g, ' ')
}

const QUOTES_AND_EMPHASIS = ['`', '"', '*', '_', '~', '#']
const GAPS = ['  ', '\t', '\n', '\r', '\v', '\f']
const END_MARKS = '.!?。！？…:'

function withoutQuotes(text: string): string {
  return text
    .replace(/`[^`\n]{1,200}`/g, 'x')
    .replace(/["“”„«»][^"“”„«»\n]{1,200}["“”„«»]/g, 'x')
    .replace(/[’‘]/g, "'")
    .replace(/，/g, ',')
    .replace(/[*_`~"“”„«»#]/g, '')
}

function withoutListMark(text: string): string {
  return text.replace(/^[\s\-+•>]{1,20}|^\s{0,9}\d{1,3}[.)]\s/, '')
}

function withoutEndMark(text: string): string {
  let end = text.length
  while (end > 0 && text.length - end < 50 && isEndMark(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

function isEndMark(character: string): boolean {
  return END_MARKS.includes(character) || character.trim() === ''
}
