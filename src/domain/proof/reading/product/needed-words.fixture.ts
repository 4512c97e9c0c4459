// Words of which a pattern needs one: where none of them stands in a text, the pattern matches nothing in it. Derived from
// the source of the pattern, and only for what the patterns of this folder are written with.

interface Part {
  /** All that it can match, where that is little. */
  readonly exact?: readonly string[]
  /** One of these is in whatever it matches, or stands beside it. */
  readonly needed?: readonly string[]
}

const MOST_EXACT = 24
const MOST_WORDS = 100
const NOTHING: Part = { exact: [''] }
const ANYTHING: Part = {}

/** The fewest and shortest that say so. Undefined where nothing can be said. */
export function neededWords(pattern: RegExp): readonly string[] | undefined {
  const words = wholeWords(pattern)
  return words && fewer(words)
}

/** The same as long as they are known. */
export function wholeWords({ source, flags }: RegExp): readonly string[] | undefined {
  if (/[iuv]/.test(flags)) return undefined
  const words = neededIn(new Reader(source).readAll())
  return words && isTelling(words) ? words : undefined
}

function neededIn({ exact, needed }: Part): readonly string[] | undefined {
  const words = needed ?? exact
  if (!words || words.includes('')) return undefined
  return [...new Set(words)]
}

function isTelling(words: readonly string[]): boolean {
  return fewer(words).length <= MOST_WORDS && words.every((word) => word.length > 1)
}

function fewer(words: readonly string[]): readonly string[] {
  const short = withBeginnings(words.toSorted())
  return short.filter((word) => !short.some((other) => other !== word && word.includes(other)))
}

/** Long words are rare, and few are asked for soon. */
function worthOf(all: readonly string[]): number {
  const words = fewer(all)
  return Math.min(...words.map(({ length }) => Math.min(length, 10))) * 4 - words.length
}

function sequence(parts: readonly Part[]): Part {
  const found: (readonly string[])[] = []
  let run: readonly string[] = ['']
  let isWhole = true
  const close = (): void => {
    found.push(...listed(neededIn({ exact: run })))
    run = ['']
  }
  for (const part of parts) {
    const { exact, needed } = part
    if (needed) found.push(needed)
    if (!exact || exact.length * run.length > MOST_EXACT) {
      isWhole = false
      close()
    }
    if (exact && exact.length <= MOST_EXACT) run = run.flatMap((begin) => exact.map((end) => begin + end))
    else if (exact) found.push(...listed(neededIn({ exact })))
  }
  const whole = run
  close()
  const [best] = found
    .map(withBeginnings)
    .filter(isTelling)
    .toSorted((one, other) => worthOf(other) - worthOf(one))
  return { ...(isWhole && { exact: whole }), ...(best && { needed: best }) }
}

const LONG = 6
const MANY = 3

/** Where many begin alike, the beginning stands for them: fewer words are asked for. */
function withBeginnings(words: readonly string[]): readonly string[] {
  const groups = Map.groupBy(words, (word) => word.slice(0, LONG))
  return [...groups].flatMap(([begin, alike]) =>
    begin.length === LONG && alike.length >= MANY ? [commonBeginning(alike)] : alike,
  )
}

function commonBeginning([first = '', ...others]: readonly string[]): string {
  let length = first.length
  while (others.some((other) => !other.startsWith(first.slice(0, length)))) length--
  return first.slice(0, length)
}

function listed<One>(one: One | undefined): readonly One[] {
  return one === undefined ? [] : [one]
}

function either(parts: readonly Part[]): Part {
  if (parts.length === 1 && parts[0]) return parts[0]
  const exact = parts.every((part) => part.exact) ? parts.flatMap((part) => part.exact ?? []) : undefined
  const each = parts.map((part) => neededIn(part))
  const needed = each.every((words) => words !== undefined) ? each.flat() : undefined
  return { ...(exact && { exact }), ...(needed && { needed: [...new Set(needed)] }) }
}

function repeated(part: Part, least: number, most: number): Part {
  if (least === 1 && most === 1) return part
  if (least > 0) return { ...given(neededIn(part)) }
  return most === 1 && part.exact ? { exact: [...part.exact, ''] } : ANYTHING
}

function given(needed: readonly string[] | undefined): Part {
  return needed ? { needed } : {}
}

const LITERAL_ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

class Reader {
  private readonly source: string
  private at = 0
  constructor(source: string) {
    this.source = source
  }

  readAll(): Part {
    const part = this.alternatives()
    if (this.at < this.source.length) throw new Error(`not read to its end: ${this.source.slice(this.at)}`)
    return part
  }

  private alternatives(): Part {
    const parts = [this.terms()]
    while (this.take('|')) parts.push(this.terms())
    return either(parts)
  }

  private terms(): Part {
    const parts: Part[] = []
    while (this.at < this.source.length && !'|)'.includes(this.source.charAt(this.at))) {
      const part = this.atom()
      const [least, most] = this.quantifier()
      parts.push(repeated(part, least, most))
    }
    return sequence(parts)
  }

  private quantifier(): readonly [least: number, most: number] {
    const hit = /[*+?]\??|\{(\d+)(?:(,)(\d*))?\}\??/y
    hit.lastIndex = this.at
    const [written, first, comma, second] = hit.exec(this.source) ?? []
    if (written === undefined) return [1, 1]
    this.at += written.length
    if (first === undefined) return [written.startsWith('+') ? 1 : 0, written.startsWith('?') ? 1 : Infinity]
    return [Number(first), comma === undefined ? Number(first) : second === '' ? Infinity : Number(second)]
  }

  private atom(): Part {
    const char = this.source.charAt(this.at++)
    if (char === '(') return this.group()
    if (char === '[') return this.charClass()
    if (char === '.') return ANYTHING
    if (char === '^' || char === '$') return NOTHING
    if (char !== '\\') return { exact: [char] }
    const escaped = this.source.charAt(this.at++)
    if (/[bB]/.test(escaped)) return NOTHING
    if (escaped === 'x') return { exact: [String.fromCharCode(Number.parseInt(this.next(2), 16))] }
    if (/[a-zA-Z\d]/.test(escaped) && !(escaped in LITERAL_ESCAPES)) {
      if (escaped === 'k') this.at = this.source.indexOf('>', this.at) + 1
      return ANYTHING
    }
    return { exact: [LITERAL_ESCAPES[escaped] ?? escaped] }
  }

  private group(): Part {
    const kind = /\?(?:<?[=!]|:|<\w+>)/y
    kind.lastIndex = this.at
    const [written = ''] = kind.exec(this.source) ?? []
    this.at += written.length
    const part = this.alternatives()
    if (!this.take(')')) throw new Error(`not closed: ${this.source.slice(this.at)}`)
    if (written.endsWith('!')) return NOTHING
    // What must stand before or behind is in the text too.
    return written.endsWith('=') ? { exact: [''], ...given(neededIn(part)) } : part
  }

  private charClass(): Part {
    const from = this.at
    while (this.source.charAt(this.at) !== ']') this.at += this.source.charAt(this.at) === '\\' ? 2 : 1
    const chars = this.source.slice(from, this.at++)
    const plain = chars.replaceAll(/\\([^\w])/g, '$1')
    const isListed = !chars.startsWith('^') && !/\\\w/.test(chars) && !/[^\\]-./.test(chars)
    return isListed && plain.length <= 4 && plain !== '' ? { exact: [...plain] } : ANYTHING
  }

  private next(count: number): string {
    this.at += count
    return this.source.slice(this.at - count, this.at)
  }

  private take(char: string): boolean {
    if (this.source.charAt(this.at) !== char) return false
    this.at++
    return true
  }
}
