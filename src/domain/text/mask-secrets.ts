// Secrets are masked before anything is stored: keys in the shapes of their vendors, private key blocks, and values named as
// secrets in settings, commands, addresses and headers.
import { addressSpans } from './secrets/addresses.ts'
import { blockSpans } from './secrets/blocks.ts'
import { commandSpans } from './secrets/commands.ts'
import { headerSpans } from './secrets/headers.ts'
import { namedSpans } from './secrets/named-spans.ts'
import { pairSpans } from './secrets/pairs.ts'
import { type SecretSpan, withoutSpans } from './secrets/span.ts'
import { vendorSpans } from './secrets/vendor-spans.ts'
import { holdsPart } from './words-in.ts'

/** Two looks that most texts pass: without any of these there is nothing to mask. */
const SUSPECT_PARTS = [
  'pass',
  'pwd',
  'pw',
  'secret',
  'token',
  'key',
  'cred',
  'auth',
  'cookie',
  'sess',
  'mnemonic',
  'identified',
  '://',
  'thin:',
  'sudo',
  '--user',
]
const SUSPECT = /:\d{2,5}:|\s-[pawbu]|[A-Za-z0-9_-]{16}/i

/** Masked text stays as it is. */
export function maskSecrets(text: string): string {
  return withoutSpans(text, secretsIn(text))
}

/** For texts whose lines are numbered: a block over several lines leaves its line ends behind. */
export function maskSecretsInLines(text: string): string {
  return withoutSpans(text, secretsIn(text), { keepsLines: true })
}

/** The finders have their patterns in functions: a hook that masks nothing need not pay for them. */
function secretsIn(text: string): SecretSpan[] {
  if (!holdsPart(text.toLowerCase(), SUSPECT_PARTS) && !SUSPECT.test(text)) return []
  const finders = [blockSpans, vendorSpans, namedSpans, addressSpans, headerSpans, commandSpans, pairSpans]
  return finders.flatMap((find) => find(text))
}
