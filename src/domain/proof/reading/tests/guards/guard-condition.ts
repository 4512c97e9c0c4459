// The condition of a guard: whether it ever holds, and whether it asks for the environment or for a platform.
import type { Guard } from '../../test-file/guards.ts'
import type { SourceText } from '../../../source/source.ts'

export type ConditionEffect = 'never' | 'environment' | 'platform' | 'condition'

interface Condition {
  readonly word: string
  readonly test: string
}

const CONDITION = /^(?:\} ?)?(?:else |el)?#?(if|ifdef|ifndef|unless|while|until|switch|match|case|for)\b ?(.*)$/
const CFG = /^#\[ ?cfg\((.*)\) ?\]$/

export function conditionOf(head: string): Condition | undefined {
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
  /\b(?:process\.env|import\.meta\.env|Bun\.env|Deno\.env|os\.environ|environ\.get|os\.getenv|getenv|os\.Getenv|os\.LookupEnv|env::var(?:_os)?|env\.fetch|System\.getenv|System\.getProperty|Boolean\.getBoolean|GetEnvironmentVariable|System\.(?:get|fetch)_env|ProcessInfo\.processInfo\.environment|Debugger\.IsAttached|testing\.(?:Short|Verbose)|globalThis\.\w+|typeof (?:window|document|process|global|self|navigator))\b|(?<![\w.])ENV\b|\$_(?:ENV|SERVER)\b|\b(?:option_)?env!\(|\bfeature ?=/
const PLATFORM =
  /\b(?:process\.(?:platform|version\w*|arch)|sys\.(?:platform|version_info|implementation|maxsize)|platform\.\w+|os\.name|runtime\.(?:GOOS|GOARCH|Version|Compiler)|target_\w+|RUBY_(?:VERSION|ENGINE|PLATFORM)|PHP_(?:VERSION|VERSION_ID|OS\w*|INT_SIZE)|RuntimeInformation|OperatingSystem|JavaVersion|Gem(?:::Version)?|isWindows|isMac\w*|isLinux|is_windows|on_windows|WIN(?:DOWS)?|MAC(?:OS)?|IS_WINDOWS|IS_MAC\w*|PYPY|IS_PYPY|version_compare|extension_loaded|os_name|NodeMajorVersion|semver|unix|windows|defined\(__linux__\))\b/

export function effectOfCondition({ word, test }: Condition, around: string): ConditionEffect | undefined {
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
export function onPlatform(
  effect: ConditionEffect | undefined,
  { guard, source, word }: Written,
): ConditionEffect | undefined {
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
