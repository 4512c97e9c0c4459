// Assertions that only say that nothing may be thrown, or that something must be: another form says so by itself.
import type { Assertion } from '../../test-file/assertions.ts'
import type { CodeBlock } from '../../test-file/block.ts'
import type { TestCase } from '../../test-file/test-file.ts'
import type { SourceText } from '../../../source/source.ts'

const TRAP =
  /^(?:(?:false\.should\.be\.true|true\.should\.be\.false)\(|expect\((?:true|false|1)\)\.(?:toBe|toEqual|to\.equal)\((?:true|false|0)\)|(?:Assert(?:ions)?\.|assert\.|self\.|pytest\.|expect\.)?(?:fail|unreachable)\()/

const CATCHES = /\b(?:catch|except|rescue)\b/

/** What must not be reached inside a `try`: the form of another assertion that stands without one now. */
export function isTrap({ key }: Assertion, one: TestCase, other: TestCase): boolean {
  if (key.startsWith('panic!(')) return !UNWRAPS.test(codeOf(one)) && UNWRAPS.test(codeOf(other))
  if (!TRAP.test(key)) return false
  if (RAISES.test(codeOf(other)) && !RAISES.test(codeOf(one))) return true
  return one.assertions.length > 1 && CATCHES.test(codeOf(one)) && !CATCHES.test(codeOf(other))
}

/** Rust: fails where there is a value, as an arm of a `match` did that must not be reached. */
const UNWRAPS = /\.(?:unwrap|expect)_err\(/

/** Another way to fail where nothing should come. */
const RAISES = /\bthrow new \w*Error\(|\bdone\(new Error\(|\braise \w*Error\b/

/** It says that a variable holds nothing. */
const HOLDS_NOTHING =
  /^(?:assert\s+(\w+)\s+is\s+None|(?:self\.)?assertIsNone\(\s*(\w+)|expect\(\s*(\w+)\s*\)\.(?:toBe(?:Null|Undefined|Falsy)\b|to\.be\.(?:null|undefined)\b|to\s+be_nil|to\.not\.exist)|(?:Assert(?:ions)?\.)?(?:assertNull|IsNull|Null)\(\s*(\w+)(?:\.get\(\))?\s*[,)]|assert_nil[\s(]+(\w+)|assert\.(?:ifError|isNull|isUndefined|isNotOk)\(\s*(\w+)|assertThat\(\s*(\w+)(?:\.get\(\))?\s*\)\.isNull)/

/** What is thrown there ends no test by itself. */
const APART =
  /\b(?:\w*[tT]hread\w*|\w*[eE]xecutor\w*|submit|Task\.Run|Process|fork|spawn|create_task|ensure_future|return_exceptions|suppress|allSettled|set(?:Timeout|Interval|Immediate)|nextTick|queueMicrotask|Promise\.race|launch|async\s?\{|GlobalScope|on_error|onError|callback|addEventListener|ensure)\b|\.(?:on|then)\(/

/**
 * A variable was asked whether it holds what was caught on another way. Nothing is caught any more, and nothing runs on
 * another way: what is thrown ends the test by itself.
 */
export function isOfCaughtError({ at, end }: Assertion, one: TestCase, other: TestCase): boolean {
  const written = one.file.source.code.slice(at, end)
  const name = HOLDS_NOTHING.exec(written)
    ?.slice(1)
    .find((group) => group !== undefined)
  if (name === undefined || !other.assertions.some(({ isVacuous }) => !isVacuous)) return false
  const now = codeOf(other)
  return keepsCaught(codeOf(one), name) && !CATCHES.test(now) && !APART.test(now)
}

/** `except OSError as exc: failure = exc`, `catch (e) { failure = e }` */
function keepsCaught(code: string, name: string): boolean {
  const kept = new RegExp(
    `\\b(?:except|catch|rescue)\\b[^\\n]{0,200}?\\b(\\w+)\\)?\\s{0,9}[:{]?\\s[^}]{0,300}?(?<![\\w.])${name}(?:\\s?=\\s?|\\.(?:set|add)\\(\\s?)\\1\\b`,
  )
  return kept.test(code)
}

interface Part {
  readonly source: SourceText
  readonly block: CodeBlock
}

/** Rust: a failure that ends a test through what a call returned. With which words it does so asserts nothing. */
const OR_PANICS = /\.unwrap_or_else\(\s{0,99}(?:move\s)?\|[^|\n]{0,40}\|\s{0,99}\{?\s{0,99}$/
const WAYS_TO_UNWRAP =
  /\.(?:unwrap|expect)\(|\.unwrap_or_else\(\s{0,99}(?:move\s)?\|[^|\n]{0,40}\|\s{0,99}\{?\s{0,99}panic!/g

/** `read(x).unwrap_or_else(|e| panic!("…"))` has become `read(x).unwrap()`. */
export function isUnwrapped({ key, at }: Assertion, was: Part, is: Part): boolean {
  if (!key.startsWith('panic!(')) return false
  if (!OR_PANICS.test(was.source.code.slice(Math.max(was.block.bodyStart, at - 200), at))) return false
  return countIn(is) >= countIn(was)
}

function countIn({ source, block }: Part): number {
  return source.code.slice(block.bodyStart, block.end).match(WAYS_TO_UNWRAP)?.length ?? 0
}

function codeOf({ file, block }: TestCase): string {
  return file.source.code.slice(block.bodyStart, block.end)
}
