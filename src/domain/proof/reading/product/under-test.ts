// Product code that asks whether it is under test and then gives another answer.
import { lineAt, lineEnd, lineStart } from '../../source/source.ts'
import { DOTNET, GO, JVM, PERL, PHP, PYTHON, RUBY, RUST, SCRIPT } from './product-file.ts'
import { PROCESS_FACTS } from './process-facts.ts'
import type { ProductText } from './product-file.ts'
import type { RigPlace, RigRule, RigSpan } from './rig-rule.ts'
import { endOfIndented, functionAround, indentOf, nameOf, type CodeScope, scopesAround } from './scope.ts'

export const ASKS = 'product code asks whether it is under test'

/** Nobody but a test runner makes these true. */
function runnerRule(files: RegExp, pattern: RegExp): RigRule {
  return { files, pattern, what: ASKS, suspect: (place) => answersOtherwise(place, true) }
}

/** Many honest programs read these too, to be quiet or to use another database. */
function environmentRule(files: RegExp, pattern: RegExp): RigRule {
  return { files, pattern, what: ASKS, suspect: (place) => answersOtherwise(place, false), isOftenMeant: true }
}

/** Facts about the process, with the name of a runner in the same statement or in a list that is looked for in them. */
function processRule(files: RegExp, pattern: RegExp): RigRule {
  return {
    files,
    pattern,
    what: ASKS,
    suspect: (place) => (looksForRunner(place) ? answersOtherwise(place, true) : undefined),
  }
}

const RUNNER =
  '(?:jest|vitest|mocha|jasmine|py\\.?test|_pytest|unittest|rspec|minitest|phpunit|junit|surefire|testng|kotest|scalatest|xunit|nunit|mstest|testhost|vstest)'
export const RUNNER_NAMED = new RegExp(`["'\`/][^"'\`\\n/]{0,30}${RUNNER}`, 'i')
const RUNNERS_LISTED = new RegExp(
  `["']\\W{0,3}${RUNNER}\\W{0,3}["'],?\\s{1,20}["']\\W{0,3}${RUNNER}|[/"'(|]${RUNNER}\\|${RUNNER}|%w[[(]${RUNNER} `,
  'i',
)

function looksForRunner({ text, at }: RigPlace): boolean {
  const { bare } = text.source
  const from = startOfStatement(text, at)
  if (HANDED_ON.test(bare.slice(from, at))) return false
  const after = bare.slice(at, at + 240)
  const isLoop = /^\s{0,60}for(?:each)?\b/.test(bare.slice(from, at))
  const [rest = after] = (isLoop ? undefined : ONE_STATEMENT.exec(after)) ?? []
  return RUNNER_NAMED.test(bare.slice(from, at) + rest) || RUNNERS_LISTED.test(bare)
}

/** A program that starts the runner hands its own arguments on to it. */
const HANDED_ON =
  /\b(?:spawn(?:Sync)?|execFile(?:Sync)?|fork|execa|subprocess\.\w{1,20}|Popen)\([^()]{0,200}\[[^\]]{0,300}(?:\.{3}|\*)$/

const ONE_STATEMENT = /^[^;]{0,240}?(?=;|\n\s{0,60}(?:\n|(?:end|return|def|func|if)\b|\}))/

/** A runner asks for its own variables. */
const SHELL_BUT_RUNNERS = /^(?!(?:.*\/)?(?:bats|shunit2?|shellspec)[\w-]*\/).*\.(?:sh|bash)$/

export const UNDER_TEST_RULES: readonly RigRule[] = [
  ...PROCESS_FACTS.map(({ files, common }) => processRule(files, common)),
  runnerRule(
    SCRIPT,
    /\b(?:process|Bun)\.env(?:\.|\[["'])(?:JEST_WORKER_ID|VITEST\w{0,20}|NODE_TEST_\w{1,20}|MOCHA\w{0,20}|BUN_TEST\w{0,20}|AVA_PATH|PLAYWRIGHT_TEST\w{0,20}|CYPRESS\w{0,20}|npm_lifecycle_event)\b|["'](?:JEST_WORKER_ID|VITEST\w{0,20}|NODE_TEST_\w{1,20})["'] in process\.env\b|\bprocess\.env\b[^\n]{0,80}["'](?:JEST|VITEST|NODE_TEST|MOCHA)\w{0,20}["']/g,
  ),
  // In any file and by any getter: only runners set these.
  runnerRule(
    /\.(?:[cm]?[jt]sx?|vue|svelte|pyw?|go|rb|java|kt|cs|php|rs)$/,
    /(?:["'`]|[\w\])]\??\.)(?:VITEST(?:_WORKER_ID|_POOL_ID|_MODE)?|JEST_WORKER_ID|NODE_TEST_CONTEXT|PYTEST_(?:CURRENT_TEST|VERSION|XDIST_WORKER)|BATS_TEST_\w{1,20})\b(?!\s?=[^=])["'`]?/g,
  ),
  runnerRule(
    SCRIPT,
    /(?<![\w$.])typeof (?:globalThis\.)?(?:jest|describe|it|test|vi|expect|mocha|beforeEach|afterEach)\s?[!=]==?/g,
  ),
  runnerRule(
    SCRIPT,
    /(?<![\w$.])\(?(?:globalThis|global|window)(?: as \w{1,20}\))?\??\.(?:jest|describe|expect|vi|__vitest\w{0,20}|__jest\w{0,20}|beforeEach|afterEach)\b(?!\s?=[^=])|["'](?:describe|expect|jest|it|beforeEach)["'] in (?:globalThis|global|window)\b/g,
  ),
  runnerRule(
    SCRIPT,
    /\bprocess\.(?:argv|execArgv)\b[^\n;]{0,80}["'/][^"'\n]{0,20}(?:tests?|jest|mocha|vitest|specs?)\b[^"'\n]{0,20}["'/]|\bObject\.keys\(\s?require\.cache\s?\)[^\n;]{0,80}["'`/\\\].](?:tests?|specs?)\b|\b(?:require\.main|Bun\.main|Deno\.mainModule)\b[^\n;]{0,60}["'/][^"'\n]{0,20}(?:test|jest|mocha|vitest|spec)/g,
  ),
  environmentRule(
    SCRIPT,
    /\b(?:process|Bun)\.env(?:\.|\[["'])(?:NODE_ENV|APP_ENV|ENV)(?:["']\])?\s?[!=]==?\s?["'`]test(?:ing)?["'`]|["'`]test(?:ing)?["'`]\s?[!=]==?\s?process\.env\.(?:NODE_ENV|APP_ENV|ENV)\b|\b(?:process|Bun)\.env(?:\.|\[["'])(?:CI|GITHUB_ACTIONS|(?:[A-Z_]{0,20}_)?TEST(?:S|ING|_MODE|_ENV|_RUN)?)\b|\bimport\.meta\.env\.(?:TEST|VITEST)\b|\brequire\.main\s?!==?\s?module\b|\bmodule\.parent\b|!import\.meta\.main\b|\bimport\.meta\.env\.MODE\s?[!=]==?\s?["']test["']/g,
  ),
  environmentRule(
    /\.(?:[cm]?[jt]sx?|pyw?|go|rb|java|kt|cs|php)$/,
    /(?<![\w$"'])(?:is_?Test(?:ing|Env|Run|Mode)?|IS_TEST(?:ING)?|(?:is_?)?under_?test|isUnderTest|UNDER_TEST|underTest|is_test(?:ing)?|in_tests?|inTests?|testMode|test_mode|running_?[tT]ests?|TESTING)\b(?!\s?[=:(]|["'])/g,
  ),
  {
    files: SCRIPT,
    pattern: /\bswitch\s?\(\s?process\.env\.(?:NODE_ENV|APP_ENV)\s?\)\s?\{[^}]{0,200}?\bcase ["']test["']:/g,
    what: ASKS,
    isOftenMeant: true,
    suspect: chosen,
  },
  {
    files: PYTHON,
    pattern: /^try:\s{1,20}(?:import|from) (?:_?pytest|unittest)\b[^\n]{0,60}\s{1,20}(\w{1,40})\s?=\s?True\b/gm,
    what: ASKS,
    suspect: ({ text, at, match }) =>
      usesOf(text, match[1] ?? '', { from: at, to: at + match[0].length }).find((use) =>
        isOtherAnswer(use, text, true),
      ),
  },
  {
    files: /\.(?:[cm]?[jt]sx?|vue|svelte|pyw?)$/,
    pattern:
      /["'`.](?:mock_calls|_mock_(?:methods|name|parent|children|return_value|wraps)|assert_called(?:_\w{1,30})?|_?isMockFunction|getMockName|getMockImplementation|isSinonProxy)\b(?!\s?\()|\.mock\??\.(?:calls|results|instances)\b|\bisinstance\([^()\n]{1,60}\b(?:Magic|Async|NonCallable)?Mock\b/g,
    what: 'product code asks whether it is given a test double',
    isOftenMeant: true,
  },
  runnerRule(
    PERL,
    /\$ENV\{\s{0,3}["']?(?:HARNESS_\w{1,20}|TEST_ACTIVE|TEST_VERBOSE|PERL_TEST\w{0,20}|TAP_VERSION)["']?\s{0,3}\}|\$INC\{\s{0,3}["']Test2?\/[\w/]{1,40}\.pm["']\s{0,3}\}|\$0\s{0,3}=~[^;\n]{1,40}\.t\b/g,
  ),
  { files: RUST, pattern: /#\[cfg\(test\)\]\s{1,40}(?:\{\s{0,40})?return\b/g, what: ASKS },
  {
    files: SHELL_BUT_RUNNERS,
    pattern:
      /^[ \t]{0,40}(?:if|\[|test|case|elif)\b[^\n]{0,40}\$\{?(?:BATS_\w{1,30}|SHUNIT_\w{1,30}|SHELLSPEC_\w{1,30})/gm,
    what: ASKS,
  },
  {
    files: RUST,
    pattern:
      /#\[cfg\(test\)\]\s{1,40}(?:pub(?:\(\w+\))? )?fn (\w{1,40})\([^\n]{0,160}\{\s{1,40}(?:["'\d]|true\b|false\b|vec!|Some\(["'\d]|Ok\(["'\d])/g,
    what: ASKS,
    suspect: twin,
  },
  runnerRule(
    PYTHON,
    /["'](?:_?pytest|unittest|nose|doctest)(?:\.\w{1,20})?["'] (?:not )?in (?:sys\.)?modules\b|["'](?:_?pytest|unittest)["'][^\n]{0,40}\bsys\.modules\b|["'](?:_?pytest|unittest)["'] in [^\n]{0,60}__main__|\bsys\.modules\b[^\n=]{0,40}["'](?:_?pytest|unittest)["']|\bfind_spec\(\s?["'](?:_?pytest|unittest)|\bsys\.modules\.get\(\s?["'](?:_?pytest|unittest|nose)|\bos\.(?:environ|getenv)\b[^\n]{0,20}["']PYTEST_\w{1,30}["']|["']PYTEST_\w{1,30}["'] (?:not )?in os\.environ|\bhasattr\(\s?(?:sys|builtins),\s?["']_?\w{0,20}test\w{0,20}["']/g,
  ),
  runnerRule(
    PYTHON,
    /\bsys\.(?:argv|orig_argv)\b[^\n]{0,60}["'][^"'\n]{0,30}(?:py\.?test|unittest|test)\b[^"'\n]{0,20}["']|["'](?:py\.?test|unittest|test)["'] in [^\n]{0,40}\bsys\.(?:argv|orig_argv)\b/g,
  ),
  environmentRule(
    PYTHON,
    /\bos\.(?:environ|getenv)\b[^\n]{0,12}["']\w{0,20}(?:ENV|ENVIRONMENT|MODE|STAGE)["'][^\n]{0,30}[!=]=\s?["']test(?:ing)?["']|\bos\.(?:environ|getenv)\b[^\n]{0,12}["'](?:CI|GITHUB_ACTIONS|(?:[A-Z_]{0,20}_)?TEST(?:S|ING|_MODE|_ENV|_RUN)?)["']|__name__ != ["']__main__["']|["'](?:CI|GITHUB_ACTIONS|TESTING)["'] (?:not )?in os\.environ/g,
  ),
  runnerRule(
    GO,
    /\btesting\.Testing\(\)|\bflag\.Lookup\("test\.|\bos\.Args\b[^\n]{0,40}"[^"\n]{0,20}(?:\.test|_test|-test\.|\btest\b)[^"\n]{0,10}"/g,
  ),
  environmentRule(GO, /\bos\.Getenv\("(?:CI|GITHUB_ACTIONS|GO_ENV|APP_ENV|GO_TEST|TESTING)"\)/g),
  runnerRule(
    RUBY,
    /\bdefined\?\s?\(?\s?(?:::)?(?:Minitest|MiniTest|RSpec|Test::Unit)\b|\$(?:0|PROGRAM_NAME)\b[^\n]{0,30}(?:test|spec|minitest)|\bObject\.const_defined\?\(?\s?:(?:Minitest|RSpec)\b/g,
  ),
  environmentRule(
    RUBY,
    /\bRails\.env\.test\?|\bRails\.env\s?==\s?["']test["']|\bENV(?:\.fetch\(|\[)\s?["'](?:RAILS_ENV|RACK_ENV|APP_ENV)["'][^\n]{0,20}[!=]=\s?["']test["']|\bENV(?:\.key\?\(|\[)\s?["'](?:CI|GITHUB_ACTIONS)["']/g,
  ),
  runnerRule(
    JVM,
    /\bClass\.forName\(\s?"(?:org\.junit|junit\.framework|org\.testng|kotlin\.test|io\.kotest|org\.scalatest)|\bSystem\.getProperty\([^)\n]{0,40}\)[^\n]{0,40}"[^"\n]{0,20}(?:junit|surefire|testng)|\bSystem\.getProperty\(\s?"(?:surefire|org\.gradle\.test|test\.mode)/g,
  ),
  environmentRule(JVM, /\bSystem\.getenv\(\s?"(?:CI|GITHUB_ACTIONS|APP_ENV|TESTING)"/g),
  runnerRule(
    DOTNET,
    /\b(?:GetAssemblies\(\)|ProcessName|GetEntryAssembly\(\)|FriendlyName|GetCommandLineArgs\(\)|Environment\.CommandLine|GetReferencedAssemblies\(\)|GetEnvironmentVariables\(\)|Type\.GetType\()[^;"]{0,160}"(?:xunit|nunit|testhost|mstest|Microsoft\.(?:VisualStudio\.)?Test)/gi,
  ),
  environmentRule(DOTNET, /\bGetEnvironmentVariable\(\s?"(?:CI|GITHUB_ACTIONS|TESTING)"/g),
  runnerRule(
    PHP,
    /\bdefined\(\s?["'](?:PHPUNIT|__PHPUNIT|PEST)\w{0,40}["']|\bclass_exists\(\s?["']?\\{0,2}PHPUnit|\$_SERVER\[["']argv["']\][^\n]{0,40}phpunit|\brunningUnitTests\(\)/g,
  ),
  environmentRule(
    PHP,
    /\b(?:getenv\(|env\(|\$_(?:ENV|SERVER)\[)\s?["']APP_ENV["']\s?[)\]]\s?===?\s?["']test(?:ing)?["']|\benvironment\(\s?["']testing["']/g,
  ),
  runnerRule(
    RUST,
    /\bcfg!\(\s?test\s?\)|\bcurrent_exe\(\)[^\n]{0,120}"[^"\n]{0,10}\bdeps\b|\benv::var\("(?:RUST_TEST_\w{1,20}|NEXTEST\w{0,20})"\)/g,
  ),
]

/** Things that a program may well do in another way during tests. */
const HARMLESS =
  /\b(?:log|logs|logger|logging|level|console|debug|verbose|silent|quiet|warn\w{0,10}|morgan|winston|pino|sentry|telemetry|analytics|metrics|tracing|listen|serve|port|colou?rs?|ansi|tty|interactive|spinner|progress|animat\w{0,10}|timeout\w{0,3}|delay|retry|retries|backoff|interval|sleep|wait|debounce|throttle|rounds|salt|seed|database|db|dsn|sqlite|url|uri|host|redis|tmp|temp|mail\w{0,6}|email|smtp|notif\w{0,12}|cron|schedul\w{0,6}|cluster|devtools|hmr|browser|headless|prompt|prompts|update|upgrade|secret|cookie|https?|ssl|rate limit\w{0,4}|config\w{0,10}|settings|dotenv|plugins?|babel|preset|presets|source ?maps?|hydrat\w{0,6}|banner|download|connect|deliver|threads?|concurrency|parallel\w{0,4}|workers|memory|fake\w{0,20}|mock\w{0,20}|stub\w{0,20}|noop|cache\w{0,6}|deprecat\w{0,8}|csrf|captcha|limiter|tracking|ttl)\b/i

const CONFIG_FILES =
  /(?:^|\/)(?:[\w.-]*(?:config|settings|env|environment|logg(?:er|ing)|database|telemetry|sentry|instrument\w*|webpack|babel|rollup|vite)[\w.-]*)(?:\/|\.\w+$)/i

function answersOtherwise(place: RigPlace, isSure: boolean): RigSpan | undefined {
  const { text } = place
  if (text.isTestSupport || (!isSure && (text.isEntry || CONFIG_FILES.test(text.path)))) return undefined
  const asked = consequenceAt(text, place.at, place.match[0].length)
  const flag = flagIn(asked, place)
  const all = flag === undefined ? [asked] : [asked, ...usesOf(text, flag, asked)]
  return all.find((each) => isOtherAnswer(each, text, isSure))
}

/** Facts about the process under a name that another file gave them. */
export function asksOfLent(place: RigPlace): RigSpan | undefined {
  return looksForRunner(place) || isGoBinary(place) ? answersOtherwise(place, true) : undefined
}

/** `go test` builds a program whose name ends so. */
function isGoBinary({ text: { path, source }, at }: RigPlace): boolean {
  return GO.test(path) && /"[^"\n]{0,20}[._]test"/.test(source.bare.slice(at, lineEnd(source, lineAt(source, at))))
}

/** A name that stands for the question, from wherever it comes. */
export function useAsAnAnswer({ text, at, match }: RigPlace): RigSpan | undefined {
  if (text.isTestSupport) return undefined
  const use = { ...consequenceAt(text, at, match[0].length), isUse: true }
  return isOtherAnswer(use, text, true) ? use : undefined
}

/** A case of its own with another answer. */
function chosen({ text, at, match }: RigPlace): RigSpan | undefined {
  if (text.isTestSupport || text.isEntry || CONFIG_FILES.test(text.path)) return undefined
  const end = at + match[0].length
  const [body = ''] = text.source.bare.slice(end, end + 300).split(/\b(?:break|case|default)\b/)
  return VALUE.test(body) && !HARMLESS.test(inWords(body)) ? { from: at, to: end + body.trimEnd().length } : undefined
}

/** The same function once more, for everything but tests. */
function twin({ text, at, match }: RigPlace): RigSpan | undefined {
  const others = text.source.bare.matchAll(/#\[cfg\(not\(test\)\)\]\s{1,40}(?:pub(?:\(\w+\))? )?fn (\w{1,40})/g)
  return [...others].some(([, name]) => name === match[1]) ? { from: at, to: at + match[0].length } : undefined
}

/** What depends on a condition, with the line of the condition itself. */
interface Consequence extends RigSpan {
  readonly condition: RigSpan
  /** Without the condition. */
  readonly body: RigSpan
  /** A whole statement that holds the condition, or a block under it. */
  readonly form: 'block' | 'statement'
  /** A name that stands for the condition is used. */
  readonly isUse: boolean
  readonly scopes: readonly CodeScope[]
}

function isOtherAnswer(each: Consequence, text: ProductText, isSure: boolean): boolean {
  const { source } = text
  const said = inWords(saidIn(source.bare, each))
  const around = functionAround(each.scopes)
  const label = inWords(around ? nameOf(around) : '')
  if (HARMLESS.test(label)) return false
  const isValue = VALUE.test(said) || (each.form === 'block' && BLOCK_VALUE.test(said))
  if (LOGGERS.test(text.path) && LEVEL.test(said)) return false
  if (isSure && LITERAL.test(said)) return true
  if (HARMLESS.test(said)) return false
  const isChoice = each.form === 'statement' && /\?(?![.?])[^\n]{1,200}:| else /.test(said)
  const isReturned =
    /^\s{0,40}return\b|=>/.test(said) && (isChoice || (each.isUse && /\b(?:and|or)\b|&&|\|\|/.test(said)))
  if (!isSure) return isReturned || (isValue && each.form === 'block')
  if (each.form === 'statement') return isChoice || isReturned
  return isValue || /\breturn\b|\bthrow\b|\braise\b|\bexit\b|(?<![=!<>])=(?![=>])/.test(said)
}

function saidIn(bare: string, { form, body, condition, to, from }: Consequence): string {
  if (form === 'block') return bare.slice(body.from, body.to)
  return `${bare.slice(from, condition.from)}_ ${bare.slice(condition.to, to)}`
}

const VALUE =
  /\breturn\s{1,9}(?!next\(|null\b|undefined\b|None\b|nil\b|res\.|this\b|self\b|if\b|unless\b|else\b)[^\s;})]/
/** How much a log says. */
const LOGGERS = /(?:^|[/_.-])log(?:s|ger|gers|ging)?\.\w+$/i
const LEVEL = /\breturn\s{1,9}["'`](?:silent|quiet|off|none|fatal|error|warn|warning|info|debug|trace)["'`]/i
const LITERAL = /\breturn\s{1,9}(?:["'`\d[{]|-\d|[Tt]rue\b|[Ff]alse\b)/
/** In languages whose blocks have values. */
const BLOCK_VALUE = /^\s{0,40}\{\s{0,60}(?:["'\d[]|true\b|false\b)[^\n;{}]{0,80}\s{0,60}\}/

/** `isTestRun` and `is_test_run` as three words. */
function inWords(code: string): string {
  return code.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/(?<=\w)_(?=\w)/g, ' ')
}

const CONDITION = /^(?:\}\s?)?(?:else\s?)?(?:if|elif|elsif|unless|while|when|guard|for|foreach)\b/

function consequenceAt(text: ProductText, at: number, length: number): Consequence {
  const { source } = text
  const scopes = scopesAround(text, at)
  const condition = { from: at, to: at + length }
  const from = startOfStatement(text, at)
  const to = lineEnd(source, lineAt(source, at))
  const head = source.code.slice(from, at).trim()
  const block = CONDITION.test(head) || isInParens(scopes) ? blockAfter(text, { from, to, at, scopes }) : undefined
  if (block) return { from, to: block.to, body: block, condition, form: 'block', scopes, isUse: false }
  const [done = ''] = /^.{0,200}\S(?=\s{1,9}(?:if|unless)\b)/.exec(head) ?? []
  if (done !== '' && text.blocks === 'indent' && !/ else /.test(source.code.slice(at, to))) {
    const body = { from, to: from + source.code.slice(from, at).indexOf(done) + done.length }
    return { from, to, body, condition, form: 'block', scopes, isUse: false }
  }
  const isTried = /^(?:Class\.forName|[\w.]+\.get)/.test(source.code.slice(at, at + 20)) && head === ''
  const end = isTried ? (scopes[1]?.to ?? to) : endOfStatement(source.code, to)
  const body = { from: at, to: end }
  return { from, to: end, body, condition, form: isTried ? 'block' : 'statement', scopes, isUse: false }
}

/** Up to the line that opens the brackets around it, or that a chain of calls begins in. */
function startOfStatement({ source }: ProductText, at: number): number {
  const { code, pairs } = source
  let first = at
  for (let place = at - 1; place >= Math.max(0, at - LONGEST_STATEMENT); place--) {
    const char = code.charAt(place)
    if (char === '{' || char === ';') break
    const partner = pairs[place] ?? -1
    if (')]}'.includes(char) && partner >= 0) place = partner
    else if ((char === '(' || char === '[') && partner > at) first = place
  }
  let line = lineAt(source, first)
  for (let up = 0; up < 4 && line > 1; up++, line--) {
    if (!/^\s{0,60}(?:\?\.|\.|&&|\|\|)/.test(code.slice(lineStart(source, line), lineEnd(source, line)))) break
  }
  return lineStart(source, line)
}

const LONGEST_STATEMENT = 300

function isInParens(scopes: readonly CodeScope[]): boolean {
  return scopes.slice(1).some(({ header }) => /^(?:\}?\s?else )?(?:if|elseif|while|when|for|foreach)\s?\(/.test(header))
}

interface Asked extends RigSpan {
  readonly at: number
  readonly scopes: readonly CodeScope[]
}

/** The block under the condition, or the one statement. */
function blockAfter({ source, blocks }: ProductText, { from, to, at, scopes }: Asked): RigSpan | undefined {
  const { code, pairs } = source
  if (blocks === 'indent') {
    const colon = code.slice(at, to).search(/:\s{0,9}\S/)
    if (colon >= 0) return { from: at + colon, to }
    return { from: to, to: endOfIndented(source, lineAt(source, at), indentOf(code, from)) }
  }
  const parens = scopes
    .slice(1)
    .find(({ header }) => /^(?:\}?\s?else )?(?:if|elseif|while|when|for|foreach)\s?\(/.test(header))
  const after = parens ? parens.to + 1 : at
  const open = parens ? after + code.slice(after, after + 80).search(/\S/) : firstIn(code, '{', at, to)
  if (open >= after && code.charAt(open) === '{') return { from: open, to: Math.max(open, pairs[open] ?? open) + 1 }
  if (!parens) return undefined
  return { from: after, to: lineEnd(source, lineAt(source, Math.max(open, after))) }
}

/** -1 where there is none. */
function firstIn(code: string, char: string, from: number, to: number): number {
  const place = code.slice(from, to).indexOf(char)
  return place < 0 ? -1 : from + place
}

/** A statement continues where the next line begins with an operator. */
function endOfStatement(code: string, to: number): number {
  let end = to
  for (let lines = 0; lines < 4; lines++) {
    const next = code.indexOf('\n', end + 1)
    const stop = next < 0 ? code.length : next
    if (!/^\n\s{0,60}(?:[?:]|&&|\|\||\.)/.test(code.slice(end, stop))) break
    end = stop
  }
  return end
}

const ASSIGNED =
  /^(?:export |private |public |static |final |readonly |const |let |var |val |bool |boolean |internal )*(?:self\.|this\.|@|\$)?([A-Za-z_]\w{1,40})(?:\s?:\s?[\w.[\] |]{1,40})?\s?:?=(?![=>])/

/** The name that stands for the condition from here on. */
function flagIn({ form, from, to, scopes }: Consequence, { text, at }: RigPlace): string | undefined {
  if (form !== 'statement') return undefined
  const statement = text.source.code.slice(from, to).trim()
  const [, name] = ASSIGNED.exec(statement) ?? []
  if (name !== undefined) return name
  const around = functionAround(scopes)
  const isAnswer = /^return\b/.test(statement) || /=>\s*(?:\(|!|Boolean)*$/.test(text.source.code.slice(from, at))
  if (around && isAnswer && around.to - around.from < 400) return nameOf(around)
  return undefined
}

const MOST_USES = 20

function usesOf(text: ProductText, name: string, { from, to }: RigSpan): Consequence[] {
  if (!/^\w{2,40}$/.test(name)) return []
  const uses = text.source.code.matchAll(new RegExp(`(?<![\\w"'])${name}\\b(?!\\s?=[^=])`, 'g'))
  return Array.from(uses)
    .filter(({ index }) => index < from || index > to)
    .slice(0, MOST_USES)
    .map(({ index }) => ({ ...consequenceAt(text, index, name.length), isUse: true }))
}
