// Which variables of an environment hold a secret, by their names and, where a name says nothing, by their values.
import { maskSecrets } from './mask-secrets.ts'
import { kindOfName } from './secrets/names.ts'

/** Their names, sorted; never a value. Variables without a value hold nothing. */
export function secretVariables(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries(env)
    .filter(([name, value]) => value !== undefined && value.trim() !== '' && holdsSecret(name, value))
    .map(([name]) => name)
    .sort()
}

function holdsSecret(name: string, value: string): boolean {
  if (isHarmless(name, value)) return false
  const kind = kindOfName(name)
  if (kind === 'secret' || kind === 'password') return true
  if (/^AWS_/i.test(name) || (NAMES.test(name) && !/PUBLIC/i.test(name))) return true
  return maskSecrets(`${name}=${value}`) !== `${name}=${value}`
}

/** Names that only sometimes mean a secret elsewhere; in an environment they do. */
const NAMES =
  /(?:^|_)(?:KEYS?|TOKENS|SECRETS|PASSWORDS|CREDENTIALS?|AUTH|AUTHORIZATION|PAT|JWT|DSN|COOKIE|WEBHOOK(?:_URL)?|ACCESS_KEY_ID|KEYFILE)(?:_(?:FILE|JSON|BASE64|B64|\d+))?$/i

const AWS_SETTINGS =
  /^AWS_(?:REGION|DEFAULT_REGION|DEFAULT_OUTPUT|PAGER|RETRY_MODE|MAX_ATTEMPTS|EC2_METADATA_DISABLED|CA_BUNDLE|SDK_LOAD_CONFIG|STS_REGIONAL_ENDPOINTS)$/
/** Public: a container image says by it who signed its contents. */
const FINGERPRINT = /^[0-9A-F]{40}$/i

function isHarmless(name: string, value: string): boolean {
  // The working folder, not a password.
  if (name === 'PWD' || name === 'OLDPWD' || AWS_SETTINGS.test(name)) return true
  // What setup-node writes where no token is given.
  if (name === 'NODE_AUTH_TOKEN' && /^(?:XXXXX-?){4}$/.test(value)) return true
  return /^GPG_KEYS?$/.test(name) && value.split(/\s+/).every((word) => FINGERPRINT.test(word))
}
