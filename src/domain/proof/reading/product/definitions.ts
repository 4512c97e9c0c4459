// Finds what a name of the same file stands for: the head, the body and the parameters of a function.
import { lineAt, lineEnd, lineStart } from '../../source/source.ts'
import type { ProductText } from './product-file.ts'
import type { RigSpan } from './rig-rule.ts'
import { endOfIndented, indentOf } from './scope.ts'

export interface Definition extends RigSpan {
  readonly name: string
  /** Up to the body. */
  readonly head: string
  readonly body: string
  readonly parameters: readonly string[]
}

/** The block after a head that ends at `end`, or the expression that stands for it. */
export function bodyFrom({ source, blocks }: ProductText, at: number, end: number): RigSpan | undefined {
  const line = lineAt(source, end)
  if (blocks === 'indent') {
    const rest = source.bare.slice(end, lineEnd(source, line))
    if (/^\s{0,3}=\s|:\s{0,9}return\b/.test(rest)) return { from: end, to: lineEnd(source, line) }
    const indent = indentOf(source.code, lineStart(source, lineAt(source, at)))
    return { from: lineEnd(source, line), to: endOfIndented(source, line, indent) }
  }
  if (source.code.charAt(end) !== '{') {
    const rest = source.code.slice(end, lineEnd(source, line))
    // Kotlin: `= when {`
    const open = /^=[^{;\n]{0,80}\{$/.test(rest.trimEnd()) ? end + rest.lastIndexOf('{') : -1
    const last = open < 0 ? -1 : (source.pairs[open] ?? -1)
    if (last > 0) return { from: end, to: last + 1 }
    return { from: end, to: end + (rest.indexOf(';') < 0 ? rest.length : rest.indexOf(';') + 1) }
  }
  const close = source.pairs[end] ?? -1
  return close < 0 ? undefined : { from: end + 1, to: close }
}

const LONGEST = 3000

export function definitionOf(text: ProductText, name: string): Definition | undefined {
  if (!/^[A-Za-z_$]\w{0,40}$/.test(name)) return undefined
  const { source, blocks } = text
  const word = name.replaceAll('$', '\\$')
  const heads =
    blocks === 'indent'
      ? `\\bdef (?:self\\.)?${word}\\b[?!]?(?:\\([^()\\n]{0,160}\\))?`
      : `\\b(?:function\\*?|fn|func(?: \\([^()\\n]{0,80}\\))?|fun) ${word}(?:<[^<>\\n]{0,80}>)?\\([^()\\n]{0,200}\\)[^;{}=\\n]{0,120}(?=[{=])|^[ \\t]{0,20}(?:[\\w<>,[\\]?]{1,40} ){0,5}(?<![.\\w$])${word}\\([^()\\n]{0,200}\\)(?:\\s?:\\s?[^;{}=\\n]{1,60})?\\s?(?=\\{)|\\b(?:const|let|var) ${word}\\s?=\\s?(?:async )?(?:\\([^()\\n]{0,160}\\)|[\\w$]{1,30})[^=;\\n]{0,40}=>\\s?`
  const found = new RegExp(heads, 'm').exec(source.bare)
  if (!found) return undefined
  const at = found.index
  const body = bodyFrom(text, at, at + found[0].length)
  if (!body || body.to - body.from > LONGEST) return undefined
  const written = source.bare.slice(body.from, body.to)
  return { name, head: found[0], body: written, parameters: parametersOf(found[0]), from: at, to: body.to }
}

/** The last word of each part that is no type: `first *Version, second` → first, Version, second. */
function parametersOf(head: string): string[] {
  const plain = head.replace(/^func \([^()]*\)/, '')
  const given = /\(([^()]*)\)/.exec(plain)?.[1] ?? /=\s?(?:async )?([\w$]+)/.exec(plain)?.[1] ?? ''
  return given
    .split(',')
    .flatMap((part) => /[A-Za-z_$][\w$]*/.exec(part.replace(/^\s*(?:final|const|&?mut) /, ''))?.[0] ?? [])
}

const MOST_HELPERS = 8

/** The functions of the same file that a body calls. */
export function helpersOf(text: ProductText, body: string): Definition[] {
  const names = new Set(Array.from(body.matchAll(/(?<![\w$])([A-Za-z_$][\w$]{0,40})\s?\(/g), ([, name = '']) => name))
  return [...names]
    .slice(0, MOST_HELPERS * 3)
    .flatMap((name) => definitionOf(text, name) ?? [])
    .slice(0, MOST_HELPERS)
}

/** What a body answers: its returned expressions, or its last one where the language returns that. */
export function answersOf({ path }: ProductText, written: string): string[] {
  const body = written.replaceAll(CONTINUED, ' ')
  const returned = [...body.matchAll(/\breturn\b[ \t]*([^\n;}]{0,300})/g)].map(([, value = '']) => value.trim())
  if (returned.length > 0 || /\.(?:pyw?|[cm]?[jt]sx?|java|php|go)$/.test(path)) {
    const isExpression = returned.length === 0 && !/[;{}]|\n/.test(body.trim())
    return isExpression ? [body.trim()] : returned
  }
  const last = body.trim().split('\n').at(-1)?.trim() ?? ''
  return last.endsWith(';') || last === '' ? [] : [last]
}

/** A line that ends or begins with an operator belongs to its neighbour. */
const CONTINUED = /(?<=&&|\|\||\band|\bor|==|\()[ \t]*\n\s*|\n\s*(?=&&|\|\||and\b|or\b|===?|\?|\.\w)/g
