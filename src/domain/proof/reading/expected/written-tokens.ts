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
export function tokensBetween(source: SourceText, start: number, end: number): WrittenToken[] | undefined {
  const { code, text, heredocs } = source
  const found: WrittenToken[] = []
  const below = heredocs.filter(({ at }) => at >= start && at < end)
  let next = 0
  for (const { 0: written, index } of code.slice(start, end).matchAll(TOKEN)) {
    const at = start + index
    // A text below is a string where it is announced.
    while ((below[next]?.announced ?? at + 1) <= at) next++
    const heredoc = below[next]
    if (heredoc && at >= heredoc.at) {
      if (at === heredoc.at) found.push(tokenOf(text, heredoc))
      continue
    }
    if (written === ';') continue
    if (CLOSES.test(written) && found.at(-1)?.text === ',') found.pop()
    const whole = text.slice(at, at + written.length)
    const raw = /^b?r(#{0,9})"/.exec(written)
    const isString = written.length > 1 && /^["'`]/.test(written)
    const shown = raw ? unraw(whole, raw) : isString ? `"${withEscape(whole.slice(1, -1))}"` : whole
    found.push({ text: shown, at, end: at + written.length })
    if (found.length > MOST_TOKENS) return undefined
  }
  return found
}

/** Of terminals: the character itself, `\u001b`, `\x1b`, `\033` and `\e` are one. */
const ESCAPE = /\\(?:u001b|u\{1b\}|x1b|033|e(?=[[\]\\]))|\u001b/gi

function withEscape(text: string): string {
  return text.replaceAll(ESCAPE, '\\u001b')
}

/** Without the indentation that its lines share: it moves with the code around it. */
function tokenOf(text: string, { at, announced, from, end }: SourceText['heredocs'][number]): WrittenToken {
  const lines = text.slice(from, Math.max(from, text.lastIndexOf('\n', end - 1))).split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  const shared = indents.reduce((least, one) => Math.min(least, one), Infinity)
  return { text: `"${lines.map((line) => line.slice(Math.min(shared, line.length))).join('\n')}"`, at, end: announced }
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
