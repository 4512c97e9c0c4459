// A test in whose place another one stands now: about the same function, with words of its title, asserting as much.
import type { Comparison } from './comparison.ts'
import type { TestCase } from '../test-file/test-file.ts'
import { COMMON } from '../test-file/tokens.ts'

/** Each new test takes the place of one. */
export function replacements(gone: readonly TestCase[], { matches, now }: Comparison): Set<TestCase> {
  const replaced = new Set<TestCase>()
  const [first] = gone
  if (!first) return replaced
  const taken = new Set(matches.values())
  const came = new Set(
    (now.get(first.file.path)?.cases ?? []).filter((one) => !taken.has(one)).slice(0, MOST_LOOKED_AT),
  )
  for (const one of gone) {
    const other = [...came].find((candidate) => isInPlaceOf(candidate, one))
    if (!other) continue
    came.delete(other)
    replaced.add(one)
  }
  return replaced
}

const MOST_LOOKED_AT = 100

function isInPlaceOf(now: TestCase, old: TestCase): boolean {
  const [was, is] = [realOf(old), realOf(now)]
  if (is === 0 || is < was || suiteOf(now) !== suiteOf(old)) return false
  return hasCommon(titleWords(old), titleWords(now)) && hasCommon(calledIn(old), calledIn(now))
}

function realOf({ assertions }: TestCase): number {
  return assertions.filter(({ isVacuous }) => !isVacuous).length
}

function suiteOf({ fullTitle, title }: TestCase): string {
  return fullTitle.slice(0, fullTitle.length - title.length)
}

const FILLER = /^(?:tests?|an?|the|is|are|on|in|of|to|for|with|and|or|when|if|it|should|returns?|does|not|gives?)$/

function titleWords({ title }: TestCase): Set<string> {
  const words =
    title
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]{2,}/g) ?? []
  return new Set(words.filter((word) => !FILLER.test(word)))
}

/** Raising and matching belong to the framework. */
const FRAMEWORK =
  /^(?:raises|pytest|toThrow\w*|rejects|resolves|be_\w+|raise_error|len|str|print|String|Number|errors)$/

function calledIn({ file, block }: TestCase): Set<string> {
  const body = file.source.code.slice(block.bodyStart, Math.min(block.end, block.bodyStart + 4000))
  const calls = Array.from(body.matchAll(/(?<![\w$])([A-Za-z_$][\w$]*)\s?\(/g), ([, name = '']) => name)
  return new Set(calls.filter((name) => !COMMON.test(name) && !FRAMEWORK.test(name)))
}

function hasCommon(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return [...one].some((word) => other.has(word))
}
