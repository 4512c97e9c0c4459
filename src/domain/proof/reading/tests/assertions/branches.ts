// Assertions that stood in one branch of several, and a test that needs only one of the branches now.
import { lineAt, lineEnd, lineStart, type SourceText } from '../../../source/source.ts'
import type { Assertion } from '../../test-file/assertions.ts'
import type { TestCase } from '../../test-file/test-file.ts'
import { withLocals } from '../matching/locals.ts'

/** Its branch went, and what stood in the other one is asserted without a condition now. */
export function isDecided(lost: Assertion, one: TestCase, other: TestCase): boolean {
  const chain = chainOf(lost, one)
  if (chain === undefined) return false
  return one.assertions.some((sibling) => {
    if (sibling === lost || chainOf(sibling, one) !== chain) return false
    const said = withLocals(sibling.key, one)
    const same = other.assertions.find(({ key }) => key === sibling.key || withLocals(key, other) === said)
    return same !== undefined && chainOf(same, other) === undefined
  })
}

const MOST_LINES = 30
const IF = /^\s*if\b/
const ELSE = /^\s*(?:\}\s*)?(?:else|elif|elsif|elseif)\b/

/** The line of the `if` that this one stands under, itself or by its `else`. */
function chainOf({ at }: Assertion, { file: { source }, block }: TestCase): number | undefined {
  const line = lineAt(source, at)
  let most = indentOf(source, line)
  for (let above = line - 1; above > Math.max(lineAt(source, block.bodyStart) - 1, line - MOST_LINES); above--) {
    const text = source.code.slice(lineStart(source, above), lineEnd(source, above))
    const indent = indentOf(source, above)
    if (text.trim() === '' || indent >= most) continue
    if (ELSE.test(text)) {
      most = indent + 1
      continue
    }
    return IF.test(text) ? above : undefined
  }
  return undefined
}

function indentOf(source: SourceText, line: number): number {
  const text = source.code.slice(lineStart(source, line), lineEnd(source, line))
  return text.length - text.trimStart().length
}
