// What a claim says of the task's acceptance criteria, and which checks and files its rows name. Whether a row is believed is
// left to `decide`.
import type { Criterion, CriterionRow } from '../../contract/criterion.ts'
import type { CriterionFact } from '../../contract/facts.ts'

export interface CriteriaSources {
  readonly criteria: readonly Criterion[]
  readonly rows: readonly CriterionRow[]
  /** The names of all checks that the claim may be measured by. */
  readonly checks: readonly string[]
  /** True for a path from the root that is a file of the tree. */
  readonly isFile: (path: string) => boolean
}

export function criteriaFacts({ criteria, rows, checks, isFile }: CriteriaSources): readonly CriterionFact[] {
  return criteria.map(({ id, text }) => {
    const row = rows.find((one) => one.id === id)
    if (!row) return { id, text }
    return row.state === 'met' ? { id, text, row, named: namedIn(row.by ?? '', checks, isFile) } : { id, text, row }
  })
}

/** Those that a claim of the request has answered: with what shows them, or why they do not apply. None is ever taken back. */
export function answeredRows(facts: readonly CriterionFact[], before: readonly string[] = []): string[] {
  const now = facts.filter(isAnswered).map(({ id }) => id)
  return [...new Set([...before, ...now])]
}

function isAnswered({ row, named }: CriterionFact): boolean {
  if (row?.state === 'not-applicable') return true
  return named !== undefined && named.missing.length === 0 && named.checks.length + named.files.length > 0
}

type Named = NonNullable<CriterionFact['named']>

/** Reading stops here: a row names a few things, not a tree. */
const MOST_PATHS = 40
const QUOTATIONS = /"([^"]+)"|'([^']+)'|`([^`]+)`/g
const GAPS = /[\s,;()<>[\]"'`]+/
/** A path that can be nothing else: folders, a name and its ending. */
const CLEAR_PATH = /^[^*?{}]*\/[^/*?{}]*\.[A-Za-z][A-Za-z0-9]{0,9}$/

function namedIn(by: string, checks: readonly string[], isFile: (path: string) => boolean): Named {
  const paths = pathsIn(by).slice(0, MOST_PATHS)
  const files = paths.filter(isFile)
  return {
    checks: checksIn(by, checks),
    files,
    missing: paths.filter((path) => CLEAR_PATH.test(path) && !path.includes(' ') && !files.includes(path)),
  }
}

/** Longer names first: `test` is not named by `test:e2e`. */
function checksIn(by: string, checks: readonly string[]): string[] {
  let rest = by.toLowerCase()
  const found = new Set<string>()
  for (const check of checks.toSorted((one, other) => other.length - one.length)) {
    const name = check.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    const isNamed = new RegExp(`(?<![^\\s"'\`(,;])${name}(?=$|[\\s"'\`),;]|[.:](?:\\s|$))`, 'g')
    const left = rest.replace(isNamed, '\n')
    if (left !== rest) found.add(check)
    rest = left
  }
  return checks.filter((check) => found.has(check))
}

/** The whole text, quotations in it, and its words: each as a path from the root, without line numbers and test names. */
function pathsIn(by: string): string[] {
  const quotations = [...by.matchAll(QUOTATIONS)].map(([, one, two, three]) => one ?? two ?? three ?? '')
  const words = by.split(GAPS).filter((word) => !word.includes('://') && !word.startsWith('-'))
  return [...new Set([by, ...quotations, ...words].map(toPath))].filter((path) => path !== '')
}

function toPath(text: string): string {
  return text
    .trim()
    .replace(/[:#@].*$/s, '')
    .replace(/[.!?]+$/, '')
    .replace(/^\.\//, '')
}
