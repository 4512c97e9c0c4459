// Which programs a check starts, by its own command and by the script lines that package managers print.
import { toCommands } from '../../shell/commands.ts'
import { programName, withoutLaunchers } from '../programs.ts'

/** Each command as its words, launchers and assignments left out. */
export type Commands = readonly (readonly string[])[]

const MOST_ECHOES = 50

export function commandsIn(command: string, lines: readonly string[]): Commands {
  const echoes = lines.flatMap((line) => /^(?:\S+[:$] )?[>$] (\S.*)$/.exec(line)?.[1] ?? []).slice(0, MOST_ECHOES)
  return [command, ...echoes].flatMap(wordsOf)
}

function wordsOf(line: string): Commands {
  // Where its output goes elsewhere, nobody can expect to read it.
  return toCommands(line).flatMap(({ words, end, written }) => {
    const isElsewhere = end === '|' || end === '|&' || /[<>]/.test(written)
    const own = withoutLaunchers(withoutSettings(words.map((word, index) => (index < 6 ? programName(word) : word))))
    return own.length === 0 || isElsewhere ? [] : [own]
  })
}

const BEFORE = /^(?:[a-z_]\w*=.*|env|cross-env|cross-env-shell|time|nice|c8|nyc|xvfb-run|dotenv|--)$/i

function withoutSettings(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !BEFORE.test(word))
  return start < 0 ? [] : words.slice(start)
}

/** Options with which a runner prints something else, or does something else. */
const OTHER_OUTPUT =
  /^--?(?:reporters?|test-reporter|json|list\w*|version|help|[hVRfw]|qq+|collect-only|co|format|watch\w*|showConfig|clearCache|init|ui|pass-with-no-tests|no-run|fixtures|markers|no-output|no-results|teamcity)\b/i

export function startsRunner(commands: Commands, starts: readonly string[]): boolean {
  return commands.some((words) => {
    const isStart = starts.some((start) => start.split(' ').every((word, index) => words[index] === word))
    return (
      isStart &&
      !words.some((word, index) => OTHER_OUTPUT.test(word) && !SUMMARISES.test(`${word}=${words[index + 1]}`))
    )
  })
}

/** Reporters that close with the usual summary. */
const SUMMARISES = /^(?:--reporters?|-R)=(?:spec|dot|list|line|min|default|verbose|basic|tap)\b/i

/** It prints a dot or an X for each test, and nothing else if all pass. */
export function printsNodeDots(commands: Commands): boolean {
  return commands.some(
    (words) => words[0] === 'node' && words.includes('--test') && /--test-reporter[= ]dot\b/.test(words.join(' ')),
  )
}

/** The tests depend on what changed or failed before: their number says nothing about another run. */
const SELECTS =
  /^(?:affected|--affected|--changed\w*|--since\b.*|--onlyChanged|-o|--onlyFailures|--lastCommit|--findRelatedTests|related|--lf|--last-failed|--sw|--stepwise|--testmon|--only-changed|--changedSince=.*|--filter=.*\[.*)$/i

export function selectsTests(commands: Commands): boolean {
  return commands.some((words) => words.some((word) => SELECTS.test(word)))
}

/** Programs and scripts that check something else than tests. */
const NO_TESTS = new Set(
  `eslint oxlint biome prettier oxfmt dprint tsc tsgo vue-tsc svelte-check stylelint markdownlint cspell knip ruff black
  flake8 pylint isort mypy pyright basedpyright ty bandit golangci-lint staticcheck gofmt rubocop standardrb sorbet phpstan
  psalm php-cs-fixer pint ktlint detekt shellcheck hadolint actionlint webpack rollup esbuild tsup swc`.split(/\s+/),
)
const NO_TEST_COMMANDS =
  /^(?:cargo (?:build|check|clippy|fmt|doc)|go (?:build|vet|fmt)|dotnet (?:build|format)|(?:vite|next|nuxt|astro) build)\b/
const NO_TEST_SCRIPTS =
  /^(?:npm|pnpm|yarn|bun) (?:run |run-script )?(?:lint|build|compile|typecheck|type-check|check-types|types|tsc|format|fmt|prettier)(?=[:\s]|$)/

export function isNoTestRun(command: string): boolean {
  const all = wordsOf(command)
  return all.length > 0 && all.every(isOther)
}

function isOther(words: readonly string[]): boolean {
  const line = words.slice(0, 4).join(' ')
  return NO_TESTS.has(words[0] ?? '') || NO_TEST_COMMANDS.test(line) || NO_TEST_SCRIPTS.test(line)
}
