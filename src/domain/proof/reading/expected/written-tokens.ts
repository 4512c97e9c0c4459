// Code as a row of tokens with their places: a string is one token, formatting is none.
import type { SourceText } from '../../source/source.ts'

export interface WrittenToken {
  /** As written, but with one kind of quotes. */
  readonly text: string
  readonly at: number
  readonly end: number
}

const TOKEN = /"\s*"|'\s*'|`\s*`|\/\s+\/|\d[\w.]*|[A-Za-z_$@][\w$]*|[^\s\w]/g
const CLOSES = /^[)\]}]$/
const MOST_TOKENS = 20_000

/** Those between two places, without semicolons and commas before a closing bracket; undefined: too many. */
export function tokensBetween({ code, text }: SourceText, start: number, end: number): WrittenToken[] | undefined {
  const found: WrittenToken[] = []
  for (const { 0: written, index } of code.slice(start, end).matchAll(TOKEN)) {
    if (written === ';') continue
    if (CLOSES.test(written) && found.at(-1)?.text === ',') found.pop()
    const at = start + index
    const isString = written.length > 1 && /^["'`]/.test(written)
    const shown = isString ? `"${text.slice(at + 1, at + written.length - 1)}"` : text.slice(at, at + written.length)
    found.push({ text: shown, at, end: at + written.length })
    if (found.length > MOST_TOKENS) return undefined
  }
  return found
}

const WORD_LITERAL = /^(?:true|false|null|nil|undefined|None|True|False|NaN|Infinity|nullptr|NULL)$/
/** `MAX_SIZE`, `StatusCreated`, `Color`: names that stand for one value or one type. */
const CONSTANT = /^[A-Z][\w$]*$/

export function isLiteral(token: string): boolean {
  return /^["\d/]/.test(token) || WORD_LITERAL.test(token)
}

export function isValue(token: string): boolean {
  return isLiteral(token) || CONSTANT.test(token)
}

export function isName(token: string): boolean {
  return /^[A-Za-z_$@]/.test(token) && !isValue(token)
}
