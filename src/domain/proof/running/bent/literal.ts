// Another value in place of a literal: of the same type, and far from it, so that no comparison of the kind that people
// write (without regard to case, within a tolerance, modulo a number) takes the two for equal.
import { bentText, DATE_PARTS, type DatePart, other } from './kinds.ts'
import type { Builders } from './parts.ts'

/** How a language writes values. */
export interface ValueSyntax {
  readonly isPython: boolean
}

interface Reading extends ValueSyntax {
  readonly text: string
  readonly word: string
  /** How far it was read. */
  at: number
  /** Something in it was changed. */
  isBent: boolean
  readonly builders?: Builders | undefined
  /** How literals are changed of which a class of the product builds a value. */
  readonly way?: BuiltWay
  /** The call whose literals these are, and their place in it. */
  call?: { readonly name: string; index: number; readonly isProduct: boolean } | undefined
  /** Texts that the product builds a value of. */
  texts: number
  /** The product builds some of it. */
  isBuilt: boolean
  /** The first text or number that was changed, before and after. */
  first?: readonly [written: string, bent: string]
}

interface BuiltWay {
  /** How far numbers are from what they were; far, if nothing is said. */
  readonly step?: number
  /** A text stays, is one that the same call is given elsewhere (or stays), or is a new one; this if nothing is said. */
  readonly text?: (index: number) => 'stays' | 'other' | 'word'
}

const DEEPEST = 20

/** `word`: random letters. Undefined where the text is no literal, or nothing in it can be changed. Never throws. */
export function bentLiteral(text: string, word: string, { isPython }: ValueSyntax): string | undefined {
  const { bent, isBent } = readWhole(text, word, isPython)
  return isBent ? bent : undefined
}

/** Also one in which nothing can be changed. Never throws. */
export function isLiteral(text: string, { isPython }: ValueSyntax): boolean {
  return readWhole(text, 'a', isPython).bent !== undefined
}

export interface BuiltValue {
  /** The literals that it is built of, changed in several ways: the class may refuse some of them, or take them for the same. */
  readonly ways: readonly [string, ...string[]]
  /** One of its literals, before and after. */
  readonly first: readonly [written: string, bent: string]
  /** By a class or function of the product, and not of the language alone. */
  readonly isOfProduct: boolean
}

/** `new Version(1, 2)`, `Version.of(1, 2)` or `[Decimal("1.10")]`: built of literals alone. Never throws. */
export function bentBuilt(
  text: string,
  { isPython, word, builders }: ValueSyntax & { readonly word: string; readonly builders: Builders },
): BuiltValue | undefined {
  const inWay = (way: BuiltWay): { readonly bent?: string; readonly reading: Reading } => {
    const reading: Reading = { ...newReading(text, word, isPython), builders, way }
    const bent = valueOf(reading, 0)
    const isWhole = bent !== undefined && reading.at === reading.text.length
    return isWhole && reading.isBent ? { bent, reading } : { reading }
  }
  const { bent, reading } = inWay({})
  if (bent === undefined || !reading.first) return undefined
  if (!reading.isBuilt) return { ways: [bent], first: reading.first, isOfProduct: false }
  const more = waysOf(reading.texts).flatMap((way) => inWay(way).bent ?? [])
  return { ways: [bent, ...new Set(more.filter((one) => one !== bent))], first: reading.first, isOfProduct: true }
}

const MOST_TEXTS = 3

/** After the one in which all of them are far from what they were. */
function waysOf(texts: number): BuiltWay[] {
  const text = (): 'other' => 'other'
  const each = texts > 1 && texts <= MOST_TEXTS ? Array.from({ length: texts }, (_, index) => index) : []
  return [
    ...each.map((kept): BuiltWay => ({ text: (index) => (index === kept ? 'stays' : 'word') })),
    { text },
    { text, step: 1 },
    { text, step: -1 },
  ]
}

function readWhole(
  text: string,
  word: string,
  isPython: boolean,
): { readonly bent?: string; readonly isBent: boolean } {
  const reading = newReading(text, word, isPython)
  const bent = valueOf(reading, 0)
  const isWhole = bent !== undefined && reading.at === reading.text.length
  return isWhole ? { bent, isBent: reading.isBent } : { isBent: false }
}

function newReading(text: string, word: string, isPython: boolean): Reading {
  return { text: text.trim(), word, isPython, at: 0, isBent: false, texts: 0, isBuilt: false }
}

function valueOf(reading: Reading, depth: number): string | undefined {
  if (depth > DEEPEST) return undefined
  const space = take(reading, /\s*/y) ?? ''
  const value =
    stringOf(reading) ??
    numberOf(reading) ??
    wordOf(reading) ??
    builtOf(reading, depth) ??
    memberOf(reading) ??
    constructedOf(reading, depth) ??
    listOf(reading, depth)
  return value === undefined ? undefined : `${space}${value}${take(reading, /\s*/y) ?? ''}`
}

const SCRIPT_STRING = /(['"])((?:(?!\1)[^\\\n]|\\[^])*)\1|`((?:[^`\\$]|\\[^]|\$(?!\{))*)`/y
const PYTHON_STRING = /[rRbBuU]{0,2}(?:("""|''')((?:(?!\1)[^\\]|\\[^])*)\1|(["'])((?:(?!\3)[^\\\n]|\\[^])*)\3)/y

/** An empty text stays as it is: a comparison of beginnings takes it for equal to any other. */
function stringOf(reading: Reading): string | undefined {
  const pattern = reading.isPython ? PYTHON_STRING : SCRIPT_STRING
  const from = reading.at
  const written = take(reading, pattern)
  if (written === undefined) return undefined
  const [prefix = ''] = /^[a-zA-Z]*/.exec(written) ?? []
  const quoted = written.slice(prefix.length)
  const quote = /^("""|''')/.exec(reading.isPython ? quoted : '')?.[0] ?? quoted.charAt(0)
  const content = quoted.slice(quote.length, quoted.length - quote.length)
  if (content === '') return reading.text.slice(from, reading.at)
  const changed = reading.call
    ? textInCall(reading, written, content)
    : (bentText(content, reading.word) ?? reading.word)
  const bent = changed === content ? written : isQuoted(changed) ? changed : `${prefix}${quote}${changed}${quote}`
  if (bent === written) return written
  reading.isBent = true
  reading.first ??= [written, bent]
  return bent
}

function isQuoted(text: string): boolean {
  return /^["']/.test(text)
}

/** The text as it is to be, or one in quotes from elsewhere. */
function textInCall(reading: Reading, written: string, content: string): string {
  const { call, way, word, builders } = reading
  const bent = bentText(content, word) ?? word
  // A format.
  if (!call?.isProduct) return /%[a-zA-Z]/.test(content) ? content : bent
  const index = reading.texts++
  const wanted = way?.text?.(index) ?? 'word'
  if (wanted === 'word') return bent
  return (wanted === 'other' ? builders?.otherText(call.name, call.index, written) : undefined) ?? content
}

const NUMBER = /-?(?:0[xX][\da-fA-F_]+|0[bBoO][\d_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)(n?)(?![\w.])/y

function numberOf(reading: Reading): string | undefined {
  const written = take(reading, NUMBER)
  const step = reading.call?.isProduct ? reading.way?.step : undefined
  const bent = written === undefined ? undefined : bentNumber(written, step)
  if (bent === undefined || written === undefined) return written
  reading.isBent = true
  reading.first ??= [written, bent]
  return bent
}

/** Primes that nobody counts by, so that the difference shows modulo any number; each far above the numbers up to its limit. */
const STEPS = [
  [1e5, 7_368_787],
  [1e8, 22_801_763_489],
  [1e10, 4_398_042_316_799],
] as const

/** `by`: how far, if that is said. */
function bentNumber(written: string, by?: number): string | undefined {
  const isLong = written.endsWith('n')
  const plain = written.replaceAll(/[_n]/g, '').replace(/^-/, '')
  const size = Number(plain)
  const step = STEPS.find(([limit]) => size <= limit)?.[1]
  if (by !== undefined && /^\d{1,9}(?:\.\d+)?$/.test(plain))
    return `${Number(written.replaceAll(/[_n]/g, '')) + by}${isLong ? 'n' : ''}`
  if (step === undefined || /^0\d/.test(plain)) return undefined
  const sum = String(size + step)
  const isWhole = /^\d+$/.test(plain) || /^0[xXbBoO]/.test(plain)
  const whole = isWhole || sum.includes('.') ? sum : `${sum}.0`
  return `${written.startsWith('-') ? '-' : ''}${whole}${isLong ? 'n' : ''}`
}

const OPPOSITE: Readonly<Record<string, string>> = { true: 'false', false: 'true', True: 'False', False: 'True' }

/** `null` and its like stay as they are. */
function wordOf(reading: Reading): string | undefined {
  const { isPython } = reading
  const word = take(reading, isPython ? /(?:True|False|None)\b/y : /(?:true|false|null|undefined|NaN)\b(?!\s*[.([])/y)
  const opposite = word === undefined ? undefined : OPPOSITE[word]
  if (opposite !== undefined) reading.isBent = true
  return opposite ?? word
}

/** Values that a call of the language itself builds of literals. */
const BUILT = {
  python: /(?:(?:decimal\.)?(Decimal)|set|frozenset|tuple|list)\(/y,
  script: /new (?:Set|Map)\(/y,
} as const

function builtOf(reading: Reading, depth: number): string | undefined {
  const call = take(reading, reading.isPython ? BUILT.python : BUILT.script)
  if (call === undefined) return undefined
  const inner = call.endsWith('Decimal(') ? decimalOf(reading) : valueOf(reading, depth + 1)
  return inner === undefined || take(reading, /\)/y) === undefined ? undefined : `${call}${inner})`
}

/** `Decimal("1.10")`: a number in a string. */
function decimalOf(reading: Reading): string | undefined {
  const quote = take(reading, /["']/y) ?? ''
  const number = numberOf(reading)
  const isClosed = quote === '' || take(reading, new RegExp(quote, 'y')) !== undefined
  return number === undefined || !isClosed ? undefined : `${quote}${number}${quote}`
}

/** What is called, up to the bracket. */
const CALLED = /(new[ \t]+)?([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)\(/y

function constructedOf(reading: Reading, depth: number): string | undefined {
  if (!reading.builders) return undefined
  const head = peek(reading, CALLED)
  const [call = '', isNew, name = ''] = head ?? []
  const known = head && reading.builders.of(name, isNew !== undefined)
  const isWithin = reading.call?.isProduct === true && (isNew !== undefined || /^[A-Z]\w*(?:\.[a-z_]\w*)?$/.test(name))
  const kind = known ?? (head && isWithin ? 'product' : undefined)
  if (!kind) return undefined
  reading.at += call.length
  const outer = reading.call
  const isProduct = kind === 'product' || outer?.isProduct === true
  if (isProduct) reading.isBuilt = true
  const own = { name, index: -1, isProduct }
  const values = entriesUntil(reading, ')', () => {
    own.index++
    reading.call = own
    const keyword = reading.isPython ? (take(reading, /\s*[A-Za-z_]\w*\s*=(?!=)\s*/y) ?? '') : ''
    const value = kind === 'date' ? datePartOf(reading, keyword, own.index) : undefined
    const whole = value ?? valueOf(reading, depth + 1)
    return whole === undefined ? undefined : `${keyword}${whole}`
  })
  reading.call = outer
  return values === undefined ? undefined : `${call}${values}`
}

/** `Kind.NUMBER` stays: what else there is, nobody knows. */
function memberOf(reading: Reading): string | undefined {
  return reading.call?.isProduct === true ? take(reading, /[A-Z]\w*\.[A-Z]\w*(?![\w.([`])/y) : undefined
}

const ZONE =
  /\s*(?:[\w.]+\.)?(?:utc|UTC|ZoneInfo\(["'][\w/+-]{1,60}["']\)|timezone\((?:\w+\.)?timedelta\([\w= ,-]{0,60}\)\))/y

/** A single number is no part of a date, but a moment. */
function datePartOf(reading: Reading, keyword: string, index: number): string | undefined {
  const zone = take(reading, ZONE)
  if (zone !== undefined) return zone
  const isAlone = index === 0 && keyword === '' && peek(reading, /\s*\d+\s*,/y) === undefined
  const found = isAlone ? undefined : peek(reading, /(\s*)(\d{1,6})(?=\s*[,)])/y)
  if (!found) return undefined
  const [whole, space = '', written = ''] = found
  reading.at += whole.length
  const named = DATE_PARTS.find((part) => keyword.trim().startsWith(part))
  const part: DatePart = named ?? (keyword.trim() === '' ? (DATE_PARTS[index] ?? 'fraction') : 'fraction')
  const bent = other(part === 'month' && !reading.isPython ? 'month-from-0' : part, written)
  reading.isBent = true
  reading.first ??= [written, bent]
  return `${space}${bent}`
}

const CLOSES: Readonly<Record<string, string>> = { '[': ']', '{': '}', '(': ')' }

function listOf(reading: Reading, depth: number): string | undefined {
  const open = take(reading, reading.isPython ? /[[({]/y : /[[{]/y)
  if (open === undefined) return undefined
  const entries = entriesUntil(reading, CLOSES[open] ?? '', () =>
    open === '{' ? entryOf(reading, depth) : valueOf(reading, depth + 1),
  )
  return entries === undefined ? undefined : `${open}${entries}`
}

/** With the bracket that closes them. */
function entriesUntil(reading: Reading, closing: string, next: () => string | undefined): string | undefined {
  const close = new RegExp(`\\s*\\${closing}`, 'y')
  let bent = ''
  for (;;) {
    const end = take(reading, close)
    if (end !== undefined) return `${bent}${end}`
    const entry = next()
    if (entry === undefined) return undefined
    const comma = take(reading, /,/y)
    bent += `${entry}${comma ?? ''}`
    if (comma === undefined) {
      const last = take(reading, close)
      return last === undefined ? undefined : `${bent}${last}`
    }
  }
}

const SCRIPT_KEY = /\s*(?:(?!__proto__)[A-Za-z_$][\w$]*|\d+|'[^'\\\n]*'|"[^"\\\n]*")\s*:/y

/** Keys stay as they are: under another key a value would only be missing. */
function entryOf(reading: Reading, depth: number): string | undefined {
  if (!reading.isPython) {
    const key = take(reading, SCRIPT_KEY)
    const value = key === undefined ? undefined : valueOf(reading, depth + 1)
    return value === undefined ? undefined : `${key}${value}`
  }
  const { at, isBent } = reading
  const first = valueOf(reading, depth + 1)
  if (first === undefined || take(reading, /:/y) === undefined) return first
  const key = reading.text.slice(at, reading.at)
  reading.isBent = isBent
  const value = valueOf(reading, depth + 1)
  return value === undefined ? undefined : `${key}${value}`
}

function peek(reading: Reading, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = reading.at
  return pattern.exec(reading.text) ?? undefined
}

function take(reading: Reading, pattern: RegExp): string | undefined {
  pattern.lastIndex = reading.at
  const found = pattern.exec(reading.text)?.[0]
  if (found !== undefined) reading.at += found.length
  return found
}
