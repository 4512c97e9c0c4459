// Functions made for tests that stand outside of test files, such as `check.Equal` of a Go package `internal/check`: a call
// of one that is seen asserting is an assertion.
import type { FileChange } from '../../../../contract/change.ts'
import { languageOf } from '../../source/languages.ts'
import { stemOf } from '../../source/stem.ts'
import { isTestFile } from '../../yardstick/yardstick.ts'
import { readTestFile } from './test-file.ts'

interface Kit {
  readonly path: string
  /** Of its functions that assert. */
  readonly names: readonly string[]
}

/** The words by which a test file calls them. */
export type KitNames = (path: string, text: string) => readonly string[]

/** It knows a framework of tests. That product code asserts something of its own says nothing. */
const OF_TESTS =
  /\btesting\.(?:TB|[TBF])\b|^\s{0,20}(?:import|from) (?:pytest|unittest)\b|["'](?:vitest|chai|@jest\/globals|ava|tap)["']|\b(?:org\.junit|org\.assertj|io\.kotest)\./m
/** What that needs: most files hold none of it. */
const WORDS = /testing\.|pytest|unittest|vitest|chai|@jest|ava["']|tap["']|org\.(?:junit|assertj)|io\.kotest/

export function isMadeForTests(text: string): boolean {
  return WORDS.test(text) && OF_TESTS.test(text)
}

const MOST_KITS = 20
const LONGEST = 200_000

/** As they assert before the change or now: one that came must do so itself. */
export function kitsIn(changes: readonly FileChange[]): KitNames {
  const kits = changes
    .filter(({ path }) => languageOf(path) !== undefined && !path.endsWith('.rs') && !isTestFile(path))
    .filter(({ before = '', after = '' }) => [before, after].some(isMadeForTests))
    .slice(0, MOST_KITS)
    .map(({ path, before, after }) => ({ path, names: [...namesIn(path, before), ...namesIn(path, after)] }))
  return (path, text) => [...new Set(kits.flatMap((kit) => callsOf(kit, path, text)))]
}

function namesIn(path: string, text: string | undefined): string[] {
  if (text === undefined || text.length > LONGEST) return []
  const helpers = readTestFile(path, text)?.helpers ?? []
  return helpers
    .filter(({ block, assertions }) => block.title.length > 1 && assertions.some(({ isVacuous }) => !isVacuous))
    .map(({ block }) => block.title)
}

/** In Go by the name of the folder, unless it is the same one. */
function callsOf({ path, names }: Kit, from: string, text: string): readonly string[] {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  if (path.endsWith('.go')) {
    if (!from.endsWith('.go')) return []
    if (from.slice(0, from.lastIndexOf('/') + 1) === folder) return names
    const last = /([^/]+)\/$/.exec(folder)?.[1] ?? ''
    return last !== '' && text.includes(`/${last}"`) ? names.map((name) => `${last}.${name}`) : []
  }
  return text.includes(stemOf(path)) ? names : []
}
