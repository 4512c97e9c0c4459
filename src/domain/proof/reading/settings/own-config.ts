// Our own config: checks removed or changed, policy loosened. Stricter is fine.
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { readLiteral } from './formats/read-literal.ts'
import type { ToolSetting } from './setting.ts'
import { keysOf } from './setting.ts'

/** From loose to strict; the default stands where the key is missing. */
const SCALES: Readonly<Record<string, { readonly values: readonly string[]; readonly default?: string }>> = {
  mode: { values: ['off', 'watch', 'balanced', 'strict'] },
  tamper: { values: ['warn', 'ask-human', 'refuse'], default: 'ask-human' },
  review: { values: ['never', 'on-warning', 'always'], default: 'on-warning' },
  baseline: { values: ['off', 'record', 'must-not-worsen'], default: 'off' },
}

/** Lists that only people may let grow. */
const LISTS = ['allowCommands', 'waiting.ignore']

export function compareOwnConfig(file: string, before: string, after: string | undefined): TamperFinding[] {
  if (after === undefined) return [finding('deleted', file, 1, 'our own config deleted')]
  const [old, now] = [readLiteral(before), readLiteral(after)]
  return [
    ...compareChecks(file, old, now),
    ...Object.keys(SCALES).flatMap((key) => loosened(file, key, { old, now })),
    ...LISTS.flatMap((key) => grown(file, key, { old, now })),
  ]
}

interface Check {
  readonly line: number
  readonly fields: ReadonlyMap<string, { readonly value: string; readonly line: number }>
}

function compareChecks(file: string, old: readonly ToolSetting[], now: readonly ToolSetting[]): TamperFinding[] {
  const [before, after] = [checksOf(old), checksOf(now)]
  return [...before].flatMap(([name, was]) => {
    const is = after.get(name)
    if (!is) return [finding('own-config', file, was.line, `check ${quote(name)} removed`)]
    const fields = new Set([...was.fields.keys(), ...is.fields.keys()])
    return [...fields].flatMap((field) => {
      const [from, to] = [was.fields.get(field), is.fields.get(field)]
      if (from?.value === to?.value || (field === 'paths' && isWider(from?.value, to?.value))) return []
      const what = `${field} of check ${quote(name)} changed from ${shown(from?.value)} to ${shown(to?.value)}`
      return [finding('own-config', file, to?.line ?? is.line, what)]
    })
  })
}

/** A check with more paths, or with none, runs more often. */
function isWider(from: string | undefined, to: string | undefined): boolean {
  if (to === undefined) return true
  const now = to.split(' ')
  return from !== undefined && from.split(' ').every((path) => now.includes(path))
}

function shown(value: string | undefined): string {
  return value === undefined ? 'nothing' : quote(value)
}

function checksOf(settings: readonly ToolSetting[]): Map<string, Check> {
  const byPlace = new Map<string, ToolSetting[]>()
  for (const setting of settings) {
    if (setting.path[0] !== 'checks' || typeof setting.path[1] !== 'number') continue
    const key = String(setting.path[1])
    byPlace.set(key, [...(byPlace.get(key) ?? []), setting])
  }
  const checks = new Map<string, Check>()
  for (const list of byPlace.values()) {
    const name = list.find(({ path }) => path[2] === 'name')
    if (name) checks.set(name.value, { line: name.line, fields: fieldsOf(list) })
  }
  return checks
}

function fieldsOf(settings: readonly ToolSetting[]): Check['fields'] {
  const fields = new Map<string, { value: string; line: number }>()
  for (const { path, value, line } of settings) {
    const field = String(path[2])
    if (field === 'name') continue
    const said = path.length > 3 && typeof path[3] === 'string' ? `${path[3]}=${value}` : value
    const known = fields.get(field)
    fields.set(field, { value: known ? `${known.value} ${said}` : said, line: known?.line ?? line })
  }
  return fields
}

interface Sides {
  readonly old: readonly ToolSetting[]
  readonly now: readonly ToolSetting[]
}

function loosened(file: string, key: string, { old, now }: Sides): TamperFinding[] {
  const scale = SCALES[key]
  const [was, is] = [old, now].map((side) => side.find((setting) => keysOf(setting) === key))
  if (!scale || was?.value === is?.value) return []
  const rank = (setting: ToolSetting | undefined): number => scale.values.indexOf(setting?.value ?? scale.default ?? '')
  // A mode that is left out is the user's own, which nobody here knows: leaving it out loosens, setting it may not.
  if (rank(is) >= rank(was)) return []
  return [
    finding(
      'own-config',
      file,
      is?.line ?? was?.line ?? 1,
      `${key} changed from ${shown(was?.value)} to ${shown(is?.value)}`,
    ),
  ]
}

function grown(file: string, key: string, { old, now }: Sides): TamperFinding[] {
  const known = new Set(old.filter((setting) => keysOf(setting) === key).map(({ value }) => value))
  return now
    .filter((setting) => keysOf(setting) === key && !known.has(setting.value))
    .map(({ value, line }) => finding('own-config', file, line, `${quote(value)} added to ${key}`))
}
