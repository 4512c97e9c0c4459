// What a program does with further words on its command line: takes them for goals, for filters, or who knows.
import { lazily } from '../../contract/lazily.ts'

export type Taken =
  | { readonly kind: 'goals'; readonly program: string }
  /** Names and paths that choose among the tests; `commands` are the words that would be something else. */
  | { readonly kind: 'filters'; readonly commands: readonly string[] }
  | { readonly kind: 'unknown' }

/** Programs for which a further word is a further goal: `make test deploy`. */
const TAKES_GOALS = new Set(
  `make gmake bmake nmake mingw32-make ninja just task mage rake ant sbt mill mvn mvnw mvnd gradle gradlew invoke inv
  doit turbo nx lerna moon rush wireit grunt gulp jake nox scons waf pants bazel bazelisk buck buck2 please plz fastlane
  xcodebuild cmake meson earthly dagger lage wsrun run-s run-p npm-run-all npm-run-all2 concurrently bob fab pypyr poe`.split(
    /\s+/,
  ),
)

/** Test runners, with the words that make them do something else where they come first. */
const TAKES_FILTERS: ReadonlyArray<readonly [program: string, commands: string]> = [
  ['pytest', ''],
  ['py.test', ''],
  ['vitest run', ''],
  ['vitest', 'run watch dev bench related init list typecheck'],
  ['jest', ''],
  ['mocha', 'init inspect debug'],
  ['ava', 'debug reset-cache'],
  ['jasmine', 'init examples help version'],
  ['tap', 'run list report plugin build config dump-config help repl replay versions debug'],
  ['bun test', ''],
  ['node --test', ''],
  ['deno test', ''],
  ['playwright test', ''],
  ['react-scripts test', ''],
  ['cargo test', ''],
  ['cargo nextest run', ''],
  ['go test', ''],
  ['phpunit', ''],
  ['pest', ''],
  ['rspec', ''],
  ['dotnet test', ''],
  ['mix test', ''],
  ['dart test', ''],
  ['flutter test', ''],
  ['rails test', ''],
]

/** What starts another program that is named behind it. */
const LAUNCHERS: readonly string[] = [
  'npx',
  'bunx',
  'pnpx',
  'bun x',
  'npm exec',
  'pnpm exec',
  'pnpm dlx',
  'yarn exec',
  'yarn dlx',
  'uv run',
  'uvx',
  'poetry run',
  'pdm run',
  'pipenv run',
  'pixi run',
  'rye run',
  'hatch run',
  'bundle exec',
  'python -m',
  'python3 -m',
  'py -m',
]

/** By their first words: most programs are none. */
const launchersBy = lazily(() => Map.groupBy(LAUNCHERS, (words) => words.split(' ')[0] ?? ''))

export function wordsAfter(argv: readonly string[]): Taken {
  const names = argv.map(programName)
  // Any word may be the program: `npx turbo run test`, `poetry run invoke test`.
  const goals = names.find((name) => TAKES_GOALS.has(name))
  if (goals !== undefined) return { kind: 'goals', program: goals }
  const own = withoutLaunchers(names)
  // With no program yet, the next word would be it.
  if (own.length === 0) return { kind: 'goals', program: names[0] ?? '' }
  const runner = TAKES_FILTERS.find(([program]) => startsWith(own, program))
  if (runner === undefined) return { kind: 'unknown' }
  // The first word that is no option is the one that could be a command.
  const isOpen = own.slice(runner[0].split(' ').length).every((word) => word.startsWith('-'))
  return { kind: 'filters', commands: isOpen ? runner[1].split(' ') : [] }
}

/** As it would be written by itself: no folder, no ending of Windows, small letters. */
export function programName(word: string): string {
  const name = word.split(/[/\\]/).at(-1) ?? ''
  return name.toLowerCase().replace(/\.(?:exe|cmd|bat|ps1)$/, '')
}

/** Options of a launcher may stand before the program; one that takes a value hides it, which is the safe side. */
export function withoutLaunchers(names: readonly string[]): readonly string[] {
  const launcher = launchersBy()
    .get(names[0] ?? '')
    ?.find((words) => startsWith(names, words))
  if (launcher === undefined) return names
  const rest = names.slice(launcher.split(' ').length)
  const start = rest.findIndex((word) => !word.startsWith('-'))
  return start < 0 ? [] : withoutLaunchers(rest.slice(start))
}

function startsWith(names: readonly string[], words: string): boolean {
  return words.split(' ').every((word, index) => names[index] === word)
}
