// A line that the person types: letters, the cursor, and how it ends.
import { graphemes } from '../screen/spans.ts'
import type { Key } from './keys.ts'
import type { Typing } from './state.ts'

export type Typed =
  | { readonly kind: 'typing'; readonly mode: Typing }
  | { readonly kind: 'done' }
  | { readonly kind: 'left' }
  | { readonly kind: 'edit' }

export function stepTyping(mode: Typing, key: Key): Typed {
  const name = key.kind === 'named' ? key.name : undefined
  if (name === 'enter') return { kind: 'done' }
  if (name === 'escape') return { kind: 'left' }
  if (name === 'ctrl-g') return { kind: 'edit' }
  return { kind: 'typing', mode: { ...mode, ...edited(mode, key) } }
}

type Line = Pick<Typing, 'text' | 'at'>

function edited({ text, at }: Line, key: Key): Line {
  if (key.kind !== 'named') return inserted({ text, at }, key.text)
  const before = graphemes(text.slice(0, at))
  const previous = at - (before.at(-1)?.length ?? 0)
  const next = at + (graphemes(text.slice(at))[0]?.length ?? 0)
  switch (key.name) {
    case 'backspace':
      return without(text, previous, at)
    case 'delete':
      return { text: without(text, at, next).text, at }
    case 'left':
    case 'ctrl-b':
      return { text, at: previous }
    case 'right':
    case 'ctrl-f':
      return { text, at: next }
    case 'home':
    case 'ctrl-a':
      return { text, at: 0 }
    case 'end':
    case 'ctrl-e':
      return { text, at: text.length }
    case 'ctrl-u':
      return without(text, 0, at)
    case 'ctrl-k':
      return { text: text.slice(0, at), at }
    case 'ctrl-w':
      return without(text, text.slice(0, at).replace(/\S*\s*$/, '').length, at)
    default:
      return { text, at }
  }
}

/** Pasted text may have lines; other control characters are dropped. */
function inserted({ text, at }: Line, more: string): Line {
  const clean = more.replaceAll(/\r\n?/g, '\n').replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ')
  return { text: `${text.slice(0, at)}${clean}${text.slice(at)}`, at: at + clean.length }
}

function without(text: string, from: number, to: number): Line {
  return { text: `${text.slice(0, from)}${text.slice(to)}`, at: from }
}
