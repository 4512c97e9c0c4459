// promise-tag: `<promise>COMPLETE</promise>` stated in the author's own text, any case, white space inside allowed.
import { leadOf, tailOf } from './alone.ts'
import type { Candidate } from './grammar/claim.ts'
import type { Finding, Reading } from './detector.ts'
import type { Grammar } from './grammar.ts'
import type { Said } from './strategy.ts'

// Every hook loads this file, and making a pattern costs time: they are made only when a text is searched.
const tag = (): RegExp => /<promise>\s*complete\s*<\/promise>/gi
const nearTag = (): RegExp => /<promise[\s>]|&lt;promise&gt;|\\u003cpromise/i

export function promiseTag(reading: Reading, { judge, readDocument }: Grammar): Finding {
  const candidates = [...reading.text.matchAll(tag())]
    .filter(({ index }) => reading.text[index - 1] !== '\\')
    .map((match) => toCandidate(reading.text, match.index, match.index + match[0].length))
  if (candidates.length === 0)
    return miss(nearTag().test(reading.text) ? ['the tag does not read exactly COMPLETE'] : [])
  const judgement = judge(readDocument(reading.text), candidates)
  if (judgement.claim === null) return miss(judgement.because)
  const { at, end } = judgement.claim
  return { found: true, strategy: 'promise-tag', text: reading.text.slice(at, end), at }
}

/** One or two backticks around a tag that stands alone on its line are part of it; three look like a fence. */
function toCandidate(text: string, at: number, end: number): Candidate {
  const lead = text[at - 1] === '`' && !text.slice(0, at).endsWith('```') ? leadOf(text, at) : null
  const tail = lead === null ? null : tailOf(text, end, lead)
  return lead === null || tail === null ? { at, end } : { at: at - lead.length, end: end + tail.length }
}

function miss(because: readonly string[]): Finding {
  return { found: false, strategy: 'promise-tag', because }
}

export function sayTag(): Said {
  const described = 'the word COMPLETE between an opening and a closing promise tag (in angle brackets), without spaces'
  return { kind: 'words', say: '<promise>COMPLETE</promise>', described }
}
