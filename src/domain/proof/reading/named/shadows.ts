// New files that are used instead of the runner, or loaded by it unasked: a module with its name, a program on the PATH, a
// hook of the interpreter. By their paths; whether such a file was there before, nobody else can tell.
import type { FileChange, NamedFiles } from '../../../../contract/change.ts'
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { isCheckName } from '../../yardstick/check-names.ts'
import { codeLines, isShared } from './shared-lines.ts'
import { overruledBy } from '../../yardstick/named/overruling.ts'
import { withoutEnding } from '../../yardstick/named/paths.ts'
import { kindOfConfig } from '../../yardstick/yardstick.ts'

/** Modules that run, write or check tests. */
const PYTHON =
  'unittest|pytest|_pytest|doctest|nose2?|pluggy|hypothesis|coverage|tox|nox|mypy|ruff|flake8|pylint|pyflakes|pyright|black|isort|difflib|filecmp'
/** Modules that tests load: what they make of values is what is measured. */
const PERL =
  'Test/(?:More|Simple|Builder|Most|Deep|Differences|Exception|Fatal|Warn|Harness)|Test/Builder/\\w+|Test2/[\\w/]+|TAP/[\\w/]+|strict|warnings|overload|Carp|Exporter|POSIX|Storable|(?:List|Scalar|Hash)/Util|Data/Dumper|Time/HiRes|JSON/PP'
const RUBY =
  'minitest|minitest/(?:autorun|assertions|test|spec|unit|mock|expectations|benchmark)|test/unit|test/unit/(?:assertions|testcase|autorunner)|rspec|rspec/(?:core|expectations|mocks|autorun)|set|json|date|time|bigdecimal|securerandom|digest'
const PROGRAMS =
  'pytest|py\\.test|python3?|node|npm|npx|pnpm|yarn|bun|bunx|deno|jest|vitest|mocha|ava|jasmine|playwright|cypress|tsc|eslint|biome|oxlint|go|cargo|rustc|mypy|ruff|flake8|pylint|tox|nox|uv|poetry|make|gmake|ctest|cmake|mvn|gradle|dotnet|java|git|sh|bash|diff|cmp|grep'
const PACKAGES =
  'jest|vitest|mocha|ava|tap|jasmine|chai|expect|@jest|@vitest|@playwright|cypress|typescript|eslint|biome|@biomejs|tsx|ts-node'

interface ShadowRule {
  readonly path: RegExp
  readonly what: (name: string) => string
  /** Only where its text does this. */
  readonly text?: RegExp
}

const RULES: readonly ShadowRule[] = [
  {
    // Python looks in the folder it runs in first.
    path: new RegExp(`^(?:(${PYTHON})|src/(unittest|_?pytest|doctest))(?:\\.py|/__init__\\.py|/__main__\\.py)$`),
    what: (name) => `new module that Python takes for ${quote(name)}`,
  },
  {
    // `prove -l`, `prove -b`, `use lib 't/lib'`.
    path: new RegExp(`^(?:x?t/)?(?:blib/)?lib/(${PERL})\\.pm$`),
    what: (name) => `new module that Perl takes for ${quote(name.replaceAll('/', '::'))}`,
  },
  {
    path: new RegExp(`^(?:lib|test|spec)/(${RUBY})\\.rb$`),
    what: (name) => `new file that Ruby takes for ${quote(name)}`,
  },
  {
    path: /(?:^|\/)((?:site|user)customize)(?:\.py|\/__init__\.py)$/,
    what: (name) => `new file that Python loads before everything (${name})`,
  },
  {
    path: /(?:^|\/)([^/]{1,80}\.pth)$/,
    text: /^import[ \t]/m,
    what: (name) => `new file whose lines Python runs before everything (${name})`,
  },
  {
    path: new RegExp(`^(?:\\.?bin/|tools/bin/|scripts/bin/)?(${PROGRAMS})(?:\\.(?:cmd|bat|exe|ps1))?$`),
    what: (name) => `new program with the name of another (${name})`,
  },
  {
    path: new RegExp(`^bin/(jest|vitest|mocha|jasmine|ava|pytest)\\.(?:[cm]?js|sh)$`),
    what: (name) => `new program with the name of a test runner (${name})`,
  },
  {
    // A package may offer a module of that name beside its main one.
    path: new RegExp(`^(jest|vitest|mocha|jasmine|ava|pytest)\\.(?:[cm]?js|sh)$`),
    text: /^#!|\bprocess\b|\bconsole\./,
    what: (name) => `new program with the name of a test runner (${name})`,
  },
  {
    path: new RegExp(`(?:^|/)node_modules/(?:\\.bin/(?:(${PROGRAMS})$)|(?:${PACKAGES}|assert)/)`),
    what: (name) => `new file in place of an installed program${name === '' ? '' : ` (${name})`}`,
  },
  {
    // A folder may be put in front of the others on the PATH.
    path: new RegExp(`^(?!docs?/|examples?/)[\\w./-]{1,100}/(${PROGRAMS})$`),
    text: /^#!/,
    what: (name) => `new program with the name of another (${name})`,
  },
]

/** `others`: what the readers of known kinds found; a file is told of once. */
export function newShadows(
  changes: readonly FileChange[],
  named: NamedFiles,
  others: readonly TamperFinding[],
): TamperFinding[] {
  const told = new Set(others.map(({ file }) => file))
  const added = changes.filter(({ path, how }) => how === 'added' && !(told.has(path) && kindOfConfig(path)))
  return added.flatMap((change) => shadowOf(change, changes, named) ?? [])
}

function shadowOf(
  { path, after }: FileChange,
  changes: readonly FileChange[],
  named: NamedFiles,
): TamperFinding | undefined {
  if (named.get(path)?.use === 'shadows' && !isTakingOver(path, changes))
    return finding('shadowed', path, 1, 'new file that a check uses instead of the one before')
  if (isTarget(path, changes, named))
    return finding('shadowed', path, 1, `new file that make takes for the target ${quote(path)}, which is then done`)
  for (const { path: pattern, what, text } of RULES) {
    const hit = pattern.exec(path)
    if (!hit || (text && !text.test(after ?? '')) || isMoved(path, after, changes)) continue
    return finding('shadowed', path, 1, what(hit[1] ?? hit[2] ?? ''))
  }
  return undefined
}

/** A target that is a file is not made again, unless the Makefile calls it phony. */
function isTarget(path: string, changes: readonly FileChange[], named: NamedFiles): boolean {
  if (!isCheckName(path) || !/^[\w-]+$/.test(path)) return false
  const changed = changes.find((other) => MAKEFILE.test(other.path))
  const isPhony = new RegExp(`^\\.PHONY[^\\n]*[: ]${path}(?:\\s|$)`, 'm').test(changed?.after ?? '')
  const isCalled = [...named].some(([file, { calls }]) => MAKEFILE.test(file) && calls.includes(path))
  return isCalled && changed?.after !== undefined && !isPhony
}

const MAKEFILE = /^(?:GNUm|[Mm])akefile$/

/** The config that it comes before was changed too: what moved is compared where that is read. */
function isTakingOver(path: string, changes: readonly FileChange[]): boolean {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const others = overruledBy(path.slice(folder.length))
  return changes.some(
    (other) =>
      other.before !== other.after && other.path.startsWith(folder) && others.includes(other.path.slice(folder.length)),
  )
}

/** The whole file stood elsewhere before, or most of it in this folder under another ending. */
function isMoved(path: string, after: string | undefined, changes: readonly FileChange[]): boolean {
  if (after === undefined || after === '') return false
  return changes.some(
    ({ path: other, how, before = '' }) =>
      how === 'deleted' &&
      (before === after || (withoutEnding(other) === withoutEnding(path) && isMostlyIn(before, after))),
  )
}

function isMostlyIn(text: string, other: string): boolean {
  return isShared(codeLines(text), new Set(codeLines(other)), MOST)
}

const MOST = 0.6
