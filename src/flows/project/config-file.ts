// A config file's text to a config, or to errors that name the key, the place and the nearest valid key. The text may be
// hostile: depth, number of errors and length of each are bounded, and no key can reach a prototype.
// Loaded only where a config file exists: the schema library costs start-up time.
import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser'
import { z } from 'zod'
import { type Meaning, checkMeaning, configMeaning, wordsOf } from '../../contract/config/config-meaning.ts'
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
const LONGEST_VALUE = 60

/** Never throws. */
export function parseConfig(text: string): ConfigRead {
  try {
    const whole = parseJson(text.replace(/^\uFEFF/, ''))
    const read = ConfigFile.safeParse(whole)
    return read.success ? { ok: true, config: read.data } : { ok: false, errors: toErrors(read.error.issues, whole) }
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

function toErrors(issues: readonly z.core.$ZodIssue[], whole: unknown): string[] {
  const errors: string[] = []
  let left = 0
  for (const issue of issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [undefined]
    const told = keys.slice(0, MOST_ERRORS - errors.length)
    errors.push(...told.map((key) => (key === undefined ? wrongValue(issue, whole) : unknownKey(issue.path, key))))
    left += keys.length - told.length
  }
  return left === 0 ? errors : [...errors, `and ${left} more`]
}

/**
 * What our own schema says stands as it is; the words of the schema library are no words for people. Values that may be
 * secrets are not shown.
 */
function wrongValue(issue: z.core.$ZodIssue, whole: unknown): string {
  const { path, message } = issue
  if (path.length === 0) return 'it has to be one object, from { to }'
  const where = placeOf(path)
  const isOurs =
    ['custom', 'invalid_format'].includes(issue.code) || (issue.code === 'invalid_union' && message !== 'Invalid input')
  if (isOurs) return `${where}: ${oneLine(message, LONGEST_MESSAGE)}`
  const value = valueAt(whole, path)
  const takes = takesOf(issue)
  if (value === undefined) return `${where} is missing: it takes ${takes}`
  const near =
    typeof value === 'string' && issue.code === 'invalid_value' ? nearest(value, issue.values.map(String)) : undefined
  if (path.some((part) => part === 'notify' || part === 'env')) return `${where} takes ${takes}`
  const shown = oneLine(JSON.stringify(value), LONGEST_VALUE)
  return `${where} cannot be ${shown}: ${near === undefined ? `it takes ${takes}` : `did you mean "${near}"?`}`
}

/** `"mode"`, `"run" of check 2`, `entry 1 of "waiting.ignore"`. */
function placeOf(path: readonly PropertyKey[]): string {
  const at = path.findLastIndex((part) => typeof part === 'number')
  if (at === -1) return `"${nameOf(path.map(String))}"`
  const entry = Number(path[at]) + 1
  const list = nameOf(path.slice(0, at).map(String))
  if (at < path.length - 1) return `"${nameOf(path.slice(at + 1).map(String))}" of ${list.replace(/s$/, '')} ${entry}`
  return `entry ${entry} of "${list}"`
}

function valueAt(whole: unknown, path: readonly PropertyKey[]): unknown {
  let value = whole
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = (value as Record<PropertyKey, unknown>)[part]
  }
  return value
}

/** As the reference says it, else as the schema does. */
function takesOf(issue: z.core.$ZodIssue): string {
  const [first, second, third] = issue.path
  const known: Readonly<Record<string, Meaning>> =
    typeof second === 'number' && first === 'checks' ? checkMeaning : configMeaning
  const name = known === checkMeaning ? (issue.path.length === 3 ? String(third) : '') : nameOf(issue.path.map(String))
  const meaning = Object.hasOwn(known, name) ? known[name] : undefined
  const words = meaning ? wordsOf(meaning) : []
  if (words.length > 0) return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
  const isWhole = issue.code === 'invalid_type' && issue.expected === 'int'
  if (meaning) return isWhole ? meaning.values.replace(/^a number/, 'a whole number') : meaning.values
  if (issue.code === 'invalid_value') return `one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'invalid_type') return TYPES[issue.expected] ?? issue.expected
  if (issue.code === 'too_small' || issue.code === 'too_big') {
    const bound = issue.code === 'too_small' ? `from ${issue.minimum}` : `up to ${issue.maximum}`
    return issue.origin === 'string' ? `text ${bound} characters` : `a number ${bound}`
  }
  return 'another value: see docs/reference/config.md'
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text in quotation marks',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list, from [ to ]',
  object: 'an object, from { to }',
  record: 'an object, from { to }',
}

/** Promised keys whose feature is not there: an error, so that nobody relies on them. */
const NOT_YET: readonly string[] = ['fallbackAgents', 'store']

function unknownKey(place: readonly PropertyKey[], key: string): string {
  const at = place.map(String)
  if (at.length === 0 && NOT_YET.includes(key)) return `"${key}" does nothing yet: take it out`
  const near = nearest(key, keysAt(at)) ?? leafNamed(key)
  const meant =
    near === undefined
      ? ` (known here: ${keysAt(at).join(', ')})`
      : `, did you mean ${near.includes('.') ? `"${near}"` : placeOf([...place, near])}?`
  return `unknown key ${placeOf([...place, key])}${meant}`
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
