// Values and keys as TOML 1.0, on one line.
import type { Json } from '../../contract/agent/edit.ts'

/** Nothing where TOML has no way to say it: null, and half a character. */
export function renderToml(value: Json): string | undefined {
  if (value === null) return undefined
  if (typeof value === 'string') return value.isWellFormed() ? quoted(value) : undefined
  if (typeof value === 'number') return renderNumber(value)
  if (typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) {
    const items = value.map(renderToml)
    return items.includes(undefined) ? undefined : `[${items.join(', ')}]`
  }
  const pairs = renderPairs(value)
  if (!pairs) return undefined
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`
}

/** `key = value` for each key. */
export function renderPairs(value: Json): string[] | undefined {
  const pairs = Object.entries(value as object).map(([key, item]) => {
    const [name, text] = [renderKey([key]), renderToml(item as Json)]
    return name === undefined || text === undefined ? undefined : `${name} = ${text}`
  })
  return pairs.includes(undefined) ? undefined : (pairs as string[])
}

export function renderKey(path: readonly string[]): string | undefined {
  if (!path.every((key) => key.isWellFormed())) return undefined
  return path.map((key) => (/^[A-Za-z0-9_-]+$/.test(key) ? key : quoted(key))).join('.')
}

/** JSON's escapes are TOML's too; only DEL may stand bare in JSON. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll('\u007F', '\\u007F')
}

function renderNumber(value: number): string {
  if (Number.isNaN(value)) return 'nan'
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf'
  const text = String(value)
  return Number.isSafeInteger(value) || /[.e]/.test(text) ? text : `${text}.0`
}
