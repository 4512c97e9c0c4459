// Which words of a changed line are new, and which are gone. Lines that have little in common are not compared: marks all
// over a line say less than none.
import { findChanges, keysOf } from './line-changes.ts'

/** Characters `from` to `to`, the latter not included. */
export type CharRange = readonly [from: number, to: number]

export interface WordChanges {
  readonly before: readonly CharRange[]
  readonly after: readonly CharRange[]
}

/** Longer lines are compared from both ends alone. */
const MOST_WORDS = 200
const LONGEST = 2000
/** Of the letters of the longer line, this share must be in both. */
const LEAST_SHARED = 0.35
/** Whatever is not ASCII counts as a letter. */
const WORD = /[\w$\u0080-\ufffc]+|\s+|./gs
const LETTER = /[\w$\u0080-\ufffc]/

/** Nothing if the lines are better read as one gone and one new. */
export function findWordChanges(before: string, after: string): WordChanges | undefined {
  if (before === after) return undefined
  const changes = compareWords(before, after) ?? compareEnds(before, after)
  const longer = Math.max(inkOf(before), inkOf(after))
  const shared = inkOf(without(after, changes.after))
  return longer > 0 && shared / longer >= LEAST_SHARED ? changes : undefined
}

function compareWords(before: string, after: string): WordChanges | undefined {
  if (before.length > LONGEST || after.length > LONGEST) return undefined
  const { start, end } = sharedEnds(before, after)
  const middle = (text: string): string[] => text.slice(start, text.length - end).match(WORD) ?? []
  const words = { before: middle(before), after: middle(after) }
  if (words.before.length > MOST_WORDS || words.after.length > MOST_WORDS) return undefined
  const known = new Map<string, number>()
  const changes = findChanges(keysOf(words.before, known), keysOf(words.after, known))
  return {
    before: toRanges(
      words.before,
      changes.map((change) => change.before),
      start,
    ),
    after: toRanges(
      words.after,
      changes.map((change) => change.after),
      start,
    ),
  }
}

/** Marks with nothing but blanks between them become one. */
function toRanges(words: readonly string[], changed: readonly CharRange[], start: number): CharRange[] {
  const starts = [start]
  let at = start
  for (const word of words) starts.push((at += word.length))
  const ranges: CharRange[] = []
  for (const [from, to] of changed) {
    if (from === to) continue
    const range: CharRange = [starts[from] ?? 0, starts[to] ?? 0]
    const last = ranges.at(-1)
    const isNear = last && words.slice(wordAt(starts, last[1]), from).every((word) => word.trim() === '')
    if (last && isNear) ranges[ranges.length - 1] = [last[0], range[1]]
    else ranges.push(range)
  }
  return ranges
}

function wordAt(starts: readonly number[], offset: number): number {
  return starts.indexOf(offset)
}

function compareEnds(before: string, after: string): WordChanges {
  const { start, end } = sharedEnds(before, after)
  const range = (text: string): CharRange[] => (start < text.length - end ? [[start, text.length - end]] : [])
  return { before: range(before), after: range(after) }
}

/** How many characters both lines begin and end with, in whole words. */
function sharedEnds(before: string, after: string): { readonly start: number; readonly end: number } {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  while (start > 0 && isInWord(before, after, start)) start--
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  while (end > 0 && isInWord(before, after, before.length - end, after.length - end)) end--
  return { start, end }
}

/** A word continues across this place, in one of the lines. */
function isInWord(before: string, after: string, x: number, y = x): boolean {
  const goesOn = (text: string, at: number): boolean => LETTER.test(text[at - 1] ?? '') && LETTER.test(text[at] ?? '')
  return goesOn(before, x) || goesOn(after, y)
}

function without(text: string, ranges: readonly CharRange[]): string {
  let rest = ''
  let at = 0
  for (const [from, to] of ranges) {
    rest += text.slice(at, from)
    at = to
  }
  return rest + text.slice(at)
}

function inkOf(text: string): number {
  return text.replaceAll(/\s+/g, '').length
}
