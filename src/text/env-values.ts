// Values of `.env` files that must not be kept: whatever a name or a shape marks as a secret.

const LINE = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_.-]*)\s*[=:]\s*(.*)$/
const SECRET_NAME = /key|secret|token|pass|pwd|credential|auth|private|salt|signature|dsn|cert|cookie|session/i
/** Settings, not secrets, whatever their names. */
const HARMLESS =
  /^(?:true|false|yes|no|on|off|null|none|undefined|dev|development|prod|production|test|testing|staging|local|localhost|info|debug|warn|error|trace|utf-?8|[\d.,:]+|https?:\/\/(?:localhost|127\.0\.0\.1)[^\s@]*|[./~][\w./~-]*)$/i
const LEAST = 4
const LEAST_UNNAMED = 8
const MOST_VALUES = 500

/** Longest first, so that a value that holds another is masked whole. */
export function secretValuesIn(envFile: string): string[] {
  const values = envFile.split(/\r?\n/).flatMap((line) => {
    const [, name = '', raw = ''] = LINE.exec(line) ?? []
    const value = unquoted(raw.trim())
    return isSecret(name, value) ? [value] : []
  })
  return [...new Set(values)].sort((one, other) => other.length - one.length).slice(0, MOST_VALUES)
}

export function maskValues(text: string, values: readonly string[]): string {
  return values.reduce(
    (masked, value) => (masked.includes(value) ? masked.replaceAll(value, '[masked]') : masked),
    text,
  )
}

function isSecret(name: string, value: string): boolean {
  if (value.length < LEAST || HARMLESS.test(value)) return false
  if (SECRET_NAME.test(name)) return true
  // A word or a plain address says nothing; letters and digits mixed up do.
  const isMixed = /\d/.test(value) && /[A-Za-z]/.test(value) && !/\s/.test(value)
  return value.length >= LEAST_UNNAMED && isMixed && !/^https?:\/\/[^\s@]*$/.test(value)
}

function unquoted(value: string): string {
  const [, quoted] = /^"([^"]*)"|^'([^']*)'/.exec(value)?.filter((part) => part !== undefined) ?? []
  return quoted ?? value.replace(/\s+#.*$/, '').trim()
}
