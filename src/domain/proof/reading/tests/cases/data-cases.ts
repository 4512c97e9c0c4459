// Cases in data files of the tests: a list in JSON or YAML, the lines of a table, a golden list. Read case by case.
import type { FileChange } from '../../../../../contract/change.ts'
import { languageOf } from '../../../source/languages.ts'
import { plainLines } from '../../../source/source.ts'
import { isTestData, kindOfConfig } from '../../../yardstick/yardstick.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding } from '../../finding.ts'
import { plural } from '../../../../text/plural.ts'
import { firstChange } from '../../../source/first-change.ts'

/** By where the list stands in the file. */
type Lists = ReadonlyMap<string, readonly string[]>

const NO_CASES =
  /(?:^|\/)(?:package(?:-lock)?|tsconfig[\w.-]*|jsconfig|composer|manifest|config|settings|requirements[\w.-]*|constraints|license|readme|changelog)\.\w+$|\.config\.\w+$|(?:^|\/)__snapshots__\/|\.snap\b|\.(?:approved|verified|received)\.\w+$/i
/**
 * What may fail or is passed over: the shorter it is, the more is asked for. A plain `todo`, `failures` or `expected_errors`
 * may as well be what the tests run on, or what they ask for.
 */
const EXCEPTIONS =
  /(?:^|[/._-])(?:(?:known|allowed)[._-]?(?:fail(?:ure|ing|s|ed)?s?|errors?|skips?)|expected[._-]?(?:fail(?:ure|ing|s|ed)?s?|skips?)|xfail(?:ing|ures|s)?|skip(?:ped|s|list)?|flaky|quarantined?|(?:x?fail(?:ing|ed|ures)|skip(?:ped)?|todo|xfails?|flaky)[._-]?(?:tests?|cases?|list))\.\w+$/i
const READERS: readonly (readonly [RegExp, (text: string) => Lists | undefined])[] = [
  [/\.json$/i, jsonLists],
  [/\.ya?ml$/i, yamlLists],
  [/\.(?:csv|tsv|jsonl|ndjson|txt)$/i, lineLists],
]

export function fewerDataCases(change: FileChange, changes: readonly FileChange[]): TamperFinding[] {
  const { path, before, after } = change
  if (before === undefined || after === undefined || before === after || !holdsCases(path)) return []
  const read = READERS.find(([name]) => name.test(path))?.[1]
  const [old, now] = [read?.(plainLines(before)), read?.(plainLines(after))]
  if (!old || !now) return []
  let [count, total] = [0, 0]
  for (const [place, cases] of old) {
    const left = now.get(place)
    if (!left) continue
    const kept = new Set(left)
    const lost = cases.filter((one) => !kept.has(one) && !isElsewhere(one, path, changes)).length
    count += Math.max(0, Math.min(lost, cases.length - left.length))
    total += cases.length
  }
  if (count === 0) return []
  const what = `${count} of ${plural(total, 'case')} in this data file ${count === 1 ? 'is' : 'are'} gone`
  return [finding('fewer-assertions', path, firstChange(before, after), what)]
}

/** A data file of the tests that is no config, no snapshot and no list of exceptions. */
export function holdsCases(path: string): boolean {
  return (
    isTestData(path) &&
    !NO_CASES.test(path) &&
    !EXCEPTIONS.test(path) &&
    !languageOf(path) &&
    kindOfConfig(path) === undefined
  )
}

/** Moved into another data file. */
function isElsewhere(one: string, path: string, changes: readonly FileChange[]): boolean {
  return (
    one.length > 8 &&
    changes.some(
      (change) =>
        change.path !== path &&
        isTestData(change.path) &&
        change.after?.includes(one) === true &&
        change.before?.includes(one) !== true,
    )
  )
}

const DEEPEST = 4
const MOST_LISTS = 200

function jsonLists(text: string): Lists | undefined {
  const lists = new Map<string, readonly string[]>()
  const walk = (value: unknown, place: string, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > DEEPEST || lists.size > MOST_LISTS) return
    if (Array.isArray(value)) {
      lists.set(
        place,
        value.map((one) => JSON.stringify(one)),
      )
      return
    }
    const parts = Object.entries(value)
    if (parts.length > 2 && parts.every(([, part]) => typeof part === 'object' && part !== null))
      lists.set(
        `${place}{}`,
        parts.map(([key]) => key),
      )
    for (const [key, part] of parts) walk(part, `${place}.${key}`, depth + 1)
  }
  try {
    walk(JSON.parse(text), '', 0)
  } catch {
    return undefined
  }
  return lists
}

/** The items of the outermost list, else the outermost keys. */
function yamlLists(text: string): Lists | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'))
  const depths = lines.flatMap((line) => (/^\s*- /.test(line) ? [line.length - line.trimStart().length] : []))
  const depth = depths.length === 0 ? -1 : Math.min(...depths)
  const isHead = (line: string): boolean =>
    depth < 0 ? /^[^\s-][^:\n]{0,200}:/.test(line) : line.startsWith('- ', depth) && line.slice(0, depth).trim() === ''
  const items: string[] = []
  for (const line of lines) {
    const isOuter = depth > 0 && line.length - line.trimStart().length < depth
    if (isHead(line)) items.push(depth < 0 ? line.replace(/:.*$/, '') : line.trim())
    else if (depth >= 0 && !isOuter && items.length > 0) items.push(`${items.pop()}\n${line.trim()}`)
  }
  return items.length > 1 ? new Map([['', items]]) : undefined
}

/** A tag that is closed on a line of its own. */
const CLOSED_BELOW = />[ \t]*\n[ \t]*(?=<\/)/g

/** Lists of records: no prose. */
function lineLists(text: string): Lists | undefined {
  const lines = text
    .replaceAll(CLOSED_BELOW, '>')
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.length > 1 ? new Map([['', lines]]) : undefined
}
