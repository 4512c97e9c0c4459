// What stands around a place in code: the blocks and calls that enclose it, innermost first.
import { lineAt, lineEnd, lineStart } from '../../source/source.ts'
import type { ProductText } from './product-file.ts'

export interface CodeScope {
  /** What opens it, such as `if (argv.help)`, `def main():` or `process.on('SIGTERM', () =>`. */
  readonly header: string
  readonly from: number
  readonly to: number
}

const DEEPEST = 24
const FURTHEST = 20_000
const LONGEST_HEADER = 300

/** The beginning of the statement itself comes first: `if (x) exit(0)` stands under its own condition. */
export function scopesAround(text: ProductText, at: number): CodeScope[] {
  const own = statementHead(text, at)
  return [own, ...(text.blocks === 'indent' ? indented(text, at) : bracketed(text, at))]
}

/** What stands before the place on its line, and the line above where that one leaves a statement open. */
function statementHead({ source, blocks }: ProductText, at: number): CodeScope {
  const line = lineAt(source, at)
  const from = lineStart(source, line)
  const above = line > 1 ? source.bare.slice(lineStart(source, line - 1), from) : ''
  const isFirst = source.bare.slice(from, at).trim() === ''
  const isOpen = blocks === 'brackets' && isFirst && (/(?:=>|\belse)\s*$/.test(above) || endsCondition(above))
  const start = isOpen ? lineStart(source, line - 1) : from
  return { header: source.bare.slice(start, at).trim(), from: start, to: lineEnd(source, line) }
}

/** `if (x)`, or the last line of a condition that stands on more than one. */
function endsCondition(line: string): boolean {
  if (!/\)\s*$/.test(line)) return false
  if (/^\s*(?:\}\s?)?(?:else )?(?:if|elseif|while|for|foreach|when|catch)\b/.test(line)) return true
  return line.split(')').length > line.split('(').length
}

function bracketed({ source }: ProductText, at: number): CodeScope[] {
  const { code, bare, pairs } = source
  const scopes: CodeScope[] = []
  const last = Math.max(0, at - FURTHEST)
  for (let place = at - 1; place >= last && scopes.length < DEEPEST; place--) {
    const char = code.charAt(place)
    const partner = pairs[place] ?? -1
    if (')]}'.includes(char) && char !== '') {
      if (partner >= 0) place = partner
    } else if ((char === '{' || char === '(') && (partner < 0 || partner > at)) {
      const to = partner < 0 ? bare.length : partner
      const from = char === '{' ? headOfBlock(source, place) : headOfCall(source, place)
      const end = char === '{' ? place : Math.min(at, place + 160)
      scopes.push({ header: bare.slice(from, end).trim(), from, to })
    }
  }
  return scopes
}

/** Back over brackets to the end of the statement before it. A bracket alone on its line belongs to the line above. */
function headOfBlock({ code, pairs }: ProductText['source'], open: number): number {
  let isEmpty = true
  let place = open - 1
  for (; place >= 0 && open - place < LONGEST_HEADER; place--) {
    const char = code.charAt(place)
    const partner = pairs[place] ?? -1
    if (')]'.includes(char) && partner >= 0) place = partner
    else if (char === ';' || char === '{' || char === '}' || char === '(') break
    else if (char === '\n' && !isEmpty) break
    if (char.trim() !== '') isEmpty = false
  }
  return place + 1
}

function headOfCall({ code }: ProductText['source'], open: number): number {
  let place = open
  while (place > 0 && open - place < 80 && /[\w$.?!\s<>:=]/.test(code.charAt(place - 1))) {
    place--
    if (code.charAt(place) === '\n') break
  }
  return place
}

function indented({ source }: ProductText, at: number): CodeScope[] {
  const { code } = source
  const scopes: CodeScope[] = []
  const own = lineAt(source, at)
  let depth = indentOf(code, lineStart(source, own))
  for (let line = own - 1; line >= 1 && depth > 0 && scopes.length < DEEPEST; line--) {
    const from = lineStart(source, line)
    const end = lineEnd(source, line)
    if (code.slice(from, end).trim() === '') continue
    const indent = indentOf(code, from)
    if (indent >= depth) continue
    depth = indent
    scopes.push({ header: source.bare.slice(from, end).trim(), from, to: endOfIndented(source, line, indent) })
  }
  return scopes
}

/** The end of the last line that stands further right. */
export function endOfIndented(source: ProductText['source'], line: number, indent: number): number {
  let last = line
  for (let next = line + 1; next <= source.starts.length; next++) {
    const from = lineStart(source, next)
    if (source.code.slice(from, lineEnd(source, next)).trim() === '') continue
    if (indentOf(source.code, from) <= indent) break
    last = next
  }
  return lineEnd(source, last)
}

export function indentOf(code: string, from: number): number {
  let at = from
  while (code.charAt(at) === ' ' || code.charAt(at) === '\t') at++
  return at - from
}

const FUNCTION =
  /^(?:export |default |pub(?:\([^)]*\))? |public |private |protected |internal |static |async |override |final |suspend |unsafe |open |inline )*(?:def|func|fun|fn|function)\b|\bfunction\b|=>\s*$|\|[^|\n]*\|\s*$|^(?:[\w$<>,[\]?.@]+ ){0,6}[\w$#]+\s?\([^;]*\)[^;=]*$/
const NO_FUNCTION =
  /^(?:\}\s?)?(?:if|else|for|foreach|while|switch|catch|try|do|with|when|match|using|lock|synchronized|unless|until|case)\b/

export function isFunction({ header }: CodeScope): boolean {
  return FUNCTION.test(header) && !NO_FUNCTION.test(header)
}

/** Code that runs when the file is loaded has no function around it. */
export function functionAround(scopes: readonly CodeScope[]): CodeScope | undefined {
  return scopes.slice(1).find((scope) => isFunction(scope))
}

const NAMES =
  /\b(?:def|func|fun|fn|function\*?)\s+(?:\([^)\n]{0,120}\)\s{0,3})?(?:self\.)?([\w$]+[?!]?)|(?:^|\s)(?:const|let|var|val)\s+([\w$]+)|([\w$#]+)\s{0,3}[(=:]/

export function nameOf({ header }: CodeScope): string {
  const [, declared, assigned, called] = NAMES.exec(header) ?? []
  return declared ?? assigned ?? called ?? ''
}

export function textOf({ source }: ProductText, { from, to }: Pick<CodeScope, 'from' | 'to'>): string {
  return source.bare.slice(from, to + 1)
}
