// Only what both sides have in common is compared: what is missing on one of them is not looked at any more.
import type { TamperFinding } from '../../finding.ts'
import { cut, finding, quote } from '../../finding.ts'
import { lineAt } from '../../../source/source.ts'
import type { TestCase } from '../../test-file/test-file.ts'

const COMMON = new RegExp(
  [
    /\barray_u?intersect(?:_u?key|_u?assoc)?\(/,
    /\.keys\(\)\s?&\s?\w|&\s?\w+(?:\.\w+)*\.keys\(\)|\bset\([^()\n]{1,60}\)\s?&\s?set\(/,
    /\.(?:retainAll|formIntersection|Intersect)\(|(?:\.keys\(\)|\bset\([^()\n]{1,60}\))\.intersection\(/,
    /(?<![\w$])_\.intersection(?:By)?\(/,
    /\.filter\(\s?\(?(?<key>\w+)\)?\s?=>\s?(?:\k<key> in \w|Object\.hasOwn\(\w+, ?\k<key>\)|\w+\.(?:hasOwnProperty|has|includes)\(\k<key>\))/,
    /\bpick\(\w+,\s?Object\.keys\(\w+\)\)/,
    /\.slice\(\*\w+(?:\.\w+)*\.keys\)|\.keys\s?&\s?\w+\.keys/,
    /\bfor (?<name>\w+)(?:, ?\w+)? in [^\n\]}]{1,60} if \k<name> in \w+/,
    /\.filterKeys\s?\{|\bkeys\.intersect\(/,
  ]
    .map(({ source }) => `(?:${source})`)
    .join('|'),
  'g',
)

/** That there is nothing in common is a claim of its own. */
const DISJOINT = /(?:empty|toHaveLength\(0|toEqual\(\[\]|==\s?\[\]|==\s?set\(\)|\b0\b|isdisjoint|none\b)/i

export function commonPartsOnly(before: TestCase, after: TestCase): TamperFinding[] | undefined {
  if (before.assertions.length === 0) return undefined
  const [was, is] = [hitsIn(before), hitsIn(after)]
  const [first] = is
  if (!first || is.length <= was.length) return undefined
  const { path, source } = after.file
  const line = source.bare.slice(first.at, first.at + 200).split('\n')[0] ?? ''
  if (DISJOINT.test(line)) return undefined
  const what = `test ${quote(after.title)} compares only what both sides have (${cut(first.written)})`
  return [finding('fewer-assertions', path, lineAt(source, first.at), what)]
}

function hitsIn({ file: { source }, block }: TestCase): { readonly at: number; readonly written: string }[] {
  const text = source.code.slice(block.bodyStart, Math.min(block.end, block.bodyStart + 20_000))
  return Array.from(text.matchAll(COMMON), ({ 0: written, index }) => ({ at: block.bodyStart + index, written }))
}
