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
/** For each list whether the sentence that was walked over last holds one of its parts; and the numbers of those lists. */
const isHeld: boolean[] = []
const held: number[] = []
let walked = ''

/** A hook looks this often at the most: to enter all parts would take it longer than to look for them. */
export const FEW_LOOKS = 2000
let looks = 0

/** Which of these lists have a part that a sentence holds? Their places, the first one first. */
export function partsIn(lists: () => readonly (readonly string[])[]): (sentence: string) => readonly number[] {
  const all = lazily(lists)
  let first: number | undefined
  let behind = 0
  return (sentence) => {
    if (looks < FEW_LOOKS) {
      looks += all().length
      return all().flatMap((list, place) => (holdsPart(sentence, list) ? [place] : []))
    }
    if (sentence !== walked) walk(sentence)
    if (first === undefined) {
      first = isHeld.length
      for (const list of all()) enter(list)
      behind = isHeld.length
    }
    const found: number[] = []
    for (const of of held) if (of >= first && of < behind) found.push(of - first)
    return found.length < 2 ? found : found.toSorted((one, other) => one - other)
  }
}

function enter(list: readonly string[]): void {
  const of = isHeld.push(false) - 1
  if (holdsPart(walked, list)) hold(of)
  for (const part of list) placeFor(part).push({ part, of })
}

function hold(of: number): void {
  isHeld[of] = true
  held.push(of)
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
  for (const of of held) isHeld[of] = false
  held.length = 0
  for (const { part, of } of short) if (isHeld[of] === false && sentence.includes(part)) hold(of)
  const places = byBeginning()
  for (let at = 0, beginning = 0; at < sentence.length; at++) {
    beginning = beginningAt(sentence, at, beginning)
    const place = places[beginning] ?? 0
    if (place > 0) markHeld(sentence, at - BEGINNING + 1, parts[place] ?? [])
  }
}

function markHeld(sentence: string, at: number, begun: readonly Part[]): void {
  for (const { part, of } of begun) if (isHeld[of] === false && sentence.startsWith(part, at)) hold(of)
}
