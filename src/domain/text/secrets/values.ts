// What a value looks like: random, as people choose passwords, or nothing but a placeholder, a reference, a type, a word.
// Lists of words are texts here, and large patterns are avoided: a hook pays for each one that it compiles.
import type { NameKind } from './names.ts'
import { isIn } from './words.ts'

export interface NamedValue {
  readonly text: string
  readonly kind: NameKind
  /** Only its letters, in lower case: `token=token` says nothing. */
  readonly name: string
  readonly isQuoted: boolean
  /** A line of settings, as `NAME=value` in the environment: there a plain word is a value, not the name of one. */
  readonly isSetting: boolean
}

const LEAST = 4
const LEAST_SECRET = 6
const LEAST_WORD = 10
const LEAST_RANDOM = 16
const LEAST_NOISE = 32

/** Parts of what people write who have no secret to show. */
const PLACEHOLDERS = ` xxxxx *** ... … [masked redacted example placeholder dummy fake sample changeme change-me change_me changeit changethis
  replace-with replace_with replace-me replace_me replaceme insert- insert_ not-set not_set your- your_ yourpassword yourtoken yourkey
  yoursecret -here _here `
const NOTHING = ` xx xxx xxxx foo bar baz qux foobar abc test testing demo none null nil undefined n/a na empty missing unknown hidden masked secret token
  password passwd pass key todo fixme tbd mysecret mypassword mytoken my-secret my-token my-password my_secret my_token my_password
  unset example `
/** Types, switches, schemes, and what is said of a secret instead of it. */
const PLAIN = ` true false yes no on off void never any object array bool boolean int integer float number bytes byte char text str string secretstr
  secretstring optional required enabled disabled inherit always auto default local dev development prod production staging bearer basic
  digest oauth oauth2 jwt same-origin include omit expired invalid valid identifier keyword encrypted hashed rs256 hs256 es256 github google
  gitlab localhost admin root user username passwort prompt stdin env file memory redis database environment base64 md5 utf8 utf-8 sha1 sha256
  sha512 ed25519 argon2 argon2id authentication changed incorrect verification `
/** Before a dot, a bracket or a colon they make it an expression. */
const OBJECTS = ` process import os env environ system std config configuration self this req request res ctx var data local module secrets vault op
  file ref arn https http urn z settings options props params state event args input body headers `

const SENTENCE =
  ' is are be must should the your for of to at a an and or not with when from will can has was by this that it in '

export function isSecretValue(value: NamedValue): boolean {
  const { text, kind } = value
  if (text.length < (kind === 'password' ? LEAST : LEAST_SECRET) || !hasShape(value)) return false
  if (value.isQuoted && isNoise(text)) return true
  if (isPlaceholder(text) || isReference(text) || repeatsName(value)) return false
  if (isIn(PLAIN, text.replace(/[!?;,.)\]}]+$/, '').toLowerCase())) return false
  if (!value.isQuoted && isCode(text)) return false
  return !isPath(text) || isRandom(text)
}

/** Letters, digits and all kinds of signs, as generators of salts give them: nobody writes code like that. */
function isNoise(text: string): boolean {
  const signs = new Set(text.replaceAll(/[\w.-]/g, ''))
  return text.length >= LEAST_NOISE && signs.size >= 5 && !/\s/.test(text) && isVaried(text) && !text.includes('${')
}

function hasShape(value: NamedValue): boolean {
  const { text, kind } = value
  if (kind === 'doubtful') return isRandom(text) && !isIdentifier(text, value.name)
  if (/\s/.test(text)) return isPhrase(value)
  if (!/\d/.test(text)) return isWordSecret(value)
  if (/^[\d.,:/+-]+[A-Za-z%]{0,3}(?:\/[a-z]+)?$/.test(text)) return kind === 'password' && isPin(value)
  return /[A-Za-z]/.test(text) && !isVersion(text)
}

export function isPlaceholder(text: string): boolean {
  const lower = text.toLowerCase()
  if (!/[a-z0-9]/.test(lower) || new Set(lower).size === 1) return true
  return isIn(NOTHING, lower) || PLACEHOLDERS.split(/\s+/).some((part) => part !== '' && lower.includes(part))
}

/** The name of the value, or the way to it: variables, templates, paths of vaults, calls, expressions. */
export function isReference(text: string): boolean {
  const first = text[0] ?? ''
  if ('$<{`([|'.includes(first) || ['${', '{{', '$(', '%('].some((sign) => text.includes(sign))) return true
  if ('%&@!*:#'.includes(first)) return /^(?:[%&@!*:][A-Za-z_.:]+%?$|#\{|#[0-9A-Fa-f]{3,8}$)/.test(text)
  if (first === '\\' || (first === '/' && '^\\('.includes(text[1] ?? ' '))) return true
  if (text.includes('::') || text.includes('(') || text.includes('|')) {
    if (/^(?:[A-Za-z_]+::|[\w.]+\(.*\)$|\w+(?:\|\w+(?::\d+)?){2,}$)/.test(text)) return true
  }
  const [, head = '', sign = ''] = /^([A-Za-z]+)([.([:+/ ]?)/.exec(text) ?? []
  if (sign === ' ' || head.length === text.length)
    return ['await', 'new', 'async', 'function', 'lambda', 'if', 'not'].includes(head)
  return sign === '/' ? head === 'projects' : sign !== '' && isIn(OBJECTS, head.toLowerCase())
}

/** Different kinds of letters, and enough of them: no `xxxx`, no word. */
export function isVaried(text: string): boolean {
  const kinds = Number(/[a-z]/.test(text)) + Number(/[A-Z]/.test(text)) + Number(/\d/.test(text))
  return kinds >= 2 && new Set(text.slice(0, 64)).size >= 7
}

/** Long, in one piece, without a word in it. */
function isRandom(text: string): boolean {
  const bare = text.replace(/^(?:base64:|sha256=|0x|s%3A)/, '')
  if (bare.length < LEAST_RANDOM || !/\d/.test(bare) || !/[A-Za-z]/.test(bare)) return false
  if (!/^[\w.+/=~%:$!@#^&*-]+$/.test(bare) || !isVaried(bare)) return false
  const parts = bare.split(/[-_.:/]/)
  if (parts.some((part) => /^(?:[A-Z]?[a-z]{3,}|v\d+)$/.test(part))) return false
  return parts.some((part) => /\d[A-Za-z]+\d|[a-z][A-Z].*\d|\d.*[a-z][A-Z]/.test(part))
}

/** Named sessions and keys are mostly identifiers: a UUID, or letters and a number after a short prefix. */
function isIdentifier(text: string, name: string): boolean {
  if (/sess|sid/.test(name) && /^(?:[0-9a-f]{8}-[0-9a-f]{4}-|[a-z]{2,6}_)/i.test(text)) return true
  return /^(?:sha(?:1|256|384|512)[-:]|[a-z]+-v?\d)/.test(text)
}

function repeatsName({ text, name }: NamedValue): boolean {
  const word = text.toLowerCase().replaceAll(/[^a-z]/g, '')
  return word.length > 0 && (name.endsWith(word) || word.endsWith(name)) && !/\d{4}/.test(text)
}

/** Several words: a phrase to type, not a sentence to read. */
function isPhrase({ text, name, kind, isQuoted, isSetting }: NamedValue): boolean {
  const words = text.split(/\s+/)
  if (isQuoted && isSetting && kind === 'password') return true
  const isSentence = words.some((word) => isIn(SENTENCE, word.toLowerCase()))
  if (isSentence) return isQuoted && words.length > 2 && !/^[A-Z]/.test(text) && /passphrase|mnemonic|seed/.test(name)
  if (isQuoted && /\d|[!#$%&*@^]/.test(text)) return words.length <= (kind === 'password' ? 6 : 3)
  return words.length >= 4 && words.every((word) => /^[a-z]{3,10}$/.test(word))
}

function isPin({ text, isSetting, isQuoted, name }: NamedValue): boolean {
  return /^\d{4,}$/.test(text) && name !== 'pass' && (isSetting || isQuoted || text.length >= LEAST_SECRET)
}

/** Without a digit: only what can hardly be a word of code or prose. */
function isWordSecret({ text, kind, isQuoted, isSetting }: NamedValue): boolean {
  const hasSign = /[^A-Za-z_.-]/.test(text)
  if (isSetting) return kind === 'password' || hasSign || text.length >= LEAST_WORD
  if (isQuoted && kind === 'password') return hasSign || text.length >= LEAST_WORD
  if (isQuoted) return text.length >= LEAST_RANDOM && (hasSign || /[a-z][A-Z]{2}.*[a-z]/.test(text))
  if (hasSign) return text.length >= 8 && /^[^()[\]{}|,]+$/.test(text)
  return kind === 'password' && text.length >= LEAST_WORD && /^[a-z]+$/.test(text)
}

function isVersion(text: string): boolean {
  return /^[~^<>=v]{0,2}\d+(?:\.\d+)+[\w.+-]*$/.test(text)
}

function isCode(text: string): boolean {
  if (!/[.([<)\]}>:]/.test(text)) return false
  return /^[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]*)+[!?;,)]*$|^[A-Za-z_$][\w$.:]*[([<]|[)\]}>][;,]?$|=>/.test(
    text,
  )
}

function isPath(text: string): boolean {
  if (!text.includes('/') && !text.includes('\\') && !text.includes('.')) return false
  return /^(?:~|\.{1,2})?(?:\/[A-Za-z][\w.@-]*)+\/?$|^[A-Za-z]:\\|^[\w.@/-]+\.(?:key|pem|pub|crt|json|ya?ml|txt|ts|js|py|rb|go|env)$/.test(
    text,
  )
}
