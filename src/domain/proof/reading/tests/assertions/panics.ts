// Rust: a failure that ends a test through what a call returned. With which words it does so asserts nothing.
import type { Assertion } from '../../test-file/assertions.ts'
import type { CodeBlock } from '../../test-file/block.ts'
import type { SourceText } from '../../../source/source.ts'

interface Part {
  readonly source: SourceText
  readonly block: CodeBlock
}

const OR_PANICS = /\.unwrap_or_else\(\s{0,99}(?:move\s)?\|[^|\n]{0,40}\|\s{0,99}\{?\s{0,99}$/
const UNWRAPS = /\.(?:unwrap|expect)\(|\.unwrap_or_else\(\s{0,99}(?:move\s)?\|[^|\n]{0,40}\|\s{0,99}\{?\s{0,99}panic!/g

/** `read(x).unwrap_or_else(|e| panic!("…"))` has become `read(x).unwrap()`. */
export function isUnwrapped({ key, at }: Assertion, was: Part, is: Part): boolean {
  if (!key.startsWith('panic!(')) return false
  if (!OR_PANICS.test(was.source.code.slice(Math.max(was.block.bodyStart, at - 200), at))) return false
  return countIn(is) >= countIn(was)
}

function countIn({ source, block }: Part): number {
  return source.code.slice(block.bodyStart, block.end).match(UNWRAPS)?.length ?? 0
}
