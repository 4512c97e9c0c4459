// Another value in place of a literal: of the same type, and far from it, so that no comparison of the kind that people
// write (without regard to case, within a tolerance, modulo a number) takes the two for equal.

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
  /** A class may build values. */
  readonly takesBuilt?: true
  /** The first text or number that was changed, before and after. */
  first?: readonly [written: string, bent: string]
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
  /** The class that builds it. */
  readonly name: string
  readonly bent: string
  /** One of its literals, before and after. */
  readonly first: readonly [written: string, bent: string]
}

/** `new Version(1, 2)` or `Version.of(1, 2)`: built by a class of literals alone, all of which change. Never throws. */
export function bentBuilt(text: string, word: string, { isPython }: ValueSyntax): BuiltValue | undefined {
  const reading: Reading = { text: text.trim(), word, isPython, at: 0, isBent: false, takesBuilt: true }
  const name = (isPython ? /^([A-Z]\w*)(?:\.[a-z_]\w*)?\(/ : /^(?:new ([A-Z]\w*)|([A-Z]\w*)\.[a-z_]\w*)\(/)
    .exec(reading.text)
    ?.slice(1)
    .find((found) => found !== undefined)
  const bent = name === undefined ? undefined : valueOf(reading, 0)
  const isWhole = bent !== undefined && reading.at === reading.text.length
  return isWhole && name !== undefined && reading.first ? { name, bent, first: reading.first } : undefined
}

function readWhole(
  text: string,
  word: string,
  isPython: boolean,
): { readonly bent?: string; readonly isBent: boolean } {
  const reading: Reading = { text: text.trim(), word, isPython, at: 0, isBent: false }
  const bent = valueOf(reading, 0)
  const isWhole = bent !== undefined && reading.at === reading.text.length
  return isWhole ? { bent, isBent: reading.isBent } : { isBent: false }
}

function valueOf(reading: Reading, depth: number): string | undefined {
  if (depth > DEEPEST) return undefined
  const space = take(reading, /\s*/y) ?? ''
  const value =
    stringOf(reading) ??
    numberOf(reading) ??
    wordOf(reading) ??
    builtOf(reading, depth) ??
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
  reading.isBent = true
  const bent = `${prefix}${quote}${reading.word}${quote}`
  reading.first ??= [written, bent]
  return bent
}

const NUMBER = /-?(?:0[xX][\da-fA-F_]+|0[bBoO][\d_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d+)?)(n?)(?![\w.])/y

function numberOf(reading: Reading): string | undefined {
  const written = take(reading, NUMBER)
  const bent = written === undefined ? undefined : bentNumber(written)
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

function bentNumber(written: string): string | undefined {
  const isLong = written.endsWith('n')
  const plain = written.replaceAll(/[_n]/g, '').replace(/^-/, '')
  const size = Number(plain)
  const step = STEPS.find(([limit]) => size <= limit)?.[1]
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

/** By the class itself, or by a function of it: `Version.of(1, 2)`. */
const CONSTRUCTED = {
  python: /[A-Z]\w*(?:\.[a-z_]\w*)?\(/y,
  script: /(?:new [A-Z]\w*|[A-Z]\w*\.[a-z_]\w*)\(/y,
} as const

function constructedOf(reading: Reading, depth: number): string | undefined {
  const call = reading.takesBuilt && take(reading, reading.isPython ? CONSTRUCTED.python : CONSTRUCTED.script)
  if (!call) return undefined
  const values = entriesUntil(reading, ')', () => {
    const keyword = reading.isPython ? (take(reading, /\s*[A-Za-z_]\w*\s*=(?!=)/y) ?? '') : ''
    const value = valueOf(reading, depth + 1)
    return value === undefined ? undefined : `${keyword}${value}`
  })
  return values === undefined ? undefined : `${call}${values}`
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

function take(reading: Reading, pattern: RegExp): string | undefined {
  pattern.lastIndex = reading.at
  const found = pattern.exec(reading.text)?.[0]
  if (found !== undefined) reading.at += found.length
  return found
}
