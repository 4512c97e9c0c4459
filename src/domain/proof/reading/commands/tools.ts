// What is known about tools and their flags: tables only. One notion of the same tool: its name, its subcommand, its mode.

/** Must stay: dropping one of them checks less. */
export const STRICT_FLAG =
  /^(?:--max-warnings|--coverage|--cov|--cov-fail-under|--fail-under|--threshold|--all|--all-files|--all-targets|--all-features|--workspace|--check|--check-only|--check-leaks|--check-coverage|--verify-no-changes|--list-different|--strict(?:-[\w-]+)?|--strict[A-Z]\w*|--no[A-Z]\w*|--noEmitOnError|--forbid-[\w-]+|--forbidOnly|--fail-[\w-]+|--failOn\w+|--fail-on-[\w-]+|--error-[\w-]+|--errors?-on-[\w-]+|--warnings-as-errors|--warn-as-error|-warnaserror|--werror|-Werror|--deny|--pedantic|--type-check|--typecheck|--doctest-modules|--100|--lines|--branches|--functions|--statements|--no-ignore|--verifytypes|--test|--show-error-end|-race|-D|-W|-Wall|--collectCoverage)(?:$|[=])/
/** Of these a flag in the list above means something else. */
export const HARMLESS_FLAG: Readonly<Record<string, RegExp>> = {
  tsc: /^--(?:noEmit|noErrorTruncation)$/,
  'sphinx-build': /^-(?:d|D)/,
  mocha: /^--(?:no-|noE)/,
}

/** Let failures pass, or look at less. */
export const WEAK_FLAG =
  /^(?:--passWithNoTests|--pass-with-no-tests|--no-verify|--quiet|--exit-zero|--no-error-on-unmatched-pattern|--testPathIgnorePatterns|--testPathPatterns?|--deselect|--ignore|--ignore-pattern|--ignore-glob|--skip|-skip|--exclude|--exclude-group|--exclude-testsuite|-k|-t|--testNamePattern|--test-name-pattern|--test-skip-pattern|--grep|--grep-invert|--invert|-g|--fgrep|--filter|--only|--shard|-u|--update|--updateSnapshot|--update-snapshots|--noCheck|--lf|--last-failed|--stepwise|--sw|--onlyChanged|--changed|--changedSince|--lastCommit|--staged|--new|--new-from-\w[\w-]*|--onlyFailures|--only-failures|--findRelatedTests|-run|-short|-list|--no-fail|--no-fail-on-error|--no-run|--continue-on-error|--continue-on-collection-errors|--suppress-tests|--retries|--retry|--reruns|--rerun-fails|--rerun-failed-tests|--retry-failed-tests|--flaky[_-]test[_-]attempts|-retry-tests-on-failure|--allow-\w+|--no-strict\w*|--strict=false|--coverage=false|--no-cov|--max-failures|--warn-only|--ignore-errors|--collect-only|--co|--setup-plan|--dry-run|--listTests|--list|--list-tests|--list-suites|--help|--version|--showConfig|--print-config|--init|-A|--cap-lints|--warn-unused-ignores=false|--test-only|--no-errors-on-unmatched|--diagnostic-level)(?:$|=)/

/** Weak only with these tools. */
export const WEAK_FOR: Readonly<Record<string, RegExp>> = {
  mvn: /^-D(?:skip|(?:surefire|failsafe)\.rerunFailingTestsCount=[1-9]|maven\.test\.(?:skip|failure\.ignore)|testFailureIgnore|test=)|^(?:-fn|--fail-never)$/,
  gradle: /^(?:-x|--exclude-task|--continue-on-failure|--tests)(?:$|=)/,
  pytest: /^(?:-m|--version|-h)(?:$|=)/,
  cargo: /^--(?:lib|bins?|test|doc|examples?)(?:$|=)/,
  ctest:
    /^(?:-(?:R|E|L|LE|N|I)|--(?:tests|exclude|label|label-exclude)-regex|--tests-information|--show-only|--rerun-failed|--no-tests=ignore|--repeat)(?:$|=)/,
  rspec:
    /^(?:(?:-t|--tag|-e|--example|--exclude-pattern|--next-failure)(?:$|=)|--failure-exit-code=0$|(?:-P|--pattern)=(?!.{0,200}\*\*))/,
  mix: /^--(?:only|exclude|stale|failed|exit-status=0)(?:$|=)/,
  tsc: /^(?:-v|-h|--skipDefaultLibCheck)$/,
  node: /^(?:-v|-h)$/,
  phpunit: /^--(?:group|testsuite)(?:$|=)/,
  tox: /^--(?:notest|skip-missing-interpreters|listenvs)(?:$|=)/,
  'golangci-lint': /^--(?:new|issues-exit-code=0|new-from-rev)(?:$|=)/,
}
/** They put files together. */
export const BUNDLER =
  /^(?:webpack|webpack-cli|rollup|esbuild|parcel|tsup|tsdown|unbuild|rspack|rsbuild|rolldown|vite|react-scripts|vue-cli-service|terser|uglifyjs|uglify-js|babel|swc|bunchee|pkgroll)$/

/** Not weak with these tools, whatever the list above says. */
export const FINE_FOR: Readonly<Record<string, RegExp>> = {
  babel: /^--(?:quiet|ignore|only)(?:$|=)/,
  run: /^--(?:filter|if-present|silent|quiet|list)(?:$|=)/,
  pytest: /^(?:-t|-g|-u|--quiet)(?:$|=)/,
  gradle: /^--(?:quiet|dry-run=false)$/,
  dotnet: /^(?:-t|--list)(?:$|=)/,
  'pre-commit': /^--(?:all-files|show-diff-on-failure)$/,
  'golangci-lint': /^-(?:v|D=.*)$/,
  make: /^-k$/,
  // What the program under test may do.
  deno: /^--allow-/,
  // They run the rest too, and still fail.
  'run-p': /^--continue-on-error$/,
  'run-s': /^--continue-on-error$/,
  'npm-run-all': /^--continue-on-error$/,
  'php-cs-fixer': /^--dry-run$/,
  mvn: /^(?:-t|-u|--quiet|-g)(?:$|=)/,
}

/** What the first word behind a tool may be: another one is another thing. The first of each row is meant where none stands. */
export const SUBCOMMANDS: Readonly<Record<string, readonly string[]>> = {
  go: [
    '',
    'test',
    'vet',
    'build',
    'fmt',
    'run',
    'generate',
    'install',
    'mod',
    'tool',
    'list',
    'version',
    'env',
    'clean',
  ],
  cargo: [
    '',
    'test',
    'build',
    'check',
    'clippy',
    'fmt',
    'run',
    'bench',
    'doc',
    'miri',
    'deny',
    'audit',
    'tree',
    'fetch',
  ],
  ruff: ['check', 'format', 'rule', 'clean', 'version', 'config'],
  deno: ['', 'test', 'check', 'lint', 'fmt', 'bench', 'run', 'task', 'compile', 'cache'],
  dotnet: ['', 'test', 'build', 'restore', 'publish', 'pack', 'run', 'format', 'clean', 'vstest'],
  bun: ['', 'test', 'build', 'run', 'install'],
  biome: ['', 'check', 'lint', 'format', 'ci', 'init', 'migrate'],
  'golangci-lint': ['run', 'fmt', 'linters', 'config', 'version'],
  swift: ['', 'test', 'build', 'run', 'package'],
  bazel: ['', 'test', 'build', 'run', 'query', 'coverage'],
  flutter: ['', 'test', 'analyze', 'build', 'pub', 'doctor'],
  dart: ['', 'test', 'analyze', 'format', 'run', 'pub'],
  vitest: ['run', 'watch', 'dev', 'list', 'bench', 'init', 'related'],
  playwright: ['', 'test', 'install', 'show-report', 'codegen', 'merge-reports'],
  cypress: ['', 'run', 'open', 'verify', 'info'],
  'pre-commit': ['', 'run', 'install', 'autoupdate', 'clean', 'gc'],
  tox: ['run', 'r', 'p', 'run-parallel', 'l', 'list', 'config', 'devenv'],
  coverage: ['', 'run', 'report', 'html', 'xml', 'combine', 'erase'],
  phpstan: ['analyse', 'analyze', 'clear-result-cache', 'list'],
  mix: ['', 'test', 'compile', 'format', 'credo', 'deps.get'],
  oxlint: [''],
}
/** The same thing under another word. */
const SAME_SUBCOMMAND: Readonly<Record<string, string>> = {
  watch: 'run',
  dev: 'run',
  r: 'run',
  p: 'run',
  'run-parallel': 'run',
  analyze: 'analyse',
}
/** What else each of them does on its way. */
const INCLUDED: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  go: { test: ['build'] },
  cargo: { test: ['build', 'check'], clippy: ['check'], build: ['check'] },
  dotnet: { test: ['build'] },
  swift: { test: ['build'] },
  bazel: { test: ['build'], coverage: ['test', 'build'] },
  biome: { check: ['lint', 'format'], ci: ['check', 'lint', 'format'] },
}

/** The subcommand in its usual spelling; none where the tool has none. */
export function subcommandOf(tool: string, files: readonly string[]): string | undefined {
  const [first = ''] = files
  if (tool.startsWith('$')) return first
  const known = SUBCOMMANDS[tool]
  if (!known) return undefined
  const word = known.includes(first) ? first : (known[0] ?? '')
  if (tool === 'flutter' || tool === 'dart' || !Object.hasOwn(SAME_SUBCOMMAND, word)) return word
  return SAME_SUBCOMMAND[word] ?? word
}

/** Is the word behind the tool its subcommand, not a file? */
export function hasSubcommand(tool: string, files: readonly string[]): boolean {
  const [first] = files
  return first !== undefined && first !== '' && (tool.startsWith('$') || SUBCOMMANDS[tool]?.includes(first) === true)
}

export function includesSubcommand(tool: string, now: string, old: string): boolean {
  return now === old || INCLUDED[tool]?.[now]?.includes(old) === true
}

/** Say or prepare something; nothing is proven by them. */
export const NO_PROOF =
  /^(?:echo|printf|cd|mkdir|rm|rimraf|cp|mv|true|:|sleep|export|set|source|\.|exit|cat|ls|pwd|which|fi|done|else|elif|case|esac|for|while|touch|chmod|date|clear|del-cli|shx|trap|local|return|test|\{|\}|\(|\)|curl|wget|apt-get|apt|brew|choco|pip|pip3|pip-compile|docker|docker-compose|git|install|open|xdg-open|codecov|coveralls|(?:\.\/)?cc-test-reporter|pear|pecl|gem|rustup|nvm|corepack|kill|pkill|tar|zip|unzip|find|xargs|sed|awk|head|tail|tee|ln|env|tput|say|start|gox|gsutil|aws|gcloud|ssh|scp|rsync)$/

/** What kind of thing a tool finds out. */
export const KINDS: readonly (readonly [string, RegExp])[] = [
  [
    'test',
    /^(?:jest|vitest|mocha|ava|tap|tape|uvu|qunit|jasmine|playwright|cypress|karma|borp|wtr|web-test-runner|pytest|unittest|rspec|phpunit|pest|ctest|tox|nox|rake)$/,
  ],
  [
    'lint',
    /^(?:eslint|biome|oxlint|tslint|stylelint|xo|standard|ruff|flake8|pylint|golangci-lint|gometalinter|golint|revive|staticcheck|rubocop|phpcs|standardx|gts|shellcheck|actionlint|hadolint|pre-commit)$/,
  ],
  ['types', /^(?:tsc|vue-tsc|svelte-check|mypy|pyright|basedpyright|ty|pyrefly|phpstan|psalm)$/],
  ['type tests', /^(?:tsd|tstyche|dtslint)$/],
  ['format', /^(?:prettier|black|oxfmt|dprint|gofmt|gofumpt|goimports|rustfmt|isort|autopep8|yapf)$/],
]

export const CHECK_TOOL =
  /^(?:jest|vitest|mocha|ava|tap|playwright|cypress|karma|pytest|tox|nox|unittest|ruff|flake8|pylint|mypy|pyright|basedpyright|black|isort|eslint|biome|oxlint|tslint|stylelint|prettier|oxfmt|dprint|tsc|vue-tsc|svelte-check|tsd|dtslint|knip|cargo|go|golangci-lint|staticcheck|rspec|rubocop|rake|phpunit|pest|phpstan|psalm|phpcs|dotnet|mvn|gradle|make|just|task|ctest|swift|mix|bazel|sbt|nx|turbo|lerna|grunt|gulp|bun|deno|node|shellcheck|actionlint|hadolint|pre-commit|xo|standard|composer|flutter|dart|ninja|meson|ty|pyrefly|coverage|madge|php-cs-fixer|\$\w+|\$[({]\w+[)}])$/
export const CHECK_WORD =
  /(?:^|[^a-z])(?:tests?|lint|check|verify|vet|clippy|typecheck|validate|coverage|cov|ci|build|spec|specs|e2e|audit)(?:$|[^a-z])/i
export const BARE_PROOF =
  /^(?:jest|vitest|mocha|ava|tap|qunit|jasmine|playwright|cypress|karma|borp|wtr|web-test-runner|pytest|unittest|tox|nox|ruff|flake8|pylint|mypy|pyright|basedpyright|eslint|biome|oxlint|tslint|stylelint|tsc|vue-tsc|svelte-check|tsd|tstyche|dtslint|golangci-lint|gometalinter|golint|revive|staticcheck|rspec|rubocop|phpunit|pest|phpstan|psalm|phpcs|ctest|shellcheck|actionlint|hadolint|xo|standard|check-action)$/
