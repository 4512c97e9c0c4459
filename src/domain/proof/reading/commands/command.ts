// A command line read for what it proves: its parts, the tool of each, flags and files. Nothing is run or expanded.
import { isAssignment, starters, toCommands } from '../../../shell/commands.ts'

export interface CommandPart {
  /** What joins it to the part before. */
  readonly joiner: string
  readonly tool: string
  readonly flags: readonly string[]
  readonly files: readonly string[]
  /** Shown to people. */
  readonly written: string
}

const LONGEST = 20_000

export function readCommand(command: string): CommandPart[] {
  const commands = toCommands(command.slice(0, LONGEST))
  const parts = commands.flatMap(({ words, joiner }) => toPart(words, joiner) ?? [])
  // What is sent to the background is not waited for.
  return parts.length > 0 && commands.at(-1)?.end === '&' ? [...parts, BACKGROUND] : parts
}

const BACKGROUND: CommandPart = { joiner: '&', tool: ':', flags: [], files: [], written: '&' }

/** Words that start another program without changing what it proves. */
const STARTERS: ReadonlySet<string> = new Set([
  ...starters,
  'sudo',
  'command',
  'nice',
  '@',
  '$(Q)',
  '[',
  '[[',
  'then',
  'do',
  'if',
  '!',
])
const RUNNERS: readonly (readonly [RegExp, number])[] = [
  [/^(?:pnpm|yarn|npm|bun) (?:exec|dlx|x) /, 2],
  [/^(?:poetry|uv|pipenv|pdm|hatch|rye) run /, 2],
  [/^bundle exec /, 2],
  [/^python3? -m /, 2],
  [/^(?:\.\/)?(?:vendor|node_modules)\/\.?bin\//, 0],
]
const SCRIPT = /^(?:npm|pnpm|yarn|bun) (?:run(?:-script)? )?(?:(?:-s|--silent|-w|-r) )?([\w:.-]+)/
const NOT_SCRIPTS =
  /^(?:ci|install|i|add|publish|pack|audit|link|test|run|set|config|exec|dlx|x|build|remove|create|init)$/

function toPart(words: readonly string[], joiner: string): CommandPart | undefined {
  const rest = withoutStarters(words.filter((word) => word !== ''))
  if (rest.length === 0) return undefined
  const line = rest.join(' ')
  const [tool = '', ...others] = named(rest, line)
  // What stands behind `--` is handed on; package managers differ in whether they need it.
  return {
    joiner,
    tool,
    ...sorted(
      tool,
      others.filter((word) => word !== '--'),
    ),
    written: words.join(' '),
  }
}

function withoutStarters(words: readonly string[]): string[] {
  let rest = words.map((word, index) => (index === 0 ? word.replace(/^[@+-]+(?=[\w$./])/, '') : word))
  for (let steps = 0; steps < 10; steps++) {
    const [first = ''] = rest
    const runner = RUNNERS.find(([pattern, count]) => count > 0 && pattern.test(`${rest.join(' ').slice(0, 200)} `))
    if (runner) rest = rest.slice(runner[1])
    else if (STARTERS.has(first) || isAssignment(first)) rest = rest.slice(1)
    else break
  }
  return rest
}

/** Bring the tool along that they start. */
const WRAPPERS: Readonly<Record<string, string>> = { mvnw: 'mvn', gradlew: 'gradle' }

/** `npm run x`, `yarn x` and the like become `run x`: which package manager runs it proves nothing. */
function named(words: readonly string[], line: string): string[] {
  const script = SCRIPT.exec(line)
  if (script) {
    const [, name = ''] = script
    const isPlain = /^(?:npm|pnpm|yarn|bun) [\w:.-]+/.test(line) && !/ (?:run|run-script) /.test(` ${line} `)
    if (isPlain && /^(?:npm|pnpm|yarn|bun) (?:test|t)\b/.test(line))
      return line.startsWith('bun ') ? [...words] : ['run', 'test', ...words.slice(2)]
    const isBuiltIn = isPlain && (line.startsWith('npm ') || line.startsWith('bun ') || NOT_SCRIPTS.test(name))
    if (!isBuiltIn) return ['run', name, ...words.slice(words.indexOf(name) + 1)]
  }
  const [first = '', ...rest] = words
  const tool = first.replace(/^(?:\.\/)?(?:node_modules\/\.bin|vendor\/bin)\//, '')
  return [WRAPPERS[tool.replace(/^\.\//, '')] ?? tool, ...rest]
}

/** Flags whose next word is their value. */
const TAKES_VALUE =
  /^(?:--max-warnings|--config|-c|-p|--project|--ext|--reporters?|--ignore-path|--ignore-pattern|--testPathIgnorePatterns|-k|-m|-t|-n|-j|--timeout|--ignore|--deselect|--maxWorkers|--max-workers|--exclude|--grep|-g|--filter|--format|-f|-r|--require|--import|--loader|--env|--tb|-run|-skip|-W|--skip|--testNamePattern|--rule|--rulesdir|-o|--cov-fail-under|--workers|--concurrency|--profile|--features|-timeout|-count|-parallel|-coverprofile)$/

function sorted(tool: string, words: readonly string[]): Pick<CommandPart, 'flags' | 'files'> {
  const flags: string[] = []
  const files: string[] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (!word.startsWith('-') || word === '-') {
      if (!/^[0-9]?[<>]/.test(word)) files.push(word)
      continue
    }
    const next = words[index + 1]
    const takes = TAKES_VALUE.test(word) && !(word === '-m' && tool === 'python') && next !== undefined
    flags.push(takes ? `${word}=${next}` : word)
    if (takes) index++
  }
  return { flags, files }
}
