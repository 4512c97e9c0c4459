// Does a command prove less than the one it replaces? Kept or extended is fine; removed, narrowed or made deaf is not.
import type { CommandPart } from './command.ts'
import { readCommand } from './command.ts'

/** Change how it looks or how fast it is, not what it proves. */
const NEUTRAL =
  /^(?:--ext|--cache|--no-cache|--color|--no-color|--colors|-v+|--verbose|--reporters?|--silent|-s|-i|--runInBand|--run|--maxWorkers|--max-workers|--workers|--parallel|-parallel|-j|-n|--ci|--watch|--watchAll|--no-watch|--format|-f|--pretty|--timeout|-timeout|--experimental|--detectOpenHandles|--tb|--durations|--log|--concurrency|--inspect|--noEmit|--incremental|-q|-qq|-x|--exitfirst|--logHeapUsage|--fix|--report-unused-disable-directives|-count|--count|--no-file-parallelism|--pool|--threads|--no-threads|--single-run|--locked|--frozen-lockfile|--if-present|--output|--outputFile|--junitxml|-ra|-rA|--show-error-codes|--stats|--trace-warnings|--no-warnings|--enable-source-maps)(?:$|[=.\-\d])/

/** Let failures pass, or look at less. */
const WEAK =
  /^(?:--passWithNoTests|--pass-with-no-tests|--no-verify|--quiet|--exit-zero|--no-error-on-unmatched-pattern|--testPathIgnorePatterns|--deselect|--ignore|--ignore-pattern|--ignore-glob|--skip|-skip|--exclude|-k|-t|--testNamePattern|--test-name-pattern|--grep|--grep-invert|--invert|-g|--filter|--only|--shard|-u|--update|--updateSnapshot|--update-snapshots|--skipLibCheck|--noCheck|--lf|--last-failed|--onlyChanged|--changed|--onlyFailures|--findRelatedTests|-run|-short|--no-fail|--no-fail-on-error|--no-run|--continue-on-error|--continue-on-collection-errors|--suppress-tests|--retries|--retry|--reruns|--allow-\w+|--no-strict\w*|--strict=false|--coverage=false|--no-cov|--max-failures|--warn-only|--no-exit|--ignore-errors|--collect-only|--dry-run|--listTests|--list|--help|--version|--no-bail|-A|--cap-lints|--warn-unused-ignores=false|--test-only)(?:$|=)/

/** Say or prepare something; nothing is proven by them. */
const NO_PROOF =
  /^(?:echo|printf|cd|mkdir|rm|rimraf|cp|mv|true|:|sleep|export|set|source|\.|exit|cat|ls|pwd|which|fi|done|else|elif|case|esac|for|while|touch|chmod|date|clear|del-cli|shx|trap|local|return|test|\{|\}|\(|\)|curl|wget|apt-get|apt|pip|pip3|docker|git|install)$/

export function isWeaker(before: string, after: string): boolean {
  return isWeakerThan(readCommand(before), readCommand(after))
}

export function isWeakerThan(old: readonly CommandPart[], now: readonly CommandPart[]): boolean {
  const proofs = old.filter(isProof)
  if (proofs.length === 0) return false
  if (countOf(now, isGiveUp) > countOf(old, isGiveUp)) return true
  return proofs.some(
    (part) =>
      !now.some((other, index) => covers(other, part) && isHeard(now, index, isHeardAt(old, old.indexOf(part)))),
  )
}

const INSTALLS =
  /^(?:(?:npm|pnpm|yarn|bun) (?:ci|install|i|add)\b|(?:yarn|bun) ?$|(?:bundle|composer|poetry|pipenv|pdm|uv|go|cargo|dotnet|corepack) (?:install|sync|mod|get|fetch|restore|enable|prepare)\b)/

/** Preparing something proves nothing. */
function isProof({ tool, files }: CommandPart): boolean {
  return !NO_PROOF.test(tool) && !INSTALLS.test(`${tool} ${files[0] ?? ''}`)
}

/** Nothing in it lets a failure pass. */
export function isClean(parts: readonly CommandPart[]): boolean {
  return parts.every(
    (part) =>
      /^(?:|&&|\n)$/.test(part.joiner) &&
      !isGiveUp(part) &&
      !part.flags.some((flag) => WEAK.test(flag)) &&
      part.tool !== ':',
  )
}

/** `exit 0` ends well whatever happened before it, and nothing behind it runs. */
function isGiveUp({ tool, files, flags, joiner }: CommandPart): boolean {
  if (tool === 'exit' && files[0] === '0') return true
  if (tool === 'set' && [...files, ...flags].includes('+e')) return true
  return (tool === 'true' || tool === ':') && joiner === ';'
}

function countOf(parts: readonly CommandPart[], isFit: (part: CommandPart) => boolean): number {
  return parts.filter(isFit).length
}

/** Is the part's failure the failure of the line? What swallowed it before may swallow it now. */
function isHeard(parts: readonly CommandPart[], index: number, wasHeard: boolean): boolean {
  return !wasHeard || isHeardAt(parts, index)
}

function isHeardAt(parts: readonly CommandPart[], index: number): boolean {
  const next = parts[index + 1]
  if (parts[index]?.joiner === '||') return false
  if (!next || next.joiner === '&&' || next.joiner === '\n') return true
  if (next.joiner === '||')
    return next.tool === 'exit'
      ? next.files[0] !== '0'
      : /^[({]/.test(next.written) &&
          parts.slice(index + 1, index + 4).some(({ tool, files }) => tool === 'exit' && files[0] !== '0')
  return false
}

const BUNDLER =
  /^(?:webpack|webpack-cli|rollup|esbuild|parcel|tsup|tsdown|unbuild|rspack|rsbuild|vite|react-scripts|vue-cli-service)$/
const SERVES_BY_ITSELF = /^(?:vite|react-scripts|vue-cli-service|parcel|rspack|rsbuild)$/

/** Which of them puts the files together proves nothing. */
function isBundle({ tool, files, flags }: CommandPart): boolean {
  if (!BUNDLER.test(tool) || flags.some((flag) => WEAK.test(flag))) return false
  return SERVES_BY_ITSELF.test(tool) ? files[0] === 'build' : files[0] !== 'serve'
}

/** Each does what those before it do. */
const PHASES: Readonly<Record<string, readonly string[]>> = {
  mvn: ['validate', 'compile', 'test', 'package', 'integration-test', 'verify', 'install', 'deploy'],
  gradle: ['test', 'check', 'build'],
}
const LEAVES_OUT: Readonly<Record<string, RegExp>> = {
  mvn: /^-D(?:skip|maven\.test\.(?:skip|failure\.ignore)|testFailureIgnore|test=)|^(?:-fn|--fail-never)$/,
  gradle: /^(?:-x|--exclude-task|--continue-on-failure)(?:$|=)/,
}

function isLaterPhase(now: string, old: string, tool: string): boolean {
  const phases = PHASES[tool] ?? []
  return phases.includes(old) && phases.indexOf(now) >= phases.indexOf(old)
}

/** The first does all that the second did. */
export function covers(now: CommandPart, old: CommandPart): boolean {
  if (isBundle(now) && isBundle(old)) return true
  if (now.tool !== old.tool) return false
  const kept = old.flags.every((flag) => NEUTRAL.test(flag) || WEAK.test(flag) || hasFlag(now, flag))
  const added = now.flags.filter((flag) => !old.flags.includes(flag))
  return kept && !added.some((flag) => isWeak(flag, old)) && coversFiles(filesOf(now), filesOf(old), old.tool)
}

function hasFlag({ flags }: CommandPart, flag: string): boolean {
  if (flags.includes(flag)) return true
  const limit = numberOf(flag)
  return limit !== undefined && flags.some((other) => nameOf(other) === nameOf(flag) && !isRaised(other, flag))
}

function isWeak(flag: string, old: CommandPart): boolean {
  const before = old.flags.find((other) => nameOf(other) === nameOf(flag))
  if (flag.startsWith('--max-warnings')) return before !== undefined && isRaised(flag, before)
  if (/^-m=not\b/.test(flag) || LEAVES_OUT[old.tool]?.test(flag) === true) return true
  if (flag === '-u' && !/jest|vitest|bun|ava|tap|playwright/.test(old.tool)) return false
  return WEAK.test(flag)
}

function isRaised(flag: string, before: string): boolean {
  const [now, old] = [numberOf(flag), numberOf(before)]
  if (now === undefined || old === undefined) return true
  return /fail-under|threshold/.test(flag) ? now < old : now > old || now < 0
}

function nameOf(flag: string): string {
  return flag.replace(/=.*$/s, '')
}

function numberOf(flag: string): number | undefined {
  const value = /=(-?\d+(?:\.\d+)?)%?$/.exec(flag)?.[1]
  return value === undefined ? undefined : Number(value)
}

/** Called without files they take all there are. */
const TAKES_ALL = /^(?:jest|vitest|pytest|ava|rspec|phpunit)$/
const WHOLE = /^(?:\.|\.\/|\.\/\.\.\.|\*|\*\*|tests?\/?|specs?\/?|__tests__\/?|run|src\/?)$/

function filesOf({ files, tool }: CommandPart): string[] {
  return files.filter((file) => !(file === 'run' && tool === 'vitest')).flatMap(expanded)
}

function coversFiles(now: readonly string[], old: readonly string[], tool: string): boolean {
  if (now.length === 0 && TAKES_ALL.test(tool)) return true
  if (old.length === 0) return now.every((file) => WHOLE.test(file) || !isPathLike(file, tool))
  return old.every((file) =>
    now.some(
      (other) =>
        other === '.' ||
        other === './...' ||
        other === file ||
        isLaterPhase(other, file, tool) ||
        file.startsWith(`${other.replace(/\/$/, '')}/`),
    ),
  )
}

function isPathLike(word: string, tool: string): boolean {
  return /[./*]/.test(word) || /^(?:jest|vitest|pytest|mocha|ava|eslint|playwright|bun)$/.test(tool)
}

/** `*.{ts,tsx}` names two. */
function expanded(file: string): string[] {
  const braces = /^([^{]*)\{([^{}]*,[^{}]*)\}(.*)$/.exec(file)
  return braces ? (braces[2] ?? '').split(',').map((choice) => `${braces[1] ?? ''}${choice}${braces[3] ?? ''}`) : [file]
}

const CHECK_TOOL =
  /^(?:jest|vitest|mocha|ava|tap|playwright|cypress|karma|pytest|tox|nox|unittest|ruff|flake8|pylint|mypy|pyright|basedpyright|black|isort|eslint|biome|oxlint|tslint|stylelint|prettier|oxfmt|dprint|tsc|vue-tsc|svelte-check|tsd|knip|cargo|go|gotestsum|golangci-lint|staticcheck|rspec|rubocop|rake|phpunit|pest|phpstan|psalm|phpcs|dotnet|mvn|\.\/mvnw|gradle|\.\/gradlew|make|just|ctest|swift|mix|bazel|sbt|nx|turbo|lerna|c8|nyc|bun|deno|node|shellcheck|actionlint|hadolint|pre-commit|xo|standard|composer|flutter|dart|ninja|meson|ty|pyrefly|run)$/
const CHECK_WORD =
  /(?:^|[^a-z])(?:tests?|lint|check|verify|vet|clippy|typecheck|validate|coverage|cov|ci|build|spec|e2e|audit)(?:$|[^a-z])/i
const BARE_PROOF =
  /^(?:jest|vitest|mocha|ava|tap|playwright|cypress|karma|pytest|tox|nox|ruff|flake8|pylint|mypy|pyright|basedpyright|eslint|biome|oxlint|tslint|stylelint|tsc|vue-tsc|svelte-check|tsd|golangci-lint|staticcheck|gotestsum|rspec|rubocop|phpunit|pest|phpstan|psalm|phpcs|ctest|shellcheck|actionlint|hadolint|xo|standard)$/

/** Something whose failure says that the work is wrong. */
export function isCheck({ tool, files, flags }: CommandPart): boolean {
  if (tool === 'playwright' && files[0] === 'install') return false
  if (BARE_PROOF.test(tool)) return true
  if (CHECK_TOOL.test(tool)) return [...files, ...flags].some((word) => CHECK_WORD.test(word))
  return /^(?:\.\/|bash|sh|scripts?\/|bin\/|ci\/)/.test(tool) && CHECK_WORD.test([tool, ...files].join(' '))
}
