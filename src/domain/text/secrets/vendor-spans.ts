// Finds the vendors' own shapes of keys: by the first letters of long words, then by the lines of the table.
import type { SecretSpan } from './span.ts'
import { isVaried } from './values.ts'
import { VENDOR_KEYS, VENDOR_SHAPES } from './vendors.ts'

const UUID = '[\\da-fA-F]{8}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{4}-[\\da-fA-F]{12}'

export function vendorSpans(text: string): SecretSpan[] {
  const spans: SecretSpan[] = []
  let words = 0
  // Where a long word begins, also behind an escaped line end or sign, and at the start of a removed line of a diff. A
  // digit stands in it, or capitals where no word has them. Inside of a hyphenated word nothing begins: each part of a
  // long one would be looked at to its end.
  const longWord =
    /(?:^-?|\n-?|\\+[nrt]|%[0-9A-Fa-f]{2}|[^A-Za-z0-9_\n-])(?=[A-Za-z0-9][A-Za-z0-9_.~:/|$%+=-]{13})(?=[A-Za-z_.:/$-]{0,48}(?:\d|[a-z][A-Z]{2}))/g
  for (let match = longWord.exec(text); match !== null; match = longWord.exec(text)) {
    words++
    const start = longWord.lastIndex
    const end = endOfKey(text, start)
    if (end !== undefined && !isInBase64(text, start)) {
      spans.push({ start, end })
      longWord.lastIndex = end
    } else if (match[0] === '') {
      longWord.lastIndex++
    }
  }
  return words === 0 ? spans : [...spans, ...shapeSpans(text)]
}

function endOfKey(text: string, at: number): number | undefined {
  const line = `\n${text.slice(at, at + 2)}`
  for (let row = VENDOR_KEYS.indexOf(line); row !== -1; row = VENDOR_KEYS.indexOf(line, row + 1)) {
    const space = VENDOR_KEYS.indexOf(' ', row)
    const prefix = VENDOR_KEYS.slice(row + 1, space)
    if (!text.startsWith(prefix, at)) continue
    const rest = toPattern(VENDOR_KEYS.slice(space + 1, VENDOR_KEYS.indexOf(' ', space + 1)), 'y')
    rest.lastIndex = at + prefix.length
    const found = rest.exec(text)?.[0]
    if (found !== undefined && isVaried(found)) return rest.lastIndex
  }
  return undefined
}

/** Images and the like hold every beginning sooner or later. */
function isInBase64(text: string, at: number): boolean {
  return /[A-Za-z0-9+/]{40}[+/]$/.test(text.slice(Math.max(0, at - 41), at))
}

function shapeSpans(text: string): SecretSpan[] {
  return VENDOR_SHAPES.trim()
    .split('\n')
    .flatMap((row) => {
      const [literal = '', pattern = ''] = row.split(' ', 2)
      return literal !== '#' && text.includes(literal) ? spansOf(text.matchAll(toPattern(pattern, 'g'))) : []
    })
}

function spansOf(matches: Iterable<RegExpExecArray>): SecretSpan[] {
  return Array.from(matches, (match) => ({ start: match.index, end: match.index + match[0].length }))
}

function toPattern(pattern: string, flags: string): RegExp {
  return new RegExp(pattern.replaceAll('UUID', UUID), flags)
}
