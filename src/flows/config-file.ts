// A config file's text to a config, or to errors that name the key, the place and the nearest valid key.
// Loaded only where a config file exists: the schema library costs start-up time.
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { z } from 'zod'
import { Config } from '../contract/config.ts'
import { nearest } from '../text/nearest.ts'

export type ConfigRead =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly errors: readonly string[] }

export function parseConfig(text: string): ConfigRead {
  const syntax: ParseError[] = []
  const value: unknown = parse(text.replace(/^\uFEFF/, ''), syntax, { allowTrailingComma: true })
  const first = syntax[0]
  if (first) return { ok: false, errors: [syntaxError(text, first)] }
  const read = Config.safeParse(value)
  if (read.success) return { ok: true, config: read.data }
  return { ok: false, errors: read.error.issues.flatMap(toErrors) }
}

function syntaxError(text: string, { error, offset }: ParseError): string {
  const line = text.slice(0, offset).split('\n').length
  const words = printParseErrorCode(error)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return `line ${line} is not valid JSON (${words})`
}

function toErrors(issue: z.core.$ZodIssue): string[] {
  const at = issue.path.map(String)
  if (issue.code !== 'unrecognized_keys') return [`"${at.join('.') || 'the file'}": ${issue.message}`]
  return issue.keys.map((key) => {
    const near = nearest(key, keysAt(at)) ?? leafNamed(key)
    const meant =
      near === undefined
        ? ` (known here: ${keysAt(at).join(', ')})`
        : `, did you mean "${near.includes('.') ? near : [...at, near].join('.')}"?`
    return `unknown key "${[...at, key].join('.')}"${meant}`
  })
}

/** A key that exists, but inside another one. */
function leafNamed(key: string): string | undefined {
  for (const outer of keysAt([])) {
    const inner = nearest(key, keysAt([outer]))
    if (inner) return `${outer}.${inner}`
  }
  return undefined
}

function keysAt(path: readonly string[]): string[] {
  let node: unknown = z.toJSONSchema(Config)
  for (const key of path) {
    const { properties, items } = (node ?? {}) as { properties?: Record<string, unknown>; items?: unknown }
    node = properties?.[key] ?? items
  }
  return Object.keys((node as { properties?: object } | undefined)?.properties ?? {})
}
