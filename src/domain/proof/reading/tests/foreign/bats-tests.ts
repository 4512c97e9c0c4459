// Tests of bats, one by one: what they asserted that they no longer do, or do only where nobody looks.
import type { FileChange } from '../../../../../contract/change.ts'
import { codeLines } from '../../../source/foreign-lines.ts'
import { plainLines } from '../../../source/source.ts'
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

const HEAD = /^@test\s{1,9}["']?(.{1,300}?)["']?\s{0,9}\{$/

export function changedBats({ path, before, after }: FileChange): TamperFinding[] {
  if (!path.endsWith('.bats') || before === undefined || after === undefined) return []
  const [was, is] = [readTests(path, before), readTests(path, after)]
  const now = new Map(is.map((one) => [one.title, one]))
  const source = sourceOf(path, plainLines(before))
  return was.flatMap((one) => {
    const other = now.get(one.title)
    if (!other) return formerTest(one, path, { before, after })
    const skip = newSkip(one, other, { path, before, after })
    if (skip) return [skip]
    if (one.claims.length === 0) return []
    const [found] = [
      ...idle(one, other, { path, before }),
      ...hollow(one, other, path),
      ...fewer(one, other, path),
      ...weaker(one, other, path),
    ]
    if (!found) return []
    if (found.kind !== 'fewer-assertions' || found.what.includes(LESS)) return [found]
    const [start, end] = [source.starts[one.from] ?? 0, source.starts[one.to] ?? source.text.length]
    return [{ ...found, about: partOf({ path, source }, { start, end, title: one.title }) }]
  })
}

interface Texts {
  readonly before: string
  readonly after: string
}

const FUNCTION = /^(?:function )?([\w-]{1,60})\s?\(\)\s?\{$/

/** `check_total() {` in the place of `@test "total" {`: nobody calls it. */
function formerTest(one: BatsTest, path: string, { before, after }: Texts): TamperFinding[] {
  const written = plainLines(after).split('\n')
  const [lines, old] = [codeLines(path, after), new Set(codeLines(path, before))]
  const keys = new Set(one.claims.map(({ demand }) => demand.key))
  const at = lines.findIndex((line, from) => {
    const name = FUNCTION.exec(line)?.[1]
    if (name === undefined || old.has(line) || keys.size === 0) return false
    if (lines.some((other, index) => index !== from && new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(other)))
      return false
    const end = written.findIndex((other, index) => index > from && /^\}\s*$/.test(other))
    const { claims } = readBody(lines, from + 1, end < 0 ? lines.length : end)
    return claims.filter(({ demand }) => keys.has(demand.key)).length * 2 >= one.claims.length
  })
  return at < 0 ? [] : [finding('gone', path, at + 1, `test ${quote(one.title)} is no longer run as a test`)]
}

const SKIP_UNLESS = /^\[\[? .*\$.* \]\]? (?:\|\||&&) skip\b|^(?:\[ -[nz] .{1,80}) (?:\|\||&&) skip\b/

/** `[ -n "$FULL" ] || skip`: where a variable says so that nobody sets. */
function newSkip(one: BatsTest, other: BatsTest, { path, before, after }: Written & Texts): TamperFinding | undefined {
  const lines = codeLines(path, after)
  const old = new Set(codeLines(path, before).slice(one.from, one.to))
  const at = lines.findIndex(
    (line, index) => index > other.from && index < other.to && SKIP_UNLESS.test(line) && !old.has(line),
  )
  const line = lines[at] ?? ''
  if (at < 0 || !namesNobodySets(line, before)) return undefined
  return finding('skipped', path, at + 1, `test ${quote(one.title)} is skipped under a condition now (${cut(line)})`)
}

const LESS = ' is less strict now ('

interface Written {
  readonly path: string
  readonly before: string
}

function readTests(path: string, raw: string): BatsTest[] {
  const text = plainLines(raw)
  const [written, lines] = [text.split('\n'), codeLines(path, text)]
  const found: BatsTest[] = []
  for (let at = 0; at < lines.length; at++) {
    const title = HEAD.exec(lines[at] ?? '')?.[1]
    if (title === undefined) continue
    const end = written.findIndex((line, index) => index > at && /^\}\s*$/.test(line))
    const to = end < 0 ? lines.length : end
    found.push({ title, from: at, to, ...readBody(lines, at + 1, to) })
    at = to
  }
  return found
}

const OPENS = /^(?:if|for|while|until|case)\b|^(?:function )?[\w-]{1,60}\s?\(\)\s?\{$|^[({]$/
const CLOSES = /^(?:fi|done|esac|[)}])(?:[\s;|&>].*)?$/
const LEAVES = /^(?:return|exit)(?: 0)?;?$/
const HEREDOC = /<<-?\s?\\?["']?([A-Za-z_!]\w*|!)["']?/

function readBody(lines: readonly string[], from: number, to: number): Pick<BatsTest, 'claims' | 'calls'> {
  const claims: ShellClaim[] = []
  const calls = new Set<string>()
  const under: string[] = []
  let ends: string | undefined
  for (let at = from; at < to; at++) {
    const line = lines[at] ?? ''
    if (ends !== undefined) {
      if (line === ends) ends = undefined
      continue
    }
    if (line === '') continue
    ends = /<<</.test(line) ? undefined : HEREDOC.exec(line)?.[1]
    if (under.length === 0 && LEAVES.test(line)) break
    if (CLOSES.test(line)) {
      const head = under.pop() ?? ''
      if (/\|\|\s?(?:true|:)$/.test(line)) unheard(claims, [...under, head].length)
      continue
    }
    if (isShellClaim(line)) claims.push({ line, at, demand: demandOf(line), under: [...under] })
    else if (isPlainCall(line)) calls.add(line)
    if (OPENS.test(line) && !/;\s?(?:fi|done|esac)\b|\s\}$/.test(line)) under.push(line)
  }
  return { claims, calls }
}

/** What stands in a block whose failure is passed over. */
function unheard(claims: ShellClaim[], depth: number): void {
  for (const [index, claim] of claims.entries())
    if (claim.under.length >= depth && claim.under[depth - 1] === '(') claims[index] = { ...claim, under: ['false'] }
}

const NEVER = /^(?:false$|if false\b|for \w+ in\s?;|while false\b|(?:function )?[\w-]{1,60}\s?\(\)\s?\{$)/

function isReal({ demand, under }: ShellClaim): boolean {
  return !isEmptyClaim(demand) && !under.some((head) => NEVER.test(head))
}

/** They stand where they are never reached or heard, or under a condition that is new. */
function idle(one: BatsTest, other: BatsTest, { path, before }: Written): TamperFinding[] {
  for (const claim of other.claims) {
    const old = one.claims.find(({ demand }) => demand.key === claim.demand.key)
    const head = claim.under.find((line) => old?.under.includes(line) === false)
    if (!old || head === undefined || !isReal(old)) continue
    if (other.claims.some((twin) => twin.demand.key === old.demand.key && twin.under.length <= old.under.length))
      continue
    if (NEVER.test(head)) {
      const isCalled = /\(\)/.test(head) && other.calls.has(/[\w-]+/.exec(head.replace('function ', ''))?.[0] ?? '')
      if (!isCalled)
        return [finding('vacuous', path, claim.at + 1, `assertions of test ${quote(one.title)} never count now`)]
    } else if (head.startsWith('if ')) {
      const what = `assertions of test ${quote(one.title)} run only under a condition now (${cut(head)})`
      const isOfEnvironment = namesNobodySets(head, before)
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
  const heard = other.claims.find(
    ({ under, demand }) =>
      under.includes('false') && one.claims.some((old) => isReal(old) && old.demand.key === demand.key),
  )
  const weak = came ?? heard
  if (!weak || one.claims.filter(isReal).every(({ demand }) => now.has(demand.key))) return []
  const what = `test ${quote(other.title)} asserts nothing real now (${cut(weak.line)})`
  return [finding('vacuous', path, weak.at + 1, what)]
}

function fewer(one: BatsTest, other: BatsTest, path: string): TamperFinding[] {
  const left = other.claims.filter(isReal).map(({ demand }) => demand.key)
  const old = one.claims.filter(isReal)
  const lost = old.filter(({ demand }) => {
    const place = left.indexOf(demand.key)
    if (place >= 0) left.splice(place, 1)
    return place < 0
  })
  const count = lost.length - left.length
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
  const weak = other.claims.find(
    ({ demand }) =>
      !known.has(demand.key) &&
      !lost.some((old) => withoutPlaces(old.demand.key) === withoutPlaces(demand.key)) &&
      lost.some(
        (old) =>
          old.demand.subject === demand.subject && demand.level < old.demand.level && !isOpposite(old.line, demand.key),
      ) &&
      !other.claims.some(
        (more) =>
          !known.has(more.demand.key) && more.demand.subject === demand.subject && more.demand.level > demand.level,
      ),
  )
  if (!weak) return []
  const what = `test ${quote(other.title)}${LESS}${cut(weak.line)})`
  return [finding('fewer-assertions', path, weak.at + 1, what)]
}

/** `${lines[3]}` is `${lines[4]}` where a line came above it. */
function withoutPlaces(key: string): string {
  return key.replaceAll(/\[-?\d{1,4}\]/g, '[]')
}

/** `[ "$output" -ne 1 ]` after `-eq 1` says something else. */
function isOpposite(old: string, key: string): boolean {
  return demandOf(old).key.replace(' = ', ' != ') === key
}
