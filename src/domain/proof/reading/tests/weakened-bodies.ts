// A test that is still there and keeps its assertions, but no longer reaches them or no longer minds.
import type { TamperFinding } from '../finding.ts'
import { finding, quote } from '../finding.ts'
import { lineAt, lineEnd, lineStart } from '../../source/source.ts'
import type { TestCase } from '../test-file/test-file.ts'

export function weakenedBody(before: TestCase, after: TestCase): TamperFinding[] {
  if (bodyOf(before) === bodyOf(after)) return []
  const { path, source } = after.file
  const title = quote(after.title)
  const early = earlyReturns(after)
  if (early.length > earlyReturns(before).length) {
    return [finding('vacuous', path, early[0] ?? after.line, `test ${title} returns before its assertions`)]
  }
  const swallows = swallowed(after)
  if (swallows.length > swallowed(before).length) {
    const at = swallows.at(-1) ?? after.block.at
    return [finding('vacuous', path, lineAt(source, at), `failures of test ${title} are swallowed now`)]
  }
  const never = guarded(after)
  if (never.length > guarded(before).length) {
    return [
      finding('vacuous', path, lineAt(source, never[0] ?? after.block.at), `assertions of test ${title} never run now`),
    ]
  }
  const rare = underEnvironment(after)
  if (rare.length > underEnvironment(before).length) {
    const what = `assertions of test ${title} run only in some environments now`
    return [finding('vacuous', path, lineAt(source, rare.at(-1) ?? after.block.at), what)]
  }
  return []
}

function bodyOf({ file, block }: TestCase): string {
  return file.source.code.slice(block.start, block.end)
}

const RETURN =
  /^[ \t]*(?:if\b[^\n]{0,150}?[){:]\s?|[^\n]{1,150}\sif\s)?return(?:\s+(?:null|undefined|true|None|nil|Ok\(\(\)\)))?[;\s}]*$/

/** Lines that leave the test, above the first assertion and no deeper than it; a condition above them is no depth. */
function earlyReturns({ file: { source }, block, assertions }: TestCase): number[] {
  const first = assertions[0]
  if (!first) return []
  const limit = lineAt(source, first.at)
  const depth = indentOf(source.code, lineStart(source, limit))
  const found: number[] = []
  let above = ''
  for (let line = lineAt(source, block.bodyStart); line < limit && found.length < 5; line++) {
    const start = lineStart(source, line)
    const text = source.code.slice(start, Math.min(lineEnd(source, line), start + 200))
    const outer = /^\s*if\b/.test(above) ? above : text
    if (RETURN.test(text) && indentOf(outer, 0) <= depth && start > block.at) found.push(line)
    if (text.trim() !== '') above = text
  }
  return found
}

function indentOf(code: string, from: number): number {
  return (/^[ \t]*/.exec(code.slice(from, from + 200))?.[0] ?? '').length
}

const CATCH = /\bcatch\b\s{0,9}(?=[({])|\.catch\(\s{0,9}(?:\(\s{0,9}\w{0,40}\s{0,9}\)|\w+)\s{0,9}=>\s{0,9}(?=\{)/g
const EXCEPT =
  /\bexcept\b[^\n]{0,200}:[ \t]*(?:\n[ \t]*)?pass\b|\bcontextlib\.suppress\(|(?<![\w.])suppress\((?:Assertion|Base)?(?:Exception|Error)/g
const HARMLESS = /^(?:[\s;]|console\.\w+\([^()]*\)|e(?:rr(?:or)?)?\b|return\b|\/)*$/

/** Handlers around assertions that do nothing about a failure. */
function swallowed(test: TestCase): number[] {
  const { source, language } = test.file
  const { bodyStart, end } = test.block
  const body = source.code.slice(bodyStart, end)
  if (language.blocks === 'indent')
    return Array.from(body.matchAll(EXCEPT), ({ index }) => bodyStart + index).filter((at) => holdsAssertion(test, at))
  const places: number[] = []
  for (const { 0: written, index } of body.matchAll(CATCH)) {
    const after = bodyStart + index + written.length
    const brace = source.code.indexOf('{', after)
    const close = brace < 0 ? -1 : (source.pairs[brace] ?? -1)
    if (close < 0 || !HARMLESS.test(source.code.slice(brace + 1, Math.min(close, brace + 400)))) continue
    if (guardsAssertion(test, bodyStart + index)) places.push(bodyStart + index)
  }
  return places
}

/** The block that closes right before `catch` holds an assertion. */
function guardsAssertion({ file: { source }, assertions }: TestCase, at: number): boolean {
  const close = source.code.slice(0, at).trimEnd().length - 1
  const open = source.pairs[close] ?? -1
  return open >= 0 && assertions.some((one) => one.at > open && one.at < close)
}

/** From the `try` above to here, or from `suppress` on. */
function holdsAssertion({ file: { source }, block, assertions }: TestCase, at: number): boolean {
  const isHandler = source.code.startsWith('except', at)
  const from = isHandler ? source.code.slice(block.bodyStart, at).lastIndexOf('try:') + block.bodyStart : at
  const to = isHandler ? at : block.end
  return assertions.some((one) => one.at >= from && one.at < to)
}

const NEVER =
  /\bif\s{0,9}(?:\(\s{0,9}(?:false|0|!1|!true)\s{0,9}\)|False\s{0,9}:|false\s{0,9}\{|0\s{0,9}:|\(?\s{0,9}(?:false|False)\s{0,9}(?:&&|and\b))/g

function guarded({ file: { source }, block }: TestCase): number[] {
  return Array.from(
    source.code.slice(block.bodyStart, block.end).matchAll(NEVER),
    ({ index }) => block.bodyStart + index,
  )
}

const ENVIRONMENT =
  /\bif\s{0,9}[(!\s]{0,9}(?:process\.env|import\.meta\.env|Bun\.env|os\.environ|os\.getenv|os\.Getenv|env::var|ENV\[|System\.getenv)/g

/** Conditions on the environment right above an assertion. */
function underEnvironment({ file: { source }, block, assertions }: TestCase): number[] {
  return Array.from(
    source.code.slice(block.bodyStart, block.end).matchAll(ENVIRONMENT),
    ({ index }) => block.bodyStart + index,
  ).filter((at) => {
    const line = lineAt(source, at)
    return assertions.some((one) => one.at > at && lineAt(source, one.at) <= line + 1)
  })
}
