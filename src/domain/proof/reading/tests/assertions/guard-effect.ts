// What a guard does to the assertions under it: they never run, nobody waits for them, or their failure is dropped.
import type { Guard } from '../../test-file/guards.ts'
import { behindBlock, blockOf } from '../../test-file/guards.ts'
import type { SourceText } from '../../../source/source.ts'

export type GuardEffect =
  | 'never'
  | 'uncalled'
  | 'detached'
  | 'swallowed'
  | 'inverted'
  | 'present'
  | 'fulfilled'
  | 'environment'
  | 'platform'
  | 'condition'

/** The code that may call a closure: the test around it. */
interface Around {
  readonly source: SourceText
  readonly test: string
}

/** Undefined where what stands under it runs as well as before. */
export function effectOfGuard(guard: Guard, { source, test }: Around): GuardEffect | undefined {
  const { head } = guard
  // The line below continues with it.
  if (head.endsWith('.')) return undefined
  if (isInverted(guard, source)) return 'inverted'
  if (isSwallowed(guard, source)) return 'swallowed'
  if (EMPTY_LOOP.test(head) || isOverNothing(head, test) || isEmptyCall(guard, source)) return 'never'
  const condition = conditionOf(head)
  if (condition) return onPlatform(effectOfCondition(condition, test), { guard, source, word: condition.word })
  if (isArgument(guard, source)) return undefined
  if (isDetached(guard, source, test)) return 'detached'
  return isUncalled(head, test) ? 'uncalled' : undefined
}

/** Python: a block begins here. */
const HEAD_ABOVE =
  /\n[ \t]{0,60}(?:async )?(?:def|if|elif|else|for|while|with|try|except|finally)\b[^\n]{0,120}:\s{0,60}$/

/** It continues with a call that began above. */
function isArgument({ at }: Guard, { code }: SourceText): boolean {
  const before = code.slice(Math.max(0, at - 200), at)
  return /[(,[=?:]\s{0,200}$/.test(before) && !HEAD_ABOVE.test(before)
}

interface Condition {
  readonly word: string
  readonly test: string
}

const CONDITION = /^(?:\} ?)?(?:else |el)?#?(if|ifdef|ifndef|unless|while|until|switch|match|case|for)\b ?(.*)$/
const CFG = /^#\[ ?cfg\((.*)\) ?\]$/

function conditionOf(head: string): Condition | undefined {
  const cfg = CFG.exec(head)?.[1]
  if (cfg !== undefined) return { word: 'if', test: `cfg!(${cfg})` }
  const short = /^(?:\(? ?)(.{1,200}?) ?(?:&&|\? ?\(?|\band\b) ?\(?$/.exec(head)?.[1]
  if (short !== undefined && !CONDITION.test(head)) return { word: 'if', test: short }
  const [, word = '', rest = ''] = CONDITION.exec(head) ?? []
  if (word === '' || (word === 'for' && !/^(?:false|true)$/.test(rest))) return undefined
  return { word: word === 'for' ? 'while' : word, test: bare(rest) }
}

/** Without the brackets around it and what ends the line. */
function bare(test: string): string {
  const text = test.replace(/(?: ?\{| ?:| then| do)$/, '').trim()
  const isWrapped = /^\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)$/.test(text.slice(0, 400))
  return isWrapped ? text.slice(1, -1).trim() : text
}

const ENVIRONMENT =
  /\b(?:process\.env|import\.meta\.env|Bun\.env|Deno\.env|os\.environ|environ\.get|os\.getenv|getenv|os\.Getenv|os\.LookupEnv|env::var(?:_os)?|env\.fetch|System\.getenv|System\.getProperty|Boolean\.getBoolean|GetEnvironmentVariable|Debugger\.IsAttached|testing\.(?:Short|Verbose)|globalThis\.\w+|typeof (?:window|document|process|global|self|navigator))\b|(?<![\w.])ENV\b|\$_(?:ENV|SERVER)\b|\b(?:option_)?env!\(|\bfeature ?=/
const PLATFORM =
  /\b(?:process\.(?:platform|version\w*|arch)|sys\.(?:platform|version_info|implementation|maxsize)|platform\.\w+|os\.name|runtime\.(?:GOOS|GOARCH|Version|Compiler)|target_\w+|RUBY_(?:VERSION|ENGINE|PLATFORM)|PHP_(?:VERSION|VERSION_ID|OS\w*|INT_SIZE)|RuntimeInformation|OperatingSystem|JavaVersion|Gem(?:::Version)?|isWindows|isMac\w*|isLinux|is_windows|on_windows|WIN(?:DOWS)?|MAC(?:OS)?|IS_WINDOWS|IS_MAC\w*|PYPY|IS_PYPY|version_compare|extension_loaded|os_name|NodeMajorVersion|semver|unix|windows|defined\(__linux__\))\b/

function effectOfCondition({ word, test }: Condition, around: string): GuardEffect | undefined {
  if (word === 'switch' || word === 'match' || word === 'case') return isLiteral(test) ? 'never' : undefined
  const isNegated = word === 'unless' || word === 'until'
  const value = constantOf(test, around)
  if (value !== undefined) return value === isNegated ? 'never' : undefined
  if (NEVER.test(test)) return 'never'
  if (ENVIRONMENT.test(test)) return 'environment'
  if (PLATFORM.test(test)) return 'platform'
  return word === 'if' || word === 'unless' ? 'condition' : undefined
}

interface Written {
  readonly guard: Guard
  readonly source: SourceText
  readonly word: string
}

/** To leave one platform out is one thing, to run on a single one is another. */
function onPlatform(effect: GuardEffect | undefined, { guard, source, word }: Written): GuardEffect | undefined {
  if (effect !== 'platform') return effect
  const written = source.bare.slice(guard.at, guard.to)
  return isOnlyOn(written, word === 'unless' || word === 'until') ? 'environment' : effect
}

const ONE_PLATFORM =
  /(?:platform|GOOS|GOARCH|os\.name|RUBY_\w{1,20}|PHP_OS\w{0,20}|system\(\)|target_os)[\s)]{0,3}(===?|!==?|=)\s{0,3}["'](\w{1,20})/i

/** Does the condition hold on one platform only, and not on the usual one? */
export function isOnlyOn(condition: string, isNegated: boolean): boolean {
  const [, sign = '', name = ''] = ONE_PLATFORM.exec(condition) ?? []
  if (name === '' || /^(?:linux|posix|ruby)/i.test(name)) return false
  const isSwitched = /\bnot\s?\(/.test(condition) || isNegated
  return sign.startsWith('=') !== isSwitched
}

export function isOfEnvironment(condition: string): boolean {
  return ENVIRONMENT.test(condition)
}

export function isConstant(condition: string): boolean {
  return constantOf(condition, '') !== undefined
}

/** PHP: signals and their functions are there on all platforms but one. */
const HAS_SIGNAL =
  /^\W{0,3}(?:if\s?\()?\s?!?\s?\\?(?:defined\(\s?["']SIG[A-Z0-9]{2,8}["']|function_exists\(\s?["'](?:pcntl|posix)_\w{1,40}["'])\s?\)[^&|]{0,9}$/

/** The condition asks for a platform or a version alone, and what it governs still runs on the usual ones. */
export function leavesOnePlatformOut(condition: string, runsWhenTrue: boolean): boolean {
  const parts = condition.split(/&&|\band\b/)
  // Where it is left out only if all of them hold, one of them is enough to say on which platform.
  if (!runsWhenTrue && parts.length > 1) return parts.some((part) => leavesOnePlatformOut(part, false))
  if (HAS_SIGNAL.test(condition)) return /!\s?\\?\w/.test(condition) !== runsWhenTrue
  const isOther = condition.split(/\|\||\bor\b/).some((part) => !PLATFORM.test(part))
  if (isOther || ENVIRONMENT.test(condition) || constantOf(condition, '') !== undefined) return false
  return !isOnlyOn(condition, !runsWhenTrue) && isOnUsual(condition) === runsWhenTrue
}

const USUAL_PLATFORM = /["'](?:linux|posix|unix|cpython|gc)["']|\bis_?linux\b|\b(?:unix|__linux__)\b/i
const NEWER =
  /version\w*\)?\s{0,3}(?:\)|\]|\[\d\])?\s{0,3}>=?|version_compare\([^()]{0,80}["']>=?["']|VERSION_ID\s{0,3}>/i

/** Does the condition hold on the platform and the versions that most work on? */
function isOnUsual(condition: string): boolean {
  const isNamed = USUAL_PLATFORM.test(condition) || NEWER.test(condition)
  return isNamed !== /!==?|\bnot\b|^\s{0,3}!/.test(condition)
}

/** Holds in no test run. */
const NEVER =
  /^(?:not __debug__|! ?cfg!\(debug_assertions\)|cfg!\( ?(?:any\( ?\)|FALSE|false|not\(test\)) ?\)|TYPE_CHECKING|typing\.TYPE_CHECKING|NEVER|let Some\(\w+\) = None\b.*)$/
const FALSY =
  /^(?:false|False|FALSE|0|0\.0|null|None|nil|undefined|NaN|void 0|""|''|``|\[ ?\]|\( ?\)|Boolean\.FALSE|!1)$/
const TRUTHY = /^(?:true|True|TRUE|[1-9]\d*|Boolean\.TRUE|!0)$/

/** What a condition of literals comes to; undefined where it asks for something. */
function constantOf(test: string, around: string): boolean | undefined {
  const text = test.trim()
  if (FALSY.test(text)) return false
  if (TRUTHY.test(text)) return true
  const inner = /^(?:! ?|not )(.+)$/.exec(text)?.[1]
  if (inner !== undefined && (FALSY.test(inner) || TRUTHY.test(inner))) return FALSY.test(inner)
  if (/^(?:false|False|0) ?(?:&&|and\b)|(?:&&|\band) ?(?:false|False|0)$/.test(text)) return false
  if (/^(?:true|True|1) ?(?:\|\||or\b)|(?:\|\||\bor) ?(?:true|True|1)$/.test(text)) return true
  const [, left, sign = '', right] = /^(\d{1,9}) ?([=!<>]=?=?) ?(\d{1,9})$/.exec(text) ?? []
  if (left !== undefined && right !== undefined) return compare(Number(left), sign, Number(right))
  const isName = /^[A-Za-z_$][\w$]{0,60}$/.test(text)
  return isName && isSetTo(text, around, 'false|False|0|nil|null|None') ? false : undefined
}

function compare(left: number, sign: string, right: number): boolean {
  if (sign.startsWith('=')) return left === right
  if (sign.startsWith('!')) return left !== right
  const isLess = left < right
  return sign.startsWith('<')
    ? isLess || (sign === '<=' && left === right)
    : !isLess && (sign === '>=' || left !== right)
}

function isSetTo(name: string, around: string, values: string): boolean {
  return new RegExp(
    `(?<![\\w$.])(?:const|let|var|bool|final|boolean|val)[ \\w]{0,20} ${name.replaceAll('$', '\\$')} ?(?::[^=\\n]{0,20})?= ?(?:${values})(?![\\w.])`,
  ).test(around)
}

function isLiteral(test: string): boolean {
  return /^(?:-?\d+|true|false|True|False|null|nil|None|""|'')$/.test(test.trim())
}

const NOTHING = String.raw`(?:\[ ?\]|\( ?\)|\{ ?\}|range\( ?0 ?\)|0 ?\.\. ?0|\[ ?\][\w.*]{1,40}\{ ?\}|[\w.:]{0,40}\bempty\w{0,12}(?:(?:::)?<[^<>]{0,40}>)?\( ?\)|[\w.]{0,40}\bEmpty(?:<[^<>]{0,40}>)?\( ?\)|(?:List|Set|Map|Stream)\.(?:<\w{1,40}>)?of\( ?\)|new [\w<>.]{1,60}\[ ?0 ?\]|new [\w<>.]{1,60}\( ?\)|Vec::(?:<\w{1,20}>::)?new\( ?\)|vec!\[ ?\]|Array\.new|\[ ?\w{1,20} for \w{1,20} in \[ ?\][^\]]{0,60}\])`
const EMPTY_LOOP = new RegExp(
  `^(?:for|foreach)\\b[^;]{0,120}?(?:\\b(?:of|in|range)\\b|:) ?${NOTHING} ?\\)? ?(?:\\{|:)?$|^foreach ?\\( ?\\[ ?\\] as\\b|^for\\b[^;]{0,60};[^;]{0,40}< ?0 ?;|^(?:${NOTHING})\\.(?:forEach|ForEach|map|each\\w*|for_each|flatMap|times|filter)\\b|^0\\.times\\b|^\\(? ?1 ?\\.\\. ?0 ?\\)?\\.each|^\\[[^\\]]{0,40}\\]\\.filter\\(\\(?\\w{0,20}\\)? ?=> ?false\\)|^macro_rules!`,
)

/** Takes nothing of a list. */
const NONE_OF =
  /^(?:for(?:each)?\b.{0,120}|[\w$.]{1,80})(?:\[:0\]|\.slice\(0, ?0\)|\.(?:take|first|limit|Take)\(0\)|\.filter\(\(?\w{0,20}\)? ?=> ?false\))/
const LOOP_NAME =
  /^for(?:each)?\b.{0,120}?(?:\b(?:of|in|range)\b|:) ?([A-Za-z_$][\w$]{0,60}) ?\)? ?[:{]?$|^([A-Za-z_$][\w$]{0,60})\.(?:forEach|each)\b/

/** `for x in cases[:0]`, or over a list that the test itself has left empty. */
function isOverNothing(head: string, test: string): boolean {
  if (NONE_OF.test(head)) return true
  const [, looped, called] = LOOP_NAME.exec(head) ?? []
  const name = (looped ?? called)?.replaceAll('$', '\\$')
  if (name === undefined) return false
  const isEmpty = new RegExp(
    `(?<![\\w$.])${name} ?(?::[^=\\n]{0,40})?:?= ?(?:\\[ ?\\]|\\( ?\\)|\\[\\][\\w.]{1,40}\\{ ?\\})[ ;]{0,3}(?:\\n|$)`,
  )
  // Set, looped over, and named nowhere else: nobody fills it.
  return isEmpty.test(test) && test.split(new RegExp(`(?<![\\w$.])${name}(?![\\w$])`)).length === 3
}

/** `array_map(function () { … }, [])` */
function isEmptyCall(guard: Guard, source: SourceText): boolean {
  return /^array_(?:map|walk|filter)\(/.test(guard.head) && /^ ?, ?\[ ?\] ?\)/.test(behindBlock(source, guard, 20))
}

const SUPPRESS =
  /\b(?:contextlib\.)?suppress\([^()]{0,120}\b(?:AssertionError|Exception|BaseException)\b|\bRecord\.Exception(?:Async)?\(|\bcatch_unwind\(|\brunCatching\b|\bTry\.(?:of|run)\b/

function isSwallowed(guard: Guard, source: SourceText): boolean {
  if (SUPPRESS.test(guard.head)) return !/^(?:var|let|const|auto) [A-Za-z]\w*|^(?!_\b)\w+ =/.test(guard.head)
  if (/^rescue\b/.test(guard.head)) return guard.open < 0
  if (/^(?:try|begin|do)\b ?[:{]?$/.test(guard.head)) return handlersOf(guard, source).some(drops)
  return (
    /\.then\(/.test(guard.head) &&
    /^\s{0,9}\)\s{0,9}\.catch\(\s{0,9}\(?\w{0,20}\)?\s{0,9}=>\s{0,9}\{\s{0,9}\}/.test(behindBlock(source, guard, 80))
  )
}

interface Handler {
  /** What it catches, as written; empty: anything. */
  readonly type: string
  readonly body: string
}

const BRACE_HANDLER = /^\s{0,99}(catch|finally)\b\s{0,9}(\([^()]{0,200}\))?[^{]{0,80}\{/
const LINE_HANDLER = /^([ \t]{0,99})(except|rescue|finally|ensure)\b([^\n]{0,200})/

function handlersOf(guard: Guard, source: SourceText): Handler[] {
  const after = behindBlock(source, guard, 1500)
  return guard.close > 0 ? braceHandlers(after) : lineHandlers(after)
}

function braceHandlers(after: string): Handler[] {
  const found: Handler[] = []
  let rest = after
  for (let steps = 0; steps < 4; steps++) {
    const hit = BRACE_HANDLER.exec(rest)
    if (!hit) break
    const close = closing(rest, hit[0].length)
    found.push({ type: hit[1] === 'finally' ? 'finally' : (hit[2] ?? ''), body: rest.slice(hit[0].length, close) })
    rest = rest.slice(close + 1)
  }
  return found
}

function closing(text: string, from: number): number {
  let depth = 1
  const braces = /[{}]/g
  braces.lastIndex = from
  for (let hit = braces.exec(text); hit; hit = braces.exec(text)) {
    depth += hit[0] === '{' ? 1 : -1
    if (depth === 0) return hit.index
  }
  return text.length
}

function lineHandlers(after: string): Handler[] {
  const found: Handler[] = []
  const lines = after.split('\n')
  for (let at = 0; at < lines.length && found.length < 4;) {
    const [, indent = '', word = '', rest = ''] = LINE_HANDLER.exec(lines[at] ?? '') ?? []
    if (word === '') break
    const [type = '', onLine = ''] =
      word === 'except' ? [rest.split(':')[0], rest.slice(rest.indexOf(':') + 1)] : [rest, '']
    let end = at + 1
    while (end < lines.length && (lines[end]?.trim() === '' || indentOf(lines[end] ?? '') > indent.length)) end++
    const isLast = word === 'finally' || word === 'ensure'
    found.push({ type: isLast ? 'finally' : type.trim(), body: [onLine, ...lines.slice(at + 1, end)].join('\n') })
    at = end
  }
  return found
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}

/** Would it catch the failure of an assertion? */
const CATCHES =
  /^\(?\s*$|^\(?\s*(?:final\s+)?\w{0,20}\s*:?\s*\w{0,20}\s*\)?$|^=>|\b(?:AssertionError|AssertionFailedError|ExpectationFailedException|ExpectationNotMetError|AssertionException|AssertFailedException|XunitException|ShouldAssertException|ComparisonFailure|Assertion|Exception|BaseException|Throwable|Error|StandardError)\b/
/** One statement that does nothing about a failure. */
const HARMLESS =
  /^(?:[{}]*|(?:console|logging|logger|log|LOG|Console|System\.out|System\.err|warnings|\$stderr|STDERR|fmt)\.\w.{0,200}|(?:print|println|puts|warn|p|pp|echo|error_log|eprintln!|println!)\b.{0,200}|\w{1,20}\.(?:printStackTrace|message|getMessage)(?:\(\))?|pass|nil|null|true|return(?: \w{1,20})?|continue|\w{1,20}|pytest\.(?:skip|xfail)\(.{0,80}|_ =.{0,60})$/
const RETHROWS =
  /\b(?:throw|raise|fail\w*|flunk|assert\w*|Assert\w*|expect\w*|should\w*|Should\w*|reject|done|next|cb|callback|exit|abort|panic|t\.(?:Error|Fatal)\w*)\b|\bdone\(/

function drops({ type, body }: Handler): boolean {
  if (type === 'finally') return /\breturn\b/.test(body)
  if (!CATCHES.test(type) || RETHROWS.test(body)) return false
  return body.split(/[\n;]/).every((statement) => HARMLESS.test(statement.trim()))
}

const THROWS =
  /\b(?:pytest\.)?raises\(|\bassertRaises\w*\(|\bassert\w*Throws\w*(?:<[^<>]{0,80}>)?\(|\bAssert\.(?:Throws|Catch|That)\w*(?:<[^<>]{0,80}>)?\(|\bThrowsAny\w*<|\bShould\.Throw\w*<|\bassert_raises?\b|\bassert_raise_with|\bassert\.(?:throws|rejects)\(|\bshouldThrow\w*[<({ ]|\bassertFailsWith\b|\bPanics\w*\(t,/
const EXPECT_BLOCK = /^expect ?(?:\(|\{|do$)/

/** A failure is what is asked for now. */
function isInverted(guard: Guard, source: SourceText): boolean {
  if (/ if | else |\?/.test(guard.head)) return false
  if (THROWS.test(guard.head)) return true
  if (!EXPECT_BLOCK.test(guard.head)) return false
  return /^\s{0,9}\)?\s{0,9}(?:\.toThrow\w*|\.to\.throw\w*|\.rejects\b|\.to raise_error|\.to raise_exception)/.test(
    behindBlock(source, guard, 40),
  )
}

const DETACHED =
  /^(?:(?:const|let|var|val|auto) )?(?:\w{1,40} :?= )?(?:(?:window|globalThis)\.)?(?:setTimeout|setImmediate|setInterval|queueMicrotask|requestAnimationFrame|time\.AfterFunc|threading\.Timer|Timer|Future\.delayed|DispatchQueue\.\w{1,20}(?:\([^()]{0,40}\))?\.async\w{0,10})\(|^process\.(?:nextTick|on|once)\(|^new Promise\(|^Promise\.\w+\([^()]{0,40}\)\.then\(|^go func\b|^(?:GlobalScope|\w{0,30}[sS]cope(?:\([^()]{0,60}\))?)\.(?:launch|async)\b|^Task(?:\.detached)?(?:\([^()]{0,60}\))? ?$|^unawaited\(|^new Thread\(|^Thread\.new\b|^CompletableFuture\.\w+Async\(|^(?:(?:var |Task )?\w{1,40} = )?Task\.(?:Run|Factory\.StartNew)\(|^(?:let (?:mut )?\w{1,40} = )?(?:std::)?thread::spawn\(|^(?:var |final |Thread ){1,2}\w{1,40} = new Thread\(|^time\.AfterFunc\(|^at_exit\b|^register_shutdown_function\(|^\(?async \(?[\w, ]{0,40}\)? ?=>|^;?\(async (?:\(|function)|^(?:let _ = )?async (?:move )?$|^threading\.Thread\(|^(?:ThreadPool|Dispatcher)\.\w+\(/
/** Somebody outside is told when it is over. */
const TELLS =
  /\b(?:done|resolve|reject|finish\w*|cb|callback|next|fulfill|ready|end)\(|\bDone\(\)|\bclose\(|<-|\b(?:countDown|release|signal|set|Set|SetResult|unlock|Unlock)\(|\.(?:send|complete)\(/

function isDetached(guard: Guard, source: SourceText, test: string): boolean {
  if (isLooseChain(guard, source)) return true
  if (!DETACHED.test(guard.head) || isHeld(guard.head, test)) return false
  const after = behindBlock(source, guard, 80)
  if (/^\s{0,9}\)?\s{0,9}\.(?:join|get|Wait|a(?:wait)|unwrap|then\(\s{0,9}(?:done|resolve))\b/.test(after)) return false
  return !TELLS.test(blockOf(source, guard))
}

const HELD = /^(?:[A-Za-z]{2,20} ){1,2}(\w{1,40}) = (?:Task|(?:std::)?thread|new Thread)\b/

/** What was begun has a name, and somebody does more with it than to start it. */
function isHeld(head: string, test: string): boolean {
  const name = HELD.exec(head)?.[1]
  if (name === undefined || name === '_') return false
  const others = new RegExp(`(?<![\\w.])${name}(?!\\w)(?!\\.(?:start|Start|setDaemon|thread)\\b| = )`)
  return others.test(test)
}

const CHAIN = /\.(?:then|catch|finally)\( ?(?:async )?(?:function\b[^{}]{0,80}|\(?[^()]{0,80}\)? ?=>)$/
const TAKEN = /^(?:a(?:wait)|return|yield|void|expect\w*|cy|browser)\b|^[^(]{0,80}[^=!<>]=(?!=|>)/

/** A promise that is a statement of its own: nobody waits for what stands behind its `.then`. */
function isLooseChain(guard: Guard, source: SourceText): boolean {
  if (!CHAIN.test(guard.head) || guard.close < 0) return false
  const from = chainStart(source, guard.at)
  const start = source.code.slice(from, guard.to).trimStart()
  const above = source.code.slice(Math.max(0, from - 200), from)
  if (TAKEN.test(start) || !/^[\w$(.]/.test(start) || /(?:[(,[=?:&|]|=>|\breturn)\s{0,200}$/.test(above)) return false
  const rest = behindBlock(source, guard, 400).split(/;|\n[ \t]{0,40}(?![.)}\s])/)[0] ?? ''
  return !TELLS.test(blockOf(source, guard)) && !/\b(?:done|resolve|reject|next|cb|callback|finish\w*)\b/.test(rest)
}

/** Where the statement begins that a chain of calls belongs to. */
function chainStart({ code, pairs }: SourceText, at: number): number {
  let start = at
  for (let steps = 0; steps < 20 && /^\s{0,80}[.})]/.test(code.slice(start, start + 100)); steps++) {
    let last = start - 1
    while (last > 0 && /\s/.test(code.charAt(last))) last--
    const open = /[)}\]]/.test(code.charAt(last)) ? (pairs[last] ?? -1) : -1
    start = code.lastIndexOf('\n', open > 0 ? open : last) + 1
  }
  return start
}

const CLOSURE =
  /^(?:(?:const|let|var|val|auto|final|static|local)\s+)?(?:[\w<>.[\]?]{1,60}\s+)?(\$?[\w$]+)\s?:?=\s?(?:static\s)?(?:async\s?)?(?:function\b|fn\b|func\b|lambda\b|->|proc\b|Proc\.new|\([^()]{0,120}\)\s?(?:=>|->)|[\w$]+\s?=>|move\s?\||\|[^|]{0,80}\|)/
const NAMED = /^(?:async\s)?(?:def|fn|func|function\*?|va[lr](?=\s\w+\s?=$))\s+(\w+)/
const NAMELESS =
  /^(?:_|let _) ?:?= ?(?:func\b|\(|\||move\b|async\b)|^(?:\([^()]{0,80}\)|\w{1,20}) ?=>$|^-> ?(?:[({]|do\b|$)|^(?:lambda|proc|Proc\.new)\b|^void function\b|^new Object\(\)$|^return (?:async )?(?:function\b|lambda\b|->|(?:\([^()]{0,80}\)|\w{1,20}) ?=>)/

/** `_ = check`, `check` alone on its line, `void check`, `check.lambda?`, `check == nil`: a mention and no call. */
const IDLE_USE =
  /(?<![\w$])_ = NAME(?![\w$(])|^[ \t]*NAME[ \t;]*$|\bvoid NAME[ \t;]*$|(?<![\w$.])NAME\.(?:lambda\?|arity|nil\?|class|length|name|hash|frozen\?)(?![\w(])|(?<![\w$.])NAME [!=]==? (?:nil|null|undefined|None)\b/

/** `expect(check).to respond_to(:call)`, `assertNotNull(check)`: looked at, and not called. */
function lookedAt(name: string, test: string): number {
  const own = name.replaceAll('$', '\\$')
  const looks = new RegExp(
    `(?<![\\w$])(?:expect\\(${own}\\)(?:\\.not)?\\.?(?:to(?:BeDefined|BeTruthy|BeInstanceOf|BeTypeOf|BeNull|BeUndefined|Be)\\b|to respond_to|to be_|to_not be_|not_to be_|to\\.be\\b|to\\.exist)|[\\w.:>$]{0,30}(?:refute_nil|[nN]ot_?[nN](?:ull|il|one)|IsNotNone|respond_to|isFunction|callable|ok|True|is_callable|typeof|println?|puts|len|id)[( ]{0,2}(?:t, )?${own}(?![\\w$(.])|assert ${own}(?![\\w$(.]))`,
    'g',
  )
  return test.match(looks)?.length ?? 0
}

function isUncalled(head: string, test: string): boolean {
  if (NAMELESS.test(head)) return true
  const name = (CLOSURE.exec(head) ?? NAMED.exec(head))?.[1]
  if (name === undefined || name === '') return false
  const uses = test.split(name).length - 1 - lookedAt(name, test)
  const own = name.replaceAll('$', '\\$')
  const indent = /^(?:[ \t]*\n)*([ \t]+)/.exec(test)?.[1] ?? ''
  // Handed back by the test itself, to a runner that does not call it.
  const returned = test.match(new RegExp(`^${indent}return ${own}[ \\t;]*$`, 'gm'))?.length ?? 0
  const idle =
    test.match(
      new RegExp(
        IDLE_USE.source.replaceAll('NAME', () => own),
        'gm',
      ),
    )?.length ?? 0
  const threads = test.includes('join(') ? 0 : test.split(`Thread(target=${name})`).length - 1
  return uses - idle - returned - threads < 2
}
