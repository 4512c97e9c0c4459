// Hundreds of short parts are looked for in every sentence. A walk over the sentence finds all of them by how they begin,
// which takes a fraction of looking for one after the other.
import { lazily } from '../../../contract/lazily.ts'
import { holdsPart } from '../../text/words-in.ts'

/** So many characters tell where a part may begin. */
const BEGINNING = 3
const PLACES = 2 ** 15

interface Part {
  readonly part: string
  /** The number of its list. */
  readonly of: number
}

/** Parts by their beginning: 0 is none, else the place of a list in `parts` behind which they stand. */
const byBeginning = lazily(() => new Uint16Array(PLACES))
const parts: Part[][] = [[]]
/** Parts that are shorter than a beginning. */
const short: Part[] = []
/** For each list whether the sentence that was walked over last holds one of its parts. */
const held: boolean[] = []
let walked = ''

/** A hook looks this often at the most: to enter all parts would take it longer than to look for them. */
export const FEW_LOOKS = 2000
let looks = 0

/** Does a sentence hold one of these parts? */
export function partsIn(list: () => readonly string[]): (sentence: string) => boolean {
  const all = lazily(list)
  let of: number | undefined
  return (sentence) => {
    if (looks++ < FEW_LOOKS) return holdsPart(sentence, all())
    if (sentence !== walked) walk(sentence)
    of ??= enter(all())
    return held[of] === true
  }
}

function enter(list: readonly string[]): number {
  const of = held.length
  held.push(holdsPart(walked, list))
  for (const part of list) placeFor(part).push({ part, of })
  return of
}

function placeFor(part: string): Part[] {
  if (part.length < BEGINNING) return short
  const beginning = [0, 1, 2].reduce((before, at) => beginningAt(part, at, before), 0)
  const places = byBeginning()
  if (places[beginning] === 0) places[beginning] = parts.push([]) - 1
  return parts[places[beginning] ?? 0] ?? short
}

/** Made from the last three characters up to this one: those before them are shifted out. */
function beginningAt(text: string, at: number, before: number): number {
  return ((before << 5) ^ text.charCodeAt(at)) & (PLACES - 1)
}

function walk(sentence: string): void {
  walked = sentence
  held.fill(false)
  for (const { part, of } of short) if (sentence.includes(part)) held[of] = true
  const places = byBeginning()
  for (let at = 0, beginning = 0; at < sentence.length; at++) {
    beginning = beginningAt(sentence, at, beginning)
    const place = places[beginning] ?? 0
    if (place > 0) markHeld(sentence, at - BEGINNING + 1, parts[place] ?? [])
  }
}

function markHeld(sentence: string, at: number, begun: readonly Part[]): void {
  for (const { part, of } of begun) if (held[of] === false && sentence.startsWith(part, at)) held[of] = true
}
