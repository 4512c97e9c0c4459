// A config file's text to a config, or to errors that name the key, the place and the nearest valid key. The text may be
// hostile: depth, number of errors and length of each are bounded, and no key can reach a prototype.
// Loaded only where a config file exists: the schema library costs start-up time.
import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser'
import { z } from 'zod'
import type { Config } from '../../contract/config/config.ts'
import { nearest } from '../../domain/text/nearest.ts'
import { oneLine } from '../../domain/text/printable.ts'
import { ConfigFile } from './config-schema.ts'

export type ConfigRead =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly errors: readonly string[] }

/** A valid file has five levels. The parser and the schema recurse. */
const DEEPEST = 32
/** Far more than anybody writes: each costs time at every hook. */
const MOST_VALUES = 10_000
const MOST_ERRORS = 5
const LONGEST_NAME = 100
const LONGEST_MESSAGE = 300

/** Never throws. */
export function parseConfig(text: string): ConfigRead {
  try {
    const read = ConfigFile.safeParse(parseJson(text.replace(/^\uFEFF/, '')))
    return read.success ? { ok: true, config: read.data } : { ok: false, errors: toErrors(read.error.issues) }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { ok: false, errors: [oneLine(why, LONGEST_MESSAGE)] }
  }
}

type Container = unknown[] | Record<string, unknown>

/** Throws at the first error: those after it only follow from it. */
function parseJson(text: string): unknown {
  const open: Container[] = []
  let key = ''
  let whole: unknown
  let count = 0
  const put = (value: unknown): void => {
    count += 1
    if (count > MOST_VALUES) throw new Error(`it holds more than ${MOST_VALUES} values`)
    const into = open.at(-1)
    if (into === undefined) whole = value
    else if (Array.isArray(into)) into.push(value)
    else into[key] = value
  }
  const begin = (value: Container): void => {
    if (open.length === DEEPEST) throw new Error(`it is nested more than ${DEEPEST} levels deep`)
    put(value)
    open.push(value)
  }
  visit(
    text,
    {
      // Without a prototype: `__proto__` is a key like any other.
      onObjectBegin: () => begin(Object.create(null) as Container),
      onObjectProperty: (name) => void (key = name),
      onObjectEnd: () => void open.pop(),
      onArrayBegin: () => begin([]),
      onArrayEnd: () => void open.pop(),
      onLiteralValue: put,
      onError: (code, offset) => {
        throw new Error(syntaxError(text, code, offset))
      },
    },
    { allowTrailingComma: true },
  )
  return whole
}

function syntaxError(text: string, code: ParseErrorCode, offset: number): string {
  const line = text.slice(0, offset).split('\n').length
  const words = printParseErrorCode(code)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return `line ${line} is not valid JSON (${words})`
}

function toErrors(issues: readonly z.core.$ZodIssue[]): string[] {
  const errors: string[] = []
  let left = 0
  for (const issue of issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [undefined]
    const told = keys.slice(0, MOST_ERRORS - errors.length)
    errors.push(...told.map((key) => (key === undefined ? wrongValue(issue) : unknownKey(issue.path.map(String), key))))
    left += keys.length - told.length
  }
  return left === 0 ? errors : [...errors, `and ${left} more`]
}

function wrongValue({ path, message }: z.core.$ZodIssue): string {
  return `"${nameOf(path.map(String)) || 'the file'}": ${oneLine(message, LONGEST_MESSAGE)}`
}

/** Promised keys whose feature is not there: an error, so that nobody relies on them. */
const NOT_YET: readonly string[] = ['fallbackAgents', 'store']

function unknownKey(at: readonly string[], key: string): string {
  if (at.length === 0 && NOT_YET.includes(key)) return `"${key}" does nothing yet: take it out`
  const near = nearest(key, keysAt(at)) ?? leafNamed(key)
  const meant =
    near === undefined
      ? ` (known here: ${keysAt(at).join(', ')})`
      : `, did you mean "${near.includes('.') ? near : nameOf([...at, near])}"?`
  return `unknown key "${nameOf([...at, key])}"${meant}`
}

function nameOf(path: readonly string[]): string {
  return oneLine(path.map((part) => part.slice(0, LONGEST_NAME + 1)).join('.'), LONGEST_NAME)
}

/** A key that exists, but inside another one. */
function leafNamed(key: string): string | undefined {
  for (const outer of keysAt([])) {
    const inner = nearest(key, keysAt([outer]))
    if (inner) return `${outer}.${inner}`
  }
  return undefined
}

interface Known {
  readonly properties?: Readonly<Record<string, Known>>
  readonly items?: Known
}

/** Made once: it costs more than reading a file. */
let everyKey: Known | undefined

function keysAt(path: readonly string[]): string[] {
  everyKey ??= z.toJSONSchema(ConfigFile) as Known
  let node: Known = everyKey
  for (const key of path) {
    const { properties = {}, items = {} } = node
    node = (Object.hasOwn(properties, key) ? properties[key] : undefined) ?? items
  }
  return Object.keys(node.properties ?? {})
}
