// Which changed files are product code that a check may load, and what kind of file each one is.
import { PERL_LINES } from '../../source/further-spans.ts'
import type { Syntax } from '../../source/mask.ts'
import { languageOf } from '../../source/languages.ts'
import type { SourceText } from '../../source/source.ts'
import { isForeignTest, isTestFile, isTestPlace, kindOfConfig } from '../../yardstick/yardstick.ts'

/** The languages that rules are written for, by file name. */
export const SCRIPT = /\.(?:[cm]?[jt]sx?|vue|svelte)$/
export const PYTHON = /\.pyw?$/
export const GO = /\.go$/
export const RUBY = /\.(?:rb|rake)$/
export const JVM = /\.(?:java|kts?|groovy|scala)$/
export const DOTNET = /\.cs$/
export const PHP = /\.php$/
export const RUST = /\.rs$/
export const C = /\.(?:c|cc|cpp|cxx|h|hpp)$/
export const SHELL = /\.(?:sh|bash)$/
export const PERL = /\.p[lm]$/

/** A side of a changed file, as the rules see it. */
export interface ProductText {
  readonly path: string
  readonly source: SourceText
  readonly blocks: 'brackets' | 'indent'
  /** Somebody starts it: it may end the process as it likes. */
  readonly isEntry: boolean
  /** Product code of the same change starts it. */
  readonly isStarted?: boolean
  /** Reads arguments or commands, so that some of its functions may end the process. */
  readonly isCommandLine: boolean
  /** Fakes, matchers and helpers that a project offers to tests. */
  readonly isTestSupport: boolean
}

const NOT_LOADED =
  /(?:^|\/)(?:node_modules|vendor|third_party|\.venv|venv|site-packages|dist|build|target|docs?|examples?|samples?|demos?|benchmarks?|benches|bench|website|migrations|\.github)\/|\.d\.[cm]?ts$|\.min\.js$/

/** No test itself, but loaded with every test beside it. */
const LOADED_WITH_TESTS = /(?:^|\/)__init__\.py$/

const SHELL_SYNTAX: Syntax = { lineComments: ['#'], quotes: '"\'' }
const PERL_SYNTAX: Syntax = { ...SHELL_SYNTAX, further: [PERL_LINES] }

/** Below the sources of Java and its kin, folders are names of packages, such as `com.example`. */
const PACKAGES = /(?<=(?:^|\/)src\/main\/(?:java|kotlin|scala|groovy)\/).*\//

export function isProductFile(path: string): boolean {
  if (NOT_LOADED.test(path.replace(PACKAGES, '')) || kindOfConfig(path) !== undefined) return false
  if (RUST.test(path)) return !/(?:^|\/)tests\//.test(path)
  if (SHELL.test(path) || PERL.test(path)) return !isTestPlace(path) && !isForeignTest(path)
  return syntaxOf(path) !== undefined && (!isTestFile(path) || LOADED_WITH_TESTS.test(path))
}

export function syntaxOf(path: string): Syntax | undefined {
  if (SHELL.test(path)) return SHELL_SYNTAX
  return PERL.test(path) ? PERL_SYNTAX : languageOf(path)?.syntax
}

export function blocksOf(path: string): 'brackets' | 'indent' {
  return languageOf(path)?.blocks ?? 'brackets'
}

const ENTRY_FOLDERS = /(?:^|\/)(?:s?bin|exe|scripts?|tools?|hack|tasks|public|www|\.\w[\w-]*)\//
const ENTRY_NAMES =
  /(?:^|\/)(?:__main__\.py|manage\.py|setup\.py|fabfile\.py|main\.rs|build\.rs|Program\.cs|[Gg]ulpfile[\w.]*|Gruntfile\.\w+|wp-[\w-]+\.php)$|\.rake$/

/** `text` is the file as it was, so that no change makes an entry of a library by itself. */
export function isEntry(path: string, text: string): boolean {
  return ENTRY_FOLDERS.test(path) || ENTRY_NAMES.test(path) || text.startsWith('#!') || HAS_MAIN.test(text)
}

const HAS_MAIN =
  /\bstatic\s{1,9}(?:async\s{1,9})?(?:void|int|Task(?:<int>)?)\s{1,9}[Mm]ain\s{0,9}\(|^\s{0,9}fun\s{1,9}main\s{0,9}\(|^fn main\(|^int\s{1,9}main\s{0,9}\(|\bextends\s{1,9}App\b/m

const COMMAND_LINE_PATHS =
  /(?:^|\/)(?:cli|cmds?|commands?|args)(?:\/|\.\w+$)|(?:^|\/)(?:main|cli|server|worker|daemon|repl|shell)\.\w+$/

const COMMAND_LINE =
  /\bprocess\.argv\b|\bparseArgs\(|["'](?:commander|yargs|cac|meow|minimist|citty|sade|@oclif\/core|inquirer|@clack\/prompts|worker_threads|node:worker_threads)["']|\bsys\.argv\b|\bimport (?:argparse|click|typer|optparse|getopt|cmd)\b|\bfrom (?:argparse|click|typer|docopt|cmd) import\b|\bARGV\b|\bOptionParser\b|\bThor\b|"github\.com\/(?:spf13\/cobra|urfave\/cli)|"flag"|\bos\.Args\b|\bpicocli\b|\$argv\b|\bPHP_SAPI\b|\benv::args\(|\b(?:clap|docopt|structopt|argh|pico_args)(?:::|;)/

export function isCommandLine(path: string, text: string): boolean {
  return COMMAND_LINE_PATHS.test(path) || COMMAND_LINE.test(text)
}

const TEST_SUPPORT =
  /(?:^|\/)(?:__mocks__|mocks?|fakes?|stubs?|fixtures?|matchers|test\w*|testing)\/|(?:^|\/)[\w.-]*(?:mock|fake|stub|matchers?|test[-_]?(?:helpers?|utils?|kit|support|case|suite))[\w.-]*\.\w+$|(?:^|\/)pytest_\w+/i

export function isTestSupport(path: string): boolean {
  return TEST_SUPPORT.test(path)
}
