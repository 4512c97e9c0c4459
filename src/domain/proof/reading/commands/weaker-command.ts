// Does a command prove less than the one it replaces? Kept or extended is fine; removed, narrowed or made deaf is not.
import type { CommandPart } from './command.ts'
import { readCommand } from './command.ts'
import {
  BUNDLER,
  HARMLESS_FLAG,
  hasSubcommand,
  includesSubcommand,
  NO_PROOF,
  STRICT_FLAG,
  subcommandOf,
} from './tools.ts'
import { BESIDE } from '../settings/strictness.ts'
import { isWeakening, weakenedBy } from './variables/weakening.ts'
import { isPhase, isRaised, isWeak, isWeakFlag, LINTERS, nameOf, numberOf, PHASES } from './weak-flags.ts'

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
  /^(?:(?:npm|pnpm|yarn|bun) (?:ci|install|i|add)\b|(?:yarn|bun) ?$|(?:bundle|composer|poetry|pipenv|pdm|uv|go|cargo|dotnet|corepack) (?:install|sync|mod|get|fetch|restore|enable|prepare|update|require)\b|mix (?:deps\.(?:get|compile)|local\.\w+|archive\.install)(?!\S))/

const SIDE_SCRIPT =
  /^(?:badge|prepare|bootstrap|clean|copy|docs?|format|fix|serve|start|open|coveralls|codecov)(?:$|[:.-])/

/** They only say which one it is. */
const ASKS_VERSION = /^--?(?:version|help)$/

/** Preparing something proves nothing. */
export function isProof({ tool, files, flags }: CommandPart): boolean {
  if (files.length === 0 && flags.length > 0 && flags.every((flag) => ASKS_VERSION.test(flag))) return false
  if (tool === 'run' && SIDE_SCRIPT.test(files[0] ?? '')) return false
  if (files.length === 0 && flags.some(onlyWrites)) return false
  return !NO_PROOF.test(tool) && !INSTALLS.test(`${tool} ${files[0] ?? ''}`)
}

const WRITES =
  /\.write_(?:text|bytes)\(|\bopen\([^()]{1,80},\s?["'][wa]b?["']|\b(?:write|append|copy)File(?:Sync)?\(|\bFile\.write\(|\b(?:os\.)?(?:makedirs|mkdir|mkdirSync)\(/
const FAILS_BY_ITSELF =
  /\b(?:assert\w*|raise|throw|exit|abort|die|test|check\w*|verify\w*|main|subprocess|spawn\w*|exec\w*)\b/

/** A program on the command line that puts a file in its place: `python -c 'Path("x.pth").write_text("…")'`. */
function onlyWrites(flag: string): boolean {
  const program = /^-[ce]=([^]*)$/.exec(flag)?.[1]
  return program !== undefined && WRITES.test(program) && !FAILS_BY_ITSELF.test(program)
}

/** Nothing in it lets a failure pass. */
export function isClean(parts: readonly CommandPart[]): boolean {
  return parts.every(
    (part) =>
      /^(?:|&&|\n)$/.test(part.joiner) &&
      !isGiveUp(part) &&
      !part.flags.some((flag) => isWeakFlag(flag, part.tool)) &&
      part.variables?.some(isWeakening) !== true &&
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

/** They show what they are given, and fail where it says so. */
const CARRIES_ON = /^(?:snazzy|faucet|tap-(?:spec|dot|min|diff|difflet|summary|arc|nyan))$/
const FAILS = /^(?:exit|return|false|die|fail|error|abort)$/

export function isHeardAt(parts: readonly CommandPart[], index: number, isRetry = false): boolean {
  const next = parts[index + 1]
  if (parts[index]?.joiner === '||' && !isRetry) return false
  if (!next || next.joiner === '\n') return true
  // `a && b || true` takes the failure of both.
  if (next.joiner === '&&') {
    const end = parts.findIndex((part, at) => at > index && part.joiner !== '&&')
    return end < 0 || parts[end]?.joiner !== '||' || isHeardAt(parts, end - 1)
  }
  if (next.joiner === '|' && CARRIES_ON.test(next.tool)) return isHeardAt(parts, index + 1)
  // Tried once more: the last try is heard.
  if (next.joiner === '||' && next.written === parts[index]?.written) return isHeardAt(parts, index + 1, true)
  if (next.joiner === '||')
    return FAILS.test(next.tool)
      ? next.files[0] !== '0'
      : /^[({]/.test(next.written) &&
          parts.slice(index + 1, index + 4).some(({ tool, files }) => FAILS.test(tool) && files[0] !== '0')
  return false
}

const SERVES_BY_ITSELF = /^(?:vite|react-scripts|vue-cli-service|parcel|rspack|rsbuild)$/

/** Which of them puts the files together proves nothing. */
export function isBundle({ tool, files, flags }: CommandPart): boolean {
  if (!BUNDLER.test(tool) || flags.some((flag) => isWeakFlag(flag, tool))) return false
  return SERVES_BY_ITSELF.test(tool) ? files[0] === 'build' : files[0] !== 'serve'
}

function phasesOf(tool: string): readonly string[] | undefined {
  return Object.hasOwn(PHASES, tool) ? PHASES[tool] : undefined
}
/** The only other goals that must stay. */
const CHECKING_GOAL = /check|verif|test|lint|cmp|spotless|detekt|enforce/i

function isLaterPhase(now: string, old: string, tool: string): boolean {
  const phases = phasesOf(tool) ?? []
  if (tool === 'gradle' && old === 'assemble') return now === 'build' || now === 'assemble'
  return phases.includes(old) && phases.indexOf(now) >= phases.indexOf(old)
}

/** The first does all that the second did. */
export function covers(now: CommandPart, old: CommandPart): boolean {
  if (weakenedBy(now, old)) return false
  if ((isBundle(now) && isBundle(old)) || isSameWorkflow(now, old)) return true
  if (now.tool !== old.tool) return isOnlyWithoutScript(now, old) || isAsHook(now, old) || isInAllPackages(now, old)
  const [sub, was] = [subcommandOf(now.tool, now.files), subcommandOf(old.tool, old.files)]
  if (old.tool === 'mvn' && old.flags.some(isWithoutTests)) return coversWithoutTests(now, old)
  if (was !== undefined && !includesSubcommand(old.tool, sub ?? '', was)) return false
  const kept = old.flags.every((flag) => !isStrictFlag(flag, old) || hasFlag(now, flag) || isMeasuredBy(flag, now))
  const added = now.flags.filter((flag) => !old.flags.includes(flag))
  const isAllTargets =
    now.tool === 'cargo' && sub !== 'test' && ['--lib', '--bins'].every((flag) => now.flags.includes(flag))
  const isWeakHere = (flag: string): boolean => isWeak(flag, old) && !(isAllTargets && /^--(?:lib|bins)$/.test(flag))
  return kept && !added.some(isWeakHere) && coversFiles(filesOf(now), filesOf(old), old.tool)
}

function isWithoutTests(flag: string): boolean {
  return /^-D(?:skipTests|maven\.test\.skip)(?:=true)?$/.test(flag)
}

/** It ran no tests before: of which modules, and up to which phase, says little; the goals that check must stay. */
function coversWithoutTests(now: CommandPart, old: CommandPart): boolean {
  return old.files.every((goal) => isPhase(goal) || !CHECKING_GOAL.test(goal) || now.files.includes(goal))
}

/** Workflows of others: `lint.yml` and `rust-lint.yml` of the same repository. */
function isSameWorkflow(now: CommandPart, old: CommandPart): boolean {
  const [is = '', was = ''] = [now.files[0], old.files[0]]
  const [home, name] = [was.slice(0, was.lastIndexOf('/') + 1), was.slice(was.lastIndexOf('/') + 1)]
  return (
    old.tool === 'check-action' &&
    now.tool === 'check-action' &&
    home.includes('/.github/workflows/') &&
    is.startsWith(home) &&
    is.endsWith(`-${name}`)
  )
}

/** A hook of the name of a tool, and the tool called by its name: who calls it proves nothing. */
function isAsHook(now: CommandPart, old: CommandPart): boolean {
  const isWeakened = now.flags.some((flag) => isWeakFlag(flag, now.tool))
  if (old.tool === 'check-action') return old.files[0] === now.tool && isWhole(now) && !isWeakened
  return now.tool === 'check-action' && now.files[0] === old.tool && !old.flags.some((flag) => isStrictFlag(flag, old))
}

/** `turbo test` runs the script of that name in every package, `pnpm -F web test` in one. */
function isInAllPackages(now: CommandPart, old: CommandPart): boolean {
  if (now.tool !== 'turbo' || old.tool !== 'run' || now.flags.length > 0) return false
  const tasks = now.files[0] === 'run' ? now.files.slice(1) : now.files
  const isOfOne = old.flags.length === 1 && old.flags[0]?.startsWith('--filter=') === true
  return isOfOne && old.files.length === 1 && tasks.includes(old.files[0] ?? '')
}

/** The same tool, told to be less strict than it was. */
export function losesStrictness(now: CommandPart, old: CommandPart): boolean {
  if (now.tool !== old.tool) return false
  const kept = old.flags.every((flag) => !isStrictFlag(flag, old) || hasFlag(now, flag))
  return !kept || now.flags.some((flag) => !old.flags.includes(flag) && isWeak(flag, old))
}

/** `node tools/env.js mocha` has become `mocha`: a program of the project's own less in front of it. */
function isOnlyWithoutScript(now: CommandPart, old: CommandPart): boolean {
  const [script = '', tool = '', ...files] = old.files
  if (old.tool !== 'node' || !/\.[cm]?js$/.test(script) || tool === '') return false
  return covers(now, { ...old, tool, files })
}

function isStrictFlag(flag: string, { tool, files }: CommandPart): boolean {
  // `cargo test` takes all targets by itself, and documentation on top.
  if (flag === '--all-targets' && tool === 'cargo' && files.includes('test')) return false
  // Of which packages the layout is looked at matters as little as the layout.
  if (flag === '--all' && tool === 'cargo' && files[0] === 'fmt') return false
  if (/^-W=ignore\b/.test(flag)) return false
  return STRICT_FLAG.test(flag) && HARMLESS_FLAG[tool]?.test(flag) !== true
}

function hasFlag({ flags }: CommandPart, flag: string): boolean {
  if (flags.includes(flag)) return true
  const same = flags.filter((other) => nameOf(other) === nameOf(flag))
  return numberOf(flag) === undefined
    ? same.some((other) => !/^-[WD]=/.test(other))
    : same.some((other) => !isRaised(other, flag))
}

/** `coverage run -m pytest` does what `pytest --cov` did. */
function isMeasuredBy(flag: string, { isMeasured }: CommandPart): boolean {
  return isMeasured === true && /^--cov(?:erage)?(?:$|=)/.test(flag)
}

/** Another tool that is given the same files, or all of them. */
export function isAsWide(now: CommandPart, old: CommandPart): boolean {
  return isWhole(now) || (filesOf(now).length > 0 && coversFiles(filesOf(now), filesOf(old), old.tool))
}

/** Does it look at everything? */
export function isWhole(part: CommandPart): boolean {
  return filesOf(part).every((file) => WHOLE.test(file) || !isPathLike(file, part.tool))
}

/** Called without files they take all there are. */
const TAKES_ALL =
  /^(?:jest|vitest|pytest|ava|rspec|phpunit|pest|mypy|pyright|basedpyright|pyrefly|ty|ruff|rubocop|phpstan|psalm|golangci-lint|biome|oxlint|playwright|rake|tsc|tox|nox)$/
const WHOLE = /^(?:[\w./\\-]+\.slnx?|\.|\.\/|\.\/\.\.\.|\*|\*\*|tests?\/?|specs?\/?|__tests__\/?|src\/?)$/
/** Go: `example.com/owner/name/...`; without the slash also what has a module of its own below it. */
const WHOLE_MODULE = /^[\w-]+(?:\.[\w-]+){1,3}\/[\w.-]+\/[\w-]+(?:\/v\d+)?\/?\.\.\.$/
/** All files of a language that is worked in. */
const ALL_CODE = /^\*\*\/\*\.(?:[cm]?[jt]sx?|py|rb|php)$/
/** With these beside the code, everything is named. */
const TESTS = /^(?:tests?|specs?)\/?$/
/** Somebody else fills it in. */
const UNKNOWN = /^(?:\$\$?\w+|\$[({][\w.:-]+[)}]|\{[^{}]*\}|%[*\w]+%?|"?\$@"?)$/

/** The value of an option: nobody checks what was installed. */
const INSTALLED = /^(?:\.\/)?node_modules\/(?!\.bin\/)/

function filesOf({ files, tool }: CommandPart): string[] {
  return (hasSubcommand(tool, files) ? files.slice(1) : files)
    .filter((file) => !UNKNOWN.test(file) && !INSTALLED.test(file))
    .flatMap((file) => (tool === 'tox' ? file.split(',') : expanded(file)))
    .map((file) => (tool === 'dotnet' ? file.replaceAll('\\', '/').toLowerCase() : file))
    .map((file) => (/\(/.test(file) ? file : file.replace(/\)+$/, '')))
    .map((file) => (file.length > 2 ? file.replace(/^\.\/(?!\.\.\.)/, '') : file))
}

function coversFiles(now: readonly string[], old: readonly string[], tool: string): boolean {
  if (now.length === 0 && TAKES_ALL.test(tool)) return true
  if (LINTERS.test(tool) && /^\.?$/.test(old.join()) && now.length > 1 && now.some((file) => TESTS.test(file)))
    return true
  if (LINTERS.test(tool) && old.length === 0 && now.some((file) => ALL_CODE.test(file))) return true
  if (old.length === 0) return now.every((file) => WHOLE.test(file) || !isPathLike(file, tool))
  return old.every(
    (file) =>
      (LINTERS.test(tool) && BESIDE.test(file)) ||
      (phasesOf(tool)?.includes(file) === false && !CHECKING_GOAL.test(file)) ||
      now.some(
        (other) =>
          other === '.' ||
          other === './...' ||
          (tool === 'go' && WHOLE_MODULE.test(other)) ||
          other === file ||
          other.replace('/**/', '/') === file ||
          isFoundBy(other, file) ||
          isLaterPhase(other, file, tool) ||
          (tool === 'run' && isSameScript(other, file)) ||
          (tool === 'node' && other.replace(/\/index\.[cm]?js$/, '') === file.replace(/\/$/, '')) ||
          file.startsWith(`${other.replace(/\/$/, '')}/`),
      ),
  )
}

/** `workflows/*.yml` finds `workflows/ci.yml`. */
function isFoundBy(pattern: string, file: string): boolean {
  const [, folder, ending] = /^([\w./-]+\/)\*(\.\w{1,5})$/.exec(pattern) ?? []
  if (folder === undefined || ending === undefined || !file.startsWith(folder) || !file.endsWith(ending)) return false
  return /^[\w.-]+$/.test(file.slice(folder.length))
}

/** `check:lint` is `lint:check`, and part of `check`. That coverage is counted on the way proves nothing more. */
function isSameScript(now: string, old: string): boolean {
  const plain = (name: string): string => name.replace(/[:._-](?:cov|coverage)$/, '')
  return wordsOf(plain(now)) === wordsOf(plain(old)) || old.startsWith(`${now}:`)
}

/** In any order. */
function wordsOf(name: string): string {
  return name
    .split(/[:._-]/)
    .sort()
    .join(' ')
}

function isPathLike(word: string, tool: string): boolean {
  return /[./*]/.test(word) || /^(?:jest|vitest|pytest|mocha|ava|eslint|playwright|bun|ruff|flake8|mypy)$/.test(tool)
}

/** `*.{ts,tsx}` names two. */
function expanded(file: string): string[] {
  const braces = /^([^{]*)\{([^{}]*,[^{}]*)\}(.*)$/.exec(file)
  return braces ? (braces[2] ?? '').split(',').map((choice) => `${braces[1] ?? ''}${choice}${braces[3] ?? ''}`) : [file]
}
