// A file that is ours as a whole: put where there is none or an earlier one of ours, taken away as a whole.
import type { Edited, Part } from '../../contract/agent/edit.ts'
import { left, type Left } from './edit-list.ts'

type TextPart = Extract<Part, { kind: 'text' }>

export function putWhole(text: string, parts: readonly Part[]): Edited {
  const wanted = wholeOf(parts)
  if (!('kind' in wanted)) return wanted
  if (text === wanted.text || text.trim() === '' || wanted.known.test(text)) return { ok: true, text: wanted.text }
  return left('there is a file of that name already, and it is not ours')
}

export function takeWhole(text: string, parts: readonly Part[]): Edited {
  const wanted = wholeOf(parts)
  if (!('kind' in wanted)) return wanted
  if (text === wanted.text || wanted.known.test(text)) return { ok: true, text: '' }
  return text.trim() === '' ? { ok: true, text } : left('there is a file of that name, and it is not ours')
}

function wholeOf(parts: readonly Part[]): TextPart | Left {
  const [part, second] = parts
  return part?.kind === 'text' && !second ? part : left('a file of ours is one text')
}
