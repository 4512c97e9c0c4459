// Tests that a loop makes now: their titles hold values of the loop, such as "when #{size}" or `of ${name}`.
import type { TestCase } from '../../test-file/test-file.ts'

const FILLED_IN = /#\{[^{}\n]{1,80}\}|\$\{[^{}\n]{1,80}\}/
const LONGEST_LOOP = 2000
const MOST_VALUES = 4

export function hasGaps(title: string): boolean {
  return FILLED_IN.test(title)
}

/** One of these bears the title with a value in each gap, all of them from the lists above it, and asserts as much. */
export function isMadeByLoop(one: TestCase, others: readonly TestCase[]): boolean {
  const title = spoken(one.fullTitle)
  return others.some((other) => {
    if (other.file.path !== one.file.path || other.assertions.length < one.assertions.length) return false
    const parts = other.fullTitle.split(FILLED_IN)
    if (parts.length < 2 || parts.length > MOST_VALUES + 1) return false
    const pattern = parts.map((part) => spoken(part).replaceAll(/[^\w\s]/g, '\\$&')).join('(.{1,60}?)')
    const values = new RegExp(`^${pattern}$`).exec(title)?.slice(1)
    return values?.every((value) => isListed(value.trim(), other)) === true
  })
}

/** Of which parts of a title suites are made says nothing. */
function spoken(title: string): string {
  return title.replaceAll(/\s*›\s*/g, ' ').replaceAll(/\s+/g, ' ')
}

function isListed(value: string, { file: { source }, block }: TestCase): boolean {
  const above = source.bare.slice(Math.max(0, block.start - LONGEST_LOOP), block.bodyStart)
  const written = value.replaceAll(/[^\w]/g, '\\$&')
  return new RegExp(`[\\[({,|]\\s{0,40}:?(["'\`]?)${written}\\1\\s{0,40}[\\])},|]`).test(above)
}
