// A test that asserted nothing and handed a long text to the code: one that came elsewhere asserts something of that text.
import type { TestCase, TestFile } from '../../test-file/test-file.ts'
import { isLoose } from '../assertions/substance.ts'
import { calledIn } from '../replaced-tests.ts'
import type { Matches } from './match-cases.ts'

const MOST_LOOKED_AT = 100

export function isAskedOfItsText(one: TestCase, after: readonly TestFile[], matches: Matches): boolean {
  const texts = textsOf(one)
  if (texts.size === 0) return false
  const called = calledIn(one)
  const old = new Set(matches.values())
  return after
    .flatMap(({ cases }) => cases.filter((other) => !old.has(other)))
    .slice(0, MOST_LOOKED_AT)
    .some((other) => {
      if (!other.assertions.some((assertion) => !assertion.isVacuous && !isLoose(assertion))) return false
      const same = textsOf(other)
      return [...texts].every((text) => same.has(text)) && [...calledIn(other)].some((name) => called.has(name))
    })
}

/** One text over several lines. */
const SPLIT = /(["'`])\s{0,99}(?:\+|\.|<>|\\)\s{0,99}\1/g
/** Long enough to be no accident. */
const LONG = /"[^"\n]{20,2000}"|'[^'\n]{20,2000}'|`[^`]{20,2000}`|"""[\s\S]{20,2000}?"""/g

function textsOf({ file, block }: TestCase): Set<string> {
  const body = file.source.bare.slice(block.bodyStart, Math.min(block.end, block.bodyStart + 8000))
  const texts = body.replaceAll(SPLIT, '').match(LONG) ?? []
  return new Set(texts.map((text) => text.replaceAll(/\\[nrt]|["'`\s]+/g, '')))
}
