// Tests whose expected values are others now while what goes into them is the same.
import type { ChangeNote } from '../../../../contract/change.ts'
import type { TamperFinding } from '../finding.ts'
import { cut, finding, quote } from '../finding.ts'
import { lineAt } from '../../source/source.ts'
import { isRustTest } from '../../yardstick/yardstick.ts'
import type { CodeBlock } from '../test-file/block.ts'
import type { TestCase, TestFile } from '../test-file/test-file.ts'
import { type Comparison, textOf } from '../tests/matching/comparison.ts'
import { failedOn, type FailedCheck } from './failed-before.ts'
import { judge, type Judged, NOTHING, type Stretch, stretchOf } from './judged-test.ts'
import { isOfMovedLines } from './line-numbers.ts'
import { isOfMovedNames } from './moved-names.ts'
import { placesIn } from './roles.ts'
import { isProductPath, type Touched } from './touched.ts'
import { type WrittenToken, tokensBetween } from './written-tokens.ts'

export interface BentTests {
  readonly suspicions: readonly TamperFinding[]
  readonly notes: readonly ChangeNote[]
  /** Files of tests in which something else changed than what is expected. */
  readonly changedInputs: ReadonlySet<string>
}

export function bentTests(comparison: Comparison, touched: Touched, failed: readonly FailedCheck[]): BentTests {
  const suspicions: TamperFinding[] = []
  const notes: ChangeNote[] = []
  const changedInputs = new Set<string>()
  const rests = restsOf(comparison)
  for (const [path, rest] of rests)
    if (rest.judged === undefined || rest.judged.inputs.length > 0) changedInputs.add(path)
  const weigh = (told: Told): void => {
    const { file, title, judged } = told
    if (judged.inputs.length > 0) changedInputs.add(file.path)
    const first = changeIn(told)
    if (!first) return
    const isOther =
      judged.inputs.length > 0 || isSetUpAnew(told, rests.get(file.path)) || touched.isSupportTouched(file.path)
    const check = failedOn({ path: file.path, title }, failed, isProductPath)
    const why = first.isWeaker
      ? ''
      : check
        ? ` after check ${check.name} failed on it, and the code did not`
        : !isOther && !touched.isProductTouched(file.path)
          ? ', and no product code that it loads did'
          : undefined
    if (why === undefined) notes.push({ file: file.path, line: first.line, kind: 'expected', what: first.what })
    else suspicions.push(finding('bent', file.path, first.line, `${first.what}${why}`))
  }
  for (const [one, other] of comparison.matches) {
    if (textOf(one) === textOf(other)) continue
    const found = judge(stretchOf(placesOf(one)), stretchOf(placesOf(other)))
    const [was, is] = [one.file.source, other.file.source]
    const judged = found && {
      ...found,
      values: found.values.filter((value) => !isOfMovedLines(value, was, is) && !isOfMovedNames(value, was, is)),
    }
    if (judged) weigh({ file: other.file, title: other.title, judged, test: other })
    else changedInputs.add(other.file.path)
  }
  for (const { file, judged } of rests.values()) if (judged) weigh({ file, title: '', judged })
  return { suspicions, notes, changedInputs }
}

interface Told {
  readonly file: TestFile
  readonly title: string
  readonly judged: Judged
  readonly test?: TestCase
}

interface First {
  readonly line: number
  readonly what: string
  readonly isWeaker: boolean
}

const MOST_SHOWN = 30

/** The first change, in words; the others are counted. */
function changeIn({ file: { source }, title, judged }: Told): First | undefined {
  const { flips } = judged
  const values = judged.values.filter((value) => !isStricter(value, source.text))
  const of = title === '' ? '' : ` of test ${quote(title)}`
  const flip = flips.find(({ isWeaker }) => isWeaker) ?? (values.length === 0 ? flips[0] : undefined)
  if (flip) {
    const said = cut(source.text.slice(flip.now.at, flip.now.end))
    const what = flip.isWeaker
      ? `an assertion${of} takes anything but the value it wanted (${said})`
      : `an assertion${of} says the opposite now (${said})`
    return { line: lineAt(source, flip.now.at), what, isWeaker: flip.isWeaker }
  }
  const [value] = values
  if (!value) return undefined
  const more = values.length > 1 ? ` and ${values.length - 1} more` : ''
  const both = `${shown(value.was, value.is)}${more}`
  return {
    line: lineAt(source, value.at),
    what: `expected value${values.length > 1 ? 's' : ''}${of} changed (${both})`,
    isWeaker: false,
  }
}

/** One more demand at the end of an assertion: `.Name.ShouldBe("a")`. */
const ONE_MORE =
  /^\.\s{0,9}(?:\w{1,60}\s{0,9}\.\s{0,9}){0,4}(?:Should\w{0,40}|to[A-Z]\w{0,40}|is[A-Z]\w{0,40}|has[A-Z]\w{0,40}|contains\w{0,40})\s{0,9}[(<]/
const LOOSER = /(?:^|[\s.])(?:or|not|Or|Not|any|Any)(?:$|[\s.(])/
const BOUND =
  /\b(?:(toBeLessThan|BeLessThan|isLessThan|assertLess|LessOrEqual|Less)|(toBeGreaterThan|BeGreaterThan|isGreaterThan|assertGreater|GreaterOrEqual|Greater))(?:OrEqual(?:To)?|Equal)?\([^()\n]{0,80}$/

/** Nothing was said of the error: `toThrow()`. */
const ANY_ERROR = /(?:\.to(?:Throw|ThrowError)|\braise_error)\(\s{0,60}$/
const NO_ERROR = /\.not\.(?:\w{1,20}\.)?to\w{1,20}\(\s*$|\b(?:not_to|to_not)\b[^\n]{0,40}$/
const PART_OF_TEXT = /^expect \. stringContaining \( "([^"]{1,180})"(?: \))?$/

/** It asks for more than before: a narrower bound, one more demand, the words of an error, a text of which a part was asked for. */
function isStricter(
  { was, is, at }: { readonly was: string; readonly is: string; readonly at: number },
  text: string,
): boolean {
  const [old, now] = [bare(was), bare(is)]
  const above = text.slice(Math.max(0, at - 120), at)
  if (old === '') return (ONE_MORE.test(now) && !LOOSER.test(now)) || (ANY_ERROR.test(above) && !NO_ERROR.test(above))
  const part = PART_OF_TEXT.exec(old)?.[1]
  if (part !== undefined && /^"[^"]*"?$/.test(now)) return now.includes(part)
  const [least, most] = [old, now].map((number) =>
    /^\d[\d_]{0,20}(?:\.\d+)?$/.test(number) ? Number(number.replaceAll('_', '')) : NaN,
  )
  const bound = BOUND.exec(above)
  if (least === undefined || most === undefined || !bound) return false
  return bound[1] === undefined ? most > least : most < least
}

/** Both from a little before they part. */
function shown(was: string, is: string): string {
  const [one, other] = [bare(was), bare(is)]
  if (one === '' || other === '') return one === '' ? `${short(other)} added` : `${short(one)} removed`
  let same = 0
  while (same < one.length && one.charAt(same) === other.charAt(same)) same++
  const from = same > MOST_SHOWN / 2 ? same - 8 : 0
  return [one, other].map((text) => `${from > 0 ? '…' : ''}${short(text.slice(from))}`).join(' → ')
}

/** Without the commas that separate it from its neighbours, unless there is nothing else. */
function bare(text: string): string {
  const whole = flat(text)
  return whole.replace(/^[,;\s]+/, '').replace(/[,;\s]{1,99}$/, '') || whole
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function short(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN - 1)}…` : text
}

function placesOf({ file, block, assertions }: TestCase): ReturnType<typeof placesIn> {
  return placesIn(file.source, { start: block.start, end: block.end }, assertions)
}

interface Rest {
  readonly file: TestFile
  /** Undefined: too different to compare. */
  readonly judged: Judged | undefined
}

/** What stands outside of the tests of a file: tables of cases, helpers, set-up. */
function restsOf({ before, now }: Comparison): Map<string, Rest> {
  const rests = new Map<string, Rest>()
  for (const old of before) {
    const file = now.get(old.path)
    if (!file || !hasTests(file)) continue
    const isSame = textAround(old) === textAround(file)
    rests.set(old.path, { file, judged: isSame ? NOTHING : judge(restOf(old), restOf(file)) })
  }
  return rests
}

/** Mostly only tests came, or changed in themselves: then nothing around them needs to be taken apart. */
function textAround({ source: { bare }, cases }: TestFile): string {
  let text = ''
  let from = 0
  for (const { block } of [...cases, { block: END(bare.length) }]) {
    if (block.start > from) text += `${bare.slice(from, block.start).trim()}\n`.trimStart()
    from = Math.max(from, block.end)
  }
  return text
}

/** Rust keeps tests in files of product code: what stands outside of them there is none. */
function hasTests({ path, source }: TestFile): boolean {
  return !path.endsWith('.rs') || isRustTest(path) || source.code.includes('cfg(test)')
}

function restOf(file: TestFile): Stretch {
  const { path, source, cases, loose } = file
  const module = path.endsWith('.rs') && !isRustTest(path) ? source.code.indexOf('cfg(test)') : 0
  const places = placesIn(source, { start: Math.max(0, module), end: source.text.length }, loose)
  const tokens: WrittenToken[] = []
  let from = module < 0 ? source.text.length : module
  for (const { block } of [...cases, { block: END(source.text.length) }]) {
    if (block.start >= from) tokens.push(...(tokensBetween(source, from, block.start) ?? []))
    from = Math.max(from, block.end)
  }
  return { places, tokens }
}

const END = (at: number): CodeBlock => ({ kind: 'case', title: '', start: at, at, bodyStart: at, end: at, marks: [] })

const HOOK = /^(?:set_?up\w*|before\w*|tear_?down\w*|after\w*|background|let|init\w*|constructor)$/i
const HOOK_CALL = /\b(?:before|beforeEach|beforeAll|after|afterEach|afterAll|setUp|setup|let!?|subject|given|fixture)\b/
const IMPORT = /^\s*(?:import|from|use|using|require|package|#include|const [^=]+= require|\}\s?from|[\w*]+,?$)/

/** Something outside that this test uses goes in differently now. */
function isSetUpAnew({ test, judged, file }: Told, rest: Rest | undefined): boolean {
  if (!rest) return false
  if (!rest.judged) return true
  if (rest.judged === judged) return false
  const body = test ? textOf(test) : ''
  const { source, helpers } = file
  return rest.judged.inputs.some((at) => {
    const line = source.text.slice(source.starts[lineAt(source, at) - 1] ?? 0, at + 200).split('\n')[0] ?? ''
    if (IMPORT.test(line)) return false
    const helper = helpers.find(({ block }) => at >= block.start && at < block.end)
    if (helper) return HOOK.test(helper.block.title) || body.includes(helper.block.title)
    if (HOOK_CALL.test(line)) return true
    const names = line.match(/[A-Za-z_$][\w$]{2,}/g) ?? []
    return names.length === 0 || names.some((name) => body.includes(name))
  })
}
