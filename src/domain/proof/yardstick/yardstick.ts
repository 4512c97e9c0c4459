// Which files the work is measured by: tests, check scripts, CI, lint and type configs, our own config. By path alone.
import { lazily, lazyWords } from '../../../contract/lazily.ts'
import { languageOf } from '../source/languages.ts'

/** Does the content of this file matter to the watch? Path with forward slashes, relative to the workspace root. */
export function isYardstick(path: string): boolean {
  return isTestFile(path) || isForeignTest(path) || kindOfConfig(path) !== undefined
}

const NOT_OURS = /(?:^|\/)(?:node_modules|vendor|\.venv|venv|site-packages|dist|target)\//

const TEST_FOLDERS =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e|cypress|playwright|testing|test[-_]?(?:utils?|helpers?|support|suite|kit)|(?:unit|integration|functional|acceptance|android|common|jvm)[-_]?tests?|[\w.]+\.(?:Unit|Integration)?Tests?)\//i

const TEST_NAMES =
  /(?:[._-](?:tests?|specs?|e2e|cy|unittest|test-d)\.[a-z]{1,6}$)|(?:^|\/)(?:tests?|specs?)[-_.][^/]{1,200}$|(?:^|\/)(?:tests?|conftest)\.[a-z]{1,4}$|[a-z0-9](?:Tests?|TestCase|IT|Specs?)\.[a-z]{1,6}$/

/** Rust keeps tests beside the code in the same file, so every Rust file may hold some. */
export function isTestFile(path: string): boolean {
  if (!languageOf(path) || NOT_OURS.test(path)) return false
  return path.endsWith('.rs') || TEST_FOLDERS.test(path) || TEST_NAMES.test(path)
}

/** Endings of tests, whatever else they are called. */
const ownEndings = lazyWords('bats feature phpt robot t vader')
/** Endings of programs in languages that we do not read. */
const foreignEndings = lazyWords(
  `adb awk bash bats bb cairo cl clj cljc cljs cmd coffee cr csh cu d el elm erl f f03 f08 f90 f95 feature fish
  fnl fsx gd gleam hs hx hy janet jl jsonnet ksh lean lhs lisp litcoffee lua m ml mm moon move nim nix nse p6 pas php5
  phpt pl ps1 purs r raku re rego rkt robot roc scm sh sml sol ss sv t tcl v vader vhd vhdl vim vy wast wat
  zig zsh`,
)

const RUST_TESTS = /(?:^|\/)(?:tests|benches)\/|(?:^|\/)(?:tests?|\w{1,60}_tests?)\.rs$/

/** Rust: nothing but tests, by its place or, as the home of `mod tests;`, by its name. */
export function isRustTest(path: string): boolean {
  return RUST_TESTS.test(path)
}

/** Code of theirs that others take in: no runner runs it. */
const moduleEndings = lazyWords('ads cuh hh hrl hxx mli pm psm1 rakumod')

/** In a language that we do not read. */
export function isForeignCode(path: string): boolean {
  const ending = endingOf(path)
  return foreignEndings().has(ending) || moduleEndings().has(ending)
}

/** A test by its place and name in a language that we do not read: what it asserts is not known, that it is there is. */
export function isForeignTest(path: string): boolean {
  const ending = endingOf(path)
  if (!foreignEndings().has(ending) || NOT_OURS.test(path) || TEST_DATA_FOLDERS.test(path)) return false
  return isForeignName(path) || (isTestPlace(path) && !isSupport(path))
}

/** Its name alone says so, so that a runner finds it. */
export function isForeignName(path: string): boolean {
  if (ownEndings().has(endingOf(path))) return true
  return (TEST_NAMES.test(path) || /[._-](?:tests?|specs?)\.\w{1,6}$/i.test(path)) && !NAMED_SUPPORT.test(path)
}

/** Also a folder `t`, as in Perl. */
export function isTestPlace(path: string): boolean {
  return TEST_FOLDERS.test(path) || /(?:^|\/)x?t\//.test(path)
}

/** What tests are run by and what helps them: who takes it away breaks them. */
const NAMED_SUPPORT =
  /(?:^|\/)(?:(?:run|all)[._-]?)?(?:tests?|specs?)[._-]?(?:all|common|config|env(?:ironment)?|functions?|helpers?|init|lib|main|run(?:ner)?|setup|suite|support|teardown|utils?)?\.\w+$/i
const SUPPORT =
  /(?:^|\/)(?:assets|data|examples?|helpers?|inputs?|libs?|mocks?|modules|resources|samples?|scripts|steps?|step_definitions|stubs?|support|templates?|tools|utils?)\/|(?:^|\/)(?:helpers?|setup|teardown)\b[^/]*$|(?:^|[/._-])(?:common|config|env|functions?|helpers?|init|lib|main|run(?:ner)?|setup|support|teardown|utils?)\.\w+$/i

/** By what stands below the folder of tests. */
function isSupport(path: string): boolean {
  return NAMED_SUPPORT.test(path) || SUPPORT.test(path.replace(/^(?:.*\/)?(?:tests?|specs?|e2e|x?t)\//i, ''))
}

/** In small letters, without the dot; empty where there is none. */
export function endingOf(path: string): string {
  const dot = path.lastIndexOf('.')
  return dot > path.lastIndexOf('/') + 1 ? path.slice(dot + 1).toLowerCase() : ''
}

const TEST_DATA_FOLDERS = /(?:^|\/)(?:__snapshots__|snapshots|fixtures?|__fixtures__|testdata|test[-_]data|goldens?)\//i

const DATA_NAMES =
  /\.(?:jsonc?|json5|jsonl|ndjson|ya?ml|toml|csv|tsv|txt|md|html?|xml|svg|sql|ambr|out|stdout|stderr|approved|received|expected|diff)$/i

const SNAPSHOT_NAMES = /\.(?:snap|shot|ambr|golden|(?:approved|verified)(?:\.[a-z]{1,6})?|snap\.new)$/i

/** Data that tests compare with or run on: snapshots, golden files, tables of cases. */
export function isTestData(path: string): boolean {
  const isSnapshot = SNAPSHOT_NAMES.test(path)
  if (!isSnapshot && !(DATA_NAMES.test(path) && (TEST_FOLDERS.test(path) || TEST_DATA_FOLDERS.test(path)))) return false
  return !NOT_OURS.test(path)
}

const BINARY_NAMES = /\.(?:png|jpe?g|gif|webp|ico|pdf|bin|dat|gz|zip|tar|wasm|pb|sqlite3?|db|bmp|tiff?)$/i

/** What tests compare with or run on and is no text. */
export function isTestBinary(path: string): boolean {
  return BINARY_NAMES.test(path) && (TEST_FOLDERS.test(path) || TEST_DATA_FOLDERS.test(path)) && !NOT_OURS.test(path)
}

export type ConfigKind =
  | 'own'
  | 'package'
  | 'makefile'
  | 'shell'
  | 'tox'
  | 'nox'
  | 'ci'
  | 'lint'
  | 'types'
  | 'runner'
  | 'mixed'
  | 'build'

const CONFIGS: readonly (readonly [ConfigKind, RegExp])[] = [
  ['own', /(?:^|\/)fullstop\.json$/],
  ['package', /(?:^|\/)(?:package\.json|deno\.jsonc?)$/],
  ['makefile', /(?:^|\/)(?:GNU)?[Mm]akefile$|\.mk$|(?:^|\/)\.?[Jj]ustfile$/],
  ['tox', /(?:^|\/)tox\.ini$/],
  ['nox', /(?:^|\/)noxfile\.py$/],
  [
    'ci',
    /(?:^|\/)(?:\.github\/workflows\/[^/]+\.ya?ml|\.github\/actions\/.+\.ya?ml|\.gitlab-ci\.ya?ml|\.gitlab\/.+\.ya?ml|\.circleci\/.+\.ya?ml|\.?azure-pipelines[\w.-]*\.ya?ml|\.travis\.ya?ml|Jenkinsfile[\w.-]*|bitbucket-pipelines\.ya?ml|\.buildkite\/.+|\.drone\.ya?ml|\.woodpecker\/.+\.ya?ml|\.woodpecker\.ya?ml|\.forgejo\/workflows\/.+\.ya?ml|\.gitea\/workflows\/.+\.ya?ml|appveyor\.ya?ml|\.cirrus\.ya?ml|\.pre-commit-config\.ya?ml|lefthook\.ya?ml|[Tt]askfile(?:\.dist)?\.ya?ml)$/,
  ],
  [
    'shell',
    /(?:^|\/)(?:\.husky\/[^/_][^/]*|(?:[\w.-]*[-_.])?(?:tests?|lint|check|checks|verify|ci|typecheck|validate|presubmit)(?:[-_.][\w.-]*)?\.(?:sh|bash|zsh|ps1|bat|cmd))$|(?:^|\/)(?:\.?ci|\.?tests?)\/[^/]+\.(?:sh|bash)$|(?:^|\/)(?:scripts?|script|bin|tools|hack)\/(?:[\w-]*[-_])?(?:tests?|lint|check|verify|ci|cibuild)$/,
  ],
  [
    'lint',
    /(?:^|\/)(?:\.eslintrc(?:\.[a-z]+)?|eslint\.config\.[cm]?[jt]s|\.eslintignore|biome\.jsonc?|\.?oxlintrc\.jsonc?|oxlint\.config\.[cm]?[jt]s|\.oxlintignore|tslint\.json|xo\.config\.[cm]?[jt]s|\.stylelintrc(?:\.[a-z]+)?|stylelint\.config\.[cm]?[jt]s|\.stylelintignore|\.?ruff\.toml|\.flake8|\.?pylintrc(?:\.toml)?|\.golangci\.(?:ya?ml|toml|json)|\.?clippy\.toml|\.rubocop(?:_todo)?\.ya?ml|checkstyle[\w-]*\.xml|\.?pmd[\w-]*\.xml|spotbugs[\w-]*\.xml|\.?phpcs\.xml(?:\.dist)?|detekt[\w-]*\.ya?ml|\.swiftlint\.ya?ml|\.credo\.exs|\.markdownlint[\w.-]*|\.hadolint\.ya?ml|\.shellcheckrc)$/,
  ],
  [
    'types',
    /(?:^|\/)(?:(?:ts|js)config[\w.-]*\.json|\.?mypy\.ini|pyrightconfig\.json|phpstan[\w.-]*\.neon(?:\.dist)?|phpstan\.dist\.neon|psalm\.xml(?:\.dist)?|psalm-baseline\.xml|phpstan-baseline\.neon|\.pyre_configuration)$/,
  ],
  [
    'runner',
    /(?:^|\/)(?:(?:jest|vitest|playwright|cypress|karma|karma\.conf|wdio|ava|nyc|jasmine|protractor)[\w.-]*\.(?:config|conf|workspace|setup)\.[cm]?[jt]sx?|(?:jest|vitest|playwright|cypress|ava|nyc)\.config\.(?:json|[cm]?[jt]s)|vite\.config\.[cm]?[jt]s|vitest\.workspace\.(?:json|[cm]?[jt]s)|karma\.conf\.[cm]?[jt]s|cypress\.json|\.mocharc(?:\.[a-z]+)?|mocha\.opts|\.nycrc(?:\.json)?|\.c8rc(?:\.json)?|\.?pytest\.ini|\.coveragerc|conftest\.py|\.?codecov\.ya?ml|\.rspec|phpunit\.xml(?:\.dist)?|jasmine\.json|bunfig\.toml|nextest\.toml|\.taprc|(?:site|user)customize\.py)$/,
  ],
  ['mixed', /(?:^|\/)(?:pyproject\.toml|setup\.cfg|Cargo\.toml)$/],
  [
    'build',
    /(?:^|\/)(?:\.npmrc|\.yarnrc(?:\.yml)?|\.cargo\/config(?:\.toml)?|pom\.xml|\.mvn\/(?:maven|jvm)\.config|(?:build|settings)\.gradle(?:\.kts)?|gradle\.properties|Directory\.Build\.(?:props|targets)|[\w.-]+\.(?:cs|fs|vb)proj|[\w.-]*\.runsettings|turbo\.jsonc?|nx\.json|project\.json|sonar-project\.properties|CMakeLists\.txt|CTestCustom\.cmake(?:\.in)?|[Tt]ests?\.cmake|mix\.exs|Rakefile|[\w.-]+\.rake)$/,
  ],
]

/** Nearly all paths of a repository are none of these: one look tells. To compile it takes milliseconds. */
const anyConfig = lazily(() => new RegExp(CONFIGS.map(([, { source }]) => source).join('|')))

export function kindOfConfig(path: string): ConfigKind | undefined {
  return isPlainFile(path) ? undefined : kindByPattern(path)
}

export function kindByPattern(path: string): ConfigKind | undefined {
  if (!anyConfig().test(path) || NOT_OURS.test(path)) return undefined
  return CONFIGS.find(([, pattern]) => pattern.test(path))?.[0]
}

const scripts = lazyWords('js jsx ts tsx cjs cjsx cts ctsx mjs mjsx mts mtsx')
const others = lazyWords(
  `c cc cpp cs css csv dart ex fs gif go h hpp htm html ico java jpeg jpg kt less lock log lua map md pdf php png proto
  rb rs scala scss snap sql svelte svg swift tsv ttf txt vb vue webp woff woff2`,
)
/** What the name of a script's config has in it. */
const CONFIG_PARTS = ['.config.', '.conf.', '.workspace.', '.setup.']

/** True only where no pattern above can match; the names of most files tell without one. */
function isPlainFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  // Some hidden folders and files are configs whatever they end in.
  if (path.startsWith('.') || path.includes('/.') || name.startsWith('Jenkinsfile')) return false
  const ending = name.slice(name.lastIndexOf('.') + 1)
  if (scripts().has(ending)) return !CONFIG_PARTS.some((part) => name.includes(part))
  if (ending === 'py') return !(name === 'noxfile.py' || name === 'conftest.py' || name.endsWith('customize.py'))
  return name.length > ending.length && others().has(ending) && name !== 'CMakeLists.txt'
}
