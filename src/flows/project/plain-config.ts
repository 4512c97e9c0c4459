// A config file as most are, read without the schema library: it costs a hook more than all else it does at a prompt.
// Whatever is not certain here is left to `config-file.ts`, which also says what is wrong.
import type { CheckConfig, Config, Mode } from '../../contract/config/config.ts'
import { given } from '../../contract/given.ts'
import { DURATION, isOneOf, MODES } from '../../contract/names.ts'

/** So short that none of the other reader's bounds can be met. */
const LONGEST = 20_000

/** Undefined: perhaps valid, perhaps not. */
export function readPlain(text: string): Config | undefined {
  const config = text.length > LONGEST ? undefined : parsed(text)
  if (!isObject(config) || !hasOnly(config, ['$schema', 'mode', 'checks'])) return undefined
  const { $schema, mode, checks } = config
  const read = checks === undefined ? undefined : readChecks(checks)
  if (!isOptional($schema, isString) || !isOptional(mode, isMode) || (checks !== undefined && !read)) return undefined
  return given({ $schema, mode, checks: read })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // With comments, or broken.
    return undefined
  }
}

function readChecks(checks: unknown): CheckConfig[] | undefined {
  if (!Array.isArray(checks)) return undefined
  const read = checks.flatMap((check: unknown) => readCheck(check) ?? [])
  const isWhole = read.length === checks.length && new Set(read.map(({ name }) => name)).size === read.length
  return isWhole ? read : undefined
}

function readCheck(check: unknown): CheckConfig | undefined {
  if (!isObject(check) || !hasOnly(check, ['name', 'run', 'shell', 'timeout', 'paths'])) return undefined
  const { name, run, shell, timeout, paths } = check
  if (!isString(name) || name === '' || !(isString(run) || isStrings(run)) || run.length === 0) return undefined
  if (!isOptional(shell, isBoolean) || !isOptional(timeout, isDuration) || !isOptional(paths, isStrings))
    return undefined
  return { name, run, ...given({ shell, timeout, paths }) }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasOnly(value: Readonly<Record<string, unknown>>, keys: readonly string[]): boolean {
  return Object.keys(value).every((key) => keys.includes(key))
}

function isOptional<T>(value: unknown, is: (value: unknown) => value is T): value is T | undefined {
  return value === undefined || is(value)
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean'
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isString)
}

function isMode(value: unknown): value is Mode {
  return isString(value) && isOneOf(MODES, value)
}

function isDuration(value: unknown): value is string {
  return isString(value) && DURATION.test(value)
}
