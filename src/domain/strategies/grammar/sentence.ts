// Sentences, clauses and words of prose, in one normal form that the mood rules read.
// Normal form: lower case, straight apostrophes, no emphasis marks, single spaces.

export interface Sentence {
  readonly text: string
  readonly start: number
}

/** Longer sentences are cut: no rule looks further than this. */
const LONGEST = 2000

const END = /[.!?…]+["'”’»)\]*_]*(?=\s|$)|[。！？]/g
const ABBREVIATION = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|incl|resp|z\.b|d\.h)\.$/i
const CLAUSE_BREAK =
  /[,;:()[\]{}|=!?…—–→。！？，、；：（）\n]|\s-{1,2}>?(?=\s|$)|[-=]>|\.(?=\s|$)|\p{Extended_Pictographic}/u

/** The words around a signal. */
export interface SignalSetting {
  /** The sentence up to the signal; the introducing line if the signal begins its line. */
  readonly before: string
  /** The rest of the sentence after the signal. */
  readonly after: string
  /** The signal begins a line of its own, so `before` is a line above it. */
  readonly ownLine: boolean
  /** … and nothing else stands on that line: what follows is a new line, not the rest of a sentence. */
  readonly isAlone?: boolean
}

/** How a clause is tied to the signal after it. */
export type Link = 'none' | 'adjacent' | 'colon' | 'break'

export function sentences(text: string): readonly Sentence[] {
  const found: Sentence[] = []
  const end = new RegExp(END)
  let start = 0
  for (let match = end.exec(text); match; match = end.exec(text)) {
    const stop = match.index + match[0].length
    if (match[0] === '.' && ABBREVIATION.test(text.slice(Math.max(start, stop - 8), stop))) continue
    pushSentence(found, text, start, stop)
    start = stop
  }
  pushSentence(found, text, start, text.length)
  return found
}

export function isEnded(text: string): boolean {
  const tail = text.slice(-40).trimEnd()
  return /[.!?…。！？]["'”’»)\]*_]*$/.test(tail) && !ABBREVIATION.test(tail)
}

export function isQuestion(sentence: string): boolean {
  return /[?？]["'”’»)\]*_\s]*$/.test(sentence.slice(-40))
}

/** The clauses of a sentence in normal form, empty ones left out. */
export function clauses(sentence: string): readonly string[] {
  return sentence
    .split(CLAUSE_BREAK)
    .map(normalize)
    .filter((clause) => clause !== '')
}

export function normalize(text: string): string {
  return text
    .slice(0, LONGEST)
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/[*_`~"“”„«»#]/g, '')
    .replace(/[\s.!?,]{1,200}$/, '')
    .replace(/\s{1,200}/g, ' ')
    .trim()
}

function pushSentence(found: Sentence[], text: string, start: number, end: number): void {
  for (let from = start; from < end; from += LONGEST) {
    const piece = text.slice(from, Math.min(end, from + LONGEST))
    const lead = piece.length - piece.trimStart().length
    const trimmed = piece.trim()
    if (trimmed) found.push({ text: trimmed, start: from + lead })
  }
}
