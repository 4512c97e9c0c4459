// Lists in two versions of a config: more left out, less looked at, an entry that finds a part of what another found.
import { isRunnerList } from './added-runner.ts'
import type { Grouped } from './grouped.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { isNarrowed, isSingleFile } from './narrowed-lists.ts'
import { FILTER, GENERATED, LEFT_OUT, LOOKED_AT, NEEDED } from './strictness.ts'
import { kindOfConfig } from '../../yardstick/yardstick.ts'

export function compareLists(sides: Grouped): TamperFinding[] {
  return [...grownLists(sides), ...shrunkLists(sides), ...newLists(sides)]
}

function grownLists({ file, old, now }: Grouped): TamperFinding[] {
  return [...now].flatMap(([keys, settings]) => {
    const list = keys.split('.').findLast((part) => LEFT_OUT.test(part))
    const isFilter = FILTER.test(keys.split('.').at(-1) ?? '')
    if (list === undefined && !isFilter) return []
    const known = new Set((old.get(keys) ?? []).map(({ value }) => value))
    return settings
      .filter(
        ({ value, path }) =>
          !known.has(value) &&
          value !== '' &&
          isItem(value, path.at(-1)) &&
          !GENERATED.test(value) &&
          !DEFAULTS.test(value) &&
          !isNeverSelected(keys, value, old),
      )
      .map(({ value, line }) => finding('config', file, line, `${quote(value)} added to ${list ?? keys}`))
  })
}

/** What the runner leaves out by itself. */
const DEFAULTS = /^\.\.\.configDefaults\.\w+$/
const RUFF = /^(?:tool\.ruff\.)?lint\./

/** A code that none of the selected groups held before: to ignore it takes nothing away. */
function isNeverSelected(keys: string, code: string, old: Grouped['old']): boolean {
  const [section] = RUFF.exec(keys) ?? []
  if (section === undefined) return false
  const selected = ['select', 'extend-select'].flatMap((key) => old.get(`${section}${key}`) ?? [])
  if (!old.has(`${section}select`) || selected.length === 0) return false
  return !selected.some(({ value }) => value === 'ALL' || value.startsWith(code) || code.startsWith(value))
}

/** `ALL` and shorter codes hold the longer ones. */
function isHeld(keys: string, code: string, values: ReadonlySet<string>): boolean {
  if (!RUFF.test(keys) || !keys.endsWith('select')) return false
  return values.has('ALL') || [...values].some((value) => value !== '' && code.startsWith(value))
}

function isItem(value: string, place: string | number | undefined): boolean {
  return typeof place === 'number' || !/^(?:true|false|null|undefined|\d+)$/.test(value)
}

function shrunkLists({ file, old, now }: Grouped): TamperFinding[] {
  return [...old].flatMap(([keys, settings]) => {
    const list = keys.split('.').at(-1) ?? ''
    if (!LOOKED_AT.test(list)) return []
    const values = new Set((now.get(keys) ?? []).map(({ value }) => value))
    const isEmptied = !now.has(keys)
    if (isEmptied && !NEEDED.test(list)) return []
    const lost = settings.filter(({ value }) => value !== '' && !values.has(value) && !isHeld(keys, value, values))
    const known = new Set(settings.map(({ value }) => value))
    const added = [...values].filter((value) => value !== '' && !known.has(value))
    const isReplaced = lost.length <= added.length
    const isOther = list === 'python_files' && values.size > 0 && !added.some((value) => value.startsWith('*'))
    if (
      isReplaced &&
      !isOther &&
      !isNarrowed(
        lost.map(({ value }) => value),
        added,
      )
    )
      return []
    return lost.map(({ value, line }) => finding('config', file, line, `${quote(value)} removed from ${list}`))
  })
}

/** A list of single files where all files were looked at. */
function newLists({ file, old, now }: Grouped): TamperFinding[] {
  if (kindOfConfig(file) !== 'runner') return []
  return [...now].flatMap(([keys, settings]) => {
    const [first] = settings
    const isList = first !== undefined && !old.has(keys) && isRunnerList(first)
    if (!isList || !settings.every(({ value }) => isSingleFile(value))) return []
    return settings.map(({ value, line }) =>
      finding('config', file, line, `${keys.split('.').at(-1)} narrowed to ${quote(value)}`),
    )
  })
}
