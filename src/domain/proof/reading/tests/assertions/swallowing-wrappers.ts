// A function put around a test that catches what the test throws and says nothing about it.
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import type { Helper, TestCase, TestFile } from '../../test-file/test-file.ts'

const SWALLOWS =
  /\bexcept\b[^\n:]{0,120}:\s{0,80}(?:pass\b|return\b|continue\b|\.\.\.|print\()|\bcatch\b\s{0,9}(?:\([^()\n]{0,80}\)\s{0,9})?\{\s{0,80}(?:return;?\s{0,40})?\}|\brescue\b[^\n]{0,80}\n\s{0,80}(?:nil\b|end\b)|\bsuppress\(/

/** Undefined where no such function came. */
export function swallowingWrapper(before: TestCase, after: TestCase): TamperFinding[] | undefined {
  const known = new Set(namesIn(headOf(before)))
  const names = namesIn(headOf(after)).filter((name) => !known.has(name))
  const wrapper = after.file.helpers.find(
    (helper) => names.includes(helper.block.title) && swallows(textOf(after.file, helper)),
  )
  if (!wrapper) return undefined
  const what = `failures of test ${quote(after.title)} are swallowed now (${wrapper.block.title})`
  return [finding('vacuous', after.file.path, after.line, what)]
}

function swallows(text: string): boolean {
  const hit = SWALLOWS.exec(text)
  return hit !== null && !/\b(?:raise|throw)\b/.test(text.slice(hit.index))
}

/** Decorators and the call around the function of the test. */
function headOf({ file, block }: TestCase): string {
  return file.source.code.slice(block.start, Math.max(block.at, block.bodyStart))
}

function namesIn(code: string): string[] {
  return code.match(/[A-Za-z_$][\w$]*/g) ?? []
}

const LONGEST = 4000

function textOf({ source }: TestFile, { block }: Helper): string {
  return source.code.slice(block.at, Math.min(block.end, block.at + LONGEST))
}
