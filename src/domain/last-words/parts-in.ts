// Hundreds of short parts are looked for in every sentence. A walk over the sentence finds all of them by how they begin,
// which takes a fraction of looking for one after the other.
import { lazily } from '../../contract/lazily.ts'
import { holdsPart } from '../text/words-in.ts'

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
/** For each list whether one of its parts was found on the walk that is under way. */
const isHeld: boolean[] = []
/** The numbers of the lists that a sentence holds parts of: several readings look at the same sentences in turn. */
const kept = new Map<string, readonly number[]>()
const MOST_KEPT = 256
let newest: { readonly sentence: string; readonly held: readonly number[] } | undefined

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
    if (first === undefined) {
      first = isHeld.length
      for (const list of all()) enter(list)
      behind = isHeld.length
      // They were not looked for before.
      kept.clear()
      newest = undefined
    }
    if (newest?.sentence !== sentence) newest = { sentence, held: heldIn(sentence) }
    const found: number[] = []
    for (const of of newest.held) if (of >= first && of < behind) found.push(of - first)
    return found
  }
}

function enter(list: readonly string[]): void {
  const of = isHeld.push(false) - 1
  for (const part of list) placeFor(part).push({ part, of })
}

function heldIn(sentence: string): readonly number[] {
  const known = kept.get(sentence)
  if (known) return known
  const held = walk(sentence).toSorted((one, other) => one - other)
  for (const of of held) isHeld[of] = false
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(sentence, held)
  return held
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

function walk(sentence: string): number[] {
  const held: number[] = []
  for (const { part, of } of short) if (isHeld[of] === false && sentence.includes(part)) hold(of, held)
  const places = byBeginning()
  for (let at = 0, beginning = 0; at < sentence.length; at++) {
    beginning = beginningAt(sentence, at, beginning)
    const place = places[beginning] ?? 0
    if (place > 0) markHeld(sentence, at - BEGINNING + 1, parts[place] ?? [], held)
  }
  return held
}

function markHeld(sentence: string, at: number, begun: readonly Part[], held: number[]): void {
  for (const { part, of } of begun) if (isHeld[of] === false && sentence.startsWith(part, at)) hold(of, held)
}

function hold(of: number, held: number[]): void {
  isHeld[of] = true
  held.push(of)
}
