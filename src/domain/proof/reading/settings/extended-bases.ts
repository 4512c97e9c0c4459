// A config that builds on another file now: options of the old base that neither the new base nor the config itself says.
import type { FileChange } from '../../../../contract/change.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { compareSettings } from './compare-settings.ts'
import { readSettings } from './formats/read-settings.ts'
import type { ToolSetting } from './setting.ts'

type Texts = ReadonlyMap<string, string>

const EXTENDABLE =
  /(?:^|\/)(?:(?:ts|js)config[\w.-]*\.json|\.eslintrc(?:\.(?:json|ya?ml))?|biome\.jsonc?|\.?ruff\.toml|pyproject\.toml|\.rubocop\.ya?ml|phpstan[\w.-]*\.neon(?:\.dist)?|\.stylelintrc(?:\.(?:json|ya?ml))?|\.?oxlintrc\.jsonc?)$/
const BASES = /^(?:tool\.ruff\.)?(?:extends|extend|inherit_from|includes)$/
const DEEPEST = 4

/** What is known of files that did not change; undefined: nothing yet. */
export function changedBases(
  { path, before, after }: FileChange,
  changes: readonly FileChange[],
  around?: Texts,
): TamperFinding[] {
  if (before === undefined || after === undefined || !EXTENDABLE.test(path)) return []
  const [was, is] = [basesIn(path, before), basesIn(path, after)]
  const lost = was.filter(({ value }) => !is.some((one) => one.value === value))
  const came = is.filter(({ value }) => !was.some((one) => one.value === value))
  const [first] = came
  if (first === undefined) return []
  const isSplit = was.length === 0 && came.every(({ value }) => isNew(path, value, changes))
  if (lost.length === 0 && !isSplit) return []
  const lower = lost.find((one) => !isOwn(one.value) && came.some((other) => isLower(other.value, one.value)))
  if (lower)
    return [finding('config', path, first.line, `base ${quote(lower.value)} replaced by ${quote(first.value)}`)]
  const [old, now] = [textsOf(changes, around, 'before'), textsOf(changes, around, 'after')]
  const isKnown =
    lost.every(({ value }) => fileOf(path, value, old)) && came.every(({ value }) => fileOf(path, value, now))
  if (!isKnown) {
    if (around !== undefined || ![...lost, ...came].every(({ value }) => isOwn(value))) return []
    return [{ ...finding('config', path, first.line, `base changed to ${quote(first.value)}`), isOpen: true }]
  }
  const sides = { old: resolved(path, old), now: resolved(path, now) }
  return compareSettings({ file: path, ...sides, changes })
    .filter(({ what }) => !what.endsWith('removed from extends'))
    .map((one) => ({ ...one, line: first.line, what: `${one.what} with the base ${quote(first.value)}` }))
}

/** Files that the changed configs build on, also those of before. */
export function basesNamed(changes: readonly FileChange[], texts: Texts = new Map()): string[] {
  const all: (readonly [string, string])[] = [
    ...texts,
    ...changes.flatMap(({ path, before = '', after = '' }) => [[path, before] as const, [path, after] as const]),
  ]
  const named = all.flatMap(([path, text]) =>
    EXTENDABLE.test(path) || texts.has(path)
      ? basesIn(path, text).flatMap(({ value }) => (isOwn(value) ? candidates(path, value) : []))
      : [],
  )
  return [...new Set(named)]
}

function basesIn(path: string, text: string): ToolSetting[] {
  return readSettings(path, text).filter(
    (one) => one.value !== '' && BASES.test(one.path.filter((part) => typeof part === 'string').join('.')),
  )
}

/** What the config said itself stands in a file that came with this change, or does not. */
function isNew(from: string, value: string, changes: readonly FileChange[]): boolean {
  const places = isOwn(value) ? candidates(from, value) : []
  return changes.some(({ path, how }) => how === 'added' && places.includes(path))
}

/** A file of the project, not a package. */
function isOwn(value: string): boolean {
  return (
    /^\.{0,2}[\w./-]+$/.test(value) &&
    (value.startsWith('.') || /\.(?:jsonc?|ya?ml|toml|neon|dist|[cm]?js)$/.test(value)) &&
    !value.startsWith('@')
  )
}

function candidates(from: string, value: string): string[] {
  const parts = [...from.split('/').slice(0, -1), ...value.split('/')]
  const path: string[] = []
  for (const part of parts) {
    if (part === '..') path.pop()
    else if (part !== '.' && part !== '') path.push(part)
  }
  const plain = path.join('/')
  return [plain, `${plain}.json`]
}

function fileOf(from: string, value: string, texts: Texts): string | undefined {
  return isOwn(value) ? candidates(from, value).find((path) => texts.has(path)) : undefined
}

function textsOf(changes: readonly FileChange[], around: Texts | undefined, side: 'before' | 'after'): Texts {
  const texts = new Map(around)
  for (const change of changes) {
    const text = change[side]
    if (text === undefined) texts.delete(change.path)
    else texts.set(change.path, text)
  }
  return texts
}

/** With what its bases say, where it does not say it itself. */
function resolved(path: string, texts: Texts, depth = 0): ToolSetting[] {
  const text = texts.get(path)
  if (text === undefined || depth > DEEPEST) return []
  const own = readSettings(path, text)
  const said = new Set(own.map(keyOf))
  const bases = basesIn(path, text)
  const inherited = bases.flatMap(({ value }) => {
    const base = fileOf(path, value, texts)
    return base === undefined ? [] : resolved(base, texts, depth + 1)
  })
  return [
    ...own.filter((one) => !bases.some((base) => base.path === one.path) && !isBase(one)),
    ...inherited.filter((one) => !said.has(keyOf(one)) && !isBase(one)),
  ]
}

function keyOf({ path }: ToolSetting): string {
  return path.filter((part) => typeof part === 'string').join('.')
}

function isBase(one: ToolSetting): boolean {
  return BASES.test(keyOf(one))
}

const RANKS: readonly RegExp[] = [
  /\b(?:minimal|base|essential|basic|core)\b/,
  /\brecommended\b/,
  /\bstrict\b/,
  /\b(?:strictest|all)\b/,
]

/** The same name but for the word that says how strict it is: `@tsconfig/strictest`, `@tsconfig/recommended`. */
function isLower(now: string, was: string): boolean {
  const [is, old] = [rankOf(now), rankOf(was)]
  return is !== undefined && old !== undefined && is.rank < old.rank && is.rest === old.rest
}

function rankOf(value: string): { readonly rank: number; readonly rest: string } | undefined {
  const rank = RANKS.findLastIndex((pattern) => pattern.test(value))
  const rest = value.replace(RANKS[rank] ?? /$^/, '*').replace(/-type-checked(?:-only)?$/, '')
  return rank < 0 ? undefined : { rank, rest }
}
