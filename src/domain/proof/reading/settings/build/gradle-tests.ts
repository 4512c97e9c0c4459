// Gradle: patterns by which a task leaves test classes out, or takes some alone. Whatever they are called, they are tests.
import type { FileChange } from '../../../../../contract/change.ts'
import { lineAt, lineStarts } from '../../../source/source.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'

const HEADS =
  /(?<![\w.$])(?:tasks\s?\.\s?)?(?:test|(?:named|getByName|getting)\s?(?:<Test>)?\(\s{0,9}["']test["'](?:,\s{0,9}Test(?:::class)?)?\s{0,9}\)|withType\s?(?:<Test>\s?(?:\(\s{0,9}\))?|\(\s{0,9}Test(?:::class(?:\.java)?)?\s{0,9}\)))(?:\s?\.\s?(?:configureEach|configure|all))?\s{0,9}\{/g
const PATTERNS =
  /[{}]|\b(exclude|include|includeTestsMatching|includeTags|setExcludes|setIncludes)\b[\s(]{0,3}(?:(?:setOf|listOf)\(|\[)?\s{0,9}["']([^"'\n]{1,200})["']/g

/** What is found by every name that tests have. */
const ANY = /^(?:\*\*\/|\*)?\*?(?:Tests?|Specs?|IT)?\*?(?:\.(?:class|java|kt|groovy))?$/
const NO_TESTS =
  /\$|(?:^|[/.])(?:resources?|fixtures?|generated|testdata)(?:[/.]|$)|\.(?!class\b|java\b|kts?\b|groovy\b)\w{1,9}$/

const MOST_HEADS = 30
const LONGEST_TASK = 10_000

interface TestPattern {
  readonly verb: string
  readonly value: string
  readonly line: number
}

/** `before` and `after` are without comments, with their lines where they were. */
export function fewerGradleTests(
  { path: file }: FileChange,
  { before, after }: { readonly before: string; readonly after: string },
  changes: readonly FileChange[],
): TamperFinding[] {
  if (!/\.gradle(?:\.kts)?$/.test(file)) return []
  const now = patternsIn(after).filter(({ value }) => !ANY.test(value) && !NO_TESTS.test(value))
  if (now.length === 0) return []
  const known = new Set(patternsIn(before).map(({ value }) => value))
  return now
    .filter(
      ({ value, verb }) => !known.has(value) && !isTakenElsewhere(value, verb, after) && !isOfNewTests(value, changes),
    )
    .map(({ verb, value, line }) => {
      const what = /exclude/i.test(verb) ? 'left out of' : 'the only ones in'
      return finding('config', file, line, `tests ${quote(value)} are ${what} a test task`)
    })
}

function patternsIn(text: string): TestPattern[] {
  const starts = lineStarts(text)
  return Array.from(text.matchAll(HEADS))
    .slice(0, MOST_HEADS)
    .flatMap(({ 0: head, index }) => {
      const from = index + head.length
      const found: TestPattern[] = []
      let depth = 1
      for (const hit of text.slice(from, from + LONGEST_TASK).matchAll(PATTERNS)) {
        if (hit[0] === '{') depth++
        else if (hit[0] === '}') depth--
        else if (depth <= 2)
          found.push({ verb: hit[1] ?? '', value: hit[2] ?? '', line: lineAt({ starts }, from + hit.index) })
        if (depth === 0) break
      }
      return found
    })
}

/** All that it finds in this change came with it: it ran nowhere before. */
function isOfNewTests(value: string, changes: readonly FileChange[]): boolean {
  const words = value.replace(/\.(?:class|java|kt|groovy)$/, '').match(/\w{2,}/g) ?? []
  const found = changes.filter(({ path }) => words.length > 0 && words.every((word) => path.includes(word)))
  return found.length > 0 && found.every(({ how }) => how === 'added')
}

/** What one task leaves out another one takes, and the other way around. */
function isTakenElsewhere(value: string, verb: string, text: string): boolean {
  const other = /exclude/i.test(verb) ? 'include' : 'exclude'
  const written = value.replaceAll(/\W/g, String.raw`\$&`)
  return new RegExp(
    `\\b(?:set)?${other}\\w{0,20}[\\s(]{0,3}(?:(?:setOf|listOf)\\(|\\[)?\\s{0,9}["']${written}["']`,
    'i',
  ).test(text)
}
