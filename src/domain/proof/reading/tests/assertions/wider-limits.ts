// How far off a number may be, where a test or helper computes the difference itself: `Math.abs(a - b) < 0.005`.
import type { TamperFinding } from '../../finding.ts'
import { cut, finding, quote } from '../../finding.ts'
import { closeOf } from '../../matchers/arguments.ts'
import { lineAt } from '../../../source/source.ts'
import type { TestCase, TestFile } from '../../test-file/test-file.ts'

/** Ten times as much is more than another unit or another way to round. */
const MUCH = 10
const LONGEST = 6000

const DIFFERENCE = /(?<![\w$])(?:[Mm]ath\.|std::)?f?[aA]bs\(/g
const COMPARED = /^\)*\s{0,9}(?:[<>]=?|-[gl][te]\b)\s{0,9}/
const METHOD = /\)\.abs\(\)\s{0,9}[<>]=?\s{0,9}/g
const ENDS = /[;\n{,]|&&|\|\||\?|\bthen\b|:\s|\band\b|\bor\b/

interface Limit {
  readonly at: number
  readonly written: string
}

/** A limit that has grown, or that grows with the value itself since then. */
export function widerLimit(before: TestCase, after: TestCase): TamperFinding[] | undefined {
  const [was, is] = [limitsOf(before), limitsOf(after)]
  if (was.length === 0 || was.length !== is.length) return undefined
  const wider = is.find((one, index) => isWider(sizeOf(was[index]?.written ?? '', before), sizeOf(one.written, after)))
  if (!wider) return undefined
  const { path, source } = after.file
  const what = `test ${quote(after.title)} lets a number be further off now (${cut(wider.written)})`
  return [finding('fewer-assertions', path, lineAt(source, wider.at), what)]
}

function limitsOf({ file: { source }, block }: TestCase): Limit[] {
  const text = source.bare.slice(block.bodyStart, Math.min(block.end, block.bodyStart + LONGEST))
  const behind = Array.from(text.matchAll(DIFFERENCE)).flatMap(({ 0: head, index }) => {
    const close = closeOf(text.slice(index, index + 1000), head.length - 1)
    const end = index + close + 1
    const sign = close < 0 ? undefined : COMPARED.exec(text.slice(end, end + 40))?.[0]
    return sign === undefined ? [] : [end + sign.length]
  })
  const methods = Array.from(text.matchAll(METHOD), ({ 0: head, index }) => index + head.length)
  return [...behind, ...methods].map((from) => ({
    at: block.bodyStart + from,
    written: expressionIn(text.slice(from, from + 200)),
  }))
}

/** Up to what ends it, brackets stepped over. */
function expressionIn(text: string): string {
  for (let at = 0; at < text.length; at++) {
    if (/[([]/.test(text.charAt(at))) at = Math.max(at, closeOf(text, at))
    else if (/[)\]]/.test(text.charAt(at)) || ENDS.exec(text.slice(at))?.index === 0) return text.slice(0, at).trim()
  }
  return text.trim()
}

/** A number; `relative` where it depends on the values; undefined where nobody can tell. */
type Size = number | 'relative' | undefined

function sizeOf(written: string, test: TestCase, depth = 0): Size {
  const plain = written.trim().replaceAll('_', '')
  const number = /^(?:10 ?\*\* ?-(\d+)|1?0?\.?\d*(?:\.\d+)?(?:e-?\d+)?|\d+(?:\.\d+)?)[fFdDmL]?$/.exec(plain)
  if (number && plain !== '')
    return number[1] === undefined ? Number(plain.replace(/[fFdDmL]$/, '')) : 10 ** -Number(number[1])
  if (/^[A-Za-z_$][\w$.]*$/.test(written) && depth < 3) {
    const value = definedIn(written.replace(/^.*\./, ''), test)
    return value === undefined ? undefined : sizeOf(value, test, depth + 1)
  }
  return /[\w)]\s?\*(?!\*)\s?[\w(]|\bmax\(|\+/i.test(written) && /[A-Za-z_]/.test(written) ? 'relative' : undefined
}

function definedIn(name: string, { file: { source }, block }: TestCase): string | undefined {
  const pattern = new RegExp(
    `(?<![\\w$.])${name.replaceAll('$', '\\$')}\\s{0,9}(?::[^=\\n]{1,40})?:?=\\s{0,9}([^=\\n;][^\\n;]{0,200})`,
  )
  const own = source.bare.slice(block.start, Math.min(block.end, block.start + LONGEST))
  const found = pattern.exec(own) ?? pattern.exec(source.bare.slice(0, 20_000))
  return found?.[1] === undefined ? undefined : expressionIn(found[1])
}

function isWider(was: Size, is: Size): boolean {
  if (is === 'relative') return was !== 'relative'
  return typeof was === 'number' && typeof is === 'number' && was > 0 && is >= MUCH * was
}

const NAMED =
  /(?<![\w$.])(\w{0,40}(?:eps|toler|precision)\w{0,20})\s{0,9}(?::[^=\n]{1,40})?:?=\s{0,9}(\d[\d.e_-]{0,20})(?![\w.])/gi

/** A limit with a name of its own: `const EPSILON = 1e-9`. */
export function raisedLimits(file: TestFile, same: TestFile): TamperFinding[] {
  const now = new Map(namedLimits(same).map((one) => [one.name, one]))
  return namedLimits(file).flatMap(({ name, value }) => {
    const is = now.get(name)
    if (!is || value <= 0 || is.value < MUCH * value || /precision/i.test(name)) return []
    const what = `${name} raised from ${value} to ${is.value}`
    return [finding('fewer-assertions', same.path, lineAt(same.source, is.at), what)]
  })
}

interface Named {
  readonly name: string
  readonly value: number
  readonly at: number
}

function namedLimits({ source }: TestFile): Named[] {
  return Array.from(source.bare.matchAll(NAMED), ({ 1: name = '', 2: value = '', index }) => ({
    name,
    value: Number(value.replaceAll('_', '')),
    at: index,
  })).filter(({ value }) => Number.isFinite(value))
}
