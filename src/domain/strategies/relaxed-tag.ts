// relaxed-tag: the promise tag also in a fence, quoted, JSON- or HTML-escaped, with punctuation inside, or written as a
// line `promise: complete`. Looser about form only: a mention is still no claim.
import type { Candidate, Tolerance } from './grammar/claim.ts'
import type { Finding, Reading } from './detector.ts'
import type { Grammar } from './grammar.ts'

const TOLERANCE: Tolerance = { lines: ['prose', 'fence', 'quote', 'code'], spans: ['code', 'quotation'] }

// Every quantifier is bounded, or runs over characters that no other start of a match runs over.
const LESS = '(?:<|&lt;|&#0{0,5}60;|&#x0{0,5}3c;|\\\\{1,4}u003c|\\\\{1,4}x3c)'
const GREATER = '(?:>|&gt;|&#0{0,5}62;|&#x0{0,5}3e;|\\\\{1,4}u003e|\\\\{1,4}x3e)'
const SPACE = '(?:\\s|\\\\{1,4}[nrt]){0,400}'
/** Marks around the word inside the tag; a question mark is none of them. */
const INNER = '(?:[.!…"\'“”‘’*_`✅✔☑\\ufe0f]|🎉){0,6}'
const TAG = `${LESS}promise${GREATER}${SPACE}${INNER}[\\t ]{0,4}complete[\\t ]{0,4}${INNER}${SPACE}${LESS}\\\\{0,4}/promise${GREATER}`
/** Bullet, bold, quotation marks and backticks around the line or its words are forgiven. */
const MARKS = '[\\t "\'“”*_`]{0,12}'
const LINE_START = `(?<=^[\\t >]{0,40}(?:[-*+•][\\t ]{1,4})?${MARKS}promise)`
const LINE = `promise${LINE_START}${MARKS}:${MARKS}complete(?=${MARKS}[.!,]?${MARKS}\\r?$)`

/** Made when the first text is searched: every hook loads this file, and making it costs time. */
let signal: RegExp | undefined

export function relaxedTag(reading: Reading, { judge, readDocument }: Grammar): Finding {
  signal ??= new RegExp(`${TAG}|${LINE}`, 'gim')
  const candidates = [...reading.text.matchAll(signal)].map((match): Candidate => ({
    at: match.index,
    end: match.index + match[0].length,
  }))
  if (candidates.length === 0) return miss([])
  const judgement = judge(readDocument(withLineBreaks(reading.text)), candidates, TOLERANCE)
  if (judgement.claim === null) return miss(judgement.because)
  const { at, end } = judgement.claim
  return { found: true, strategy: 'relaxed-tag', text: reading.text.slice(at, end), at }
}

/** Line breaks that a JSON string spells out become real ones, at equal length. */
function withLineBreaks(text: string): string {
  return text.replace(/\\r(?=\\n)/g, '  ').replace(/\\n/g, ' \n')
}

function miss(because: readonly string[]): Finding {
  return { found: false, strategy: 'relaxed-tag', because }
}
