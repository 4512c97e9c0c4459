// Variables that test runners and compilers take their options from: options that weaken may stand there.
import { type CommandPart, readCommand } from '../command.ts'
import { isWeakFlag } from '../weak-flags.ts'

/** Whose options each of them holds. */
const OPTIONS_OF: Readonly<Record<string, string>> = {
  PYTEST_ADDOPTS: 'pytest',
  GOFLAGS: 'go test',
  MAVEN_ARGS: 'mvn verify',
  MAVEN_OPTS: 'mvn verify',
  JAVA_TOOL_OPTIONS: 'mvn verify',
  JDK_JAVA_OPTIONS: 'mvn verify',
  _JAVA_OPTIONS: 'mvn verify',
  SPEC_OPTS: 'rspec',
}
/** Loads the project's own code into every run, or runs only some of the tests. */
const PRELOAD =
  /(?:^|[\s"'])(?:(?:-r|--require|--import|--loader|--experimental-loader)[= ]["']?(?!LOADER(?:["'\s]|$))|--test-(?:name|skip)-pattern[= ]|--test-only\b)/
/** Packages that only let Node and Ruby read other languages, or find their packages. */
const LOADER =
  /(?<=(?:-r|--require|--import|--loader|--experimental-loader)[= ]["']?)(?:tsx(?:\/\w+)?|jiti\/register|esm|(?:ts-node|esbuild-register|@swc-node|@swc|@babel|@oxc-node|source-map-support|dotenv|amaro|coffeescript)(?:\/[\w/-]+)?)(?=["'\s]|$)/g
const LOOSE_RUST = /--cap-lints|-A[ \w:]/
/** minitest and test-unit: some of the tests. */
const SOME_OF_RUBY = /(?:^|\s)(?:-[niex]|--(?:name|ignore-name|exclude|include|testcase|ignore-testcase))(?:$|[=\s/])/
/** Ruby: `-r./stub`, `-I./stubs -rminitest/autorun` */
const RUBY_PRELOAD = /(?:^|\s)-r\s?\.{0,2}\//

const WEAK_VALUE: Readonly<Record<string, RegExp>> = {
  PYTHONOPTIMIZE: /^[^0\s]/,
  RUSTFLAGS: LOOSE_RUST,
  RUSTDOCFLAGS: LOOSE_RUST,
  CARGO_ENCODED_RUSTFLAGS: LOOSE_RUST,
  CARGO_BUILD_RUSTFLAGS: LOOSE_RUST,
  NEXTEST_RETRIES: /^[1-9]/,
  NEXTEST_NO_TESTS: /^(?:pass|warn)$/,
  TESTOPTS: SOME_OF_RUBY,
  TEST_OPTS: SOME_OF_RUBY,
  RUBYOPT: RUBY_PRELOAD,
  TOX_SKIP_ENV: /\S/,
  MAKEFLAGS: /^(?:-?[a-jl-z]{0,5}[in]|.*(?:-[in]\b|--(?:ignore-errors|dry-run|just-print)))/,
}

/** Does a variable with this value make the checks prove less? */
export function weakens(name: string, value: string): boolean {
  const runner = Object.hasOwn(OPTIONS_OF, name) ? OPTIONS_OF[name] : undefined
  if (runner !== undefined)
    return readCommand(`${runner} ${value}`).some(({ flags, tool }) => flags.some((flag) => isWeakFlag(flag, tool)))
  if (name === 'NODE_OPTIONS' || name === 'BUN_OPTIONS') return PRELOAD.test(value.replaceAll(LOADER, 'LOADER'))
  return Object.hasOwn(WEAK_VALUE, name) && WEAK_VALUE[name]?.test(value.trim()) === true
}

/** `PYTEST_ADDOPTS="-k smoke" npm test`, where nothing like it stood before. */
export function weakenedBy({ variables = [] }: CommandPart, old: CommandPart): boolean {
  return variables.some((one) => old.variables?.includes(one) !== true && isWeakening(one))
}

/** Written as in a shell: `NAME=value`. */
export function isWeakening(assignment: string): boolean {
  const at = assignment.indexOf('=')
  return weakens(assignment.slice(0, at), assignment.slice(at + 1))
}
