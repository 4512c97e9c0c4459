// Which lines of two texts differ: the shortest list of changes where it is short, and one that is found in about linear
// time where it is long.

/** Lines `from` to `to`, the latter not included, on either side: they are replaced by each other. */
export interface Change {
  readonly before: readonly [from: number, to: number]
  readonly after: readonly [from: number, to: number]
}

export interface Side {
  /** With their line breaks. */
  readonly lines: readonly string[]
  /** A number for each line: the same for the same text, on both sides. */
  readonly keys: readonly number[]
}

/** Past this many edits a text is split at lines that stand once on either side before it is compared further. */
const MOST_EDITS = 600
/** How often a part is split again. Parts that are still too different are shown as replaced. */
const MOST_SPLITS = 8

export function toSides(
  before: string | undefined,
  after: string | undefined,
): { readonly before: Side; readonly after: Side } {
  const known = new Map<string, number>()
  return { before: toSide(before, known), after: toSide(after, known) }
}

/** Then the CR is no news, and left out of the lines; else it is a part of them that a screen can show. */
export function isAllCrlf(text: string | undefined): boolean {
  return text === undefined || !/(?<!\r)\n/.test(text)
}

function toSide(text: string | undefined, known: Map<string, number>): Side {
  const lines = text?.match(/[^\n]*\n|[^\n]+$/g) ?? []
  return { lines, keys: keysOf(lines, known) }
}

/** A number for each text, the same for the same text. */
export function keysOf(texts: readonly string[], known: Map<string, number>): number[] {
  return texts.map((text) => {
    const key = known.get(text) ?? known.size
    known.set(text, key)
    return key
  })
}

export function findChanges(before: readonly number[], after: readonly number[], splits = MOST_SPLITS): Change[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  const middle = {
    before: before.slice(start, before.length - end),
    after: after.slice(start, after.length - end),
  }
  if (middle.before.length === 0 && middle.after.length === 0) return []
  return moved(changesBetween(middle.before, middle.after, splits), start, start)
}

function changesBetween(before: readonly number[], after: readonly number[], splits: number): Change[] {
  const whole: Change = { before: [0, before.length], after: [0, after.length] }
  if (before.length === 0 || after.length === 0) return [whole]
  const shortest = shortestEdits(before, after)
  if (shortest) return shortest
  const anchors = splits > 0 ? findAnchors(before, after) : []
  if (anchors.length === 0) return [whole]
  const parts: Change[][] = []
  let [x, y] = [0, 0]
  for (const [nextX, nextY] of [...anchors, [before.length, after.length] as const]) {
    parts.push(moved(findChanges(before.slice(x, nextX), after.slice(y, nextY), splits - 1), x, y))
    ;[x, y] = [nextX + 1, nextY + 1]
  }
  return parts.flat()
}

function moved(changes: readonly Change[], x: number, y: number): Change[] {
  return changes.map(({ before, after }) => ({
    before: [before[0] + x, before[1] + x],
    after: [after[0] + y, after[1] + y],
  }))
}

/** Lines that stand once on either side, as many as keep their order: the idea of Bram Cohen's patience diff. */
function findAnchors(before: readonly number[], after: readonly number[]): (readonly [number, number])[] {
  const [places, others] = [onlyPlaces(before), onlyPlaces(after)]
  const pairs: (readonly [number, number])[] = []
  for (const [x, key] of before.entries()) {
    const y = places.get(key) === x ? (others.get(key) ?? -1) : -1
    if (y >= 0) pairs.push([x, y])
  }
  return longestRising(pairs)
}

/** Where each key stands, -1 if in more than one place. */
function onlyPlaces(keys: readonly number[]): ReadonlyMap<number, number> {
  const places = new Map<number, number>()
  for (const [index, key] of keys.entries()) places.set(key, places.has(key) ? -1 : index)
  return places
}

/** The most pairs whose second numbers rise as the first do, by piles as in the card game. */
function longestRising(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const tops: number[] = []
  const previous: number[] = []
  for (const [index, [, y]] of pairs.entries()) {
    let [low, high] = [0, tops.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[tops[middle] ?? 0]?.[1] ?? 0) < y) low = middle + 1
      else high = middle
    }
    previous.push(low > 0 ? (tops[low - 1] ?? -1) : -1)
    tops[low] = index
  }
  const rising: (readonly [number, number])[] = []
  for (let index = tops.at(-1) ?? -1; index >= 0; index = previous[index] ?? -1) {
    const pair = pairs[index]
    if (pair) rising.push(pair)
  }
  return rising.reverse()
}

/**
 * The greedy algorithm of E. W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986): with each further edit
 * it goes as far as it can on every diagonal. Nothing if more than MOST_EDITS were needed.
 */
function shortestEdits(before: readonly number[], after: readonly number[]): Change[] | undefined {
  const most = Math.min(before.length + after.length, MOST_EDITS)
  const furthest = new Int32Array(2 * most + 3)
  const trace: Int32Array[] = []
  for (let edits = 0; edits <= most; edits++) {
    trace.push(furthest.slice(most + 1 - edits - 1, most + 1 + edits + 2))
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const [below, above] = [furthest[most + diagonal] ?? 0, furthest[most + 2 + diagonal] ?? 0]
      let x = diagonal === -edits || (diagonal !== edits && below < above) ? above : below + 1
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++
      furthest[most + 1 + diagonal] = x
      if (x >= before.length && x - diagonal >= after.length) return backtrack(trace, before.length, after.length)
    }
  }
  return undefined
}

/** Walks from the end to the beginning, one edit at a time; neighbours become one change. */
function backtrack(trace: readonly Int32Array[], beforeLength: number, afterLength: number): Change[] {
  const changes: Change[] = []
  let [x, y] = [beforeLength, afterLength]
  for (let edits = trace.length - 1; edits > 0; edits--) {
    const furthest = trace[edits] ?? new Int32Array()
    const diagonal = x - y
    const at = (other: number): number => furthest[other + edits + 1] ?? 0
    const isAdded = diagonal === -edits || (diagonal !== edits && at(diagonal - 1) < at(diagonal + 1))
    const fromX = at(isAdded ? diagonal + 1 : diagonal - 1)
    const fromY = fromX - (isAdded ? diagonal + 1 : diagonal - 1)
    const change: Change = {
      before: [fromX, isAdded ? fromX : fromX + 1],
      after: [fromY, isAdded ? fromY + 1 : fromY],
    }
    const next = changes.at(-1)
    if (next && next.before[0] === change.before[1] && next.after[0] === change.after[1]) {
      changes[changes.length - 1] = {
        before: [change.before[0], next.before[1]],
        after: [change.after[0], next.after[1]],
      }
    } else changes.push(change)
    ;[x, y] = [fromX, fromY]
  }
  return changes.reverse()
}

/** Changes whose context would touch are shown together. */
export function toHunks(changes: readonly Change[], context: number): Change[][] {
  const hunks: Change[][] = []
  for (const change of changes) {
    const last = hunks.at(-1)?.at(-1)
    if (last && change.before[0] - last.before[1] <= 2 * context) hunks.at(-1)?.push(change)
    else hunks.push([change])
  }
  return hunks
}
