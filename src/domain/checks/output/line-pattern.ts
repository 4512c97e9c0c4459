// A regular expression that one line of output must match. What cannot be compiled to steps is refused.
import { addChoice, addLoop, addOptional, matchesSomewhere, type PatternStep, take } from '../pattern-steps.ts'

export type LinePattern =
  | { readonly ok: true; readonly matches: (line: string) => boolean }
  | { readonly ok: false; readonly why: string }

const MOST_STEPS = 300
const DEEPEST = 30

export function toLinePattern(source: string): LinePattern {
  try {
    const steps = compiled(source)
    return { ok: true, matches: (line) => matchesSomewhere(steps, [...line]) }
  } catch (error) {
    if (error instanceof PatternError) return { ok: false, why: error.message }
    throw error
  }
}

class PatternError extends Error {}

type Repeat = { readonly kind: 'repeat'; readonly part: Tree; readonly least: number; readonly most: number }

type Tree =
  | { readonly kind: 'step'; readonly step: PatternStep }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Tree[] }
  | Repeat

interface Reader {
  readonly chars: readonly string[]
  at: number
}

function compiled(source: string): readonly PatternStep[] {
  const reader: Reader = { chars: [...source], at: 0 }
  const tree = readAny(reader, 0)
  if (reader.at < reader.chars.length) throw new PatternError('a ")" closes nothing')
  const steps: PatternStep[] = []
  write(steps, tree)
  return steps
}

function readAny(reader: Reader, depth: number): Tree {
  if (depth > DEEPEST) throw new PatternError('its groups are nested too deeply')
  const parts = [readAll(reader, depth)]
  while (reader.chars[reader.at] === '|') {
    reader.at += 1
    parts.push(readAll(reader, depth))
  }
  return { kind: 'any', parts }
}

function readAll(reader: Reader, depth: number): Tree {
  const parts: Tree[] = []
  for (;;) {
    const char = reader.chars[reader.at]
    if (char === undefined || char === '|' || char === ')') return { kind: 'all', parts }
    parts.push(readRepeated(reader, readOne(reader, depth)))
  }
}

function readOne(reader: Reader, depth: number): Tree {
  const char = reader.chars[reader.at++] ?? ''
  switch (char) {
    case '(': {
      if (reader.chars[reader.at] === '?') {
        if (reader.chars[reader.at + 1] !== ':')
          throw new PatternError('"(?" is known as "(?:" only, without looking ahead or behind')
        reader.at += 2
      }
      const tree = readAny(reader, depth + 1)
      if (reader.chars[reader.at++] !== ')') throw new PatternError('a "(" is not closed')
      return tree
    }
    case '[':
      return toStep(readSet(reader))
    case '\\':
      return readEscape(reader)
    case '.':
      return toStep(() => true)
    case '^':
      return hold((_, at) => at === 0)
    case '$':
      return hold((chars, at) => at === chars.length)
    case '*':
    case '+':
    case '?':
      throw new PatternError(`"${char}" repeats nothing`)
    default:
      return toStep((other) => other === char)
  }
}

function toStep(has: (char: string) => boolean): Tree {
  return { kind: 'step', step: take(has) }
}

function hold(at: (chars: readonly string[], at: number) => boolean): Tree {
  return { kind: 'step', step: { op: 'hold', at } }
}

const isWord = (char: string): boolean => /^\w$/.test(char)
const isEdge = (chars: readonly string[], at: number): boolean =>
  isWord(chars[at - 1] ?? '') !== isWord(chars[at] ?? '')
const CLASSES: Readonly<Record<string, (char: string) => boolean>> = {
  d: (char) => /^\d$/.test(char),
  D: (char) => !/^\d$/.test(char),
  w: isWord,
  W: (char) => !isWord(char),
  s: (char) => /^\s$/.test(char),
  S: (char) => !/^\s$/.test(char),
}

function readEscape(reader: Reader): Tree {
  const char = reader.chars[reader.at]
  if (char === 'b' || char === 'B') {
    reader.at += 1
    return hold((chars, at) => isEdge(chars, at) === (char === 'b'))
  }
  const known = readClass(reader)
  if (known) return toStep(known)
  const literal = readLiteral(reader)
  return toStep((other) => other === literal)
}

function readClass(reader: Reader): ((char: string) => boolean) | undefined {
  const char = reader.chars[reader.at] ?? ''
  const known = Object.hasOwn(CLASSES, char) ? CLASSES[char] : undefined
  if (known) reader.at += 1
  return known
}

/** The character behind a backslash; a letter or digit that has no meaning here is refused. */
function readLiteral(reader: Reader): string {
  const char = reader.chars[reader.at++] ?? ''
  if (char === 't') return '\t'
  if (char === 'x' || char === 'u') {
    const digits = reader.chars.slice(reader.at, reader.at + (char === 'x' ? 2 : 4)).join('')
    if (!/^(?:[\da-f]{2}){1,2}$/i.test(digits)) throw new PatternError(`"\\${char}" needs hexadecimal digits`)
    reader.at += digits.length
    return String.fromCharCode(Number.parseInt(digits, 16))
  }
  if (char === '' || /^[A-Za-z0-9]$/.test(char)) throw new PatternError(`"\\${char}" is not known here`)
  return char
}

function readSet(reader: Reader): (char: string) => boolean {
  const isNegated = reader.chars[reader.at] === '^'
  if (isNegated) reader.at += 1
  const tests: Array<(char: string) => boolean> = []
  for (;;) {
    const char = reader.chars[reader.at]
    if (char === undefined) throw new PatternError('a "[" is not closed')
    if (char === ']') break
    tests.push(readMember(reader))
  }
  reader.at += 1
  return (char) => tests.some((test) => test(char)) !== isNegated
}

function readMember(reader: Reader): (char: string) => boolean {
  const first = readBound(reader)
  if (typeof first === 'function') return first
  const isRange = reader.chars[reader.at] === '-' && ![']', undefined].includes(reader.chars[reader.at + 1])
  if (!isRange) return (char) => char === first
  reader.at += 1
  const last = readBound(reader)
  if (typeof last === 'function' || last < first) throw new PatternError('a range in "[…]" has no order')
  return (char) => char >= first && char <= last
}

function readBound(reader: Reader): string | ((char: string) => boolean) {
  const char = reader.chars[reader.at++] ?? ''
  return char === '\\' ? (readClass(reader) ?? readLiteral(reader)) : char
}

function readRepeated(reader: Reader, part: Tree): Tree {
  const bounds = readBounds(reader)
  if (!bounds) return part
  // Which of several matches is found does not matter: only whether there is one.
  if (reader.chars[reader.at] === '?') reader.at += 1
  if (readBounds({ ...reader })) throw new PatternError('a repetition is repeated')
  return { kind: 'repeat', part, ...bounds }
}

function readBounds(reader: Reader): { least: number; most: number } | undefined {
  const char = reader.chars[reader.at]
  if (char === '*' || char === '+' || char === '?') {
    reader.at += 1
    return { least: char === '+' ? 1 : 0, most: char === '?' ? 1 : Number.POSITIVE_INFINITY }
  }
  const found = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(reader.chars.slice(reader.at, reader.at + 12).join(''))
  if (!found) return undefined
  reader.at += found[0].length
  const least = Number(found[1])
  const most = found[2] === undefined ? least : found[3] === '' ? Number.POSITIVE_INFINITY : Number(found[3])
  if (most < least) throw new PatternError('the numbers in "{…}" have no order')
  return { least, most }
}

function write(steps: PatternStep[], tree: Tree): void {
  if (steps.length > MOST_STEPS) throw new PatternError('it is too large')
  switch (tree.kind) {
    case 'step':
      steps.push(tree.step)
      return
    case 'repeat':
      return writeRepeat(steps, tree)
    case 'any':
      return writeAny(steps, tree.parts)
    case 'all':
      for (const part of tree.parts) write(steps, part)
  }
}

function writeAny(steps: PatternStep[], parts: readonly Tree[]): void {
  const [first, ...others] = parts
  if (first && others.length === 0) return write(steps, first)
  addChoice(
    steps,
    parts.map((part) => () => write(steps, part)),
  )
}

function writeRepeat(steps: PatternStep[], { part, least, most }: Repeat): void {
  const add = (): void => write(steps, part)
  for (let count = 0; count < least; count++) add()
  if (most === Number.POSITIVE_INFINITY) addLoop(steps, add)
  else for (let count = least; count < most; count++) addOptional(steps, add)
}
