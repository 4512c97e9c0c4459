// A name and its value with more between them than a sign: elements of XML, entries of a list of variables, arguments of a
// call, SQL, `.netrc` and `.pgpass`.
import { valueSpan } from './named-spans.ts'
import { kindOfName } from './names.ts'
import type { SecretSpan } from './span.ts'
import { isPlaceholder, isReference } from './values.ts'
import { holdsOne } from './words.ts'

export function pairSpans(text: string): SecretSpan[] {
  return [
    ...(text.includes('</') ? elementSpans(text) : []),
    ...(text.includes('value') ? entrySpans(text) : []),
    ...(holdsOne(text, `("`, `('`, `( "`, `( '`, ', "', ", '") ? argumentSpans(text) : []),
    ...(holdsOne(text, `d "`, `d '`, `D "`, `D '`, `e "`, `e '`, 'BY ', 'identified') ? sqlSpans(text) : []),
    ...(text.includes('login') && text.includes('password') ? netrcSpans(text) : []),
    ...(text.includes(':') && /:(?:\d{2,5}|\*):\w/.test(text) ? pgpassSpans(text) : []),
  ]
}

function elementSpans(text: string): SecretSpan[] {
  const element = /<([A-Za-z][\w.:-]{1,60})>([^<>\n]{3,400})<\/\1>/g
  return Array.from(text.matchAll(element)).flatMap(({ index, 1: name = '', 2: value = '' }) => {
    const kind = kindOfName(name)
    const start = index + name.length + 2
    const isSecret = (kind === 'password' || kind === 'secret') && !/\s/.test(value) && isShown(value)
    return isSecret ? [{ start, end: start + value.length }] : []
  })
}

/** `- name: DB_PASSWORD`, then `value: x`; the same in JSON and as attributes. */
function entrySpans(text: string): SecretSpan[] {
  const entry =
    /\b(?:key|name)(?:\\{0,7}["'])?\s{0,3}[=:]\s{0,3}(?:\\{0,7}["'])?([\w.:-]{3,80})(?:\\{0,7}["'])?,?(?:\s|\\n){1,40}(?:\\{0,7}["'])?value(?:\\{0,7}["'])?\s{0,3}[=:]\s{0,3}/gi
  return namedSpans(text, entry, { isSetting: true })
}

/** `define('DB_PASSWORD', 'x')`, `headers.set("X-Api-Key", "x")`, `setPassword("x")`, `jwt.sign(payload, "x")`. */
function argumentSpans(text: string): SecretSpan[] {
  const argument = /\(\s{0,3}["']([\w.-]{3,60})["']\s{0,3},\s{0,20}(?=["'])/g
  const setter =
    /\b(?:set|with|use)_?([A-Za-z]{0,20}_?(?:password|secret|token|api_?key|passphrase))\(\s{0,2}(?=["'])/gi
  const signer = /\b(?:sign|verify|createHmac)\([^()\n]{1,80},\s{0,3}(?=["'])/g
  return [argument, setter, signer].flatMap((pattern) => namedSpans(text, pattern, { name: 'secret' }))
}

/** Also in prose: `password "x"`. */
function sqlSpans(text: string): SecretSpan[] {
  const sql =
    /\b(?:password|passphrase|identified\s{1,3}(?:with\s{1,3}\w{1,40}\s{1,3})?by(?:\s{1,3}password)?)\s{1,3}(?=["'])/gi
  return namedSpans(text, sql, { name: 'password' })
}

/** inetutils: The .netrc file. */
function netrcSpans(text: string): SecretSpan[] {
  return lastSpans(
    text,
    /\b(?:machine|login)\s{1,20}[\w.@+-]{1,100}\s{1,20}(?:account\s{1,20}\S{1,60}\s{1,20})?password\s{1,20}([^\s"'\\]{3,200})/g,
  )
}

/** PostgreSQL: The Password File. */
function pgpassSpans(text: string): SecretSpan[] {
  return lastSpans(
    text,
    /^[\w.*-]{1,100}:(?:\d{2,5}|\*):[\w*-]{1,60}:[\w*.@-]{1,60}:(?=\S{0,60}\d)(?=\S{0,60}[A-Za-z])([^\s:]{6,200})$/gm,
  )
}

/** By the name that the pattern finds, or else by the one that is given. */
function namedSpans(
  text: string,
  pattern: RegExp,
  { name: otherwise = '', isSetting = false }: { readonly name?: string; readonly isSetting?: boolean },
): SecretSpan[] {
  return Array.from(text.matchAll(pattern)).flatMap(({ index, 0: whole, 1: name = otherwise }) => {
    const kind = kindOfName(name)
    const found = kind && valueSpan(text, index + whole.length, { name, kind, isSetting })
    return found ? [found] : []
  })
}

function lastSpans(text: string, pattern: RegExp): SecretSpan[] {
  return Array.from(text.matchAll(pattern)).flatMap(({ index, 0: whole, 1: value = '' }) =>
    isShown(value) ? [{ start: index + whole.length - value.length, end: index + whole.length }] : [],
  )
}

function isShown(value: string): boolean {
  return !isPlaceholder(value) && !isReference(value)
}
