// Values that their name calls a secret: `NAME=value` and its relatives in settings, code, prose and JSON, also escaped. The
// name stays, the value goes.
import { kindOfName, type NameKind } from './names.ts'
import type { SecretSpan } from './span.ts'
import { isSecretValue } from './values.ts'

const MOST_NAME = 80
/** As much of a bare value as is looked at; what is masked may be longer. */
const LOOKED_AT = 300
const MOST_QUOTED = 4000

interface Named {
  readonly name: string
  readonly kind: NameKind
  readonly isSetting: boolean
}

export function namedSpans(text: string): SecretSpan[] {
  const spans: SecretSpan[] = []
  // The end of a name, then what separates it from its value.
  const named =
    /(?:p(?:ass|wd|w|at|in)|s(?:e(?:cret|ss|ed)|id|alt|ig)|token|key|c(?:red|ookie)|auth|mnemonic|dsn|jwt|license|otp)[\w-]{0,30}(?:\\{0,7}(?:["'`]|u002[27]))?\]?\*{0,2}(?:[ \t]{0,20}(?:=>|:=)|:?[ \t]{1,3}[A-Za-z][\w.]{0,20}[ \t]{1,3}=(?![=>])|[ \t]{0,20}[=:](?![=:])|%3[AD])\*{0,2}[ \t]{0,20}/gi
  for (let match = named.exec(text); match !== null; match = named.exec(text)) {
    const [matched] = match
    const name = nameAt(text, match.index, matched)
    const isOther = isPartOfName(text, match.index, matched) || isDefault(text, match.index, name)
    const kind = isOther ? undefined : kindOfName(name)
    if (kind === undefined) continue
    const isTight = !matched.includes(' ') && !matched.includes('\t')
    const isSetting =
      name.startsWith('x-') || name.startsWith('X-') || (isTight && isSettingLine(text, match.index, name))
    const found = valueSpan(text, named.lastIndex, { name, kind, isSetting })
    if (found === undefined) continue
    spans.push(found)
    named.lastIndex = found.end
  }
  return spans
}

/** From where a value begins to its end, if it is a secret. */
export function valueSpan(text: string, from: number, { name, kind, isSetting }: Named): SecretSpan | undefined {
  const at = belowFold(text, from)
  const value = { kind, isSetting, name: name.toLowerCase().replaceAll(/[^a-z]/g, '') }
  const quoted = quotedAt(text, at)
  if (quoted) {
    const isShell = text[quoted.start - 1] === '`'
    const inside = { ...value, text: text.slice(quoted.start, quoted.end), isSetting: isSetting && !isShell }
    return isSecretValue({ ...inside, isQuoted: true }) ? quoted : undefined
  }
  const bare = bareAt(text, at)
  if (isSecretValue({ ...value, text: bare, isQuoted: false })) {
    return { start: at, end: bare.length < LOOKED_AT - 10 ? at + bare.length : endOfLong(text, at + bare.length) }
  }
  if (!/passphrase|mnemonic|seed/.test(value.name) || text[at + bare.length] !== ' ') return undefined
  const line = /[^\n"']{1,300}/y
  line.lastIndex = at
  const phrase = (line.exec(text)?.[0] ?? '').trimEnd()
  const isPhrase = isSecretValue({ ...value, kind: 'password', text: phrase, isQuoted: false })
  return isPhrase ? { start: at, end: at + phrase.length } : undefined
}

/** A value of YAML may stand on the next line. */
function belowFold(text: string, at: number): number {
  if (text[at] !== '>' && text[at] !== '|') return at
  const fold = /[>|][+-]?\n[ \t]{1,40}/y
  fold.lastIndex = at
  return fold.test(text) ? fold.lastIndex : at
}

/** In quotes, also in escaped ones: `"…"`, `\"…\"`, `\\\"…\\\"`. On one line. */
export function quotedAt(text: string, at: number): SecretSpan | undefined {
  const opening = /[bfru]?("""|\\{0,7}(?:["'`]|u002[27]))/y
  opening.lastIndex = at
  const mark = opening.exec(text)?.[1]
  if (mark === undefined) return undefined
  const start = opening.lastIndex
  const window = text.slice(start, start + MOST_QUOTED)
  for (let end = window.indexOf(mark); end !== -1; end = window.indexOf(mark, end + 1)) {
    // A quote that is escaped once more belongs to the value.
    if (window[end - 1] === '\\') continue
    return window.lastIndexOf('\n', end) === -1 ? { start, end: start + end } : undefined
  }
  return undefined
}

/** Up to a space or quote; a list separator ends it where another entry, or nothing, follows. */
function bareAt(text: string, at: number): string {
  const bare = /(?:\\(?![nrt"'])|[^\s"'`<>\\;,&]|[;,&](?![\s"'\\}\])]|$|[\w.-]{1,40}=)|<[^\s>]{1,40}>){1,300}/y
  bare.lastIndex = at
  const value = bare.exec(text)?.[0] ?? ''
  const isOpened = value.includes('(') || value.includes('[') || value.includes('{')
  return isOpened || !')]}.:!?'.includes(value.at(-1) ?? ' ')
    ? value
    : value.replace(/(?:[)\]}]{1,10}|[.:!?]{1,10})$/, '')
}

function endOfLong(text: string, at: number): number {
  const rest = /[^\s"'`<>\\;,&]+/y
  rest.lastIndex = at
  return rest.test(text) ? rest.lastIndex : at
}

function nameAt(text: string, start: number, matched: string): string {
  let first = start
  while (first > 0 && start - first < MOST_NAME && isOfName(text.charCodeAt(first - 1))) first--
  while (text[first] === '-' || text[first] === '.') first++
  let end = 0
  while (matched[end] !== '.' && isOfName(matched.charCodeAt(end))) end++
  return text.slice(first, start + end)
}

/** A letter, a digit, `_`, `.` or `-`. */
function isOfName(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 46 ||
    code === 45
  )
}

/** `arn:aws:secretsmanager:…:secret:name`: one name of several parts. */
function isPartOfName(text: string, start: number, matched: string): boolean {
  return text[start - 1] === ':' && matched.endsWith(':')
}

/** `${NAME:-default}`: the shell's own way to say that there may be no value. */
function isDefault(text: string, at: number, name: string): boolean {
  return text.slice(Math.max(0, at - name.length - 2), at).includes('${')
}

/** `NAME=value` anywhere, `name=value` on a line of its own. */
function isSettingLine(text: string, start: number, name: string): boolean {
  if (/^[A-Z][A-Z0-9_]*$/.test(name)) return true
  const before = text.slice(Math.max(0, start - MOST_NAME), start)
  const line = before.slice(before.lastIndexOf('\n') + 1)
  return line.length < MOST_NAME && /^\s*(?:export\s+)?[\w.-]*$/.test(line)
}
