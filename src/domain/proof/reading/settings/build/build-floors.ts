// Build files that say how much must be covered: a number below which the build fails.
import type { FileChange } from '../../../../../contract/change.ts'
import { lineAt, lineStarts } from '../../../source/source.ts'
import type { TamperFinding } from '../../finding.ts'
import { finding } from '../../finding.ts'

interface Floor {
  readonly name: string
  readonly value: string
  readonly line: number
}

/** Kover, JaCoCo, coverlet, mix. */
const FLOORS: readonly (readonly [files: RegExp, floor: RegExp])[] = [
  [
    /\.gradle(?:\.kts)?$/,
    /\b(minBound|minValue|minimum)\b(?:\.set)?\s{0,9}[=(]?\s{0,9}(?:BigDecimal\()?["']?(\d{1,3}(?:\.\d{1,6})?)/g,
  ],
  [/(?:^|\/)pom\.xml$/, /<(minimum)>\s{0,9}(\d{1,3}(?:\.\d{1,6})?)/g],
  [/proj$|\.props$|\.targets$/, /<(Threshold)>\s{0,9}(\d{1,3}(?:\.\d{1,6})?)/g],
  [/(?:^|\/)mix\.exs$/, /\b(threshold):\s{0,9}(\d{1,3}(?:\.\d{1,6})?)/g],
]
const ABOUT_COVERAGE = /kover|jacoco|cover/i

/** `text` is without comments, with its lines where they were. */
export function lowerFloors({ path }: FileChange, before: string, after: string): TamperFinding[] {
  const pattern = FLOORS.find(([files]) => files.test(path))?.[1]
  if (!pattern || !ABOUT_COVERAGE.test(before)) return []
  const [was, is] = [before, after].map((text) => floorsIn(text, pattern))
  // Where some came or went, nobody can tell which is which.
  if (!was || !is || was.length !== is.length) return []
  return is.flatMap(({ name, value, line }, at) => {
    const old = was[at]
    if (old?.name !== name || Number(value) >= Number(old.value)) return []
    return [finding('config', path, line, `${name} lowered from ${old.value} to ${value}`)]
  })
}

function floorsIn(text: string, pattern: RegExp): Floor[] {
  const starts = lineStarts(text)
  return Array.from(text.matchAll(pattern), ({ 1: name = '', 2: value = '', index }) => ({
    name,
    value,
    line: lineAt({ starts }, index),
  }))
}

const SIMPLECOV = /(?:^|\/)(?:\.simplecov|(?:\w+_)?(?:helper|coverage|simplecov)\.rb)$/
const MINIMUM =
  /^[^\n#]{0,80}\b(minimum_coverage(?:_by_file)?)\b[ \t(]{0,9}(?:line:[ \t]{0,9})?(\d{1,3}(?:\.\d{1,6})?)/gm

/** Ruby: set up where the tests begin. */
export function lowerSimpleCov({ path, before = '', after = '' }: FileChange): TamperFinding[] {
  if (!SIMPLECOV.test(path) || !before.includes('SimpleCov') || !after.includes('SimpleCov')) return []
  const now = floorsIn(after, MINIMUM)
  return floorsIn(before, MINIMUM).flatMap(({ name, value, line }) => {
    const is = now.find((one) => one.name === name)
    if (!is) return [finding('config', path, line, `${name} removed (${value})`)]
    if (Number(is.value) >= Number(value)) return []
    return [finding('config', path, is.line, `${name} lowered from ${value} to ${is.value}`)]
  })
}
