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
  if (syntax.length > 0) return { ok: false, errors: syntax.slice(0, 3).map((error) => syntaxError(text, error)) }
  const read = Config.safeParse(value)
  if (read.success) return { ok: true, config: read.data }
  return { ok: false, errors: read.error.issues.flatMap(toErrors) }
}

function syntaxError(text: string, { error, offset }: ParseError): string {
  const line = text.slice(0, offset).split('\n').length
  return `line ${line}: ${printParseErrorCode(error)}`
}

function toErrors(issue: z.core.$ZodIssue): string[] {
  const at = issue.path.map(String)
  if (issue.code !== 'unrecognized_keys') return [`"${at.join('.') || 'the file'}": ${issue.message}`]
  return issue.keys.map((key) => {
    const near = nearest(key, keysAt(at))
    return `unknown key "${[...at, key].join('.')}"${near ? `, did you mean "${[...at, near].join('.')}"?` : ''}`
  })
}

function keysAt(path: readonly string[]): string[] {
  let node: unknown = z.toJSONSchema(Config)
  for (const key of path) {
    const { properties, items } = (node ?? {}) as { properties?: Record<string, unknown>; items?: unknown }
    node = properties?.[key] ?? items
  }
  return Object.keys((node as { properties?: object } | undefined)?.properties ?? {})
}
