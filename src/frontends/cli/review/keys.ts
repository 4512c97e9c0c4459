// What a terminal sends, as keys. An escape sequence that is not complete waits for the rest of it.

/** A letter as it is typed, a key by its name, or text that was pasted. */
export type Key =
  | { readonly kind: 'letter'; readonly text: string }
  | { readonly kind: 'named'; readonly name: KeyName }
  | { readonly kind: 'paste'; readonly text: string }

export type KeyName =
  | 'enter'
  | 'escape'
  | 'tab'
  | 'backspace'
  | 'delete'
  | 'up'
  | 'down'
  | 'left'
  | 'right'
  | 'home'
  | 'end'
  | 'page-up'
  | 'page-down'
  | `ctrl-${string}`

export interface DecodedKeys {
  readonly keys: readonly Key[]
  /** The beginning of a sequence, to be put before what comes next. */
  readonly rest: string
}

const PASTE_BEGIN = '\u001b[200~'
const PASTE_END = '\u001b[201~'

/** Sequences of xterm and of those that follow it, with the modifiers left out. */
const SEQUENCES: Readonly<Record<string, KeyName>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  '1~': 'home',
  '3~': 'delete',
  '4~': 'end',
  '5~': 'page-up',
  '6~': 'page-down',
  '7~': 'home',
  '8~': 'end',
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

export function decodeKeys(text: string): DecodedKeys {
  const keys: Key[] = []
  let at = 0
  while (at < text.length) {
    const read = readKey(text, at)
    if (read === undefined) return { keys, rest: text.slice(at) }
    if (read.key) keys.push(read.key)
    at = read.end
  }
  return { keys, rest: '' }
}

interface ReadKey {
  /** Absent: a sequence that means nothing to us. */
  readonly key?: Key
  readonly end: number
}

/** Nothing if more has to come first. */
function readKey(text: string, at: number): ReadKey | undefined {
  if (text.startsWith(PASTE_BEGIN, at)) {
    const end = text.indexOf(PASTE_END, at)
    if (end < 0) return undefined
    return { key: { kind: 'paste', text: text.slice(at + PASTE_BEGIN.length, end) }, end: end + PASTE_END.length }
  }
  const code = text.charCodeAt(at)
  if (code === 0x1b) return readEscape(text, at)
  if (code < 0x20 || code === 0x7f) return { key: named(controlName(code)), end: at + 1 }
  const [first] = segmenter.segment(text.slice(at, at + 64))
  const letter = first?.segment ?? ''
  return { key: { kind: 'letter', text: letter }, end: at + Math.max(1, letter.length) }
}

function readEscape(text: string, at: number): ReadKey | undefined {
  const next = text[at + 1]
  if (next === undefined) return { key: named('escape'), end: at + 1 }
  if (next !== '[' && next !== 'O') return { key: named('escape'), end: at + 1 }
  const match = /^\u001b(?:\[([\d;?<=>]*)([ -/]*[@-~])|O([@-~]))/.exec(text.slice(at, at + 64))
  if (!match) return text.length - at < 64 ? undefined : { end: at + 2 }
  const [whole, numbers = '', final = '', application] = match
  const end = at + whole.length
  const name = SEQUENCES[application ?? (final === '~' ? `${numbers.split(';')[0]}~` : final)]
  return name === undefined ? { end } : { key: named(name), end }
}

function controlName(code: number): KeyName {
  if (code === 0x0d || code === 0x0a) return 'enter'
  if (code === 0x09) return 'tab'
  if (code === 0x7f || code === 0x08) return 'backspace'
  return `ctrl-${String.fromCharCode(code + 0x60)}`
}

function named(name: KeyName): Key {
  return { kind: 'named', name }
}
