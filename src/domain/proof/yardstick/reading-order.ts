// Which changed files are read, and which of them first: what they hold together is bounded, and the yardstick must not be
// crowded out by other files.
import { languageOf } from '../source/languages.ts'
import { lazyWords } from '../../../contract/lazily.ts'
import { endingOf, isForeignCode, isTestData, isTestPlace, isYardstick } from './yardstick.ts'

/** The first place is read first. Undefined: nobody reads the text of this file. Asked for every file of a repository. */
export function readingOrder(path: string): number | undefined {
  if (isYardstick(path)) return 0
  if (languageOf(path)) return 1
  if (isTestData(path) || isVersionsOfTools(path) || isVariableFile(path) || isIgnoreFile(path)) return 2
  return isForeignCode(path) || isScriptOfTests(path) || isSourceOfPackages(path) || isTableOfCases(path)
    ? 2
    : undefined
}

/** Without an ending: its first line says whether it is a program. */
function isScriptOfTests(path: string): boolean {
  return !path.includes('.', path.lastIndexOf('/') + 1) && isTestPlace(path)
}

/** `.env`, `.envrc`, `.env.test` */
export function isVariableFile(path: string): boolean {
  return path.includes('.env') && /(?:^|\/)\.env(?:rc|\.\w{1,20})?$/.test(path)
}

/** What is hidden from git may still be loaded by a check. */
function isIgnoreFile(path: string): boolean {
  return nameOf(path) === '.gitignore'
}

const TOOL_VERSIONS =
  /(?:^|\/)(?:requirements[\w.-]*\.(?:txt|in)|requirements\/[\w.-]+\.(?:txt|in)|constraints\.txt|Directory\.Packages\.props)$/

/** They say whether a linter came in a newer version, with new rules. */
function isVersionsOfTools(path: string): boolean {
  return /requirements|constraints|Packages/.test(path) && TOOL_VERSIONS.test(path)
}

const tables = lazyWords('json jsonc json5 jsonl yaml yml toml csv tsv')
const CASES = /(?:^|[/._-])(?:test-?)?(?:cases?|fixtures?|vectors?|expected|expectations?)\.[a-z0-9]+$/i

/** Data beside the code that is called as if tests took their rows from it. */
function isTableOfCases(path: string): boolean {
  return tables().has(endingOf(path)) && CASES.test(path)
}

const sources = lazyWords(
  'go.mod go.work Gemfile Pipfile uv.toml composer.json pnpm-workspace.yaml importmap.json import_map.json',
)

/** They say where a package comes from: a test library may be a folder of the project. */
function isSourceOfPackages(path: string): boolean {
  const name = nameOf(path)
  const isOne = sources().has(name) || (name.endsWith('.gemspec') && name !== '.gemspec')
  return isOne && !/(?:^|\/)(?:node_modules|vendor)\//.test(path)
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

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
