// What two texts have in common at their beginning and at their end. Compares halves: a loop over characters is slow until
// it is hot.

/** How many characters. */
export function sameBeginning(one: string, other: string): number {
  let same = 0
  let further = Math.min(one.length, other.length)
  while (same < further) {
    const middle = (same + further + 1) >> 1
    if (one.slice(same, middle) === other.slice(same, middle)) same = middle
    else further = middle - 1
  }
  return same
}

/** The same counted from the end. */
export function sameEnd(one: string, other: string): number {
  let same = 0
  let further = Math.min(one.length, other.length)
  while (same < further) {
    const middle = (same + further + 1) >> 1
    const isSame =
      one.slice(one.length - middle, one.length - same) === other.slice(other.length - middle, other.length - same)
    if (isSame) same = middle
    else further = middle - 1
  }
  return same
}

/** Where the first line begins that differs. */
export function sameLinesTo(before: string, after: string): number {
  const same = sameBeginning(before, after)
  return same === 0 ? 0 : after.lastIndexOf('\n', same - 1) + 1
}

/** Both without the lines that they share at their beginning and at their end. */
export function changedPart(before: string, after: string): readonly [before: string, after: string] {
  const from = sameLinesTo(before, after)
  const [one, other] = [before.slice(from), after.slice(from)]
  const end = sameEnd(one, other)
  const last = end === 0 ? -1 : other.indexOf('\n', other.length - end)
  const left = last < 0 ? 0 : other.length - last
  return [one.slice(0, one.length - left), other.slice(0, other.length - left)]
}
