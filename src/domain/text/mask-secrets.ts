// Secrets are masked before anything is stored: well-known key shapes, private key blocks, and values named as secrets.

const MASK = '[masked]'

// Patterns are made only where a text looks suspect: a hook that masks nothing need not pay for them.

function wholeSecrets(): RegExp[] {
  return [
    /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?:(?!-----BEGIN )[\s\S]){0,20000}?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|(?=-----BEGIN )|$)/g,
    /\bsk-(?:ant-|proj-|live-|test-)?[A-Za-z0-9_-]{16,200}/g,
    /\b(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,200}/g,
    /\bgh[pousr]_[A-Za-z0-9]{20,255}/g,
    /\bgithub_pat_[A-Za-z0-9_]{20,255}/g,
    /\bglpat-[A-Za-z0-9_-]{16,100}/g,
    /\bxox[abeoprs]-[A-Za-z0-9-]{10,250}/g,
    /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
    /\bAIza[A-Za-z0-9_-]{35}/g,
    /\bnpm_[A-Za-z0-9]{30,60}/g,
    /\bhf_[A-Za-z0-9]{20,60}/g,
    /\bhooks\.slack\.com\/services\/[A-Za-z0-9/]{10,100}/g,
    /\beyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,2000}/g,
  ]
}

function namedSecrets(): { before: RegExp[]; inUrl: RegExp; bearer: RegExp } {
  /** `API_KEY=…`, `password: …`, `"token": "…"`, `Authorization: Bearer …`: the name stays, the value goes. */
  const named =
    /\b([A-Za-z0-9_.-]{0,60}(?:api[_-]?key|secret|token|passwd|password|private[_-]?key|access[_-]?key|credential)[A-Za-z0-9_]{0,20}["']?\s{0,3}[=:]\s{0,3}["']?)(?=[^\s"',;]{0,60}\d|[^\s"',;]{12})([^\s"',;]{6,2000})/gi
  /** `--password value` and `-u user:value`: options that carry a secret as their own word. */
  const option =
    /(\s--?(?:password|passwd|pass|token|secret|api-key|apikey|access-key)[ =]{1,3}["']?)([^\s"']{4,2000})/gi
  const basicLogin = /(\s(?:-u|--user)[ =]{1,3}["']?[^\s:"']{1,100}:)([^\s"'@]{3,500})/g
  const quoted =
    /\b([A-Za-z0-9_.-]{0,60}(?:api[_-]?key|secret|token|passwd|password|private[_-]?key|access[_-]?key|credential)[A-Za-z0-9_]{0,20}\s{0,3}[=:]\s{0,3}["'])([^"'\n]{6,500})(?=["'])/gi
  const spoken = /\b((?:password|passphrase|token|api key) is\s{1,3}["'`]?)(?=\S{0,60}\d)(\S{6,200})/gi
  const bearer = /\b(bearer|basic)\s+(?=[A-Za-z._~+/-]{0,200}[\d=])([A-Za-z0-9._~+/=-]{12,4000})/gi
  const inUrl = /\b([a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{1,200}:)([^\s/@]{3,500})(@)/gi
  return { before: [quoted, named, option, basicLogin, spoken], inUrl, bearer }
}

/** One look that most texts pass: without any of these there is nothing to mask. */
const SUSPECT = /key|secret|token|passw|passphrase|--pass|credential|bearer|basic|:\/\/|\s-u|--user|[A-Za-z0-9_-]{16}/i

export function maskSecrets(text: string): string {
  if (!SUSPECT.test(text)) return text
  const { before, inUrl, bearer } = namedSecrets()
  const whole = wholeSecrets().reduce((masked, pattern) => masked.replace(pattern, MASK), text)
  const named = before.reduce((masked, pattern) => masked.replace(pattern, `$1${MASK}`), whole)
  return named.replace(inUrl, `$1${MASK}$3`).replace(bearer, `$1 ${MASK}`)
}
