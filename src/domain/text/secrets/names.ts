// What the name of a value says about it: `DB_PASS`, `apiKey`, `x-auth-token`.
import { isIn } from './words.ts'

/**
 * `password`: a person's word, which may be short and plain. `secret`: mostly made by a machine. `doubtful`: a secret only
 * if the value looks random.
 */
export type NameKind = 'password' | 'secret' | 'doubtful'

const NO_PASS = ' bypass compass encompass trespass surpass overpass underpass minipass '
const DOUBTFUL = ` key keys authorization sid cookie sig signature salt seed dsn jwt tokens secrets passwords credential credentials pat
  license webhook pin otp `
/** A key of these is a secret, whereas `primary key` and `cache key` are none. */
const OF_KEYS = ` api access private secret encryption encrypt signing sign master auth account shared client app subscription license service
  admin jwt hmac crypto deploy `
const KEYS =
  ' apikey accesskey privatekey secretkey masterkey authkey accountkey sharedkey licensekey signingkey encryptionkey '
/** Tokens that only tell one thing from another. */
const OF_MARKS = ' progress page next continuation cancellation cancel done design unexpected parse syntax '
/** May follow the word that names the secret without changing its meaning. */
const ENDINGS = ` base data value text plain raw string b64 base64 hex old new current previous default prod production dev development test
  live staging local confirm confirmation again encoded env 1 2 3 4 5 256 `

export function kindOfName(name: string): NameKind | undefined {
  const parts = partsOf(name)
  const named = parts.slice(0, parts.findLastIndex((part) => !isIn(ENDINGS, part)) + 1)
  const word = named.at(-1) ?? ''
  const before = named.at(-2) ?? ''
  if (named.includes('public')) return undefined
  if (word === 'id') return before === 'key' && named.includes('private') ? 'doubtful' : undefined
  if (word === 'key' && (isIn(OF_KEYS, before) || named.includes('secret'))) return 'secret'
  if (isPassword(word)) return 'password'
  if (isToken(word)) return isIn(OF_MARKS, before) ? undefined : 'secret'
  return isIn(DOUBTFUL, word) || word.endsWith('auth') || /sess(?:ion)?(?:id)?$/.test(word) ? 'doubtful' : undefined
}

function isPassword(word: string): boolean {
  if (word.endsWith('pass')) return !isIn(NO_PASS, word)
  return (
    ['password', 'passwd', 'passphrase', 'passcode', 'passwort', 'pwd'].some((end) => word.endsWith(end)) ||
    word === 'pw'
  )
}

function isToken(word: string): boolean {
  return word.endsWith('secret') || word.endsWith('token') || word === 'mnemonic' || isIn(KEYS, word)
}

/** `apiKey`, `API_KEY` and `api-key` have the same parts. */
function partsOf(name: string): string[] {
  const spaced = name === name.toUpperCase() ? name : name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
  return spaced.toLowerCase().split(/[^a-z0-9]+/)
}
