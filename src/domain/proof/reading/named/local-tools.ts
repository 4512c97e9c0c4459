// Test tools and libraries of assertions that come from a folder of the project now: a dependency by path, a replaced
// module, an alias, or a new package with such a name. What asserts is then whatever that folder says.
import type { FileChange } from '../../../../contract/change.ts'
import { lineAt, lineStarts, plainLines } from '../../source/source.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'

const SCRIPT_TOOLS =
  'vitest|jest|mocha|ava|tap|tape|uvu|jasmine(?:-core)?|chai|expect|should|sinon|supertest|fast-check|cypress|@jest/(?:globals|expect)|@vitest/(?:expect|runner)|@playwright/test|@testing-library/jest-dom|@std/(?:assert|expect|testing)|(?:node:)?assert(?:/strict)?|node:test|bun:test|eslint|typescript'
const PYTHON_TOOLS = 'pytest|hypothesis|nose2?|coverage|pytest-cov|mypy|ruff|flake8|pylint'
const GO_TOOLS =
  'github\\.com/(?:stretchr/testify|onsi/(?:gomega|ginkgo)|google/go-cmp|frankban/quicktest|matryer/is|smartystreets/goconvey|alecthomas/assert|shoenig/test)(?:/v\\d)?|gotest\\.tools(?:/v\\d)?'
const RUST_TOOLS =
  'pretty_assertions|assert_cmd|assert_fs|predicates|proptest|quickcheck|rstest|insta|trybuild|similar-asserts|test-case|claims|googletest|speculoos'
const RUBY_TOOLS = 'rspec(?:-core|-expectations|-mocks)?|minitest|test-unit|rubocop'
const PHP_TOOLS = 'phpunit/phpunit|pestphp/pest|mockery/mockery'

interface LocalRule {
  readonly files: RegExp
  /** Groups `tool` and `target`. */
  readonly pattern: RegExp
  /** The last of these words above it must be this one. */
  readonly under?: readonly [words: RegExp, one: RegExp]
  /** The tool as it was asked for before, if it must have been there. */
  readonly was?: (tool: string) => RegExp
}

const ALIASES =
  /(?:^|\/)(?:package\.json|(?:jest|vitest|vite|karma|wdio|playwright|cypress)[\w.-]*\.(?:[cm]?[jt]s|json)|(?:ts|js)config[\w.-]*\.json|deno\.jsonc?|import_?map\.json)$/
const PYTHON_FILES = /(?:^|\/)(?:pyproject\.toml|Pipfile|uv\.toml)$/
const CALLS = String.raw`(?:[\w.]{1,40}\(|new URL\(|__dirname,|import\.meta\.\w{1,20},|process\.cwd\(\),|\s){0,4}`

const RULES: readonly LocalRule[] = [
  {
    files: /(?:^|\/)package\.json$/,
    pattern: new RegExp(
      String.raw`"(?<tool>${SCRIPT_TOOLS})"\s{0,9}:\s{0,9}"(?<target>(?:file:|link:|portal:|workspace:)[^"\n]{0,200})"`,
      'g',
    ),
    was: (tool) => new RegExp(String.raw`["']${tool}["']\s{0,9}:\s{0,9}["'](?!file:|link:|portal:|workspace:|\.)`),
  },
  {
    files: /(?:^|\/)pnpm-workspace\.yaml$/,
    pattern: new RegExp(
      String.raw`^[ \t]{1,20}["']?(?<tool>${SCRIPT_TOOLS})["']?:[ \t]{1,9}["']?(?<target>(?:file:|link:)[^"'\s]{1,200})`,
      'gm',
    ),
  },
  {
    files: ALIASES,
    pattern: new RegExp(
      String.raw`(?<![\w@/-])["']?\^?(?<tool>${SCRIPT_TOOLS})\$?["']?\s{0,9}(?::|,\s{0,9}replacement:)\s{0,9}\[?\s{0,9}${CALLS}["'](?<target>(?:<rootDir>|\.{0,2}/)(?![^"'\n]{0,100}(?:node_modules|\.d\.ts|/types?/))[^"'\n]{1,200})["']`,
      'g',
    ),
    under: [
      /\b(?:alias|paths|moduleNameMapper|imports|entry|input|bin|exports|scripts|projects|\w*[dD]ependencies)\b/g,
      /alias|paths|moduleNameMapper|imports/,
    ],
  },
  {
    files: /(?:^|\/)go\.(?:mod|work)$/,
    pattern: new RegExp(String.raw`(?<tool>${GO_TOOLS})(?: v[\w.+-]{1,60})? => (?<target>\.{0,2}/\S{1,200})`, 'g'),
  },
  {
    files: /(?:^|\/)Cargo\.toml$|(?:^|\/)\.cargo\/config(?:\.toml)?$/,
    pattern: new RegExp(
      String.raw`^(?<tool>${RUST_TOOLS})\s{0,9}=\s{0,9}\{[^}\n]{0,120}\bpath\s{0,9}=\s{0,9}"(?<target>[^"\n]{1,200})"`,
      'gm',
    ),
  },
  {
    files: PYTHON_FILES,
    pattern: new RegExp(
      String.raw`^["']?(?<tool>${PYTHON_TOOLS})["']?\s{0,9}=\s{0,9}\{[^}\n]{0,120}\bpath\s{0,9}=\s{0,9}["'](?<target>[^"'\n]{1,200})["']`,
      'gm',
    ),
  },
  {
    files: /(?:^|\/)(?:[\w.-]*requirements[\w./-]*\.(?:txt|in)|constraints\.txt|pyproject\.toml|setup\.(?:py|cfg))$/,
    pattern: new RegExp(
      String.raw`(?<![\w-])(?<tool>${PYTHON_TOOLS})(?:\[[\w,]{1,40}\])?\s?@\s?(?<target>file:[^"'\s]{1,200})`,
      'g',
    ),
  },
  {
    files: /(?:^|\/)[\w.-]*requirements[\w./-]*\.(?:txt|in)$/,
    pattern: new RegExp(
      String.raw`^(?:-e |--editable[ =])?(?<target>\.{1,2}/(?:[\w.-]{1,60}/){0,6}(?<tool>${PYTHON_TOOLS}))/?[ \t]*$`,
      'gm',
    ),
  },
  {
    files: /(?:^|\/)Gemfile$/,
    pattern: new RegExp(
      String.raw`\bgem\s?\(?["'](?<tool>${RUBY_TOOLS})["'][^\n]{0,80}?\bpath(?::|\s?=>)\s{0,3}["'](?<target>[^"'\n]{1,200})["']`,
      'g',
    ),
  },
]

/** Where a package says its name. */
const NAMES: readonly (readonly [files: RegExp, name: RegExp])[] = [
  [/(?:^|\/)package\.json$/, new RegExp(String.raw`^\s{0,9}\{?\s{0,9}"name"\s{0,9}:\s{0,9}"(${SCRIPT_TOOLS})"`, 'm')],
  [/(?:^|\/)go\.mod$/, new RegExp(String.raw`^module (${GO_TOOLS})\s*$`, 'm')],
  [/(?:^|\/)Cargo\.toml$/, new RegExp(String.raw`^name\s{0,9}=\s{0,9}"(${RUST_TOOLS})"`, 'm')],
  [
    /(?:^|\/)(?:pyproject\.toml|setup\.cfg)$/,
    new RegExp(String.raw`^name\s{0,9}=\s{0,9}["']?(${PYTHON_TOOLS})["']?\s*$`, 'm'),
  ],
  [/(?:^|\/)setup\.py$/, new RegExp(String.raw`\bname\s?=\s?["'](${PYTHON_TOOLS})["']`)],
  [/(?:^|\/)composer\.json$/, new RegExp(String.raw`"name"\s{0,9}:\s{0,9}"(${PHP_TOOLS})"`)],
]

/** Packages that only tests of this project look at, and those that others brought. */
const NOT_USED = /(?:^|\/)(?:__fixtures__|fixtures?|testdata|test-data|examples?|templates?|node_modules)\//

export function localTools(change: FileChange, changes: readonly FileChange[]): TamperFinding[] {
  const { path, how, before = '', after } = change
  if (after === undefined || before === after) return []
  const text = plainLines(after)
  const found = RULES.filter(({ files }) => files.test(path)).flatMap((rule) => sentHere(rule, path, before, text))
  return [...found, ...(how === 'added' && !NOT_USED.test(path) ? calledLike(path, text, changes) : [])]
}

function sentHere({ pattern, under, was }: LocalRule, file: string, before: string, text: string): TamperFinding[] {
  const places = (raw: string): string[] =>
    Array.from(raw.matchAll(pattern), ({ groups }) => `${groups?.['tool']} ${groups?.['target']}`)
  const known = new Set(places(before))
  const starts = lineStarts(text)
  return Array.from(text.matchAll(pattern)).flatMap(({ groups, index }) => {
    const [tool = '', target = ''] = [groups?.['tool'], groups?.['target']]
    if (known.has(`${tool} ${target}`) || (was && !was(tool).test(before))) return []
    if (under && !under[1].test(text.slice(0, index).match(under[0])?.at(-1) ?? '')) return []
    return [finding('shadowed', file, lineAt({ starts }, index), `${quote(tool)} comes from ${quote(target)} now`)]
  })
}

function calledLike(file: string, text: string, changes: readonly FileChange[]): TamperFinding[] {
  const name = NAMES.find(([files]) => files.test(file))?.[1].exec(text)
  const isKnown = changes.some(({ before }) => name && before?.includes(name[0].trim()))
  if (!name || isKnown) return []
  const line = lineAt({ starts: lineStarts(text) }, name.index + name[0].search(/\S/))
  return [finding('shadowed', file, line, `new package that is called ${quote(name[1] ?? '')}`)]
}
