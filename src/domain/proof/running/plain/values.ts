// Values as plain programs print them, and whether two of them are the same for the assertion that compares them.

/** `['s', 'text']`, `['a', […]]`, …: see the helpers. */
export type PrintedValue = readonly [kind: string, content?: unknown, isOwnClass?: unknown]

export type ValueComparison = 'same' | 'other' | 'unknown'

export function parseValue(text: string | undefined): PrintedValue | undefined {
  try {
    const value: unknown = text === undefined ? undefined : JSON.parse(text)
    return isValue(value) ? value : undefined
  } catch {
    // Cut off, or a secret in it is masked.
    return undefined
  }
}

function isValue(value: unknown): value is PrintedValue {
  return Array.isArray(value) && typeof value[0] === 'string'
}

/** Never throws. */
export function compareValues(
  actual: PrintedValue,
  expected: PrintedValue,
  isLoose: boolean,
  distance = 0,
): ValueComparison {
  const [kind, content] = actual
  const [other, wanted] = expected
  if (distance > 0 && kind === 'n' && other === 'n' && Math.abs(Number(content) - Number(wanted)) <= distance)
    return 'same'
  if (kind === 'c') return isValue(content) ? compareOwn(content, expected) : 'unknown'
  if (isHidden(actual)) return kind === 'x' && isPrimitive(expected) && !isLoose ? 'other' : 'unknown'
  if (isPrimitive(actual) && isPrimitive(expected)) return comparePrimitives(actual, expected, isLoose)
  if (kind !== other) return isLoose && (isPrimitive(actual) || isPrimitive(expected)) ? 'unknown' : 'other'
  if (!Array.isArray(content) || !Array.isArray(wanted)) return 'unknown'
  if (kind === 'a' || kind === 't') return compareLists(content, wanted, isLoose)
  return compareLists(inOrder(content), inOrder(wanted), isLoose)
}

const PRIMITIVES = new Set(['s', 'n', 'b', 'u', 'l', 'g', 'y'])

function isPrimitive([kind]: PrintedValue): boolean {
  return PRIMITIVES.has(kind)
}

/** Something in it is no plain value. */
function isHidden(value: PrintedValue): boolean {
  return value[0] === 'x' || /\["x"/.test(JSON.stringify(value)) || /\["c"/.test(JSON.stringify(value))
}

function comparePrimitives([kind, one]: PrintedValue, [other, two]: PrintedValue, isLoose: boolean): ValueComparison {
  const [first, second] = [asNumber(kind, one), asNumber(other, two)]
  if (kind === 'n' && other === 'n') return one === two || first === second ? 'same' : bothNaN(one, two)
  if (kind === other) return one === two ? 'same' : 'other'
  // Python takes a boolean for a number, and so does a loose comparison of JavaScript.
  if (first !== undefined && first === second) return 'same'
  return isLoose ? 'unknown' : 'other'
}

function bothNaN(one: unknown, two: unknown): ValueComparison {
  return String(one).toLowerCase() === 'nan' && String(two).toLowerCase() === 'nan' ? 'same' : 'other'
}

function asNumber(kind: string, content: unknown): number | undefined {
  if (kind === 'b') return content === true ? 1 : 0
  return kind === 'n' || kind === 'g' ? Number(content) : undefined
}

function compareLists(one: readonly unknown[], two: readonly unknown[], isLoose: boolean): ValueComparison {
  if (one.length !== two.length) return 'other'
  let told: ValueComparison = 'same'
  for (const [index, each] of one.entries()) {
    const next = compareParts(each, two[index], isLoose)
    if (next === 'other') return 'other'
    if (next === 'unknown') told = 'unknown'
  }
  return told
}

/** A value, a key, or a pair of both. */
function compareParts(one: unknown, two: unknown, isLoose: boolean): ValueComparison {
  if (typeof one === 'string' || typeof two === 'string') return one === two ? 'same' : 'other'
  if (isValue(one) && isValue(two)) {
    return isPair(one) && isPair(two) ? compareLists(one, two, isLoose) : compareValues(one, two, isLoose)
  }
  return Array.isArray(one) && Array.isArray(two) ? compareLists(one, two, isLoose) : 'unknown'
}

/** `["key", ["n","1"]]`: an entry of an object, whose key may be a letter. */
function isPair(value: PrintedValue): boolean {
  return value.length === 2 && Array.isArray(value[1]) && typeof (value[1] as readonly unknown[])[0] === 'string'
}

/** What is undefined counts as not there. */
function inOrder(parts: readonly unknown[]): unknown[] {
  return parts
    .filter((part) => !(Array.isArray(part) && isValue(part[1]) && part[1][0] === 'u' && typeof part[0] === 'string'))
    .map((part) => [JSON.stringify(Array.isArray(part) ? part[0] : part), part] as const)
    .toSorted(([one], [two]) => (one < two ? -1 : one > two ? 1 : 0))
    .map(([, part]) => part)
}

/** A class of the product may say that two texts are equal although they write the same in another way. */
function compareOwn(actual: PrintedValue, expected: PrintedValue): ValueComparison {
  const told = compareValues(actual, expected, false)
  if (told !== 'other' || actual[0] !== expected[0]) return told === 'other' ? 'unknown' : told
  if (actual[0] === 'n') return isNear(Number(actual[1]), Number(expected[1])) ? 'same' : 'other'
  if (actual[0] !== 's') return 'unknown'
  const [one, two] = [String(actual[1]), String(expected[1])]
  return folded(one) === folded(two) || numbered(one) === numbered(two) ? 'same' : 'other'
}

function isNear(one: number, two: number): boolean {
  return Math.abs(one - two) <= 0.01 * Math.max(1, Math.abs(one), Math.abs(two))
}

/** Without case, spaces and marks. */
function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** `v1.0` for `1.0.0`, `007` for `7`: zeros that change no number, at its front or in further places behind it. */
function numbered(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^\s*v(?=\d)/, '')
    .replaceAll(/(?<!\d)0+(?=\d)/g, '')
    .replaceAll(/(?<=\d)(?:\.0+)+(?![.\d])/g, '')
    .replaceAll(/(?<=\.\d{0,20}[1-9])0+(?!\d)/g, '')
    .replaceAll(/[^\p{L}\p{N}.]/gu, '')
}
