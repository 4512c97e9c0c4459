// Which changed files are read, and which of them first: what they hold together is bounded, and the yardstick must not be
// crowded out by other files.
import { languageOf } from '../source/languages.ts'
import { isForeignCode, isTestData, isTestPlace, isYardstick } from './yardstick.ts'

/** The first place is read first. Undefined: nobody reads the text of this file. */
export function readingOrder(path: string): number | undefined {
  if (isYardstick(path)) return 0
  if (languageOf(path)) return 1
  if (isTestData(path) || TOOL_VERSIONS.test(path) || isVariableFile(path) || IGNORES.test(path)) return 2
  return isForeignCode(path) || isScriptOfTests(path) || SOURCES.test(path) || CASES.test(path) ? 2 : undefined
}

/** Without an ending: its first line says whether it is a program. */
function isScriptOfTests(path: string): boolean {
  return !path.includes('.', path.lastIndexOf('/') + 1) && isTestPlace(path)
}

/** `.env`, `.envrc`, `.env.test` */
export function isVariableFile(path: string): boolean {
  return /(?:^|\/)\.env(?:rc|\.\w{1,20})?$/.test(path)
}

/** What is hidden from git may still be loaded by a check. */
const IGNORES = /(?:^|\/)\.gitignore$/

/** They say whether a linter came in a newer version, with new rules. */
const TOOL_VERSIONS =
  /(?:^|\/)(?:requirements[\w.-]*\.(?:txt|in)|requirements\/[\w.-]+\.(?:txt|in)|constraints\.txt|Directory\.Packages\.props)$/

/** Data beside the code that is called as if tests took their rows from it. */
const CASES =
  /(?:^|[/._-])(?:test-?)?(?:cases?|fixtures?|vectors?|expected|expectations?)\.(?:jsonc?|json5|jsonl|ya?ml|toml|csv|tsv)$/i

/** They say where a package comes from: a test library may be a folder of the project. */
const SOURCES =
  /^(?!(?:.*\/)?(?:node_modules|vendor)\/)(?:.*\/)?(?:go\.(?:mod|work)|Gemfile|[\w.-]{1,100}\.gemspec|Pipfile|uv\.toml|composer\.json|pnpm-workspace\.yaml|import_?map\.json)$/

/** Data of the product, which its code may decide by; lock files say nothing. */
const DATA =
  /^(?!(?:.*\/)?(?:node_modules|vendor|docs?|dist)\/)(?!.*(?:\block\b|-lock\.)).*(?:\.(?:jsonc?|jsonl|ndjson|json5|ya?ml|toml|ini|csv|tsv|psv|cache)|(?:^|[/._-])(?:data|cached?|tables?|stores?|known|index|lookups?)\/.*\.(?:txt|dat))$/

/** The same for what changed: data of the product is read last. */
export function changeOrder(path: string): number | undefined {
  return readingOrder(path) ?? (DATA.test(path) ? 3 : undefined)
}

/** The same for somebody who looks at every file. */
export function lookingOrder(path: string): number {
  return readingOrder(path) ?? 3
}

/** Files that a check names come first, whatever they are called. */
export function orderWith(
  named: { readonly has: (path: string) => boolean },
  order = readingOrder,
): (path: string) => number | undefined {
  return (path) => (named.has(path) ? 0 : order(path))
}
