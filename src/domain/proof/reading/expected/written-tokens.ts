// Code as a row of tokens with their places: a string is one token, formatting is none.
import type { SourceText } from '../../source/source.ts'

export interface WrittenToken {
  /** As written, but with one kind of quotes. */
  readonly text: string
  readonly at: number
  readonly end: number
}

/** Of a raw string in Rust the mask leaves `r#"`, blanks and the hashes. */
const TOKEN = /\bb?r(#{1,9})"\s*\1|\bb?r"\s*"|"\s*"|'\s*'|`\s*`|\/\s+\/|\d[\w.]*|[A-Za-z_$@][\w$]*|[^\s\w]/g
const CLOSES = /^[)\]}]$/
const MOST_TOKENS = 20_000

/** Those between two places, without semicolons and commas before a closing bracket; undefined: too many. */
export function tokensBetween({ code, text }: SourceText, start: number, end: number): WrittenToken[] | undefined {
  const found: WrittenToken[] = []
  for (const { 0: written, index } of code.slice(start, end).matchAll(TOKEN)) {
    if (written === ';') continue
    if (CLOSES.test(written) && found.at(-1)?.text === ',') found.pop()
    const at = start + index
    const whole = text.slice(at, at + written.length)
    const raw = /^b?r(#{0,9})"/.exec(written)
    const isString = written.length > 1 && /^["'`]/.test(written)
    const shown = raw ? unraw(whole, raw) : isString ? `"${whole.slice(1, -1)}"` : whole
    found.push({ text: shown, at, end: at + written.length })
    if (found.length > MOST_TOKENS) return undefined
  }
  return found
}

/** Rust: `r#"42"#` is `"42"`, unless something in it would need a backslash. */
function unraw(whole: string, [head, hashes = '']: RegExpExecArray): string {
  const inside = whole.slice(head.length, whole.length - 1 - hashes.length)
  return /["\\]/.test(inside) ? whole : `"${inside}"`
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
