// The program that a command really starts, behind whatever starts it: `cd web && nohup env CI=1 npx vite` starts vite.
// Nothing is expanded or run.
import { lazily } from '../../contract/lazily.ts'
import { isAssignment, type SimpleCommand, toCommands } from './commands.ts'

/** A program by its bare name, and the words behind it as written. */
export interface Started {
  readonly program: string
  readonly args: readonly string[]
  /** Something ends it after a time: `timeout 60 …`. */
  readonly isTimed: boolean
  readonly command: SimpleCommand
}

/** A program that starts another one: the words of its own before that, and its options that take a value. */
interface Wrapper {
  /** `run` in `poetry run pytest`: without one of these words it starts nothing. */
  readonly sub?: readonly string[]
  readonly valued?: readonly string[]
  /** Words that stand between its options and the program: the container of `docker exec`. */
  readonly skip?: number
}

const RUN: Wrapper = { sub: ['run'] }
const EXEC: Wrapper = { sub: ['exec', 'dlx', 'x'], valued: ['-p', '--package'] }
const PLAIN: Wrapper = {}

const wrappers = lazily((): Readonly<Record<string, Wrapper>> => ({
  ...Object.fromEntries(
    'exec time command builtin nohup setsid unbuffer caffeinate stdbuf ionice chronic npx bunx pnpx uvx dotenvx cross-env cross-env-shell then do else if elif ! { ( --'
      .split(' ')
      .map((name) => [name, PLAIN]),
  ),
  env: { valued: ['-u', '-C', '-S'] },
  sudo: { valued: ['-u', '-g', '-h', '-p', '-C'] },
  doas: { valued: ['-u'] },
  nice: { valued: ['-n'] },
  npx: { valued: ['-p', '--package'] },
  uvx: { valued: ['--from', '--with', '-p', '--python'] },
  dotenv: { valued: ['-e', '-f', '-v'] },
  'xvfb-run': { valued: ['-s', '-n', '-e'] },
  npm: EXEC,
  pnpm: EXEC,
  yarn: EXEC,
  bun: { sub: ['x'] },
  uv: { sub: ['run'], valued: ['--with', '-p', '--python', '--env-file', '--directory', '--project', '--extra'] },
  conda: { sub: ['run'], valued: ['-n', '-p'] },
  poetry: RUN,
  pipenv: RUN,
  pdm: RUN,
  hatch: RUN,
  rye: RUN,
  pixi: RUN,
  doppler: RUN,
  infisical: RUN,
  op: RUN,
  bundle: { sub: ['exec'] },
  mise: { sub: ['exec', 'x'] },
  direnv: { sub: ['exec'], skip: 1 },
  'docker exec': { valued: ['-e', '--env', '-u', '--user', '-w', '--workdir', '--env-file'], skip: 1 },
  'docker compose exec': { valued: ['-e', '--env', '-u', '--user', '-w', '--workdir', '--index'], skip: 1 },
  'docker compose run': {
    valued: ['-e', '--env', '-u', '--user', '-w', '--workdir', '-p', '--publish', '-v', '--volume', '--name', '-l'],
    skip: 1,
  },
  'docker run': {
    valued: (
      '-e --env -u --user -w --workdir -p --publish -v --volume --name -l --label --network --net --env-file -m --memory ' +
      '--cpus --platform --mount --restart -h --hostname --add-host --pull --gpus --shm-size'
    ).split(' '),
    skip: 1,
  },
}))

const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish'])
const PYTHONS = /^(?:python|pypy|py)(?:\d(?:\.\d+)?)?$/
/** Options of an interpreter that take a value. */
const INTERPRETER_VALUES = ['-r', '--require', '--import', '--loader', '--env-file', '-W', '-X', '-I']
/** So deep a shell in a shell is looked into. */
const DEEPEST = 3
const LONGEST = 4000

export function startedPrograms(line: string, depth = 0): readonly Started[] {
  if (depth > 0) return startedIn(line, depth)
  const known = recent.get(line)
  if (known) return known
  const started = startedIn(line, depth)
  if (recent.size >= MOST_RECENT) recent.clear()
  recent.set(line, started)
  return started
}

/** Several questions are asked of one line: when it is called, and when it has ended. */
const recent = new Map<string, readonly Started[]>()
const MOST_RECENT = 16

function startedIn(line: string, depth: number): readonly Started[] {
  return toCommands(line.slice(0, LONGEST)).flatMap((command) => startedBy(command, command.words, false, depth))
}

function startedBy(
  command: SimpleCommand,
  words: readonly string[],
  isTimed: boolean,
  depth: number,
): readonly Started[] {
  const own = ownWords(words)
  const first = own[0] ?? ''
  if (first === '' || isAssignment(first)) return []
  const args = own.slice(1)
  const program = programName(first)
  const inner = (rest: readonly string[], timed = isTimed): readonly Started[] =>
    startedBy(command, rest, timed, depth + 1)
  if (depth > 8 + DEEPEST) return []
  if (program === 'timeout' || program === 'gtimeout') {
    const rest = afterOptions(args, ['-s', '--signal', '-k', '--kill-after'])
    return inner(rest.slice(1), true)
  }
  const script = SHELLS.has(program) || program === 'su' ? scriptOf(args) : undefined
  if (script !== undefined && depth < DEEPEST) {
    return startedPrograms(script, depth + 1).map((started) => ({ ...started, isTimed: isTimed || started.isTimed }))
  }
  if (PYTHONS.test(program)) {
    const module = args.indexOf('-m')
    const file = afterOptions(args, INTERPRETER_VALUES)
    if (module >= 0 && args.indexOf(file[0] ?? '') >= module) return inner(args.slice(module + 1))
    if (/(?:^|\/)manage\.py$/.test(file[0] ?? '')) return inner(file)
  }
  if (
    (program === 'node' || program === 'php' || program === 'ruby') &&
    /(?:^|\/)(?:\.bin|bin|artisan)(?:\/|$)/.test(args[0] ?? '')
  ) {
    return inner(args)
  }
  const wrapped = wrappedBy(program, args)
  if (wrapped !== undefined && wrapped.length > 0) return inner(wrapped)
  return [{ program, args, isTimed, command }]
}

/** Without assignments before them, redirections and the marks of a group. */
function ownWords(words: readonly string[]): readonly string[] {
  if (areBare(words)) return words
  const own: string[] = []
  for (const word of withoutRedirections(words.slice(words.findIndex((one) => !isAssignment(one))))) {
    const bare = withoutGroup(word)
    if (bare !== '') own.push(bare)
  }
  return own
}

/** Most commands have nothing but words of their own. */
function areBare(words: readonly string[]): boolean {
  if (isAssignment(words[0] ?? '')) return false
  for (const word of words) {
    if (word === '' || word.includes('>') || word.includes('<') || holdsGroup(word)) return false
  }
  return true
}

/** What a wrapper starts; undefined where it is none, or is used for something else. */
export function wrappedBy(program: string, args: readonly string[]): readonly string[] | undefined {
  const [name, own] = named(program, args)
  const wrapper = wrappers()[name]
  if (!wrapper) return undefined
  const rest = afterOptions(own, wrapper.valued ?? [])
  if (!wrapper.sub) return rest.slice(wrapper.skip ?? 0)
  if (!wrapper.sub.includes(rest[0] ?? '')) return undefined
  return afterOptions(rest.slice(1), wrapper.valued ?? []).slice(wrapper.skip ?? 0)
}

/** `docker compose -f x run`, `docker-compose run` and `podman run` go by the name of docker's sub-command. */
function named(program: string, args: readonly string[]): readonly [name: string, args: readonly string[]] {
  if (!isDocker(program) && program !== 'docker-compose') return [program, args]
  const isCompose = program === 'docker-compose' || args[0] === 'compose'
  const rest = isCompose ? afterOptions(program === 'docker-compose' ? args : args.slice(1), COMPOSE_VALUES) : args
  const [sub = '', ...own] = rest
  if (isCompose) return [`docker compose ${sub}`, own]
  // A container that is left to itself does not hold its caller.
  const isLeft = own.includes('-d') || own.includes('--detach')
  return [isLeft ? 'docker' : `docker ${sub}`, own]
}

export const COMPOSE_VALUES: readonly string[] = '-f --file -p --project-name --profile --env-file'.split(' ')

function isDocker(program: string): boolean {
  return program === 'docker' || program === 'podman' || program === 'nerdctl'
}

/** The reader leaves the marks of a group as text: `(cd web && npm start)`. */
export function withoutGroup(word: string): string {
  if (!holdsGroup(word)) return word
  const bare = word.replace(/^[({]+/, '')
  return bare.includes('(') ? bare : bare.replace(/\)+$/, '')
}

/** Most words hold none. */
function holdsGroup(word: string): boolean {
  return word.startsWith('(') || word.startsWith('{') || word.endsWith(')')
}

/** What follows `-c`, `-lc` and the like. */
export function scriptOf(args: readonly string[]): string | undefined {
  const at = args.findIndex((arg) => /^-[a-z]*c$/.test(arg))
  return at < 0 ? undefined : args[at + 1]
}

/** The words from the first one that is neither an option, nor the value of one, nor an assignment. */
export function afterOptions(args: readonly string[], valued: readonly string[]): readonly string[] {
  let at = 0
  while (at < args.length) {
    const arg = args[at] ?? ''
    if (arg === '--') return args.slice(at + 1)
    if (valued.includes(arg)) at += 2
    else if (arg.startsWith('-') || isAssignment(arg)) at += 1
    else break
  }
  return args.slice(at)
}

/** The reader of command lines leaves redirections as words. */
export function withoutRedirections(words: readonly string[]): readonly string[] {
  const kept: string[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ''
    const mayRedirect = word.includes('>') || word.includes('<')
    const redirection = mayRedirect ? /^(?:\d|&)?(?:>>?|<)[&|]?/.exec(word) : null
    if (!redirection) kept.push(word)
    else if (redirection[0] === word) at += 1
  }
  return kept
}

/** Without its folder, an ending of Windows and the version of a package: `./node_modules/.bin/vite`, `vite@5`. */
export function programName(word: string): string {
  if (/^[a-z0-9_-]*$/.test(word)) return word
  const name = (word.split(/[/\\]/).at(-1) ?? '').toLowerCase().replace(/\.(?:exe|cmd|bat|ps1)$/, '')
  return name.replace(/(?<=[a-z])@[\w.^~-]+$/, '')
}
