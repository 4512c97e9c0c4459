// Plans of assertions that are gone or count fewer: `t.plan(3)`, `expect.assertions(2)`, `expect.hasAssertions()`. They fail a
// test whose assertions are never reached, in a callback that nobody calls or behind an error that does not come.
import { lineAt, type SourceText } from '../../../source/source.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding, quote } from '../../finding.ts'
import { plural } from '../../../../text/plural.ts'
import type { TestCase, TestFile } from '../../test-file/test-file.ts'
import type { Comparison } from '../matching/comparison.ts'
import { partOf } from '../matching/shrunk-code.ts'

const PLAN =
  /\b(?:expect\.(?:assertions\(\s{0,9}(\d+)|(hasAssertions)\()|(?<![\w$.])(?:\w{1,20}|this)\.plan\(\s{0,9}(\d+)|\b(?:assert|t|QUnit)\.expect\(\s{0,9}(\d+)\s{0,9}\)|\{[^{}]{0,99}\bplan:\s{0,9}(\d+))/g

/** Undefined where nothing is to be said. */
export function lostPlan(one: TestCase, other: TestCase): TamperFinding[] | undefined {
  if (!one.file.language.hasTestCalls) return undefined
  const [was, is] = [planOf(one), planOf(other)]
  if (was === undefined || (is !== undefined && is.count >= was.count)) return undefined
  const { path, source } = other.file
  const about = partOf(one.file, one.block)
  if (is !== undefined) {
    if (is.count === 0 || was.count - is.count <= one.assertions.length - other.assertions.length) return undefined
    const what = `the plan of test ${quote(other.title)} counts ${plural(is.count, 'assertion')} in place of ${was.count}`
    return [{ ...finding('fewer-assertions', path, lineAt(source, is.at), what), about }]
  }
  if (!isSameRunner(one.file, other.file) || plansForAll(other.file)) return undefined
  const what = `test ${quote(other.title)} no longer says how many assertions it must reach`
  const found = { ...finding('fewer-assertions', path, other.line, what), about }
  return isSure(other, was.count)
    ? [{ ...found, what: `${what}, and all of them are`, meant: true, isNote: true }]
    : [found]
}

/** One for every test of the file: `beforeEach(() => expect.hasAssertions())`. */
export function lostPlanForAll(file: TestFile, { now, matches }: Comparison): TamperFinding[] {
  const same = now.get(file.path)
  if (!same || !plansForAll(file) || plansForAll(same)) return []
  const left = file.cases.flatMap((one) => matches.get(one) ?? [])
  const unsure = left.find((test) => planOf(test) === undefined && !isSure(test, 1))
  if (!unsure) return []
  const what = `test ${quote(unsure.title)} and others no longer have to reach an assertion`
  return [finding('fewer-assertions', same.path, unsure.line, what)]
}

interface Plan {
  readonly count: number
  readonly at: number
}

function planOf({ file: { source }, block }: TestCase): Plan | undefined {
  const [first] = plansIn(source.code.slice(block.start, block.end))
  return first && { ...first, at: block.start + first.at }
}

function plansIn(code: string): Plan[] {
  return Array.from(code.matchAll(PLAN), (hit) => {
    const written = hit.slice(1).find((group) => group !== undefined) ?? ''
    return { count: /^\d+$/.test(written) ? Number(written) : 1, at: hit.index }
  })
}

const FOR_ALL = /\bbeforeEach\([^{}]{0,60}(?:=>\s{0,9}|\{\s{0,99})[^{}]{0,200}?\bexpect\.(?:hasAssertions|assertions)\(/

function plansForAll({ source }: TestFile): boolean {
  return FOR_ALL.test(source.code)
}

const RUNNER = /["'](?:tape|tap|ava|node:test|qunit|vitest|@jest\/globals|test|@japa\/runner|bun:test|uvu)["']/g

/** Another runner may know no plans, and waits for promises instead. */
function isSameRunner(one: TestFile, other: TestFile): boolean {
  const now = new Set(other.source.bare.match(RUNNER))
  return (one.source.bare.match(RUNNER) ?? []).every((name) => now.has(name))
}

/** So many assertions are reached whatever happens: they stand in the body itself, and nothing leaves it before them. */
function isSure({ file: { source }, block, assertions }: TestCase, count: number): boolean {
  const real = assertions.filter(({ isVacuous }) => !isVacuous)
  if (real.length === 0) return false
  const open = openOf(source, block.bodyStart, block.end)
  if (open === undefined) return true
  const [first] = real
  if (first && /\breturn\b(?!\s{0,9}(?:expect|t\.|assert|[a]wait|new Promise))/.test(source.code.slice(open, first.at)))
    return false
  const sure = real.filter(({ at }) => isReached(source, open, at))
  return sure.length >= Math.min(count, real.length)
}

/** Where the body of the function begins. */
function openOf({ code }: SourceText, from: number, end: number): number | undefined {
  const hit = /=>\s{0,9}\{|\)\s{0,9}\{/.exec(code.slice(from, Math.min(end, from + 400)))
  return hit ? from + hit.index + hit[0].length - 1 : undefined
}

/** Ends the test itself: without it the test would wait for ever. */
const ENDS = /\b(?:done|resolve|cb|next)\(|\bt\.end\(|\bassert\.end\(|\bst\.end\(/
/** The runner waits for what these are given, and fails where it does not come about. */
const WAITED =
  /(?:\b[a]wait\b|\breturn\b)[^;]{0,400}\.(?:then|map|all|each|waitFor)\([^{}]{0,100}$|\.waitFor\([^{}]{0,60}$|\btry\s{0,9}$|\bfinally\s{0,9}$/

/** Not in a callback, a handler of errors, a branch or a loop; brackets that are called at once do not count. */
function isReached(source: SourceText, open: number, at: number): boolean {
  const { code, pairs } = source
  for (let place = at - 1; place > open; place--) {
    const sign = code.charAt(place)
    if (sign === ')' || sign === '}' || sign === ']') {
      const pair = pairs[place] ?? -1
      if (pair > open) place = pair
      continue
    }
    if (sign === '{') {
      const close = pairs[place] ?? -1
      const inside = close > place ? code.slice(place, close) : ''
      if (!ENDS.test(inside) && !WAITED.test(code.slice(Math.max(open, place - 500), place))) return false
    }
    if (sign === '>' && code.charAt(place - 1) === '=' && /^\s{0,9}[^\s{]/.test(code.slice(place + 1, place + 20)))
      if (
        !WAITED.test(code.slice(Math.max(open, place - 500), place - 1).replace(/\(?[\w\s,{}[\]]{0,60}\)?\s{0,9}$/, ''))
      )
        return false
  }
  return true
}
