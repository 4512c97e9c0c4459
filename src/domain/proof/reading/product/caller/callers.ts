// Product code that looks at its caller and does something else for tests.
import { DOTNET, GO, JVM, PHP, PYTHON, RUBY, RUST, SCRIPT, SHELL } from '../product-file.ts'
import type { RigPlace, RigRule, RigSpan } from '../rig-rule.ts'
import type { ProductText } from '../product-file.ts'
import { wholeMatch } from '../rig-rule.ts'
import { textOf } from '../scope.ts'
import { lineAt, lineEnd, lineStart } from '../../../source/source.ts'

export const READS = 'product code reads its caller and looks for tests'

/** A string or pattern that names tests, or a runner. */
const NAMES_TESTS =
  /(["'`/])(?:(?!\1)[^\n]){0,80}?(?:(?<![a-z])(?:tests?|specs?|jest|mocha|vitest|pytest|unittest|junit|testng|nunit|xunit|phpunit|minitest|rspec|assert\w*|expect\w*)|Tests?)(?![a-z])(?:(?!\1)[^\n]){0,80}?\1|\b(?:Fact|Theory|TestMethod|TestCase|Test)Attribute\b|(?<![\w.])(?:org\.junit\.[\w.]{0,30})?Test(?:\.class|::class)\b|GetCustomAttribute\w{0,3}<(?:Fact|Test)\b/

/** Names of what a test holds, asked for in the caller's variables. */
const CALLERS_VALUES =
  /\bf_locals\b[^\n]{0,40}["'](?:expect\w*|want\w*|answer\w*|result\w*|self|case|request)["']|["'](?:expect\w*|want\w*|answer\w*)["'] (?:not )?in \w+|\bf_locals\b[\s\S]{1,600}["'](?:expected|wanted|want|answer)["']/

/** A condition on the stack itself, with a fixed answer. */
const ANSWERS_BY_CALLER =
  /\bif\b[^\n]{0,160}(?:stack|frame|caller|f_code|f_back|trace)[^\n]{0,60}(?:includes\(|match\(|startswith|endswith|endsWith|startsWith|indexOf\(|==|>|\bin\b)[^\n]{0,100}[):]\s{0,60}\{?\s{0,60}return\s(?:["'`][^"'`\n]|[1-9]|\[[^\]\n]|true\b|True\b)/

function rule(files: RegExp, pattern: RegExp): RigRule {
  return { files, pattern, what: READS, suspect: (place) => looksForTests(place) }
}

export const CALLER_RULES: readonly RigRule[] = [
  rule(
    SCRIPT,
    /\bError\([^()\n]{0,60}\)\)?(?: as \w{1,20}\))?[?!]?\.stack\b|\bcaptureStackTrace\(|\bprepareStackTrace\b|\barguments\.callee\.caller\b|\bgetCallSites\(|\bcallsites?\(\)|\.stack\??\.(?:includes|match|indexOf|search)\(|(?<![\w$.])[\w$]{1,40}\.caller\b|["'`]\/proc\/[^"'`\n]{0,40}cmdline/g,
  ),
  rule(
    PYTHON,
    /\binspect\.(?:stack|currentframe|getouterframes|trace)\(|\bsys\._getframe\(|\bsys\._current_frames\(|\btraceback\.(?:extract_stack|format_stack|walk_stack|StackSummary)\b|(?<![\w.])currentframe\(\)|["']\/proc\/[^"'\n]{0,40}cmdline/g,
  ),
  {
    files: PYTHON,
    pattern: /\bgetsource(?:lines)?\([^\n]{0,60}(?:f_back|_getframe|\bstack\(\))/g,
    what: 'product code reads the source of its caller',
  },
  {
    files: PYTHON,
    pattern: /\bf_(?:locals|globals)\b/g,
    what: 'product code asks its caller for what a test holds',
    isLastResort: true,
    suspect: asksForExpected,
  },
  {
    files: SHELL,
    pattern:
      /(?:<|\b(?:cat|tr|xargs|strings|head|grep|sed|awk|readlink)\b)[^\n]{0,60}\/proc\/["']?\$\{?PPID\}?["']?\/(?:cmdline|comm|exe)|\bps\b[^\n|;]{0,40}\$\{?PPID\b|\$\{BASH_SOURCE\[[1-9@*]/g,
    what: READS,
    suspect: (place) =>
      !place.text.isTestSupport && NAMES_SHELL_TESTS.test(place.text.source.bare) ? wholeMatch(place) : undefined,
  },
  rule(GO, /\bruntime\.(?:Callers?|Stack|FuncForPC|CallersFrames)\(|\bdebug\.Stack\(/g),
  rule(RUBY, /(?<![\w.:@])(?:Kernel\.)?caller(?:_locations)?\b(?!\s?=[^=~])/g),
  rule(JVM, /\bgetStackTrace\(\)|\.stackTrace\b|\bStackWalker\b|\bStackFrame::|\.walk\(\s?\w{1,20}\s?->/g),
  rule(
    DOTNET,
    /\bnew (?:[\w.]{1,40}\.)?Stack(?:Trace|Frame)\(|\bEnvironment\.StackTrace\b|\bCaller(?:MemberName|FilePath)\b/g,
  ),
  {
    files: DOTNET,
    pattern: /\[(?:[\w.]{1,60}\.)?CallerFilePath(?:Attribute)?\]\s?(?:\w{1,20}\??) (\w{1,40})/g,
    what: 'product code decides by the file of its caller',
    suspect: decidesByFile,
  },
  rule(PHP, /\bdebug_backtrace\(|\bgetTraceAsString\(|\bdebug_print_backtrace\(/g),
  rule(
    RUST,
    /\bLocation::caller\(\)|\bthread::current\(\)\.name\(|\bBacktrace::(?:force_)?(?:capture|new)\(|\benv::current_exe\(/g,
  ),
]

/** Where code of this language reads the stack. */
export function readsStack(path: string): RegExp | undefined {
  return CALLER_RULES.find(({ files, what }) => what === READS && files.test(path))?.pattern
}

/** A case, or a pattern that is looked for. */
const NAMES_SHELL_TESTS =
  /(?:\bcase\b[\s\S]{1,200}|\b(?:grep|if|\[\[)[^\n]{1,80})(?<![\w-])(?:tests?|specs?|bats|run[_-]tests?)(?=[/*."'_)|]|\b)[^\n]{0,30}(?:\)|\]|["'/]|;)/

const EXPECTED = /["'](?:expect|expected|want|wanted)["']/

/** A name that tests give to what they expect, in the function that looks or in a constant that it names. */
function asksForExpected(place: RigPlace): RigSpan | undefined {
  const { text, at, match, around } = place
  if (
    text.isTestSupport ||
    !around ||
    !/\b(?:_getframe|currentframe|f_back)\b|\binspect\.stack\b/.test(text.source.bare)
  ) {
    return undefined
  }
  const own = textOf(text, around)
  return EXPECTED.test(`${own}\n${standsFor(text, own)}`) ? { from: at, to: at + match[0].length } : undefined
}

/** Where a file name is only written into a log, nothing depends on it. */
function decidesByFile(place: RigPlace): RigSpan | undefined {
  const { text, at, match } = place
  const { bare } = text.source
  const open = bare.indexOf('{', at)
  const body = open < 0 ? '' : bare.slice(open, text.source.pairs[open] ?? open + NEAR)
  const asks = new RegExp(
    `\\b(?:if|while|switch)\\s?\\([^\\n]{0,160}\\b${match[1]}\\b|\\b${match[1]}\\b[^;\\n]{0,120}\\?[^;?\\n]{1,120}:`,
  )
  return !text.isTestSupport && asks.test(body) ? { from: at, to: at + match[0].length } : undefined
}

const NEAR = 400
const LOGS = /\b(?:warn\w*|deprecat\w*|stacklevel|log\w*|trac(?:e|ing)\w*)\s?[(.]/i

/** What another file gave the stack to; its own name says nothing about a log. */
export function looksIntoStack(place: RigPlace): RigSpan | undefined {
  const { text, at, match, around } = place
  const line = lineAt(text.source, at)
  const written = text.source.bare.slice(lineStart(text.source, line), lineEnd(text.source, line))
  return around || NAMES_TESTS.test(written) ? looksForTests(place, match[0]) : undefined
}

/** The words must stand near, in the same function, and decide something. */
function looksForTests(place: RigPlace, lent?: string): RigSpan | undefined {
  const { text, at, around } = place
  if (text.isTestSupport) return undefined
  const { source } = text
  const from = Math.max(around?.from ?? 0, at - NEAR)
  const to = Math.min(around?.to ?? source.bare.length, at + NEAR)
  const own = textOf(text, { from, to })
  const near = `${own}\n${standsFor(text, own)}`
  if (ANSWERS_BY_CALLER.test(near)) return { from: at, to: lineEnd(source, lineAt(source, at)) }
  if (!NAMES_TESTS.test(near) && !CALLERS_VALUES.test(near)) return undefined
  if (!/\bif\b|\?|&&|\|\||\bunless\b|\bwhen\b|\bmatch\b|\bswitch\b|\breturn\b/.test(near)) return undefined
  if (
    LOGS.test(lent === undefined ? near : near.replaceAll(new RegExp(`(?:\\w{1,40}\\.)?\\b${lent}\\b`, 'g'), '')) &&
    !/\breturn ["'\d[{]/.test(near)
  ) {
    return undefined
  }
  return { from: at, to: lineEnd(source, lineAt(source, Math.min(to, afterTests(own, from, at)))) }
}

const DECLARED =
  /^[ \t]{0,20}(?:(?:export|const|let|var|val|private|public|internal|static|readonly|final) ){0,5}(?:[\w<>[\],.]{1,40} )?([A-Za-z_]\w{1,40})(?:\s?:[^=\n]{1,60})?\s?:?=\s?/gm
const LONGEST_VALUE = 300
const MOST_DECLARED = 50

/** What the constants of the file stand for that a piece of its code names. */
function standsFor({ source }: ProductText, own: string): string {
  return [...source.bare.matchAll(DECLARED)]
    .slice(0, MOST_DECLARED)
    .filter(([, name = '']) => new RegExp(`(?<![\\w$])${name}(?!\\w)`).test(own))
    .map(({ 0: head, index }) => source.bare.slice(index + head.length, index + head.length + LONGEST_VALUE))
    .map((value) => value.split(/\n(?!\s|[\])}])/)[0] ?? '')
    .join('\n')
}

/** So far that the words are within. */
function afterTests(near: string, from: number, at: number): number {
  const found = NAMES_TESTS.exec(near) ?? CALLERS_VALUES.exec(near)
  return Math.max(at, from + (found?.index ?? 0))
}
