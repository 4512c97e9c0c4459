// Tests of bats, one by one: what they asserted that they no longer do, or do only where nobody looks.
import type { FileChange } from '../../../../../contract/change.ts'
import { lazily } from '../../../../../contract/lazily.ts'
import { codeLines } from '../../../source/foreign-lines.ts'
import { plainLines } from '../../../source/source.ts'
import { countsOf } from '../../../../text/counts.ts'
import { plural } from '../../../../text/plural.ts'
import type { TamperFinding } from '../../finding.ts'
import { cut, finding, quote } from '../../finding.ts'
import { partOf } from '../matching/shrunk-code.ts'
import { sourceOf } from './claims.ts'
import { demandOf, isEmptyClaim, isPlainCall, isShellClaim, type ShellDemand } from './shell-claims.ts'

interface BatsTest {
  readonly title: string
  /** Counted from 0. */
  readonly from: number
  readonly to: number
  readonly claims: readonly ShellClaim[]
  /** Lines that may be calls of functions that assert. */
  readonly calls: ReadonlySet<string>
}

interface ShellClaim {
  readonly line: string
  readonly at: number
  readonly demand: ShellDemand
  /** What decides whether it is reached, from the outermost. */
  readonly under: readonly string[]
}

/** One side of the file. */
interface Side {
  readonly path: string
  readonly text: string
  /** Without comments and white space around it, one for each line. */
  readonly lines: readonly string[]
  /** For each line, the next one that ends a test or function at the left; the number of lines where none does. */
  readonly ends: readonly number[]
  readonly tests: readonly BatsTest[]
}

const HEAD = /^@test\s{1,9}["']?(.{1,300}?)["']?\s{0,9}\{$/

export function changedBats({ path, before, after }: FileChange): TamperFinding[] {
  if (!path.endsWith('.bats') || before === undefined || after === undefined || before === after) return []
  const [was, is] = [readSide(path, before), readSide(path, after)]
  const now = new Map(is.tests.map((one) => [one.title, one]))
  const source = lazily(() => sourceOf(path, was.text))
  const former = lazily(() => newFunctions(was, is))
  return was.tests.flatMap((one) => {
    const other = now.get(one.title)
    if (!other) return formerTest(one, path, former())
    const skip = newSkip([one, other], was, is)
    if (skip) return [skip]
    if (one.claims.length === 0) return []
    const [found] = [
      ...idle(one, other, was),
      ...hollow(one, other, path),
      ...fewer(one, other, path),
      ...weaker(one, other, path),
    ]
    if (!found) return []
    if (found.kind !== 'fewer-assertions' || found.what.includes(LESS)) return [found]
    const [start, end] = [source().starts[one.from] ?? 0, source().starts[one.to] ?? source().text.length]
    return [{ ...found, about: partOf({ path, source: source() }, { start, end, title: one.title }) }]
  })
}

function readSide(path: string, raw: string): Side {
  const text = plainLines(raw)
  const lines = codeLines(path, text)
  const ends = endsIn(text.split('\n'))
  return { path, text, lines, ends, tests: readTests(lines, ends) }
}

function endsIn(written: readonly string[]): number[] {
  const ends: number[] = []
  let next = written.length
  for (let at = written.length - 1; at >= 0; at--) {
    ends[at] = next
    if (/^\}\s*$/.test(written[at] ?? '')) next = at
  }
  return ends
}

const FUNCTION = /^(?:function )?([\w-]{1,60})\s?\(\)\s?\{$/
const MOST_FUNCTIONS = 1000

interface NewFunction {
  readonly at: number
  /** What its lines assert, and how often. */
  readonly claims: ReadonlyMap<string, number>
}

/** Functions that came and that no other line names. */
function newFunctions(was: Side, is: Side): NewFunction[] {
  const old = new Set(was.lines)
  const named = countsOf(is.lines.flatMap((line) => [...new Set(line.match(/[\w-]+/g))]))
  const heads = [...is.lines.entries()].filter(([, line]) => {
    const name = FUNCTION.exec(line)?.[1]
    return name !== undefined && !old.has(line) && named.get(name) === 1
  })
  return heads.slice(0, MOST_FUNCTIONS).map(([at]) => {
    const { claims } = readBody(is.lines, at + 1, is.ends[at] ?? is.lines.length)
    return { at, claims: countsOf(claims.map(({ demand }) => demand.key)) }
  })
}

/** `check_total() {` in the place of `@test "total" {`: nobody calls it. */
function formerTest({ title, claims }: BatsTest, path: string, functions: readonly NewFunction[]): TamperFinding[] {
  const keys = [...new Set(claims.map(({ demand }) => demand.key))]
  if (keys.length === 0) return []
  const found = functions.find(
    (one) => keys.reduce((sum, key) => sum + (one.claims.get(key) ?? 0), 0) * 2 >= claims.length,
  )
  return found ? [finding('gone', path, found.at + 1, `test ${quote(title)} is no longer run as a test`)] : []
}

const SKIP_UNLESS = /^\[\[? .*\$.* \]\]? (?:\|\||&&) skip\b|^(?:\[ -[nz] .{1,80}) (?:\|\||&&) skip\b/

/** `[ -n "$FULL" ] || skip`: where a variable says so that nobody sets. */
function newSkip([one, other]: readonly [BatsTest, BatsTest], was: Side, is: Side): TamperFinding | undefined {
  const old = new Set(was.lines.slice(one.from, one.to))
  const own = is.lines.slice(other.from + 1, other.to)
  const at = own.findIndex((line) => SKIP_UNLESS.test(line) && !old.has(line))
  const line = own[at] ?? ''
  if (at < 0 || !namesNobodySets(line, was.text)) return undefined
  const what = `test ${quote(one.title)} is skipped under a condition now (${cut(line)})`
  return finding('skipped', is.path, other.from + at + 2, what)
}

const LESS = ' is less strict now ('

function readTests(lines: readonly string[], ends: readonly number[]): BatsTest[] {
  const found: BatsTest[] = []
  for (let at = 0; at < lines.length; at++) {
    const title = HEAD.exec(lines[at] ?? '')?.[1]
    if (title === undefined) continue
    const to = ends[at] ?? lines.length
    found.push({ title, from: at, to, ...readBody(lines, at + 1, to) })
    at = to
  }
  return found
}

const OPENS = /^(?:if|for|while|until|case)\b|^(?:function )?[\w-]{1,60}\s?\(\)\s?\{$|^[({]$/
const CLOSES = /^(?:fi|done|esac|[)}])(?:[\s;|&>].*)?$/
const LEAVES = /^(?:return|exit)(?: 0)?;?$/
const HEREDOC = /<<-?\s?\\?["']?([A-Za-z_!]\w*|!)["']?/
/** What decides further inside is not kept. */
const DEEPEST = 20

function readBody(lines: readonly string[], from: number, to: number): Pick<BatsTest, 'claims' | 'calls'> {
  const claims: ShellClaim[] = []
  const calls = new Set<string>()
  /** The heads of the blocks around a line, each with the number of claims before it. */
  const open: { readonly head: string; readonly before: number }[] = []
  let ends: string | undefined
  for (let at = from; at < to; at++) {
    const line = lines[at] ?? ''
    if (ends !== undefined) {
      if (line === ends) ends = undefined
      continue
    }
    if (line === '') continue
    ends = /<<</.test(line) ? undefined : HEREDOC.exec(line)?.[1]
    if (open.length === 0 && LEAVES.test(line)) break
    if (CLOSES.test(line)) {
      const block = open.pop()
      // What stands in a block whose failure is passed over.
      if (block?.head === '(' && open.length < DEEPEST && /\|\|\s?(?:true|:)$/.test(line))
        for (const claim of claims.splice(block.before)) claims.push({ ...claim, under: ['false'] })
      continue
    }
    const under = (): string[] => open.slice(0, DEEPEST).map(({ head }) => head)
    if (isShellClaim(line)) claims.push({ line, at, demand: demandOf(line), under: under() })
    else if (isPlainCall(line)) calls.add(line)
    if (OPENS.test(line) && !/;\s?(?:fi|done|esac)\b|\s\}$/.test(line)) open.push({ head: line, before: claims.length })
  }
  return { claims, calls }
}

const NEVER = /^(?:false$|if false\b|for \w+ in\s?;|while false\b|(?:function )?[\w-]{1,60}\s?\(\)\s?\{$)/

function isReal({ demand, under }: ShellClaim): boolean {
  return !isEmptyClaim(demand) && !under.some((head) => NEVER.test(head))
}

/** They stand where they are never reached or heard, or under a condition that is new. */
function idle(one: BatsTest, other: BatsTest, { path, text }: Side): TamperFinding[] {
  const stood = new Map(one.claims.toReversed().map((claim) => [claim.demand.key, claim]))
  const outermost = new Map<string, number>()
  for (const { demand, under } of other.claims)
    outermost.set(demand.key, Math.min(under.length, outermost.get(demand.key) ?? under.length))
  for (const claim of other.claims) {
    const old = stood.get(claim.demand.key)
    const head = claim.under.find((line) => old?.under.includes(line) === false)
    if (!old || head === undefined || !isReal(old)) continue
    if ((outermost.get(old.demand.key) ?? 0) <= old.under.length) continue
    if (NEVER.test(head)) {
      const isCalled = /\(\)/.test(head) && other.calls.has(/[\w-]+/.exec(head.replace('function ', ''))?.[0] ?? '')
      if (!isCalled)
        return [finding('vacuous', path, claim.at + 1, `assertions of test ${quote(one.title)} never count now`)]
    } else if (head.startsWith('if ')) {
      const what = `assertions of test ${quote(one.title)} run only under a condition now (${cut(head)})`
      const isOfEnvironment = namesNobodySets(head, text)
      return [{ ...finding('vacuous', path, claim.at + 1, what), ...(!isOfEnvironment && { isOnCondition: true }) }]
    }
  }
  return []
}

/** `[ -n "$STRICT" ]`: a variable of which the file never spoke. */
function namesNobodySets(head: string, before: string): boolean {
  const names = Array.from(head.matchAll(/\$\{?([A-Z][A-Z0-9_]{1,40})\b/g), ([, name = '']) => name)
  return names.length > 0 && names.every((name) => !before.includes(name))
}

/** One that holds whatever happens stands in the place of one that could fail. */
function hollow(one: BatsTest, other: BatsTest, path: string): TamperFinding[] {
  const known = new Set(one.claims.map(({ line }) => line))
  const now = new Set(other.claims.filter(isReal).map(({ demand }) => demand.key))
  const came = other.claims.find((claim) => isEmptyClaim(claim.demand) && !known.has(claim.line))
  const real = new Set(one.claims.filter(isReal).map(({ demand }) => demand.key))
  const heard = other.claims.find(({ under, demand }) => under.includes('false') && real.has(demand.key))
  const weak = came ?? heard
  if (!weak || [...real].every((key) => now.has(key))) return []
  const what = `test ${quote(other.title)} asserts nothing real now (${cut(weak.line)})`
  return [finding('vacuous', path, weak.at + 1, what)]
}

function fewer(one: BatsTest, other: BatsTest, path: string): TamperFinding[] {
  const [old, now] = [one, other].map(({ claims }) => claims.filter(isReal).map(({ demand }) => demand.key))
  if (!old || !now) return []
  const count = old.length - now.length
  // One function that is called now may ask for all of it.
  if (count <= 0 || [...other.calls].some((line) => !one.calls.has(line))) return []
  const isAll = count === old.length
  const what = isAll
    ? `all ${plural(old.length, 'assertion')} of test ${quote(one.title)} are gone`
    : `${count} of ${plural(old.length, 'assertion')} of test ${quote(one.title)} ${count === 1 ? 'is' : 'are'} gone`
  return [finding(isAll ? 'emptied' : 'fewer-assertions', path, other.from + 1, what)]
}

/** About the same, and it asks for less. */
function weaker(one: BatsTest, other: BatsTest, path: string): TamperFinding[] {
  const known = new Set(one.claims.map(({ demand }) => demand.key))
  const now = new Set(other.claims.map(({ demand }) => demand.key))
  const lost = one.claims.filter((claim) => isReal(claim) && !now.has(claim.demand.key))
  const came = other.claims.filter(({ demand }) => !known.has(demand.key))
  const moved = new Set(lost.map(({ demand }) => withoutPlaces(demand.key)))
  const strong = strengthsOf(lost)
  const most = new Map<string, number>()
  for (const { demand } of came) most.set(demand.subject, Math.max(demand.level, most.get(demand.subject) ?? 0))
  const weak = came.find(
    ({ demand }) =>
      !moved.has(withoutPlaces(demand.key)) && most.get(demand.subject) === demand.level && strong(demand),
  )
  if (!weak) return []
  const what = `test ${quote(other.title)}${LESS}${cut(weak.line)})`
  return [finding('fewer-assertions', path, weak.at + 1, what)]
}

/** `${lines[3]}` is `${lines[4]}` where a line came above it. */
function withoutPlaces(key: string): string {
  return key.replaceAll(/\[-?\d{1,4}\]/g, '[]')
}

/** Whether one of them asked for more about the same, and not for the opposite: `[ "$output" -ne 1 ]` after `-eq 1`. */
function strengthsOf(lost: readonly ShellClaim[]): (demand: ShellDemand) => boolean {
  const opposites = new Map<string, Set<string>>()
  for (const { demand } of lost) {
    const place = `${demand.level} ${demand.subject}`
    const known = opposites.get(place) ?? new Set()
    opposites.set(place, known.add(demand.key.replace(' = ', ' != ')))
  }
  return ({ subject, level, key }) =>
    LEVELS.some((stronger) => {
      const said = stronger > level ? opposites.get(`${stronger} ${subject}`) : undefined
      return said !== undefined && (said.size > 1 || !said.has(key))
    })
}

const LEVELS: readonly ShellDemand['level'][] = [1, 2, 3, 4]
