// Checks that an agent ran by itself, as its transcript shows them: which command lines are checks, and whether a failure
// is one of the check or only of the attempt to run it. In doubt a line is no check, and a failure is none.
import { lazyWords } from '../../contract/lazily.ts'
import { given } from '../../contract/given.ts'
import { toCommands } from '../shell/commands.ts'
import { type Started, startedPrograms } from '../shell/unwrapped.ts'
import { firstFailureLine } from './output/failure-lines.ts'
import { withoutLaunchers } from './programs.ts'

export interface CheckSeen {
  readonly command: string
  readonly result: 'passed' | 'failed' | 'could-not-run'
  readonly exitCode?: number
  /** The line of its output that names the failure. */
  readonly line?: string
}

const checkers =
  lazyWords(`pytest py.test unittest nose2 tox nox vitest jest mocha ava jasmine tap phpunit pest rspec ctest cypress
  eslint oxlint stylelint tsc tsgo vue-tsc svelte-check ruff flake8 pylint mypy pyright basedpyright golangci-lint
  staticcheck rubocop phpstan psalm ktlint detekt shellcheck actionlint`)

/** Programs that are checks only with one of these words behind them. */
const WITH_WORD: Readonly<Record<string, RegExp>> = {
  node: /^--test$/,
  bun: /^test$/,
  deno: /^(?:test|check|lint)$/,
  cargo: /^(?:test|check|clippy|build|nextest)$/,
  go: /^(?:test|vet|build)$/,
  dotnet: /^(?:test|build)$/,
  mix: /^(?:test|credo|dialyzer)$/,
  swift: /^(?:test|build)$/,
  zig: /^(?:test|build)$/,
  dart: /^(?:test|analyze)$/,
  flutter: /^(?:test|analyze)$/,
  rails: /^test$/,
  'manage.py': /^test$/,
  playwright: /^test$/,
  biome: /^(?:check|lint|ci)$/,
  mvn: /^(?:test|verify|package|install)$/,
  mvnw: /^(?:test|verify|package|install)$/,
}
const runsScripts = lazyWords('npm pnpm yarn bun make gmake just task rake gradle gradlew turbo nx composer invoke')
const SCRIPT =
  /^(?:run-)?(?:tests?|t|lint|typecheck|type-check|check-types|types|tsc|build|check|checks|verify|validate|ci|unit|e2e|integration|specs?)(?:[:._-](?!.*(?:watch|fix|dev|update|ui|serve))[\w:.-]*)?$/i
/** Commands beside a check that cannot be what failed. */
const harmless = lazyWords('cd echo true export source set sleep pwd date printf :')

/** Most lines hold no such word, and need not be taken apart. */
const MAY_CHECK =
  /test|lint|check|build|verify|valid|\bci\b|\bt\b|types|tsc|tsgo|unit|e2e|integration|spec|nose|\bto?x\b|nox|jest|mocha|\bava\b|jasmine|\btap\b|pest|cypress|ruff|flake8|mypy|pyright|golangci|rubocop|phpstan|psalm|detekt|vet|clippy|credo|dialyzer|analyze|package|install/i

export function isCheckLine(command: string): boolean {
  const known = judged.get(command)
  if (known !== undefined) return known
  const isCheck = MAY_CHECK.test(command) && startedPrograms(command).some(isChecker)
  if (judged.size >= MOST_JUDGED) judged.clear()
  judged.set(command, isCheck)
  return isCheck
}

/** The same few lines are run again and again. */
const judged = new Map<string, boolean>()
const MOST_JUDGED = 20_000

function isChecker({ program, args }: Started): boolean {
  const [name = '', ...rest] = withoutLaunchers([program, ...args])
  if (
    rest.some((word) => /^--?(?:version|help|fix|write|init|watch\w*|ui|list\w*|collect-only|showConfig)$/.test(word))
  )
    return false
  if (checkers().has(name)) return true
  const word = rest.find((one) => !one.startsWith('-') || one === '--test') ?? ''
  if (Object.hasOwn(WITH_WORD, name) && WITH_WORD[name]?.test(word) === true) return true
  const plain = rest.filter((one) => !one.startsWith('-'))
  const script = word === 'run' || word === 'run-script' ? (plain[1] ?? '') : word
  return runsScripts().has(name) && SCRIPT.test(script.replace(/^:/, ''))
}

/** What the end of a command line tells of the checks in it; undefined where it is none. */
export function checkSeen(
  command: string,
  ended: { readonly failed: boolean; readonly exitCode?: number | undefined; readonly output: string },
): CheckSeen | undefined {
  if (!isCheckLine(command)) return undefined
  if (!ended.failed) return { command, result: 'passed' }
  const { exitCode } = ended
  const told = exitCode === undefined ? { command } : { command, exitCode }
  if (!isItsOwn(command) || isOnlyAnAttempt(exitCode, ended.output)) return { ...told, result: 'could-not-run' }
  return { ...told, result: 'failed', ...given({ line: firstFailureLine(ended.output.slice(-LONGEST_READ)) }) }
}

const LONGEST_READ = 60_000

/** Nothing else in the line can have failed: behind a pipe the end of another program is told. */
function isItsOwn(command: string): boolean {
  if (toCommands(command).some(({ end }) => end === '|' || end === '|&' || end === '||' || end === '&')) return false
  return startedPrograms(command).every((started) => isChecker(started) || harmless().has(started.program))
}

/** Not found, not allowed, out of time, killed; or the words that a missing program, script or option leaves behind. */
function isOnlyAnAttempt(exitCode: number | undefined, output: string): boolean {
  if (exitCode !== undefined && (exitCode === 124 || exitCode === 126 || exitCode === 127 || exitCode > 128))
    return true
  return MISSING.test(output.slice(0, 4000)) || MISSING.test(output.slice(-4000))
}

const MISSING =
  /command not found|: not found\b|missing script|no such file or directory|cannot find module|module ?not ?found|no module named|could not (?:find|locate|determine executable)|ENOENT|EACCES|EADDRINUSE|ECONNREFUSED|permission denied|not recognized as|is not installed|no tests? (?:files? )?(?:found|ran|to run|were)|no rule to make target|unknown (?:option|command|argument|flag)|unexpected argument|unrecognized arguments|invalid option|^usage:|timed? ?out|killed|out of memory|enospc|could not resolve host|getaddrinfo|no space left/im
