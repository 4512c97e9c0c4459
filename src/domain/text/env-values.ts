// Values of `.env` files that must not be kept: whatever a name or a shape marks as a secret.

/** A name, then a value: in quotes it may go over several lines, without them to the end of its own. */
const ASSIGNMENT =
  /^[ \t]*(?:export[ \t]+)?([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*[=:][ \t]*("(?:\\.|[^"\\])*"|'[^']*'|`[^`]*`|[^\r\n]*)/gm

/** Parts of names. Under the first nearly anything is a secret, under the second only what looks like one. */
const SECRET = `key apikey secret token password passwd passphrase pass pwd pw credential credentials private mnemonic seed
  salt signature dsn pat`
const DOUBTFUL = 'auth session cookie cert certificate login bearer jwt oauth access'
/** What a name ends with that says where or how, not what. */
const SETTING = `url uri name type driver mode file path dir folder host port provider enabled disabled ttl timeout expiry
  expires algorithm length size count region scope issuer audience prefix header version`
const PLAIN =
  /^(?:true|false|yes|no|on|off|null|none|nil|undefined|dev|development|prod|production|test|testing|staging|local|localhost|info|debug|warn|error|trace|utf-?8|auto|default|required|optional|changeme|example|redis|memory|file|database|github|google|https?:\/\/(?:localhost|127\.0\.0\.1)[^\s@]*)$/i
const PATH = /^(?:\.{1,2}\/|~\/|\/(?:etc|home|usr|var|opt|run|tmp|root|Users|mnt|srv|app)\/)[\w./ ~-]*$/
const PASSWORD_IN_URL = /^[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:([^\s/@]+)@/i
const LEAST = 4
const LEAST_DOUBTFUL = 8
const MOST_VALUES = 500
const MOST_MASKED = 1000

export function secretValuesIn(envFile: string): string[] {
  const names = { secret: wordsOf(SECRET), doubtful: wordsOf(DOUBTFUL), setting: wordsOf(SETTING) }
  const values = [...envFile.matchAll(ASSIGNMENT)].flatMap(([, name = '', raw = '']) => {
    const value = valueOf(raw)
    const password = PASSWORD_IN_URL.exec(value)?.[1]
    if (password !== undefined && password.length >= LEAST) return [value, password]
    return isSecret(name, value, names) ? [value] : []
  })
  return longestFirst(values).slice(0, MOST_VALUES)
}

/** A value that holds another is masked whole; a plain word only where it stands by itself. */
export function toMasker(values: readonly string[]): (text: string) => string {
  const ordered = longestFirst(values.flatMap(spellings)).slice(0, MOST_MASKED)
  return (text) => ordered.reduce((masked, value) => (masked.includes(value) ? without(masked, value) : masked), text)
}

function longestFirst(values: readonly string[]): string[] {
  return [...new Set(values)].sort((one, other) => other.length - one.length)
}

function without(text: string, value: string): string {
  if (!/^[A-Za-z]+$/.test(value)) return text.replaceAll(value, '[masked]')
  return text.replaceAll(new RegExp(`\\b${value}\\b`, 'g'), '[masked]')
}

/** As it is, and as it stands inside JSON. */
function spellings(value: string): string[] {
  const inJson = JSON.stringify(value).slice(1, -1)
  return inJson === value ? [value] : [value, inJson]
}

type Words = ReadonlySet<string>

function wordsOf(text: string): Words {
  return new Set(text.split(/\s+/))
}

function isSecret(
  name: string,
  value: string,
  { secret, doubtful, setting }: { readonly secret: Words; readonly doubtful: Words; readonly setting: Words },
): boolean {
  if (value.length < LEAST || PLAIN.test(value)) return false
  const parts = name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_.-]+/)
  const isSetting = setting.has(parts.at(-1) ?? '')
  if (/^https?:\/\/[^\s@]*$/.test(value)) return false
  if (!isSetting && parts.some((part) => secret.has(part))) return !PATH.test(value)
  const isMixed = /\d/.test(value) && /[A-Za-z]/.test(value) && !/\s/.test(value)
  if (!isSetting && parts.some((part) => doubtful.has(part))) return isMixed && value.length >= LEAST_DOUBTFUL
  return isRandom(value)
}

/** Long, without a word in it: mixed case with digits, or hexadecimal. */
function isRandom(value: string): boolean {
  if (/^[0-9a-f]{24,}$/i.test(value)) return true
  const isCode = /^[A-Za-z0-9+/=_-]{16,}$/.test(value)
  return isCode && /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value)
}

function valueOf(raw: string): string {
  const quote = raw[0]
  if (raw.length > 1 && (quote === '"' || quote === "'" || quote === '`') && raw.endsWith(quote)) {
    const inner = raw.slice(1, -1)
    return quote === '"' ? inner.replaceAll(/\\(["\\$`])/g, '$1').replaceAll('\\n', '\n') : inner
  }
  if (raw.startsWith('#')) return ''
  // Looked for, not matched up to the end: a line may hold anything, and a lot of it.
  const comment = raw.search(/\s#/)
  return (comment === -1 ? raw : raw.slice(0, comment)).trim()
}
