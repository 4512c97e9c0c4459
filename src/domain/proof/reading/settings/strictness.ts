// What makes a lint, type or test-runner config stricter or looser, by the names of its keys: tables only.

/** Stricter when true. */
export const STRICT_WHEN_TRUE =
  /^(?:strict|strict[A-Z]\w*|strict_\w+|alwaysStrict|noImplicit\w+|noUnused\w+|noUnchecked\w+|noFallthrough\w+|noPropertyAccess\w+|noUncheckedSideEffectImports|noEmitOnError|exactOptionalPropertyTypes|useUnknownInCatchVariables|forceConsistentCasingInFileNames|checkJs|isolatedDeclarations|disallow_\w+|warn_\w+|check_untyped_defs|no_implicit_\w+|extra_checks|xfail_strict|strict-markers|forbidOnly|forbid[A-Z]\w*|failOn\w+|failFast|fail_ci_if_error|reportUnusedDisableDirectives|check-coverage|checkCoverage|enabled|Enabled|recommended|all|treatWarningsAsErrors|findUnused\w+|branch|errorOnWarning|preview-lints|cache-coverage|asyncWrap)$/

/** Looser when true. */
export const STRICT_WHEN_FALSE =
  /^(?:noCheck|allowUnreachableCode|allowUnusedLabels|suppress\w+|ignore_errors|passWithNoTests|allow_untyped_\w+|allow_redefinition|implicit_optional|implicit_reexport|allowOnly|dangerouslyIgnoreUnhandledErrors|noStrict\w*|exit-zero|exit_zero|skip_covered_check|skip|todo|DisabledByDefault|disableAllChecks|testFailureExitCode|updateSnapshot|allowEmptyTests|informational)$/

/** Lists of what is left out; they may also be maps of lists. */
export const LEFT_OUT =
  /^(?:(?:extend-|extend_|per-file-)?ignores?|ignore(?!Deprecations$)[A-Z]\w*|ignore_\w+|ignored?-\w+|(?:extend-|extend_)?exclude[sd]?|exclude[A-Z]\w*|exclude_(?!also$|lines$)\w+|exclude-\w+|exclusions|extend-per-file-ignores|Exclude|globalIgnores|testPathIgnorePatterns|testIgnore|coveragePathIgnorePatterns|modulePathIgnorePatterns|omit|disable|disabled|disabled_rules|disable_error_code|disableErrorCode|norecursedirs|collect_ignore|collect_ignore_glob|deselect|skip-files|skip-dirs|excludedFiles|grepInvert|allowed-confusables|ignoreErrors|excludePaths|suppress)$/

/** Lists of what is looked at. */
export const LOOKED_AT =
  /^(?:include|files|(?:extend-|extend_)?select|enable|testMatch|testRegex|testpaths|testDir|roots|projects|collectCoverageFrom|python_files|python_functions|python_classes|spec|specPattern|extends|plugins|linters|enable_error_code|enableErrorCode|tests|filterwarnings|only_rules|opt_in_rules|Include|packages|paths)$/

/** Leaving these lists out altogether looks at less; leaving out the others looks at all. */
export const NEEDED = /^(?:(?:extend-|extend_)?select|enable|extends|plugins|filterwarnings|opt_in_rules)$/

/** A test filter: adding one runs fewer tests. */
export const FILTER = /^(?:f?grep|testNamePattern|onlyChanged|shard|onlyFailures|default-filter)$/

/** Numbers below which a check fails. */
export const FLOOR =
  /^(?:branches|functions|lines|statements|fail_under|fail-under|minimum_coverage|min_coverage|autoUpdateFloor|level|target|perFile|instruction|coverageThreshold|line|function|statement)$/

/** Numbers above which a check fails, or how often a failing test may try again. */
export const CEILING =
  /^(?:retries|retry|reruns|max-warnings|maxWarnings|max-complexity|max_complexity|maxComplexity|errorLevel|threshold|[\w-]+-threshold|max-issues-per-linter|max-same-issues|minErrorLevel|flaky_test_retries|max-args|max-locals|max-branches|max-statements|max-returns|max-public-methods|Max|maxDiffPixels|maxDiffPixelRatio)$/

/** Names that golangci-lint gave up, and what took their place. */
export const RETIRED =
  /^(?:golint|interfacer|maligned|scopelint|deadcode|structcheck|varcheck|ifshort|nosnakecase|exhaustivestruct|exhaustruct|gomnd|goerr113|execinquery|exportloopref|megacheck|tenv|gas|gosimple|stylecheck|typecheck|tslint|UP038|E999|ANN101|ANN102|PGH001|PGH002)$/

/** Lints that Clippy itself has given up; to name one brings a warning and nothing else. */
export const RETIRED_CLIPPY =
  /\bclippy\.(?:string_to_string|match_on_vec_items|option_map_or_err_ok|wrong_pub_self_convention|pub_enum_variant_names|if_let_redundant_pattern_matching|filter_map|find_map|unused_collect|unsafe_vector_initialization|misaligned_transmute|should_assert_eq|regex_macro)(?:\.level)?$/

/** Not the work itself: documents and examples beside it, declarations, what a tool writes. */
export const BESIDE =
  /^(?:\*\*\/|\.\/|\/)*(?:docs?|documentation|examples?|samples?|sandbox|playgrounds?|website|benchmarks?|bench|scripts?|fixtures|__fixtures__|testdata|assets|templates?)(?:\/.*)?$|^(?:[\w@*.-]+\/)+(?:fixtures?|__fixtures__|testdata|stubs|playgrounds?|examples?|demos?|vendor)(?:\/.*)?$|^(?:[\w@*.-]+\/)*\.[a-z][\w-]+(?:\/\*{0,2})?$|^e2e\/?\*{0,2}$|\.d\.[cm]?ts$|(?:^|\/)(?:schema\.rb|package(?:-lock)?\.json|conftest\.py|setup\.py|manage\.py|noxfile\.py)$|\.(?:config|conf)\.[cm]?[jt]s$/

/** Folders that nobody writes by hand. */
export const GENERATED =
  /^(?:\*\*\/|\.\/|\/|<rootDir>\/)*(?:dist|build|out|output|coverage|node_modules|\.next|\.nuxt|\.turbo|\.cache|target|\.venv|venv|env|__pycache__|\.git|\.tox|\.mypy_cache|\.pytest_cache|\.ruff_cache|vendor|storybook-static|generated|__generated__|gen|migrations|\.svelte-kit|\.output|\.vercel|public|tmp|htmlcov|playwright-report|test-results|\.yarn|\.idea|\.vscode|gemfiles|tap-testdir\*?|\.tap|build-[\w-]+)(?:\/\*{0,2}(?:\/\*)?)?\/?$|\.(?:min|gen|generated|pb)\.(?:\w+|\*)$|\.snap$|\.md$|lock|node_modules|^(?:\.\/|\*\*\/)?vendor\/bundle\b/

/** How code is laid out; formatters see to that, and eslint itself has given these rules up. */
export const LAYOUT_RULE =
  /^(?:@stylistic\/.*|(?:@typescript-eslint\/|style\/|ts\/|react\/jsx-)?(?:array-(?:bracket|element)-(?:newline|spacing)|arrow-(?:parens|spacing)|block-spacing|brace-style|comma-(?:dangle|spacing|style)|computed-property-spacing|dot-location|eol-last|func-call-spacing|function-(?:call-argument|paren)-newline|generator-star-spacing|implicit-arrow-linebreak|indent|jsx-quotes|key-spacing|keyword-spacing|linebreak-style|lines-(?:around-comment|between-class-members)|max-len|max-statements-per-line|member-delimiter-style|multiline-ternary|new-parens|newline-per-chained-call|no-extra-(?:parens|semi)|no-mixed-spaces-and-tabs|no-multi-spaces|no-multiple-empty-lines|no-tabs|no-trailing-spaces|no-whitespace-before-property|nonblock-statement-body-position|object-(?:curly|property)-(?:newline|spacing)|one-var-declaration-per-line|operator-linebreak|padded-blocks|padding-line-between-statements|quote-props|quotes|rest-spread-spacing|semi|semi-(?:spacing|style)|space-(?:before-blocks|before-function-paren|in-parens|infix-ops|unary-ops)|spaced-comment|switch-colon-spacing|template-curly-spacing|template-tag-spacing|type-annotation-spacing|wrap-iife|wrap-regex|yield-star-spacing))$/
/** The same among the codes of Python's linters. */
export const LAYOUT_CODE =
  /^(?:E1\d\d?|E2\d\d?|E3\d\d?|E5\d\d?|W1\d\d?|W2\d\d?|W3\d\d?|W50[3-5]|Q0?\d*|COM8?\d*|Layout\/\w+)$/

const RANKS: readonly (readonly [RegExp, number])[] = [
  [/^(?:off|0|false|none|allow|null|ignore|disabled)$/, 0],
  [/^(?:info|information|hint|refactor)$/, 1],
  [/^(?:warn|warning|1)$/, 2],
  [/^(?:error|2|true|deny|on|fatal)$/, 3],
  [/^forbid$/, 4],
]

/** How hard a rule hits; undefined for what is no severity. */
export function severityRank(value: string): number | undefined {
  return RANKS.find(([pattern]) => pattern.test(value.toLowerCase()))?.[1]
}

/** From loose to strict. */
export const MODES: Readonly<Record<string, readonly string[]>> = {
  typeCheckingMode: ['off', 'basic', 'standard', 'recommended', 'strict'],
  follow_imports: ['skip', 'silent', 'normal', 'error'],
  severity: ['info', 'warning', 'error'],
  'new-code': ['off', 'on'],
}
