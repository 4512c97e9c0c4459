// A command line read for what it proves: its parts, the tool of each, flags and files. Nothing is run or expanded.
import { isAssignment, starters, toCommands } from '../../../shell/commands.ts'
import { isCheckName } from '../../yardstick/check-names.ts'
import { sideBySide } from './side-by-side.ts'
import { BARE_PROOF, BUNDLER, KINDS } from './tools.ts'
import { unwrapped } from './wrappers.ts'

export interface CommandPart {
  /** What joins it to the part before. */
  readonly joiner: string
  readonly tool: string
  readonly flags: readonly string[]
  readonly files: readonly string[]
  /** Shown to people. */
  readonly written: string
  /** Another program runs it and measures what it covers. */
  readonly isMeasured?: true
  /** Assignments in front of it: `NODE_ENV=test`. */
  readonly variables?: readonly string[]
}

const LONGEST = 20_000
/** An expression of a CI system: one word, whatever operators stand in it. */
const EXPRESSION = /\$\{\{(?:[^}]|\}(?!\})){0,500}\}\}/g

/** The same of just, with blocks in it. */
const JUST = /\{\{(?:[^{}]|\{[^{}]{0,100}\}){1,300}\}\}/g

/** Make writes the same command once for each folder: `$(foreach dir,$(DIRS),(cd $(dir) && go vet ./...) &&) true`. */
const FOR_EACH = /\$\(foreach \w{1,40},\s{0,9}\$[({]\w{1,40}[)}],\s{0,9}\(([^\n]{1,2000}?)\)\s{0,9}&&\)\s{0,9}true\b/

export function readCommand(command: string): CommandPart[] {
  const line = command.slice(0, LONGEST).replace(FOR_EACH, '$1')
  const commands = toCommands(line.replaceAll(EXPRESSION, '$$EXPRESSION').replaceAll(JUST, '$$EXPRESSION'))
  const parts = commands.flatMap(({ words, joiner }) => toParts(words, joiner))
  // What is sent to the background is not waited for.
  return parts.length > 0 && commands.at(-1)?.end === '&' ? [...parts, BACKGROUND] : parts
}

const BACKGROUND: CommandPart = { joiner: '&', tool: ':', flags: [], files: [], written: '&' }

/** Words that start another program without changing what it proves. */
const STARTERS: ReadonlySet<string> = new Set([
  ...starters(),
  'sudo',
  'command',
  'nice',
  'uvx',
  'xvfb-run',
  '@',
  '$(Q)',
  '[',
  '[[',
  'then',
  'else',
  'do',
  'if',
  '!',
])
/** These have options of their own before the program's name. */
const HAS_OPTIONS: ReadonlySet<string> = new Set(['npx', 'bunx', 'pnpx', 'uvx', 'xvfb-run', 'nice'])
/** They run scripts of the project's own under names such as `test:cov`. */
const SCRIPT_RUNNERS = /^(?:hatch|pdm|rye|pixi) run (?:-[\w-]+ )*([\w:.-]+)/
const RUNNERS: readonly (readonly [RegExp, number])[] = [
  [/^(?:pnpm|yarn|npm|bun) (?:exec|dlx|x) /, 2],
  [/^(?:poetry|uv|pipenv|pdm|hatch|rye|pipx) run /, 2],
  [/^bundle exec /, 2],
  [/^python3? -m /, 2],
  [/^timeout [\w.${}]+ /, 2],
]
const OPTION_WITH_VALUE =
  /^(?:-p|--package|--(?:only-|no-)?group|--with|--with-requirements|--extra|--python|--project|--directory|--env-file|-s|--server-args)$/
const SCRIPT =
  /^(?:npm|pnpm|yarn|bun) (?:(?:-s|--silent|-w|-r|--recursive) )?(?:run(?:-script)? )?(?:(?:-s|--silent|-w|-r) )?([\w:.-]+)/
/** One package of several: `pnpm -F web lint`, `yarn workspace web lint`. */
const OF_PACKAGE =
  /^(?:(?:npm|pnpm) (?:-F|--filter|-w|--workspace)(?: |=)(\S{1,80})|yarn workspace (\S{1,80})) (?=(?:run )?[\w:.-]{1,80}(?: |$))/

const NOT_SCRIPTS =
  /^(?:ci|install|i|add|publish|pack|audit|link|test|run|set|config|exec|dlx|x|build|remove|create|init)$/

function toParts(words: readonly string[], joiner: string): CommandPart[] {
  const rest = withoutStarters(words.filter((word) => word !== ''))
  const { inner, limits } = unwrapped(rest)
  const written = words.join(' ')
  const together = sideBySide(rest)
  if (together.length > 0)
    return together.flatMap((command, at) =>
      readCommand(command).map((part, index) => (index > 0 ? part : { ...part, joiner: at > 0 ? '&&' : joiner })),
    )
  const bare = toPart(withoutStarters(inner), { joiner, written })
  if (!bare) return []
  const variables = words.slice(0, words.indexOf(rest[0] ?? '')).filter(isAssignment)
  const part = {
    ...bare,
    ...(inner !== rest && { isMeasured: true as const }),
    ...(variables.length > 0 && { variables }),
  }
  return limits.length === 0
    ? [part]
    : [part, { joiner: '&&', tool: 'coverage', flags: limits, files: [], written: '' }]
}

function toPart(
  rest: readonly string[],
  { joiner, written }: Pick<CommandPart, 'joiner' | 'written'>,
): CommandPart | undefined {
  if (rest.length === 0) return undefined
  const [tool = '', ...others] = named(rest, rest.join(' '))
  // What stands behind `--` is handed on; package managers differ in whether they need it.
  return {
    joiner,
    tool,
    ...sorted(
      tool,
      others.filter((word) => word !== '--'),
    ),
    written,
  }
}

function withoutStarters(words: readonly string[]): string[] {
  let rest = words.map((word, index) => (index === 0 ? word.replace(/^[@+-]+(?=[\w$./])/, '') : word))
  for (let steps = 0; steps < 10; steps++) {
    const [first = ''] = rest
    const start = rest.slice(0, 4).join(' ').slice(0, 200)
    const runner = RUNNERS.find(([pattern]) => pattern.test(`${start} `))
    const script = SCRIPT_RUNNERS.exec(start)?.[1]
    if (script !== undefined && !isTool(script) && isCheckName(script.replace(/^[\w-]+:(?=\w)/, '')))
      return ['npm', ...rest.slice(1)]
    const container = afterContainer(rest)
    const strict = STRICT_PYTHON.exec(`${start} `)
    if (container) rest = container
    else if (strict && rest.length > strict[0].split(' ').length) rest = withStrictness(rest, strict[0].split(' '))
    else if (runner) rest = withoutOptions(rest.slice(runner[1]))
    else if (HAS_OPTIONS.has(first)) rest = withoutOptions(rest.slice(1))
    else if (STARTERS.has(first) || isAssignment(first)) rest = rest.slice(1)
    else break
  }
  return rest
}

/** Warnings are failures. */
const STRICT_PYTHON = /^python3? (?:-W error|-Werror) -m(?= )/

/** `python -W error -m unittest discover` runs unittest, with an option more. */
function withStrictness(words: readonly string[], start: readonly string[]): string[] {
  const [program = '', ...others] = words.slice(start.length)
  return [program, ...start.slice(1, -1), ...others]
}

/** `uv run --locked --group dev pytest` runs pytest. */
function withoutOptions(words: readonly string[]): string[] {
  let at = 0
  while (words[at]?.startsWith('-') === true || words[at] === '$EXPRESSION')
    at += OPTION_WITH_VALUE.test(words[at] ?? '') ? 2 : 1
  return at < words.length ? words.slice(at) : [...words]
}

/** Options of docker's own that take a value. */
const DOCKER_VALUED =
  /^(?:-[euwvplm]|--(?:env|env-file|user|workdir|volume|publish|name|label|network|platform|mount|memory|cpus|entrypoint|index|project-name|file|profile))$/

/** `docker compose run --rm app npm test` runs `npm test`, in another place. */
function afterContainer(words: readonly string[]): string[] | undefined {
  if (!/^(?:docker|podman|docker-compose)$/.test(words[0] ?? '')) return undefined
  const at = words.findIndex((word) => word === 'run' || word === 'exec')
  if (at < 1 || words.slice(1, at).some((word) => /^(?:build|push|pull|login|up)$/.test(word))) return undefined
  let next = at + 1
  while (words[next]?.startsWith('-') === true) next += DOCKER_VALUED.test(words[next] ?? '') ? 2 : 1
  const inner = words.slice(next + 1)
  return inner.length > 0 && !inner[0]?.startsWith('-') ? inner : undefined
}

/** Other names of the same tool: wrappers that a project brings along, binstubs, older names, programs in front of it. */
const NAMES: Readonly<Record<string, string>> = {
  mvnw: 'mvn',
  gradlew: 'gradle',
  'py.test': 'pytest',
  _mocha: 'mocha',
  'tsd-check': 'tsd',
  tsgo: 'tsc',
  'simple-phpunit': 'phpunit',
  'bin/rspec': 'rspec',
  'bin/rake': 'rake',
  'bin/rails': 'rails',
  'bin/rubocop': 'rubocop',
  richgo: 'go',
  cross: 'cargo',
  prek: 'pre-commit',
  'qunit-cli': 'qunit',
  'gometalinter.v1': 'gometalinter',
  'gometalinter.v2': 'gometalinter',
}

/** A tool by the path of its own program: `$(GOBIN)/golangci-lint`, `./tools/phpunit.phar`. */
const BY_PATH =
  /^(?:\.\/)?(?:\$\{?\(?[\w .]{1,40}[)}]?\/)?(?:(?:\.?[\w-]+\/){0,3}\.?(?:bin|tools|build|\.tools|vendor)\/)?([\w.-]+?)(?:\.phar)?$/
/** `go run example.com/cmd/golangci-lint@v2.1.0`, `go tool staticcheck` */
const BY_GO = /^(?:[\w.-]+\/)*?([\w-]+?)(?:\/v\d+)?(?:@[\w.-]+)?$/

function toolByPath(word: string): string | undefined {
  const name = /[/]|\.phar$/.test(word) ? BY_PATH.exec(word)?.[1] : undefined
  return name !== undefined && isTool(name) ? name : undefined
}

/** The program behind `go run`, where it is a known one, and behind `go tool`. */
function ofGo([verb, word = '', ...rest]: readonly string[]): string[] | undefined {
  if (verb !== 'run' && verb !== 'tool') return undefined
  const name = BY_GO.exec(word)?.[1] ?? ''
  // A tool that go.mod names runs as if it were installed.
  const isOfModule = verb === 'tool' && name !== '' && !OF_GO.test(name)
  return isTool(name) || name === 'gotestsum' || isOfModule ? [name, ...rest] : undefined
}

/** What `go tool` brings along itself. */
const OF_GO =
  /^(?:addr2line|asm|buildid|cgo|compile|covdata|cover|dist|distpack|doc|fix|link|nm|objdump|pack|pprof|preprofile|test2json|trace|vet)$/

/** `dotnet cake --target=Test` */
function cakeTarget(words: readonly string[]): string | undefined {
  return words.map((word) => /^--target=(\w+)$/.exec(word)?.[1]).find((name) => name !== undefined)
}

/** `php -d memory_limit=-1 vendor/bin/phpunit` */
function ofPhp(words: readonly string[]): string[] | undefined {
  let at = 0
  while (words[at]?.startsWith('-') === true) {
    if (!/^-[dn]/.test(words[at] ?? '')) return undefined
    at += words[at] === '-d' ? 2 : 1
  }
  const [program = ''] = words.slice(at)
  return IN_PACKAGES.test(program) || toolByPath(program) !== undefined || isTool(program) ? words.slice(at) : undefined
}

/** `cargo hack --each-feature test` runs `cargo test` more often; what it picks are features. */
function ofHack(words: readonly string[]): string[] {
  const at = words.findIndex((word, index) => !word.startsWith('-') && !HACK_VALUED.test(words[index - 1] ?? ''))
  if (at < 0) return [...words]
  const flags = [...words.slice(0, at), ...words.slice(at + 1)]
  const own = flags.filter((word, index) => !HACK.test(word) && !HACK_VALUED.test(flags[index - 1] ?? ''))
  return [words[at] ?? '', ...own]
}

const HACK_VALUED =
  /^--(?:exclude-features|include-features|skip|depth|group-features|at-least-one-of|mutually-exclusive-features|version-range|rust-version|clean-per-version)$/
const HACK =
  /^--(?:feature-powerset|each-feature|optional-deps|exclude-(?:no-default|all)-features|no-dev-deps|remove-dev-deps|ignore-private|keep-going|ignore-unknown-features|(?:exclude-features|include-features|skip|depth|group-features|at-least-one-of|mutually-exclusive-features|version-range)(?:=.*)?)$/

const IN_PACKAGES = /^(?:\.{1,2}\/)*(?:node_modules\/\.bin|vendor\/bin|node_modules\/[\w@-]+(?:\/[\w-]+)?\/bin)\//

/** `npx tsd@0.29.0`: another version of the same. */
const VERSION = /(?<=\w)@(?:latest|next|[\^~]?\d[\w.-]*)$/
/** `node ./node_modules/vitest/dist/cli.js` */
const OWN_FILE = /^(?:\.\/)?node_modules\/([\w-]{1,60})\/[\w./-]{1,100}\.[cm]?js$/

/** Commands of its own. */
const OF_COMPOSER = /^(?:validate|audit|check-platform-reqs|diagnose|fund|licenses)$/

/** `npm run x`, `yarn x` and the like become `run x`: which package manager runs it proves nothing. */
function named(words: readonly string[], line: string): string[] {
  const only = OF_PACKAGE.exec(line)
  if (only) {
    const rest = words.slice(only[0].trim().split(' ').length)
    const [called = '', ...others] = named([words[0] ?? '', ...rest], `${words[0]} ${rest.join(' ')}`)
    return called === 'run' ? [called, ...others, `--filter=${only[1] ?? only[2]}`] : [called, ...others]
  }
  const script = SCRIPT.exec(line)
  if (script) {
    const [, name = ''] = script
    const isPlain = /^(?:npm|pnpm|yarn|bun) [\w:.-]+/.test(line) && !/^\w+ (?:run|run-script) /.test(`${line} `)
    if (isPlain && /^(?:npm|pnpm|yarn|bun) (?:(?:-r|--recursive|-s|--silent|-w) )?(?:test|t)(?![\w:.-])/.test(line))
      return line.startsWith('bun ') ? [...words] : ['run', 'test', ...words.slice(words.indexOf(name) + 1)]
    // `pnpm vitest`, `yarn eslint .`: the program itself, as with `npx`.
    if (isPlain && (isTool(name) || BUNDLER.test(name))) return words.slice(words.indexOf(name))
    const isOwn = name !== 'build' && NOT_SCRIPTS.test(name)
    const isBuiltIn = isPlain && (line.startsWith('npm ') || line.startsWith('bun ') || isOwn)
    if (!isBuiltIn) return ['run', name, ...words.slice(words.indexOf(name) + 1)]
  }
  const [first = '', ...rest] = words
  if (first === 'just') return ['just', ...rest.filter((word, at) => !isOfJust(word, rest, at))]
  if (first === 'node' && rest[0] === '--run' && rest[1] !== undefined) return ['run', ...rest.slice(1)]
  if (first === 'composer' && /^run(?:-script)?$/.test(rest[0] ?? '') && rest[1] !== undefined)
    return ['run', ...rest.slice(1)]
  if (first === 'composer' && isCheckName(rest[0] ?? '') && !OF_COMPOSER.test(rest[0] ?? '')) return ['run', ...rest]
  const tool = (IN_PACKAGES.test(first) ? first.replace(IN_PACKAGES, '').replace(/\.js$/, '') : first).replace(
    VERSION,
    '',
  )
  const program = NODES.test(tool) ? rest.findIndex((word, at) => !word.startsWith('-') && !isValueAt(rest, at)) : -1
  const own = OWN_FILE.exec(rest[program] ?? '')?.[1]
  if (own !== undefined && isTool(own)) return [own, ...rest.slice(program + 1)]
  if (IN_PACKAGES.test(rest[program] ?? '')) return named(rest.slice(program), rest.slice(program).join(' '))
  if (tool === 'go' && rest[0] === 'tool' && rest[1] === 'vet') return ['go', ...rest.slice(1)]
  const inner = tool === 'go' ? ofGo(rest) : tool === 'php' ? ofPhp(rest) : undefined
  if (inner) return named(inner, inner.join(' '))
  const target =
    /^(?:dotnet-)?cake$/.test(rest[rest[0] === 'tool' ? 2 : 0] ?? '') && tool === 'dotnet'
      ? cakeTarget(rest)
      : undefined
  if (target !== undefined) return ['cake', target]
  if (tool === 'cargo' && rest[0]?.startsWith('+') === true) return named(['cargo', ...rest.slice(1)], '')
  if (tool === 'cargo' && rest[0] === 'hack') return ['cargo', ...ofHack(rest.slice(1))]
  if (tool === 'gotestsum') return ['go', 'test', ...rest.filter((word) => !/^--(?:format|junitfile)/.test(word))]
  const plain = tool.replace(/^\.\//, '')
  const known = (Object.hasOwn(NAMES, plain) ? NAMES[plain] : undefined) ?? toolByPath(tool) ?? tool
  const isNoRun = /^(?:list|show|report|archive|clean|show-env)$/.test(rest[1] ?? '')
  if (known === 'cargo' && /^(?:nextest|llvm-cov|t)$/.test(rest[0] ?? '') && !isNoRun)
    return ['cargo', 'test', ...rest.slice(rest[1] === 'run' || rest[1] === 'nextest' ? 2 : 1)]
  return [known, ...rest]
}

/** Node itself, and those that compile what it runs. */
const NODES = /^(?:node|babel-node|ts-node|tsx|esno)$/

/** Node: `--conditions development` names no program. */
function isValueAt(words: readonly string[], at: number): boolean {
  const before = words[at - 1] ?? ''
  return TAKES_VALUE_FOR['node']?.test(before) === true || /^(?:-r|--require|--import|--loader)$/.test(before)
}

/** just: variables that are set on the way, as `--set name value` or `name=value`. */
function isOfJust(word: string, words: readonly string[], at: number): boolean {
  return word === '--set' || words[at - 1] === '--set' || words[at - 2] === '--set' || isAssignment(word)
}

export function isTool(name: string): boolean {
  return BARE_PROOF.test(name) || KINDS.some(([, tools]) => tools.test(name))
}

/** Flags whose next word is their value. */
const TAKES_VALUE =
  /^(?:--max-warnings|--config|-c|-p|--project|--projects|--ext|--reporters?|--ignore-path|--ignore-pattern|--testPathIgnorePatterns|--testPathPatterns?|-k|-m|-t|-n|-j|--timeout|--ignore|--deselect|--maxWorkers|--max-workers|--exclude|--grep|-g|--filter|--format|--formatter|-f|-r|--require|--import|--loader|--env|--tb|-run|-skip|-W|--skip|--testNamePattern|--test-name-pattern|--rule|--rulesdir|-o|--cov-fail-under|--workers|--concurrency|--profile|--activate-profiles|--features|-timeout|-count|-parallel|-coverprofile|--group|--exclude-group|--tag|--shard|--extensions|--configuration|--output-format|--diff-format|--maxfail|--test-coverage-exclude|--test-coverage-include|--test-reporter|--test-reporter-destination|--out|--output|--output-path|--output-file|--outputFile|--logger|--collect|--verbosity|--results-directory|--memory-limit|--error-format|--log-junit|--coverage-clover|--coverage-xml|--coverage-html|--junitxml|--junitfile|--durations|--cov-report|--cov-config|--path-prefix|--config-file|--cache-dir|--test-concurrency|--test-timeout)$/
const CTEST_VALUED =
  /^(?:-[RELIC]|-LE|--(?:tests|exclude|label|label-exclude)-regex|--tests-information|--test-dir|--repeat|--build-config)$/
const TAKES_VALUE_FOR: Readonly<Record<string, RegExp>> = {
  gradle: /^(?:-x|--exclude-task|--tests)$/,
  mvn: /^(?:-pl|-P)$/,
  ctest: CTEST_VALUED,
  tox: /^--installpkg$/,
  mocha: /^(?:--ui|-u|--reporter-options?|-O|--slow|-s|-R)$/,
  cargo: /^(?:-Z|--target|--target-dir)$/,
  node: /^(?:--conditions|-C|--experimental-loader)$/,
  rspec: /^(?:-P|--pattern|--exclude-pattern|-e|--example|-t|--failure-exit-code|--order|--seed)$/,
}
/** With these tools they stand alone. */
const STANDS_ALONE: Readonly<Record<string, RegExp>> = {
  pytest: /^-[xl]$/,
  python: /^-m$/,
  go: /^-[xnmvf]$/,
  mocha: /^-[ct]$/,
  mvn: /^-[xnXeof]$/,
  tsc: /^-[tm]$/,
  'run-s': /^-[cnsp]$/,
  'run-p': /^-[cnsrp]$/,
  'npm-run-all': /^-[cnsrp]$/,
}

function sorted(tool: string, words: readonly string[]): Pick<CommandPart, 'flags' | 'files'> {
  const flags: string[] = []
  const files: string[] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if ((!word.startsWith('-') && !/^\/[a-z]{1,20}:/i.test(word)) || word === '-') {
      if (!/^[0-9]?[<>]/.test(word)) files.push(word)
      continue
    }
    const next = words[index + 1]
    const isValued = TAKES_VALUE.test(word) && STANDS_ALONE[tool]?.test(word) !== true
    const takes = next !== undefined && (isValued || TAKES_VALUE_FOR[tool]?.test(word) === true)
    flags.push(takes ? `${word}=${next}` : word)
    if (takes) index++
  }
  return { flags, files }
}
