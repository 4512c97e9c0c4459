// Environment by which task runners and test runners run what they would otherwise answer from a cache of results. Caches
// of compiled code stay: they are keyed by content.
import { programName } from '../../shell/unwrapped.ts'

const SWITCHES: Readonly<Record<string, string>> = {
  TURBO_FORCE: 'true',
  NX_SKIP_NX_CACHE: 'true',
  NX_SKIP_REMOTE_CACHE: 'true',
  // A daemon would outlive the copy, and answers for the files it saw first.
  NX_DAEMON: 'false',
  TURBO_DAEMON: 'false',
  WIREIT_CACHE: 'none',
  MOON_CACHE: 'off',
}

type Environment = Readonly<Record<string, string | undefined>>

/** What is added to the environment of a check; what the user set for it stays where it can. */
export function withoutCaches(env: Environment): Record<string, string> {
  return { ...SWITCHES, ...goFlags(env['GOFLAGS']), ...gradleOptions(env['GRADLE_OPTS']) }
}

/**
 * Each flag is given only to the commands that know it, and one on the command line wins. With `-v` the tests of packages
 * that pass are listed too, and so can be counted.
 */
function goFlags(given = ''): { GOFLAGS: string } {
  const own = given.split(' ').filter((flag) => flag !== '')
  const added = ['-count=1', '-v'].filter((flag) => !own.some((one) => one.split('=')[0] === flag.split('=')[0]))
  return { GOFLAGS: [...own, ...added].join(' ') }
}

function gradleOptions(given = ''): { GRADLE_OPTS: string } {
  return { GRADLE_OPTS: `${given} -Dorg.gradle.caching=false -Dorg.gradle.daemon=false`.trim() }
}

/** Programs without such a variable, with the words that do it; the first words name the command. */
const WORDS: readonly (readonly [command: readonly string[], words: readonly string[]])[] = [
  [['bazel', 'test'], ['--nocache_test_results']],
  [['bazelisk', 'test'], ['--nocache_test_results']],
  [['lage'], ['--no-cache']],
]

/** Gradle takes the results of an earlier run for those of now, unless they are gone. What it compiled can stay. */
function cleaned(goal: string): string[] {
  const [, path = '', task = ''] = /^((?:[\w.-]*:)*)(test|check|build)$/.exec(goal) ?? []
  return task === '' ? [] : [`${path}cleanTest`]
}

/** The words that start a check, with what switches its cache off. */
export function argvWithoutCaches(argv: readonly string[]): readonly string[] {
  const [program = '', ...goals] = argv
  if (/^gradlew?$/.test(programName(program))) return [program, ...goals.flatMap(cleaned), ...goals]
  const row = WORDS.find(([command]) => command.every((word, index) => argv[index] === word))
  if (!row) return argv
  const [command, words] = row
  return [...command, ...words, ...argv.slice(command.length)]
}
