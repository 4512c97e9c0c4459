// Most of what an agent tells are pieces of one text, line after line, that differ in nothing but their words. Such lines
// are read together: their words are joined as they stand and parsed once.
import { isRecord } from '../formats/hook-input.ts'
import type { Params } from './wire.ts'

/** What a line has before its words and after them, with the quotes around them. */
export interface LineShape {
  readonly head: string
  readonly tail: string
  readonly params: Params
}

export interface SameShape {
  /** Of all lines, as they stand in JSON. */
  readonly words: string
  /** Where the next line begins. */
  readonly end: number
}

const BACKSLASH = 92
const PROBE = 'fullstop'
/** Longer lines come alone. */
const LONGEST = 64 * 1024

/** Undefined: not a piece of a text, or written in a way that does not show where its words stand. */
export function shapeOf(line: string, params: Params): LineShape | undefined {
  const words = wordsIn(params)
  if (words === undefined || line.length > LONGEST) return undefined
  const quoted = `"text":${JSON.stringify(words)}`
  const at = line.indexOf(quoted)
  if (at < 0) return undefined
  const head = line.slice(0, at + '"text":"'.length)
  const tail = line.slice(at + quoted.length - 1)
  // The same words may stand elsewhere in the line.
  return wordsOfLine(`${head}${PROBE}${tail}`) === PROBE ? { head, tail: `${tail}\n`, params } : undefined
}

/** All whole lines of that shape from there on. */
export function joinSameShape(text: string, from: number, { head, tail }: LineShape): SameShape {
  let end = from
  let words = ''
  while (text.startsWith(head, end)) {
    const begin = end + head.length
    const quote = closingQuote(text, begin)
    if (quote < 0 || !text.startsWith(tail, quote)) break
    words += text.slice(begin, quote)
    end = quote + tail.length
  }
  return { words, end }
}

/** As if all words had come in one line. Undefined: what stands between the quotes is not JSON. */
export function withWords({ params }: LineShape, words: string): Params | undefined {
  const text = parsedWords(words)
  if (text === undefined) return undefined
  const update = params['update'] as Params
  return { ...params, update: { ...update, content: { ...(update['content'] as Params), text } } }
}

function closingQuote(text: string, begin: number): number {
  let quote = text.indexOf('"', begin)
  while (quote >= 0 && isEscaped(text, begin, quote)) quote = text.indexOf('"', quote + 1)
  return quote
}

function isEscaped(text: string, begin: number, quote: number): boolean {
  let slashes = 0
  while (quote - slashes > begin && text.charCodeAt(quote - slashes - 1) === BACKSLASH) slashes += 1
  return slashes % 2 === 1
}

function wordsIn({ update }: Params): string | undefined {
  const content = isRecord(update) ? update['content'] : undefined
  if (!isRecord(content) || content['type'] !== 'text') return undefined
  return typeof content['text'] === 'string' ? content['text'] : undefined
}

function wordsOfLine(line: string): string | undefined {
  try {
    const message: unknown = JSON.parse(line)
    const params = isRecord(message) ? message['params'] : undefined
    return isRecord(params) ? wordsIn(params) : undefined
  } catch {
    // The words stood somewhere else.
    return undefined
  }
}

function parsedWords(words: string): string | undefined {
  try {
    return JSON.parse(`"${words}"`) as string
  } catch {
    // A line break, or an escape that JSON does not know.
    return undefined
  }
}
